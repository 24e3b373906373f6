// A row of a table of tensor-core kernels whose operands lie in shared memory (tensor/tiles.cuh).
#pragma once

#include <span>
#include <string_view>

#include "kernels/gpu/backend.hpp"

namespace ridgeline::kernels {

// `operations`: of one pass of one accumulator set, all threads that share it; `threads`: those.
// `needs` is handed in, since each family has its own.
inline Kernel tensor_row(std::string_view name, std::string_view path, Precision in, Precision out,
                         double operations, std::uint32_t threads, const Requirements& needs,
                         std::span<const Shape> shapes, const GpuBackend* backend) {
  Kernel kernel;
  kernel.name = name;
  kernel.family = Family::compute;
  kernel.precision = in;
  kernel.accumulate = out;
  kernel.path = path;
  kernel.needs = needs;
  kernel.work = {.operations = operations / threads};
  kernel.per_chain = true;
  kernel.data_matters = true;
  kernel.shapes = shapes;
  kernel.backend = backend;
  return kernel;
}

}  // namespace ridgeline::kernels
