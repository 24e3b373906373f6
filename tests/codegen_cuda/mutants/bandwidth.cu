// Loads and stores, broken on purpose: see mutants.cuh.
#include "mutants.cuh"

namespace ridgeline::kernels {
namespace {

constexpr int kFlight = 4;

struct Quad {
  std::uint32_t x, y, z, w;
};

#define RIDGELINE_LOAD(name, instruction)                           \
  struct name {                                                     \
    static __device__ void load(std::uint64_t at, Quad& to) {       \
      asm volatile(instruction " {%0, %1, %2, %3}, [%4];"           \
                   : "=r"(to.x), "=r"(to.y), "=r"(to.z), "=r"(to.w) \
                   : "l"(at));                                      \
    }                                                               \
  }
RIDGELINE_LOAD(PastL1, "ld.relaxed.gpu.global.v4.u32");
RIDGELINE_LOAD(FromL1, "ld.relaxed.cta.global.v4.u32");
RIDGELINE_LOAD(Plain, "ld.global.v4.u32");
RIDGELINE_LOAD(Streamed, "ld.global.cv.v4.u32");

// Width: a word of each quad, which is a quarter of the bytes.
struct Narrow {
  static __device__ void load(std::uint64_t at, Quad& to) {
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(to.x) : "l"(at));
    to.y = to.z = to.w = 0;
  }
};
// Width: all of the bytes, in halves of two loads each.
struct Halves {
  static __device__ void load(std::uint64_t at, Quad& to) {
    asm volatile("ld.relaxed.gpu.global.v2.u32 {%0, %1}, [%2];" : "=r"(to.x), "=r"(to.y) : "l"(at));
    asm volatile("ld.relaxed.gpu.global.v2.u32 {%0, %1}, [%2 + 8];"
                 : "=r"(to.z), "=r"(to.w)
                 : "l"(at));
  }
};

__device__ std::uint32_t thread_of_grid() { return blockIdx.x * blockDim.x + threadIdx.x; }

// What is done with a batch of loads: all of it added, or less.
struct All {
  static __device__ std::uint32_t of(const Quad (&v)[kFlight]) {
    std::uint32_t sum = 0;
#pragma unroll
    for (const Quad& a : v) sum += a.x + a.y + a.z + a.w;
    return sum;
  }
};
struct LastOnly {
  static __device__ std::uint32_t of(const Quad (&v)[kFlight]) {
    return v[kFlight - 1].x + v[kFlight - 1].y + v[kFlight - 1].z + v[kFlight - 1].w;
  }
};

// From batch to batch through memory, or over the same one again and again.
template <class Load, class Use, bool moves>
__device__ void read(const GpuArgs& args) {
  std::uint64_t at = __cvta_generic_to_global(args.arrays[0]) + thread_of_grid() * sizeof(Quad);
  const std::uint64_t step = moves ? gridDim.x * blockDim.x * sizeof(Quad) * kFlight : 0;
  std::uint32_t sum = 0;
#pragma unroll 1
  for (std::uint64_t left = args.passes; left != 0; --left) {
    Quad v[kFlight];
#pragma unroll
    for (int i = 0; i < kFlight; ++i) Load::load(at + i * 512, v[i]);
    sum += Use::of(v);
    at += step;
  }
  reinterpret_cast<std::uint32_t*>(args.result)[thread_of_grid()] = sum;
}

// Flight: each load is used before the next one can begin, as its address depends on it.
__device__ void read_one_by_one(const GpuArgs& args) {
  std::uint64_t at = __cvta_generic_to_global(args.arrays[0]) + thread_of_grid() * sizeof(Quad);
  std::uint32_t sum = 0;
#pragma unroll 1
  for (std::uint64_t left = args.passes; left != 0; --left) {
#pragma unroll
    for (int i = 0; i < kFlight; ++i) {
      Quad v;
      PastL1::load(at, v);
      sum += v.x + v.y + v.z + v.w;
      at += 512 + (v.x & 16);
    }
  }
  reinterpret_cast<std::uint32_t*>(args.result)[thread_of_grid()] = sum;
}

// Overhead: the bits of each word are counted by hand.
__device__ void read_slowly(const GpuArgs& args) {
  const std::uint64_t at = __cvta_generic_to_global(args.arrays[0]) + threadIdx.x * sizeof(Quad);
  std::uint32_t sum = 0;
#pragma unroll 1
  for (std::uint64_t left = args.passes; left != 0; --left) {
    Quad v[kFlight];
#pragma unroll
    for (int i = 0; i < kFlight; ++i) FromL1::load(at + i * 512, v[i]);
#pragma unroll
    for (const Quad& a : v) {
      std::uint32_t bits = a.x ^ a.y * 3 ^ a.z * 5 ^ a.w * 7;
#pragma unroll
      for (int i = 0; i < 8; ++i) bits = bits * sum + (bits >> i | 1);
      sum += bits;
    }
  }
  reinterpret_cast<std::uint32_t*>(args.result)[thread_of_grid()] = sum;
}

// Copies a[i] to b[i], `stored` of each batch.
template <class Load, int stored>
__device__ void copy(const GpuArgs& args) {
  std::uint64_t from = __cvta_generic_to_global(args.arrays[0]) + thread_of_grid() * sizeof(Quad);
  std::uint64_t to = __cvta_generic_to_global(args.arrays[1]) + thread_of_grid() * sizeof(Quad);
  const std::uint64_t step = gridDim.x * blockDim.x * sizeof(Quad) * kFlight;
  std::uint32_t sum = 0;
#pragma unroll 1
  for (std::uint64_t left = args.passes; left != 0; --left) {
    Quad v[kFlight];
#pragma unroll
    for (int i = 0; i < kFlight; ++i) Load::load(from + i * 512, v[i]);
#pragma unroll
    for (int i = 0; i < kFlight; ++i) {
      if (i < stored) {
        asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(to + i * 512), "r"(v[i].x),
                     "r"(v[i].y), "r"(v[i].z), "r"(v[i].w)
                     : "memory");
      } else {
        sum += v[i].x + v[i].y + v[i].z + v[i].w;
      }
    }
    from += step;
    to += step;
  }
  reinterpret_cast<std::uint32_t*>(args.result)[thread_of_grid()] = sum;
}

