// How a GPU's kernel is started, as plain data: no type of any vendor's toolkit, so that whoever
// checks kernels without a GPU can read it too. Every kernel takes one GpuArgs by value.
#pragma once

#include <cstdint>
#include <span>

#include "kernels/kernel.hpp"

namespace ridgeline::kernels {

// Multiplier and addend of chains x = x * [0] + [1]: kernel arguments, so that the compiler can
// neither fold them nor needs a register for each chain's. See gpu_scalars().
struct GpuScalars {
  double f64[2];
  float f32[2];
  std::uint32_t f16x2[2], bf16x2[2];  // the same value in both halves
  std::uint32_t i32[2];
};

// The parameter of every kernel, and of its reference on the host (then all memory is the host's).
struct GpuArgs {
  unsigned char* arrays[4];  // working set or operands; unused ones are null
  unsigned char* result;     // result_bytes() of the launch
  std::uint64_t elements;    // of each array, of all blocks together
  std::uint64_t passes;      // at least 1
  std::uint32_t units;       // SMs that work
  std::uint32_t blocks;      // of the grid: units x blocks a unit
  std::uint32_t threads;     // of a block
  std::uint32_t in_flight;   // loads, chains or tiles that one thread keeps under way
  GpuScalars scalars;
};

// Leaves in `arrays` and `result` what the kernel has to leave there, bit for bit, element by
// element in plain C++ and in no particular hurry.
using GpuReference = void (*)(const GpuArgs& args);

// The function for one value of Shape::in_flight; `symbol` is its unmangled name in the object.
struct GpuEntry {
  std::uint16_t in_flight = 1;
  const void* function = nullptr;
  const char* symbol = nullptr;
};

// What a launch puts into arrays[0] before the kernel runs.
enum class GpuFill : std::uint8_t {
  data,      // every array: the device's tiled random data
  operands,  // arrays[0]: operand_bytes of the kernel's precision (operands.hpp); no other array
  ring,      // arrays[0]: a random cyclic permutation; an element's first 8 bytes: the byte offset
             // of the next one
};

struct GpuBackend {
  std::span<const GpuEntry> entries;  // one a value of in_flight that the shapes have
  GpuReference reference = nullptr;
  GpuFill fill = GpuFill::data;
  std::uint32_t operand_bytes = 0;
  // Dynamic shared memory of a block: fixed, and, where set_in_shared, its part of the working set
  // besides.
  std::uint32_t shared_bytes = 0;
  bool set_in_shared = false;
  bool alone = false;  // one block an SM: the launch asks for so much shared memory that no two fit
  std::int16_t carve_out = -1;  // percent of L1 that is preferred as shared memory; -1: default
  std::uint32_t result_bytes_per_thread = 4;
  std::uint32_t result_bytes_per_chain = 0;  // of each thread, times in_flight
};

// The entry for a shape; null: there is none.
inline const GpuEntry* entry_of(const GpuBackend& backend, const Shape& shape) {
  for (const GpuEntry& entry : backend.entries) {
    if (entry.in_flight == shape.in_flight) return &entry;
  }
  return nullptr;
}

// Bytes that a launch writes to `result`.
inline std::uint64_t result_bytes(const GpuBackend& backend, const GpuArgs& args) {
  const std::uint64_t thread = backend.result_bytes_per_thread +
                               std::uint64_t{backend.result_bytes_per_chain} * args.in_flight;
  return thread * args.blocks * args.threads;
}

// Dynamic shared memory of a block, without what `alone` adds. `set`: bytes of the whole working
// set.
inline std::uint64_t shared_bytes(const GpuBackend& backend, std::uint64_t set,
                                  std::uint32_t blocks) {
  return backend.shared_bytes + (backend.set_in_shared ? set / blocks : 0);
}

GpuScalars gpu_scalars();

}  // namespace ridgeline::kernels
