// The same launch twice: on the GPU, and by the reference on a copy of its memory.
#include "bench/devices/gpu/work/verify.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>

#include "bench/devices/gpu/work/verify_reach.hpp"
#include "bench/devices/working_set.hpp"
#include "ceilings/errors.hpp"

namespace ridgeline::bench::gpu {
namespace {

// Bytes of a set up to which it is computed anew on the host: for each case, and once a kernel.
constexpr double kAlways = 4 << 20, kOnce = 64 << 20;
constexpr std::uint64_t kFourGiB = std::uint64_t{1} << 32;

constexpr std::size_t kAlignment = 4096;
constexpr std::uint64_t kRoomStep = 256;  // bytes, as far as kernels may count on

// Host memory for a launch's arrays or result; aligned, since references may read whole vectors.
class HostBytes {
 public:
  explicit HostBytes(std::size_t bytes)
      : memory_(static_cast<unsigned char*>(
            std::aligned_alloc(kAlignment, (bytes + kAlignment) / kAlignment * kAlignment))),
        bytes_(bytes) {
    if (memory_ == nullptr) throw DeviceError("the host has no memory to verify a kernel in");
    std::memset(memory_.get(), kUntouched, bytes);
  }
  unsigned char* get() const { return memory_.get(); }
  std::size_t size() const { return bytes_; }

  static constexpr unsigned char kUntouched = 0xA5;