// Shared memory, which plain reads of one and the same place never leave a register for.
template <bool stays>
__device__ void read_shared(const GpuArgs& args) {
  extern __shared__ uint4 set[];
  for (int i = 0; i < kFlight; ++i) {
    set[i * blockDim.x + threadIdx.x] =
        reinterpret_cast<const uint4*>(args.arrays[0])[i * blockDim.x + threadIdx.x];
  }
  __syncthreads();
  const auto at = static_cast<std::uint32_t>(__cvta_generic_to_shared(set + threadIdx.x));
  std::uint32_t sum = 0;
#pragma unroll 1
  for (std::uint64_t left = args.passes; left != 0; --left) {
    Quad v[kFlight];
#pragma unroll
    for (int i = 0; i < kFlight; ++i) {
      if constexpr (stays) {
        asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                     : "=r"(v[i].x), "=r"(v[i].y), "=r"(v[i].z), "=r"(v[i].w)
                     : "r"(at + i * 16384));
      } else {
        const uint4 a = set[i * blockDim.x + threadIdx.x];
        v[i] = {a.x, a.y, a.z, a.w};
      }
    }
    sum ^= All::of(v) + sum;
  }
  reinterpret_cast<std::uint32_t*>(args.result)[thread_of_grid()] = sum;
}

