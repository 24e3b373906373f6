// Rows for kernels that are broken on purpose. Each has the claims of a right one ("_right", which
// the tests must pass) and differs from it in one thing. Compiled for machine code only; never run.
#pragma once

#include <deque>

#include "kernels/cuda/family.hpp"

namespace ridgeline::kernels {

// The row with the kernel's entry; `shape`: blocks of an SM and threads that it claims to run with.
inline Kernel mutant(const void* function, const char* symbol, Kernel row, std::uint16_t in_flight,
                     Shape shape = {2, 256, 1}) {
  static std::deque<GpuEntry> entries;
  static std::deque<GpuBackend> backends;
  static std::deque<Shape> shapes;
  entries.push_back({in_flight, function, symbol});
  GpuBackend backend;
  backend.entries = std::span<const GpuEntry>(&entries.back(), 1);
  backends.push_back(backend);
  shape.in_flight = in_flight;
  shapes.push_back(shape);
  row.name = symbol;
  row.needs = kNeeds;
  row.shapes = std::span<const Shape>(&shapes.back(), 1);
  row.backend = &backends.back();
  return row;
}

// `operations`: of one pass of one chain of one thread.
inline Kernel chain_row(Precision precision, Precision accumulate, std::string_view path,
                        double operations) {
  Kernel row;
  row.family = Family::compute;
  row.precision = precision;
  row.accumulate = accumulate;
  row.path = path;
  row.work.operations = operations;
  row.per_chain = true;
  return row;
}

}  // namespace ridgeline::kernels

#define RIDGELINE_MUTANT(symbol, ...) mutant(address_of(symbol), #symbol, __VA_ARGS__)
