// Strict, since a misspelt key would silently test something else.
#include "bench/devices/simulated/file.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "bench/devices/simulated/fields.hpp"
#include "ceilings/archive/ids.hpp"
#include "ceilings/archive/json/json.hpp"
#include "ceilings/errors.hpp"
#include "kernels/isa/isa.hpp"

namespace ridgeline::bench {
namespace {

SimulatedLevel read_level(Fields& fields, bool truth) {
  SimulatedLevel level;
  level.name = fields.text("name");
  if (level.name.empty()) fields.fail("lacks 'name'");
  level.domain = fields.text("domain");
  level.bytes = fields.count("bytes", 0);
  level.units_per_instance = fields.integer("units_per_instance", 0);
  level.core_bandwidth = truth ? fields.needed("core_bandwidth", 1) : 0;
  level.all_bandwidth = fields.number("all_bandwidth", 0);
  level.latency = fields.number("latency", 0);
  level.mixes = fields.factors("mixes");
  level.paths = fields.factors("paths");
  return level;
}

std::uint32_t read_features(Fields& fields) {
  if (!fields.has("cpu_features")) return ~std::uint32_t{0};
  std::uint32_t features = 0;
  for (const ceilings::Json& name : fields.raw("cpu_features")) {
    if (name.is_string() && name.get_ref<const std::string&>().empty())
      fields.fail("has a CPU feature without a name");
    std::uint32_t bit = 1;
    while (bit != 0 &&
           !(name.is_string() && kernels::feature_names(bit) == name.get<std::string>())) {
      bit <<= 1;
    }
    if (bit == 0) fields.fail("has an unknown CPU feature " + name.dump());
    features |= bit;
  }
  return features;
}

void read_device(Fields& fields, SimulatedSpec& spec) {
  const std::string kind = fields.text("kind", "cpu");
  if (kind != "cpu" && kind != "gpu") fields.fail("has a 'kind' other than cpu or gpu: " + kind);
  spec.gpu = kind == "gpu";
  spec.vendor = fields.text("vendor", spec.vendor);
  spec.model = fields.text("model", spec.model);
  spec.device_class = fields.text("class", spec.device_class);
  spec.architecture = fields.text("architecture");
  spec.units = fields.integer("units", 1, 65536);
  if (spec.units < 1) fields.fail("has no units");
  spec.clock_hz = fields.number("clock_hz", spec.clock_hz, 0);
  spec.sm = fields.integer("sm", spec.sm, 9999);
  spec.threads_per_unit = fields.integer("threads_per_unit", 0, 65536);
  spec.blocks_per_unit = fields.integer("blocks_per_unit", 0, 65536);
  spec.shared_per_block = fields.count("shared_per_block", 0);
  spec.memory_bytes = fields.count("memory_bytes", spec.memory_bytes);
  spec.cpu_features = read_features(fields);
  if (fields.has("attributes")) {
    for (const auto& entry : fields.raw("attributes").items()) {
      if (!entry.value().is_string()) fields.fail("has an attribute that is no text");
      spec.attributes[entry.key()] = entry.value().get<std::string>();
    }
  }
  each(fields, "peaks", [&](Fields& peak) {
    spec.peaks.push_back({peak.text("key"), peak.number("per_cycle", 0),
                          peak.number("per_second", 0), peak.text("source")});
  });
}

void read_levels(Fields& fields, SimulatedSpec& spec) {
  each(fields, "levels", [&](Fields& level) { spec.levels.push_back(read_level(level, true)); });
  if (spec.levels.empty()) fields.fail("lacks 'levels'");
  if (spec.levels.back().bytes != 0) fields.fail("ends its 'levels' without memory (no 'bytes')");
  for (std::size_t i = 0; i + 1 < spec.levels.size(); ++i) {
    if (spec.levels[i].bytes == 0) fields.fail("has a memory before its last level");
  }
  if (fields.has("curve")) {
    for (const ceilings::Json& point : fields.raw("curve")) {
      if (!point.is_array() || point.size() != 2 || !point[0].is_number() ||
          !point[1].is_number() || point[0].get<double>() <= 0 || point[1].get<double>() <= 0) {
        fields.fail("has a 'curve' that is no list of [bytes, B/s]");
      }
      spec.curve.emplace_back(point[0].get<double>(), point[1].get<double>());
    }
    std::sort(spec.curve.begin(), spec.curve.end());
  }
  if (!fields.has("nominal")) return;
  spec.nominal.emplace();
  if (fields.raw("nominal") == "none") return;
  each(fields, "nominal",
       [&](Fields& level) { spec.nominal->push_back(read_level(level, false)); });
}

void read_noise(Fields& fields, SimulatedSpec& spec) {
  spec.noise = fields.number("noise", 0, 0, 0.5);
  spec.transition_octaves = fields.number("transition_octaves", 1, 0, 8);
  const std::string shape = fields.text("transition_shape", "linear");
  if (shape != "linear" && shape != "logarithmic") {
    fields.fail("has a 'transition_shape' other than linear or logarithmic: " + shape);
  }
  spec.transition_logarithmic = shape == "logarithmic";
  spec.pass_overhead = fields.number("pass_overhead", 0);
  const auto section = [&](const char* key, const auto& read) {
    if (!fields.has(key)) return;
    Fields inner = fields.object(key);
    read(inner);
    inner.finish();
  };
  section("outliers", [&](Fields& inner) {
    spec.outlier_probability = inner.number("probability", 0, 0, 1);
    spec.outlier_factor = inner.number("factor", 0.5, 1e-6);
  });
  section("drift", [&](Fields& inner) {
    spec.drift_amplitude = inner.number("amplitude", 0, 0, 0.9);
    spec.drift_period = inner.number("period", 1, 1e-9);
  });
  section("slow_phases", [&](Fields& inner) {
    spec.slow_every = inner.number("every", 0);
    spec.slow_length = inner.number("length", 0);
    spec.slow_factor = inner.number("factor", 1, 1e-6);
  });
  section("tlb", [&](Fields& inner) {
    spec.tlb_from = inner.number("from_bytes", 0);
    spec.tlb_slope = inner.number("slope_per_octave", 0);
  });
}

void read_faults(Fields& fields, SimulatedFaults& faults) {
  faults.wrong_result = fields.text("wrong_result");
  faults.launch_failure = fields.text("launch_failure");
  if (fields.has("device_lost_after")) {
    faults.device_lost_after = fields.count("device_lost_after", 0);
  }
  if (fields.has("nan_after")) faults.nan_after = fields.count("nan_after", 0);
  faults.out_of_memory_above = fields.count("out_of_memory_above", 0);
  if (fields.has("too_fast")) {
    Fields inner = fields.object("too_fast");
    faults.too_fast = inner.text("kernel");
    faults.too_fast_factor = inner.number("factor", 1, 1e-6);
    inner.finish();
  }
  if (fields.has("clock_sag")) {
    Fields inner = fields.object("clock_sag");
    faults.sag_after = inner.number("after_seconds", 0);
    faults.sag_factor = inner.number("factor", 1, 1e-6);
    faults.sag_over = inner.number("over_seconds", 1, 1e-9);
    inner.finish();
  }
  each(fields, "flags", [&](Fields& each) {
    const std::string name = each.text("name");
    const std::optional<ceilings::Flag> flag = ceilings::flag_from_name(name);
    if (!flag) each.fail("has an unknown flag '" + name + "'");
    faults.flags.push_back(
        {*flag, each.number("probability", 1, 0, 1), each.number("factor", 1, 1e-6)});
  });
}

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
    for (const ceilings::Json& sm : fields.raw("sms")) {
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
  const ceilings::Json& value = fields.raw(key);
  if (!value.is_boolean()) fields.fail(std::string("has a '") + key + "' that is no truth value");
  return value.get<bool>();
}

void read_operation(Fields& fields, SimulatedSpec& spec) {
  SimulatedOperation operation;
  operation.id = fields.text("id");
  if (const auto fault = ceilings::id_fault(operation.id)) {
    fields.fail("has an 'id' that is none: " + *fault);
  }
  operation.lacks = fields.text("lacks");
  operation.rate = fields.needed("rate", 1);
  operation.operations = fields.number("operations", 0);
  operation.to_device = flag_of(fields, "to_device");
  operation.from_device = flag_of(fields, "from_device");
  spec.operations.push_back(std::move(operation));
}

// The parts that only GPUs have: kernels, power, operations.
void read_gpu(Fields& fields, SimulatedSpec& spec) {
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

}  // namespace

SimulatedSpec parse_simulated(const std::string& text, const std::string& origin) {
  ceilings::Json document;
  const std::string_view plain = ceilings::without_byte_order_mark(text);
  if (const std::optional<ceilings::JsonFault> fault = ceilings::parse_json(plain, document)) {
    throw ArchiveError(origin + ": not a simulated device: " + fault->what);
  }
  Fields fields(document, origin, "");
  SimulatedSpec spec;
  if (!fields.has("device")) fields.fail("lacks 'device'");
  Fields device = fields.object("device");
  read_device(device, spec);
  device.finish();
  spec.seed = fields.count("seed", 1);
  read_levels(fields, spec);
  each(fields, "compute", [&](Fields& each) {
    const double share = each.number("share", 0, 0, 10);
    spec.compute.push_back({each.text("precision"), each.text("path"),
                            share > 0 ? each.number("core", 0) : each.needed("core", 1),
                            each.number("all", 0), share});
  });
  read_gpu(fields, spec);
  read_noise(fields, spec);
  each(fields, "placements", [&](Fields& each) {
    spec.placements.push_back({each.number("from_seconds", 0), each.needed("handoff", 1e-12),
                               each.number("factor", 1, 1e-6)});
  });
  if (fields.has("faults")) {
    Fields faults = fields.object("faults");
    read_faults(faults, spec.faults);
    faults.finish();
  }
  fields.finish();
  return spec;
}

}  // namespace ridgeline::bench
