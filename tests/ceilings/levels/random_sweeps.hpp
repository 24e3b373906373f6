// Random memory hierarchies and what a sweep of them would show. Written against the physics
// (shares of hits, times that add up, noise of repetitions), not against the detector that it
// tests.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "ceilings/levels/plateaus.hpp"

namespace ridgeline::ceilings {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(engine_() >> 11) * 0x1p-53;
  }
  double about(double low, double high) { return std::exp(between(std::log(low), std::log(high))); }
  int whole(int low, int high) {
    return low + static_cast<int>(engine_() % static_cast<std::uint64_t>(high - low + 1));
  }
  bool chance(double probability) { return between(0, 1) < probability; }
  double normal() {
    return std::sqrt(-2 * std::log(between(1e-12, 1))) *
           std::cos(6.283185307179586 * between(0, 1));
  }

 private:
  std::mt19937_64 engine_;
};

// How the share of hits falls above the capacity.
enum class Edge : std::uint8_t { octave, logarithmic, sharp, half, early };

inline double hit_share(Edge edge, double ratio) {
  const auto linear = [ratio](double from, double to) {
    return std::clamp((to - ratio) / (to - from), 0.0, 1.0);
  };
  switch (edge) {
    case Edge::octave:
      return linear(1, 2);
    case Edge::logarithmic:
      return std::clamp(1 - std::log2(ratio), 0.0, 1.0);
    case Edge::sharp:
      return ratio <= 1 ? 1 : 0;
    case Edge::half:
      return linear(1, 1.5);
    case Edge::early:
      return linear(0.85, 2);
  }
  return 0;
}

struct RandomLevel {
  double capacity = 0;  // bytes; infinite for memory
  double rate = 0;      // B/s
  Edge edge = Edge::octave;
  double rise = 0;  // what its rate lacks at first, over the first 1.7 octaves
};

struct RandomDevice {
  std::vector<RandomLevel> levels;
  int sizes_per_octave = 6, memory_sizes = 3;
  double noise = 0;                  // of one repetition, relative
  double slope = 0, slope_from = 0;  // fall per octave, beyond a size
  double start_up = 0;               // bytes' worth of time that each pass costs besides
};

inline RandomDevice random_device_of(Dice& dice) {
  RandomDevice device;
  const int count = dice.whole(1, 5);
  constexpr std::array kGrids{4, 5, 6, 8};
  device.sizes_per_octave = kGrids[static_cast<std::size_t>(dice.whole(0, 3))];
  device.memory_sizes = std::min(device.sizes_per_octave, dice.whole(2, 4));
  double capacity = dice.about(16e3, 128e3), rate = dice.about(1e10, 1e13);
  for (int i = 0; i < count; ++i) {
    RandomLevel level{i + 1 < count ? capacity : INFINITY, rate};
    level.edge = static_cast<Edge>(dice.whole(0, 4));
    const double growth = dice.chance(0.4) ? 4.001 : dice.about(4, i < 2 ? 32 : 8);
    const double fall = dice.chance(0.3) ? 1.3 : dice.about(1.3, 8);
    // A narrow level has no room for a rise.
    const bool wide = i > 0 && i + 1 < count && capacity > 16 * device.levels.back().capacity;
    if (wide && device.levels.back().rate > 1.5 * rate && dice.chance(0.3)) {
      level.rise = dice.between(0, 0.25);
    }
    device.levels.push_back(level);
    capacity *= growth;
    rate /= fall;
  }
  device.noise = dice.chance(0.5) ? 0.05 : dice.between(0, 0.05);
  if (dice.chance(0.4)) {
    device.slope = dice.between(0, 0.03);
    device.slope_from = dice.about(64e3, 1e9);
  }
  if (dice.chance(0.4)) device.start_up = dice.between(0, 400);
  return device;
}

// The rate without noise: times of the shares that each level serves add up.
inline double ideal_rate(const RandomDevice& device, double size) {
  double time = 0, served = 0, before = 0;
  for (const RandomLevel& level : device.levels) {
    const double hits =
        std::isinf(level.capacity) ? 1 : hit_share(level.edge, size / level.capacity);
    const double grown = before > 0 ? std::clamp(std::log2(size / before / 2) / 1.7, 0.0, 1.0) : 1;
    time += std::max(0.0, hits - served) / (level.rate * (1 - level.rise * (1 - grown)));
    served = std::max(served, hits);
    before = level.capacity;
  }
  double rate = 1 / time / (1 + device.start_up / size);
  if (device.slope > 0 && size > device.slope_from) {
    rate *= 1 - device.slope * std::log2(size / device.slope_from);
  }
  return rate;
}

// Median of six repetitions, one in ten of which runs at half speed.
inline double noisy_median(Dice& dice, double rate, double noise) {
  std::array<double, 6> rates{};
  for (double& each : rates) {
    each = rate * (1 + noise * dice.normal()) * (dice.chance(0.1) ? 0.5 : 1);
  }
  std::sort(rates.begin(), rates.end());
  return (rates[2] + rates[3]) / 2;
}

inline std::vector<double> sweep_sizes_of(const RandomDevice& device) {
  double last = 4 << 20;
  for (const RandomLevel& level : device.levels) {
    if (!std::isinf(level.capacity)) last = std::max(last, level.capacity);
  }
  std::vector<double> sizes;
  for (double size = 4096; size < std::max(8 * last, 1e9);) {
    sizes.push_back(std::round(size / 64) * 64);
    size *= std::exp2(1.0 / (size < 2 * last ? device.sizes_per_octave : device.memory_sizes));
  }
  return sizes;
}

inline std::vector<SweepPoint> random_sweep(const RandomDevice& device, Dice& dice) {
  std::vector<SweepPoint> sweep;
  for (const double size : sweep_sizes_of(device)) {
    const double rate = noisy_median(dice, ideal_rate(device, size), device.noise);
    sweep.push_back({static_cast<std::uint64_t>(size), rate, 0});
  }
  return sweep;
}

// Points [first, first + count) of a sweep, slowed down: an outlier, or a slow phase.
inline void slow_down(std::vector<SweepPoint>& sweep, std::size_t first, std::size_t count,
                      double factor) {
  for (std::size_t k = first; k < first + count; ++k) sweep[k].bandwidth *= factor;
}

}  // namespace ridgeline::ceilings
