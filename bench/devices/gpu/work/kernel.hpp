// A kernel of the registry on a GPU: how it is launched, and its memory.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "bench/devices/gpu/runtime.hpp"
#include "bench/devices/gpu/work.hpp"
#include "bench/devices/gpu/work/arena.hpp"
#include "kernels/gpu/operands.hpp"

namespace ridgeline::bench::gpu {

class GpuVerifier;

// A launch without its memory: arrays and result are null.
struct KernelLaunch {
  Launch launch;
  kernels::GpuArgs args{};
  std::uint64_t array_bytes = 0;   // of one array
  std::uint64_t array_stride = 0;  // from one array to the next
  std::uint64_t set_bytes = 0;     // that the arrays take
};

// `elements`: of each array, all units together. Throws CannotRun where the kernel has no code for
// the shape's chains in flight, or more than one block would have to share a few of many SMs.
KernelLaunch launch_of(const kernels::Kernel& kernel, const kernels::Shape& shape,
                       std::uint64_t units, std::uint64_t elements, const GpuFacts& gpu,
                       int carve_out);

const kernels::GpuBackend& gpu_backend(const kernels::Kernel& kernel);

// Elements of a pointer ring in the order of the array: the next one's number. One cycle through
// all of them, random, the same for the same seed.
std::vector<std::uint32_t> ring_of(std::size_t elements, std::uint64_t seed);

class KernelWork : public GpuWork {
 public:
  // Throws CannotRun where the shape does not fit an SM, DeviceError where code or memory are
  // missing.
  KernelWork(GpuRuntime& gpu, GpuArena& arena, GpuVerifier& verifier, const Case& c);

  void begin() override;
  void queue(std::uint64_t passes) override;
  std::string verify() override;
  bool code_unchecked() const override { return code_unchecked_; }

  const kernels::Kernel& kernel() const { return *what.kernel; }
  // As it is launched, with its memory; after begin().
  const KernelLaunch& launch() const { return launch_; }
  std::uint64_t result_size() const {
    return kernels::result_bytes(gpu_backend(kernel()), launch_.args);
  }

 private:
  void check_fit();
  void make_operands();
  void make_ring();

  GpuRuntime& gpu_;
  GpuArena& arena_;
  GpuVerifier& verifier_;
  KernelLaunch launch_;
  GpuMemory own_;  // operands or ring; null: the set lies in the arena
  GpuMemory result_;
  bool code_unchecked_ = false;
};

}  // namespace ridgeline::bench::gpu
