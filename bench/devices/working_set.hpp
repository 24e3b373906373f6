// How a case's working set lies in memory, and what numbers lie in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bench/devices/device.hpp"

namespace ridgeline::bench {

// The next multiple of `step`; both in bytes.
constexpr std::uint64_t round_up(std::uint64_t bytes, std::uint64_t step) {
  return (bytes + step - 1) / step * step;
}

// How a thread's arrays lie in its part of the working set.
struct SliceLayout {
  std::size_t elements = 0;      // of each array, a multiple of the kernel's quantum
  std::size_t array_stride = 0;  // bytes from one array to the next
  std::size_t stride = 0;        // bytes from one thread's part to the next
};
SliceLayout slice_layout(const Case& c);
kernels::Slice slice_at(const Case& c, const SliceLayout& layout, std::byte* start);

// A tile of random normal numbers as pairs of fp32: read as fp32 or as fp64 every value is a normal
// number (an fp64 takes its exponent from the high fp32's exponent and top three fraction bits).
std::vector<std::byte> random_tile(std::size_t bytes, std::uint64_t seed);

}  // namespace ridgeline::bench
