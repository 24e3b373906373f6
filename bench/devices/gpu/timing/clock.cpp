// Two arrays of readings on the GPU, and what they come to.
#include "bench/devices/gpu/timing/clock.hpp"

#include <algorithm>
#include <cmath>

namespace ridgeline::bench::gpu {
namespace {

constexpr std::uint32_t kReadings = 1024;  // more SMs than any card has
constexpr std::uint64_t kBytes = kReadings * sizeof(kernels::ClockReading);

}  // namespace

double clock_between(std::span<const kernels::ClockReading> before,
                     std::span<const kernels::ClockReading> after) {
  std::vector<double> clocks;
  for (std::size_t sm = 0; sm < std::min(before.size(), after.size()); ++sm) {
    const kernels::ClockReading &first = before[sm], &last = after[sm];
    const bool both = first.nanoseconds != 0 && last.nanoseconds > first.nanoseconds &&
                      last.cycles > first.cycles;
    if (!both) continue;
    clocks.push_back(static_cast<double>(last.cycles - first.cycles) /
                     static_cast<double>(last.nanoseconds - first.nanoseconds) * 1e9);
  }
  if (clocks.empty()) return 0;
  const auto middle = clocks.begin() + static_cast<std::ptrdiff_t>(clocks.size() / 2);
  std::nth_element(clocks.begin(), middle, clocks.end());
  return *middle;
}

GpuClock::GpuClock(GpuRuntime& gpu) : gpu_(gpu), memory_(gpu.allocate(2 * kBytes)) {}

void GpuClock::queue(int which, std::uint32_t spin) {
  unsigned char* part = memory_.get() + static_cast<std::uint64_t>(which) * kBytes;
  gpu_.fill(part, 0, kBytes);
  gpu_.probe_clocks({reinterpret_cast<kernels::ClockReading*>(part), kReadings, spin});
}

double GpuClock::read() {
  std::vector<kernels::ClockReading> readings(std::size_t{2} * kReadings);
  gpu_.copy(reinterpret_cast<unsigned char*>(readings.data()), memory_.get(), 2 * kBytes);
  gpu_.wait();
  const std::span<const kernels::ClockReading> all = readings;
  return clock_between(all.first(kReadings), all.last(kReadings));
}

void GpuClock::run_until_steady() {
  constexpr std::uint32_t kLong = 8'000'000;  // cycles, 4 to 6 ms
  constexpr int kMost = 60;
  constexpr double kSame = 0.005;
  double last = 0;
  for (int i = 0; i < kMost; ++i) {
    queue(0, kLong);
    queue(1, kShort);
    const double clock = read();
    if (last > 0 && std::abs(clock / last - 1) < kSame) return;
    last = clock;
  }
}

}  // namespace ridgeline::bench::gpu
