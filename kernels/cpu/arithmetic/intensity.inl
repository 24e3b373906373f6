// Tunable intensity, 1:1: each element is loaded, goes through K dependent FMAs, and is stored
// where it came from. Several vectors are under way together, so that large K reaches the compute
// roof. K below 1: only one vector in 1/K has its FMA; which ones repeats within a group.
#pragma once

#include "kernels/cpu/arithmetic/map.inl"

namespace ridgeline::kernels {
namespace {

constexpr std::size_t kMostUnrolled = 32;  // FMAs of a vector without a branch between them
constexpr std::size_t kRounds = 16;        // beyond that they run in a loop of this many

// How far ahead of the group at hand lines are asked for. A long chain of FMAs fills the window in
// which a core looks for loads to start early, and then only its hardware prefetchers fetch ahead:
// with DRAM behind it K = 64 reached 23 of 32 FLOP a cycle on Raptor Cove, 29 with this.
constexpr std::size_t kAhead = 4096;  // bytes
constexpr std::size_t kCacheLine = 64;

// Asks for the line that lies kAhead beyond vector `i` of a group at `p`, once a line. It never
// faults, and is no access that is counted.
template <std::size_t vector_bytes>
[[gnu::always_inline]] inline void ask_ahead(const std::byte* p, std::size_t i) {
  if (i * vector_bytes % kCacheLine == 0) __builtin_prefetch(p + i * vector_bytes + kAhead);
}

// In which of its `fmas` steps vector i of `chains` is finished.
constexpr std::size_t last_step(std::size_t i, std::size_t fmas, std::size_t chains) {
  return fmas <= chains ? i % fmas : i * (fmas / chains);
}

// Small K. Each vector is stored as soon as it is finished and its successor in the next group
// loaded in its place, and the vectors finish in turn, evenly over the steps. So loads, stores and
// FMAs are mixed as finely as can be; in runs of their own (all loads, all FMAs, all stores) they
// hardly overlap on Golden Cove with 512 bits: in L1 a group of K = 8 then takes 71 cycles instead
// of 65, one of K = 4 45 instead of 39 (64 and 32 are the FMAs alone).
template <class V, std::size_t fmas>
[[gnu::always_inline]] inline void intensity_pass(std::byte* p, const std::byte* last,
                                                  typename V::Register a, typename V::Register b) {
  constexpr std::size_t kGroup = V::kChains * V::kBytes;
  typename V::Register x[V::kChains];
#pragma GCC unroll 32
  for (std::size_t i = 0; i < V::kChains; ++i) x[i] = V::load(p + i * V::kBytes);
#pragma GCC unroll 32
  for (std::size_t step = 0; step < fmas; ++step) {
#pragma GCC unroll 32
    for (std::size_t i = 0; i < V::kChains; ++i) {
      if (step > last_step(i, fmas, V::kChains)) x[i] = V::fma(x[i], a, b);
    }
  }
  for (; p != last; p += kGroup) {
#pragma GCC unroll 32
    for (std::size_t step = 0; step < fmas; ++step) {
#pragma GCC unroll 32
      for (std::size_t i = 0; i < V::kChains; ++i) {
        x[i] = V::fma(x[i], a, b);
        if (step != last_step(i, fmas, V::kChains)) continue;
        V::store(p + i * V::kBytes, x[i]);
        x[i] = V::load(p + kGroup + i * V::kBytes);
        ask_ahead<V::kBytes>(p, i);
      }
    }
  }
#pragma GCC unroll 32
  for (std::size_t step = 0; step < fmas; ++step) {
#pragma GCC unroll 32
    for (std::size_t i = 0; i < V::kChains; ++i) {
      if (step <= last_step(i, fmas, V::kChains)) x[i] = V::fma(x[i], a, b);
    }
  }
#pragma GCC unroll 32
  for (std::size_t i = 0; i < V::kChains; ++i) V::store(p + i * V::kBytes, x[i]);
}

// Large K: the FMAs of a whole group run in a loop; what its ends cost is small beside that.
template <class V, std::size_t fmas>
[[gnu::always_inline]] inline void long_intensity_pass(std::byte* p, const std::byte* last,
                                                       typename V::Register a,
                                                       typename V::Register b) {
  static_assert(fmas % kRounds == 0);
  constexpr std::size_t kGroup = V::kChains * V::kBytes;
  for (const std::byte* const end = last + kGroup; p != end; p += kGroup) {
    typename V::Register x[V::kChains];
#pragma GCC unroll 32
    for (std::size_t i = 0; i < V::kChains; ++i) {
      x[i] = V::load(p + i * V::kBytes);
      ask_ahead<V::kBytes>(p, i);
    }
    std::size_t left = fmas / kRounds;
    // The count stays a count: the compiler must neither unroll further nor turn it into another.
    asm volatile("" : "+r"(left));
    do {
#pragma GCC unroll 32
      for (std::size_t step = 0; step < kRounds; ++step) {
#pragma GCC unroll 32
        for (auto& chain : x) chain = V::fma(chain, a, b);
      }
    } while (--left != 0);
#pragma GCC unroll 32
    for (std::size_t i = 0; i < V::kChains; ++i) V::store(p + i * V::kBytes, x[i]);
  }
}

// K up to 1: one vector in `vectors` is mapped, all are loaded and stored, one after the other.
template <class V, std::size_t vectors>
[[gnu::always_inline]] inline void light_intensity_pass(std::byte* p, const std::byte* last,
                                                        typename V::Register a,
                                                        typename V::Register b) {
  static_assert(V::kChains % vectors == 0);
  constexpr std::size_t kGroup = V::kChains * V::kBytes;
  for (const std::byte* const end = last + kGroup; p != end; p += kGroup) {
#pragma GCC unroll 32
    for (std::size_t i = 0; i < V::kChains; ++i) {
      typename V::Register x = V::load(p + i * V::kBytes);
      if (i % vectors == 0) x = V::fma(x, a, b);
      V::hide(x);  // or the others would neither be loaded nor stored
      V::store(p + i * V::kBytes, x);
    }
  }
}

template <class V, std::size_t fmas, std::size_t vectors>
std::uint64_t run_intensity(const Slice& slice, std::uint64_t passes) {
  static_assert(fmas == 1 || vectors == 1);
  std::byte* const base = first_array(slice);
  const std::size_t bytes = slice.elements * sizeof(typename V::Element);
  if (bytes == 0) return 0;
  const std::byte* const last = base + bytes - V::kChains * V::kBytes;
  const typename V::Register a = V::opaque(kFactor<typename V::Element>);
  const typename V::Register b = V::opaque(kAddend<typename V::Element>);
  for (; passes != 0; --passes) {
    if constexpr (fmas == 1) {
      light_intensity_pass<V, vectors>(base, last, a, b);
    } else if constexpr (fmas > kMostUnrolled) {
      long_intensity_pass<V, fmas>(base, last, a, b);
    } else {
      intensity_pass<V, fmas>(base, last, a, b);
    }
  }
  return first_and_last_word(base, bytes);
}

// `lanes` elements are a vector of the kernel: with K below 1 they say which elements are mapped.
template <class T, std::size_t fmas, std::size_t vectors, std::size_t lanes>
RIDGELINE_BASE_ISA std::uint64_t intensity_reference(const Slice& slice, std::uint64_t passes) {
  std::byte* const base = first_array(slice);
  for (std::size_t i = 0; i < slice.elements; ++i) {
    if (i / lanes % vectors != 0) continue;
    map_element<T>(base + i * sizeof(T), passes * fmas);
  }
  return first_and_last_word(base, slice.elements * sizeof(T));
}

// K = fmas / vectors, one of the two being 1.
template <class V, std::size_t fmas, std::size_t vectors = 1>
constexpr Kernel intensity_row(std::string_view name, std::string_view path,
                               const InstructionSet& set) {
  using T = typename V::Element;
  Kernel row = common_row(name, path, set,
                          {run_intensity<V, fmas, vectors>,
                           intensity_reference<T, fmas, vectors, V::kBytes / sizeof(T)>, nullptr});
  row.family = Family::intensity;
  row.mix = "1:1";
  row.precision = V::kPrecision;
  row.work = {.read = sizeof(T), .written = sizeof(T), .operations = 2.0 * fmas / vectors};
  row.element_bytes = sizeof(T);
  // Whole groups, and whole lines.
  constexpr std::size_t kQuantum = std::lcm(V::kChains * V::kBytes, kLine);
  row.quantum = kQuantum / sizeof(T);
  return row;
}

}  // namespace
}  // namespace ridgeline::kernels