 private:
  struct Free {
    void operator()(unsigned char* memory) const { std::free(memory); }
  };
  std::unique_ptr<unsigned char, Free> memory_;
  std::size_t bytes_;
};

std::byte* as_bytes(unsigned char* memory) { return reinterpret_cast<std::byte*>(memory); }

void place(kernels::GpuArgs& args, const kernels::Kernel& kernel, std::uint64_t stride,
           unsigned char* arrays, unsigned char* result) {
  for (std::size_t array = 0; array < kernel.arrays; ++array) {
    args.arrays[array] = arrays + array * stride;
  }
  args.result = result;
}

// Other numbers for each array. Of a size that is no power of two, so that no index that is wrong
// by one meets the same numbers.
const std::vector<std::byte>& tile_of(std::size_t array) {
  constexpr std::size_t kBytes = 400'012;
  static const std::array kTiles{random_tile(kBytes, 7), random_tile(kBytes, 8),
                                 random_tile(kBytes, 9), random_tile(kBytes, 10)};
  return kTiles.at(array);
}

// What the kernel finds in memory: numbers that differ from array to array.
void fill_arrays(const kernels::Kernel& kernel, const KernelLaunch& made, unsigned char* arrays) {
  const kernels::GpuFill fill = gpu_backend(kernel).fill;
  if (fill == kernels::GpuFill::operands) {
    kernels::fill_operands(kernel.precision, kernels::OperandKind::integers, as_bytes(arrays),
                           made.set_bytes);
    return;
  }
  if (fill == kernels::GpuFill::ring) {
    const std::vector<std::uint32_t> next = ring_of(made.args.elements, 3);
    for (std::size_t i = 0; i < next.size(); ++i) {
      const std::uint64_t offset = std::uint64_t{next[i]} * kernel.element_bytes;
      std::memcpy(arrays + i * kernel.element_bytes, &offset, sizeof offset);
    }
    return;
  }
  for (std::size_t array = 0; array < kernel.arrays; ++array) {
    unsigned char* to = arrays + array * made.array_stride;
    const std::vector<std::byte>& tile = tile_of(array);
    for (std::uint64_t at = 0; at < made.array_bytes; at += tile.size()) {
      std::memcpy(to + at, tile.data(), std::min(tile.size(), made.array_bytes - at));
    }
  }
}

std::string place_text(const kernels::Kernel& kernel, const kernels::GpuArgs& args) {
  return std::string(kernel.name) + " at " + std::to_string(args.elements) + " elements, " +
         std::to_string(args.passes) + " passes, " + std::to_string(args.blocks) + " blocks of " +
         std::to_string(args.threads) + " threads, " + std::to_string(args.in_flight) +
         " in flight";
}

std::string difference(const HostBytes& seen, const HostBytes& right, const std::string& where,
                       const char* what) {
  if (std::memcmp(seen.get(), right.get(), right.size()) == 0) return "";
  const auto* at = std::mismatch(seen.get(), seen.get() + seen.size(), right.get()).first;
  return where + " leaves " + what + " that differs from its reference's at byte " +
         std::to_string(at - seen.get()) + " of " + std::to_string(right.size());
}

// Runs the reference on `host` (a copy of the arrays from before the launch) and compares.
std::string compare(GpuRuntime& gpu, const kernels::Kernel& kernel, const KernelLaunch& made,
                    HostBytes& host, const unsigned char* arrays, const unsigned char* result) {
  const kernels::GpuBackend& backend = gpu_backend(kernel);
  HostBytes right(kernels::result_bytes(backend, made.args));
  kernels::GpuArgs args = made.args;
  place(args, kernel, made.array_stride, host.get(), right.get());
  backend.reference(args);
  HostBytes seen(host.size()), seen_result(right.size());
  gpu.copy(seen.get(), arrays, seen.size());
  if (seen_result.size() > 0) gpu.copy(seen_result.get(), result, seen_result.size());
  gpu.wait();
  const std::string where = place_text(kernel, made.args);
  const std::string wrong = difference(seen, host, where, "memory");
  return wrong.empty() ? difference(seen_result, right, where, "a result") : wrong;
}

// Numbers of quanta: from one, far fewer than there are threads, to some more than a round of them.
std::vector<std::uint64_t> odd_sizes(const kernels::Kernel& kernel, const kernels::Shape& shape) {
  if (kernel.family == kernels::Family::compute) return {1};
  if (gpu_backend(kernel).fill == kernels::GpuFill::ring) return {2, 3, 13, 1000};
  const std::uint64_t round = std::uint64_t{shape.threads_per_block} * shape.in_flight * 2;
  std::vector<std::uint64_t> sizes{1, 2, 3, 7, 13};
  if (round * kernel.element_bytes * kernel.arrays < (1U << 20)) {
    sizes.push_back(round / kernel.quantum + 5);
  }
  return sizes;
}

// References of chains and products take a while, and know neither grid nor set: fewer of them.
std::vector<std::uint64_t> passes_to_try(const kernels::Kernel& kernel, std::uint64_t units,
                                         bool again) {
  if (again) return {units == 1 ? std::uint64_t{1} : std::uint64_t{2}};
  if (kernel.family != kernels::Family::compute) return {1, 2, 3};
  if (units == 1) return {2};
  return {1, 3};
}

// One launch as it will be timed, on its own working set.
std::string verify_in_place(GpuRuntime& gpu, KernelWork& work) {
  work.begin();
  KernelLaunch made = work.launch();
  HostBytes host(made.set_bytes);
  gpu.copy(host.get(), made.args.arrays[0], host.size());
  gpu.wait();
  if (work.result_size() > 0) {
    gpu.fill(made.args.result, HostBytes::kUntouched, work.result_size());
  }
  work.queue(1);
  gpu.wait();
  return compare(gpu, work.kernel(), made, host, made.args.arrays[0], made.args.result);
}

}  // namespace

unsigned char* GpuVerifier::room(GpuMemory& memory, std::uint64_t& has, std::uint64_t bytes) {
  const std::uint64_t wanted = std::max<std::uint64_t>(bytes, 1 << 20);
  if (has < wanted) {
    memory.reset();
    has = 0;
    memory = gpu_.allocate(wanted);
    has = wanted;
  }
  // So near to the end that a kernel which goes beyond has a chance to be caught.
  return memory.get() + (has - bytes) / kRoomStep * kRoomStep;
}

std::string GpuVerifier::size(const kernels::Kernel& kernel, KernelLaunch made,
                              std::uint64_t passes) {
  made.args.passes = passes;
  HostBytes host(made.set_bytes);
  fill_arrays(kernel, made, host.get());
  const std::uint64_t result = kernels::result_bytes(gpu_backend(kernel), made.args);
  unsigned char* arrays = room(arrays_, arrays_bytes_, made.set_bytes);
  unsigned char* results = room(results_, results_bytes_, result);
  gpu_.copy(arrays, host.get(), host.size());
  if (result > 0) gpu_.fill(results, HostBytes::kUntouched, result);
  place(made.args, kernel, made.array_stride, arrays, results);
  gpu_.launch(made.launch, made.args);
  gpu_.wait();
  return compare(gpu_, kernel, made, host, arrays, results);
}

std::string GpuVerifier::small(const kernels::Kernel& kernel, const kernels::Shape& shape,
                               int carve_out, bool again) {
  kernels::Shape one = shape;
  one.blocks_per_unit = 1;
  const bool ring = gpu_backend(kernel).fill == kernels::GpuFill::ring;
  for (const std::uint64_t units : {std::uint64_t{1}, std::uint64_t{3}}) {
    if (ring && units > 1) break;  // one thread walks
    for (const std::uint64_t quanta : odd_sizes(kernel, shape)) {
      const KernelLaunch made =
          launch_of(kernel, one, units, quanta * kernel.quantum, gpu_.facts(), carve_out);
      if (made.launch.shared > gpu_.facts().shared_per_block) continue;
      gpu_.configure(made.launch);
      for (const std::uint64_t passes : passes_to_try(kernel, units, again)) {
        const std::string wrong = size(kernel, made, passes);
        if (!wrong.empty()) return wrong;
      }
    }
  }
  return "";
}

std::string GpuVerifier::verify(KernelWork& work) {
  const kernels::Kernel& kernel = work.kernel();
  const kernels::Shape& shape = work.what.shape;
  const auto variant = std::tuple(kernel.name, int{shape.in_flight}, int{shape.threads_per_block});
  if (verified_.count(variant) == 0) {
    const auto code = std::tuple(kernel.name, int{shape.in_flight}, 0);
    const bool again = verified_.count(code) > 0;
    const std::string wrong = small(kernel, shape, work.what.carve_out, again);
    if (!wrong.empty()) return wrong;
    verified_.insert(code);
    verified_.insert(variant);
  }
  // Sums of random operands depend on their order: those kernels were checked with whole numbers.
  if (gpu_backend(kernel).fill == kernels::GpuFill::operands) return "";
  // The reference takes about as long for an operation as for eight bytes.
  const double effort =
      static_cast<double>(work.launch().set_bytes) +
      8 * kernel.work.operations * static_cast<double>(work.launch().args.elements);
  const bool large =
      effort > kAlways && effort <= kOnce && kernel.family != kernels::Family::latency;
  if (effort <= kAlways || (large && work.what.stage == ceilings::Stage::confirm &&
                            verified_large_.insert(kernel.name).second)) {
    return verify_in_place(gpu_, work);
  }
  if (large || kernel.family != kernels::Family::bandwidth) return "";
  auto& reached = work.launch().array_bytes > kFourGiB ? verified_far_reach_ : verified_reach_;
  return reached.insert(kernel.name).second ? verify_reach(gpu_, work) : "";
}

}  // namespace ridgeline::bench::gpu
