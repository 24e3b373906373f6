// Checks that a GPU kernel does the work it claims, against its reference on the host.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <tuple>

#include "bench/devices/gpu/runtime.hpp"
#include "bench/devices/gpu/work/kernel.hpp"

namespace ridgeline::bench::gpu {

// Keeps its memory between kernels, as making it takes longer than most checks.
class GpuVerifier {
 public:
  explicit GpuVerifier(GpuRuntime& gpu) : gpu_(gpu) {}

  // Empty, or what the kernel does wrong. Each of its codes is checked at small sizes once; small
  // working sets as they will be timed; of large ones, once, whether they are reached at all.
  std::string verify(KernelWork& work);

 private:
  // In this shape, with few blocks, at odd small sizes and 1 to 3 passes, on memory of its own
  // (small whole numbers where operands are numbers): what it leaves in memory and as its result
  // must equal the reference's bit for bit. Empty, or what differed.
  // `again`: the same code was checked in another shape; then one pass of each size will do.
  std::string small(const kernels::Kernel& kernel, const kernels::Shape& shape, int carve_out,
                    bool again);
  std::string size(const kernels::Kernel& kernel, KernelLaunch made, std::uint64_t passes);
  unsigned char* room(GpuMemory& memory, std::uint64_t& has, std::uint64_t bytes);

  GpuRuntime& gpu_;
  GpuMemory arrays_, results_;
  std::uint64_t arrays_bytes_ = 0, results_bytes_ = 0;
  // Name, in flight, threads (0: in any shape): verified at small sizes.
  std::set<std::tuple<std::string_view, int, int>> verified_;
  std::set<std::string_view> verified_large_, verified_reach_, verified_far_reach_;
};

}  // namespace ridgeline::bench::gpu
