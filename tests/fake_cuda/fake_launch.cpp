// Streams, events and launches of the fake runtime, and what nvcc's stubs call.
#include <cuda_runtime.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "kernels/cuda/latency/clock_sm75.hpp"
#include "kernels/gpu/backend.hpp"
#include "kernels/gpu/clock.hpp"
#include "kernels/registry.hpp"
#include "tests/fake_cuda/fake_state.hpp"

namespace ridgeline::bench::nvidia {
namespace {

// More than that is not done on the host: such launches are timed, and only advance the time.
constexpr std::uint64_t kMostPasses = 4;

cudaError_t answer(cudaError_t error) { return static_cast<cudaError_t>(fake_answer(error)); }

const kernels::Kernel* kernel_of(const void* function) {
  const std::span<const kernels::Kernel> given = fake_gpu().kernels;
  for (const kernels::Kernel& kernel : given.empty() ? std::span(kernels::cuda_kernels()) : given) {
    const auto* backend = std::get_if<const kernels::GpuBackend*>(&kernel.backend);
    if (backend == nullptr) continue;
    for (const kernels::GpuEntry& entry : (*backend)->entries) {
      if (entry.function == function) return &kernel;
    }
  }
  return nullptr;
}

double seconds_of(const kernels::Kernel& kernel, const kernels::GpuArgs& args) {
  const FakeGpu& gpu = fake_gpu();
  const auto passes = static_cast<double>(args.passes);
  double elements = static_cast<double>(args.elements);
  if (kernel.per_chain) elements = 1.0 * args.blocks * args.threads * args.in_flight;
  if (kernel.family == kernels::Family::latency) return passes * elements * gpu.latency;
  const double part = static_cast<double>(args.units) / gpu.units;
  const double moved = passes * elements * (kernel.work.read + kernel.work.written);
  return std::max(moved / gpu.bandwidth,
                  passes * elements * kernel.work.operations / gpu.operations) /
         part;
}

void read_clocks(const kernels::ClockArgs& args, cudaStream_t stream) {
  const FakeGpu& gpu = fake_gpu();
  const double now = std::max(*fake_state().end_of(stream), gpu.seconds) + 1;
  for (std::uint32_t sm = 0; sm < static_cast<std::uint32_t>(gpu.units); ++sm) {
    // Counters start anywhere; the differences count.
    args.readings[sm] = {static_cast<std::uint64_t>(now * gpu.clock) + sm * 1000003u,
                         static_cast<std::uint64_t>(std::llround(now * 1e9))};
  }
  fake_state().advance(stream, args.spin / gpu.clock);
}

cudaError_t launch(const void* function, dim3 grid, dim3 block, void** parameters, std::size_t,
                   cudaStream_t stream) {
  FakeGpu& gpu = fake_gpu();
  if (function == gpu.faults.launch_fails) return answer(cudaErrorInvalidConfiguration);
  ++gpu.launches;
  if (answer(cudaSuccess) != cudaSuccess) return cudaErrorIllegalAddress;
  fake_state().advance(stream, gpu.launch);
  if (function == kernels::clock_probe()) {
    read_clocks(*static_cast<const kernels::ClockArgs*>(parameters[0]), stream);
    return cudaSuccess;
  }
  const kernels::Kernel* kernel = kernel_of(function);
  if (kernel == nullptr) return answer(cudaErrorInvalidDeviceFunction);
  const kernels::GpuArgs& args = *static_cast<const kernels::GpuArgs*>(parameters[0]);
  if (grid.x != args.blocks || block.x != args.threads) return answer(cudaErrorInvalidValue);
  gpu.array = args.arrays[0];
  if (args.passes <= kMostPasses) {
    const kernels::GpuBackend& backend = *std::get<const kernels::GpuBackend*>(kernel->backend);
    backend.reference(args);
    if (function == gpu.faults.wrong_result)
      args.result[kernels::result_bytes(backend, args) / 2] ^= 1;
    ++gpu.executed;
  }
  fake_state().advance(stream, seconds_of(*kernel, args));
  return cudaSuccess;
}

}  // namespace
}  // namespace ridgeline::bench::nvidia

using namespace ridgeline::bench::nvidia;

