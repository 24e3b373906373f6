// What kernels that stream through memory have to leave behind, as the host computes it from the
// definitions of who reads what in tile_schedule.hpp and scatter.hpp, one visit of a tile after the
// other.
#pragma once

#include <algorithm>
#include <cstring>
#include <vector>

#include "kernels/cuda/memory/scatter.hpp"
#include "kernels/cuda/memory/tile_schedule.hpp"
#include "kernels/gpu/backend.hpp"

namespace ridgeline::kernels {

inline constexpr std::uint32_t kLineBytes = 128;
inline constexpr std::uint32_t kLineWords = kLineBytes / 4;

inline std::uint32_t host_word(const unsigned char* at) {
  std::uint32_t word = 0;
  std::memcpy(&word, at, sizeof word);
  return word;
}

inline std::uint32_t sum_of_words(const unsigned char* at, std::uint32_t bytes) {
  std::uint32_t sum = 0;
  for (std::uint32_t i = 0; i < bytes; i += 4) sum += host_word(at + i);
  return sum;
}

// One word a thread.
inline void leave_results(const GpuArgs& args, const std::vector<std::uint32_t>& words) {
  std::memcpy(args.result, words.data(), words.size() * sizeof words[0]);
}

inline std::vector<std::uint32_t> no_results(const GpuArgs& args) {
  return std::vector<std::uint32_t>(std::size_t{args.blocks} * args.threads);
}

// visit(first thread of the warp, tile, passes before) of own_tiles().
template <class Visit>
void visit_own_tiles(const GpuArgs& args, std::uint64_t tiles, std::uint64_t passes, Visit visit) {
  for (std::uint32_t block = 0; block < args.blocks; ++block) {
    const std::uint64_t owned = tiles / args.blocks + (block < tiles % args.blocks ? 1 : 0);
    const std::uint64_t active = std::min<std::uint64_t>(owned, args.threads / kWarp);
    for (std::uint64_t i = 0; i < owned * passes; ++i) {
      const auto warp = static_cast<std::uint32_t>(i % active);
      visit(block * args.threads + warp * kWarp, block + i % owned * args.blocks, i / owned);
    }
  }
}

// Of own_tiles_of_warp().
template <class Visit>
void visit_tiles_of_warps(const GpuArgs& args, std::uint64_t tiles, Visit visit) {
  const std::uint32_t workers = args.blocks * (args.threads / kWarp);
  for (std::uint64_t pass = 0; pass < args.passes; ++pass) {
    for (std::uint64_t tile = 0; tile < tiles; ++tile) {
      const auto worker = static_cast<std::uint32_t>(tile % workers);
      const std::uint32_t block = worker % args.blocks;
      visit(block * args.threads + worker / args.blocks * kWarp, tile, pass);
    }
  }
}

// Of own_contiguous_tiles().
template <class Visit>
void visit_own_row(const GpuArgs& args, std::uint64_t tiles, Visit visit) {
  std::uint64_t first = 0;
  for (std::uint32_t block = 0; block < args.blocks; ++block) {
    const std::uint64_t owned = tiles / args.blocks + (block < tiles % args.blocks ? 1 : 0);
    for (std::uint64_t i = 0; i < owned * args.passes; ++i) {
      const auto warp = static_cast<std::uint32_t>(i % (args.threads / kWarp));
      visit(block * args.threads + warp * kWarp, first + i % owned, i / owned);
    }
    first += owned;
  }
}

// Of all_tiles().
template <class Visit>
void visit_all_tiles(const GpuArgs& args, std::uint64_t tiles, Visit visit) {
  const std::uint64_t active =
      std::clamp<std::uint64_t>(tiles / args.blocks, 1, args.threads / kWarp);
  for (std::uint32_t block = 0; block < args.blocks; ++block) {
    std::uint64_t i = 0;
    for (std::uint64_t pass = 0; pass < args.passes; ++pass) {
      for (std::uint64_t tile = (block + pass) % args.blocks; tile < tiles; tile += args.blocks) {
        const auto warp = static_cast<std::uint32_t>(i++ % active);
        visit(block * args.threads + warp * kWarp, tile, pass);
      }
    }
  }
}

// Each lane's words of a tile, added to its thread's result.
template <std::uint32_t element_bytes>
void add_tile(const GpuArgs& args, std::uint32_t thread, std::uint64_t tile,
              std::vector<std::uint32_t>& results) {
  const std::uint64_t first = tile * kWarp * args.in_flight;
  for (std::uint32_t i = 0; i < kWarp * args.in_flight; ++i) {
    results[thread + i % kWarp] +=
        sum_of_words(args.arrays[0] + (first + i) * element_bytes, element_bytes);
  }
}

template <std::uint32_t element_bytes>
void read_reference(const GpuArgs& args) {
  auto results = no_results(args);
  visit_own_tiles(args, args.elements / (kWarp * args.in_flight), args.passes,
                  [&](std::uint32_t thread, std::uint64_t tile, std::uint64_t) {
                    add_tile<element_bytes>(args, thread, tile, results);
                  });
  leave_results(args, results);
}

template <std::uint32_t element_bytes>
void read_row_reference(const GpuArgs& args) {
  auto results = no_results(args);
  visit_own_row(args, args.elements / (kWarp * args.in_flight),
                [&](std::uint32_t thread, std::uint64_t tile, std::uint64_t) {
                  add_tile<element_bytes>(args, thread, tile, results);
                });
  leave_results(args, results);
}

inline void read_rotating_reference(const GpuArgs& args) {
  auto results = no_results(args);
  visit_all_tiles(args, args.elements / (kWarp * args.in_flight),
                  [&](std::uint32_t thread, std::uint64_t tile, std::uint64_t) {
                    add_tile<16>(args, thread, tile, results);
                  });
  leave_results(args, results);
}

// A tile is 32 lines for each load in flight; the pass over lines says which of their words.
inline void read_strided_reference(const GpuArgs& args) {
  auto results = no_results(args);
  const std::uint32_t lines = kWarp * args.in_flight;
  visit_own_tiles(args, args.elements / (lines * kLineWords), args.passes * kLineWords,
                  [&](std::uint32_t thread, std::uint64_t tile, std::uint64_t round) {
                    for (std::uint32_t i = 0; i < lines; ++i) {
                      const std::uint64_t line = tile * lines + i;
                      results[thread + i % kWarp] +=
                          host_word(args.arrays[0] + line * kLineBytes + round % kLineWords * 4);
                    }
                  });
  leave_results(args, results);
}

inline void read_random_reference(const GpuArgs& args) {
  auto results = no_results(args);
  const std::uint64_t batch = kWarpSectors * args.in_flight;
  const std::uint64_t batches = args.elements / batch;
  const std::uint32_t warps = args.blocks * (args.threads / kWarp);
  const std::uint64_t active = std::min<std::uint64_t>(batches, warps);
  const std::uint64_t factor = scatter_factor(static_cast<std::uint32_t>(args.elements));
  for (std::uint64_t i = 0; i < args.elements * args.passes; ++i) {
    const auto worker = static_cast<std::uint32_t>(i / batch % active);
    const std::uint32_t thread = worker % args.blocks * args.threads + worker / args.blocks * kWarp;
    const auto x = static_cast<std::uint32_t>(i % args.elements * factor % args.elements);
    const unsigned char* sector = args.arrays[0] + std::uint64_t{scattered(x)} * kSectorBytes;
    for (std::uint32_t half = 0; half < 2; ++half) {
      results[thread + i % kWarpSectors * 2 + half] += sum_of_words(sector + half * 16, 16);
    }
  }
  leave_results(args, results);
}

// Array 0 := array 1; each thread's sum of the first words that it copied.
inline void copy_row_reference(const GpuArgs& args) {
  auto results = no_results(args);
  const std::uint64_t elements = kWarp * args.in_flight;
  visit_own_row(args, args.elements / elements,
                [&](std::uint32_t thread, std::uint64_t tile, std::uint64_t) {
                  for (std::uint64_t i = 0; i < elements; ++i) {
                    const std::uint64_t at = (tile * elements + i) * 16;
                    std::memcpy(args.arrays[0] + at, args.arrays[1] + at, 16);
                    results[thread + i % kWarp] += host_word(args.arrays[1] + at);
                  }
                });
  leave_results(args, results);
}

// Lane l reads `ways` words in a row of each stretch of 32 x ways, from word l x ways on.
template <std::uint32_t ways>
void read_conflicts_reference(const GpuArgs& args) {
  auto results = no_results(args);
  const std::uint32_t words = kWarp * args.in_flight;
  visit_own_row(
      args, args.elements / words, [&](std::uint32_t thread, std::uint64_t tile, std::uint64_t) {
        for (std::uint32_t i = 0; i < words; ++i) {
          results[thread + i / ways % kWarp] += host_word(args.arrays[0] + (tile * words + i) * 4);
        }
      });
  leave_results(args, results);
}

}  // namespace ridgeline::kernels
