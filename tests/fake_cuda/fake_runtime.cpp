// Devices, memory, copies and failures of the fake runtime.
#include "tests/fake_cuda/fake_runtime.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>

#include "tests/fake_cuda/fake_state.hpp"

namespace ridgeline::bench::nvidia {

FakeGpu& fake_gpu() {
  static FakeGpu gpu;
  return gpu;
}

FakeState& fake_state() {
  static FakeState state;
  return state;
}

void reset_fake_gpu(std::span<const kernels::Kernel> kernels) {
  fake_gpu() = FakeGpu{};
  fake_gpu().kernels = kernels;
  fake_state() = FakeState{};
}

bool fake_lost() {
  const FakeGpu& gpu = fake_gpu();
  return gpu.faults.lost_after >= 0 &&
         gpu.launches > static_cast<std::uint64_t>(gpu.faults.lost_after);
}

int fake_answer(int error) {
  const int said = fake_lost() ? int{cudaErrorIllegalAddress} : error;
  if (said != cudaSuccess) fake_state().last_error = said;
  return said;
}

namespace {

cudaError_t answer(cudaError_t error) { return static_cast<cudaError_t>(fake_answer(error)); }

std::map<void*, std::size_t>& blocks() {
  static std::map<void*, std::size_t> sizes;
  return sizes;
}

int attribute_of(const FakeGpu& gpu, cudaDeviceAttr which) {
  switch (which) {
    case cudaDevAttrComputeCapabilityMajor:
      return gpu.sm / 10;
    case cudaDevAttrComputeCapabilityMinor:
      return gpu.sm % 10;
    case cudaDevAttrMultiProcessorCount:
      return gpu.units;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      return gpu.threads_per_unit;
    case cudaDevAttrMaxBlocksPerMultiprocessor:
      return gpu.blocks_per_unit;
    case cudaDevAttrL2CacheSize:
      return static_cast<int>(gpu.l2);
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      return static_cast<int>(gpu.shared_per_unit);
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      return static_cast<int>(gpu.shared_per_block);
    case cudaDevAttrReservedSharedMemoryPerBlock:
      return 1024;
    case cudaDevAttrClockRate:
      return static_cast<int>(gpu.promised_clock / 1e3);
    case cudaDevAttrMemoryClockRate:
      return static_cast<int>(gpu.memory_clock / 1e3);
    case cudaDevAttrGlobalMemoryBusWidth:
      return gpu.memory_bits;
    case cudaDevAttrAsyncEngineCount:
      return 3;
    case cudaDevAttrEccEnabled:
      return 1;
    default:
      return 0;
  }
}

}  // namespace
}  // namespace ridgeline::bench::nvidia

using namespace ridgeline::bench::nvidia;