// A chase through a ring of offsets; chain: two at once, each half as far.
template <int rings>
__device__ void chase(const GpuArgs& args) {
  const std::uint64_t base = __cvta_generic_to_global(args.arrays[0]);
  std::uint64_t at[rings];
  for (int i = 0; i < rings; ++i) at[i] = i * 4096 + args.in_flight;
#pragma unroll 1
  for (std::uint64_t left = args.passes; left != 0; --left) {
#pragma unroll
    for (int step = 0; step < 8; ++step) {
      asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];"
                   : "=l"(at[step % rings])
                   : "l"(base + at[step % rings]));
    }
  }
  std::uint64_t sum = 0;
  for (int i = 0; i < rings; ++i) sum += at[i];
  reinterpret_cast<std::uint64_t*>(args.result)[thread_of_grid()] = sum;
}

// In place through `rounds` times `steps` multiply-adds; opcode: of two instructions each.
template <int rounds, int steps, bool fused = true>
__device__ void intensity(const GpuArgs& args) {
  std::uint64_t at = __cvta_generic_to_global(args.arrays[0]) + thread_of_grid() * sizeof(Quad);
  const float a = args.scalars.f32[0], b = args.scalars.f32[1];
#pragma unroll 1
  for (std::uint64_t left = args.passes; left != 0; --left) {
    Quad v[kFlight];
#pragma unroll
    for (int i = 0; i < kFlight; ++i) PastL1::load(at + i * 512, v[i]);
#pragma unroll 1
    for (int round = 0; round < rounds; ++round) {
#pragma unroll
      for (int k = 0; k < steps * kFlight * 4; ++k) {
        Quad& quad = v[k / 4 % kFlight];
        std::uint32_t& word = k % 4 == 0   ? quad.x
                              : k % 4 == 1 ? quad.y
                              : k % 4 == 2 ? quad.z
                                           : quad.w;
        const float x = __uint_as_float(word);
        word = __float_as_uint(fused ? __fmaf_rn(x, a, b) : __fadd_rn(__fmul_rn(x, a), b));
      }
    }
#pragma unroll
    for (int i = 0; i < kFlight; ++i) {
      asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(at + i * 512), "r"(v[i].x),
                   "r"(v[i].y), "r"(v[i].z), "r"(v[i].w)
                   : "memory");
    }
    at += gridDim.x * blockDim.x * sizeof(Quad) * kFlight;
  }
}

}  // namespace

#define RIDGELINE_BROKEN(symbol, ...) \
  extern "C" __global__ void symbol(GpuArgs args) { __VA_ARGS__(args); }

RIDGELINE_BROKEN(read_right, read<PastL1, All, true>);
RIDGELINE_BROKEN(read_l1_right, read<FromL1, All, false>);
RIDGELINE_BROKEN(read_shared_right, read_shared<true>);
RIDGELINE_BROKEN(copy_right, copy<PastL1, 4>);
RIDGELINE_BROKEN(chase_right, chase<1>);
RIDGELINE_BROKEN(intensity_right, intensity<1, 16>);
RIDGELINE_BROKEN(intensity_looped_right, intensity<4, 16>);
// Count: a multiply-add fewer, and a round fewer.
RIDGELINE_BROKEN(intensity_unrolled_short_mutant, intensity<1, 15>);
RIDGELINE_BROKEN(intensity_short_mutant, intensity<3, 16>);
RIDGELINE_BROKEN(intensity_multiplied_mutant, intensity<1, 16, false>);
RIDGELINE_BROKEN(read_hoisted_mutant, read<Plain, All, false>);
RIDGELINE_BROKEN(read_shared_hoisted_mutant, read_shared<false>);
RIDGELINE_BROKEN(read_dead_mutant, read<PastL1, LastOnly, true>);
RIDGELINE_BROKEN(read_narrow_mutant, read<Narrow, All, true>);
RIDGELINE_BROKEN(read_halves_mutant, read<Halves, All, true>);
RIDGELINE_BROKEN(read_cached_mutant, read<Plain, All, true>);
RIDGELINE_BROKEN(read_past_l1_mutant, read<Streamed, All, true>);
RIDGELINE_BROKEN(read_one_by_one_mutant, read_one_by_one);
RIDGELINE_BROKEN(read_slowly_mutant, read_slowly);
RIDGELINE_BROKEN(copy_cached_mutant, copy<Plain, 4>);
RIDGELINE_BROKEN(copy_some_mutant, copy<PastL1, 3>);
RIDGELINE_BROKEN(copy_none_mutant, copy<PastL1, 0>);
RIDGELINE_BROKEN(chase_two_mutant, chase<2>);
// Count: the same machine code, and twice the bytes on paper.
RIDGELINE_BROKEN(read_twice_mutant, read<PastL1, All, true>);