extern "C" {

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
  FakeState& state = fake_state();
  *stream = reinterpret_cast<cudaStream_t>(&state.stream_ends[1 + state.streams_made++ % 7]);
  return answer(cudaSuccess);
}
cudaError_t cudaStreamDestroy(cudaStream_t) { return answer(cudaSuccess); }
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  fake_gpu().seconds = std::max(fake_gpu().seconds, *fake_state().end_of(stream));
  return answer(cudaSuccess);
}
cudaError_t cudaEventCreate(cudaEvent_t* event) {
  FakeState& state = fake_state();
  *event = reinterpret_cast<cudaEvent_t>(&state.event_times[state.events_made++ % 64]);
  return answer(cudaSuccess);
}
cudaError_t cudaEventDestroy(cudaEvent_t) { return answer(cudaSuccess); }
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  if (fake_gpu().faults.broken_times == 3) return answer(cudaErrorInvalidResourceHandle);
  *reinterpret_cast<double*>(event) = std::max(*fake_state().end_of(stream), fake_gpu().seconds);
  return answer(cudaSuccess);
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
  double* end = fake_state().end_of(stream);
  *end = std::max(*end, *reinterpret_cast<double*>(event));
  return answer(cudaSuccess);
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  fake_gpu().seconds = std::max(fake_gpu().seconds, *reinterpret_cast<double*>(event));
  return answer(cudaSuccess);
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
  const double seconds = *reinterpret_cast<double*>(to) - *reinterpret_cast<double*>(from);
  *milliseconds = static_cast<float>(seconds * 1e3);
  const std::int64_t broken = fake_gpu().faults.broken_times;
  if (broken == 1) *milliseconds = std::numeric_limits<float>::quiet_NaN();
  if (broken == 2) *milliseconds = 0;
  return answer(cudaSuccess);
}
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void*) {
  const FakeGpu& gpu = fake_gpu();
  *attributes = {};
  attributes->numRegs = gpu.registers;
  attributes->maxThreadsPerBlock = std::min(1024, 65536 / gpu.registers);
  attributes->binaryVersion = gpu.faults.made_for_sm != 0 ? gpu.faults.made_for_sm : gpu.sm;
  return answer(cudaSuccess);
}
cudaError_t cudaFuncSetAttribute(const void*, cudaFuncAttribute which, int value) {
  if (which == cudaFuncAttributePreferredSharedMemoryCarveout) fake_gpu().carve_out = value;
  const bool too_much = which == cudaFuncAttributeMaxDynamicSharedMemorySize &&
                        value > static_cast<int>(fake_gpu().shared_per_block);
  return answer(too_much ? cudaErrorInvalidValue : cudaSuccess);
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void*, int threads,
                                                          std::size_t shared) {
  const FakeGpu& gpu = fake_gpu();
  int fit = std::min(
      {gpu.blocks_per_unit, gpu.threads_per_unit / threads, 65536 / gpu.registers / threads});
  fit = std::min(fit, static_cast<int>(gpu.shared_per_unit / (shared + 1024)));
  *blocks = gpu.faults.occupancy_zero ? 0 : fit;
  return answer(cudaSuccess);
}
cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** parameters,
                             std::size_t shared, cudaStream_t stream) {
  return launch(function, grid, block, parameters, shared, stream);
}

// What nvcc's stubs and static constructors call. Kernels are told apart by the host's addresses,
// so that registering them changes nothing.
void** __cudaRegisterFatBinary(void*) {
  static void* handle = nullptr;
  return &handle;
}
void __cudaRegisterFatBinaryEnd(void**) {}
void __cudaUnregisterFatBinary(void**) {}
void __cudaRegisterFunction(void**, const char*, char*, const char*, int, uint3*, uint3*, dim3*,
                            dim3*, int*) {}
void __cudaRegisterVar(void**, char*, char*, const char*, int, std::size_t, int, int) {}
unsigned __cudaPushCallConfiguration(dim3, dim3, std::size_t, CUstream_st*) { return 0; }
cudaError_t __cudaPopCallConfiguration(dim3*, dim3*, std::size_t*, void*) { return cudaSuccess; }
cudaError_t __cudaGetKernel(cudaKernel_t*, const void*) { return cudaErrorNotSupported; }
cudaError_t __cudaLaunchKernel(cudaKernel_t, dim3, dim3, void**, std::size_t, cudaStream_t) {
  return cudaErrorNotSupported;
}

}  // extern "C"
