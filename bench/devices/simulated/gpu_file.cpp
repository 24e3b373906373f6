// The parts of a simulated device's file that only GPUs have: kernels, power, operations.
#include <nlohmann/json.hpp>

#include "bench/devices/simulated/fields.hpp"
#include "bench/devices/simulated/simulated.hpp"
#include "ceilings/archive/ids.hpp"

namespace ridgeline {
namespace {

void read_kernel(Fields& fields, SimulatedSpec& spec) {
  SimulatedKernel kernel;
  kernel.name = fields.text("name");
  kernel.family = fields.text("family", "bandwidth");
  kernel.mix = fields.text("mix");
  kernel.path = fields.text("path");
  kernel.level = fields.text("level");
  kernel.precision = fields.text("precision");
  kernel.accumulate = fields.text("accumulate");
  kernel.lacks = fields.text("lacks");
  kernel.vector_bits = fields.integer("vector_bits", 128, 65535);
  if (kernel.name.empty()) fields.fail("lacks 'name'");
  const bool mix =
      kernel.mix == "1:0" || kernel.mix == "0:1" || kernel.mix == "1:1" || kernel.mix == "2:1";
  if (kernel.family == "bandwidth" && !mix) fields.fail("has no mix 1:0, 0:1, 1:1 or 2:1");
  if (fields.has("sms")) {
    for (const Json& sm : fields.raw("sms")) {
      if (!sm.is_number_unsigned()) fields.fail("has an 'sms' that is no list of numbers");
      kernel.sms.push_back(sm.get<std::uint16_t>());
    }
  }
  each(fields, "shapes", [&](Fields& one) {
    SimulatedShape shape;
    shape.shape.blocks_per_unit = static_cast<std::uint16_t>(one.integer("blocks", 1, 65535));
    shape.shape.threads_per_block = static_cast<std::uint16_t>(one.integer("threads", 1, 65535));
    shape.shape.in_flight = static_cast<std::uint16_t>(one.integer("in_flight", 1, 65535));
    shape.efficiency = one.number("efficiency", 1, 1e-6);
    kernel.shapes.push_back(shape);
  });
  spec.kernels.push_back(std::move(kernel));
}

void read_power(Fields& fields, SimulatedPower& power) {
  power.limit = fields.needed("limit", 1);
  power.idle = fields.number("idle", 0);
  power.usual = fields.number("usual", 0);
  power.constant = fields.number("constant", 0);
  power.random = fields.number("random", 0);
  power.seconds = fields.number("seconds", power.seconds, 1e-6);
  if (power.idle >= power.limit) fields.fail("has an 'idle' of the limit or more");
}

bool flag_of(Fields& fields, const char* key) {
  if (!fields.has(key)) return false;
  const Json& value = fields.raw(key);
  if (!value.is_boolean()) fields.fail(std::string("has a '") + key + "' that is no truth value");
  return value.get<bool>();
}

void read_operation(Fields& fields, SimulatedSpec& spec) {
  SimulatedOperation operation;
  operation.id = fields.text("id");
  if (const auto fault = id_fault(operation.id)) {
    fields.fail("has an 'id' that is none: " + *fault);
  }
  operation.lacks = fields.text("lacks");
  operation.rate = fields.needed("rate", 1);
  operation.operations = fields.number("operations", 0);
  operation.to_device = flag_of(fields, "to_device");
  operation.from_device = flag_of(fields, "from_device");
  spec.operations.push_back(std::move(operation));
}

}  // namespace

void read_simulated_gpu(Fields& fields, SimulatedSpec& spec) {
  if (fields.has("gpu_kernels") && fields.raw("gpu_kernels") == "built-in") {
    spec.built_in_kernels = true;
  } else {
    each(fields, "gpu_kernels", [&](Fields& kernel) { read_kernel(kernel, spec); });
  }
  spec.shape_spread = fields.number("shape_spread", 0, 0, 0.9);
  if (fields.has("power")) {
    Fields power = fields.object("power");
    read_power(power, spec.power);
    power.finish();
  }
  each(fields, "operations", [&](Fields& operation) { read_operation(operation, spec); });
}

}  // namespace ridgeline