namespace {

Kernel read_row(std::string_view level) {
  Kernel row;
  row.mix = "1:0";
  row.path = "ld16B";
  row.level = level;
  row.vector_bits = 128;
  row.work.read = 16;
  row.element_bytes = 16;
  return row;
}

Kernel copy_row() {
  Kernel row = read_row("");
  row.mix = "1:1";
  row.path = "copy";
  row.work.written = 16;
  row.arrays = 2;
  return row;
}

Kernel chase_row() {
  Kernel row = read_row("");
  row.family = Family::latency;
  row.path = "chase";
  row.work.operations = 1;
  return row;
}

Kernel intensity_row(int steps) {
  Kernel row = copy_row();
  row.family = Family::intensity;
  row.precision = Precision::fp32;
  row.path = "k";
  row.work.read = row.work.written = 4;
  row.work.operations = 2.0 * steps;
  row.arrays = 1;
  row.element_bytes = 4;
  return row;
}

std::vector<Kernel> make_table() {
  const Kernel read = read_row(""), l1 = read_row("L1"), shared = read_row("shared");
  Kernel twice = read;
  twice.work.read = 32;
  return {
      RIDGELINE_MUTANT(read_right, read, kFlight),
      RIDGELINE_MUTANT(read_l1_right, l1, kFlight),
      RIDGELINE_MUTANT(read_shared_right, shared, kFlight),
      RIDGELINE_MUTANT(copy_right, copy_row(), kFlight),
      RIDGELINE_MUTANT(chase_right, chase_row(), 1),
      RIDGELINE_MUTANT(intensity_right, intensity_row(16), kFlight),
      RIDGELINE_MUTANT(intensity_looped_right, intensity_row(64), kFlight),
      RIDGELINE_MUTANT(intensity_unrolled_short_mutant, intensity_row(16), kFlight),
      RIDGELINE_MUTANT(intensity_short_mutant, intensity_row(64), kFlight),
      RIDGELINE_MUTANT(intensity_multiplied_mutant, intensity_row(16), kFlight),
      RIDGELINE_MUTANT(read_hoisted_mutant, l1, kFlight),
      RIDGELINE_MUTANT(read_shared_hoisted_mutant, shared, kFlight),
      RIDGELINE_MUTANT(read_dead_mutant, read, kFlight),
      RIDGELINE_MUTANT(read_narrow_mutant, read, kFlight),
      RIDGELINE_MUTANT(read_halves_mutant, read, kFlight),
      RIDGELINE_MUTANT(read_cached_mutant, read, kFlight),
      RIDGELINE_MUTANT(read_past_l1_mutant, l1, kFlight),
      RIDGELINE_MUTANT(read_one_by_one_mutant, read, kFlight),
      RIDGELINE_MUTANT(read_slowly_mutant, l1, kFlight),
      RIDGELINE_MUTANT(read_twice_mutant, twice, kFlight),
      RIDGELINE_MUTANT(copy_cached_mutant, copy_row(), kFlight),
      RIDGELINE_MUTANT(copy_some_mutant, copy_row(), kFlight),
      RIDGELINE_MUTANT(copy_none_mutant, copy_row(), kFlight),
      RIDGELINE_MUTANT(chase_two_mutant, chase_row(), 1),
  };
}

}  // namespace

std::span<const Kernel> mutants_bandwidth_table() {
  static const std::vector<Kernel> table = make_table();
  return table;
}

}  // namespace ridgeline::kernels