extern "C" {

cudaError_t cudaSetDevice(int device) {
  return answer(device < fake_gpu().gpus ? cudaSuccess : cudaErrorInvalidDevice);
}
cudaError_t cudaGetDeviceCount(int* count) {
  *count = fake_gpu().gpus;
  return answer(cudaSuccess);
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int) {
  const FakeGpu& gpu = fake_gpu();
  *properties = {};
  std::strncpy(properties->name, gpu.name.c_str(), sizeof properties->name - 1);
  std::memcpy(&properties->uuid, gpu.uuid, sizeof gpu.uuid);
  properties->totalGlobalMem = gpu.memory;
  return answer(cudaSuccess);
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr which, int) {
  *value = attribute_of(fake_gpu(), which);
  return answer(cudaSuccess);
}
cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int) {
  std::strncpy(text, fake_gpu().bus_id.c_str(), static_cast<std::size_t>(length) - 1);
  return answer(cudaSuccess);
}
cudaError_t cudaDeviceCanAccessPeer(int* can, int, int) {
  *can = 1;
  return answer(cudaSuccess);
}
cudaError_t cudaDeviceEnablePeerAccess(int, unsigned) { return answer(cudaSuccess); }
cudaError_t cudaDriverGetVersion(int* version) {
  *version = fake_gpu().driver;
  return answer(cudaSuccess);
}
cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = CUDART_VERSION;
  return answer(cudaSuccess);
}
cudaError_t cudaMemGetInfo(std::size_t* left, std::size_t* total) {
  *total = fake_gpu().memory;
  *left = fake_gpu().memory - std::min(fake_gpu().memory, fake_gpu().allocated);
  return answer(cudaSuccess);
}
cudaError_t cudaMalloc(void** memory, std::size_t bytes) {
  FakeGpu& gpu = fake_gpu();
  *memory = nullptr;
  if (gpu.allocated + bytes > gpu.memory) return answer(cudaErrorMemoryAllocation);
  if (answer(cudaSuccess) != cudaSuccess) return cudaErrorIllegalAddress;
  // Of exactly that size, so that a sanitizer sees what goes beyond; malloc's 16 B are what it
  // aligns to, and nothing here needs more.
  *memory = std::malloc(bytes);
  std::memset(*memory, 0xCD, std::min<std::size_t>(bytes, 1 << 20));  // not zero by chance
  blocks()[*memory] = bytes;
  gpu.allocated += bytes;
  ++gpu.allocations;
  return cudaSuccess;
}
cudaError_t cudaFree(void* memory) {
  const auto block = blocks().find(memory);
  if (block == blocks().end()) return answer(cudaErrorInvalidValue);
  fake_gpu().allocated -= std::min<std::uint64_t>(fake_gpu().allocated, block->second);
  --fake_gpu().allocations;
  blocks().erase(block);
  std::free(memory);
  return answer(cudaSuccess);
}
cudaError_t cudaHostRegister(void*, std::size_t, unsigned) {
  if (fake_gpu().faults.pinning_fails) return answer(cudaErrorMemoryAllocation);
  ++fake_gpu().pinned;
  return answer(cudaSuccess);
}
cudaError_t cudaHostUnregister(void*) {
  --fake_gpu().pinned;
  return answer(cudaSuccess);
}
cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned) {
  *device = host;
  return answer(cudaSuccess);
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind,
                            cudaStream_t stream) {
  if (answer(cudaSuccess) != cudaSuccess) return cudaErrorIllegalAddress;
  const FakeGpu& gpu = fake_gpu();
  const bool large = bytes > (std::size_t{8} << 20);  // a transfer that is measured
  const bool lost = large && gpu.faults.transfers_lose_data;
  std::memmove(to, from, lost ? bytes / 2 : bytes);
  const auto in_gpu = [](const void* at) {
    const auto above = blocks().upper_bound(const_cast<void*>(at));
    if (above == blocks().begin()) return false;
    const auto& [start, size] = *std::prev(above);
    return at < static_cast<const char*>(start) + size;
  };
  const bool inside = in_gpu(to) && in_gpu(from);
  const double rate = inside ? gpu.bandwidth / 2 : gpu.link;
  fake_state().advance(stream, gpu.launch + static_cast<double>(bytes) / rate);
  return cudaSuccess;
}
cudaError_t cudaMemsetAsync(void* to, int value, std::size_t bytes, cudaStream_t stream) {
  if (answer(cudaSuccess) != cudaSuccess) return cudaErrorIllegalAddress;
  std::memset(to, value, bytes);
  fake_state().advance(stream, fake_gpu().launch);
  return cudaSuccess;
}
cudaError_t cudaGetLastError() {
  const int last = fake_lost() ? int{cudaErrorIllegalAddress} : fake_state().last_error;
  fake_state().last_error = cudaSuccess;
  return static_cast<cudaError_t>(last);
}
const char* cudaGetErrorName(cudaError_t error) {
  return error == cudaErrorIllegalAddress ? "cudaErrorIllegalAddress" : "cudaErrorOfTheFake";
}
const char* cudaGetErrorString(cudaError_t error) {
  return error == cudaErrorIllegalAddress ? "an illegal memory access was encountered" : "fake";
}

}  // extern "C"
