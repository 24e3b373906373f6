// Entries of kernels that stream through memory, for the numbers of loads in flight that they come
// with: from a template `name`_body<flight>(args), the kernels name_x1, name_x2, ... and
// name_entries(), their list. It is a function, as addresses of kernels are known at run time only.
// A semicolon ends each use.
#pragma once

#include <string_view>

#include "kernels/cuda/family.hpp"

namespace ridgeline::kernels {

// What the rows of kernels that move memory differ in. Bytes are of an element.
struct MemoryRow {
  std::string_view name{}, path{};
  std::string_view lacks{};  // not empty: a secondary ceiling
  std::string_view level{};  // empty: by working set
  std::string_view mix = "1:0";
  double read = 0, written = 0, operations = 0;
  std::uint16_t arrays = 1;
  std::uint16_t bytes = 16;  // of each array
  std::uint16_t vector_bits = 128;
  std::uint32_t quantum = 256;
  std::span<const Shape> shapes{};
};

inline Kernel memory_kernel(const MemoryRow& row, const GpuBackend& backend) {
  Kernel kernel;
  kernel.name = row.name;
  kernel.family = Family::bandwidth;
  kernel.mix = row.mix;
  kernel.path = row.path;
  kernel.level = row.level;
  kernel.vector_bits = row.vector_bits;
  kernel.role = row.lacks.empty() ? Role::primary : Role::secondary;
  kernel.lacks = row.lacks;
  kernel.needs = kNeeds;
  kernel.work.read = row.read;
  kernel.work.written = row.written;
  kernel.work.operations = row.operations;
  kernel.arrays = row.arrays;
  kernel.element_bytes = row.bytes;
  kernel.quantum = row.quantum;
  kernel.shapes = row.shapes;
  kernel.backend = &backend;
  return kernel;
}

}  // namespace ridgeline::kernels

// No more registers a thread than a block of 1024 threads can have.
#define RIDGELINE_FLIGHT(name, n)                                                   \
  extern "C" __global__ void __launch_bounds__(1024, 1) name##_x##n(GpuArgs args) { \
    name##_body<n>(args);                                                           \
  }
#define RIDGELINE_FLIGHT_ENTRY(name, n) \
  { n, address_of(name##_x##n), #name "_x" #n }
#define RIDGELINE_FLIGHT_LIST(name, ...)              \
  static std::span<const GpuEntry> name##_entries() { \
    static const GpuEntry entries[] = {__VA_ARGS__};  \
    return entries;                                   \
  }                                                   \
  static_assert(true)

#define RIDGELINE_FLIGHTS_1(name, a) \
  RIDGELINE_FLIGHT(name, a)          \
  RIDGELINE_FLIGHT_LIST(name, RIDGELINE_FLIGHT_ENTRY(name, a))
#define RIDGELINE_FLIGHTS_2(name, a, b) \
  RIDGELINE_FLIGHT(name, a)             \
  RIDGELINE_FLIGHT(name, b)             \
  RIDGELINE_FLIGHT_LIST(name, RIDGELINE_FLIGHT_ENTRY(name, a), RIDGELINE_FLIGHT_ENTRY(name, b))
#define RIDGELINE_FLIGHTS_3(name, a, b, c)                                                      \
  RIDGELINE_FLIGHT(name, a)                                                                     \
  RIDGELINE_FLIGHT(name, b)                                                                     \
  RIDGELINE_FLIGHT(name, c)                                                                     \
  RIDGELINE_FLIGHT_LIST(name, RIDGELINE_FLIGHT_ENTRY(name, a), RIDGELINE_FLIGHT_ENTRY(name, b), \
                        RIDGELINE_FLIGHT_ENTRY(name, c))
#define RIDGELINE_FLIGHTS_4(name, a, b, c, d)                                                   \
  RIDGELINE_FLIGHT(name, a)                                                                     \
  RIDGELINE_FLIGHT(name, b)                                                                     \
  RIDGELINE_FLIGHT(name, c)                                                                     \
  RIDGELINE_FLIGHT(name, d)                                                                     \
  RIDGELINE_FLIGHT_LIST(name, RIDGELINE_FLIGHT_ENTRY(name, a), RIDGELINE_FLIGHT_ENTRY(name, b), \
                        RIDGELINE_FLIGHT_ENTRY(name, c), RIDGELINE_FLIGHT_ENTRY(name, d))
