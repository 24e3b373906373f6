// Names from the case's tables, work from its kernel's formula.
#include "bench/run/sample.hpp"

#include "bench/devices/enum_names.hpp"
#include "bench/devices/working_set.hpp"
#include "ceilings/archive/ids.hpp"

namespace ridgeline::bench {
namespace {

ceilings::PassWork work_of(const Case& c) {
  ceilings::PassWork total;
  if (c.operation) {
    const kernels::Work& work = c.operation->work;
    return {work.read, work.written, work.allocated, work.operations};
  }
  const kernels::Work& work = c.kernel->work;
  double elements =
      static_cast<double>(slice_layout(c).elements) * static_cast<double>(c.scope.units.size());
  if (c.kernel->per_chain) {
    elements *= 1.0 * c.shape.blocks_per_unit * c.shape.threads_per_block * c.shape.in_flight;
  }
  total.bytes_read = work.read * elements;
  total.bytes_written = work.written * elements;
  total.bytes_allocated = work.allocated * elements;
  total.operations = work.operations * elements;
  return total;
}

// Of links and library products; their ids say which they are.
void describe(ceilings::Sample& sample, const Operation& operation) {
  const ceilings::Id id = ceilings::parse_id(operation.id);
  sample.family = id.kind;
  sample.level = "";
  sample.precision = name_of(operation.precision);
  sample.accumulate = name_of(operation.accumulate);
  sample.path = id.kind == "link" ? id.engine : id.path;
  sample.role = name_of(operation.role);
  sample.lacks = operation.lacks;
}

void describe(ceilings::Sample& sample, const Case& c) {
  const kernels::Kernel& kernel = *c.kernel;
  sample.family = name_of(kernel.family);
  sample.kernel = kernel.name;
  sample.mix = kernel.mix;
  sample.precision = name_of(kernel.precision);
  sample.accumulate = name_of(kernel.accumulate);
  sample.path = path_of(c);
  const bool constant = kernel.data_matters && c.data == DataKind::constant;
  sample.role = name_of(constant ? kernels::Role::secondary : kernel.role);
  sample.lacks = kernel.lacks;
  sample.vector_bits = kernel.vector_bits;
}

}  // namespace

ceilings::Sample sample_of(const Case& c) {
  ceilings::Sample sample;
  sample.name = name_of(c);
  sample.id = id_of(c);
  sample.stage = c.stage;
  sample.level = c.level;
  sample.scope = c.scope.name;
  sample.units = static_cast<int>(c.scope.units.size());
  sample.working_set = c.working_set;
  sample.shape = {c.shape.blocks_per_unit, c.shape.threads_per_block, c.shape.in_flight};
  sample.data = name_of(c.data);
  sample.mode = name_of(c.mode);
  if (c.node >= 0) sample.node = "node" + std::to_string(c.node);
  sample.work = work_of(c);
  if (!c.skip.empty()) {
    sample.status = ceilings::Status::skipped;
    sample.reason = c.skip;
  }
  if (c.operation) {
    describe(sample, *c.operation);
  } else {
    describe(sample, c);
  }
  return sample;
}

}  // namespace ridgeline::bench
