// Two threads take turns at one word that lies alone on its line.
#include "bench/devices/cpu/cache_line_ping.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "bench/devices/system/timer.hpp"

namespace ridgeline::bench {
namespace {

constexpr unsigned kTrips = 50;        // there and back; at 560 ns each a batch takes 28 us
constexpr unsigned kBatches = 5;       // the first one also brings both threads up to speed
constexpr int kMostSpins = 1'000'000;  // some ms; whoever waits longer has no partner
constexpr std::size_t kMostForAllPairs = 8;

// The word's line is nobody else's, nor is the one beside it (adjacent lines are fetched in pairs).
struct alignas(128) SharedWord {
  std::atomic<std::uint32_t> turn{0};
  alignas(128) std::atomic<bool> abandoned{false};
  double seconds = 0;
};

bool wait_for(SharedWord& shared, std::uint32_t turn) {
  for (int spins = 0; shared.turn.load(std::memory_order_acquire) != turn; ++spins) {
    if (spins < kMostSpins && !shared.abandoned.load(std::memory_order_relaxed)) continue;
    shared.abandoned.store(true, std::memory_order_relaxed);
    return false;
  }
  return true;
}

// Begins each trip, and keeps the time.
void ping(SharedWord& shared) {
  std::uint32_t turn = 0;
  double best = 0;
  for (unsigned batch = 0; batch < kBatches; ++batch) {
    const double start = now_seconds();
    for (unsigned trip = 0; trip < kTrips; ++trip) {
      shared.turn.store(++turn, std::memory_order_release);
      if (!wait_for(shared, ++turn)) return;
    }
    const double seconds = (now_seconds() - start) / kTrips;
    if (batch > 0 && (best == 0 || seconds < best)) best = seconds;
  }
  shared.seconds = best;
}

void pong(SharedWord& shared) {
  std::uint32_t turn = 1;
  for (unsigned trip = 0; trip < kBatches * kTrips; ++trip) {
    if (!wait_for(shared, turn)) return;
    shared.turn.store(turn + 1, std::memory_order_release);
    turn += 2;
  }
}

// s of each pair of which both ran, in their order; 0 for the others.
std::vector<double> ping_pairs(ThreadTeam& team, std::span<const int> units) {
  std::vector<SharedWord> words(units.size() / 2);
  team.run(units.first(2 * words.size()), [&](int position, StartBarrier& barrier) {
    SharedWord& shared = words[static_cast<std::size_t>(position) / 2];
    barrier.wait();
    if (position % 2 == 0) {
      ping(shared);
    } else {
      pong(shared);
    }
  });
  std::vector<double> seconds;
  for (const SharedWord& shared : words) seconds.push_back(shared.seconds);
  return seconds;
}

}  // namespace

double mean_cache_line_latency(ThreadTeam& team, std::span<const int> units) {
  if (units.size() < 2) return 0;
  double sum = 0;
  int count = 0;
  for (const double seconds : ping_pairs(team, units)) {
    sum += seconds;
    count += seconds > 0 ? 1 : 0;
  }
  return count == 0 ? 0 : sum / count;
}

std::vector<ceilings::CacheLineLatency> cache_line_latencies(ThreadTeam& team,
                                                             std::span<const int> units) {
  std::vector<ceilings::CacheLineLatency> found;
  const std::size_t firsts = units.size() <= kMostForAllPairs ? units.size() : 1;
  for (std::size_t from = 0; from < firsts; ++from) {
    for (std::size_t to = from + 1; to < units.size(); ++to) {
      const std::array<int, 2> pair{units[from], units[to]};
      const double seconds = ping_pairs(team, pair).front();
      if (seconds > 0) found.push_back({static_cast<int>(from), static_cast<int>(to), seconds});
    }
  }
  return found;
}

}  // namespace ridgeline::bench
