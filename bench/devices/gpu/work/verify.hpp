// Checks that a GPU kernel does the work it claims, against its reference on the host.
#pragma once

#include <string>

#include "bench/devices/gpu/runtime.hpp"
#include "bench/devices/gpu/work/kernel.hpp"

namespace ridgeline {

// Keeps its memory between kernels, as making it takes longer than most checks.
class CudaVerifier {
 public:
  explicit CudaVerifier(Gpu& gpu) : gpu_(gpu) {}

  // In this shape, with few blocks, at odd small sizes and 1 to 3 passes, on memory of its own
  // (small whole numbers where operands are numbers): what it leaves in memory and as its result
  // must equal the reference's bit for bit. Empty, or what differed.
  // `again`: the same code was checked in another shape; then one pass of each size will do.
  std::string small(const Kernel& kernel, const Shape& shape, int carve_out, bool again);

 private:
  std::string size(const Kernel& kernel, KernelLaunch made, std::uint64_t passes);
  unsigned char* room(GpuMemory& memory, std::uint64_t& has, std::uint64_t bytes);

  Gpu& gpu_;
  GpuMemory arrays_, results_;
  std::uint64_t arrays_bytes_ = 0, results_bytes_ = 0;
};

// The same for one launch as it will be timed, on its own working set.
std::string verify_in_place(Gpu& gpu, KernelWork& work);

// For sets that are too large to compute anew on the host: a changed word at the start, in the
// middle, beyond 4 GiB and at the end has to change the result of a kernel that reads, and none
// there may be left as it was by one that writes.
std::string verify_reach(Gpu& gpu, KernelWork& work);

}  // namespace ridgeline
