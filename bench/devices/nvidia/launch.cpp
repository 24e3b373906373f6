// Copies, launches and the time between marks, through CUDA's runtime.
#include <cuda_runtime.h>

#include "bench/devices/gpu/runtime.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/units.hpp"

namespace ridgeline {
namespace {

// Up to this much a block may have without asking (CUDA C++ Programming Guide).
constexpr std::uint64_t kSharedWithoutAsking = 48 << 10;

cudaStream_t stream_of(GpuHandle lane) { return reinterpret_cast<cudaStream_t>(lane); }
cudaEvent_t event_of(GpuHandle mark) { return reinterpret_cast<cudaEvent_t>(mark); }
std::size_t index(Lane lane) { return static_cast<std::size_t>(lane); }
std::size_t index(Mark mark) { return static_cast<std::size_t>(mark); }

}  // namespace

void Gpu::copy(unsigned char* to, const unsigned char* from, std::uint64_t bytes, Lane lane) {
  require();
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream_of(lanes_[index(lane)])),
        "copying " + format_bytes(bytes));
}

void Gpu::fill(unsigned char* to, unsigned char value, std::uint64_t bytes) {
  require();
  check(cudaMemsetAsync(to, value, bytes, stream_of(lanes_[0])), "filling " + format_bytes(bytes));
}

FunctionFacts Gpu::function_facts(const void* function) {
  require();
  cudaFuncAttributes attributes{};
  check(cudaFuncGetAttributes(&attributes, function), "loading the kernel's code");
  FunctionFacts facts;
  facts.threads_per_block = attributes.maxThreadsPerBlock;
  facts.registers = attributes.numRegs;
  facts.local_bytes = attributes.localSizeBytes;
  facts.binary_sm = static_cast<std::uint16_t>(attributes.binaryVersion);
  return facts;
}

void Gpu::configure(const Launch& launch) {
  require();
  if (launch.shared > kSharedWithoutAsking) {
    check(cudaFuncSetAttribute(launch.function, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(launch.shared)),
          "asking for " + format_bytes(launch.shared) + " of shared memory a block");
  }
  // Set each time: cases that share a function can differ in it. -1 is the runtime's default, too.
  check(cudaFuncSetAttribute(launch.function, cudaFuncAttributePreferredSharedMemoryCarveout,
                             launch.carve_out),
        "asking for a carve-out of shared memory");
}

int Gpu::resident_blocks(const Launch& launch) {
  require();
  int blocks = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
            &blocks, launch.function, static_cast<int>(launch.threads), launch.shared),
        "asking how many blocks fit an SM");
  return blocks;
}

void Gpu::launch_with(const Launch& launch, const unsigned char* args, Lane lane) {
  require();
  // The runtime copies the parameter before it returns.
  void* parameters[] = {const_cast<unsigned char*>(args)};
  const cudaError_t launched =
      cudaLaunchKernel(launch.function, dim3(launch.blocks), dim3(launch.threads), parameters,
                       launch.shared, stream_of(lanes_[index(lane)]));
  const cudaError_t last = cudaGetLastError();
  check(launched != cudaSuccess ? launched : last,
        "launching " + std::to_string(launch.blocks) + " blocks of " +
            std::to_string(launch.threads) + " threads with " + format_bytes(launch.shared) +
            " of shared memory each");
}

void Gpu::mark(Mark mark, Lane lane) {
  require();
  check(cudaEventRecord(event_of(marks_[index(mark)]), stream_of(lanes_[index(lane)])),
        "recording an event");
}

void Gpu::follow(Lane later, Mark mark) {
  require();
  check(cudaStreamWaitEvent(stream_of(lanes_[index(later)]), event_of(marks_[index(mark)]), 0),
        "joining streams");
}

double Gpu::seconds_between(Mark from, Mark to) {
  require();
  check(cudaEventSynchronize(event_of(marks_[index(to)])), "waiting for an event");
  float milliseconds = 0;
  check(cudaEventElapsedTime(&milliseconds, event_of(marks_[index(from)]),
                             event_of(marks_[index(to)])),
        "reading the time between events");
  return static_cast<double>(milliseconds) * 1e-3;
}

void Gpu::wait() {
  require();
  for (const GpuHandle lane : lanes_) {
    check(cudaStreamSynchronize(stream_of(lane)), "waiting for the GPU");
  }
}

void Gpu::queue_foreign(const std::function<void(GpuHandle stream)>& work) {
  require();
  work(lanes_[0]);
  check(cudaGetLastError(), "queueing a library's work");
}

}  // namespace ridgeline
