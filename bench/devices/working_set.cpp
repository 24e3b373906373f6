// Slices of threads, and tiles of random numbers.
#include "bench/devices/working_set.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

namespace ridgeline::bench {
namespace {

constexpr std::size_t kPage = 4096;
// Arrays of one thread are set apart by this many bytes more than whole pages, so that the same
// element of two arrays never falls into the same cache set (4 KiB aliasing).
constexpr std::size_t kStagger = 1088;  // 17 lines

}  // namespace

SliceLayout slice_layout(const Case& c) {
  const kernels::Kernel& kernel = *c.kernel;
  SliceLayout layout;
  if (kernel.family == kernels::Family::compute) {
    layout.elements = kernel.quantum;
  } else {
    const std::size_t threads = c.scope.units.size();
    const std::size_t bytes = c.working_set / threads / kernel.arrays;
    const std::size_t quanta = bytes / kernel.element_bytes / kernel.quantum;
    layout.elements = std::max<std::size_t>(quanta, 1) * kernel.quantum;
  }
  const std::size_t bytes = layout.elements * kernel.element_bytes;
  const std::size_t pages = round_up(bytes, kPage);
  layout.array_stride = kernel.arrays == 1 ? pages : pages + kStagger;
  layout.stride = round_up(layout.array_stride * kernel.arrays, kPage);
  return layout;
}

kernels::Slice slice_at(const Case& c, const SliceLayout& layout, std::byte* start) {
  kernels::Slice slice;
  slice.elements = layout.elements;
  for (std::size_t array = 0; array < c.kernel->arrays; ++array) {
    slice.arrays[array] = start + array * layout.array_stride;
  }
  return slice;
}

std::vector<std::byte> random_tile(std::size_t bytes, std::uint64_t seed) {
  std::mt19937_64 generator(seed);
  std::normal_distribution<float> normal;
  std::vector<float> values(bytes / sizeof(float));
  for (float& value : values) {
    do value = normal(generator);
    while (std::abs(value) < 1e-3F);
  }
  std::vector<std::byte> tile(bytes);
  std::memcpy(tile.data(), values.data(), values.size() * sizeof(float));
  return tile;
}

}  // namespace ridgeline::bench
