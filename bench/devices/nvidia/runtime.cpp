// Devices, memory and failures through CUDA's runtime.
#include "bench/devices/gpu/runtime.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <array>

#include "bench/devices/identity/bus_ids.hpp"
#include "bench/devices/nvidia/driver.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/units.hpp"

namespace ridgeline {
namespace {

// After these the context is gone, and every later call of this process fails the same way.
bool is_sticky(cudaError_t error) {
  constexpr std::array kSticky = {
      cudaErrorIllegalAddress,      cudaErrorLaunchFailure,       cudaErrorLaunchTimeout,
      cudaErrorHardwareStackError,  cudaErrorIllegalInstruction,  cudaErrorMisalignedAddress,
      cudaErrorInvalidAddressSpace, cudaErrorInvalidPc,           cudaErrorAssert,
      cudaErrorECCUncorrectable,    cudaErrorNvlinkUncorrectable, cudaErrorDevicesUnavailable,
      cudaErrorDeviceUninitialized, cudaErrorContextIsDestroyed,  cudaErrorUnknown};
  return std::find(kSticky.begin(), kSticky.end(), error) != kSticky.end();
}

// For destructors: nothing can be done about a failure there, and it must not meet the next call.
void quietly(cudaError_t error) noexcept {
  if (error != cudaSuccess) (void)cudaGetLastError();
}

}  // namespace

void GpuFree::operator()(unsigned char* memory) const noexcept {
  if (memory != nullptr) quietly(cudaFree(memory));
}

void Gpu::require() const {
  if (!lost_.empty()) throw DeviceLost(lost_);
}

void Gpu::check(int code, const std::string& what) {
  const auto error = static_cast<cudaError_t>(code);
  if (error == cudaSuccess) return;
  (void)cudaGetLastError();  // the runtime keeps it for the next caller otherwise
  const std::string said = std::string(cudaGetErrorName(error)) + ": " + cudaGetErrorString(error);
  if (is_sticky(error)) {
    lost_ = "the GPU was lost (" + what + ": " + said +
            "); nothing more can be measured on it in this run, see `dmesg` for NVRM messages";
    throw DeviceLost(lost_);
  }
  throw DeviceError(what + " failed (" + said + ")");
}

Gpu::Gpu(int ordinal) {
  check(cudaSetDevice(ordinal), "starting GPU " + std::to_string(ordinal));
  try {
    read_facts(ordinal);
    for (GpuHandle& lane : lanes_) {
      cudaStream_t stream = nullptr;
      check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "making a stream");
      lane = reinterpret_cast<GpuHandle>(stream);
    }
    for (GpuHandle& mark : marks_) {
      cudaEvent_t event = nullptr;
      check(cudaEventCreate(&event), "making an event");
      mark = reinterpret_cast<GpuHandle>(event);
    }
  } catch (...) {
    destroy();
    throw;
  }
}

Gpu::~Gpu() { destroy(); }

void Gpu::destroy() noexcept {
  for (GpuHandle& mark : marks_) {
    if (mark != nullptr) quietly(cudaEventDestroy(reinterpret_cast<cudaEvent_t>(mark)));
    mark = nullptr;
  }
  for (GpuHandle& lane : lanes_) {
    if (lane != nullptr) quietly(cudaStreamDestroy(reinterpret_cast<cudaStream_t>(lane)));
    lane = nullptr;
  }
}

int Gpu::attribute(int which, int otherwise) const {
  int value = 0;
  const auto name = static_cast<cudaDeviceAttr>(which);
  if (cudaDeviceGetAttribute(&value, name, facts_.ordinal) == cudaSuccess) return value;
  (void)cudaGetLastError();
  return otherwise;
}

void Gpu::read_facts(int ordinal) {
  facts_.ordinal = ordinal;
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, ordinal), "asking for the GPU's properties");
  facts_.model = properties.name;
  const bool part = facts_.model.find(" MIG ") != std::string::npos;
  const auto* uuid = reinterpret_cast<const unsigned char*>(&properties.uuid);
  facts_.uuid = (part ? "MIG-" : "GPU-") + uuid_text(uuid);
  std::array<char, 64> bus{};
  check(cudaDeviceGetPCIBusId(bus.data(), static_cast<int>(bus.size()), ordinal),
        "asking for the GPU's bus id");
  facts_.bus_id = normal_bus_id(bus.data());
  facts_.sm = static_cast<std::uint16_t>(attribute(cudaDevAttrComputeCapabilityMajor) * 10 +
                                         attribute(cudaDevAttrComputeCapabilityMinor));
  facts_.units = attribute(cudaDevAttrMultiProcessorCount);
  facts_.threads_per_unit = attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
  facts_.blocks_per_unit = attribute(cudaDevAttrMaxBlocksPerMultiprocessor);
  const auto bytes = [this](cudaDeviceAttr which) {
    return static_cast<std::uint64_t>(std::max(attribute(which), 0));
  };
  facts_.l2_bytes = bytes(cudaDevAttrL2CacheSize);
  facts_.shared_per_unit = bytes(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
  facts_.shared_per_block = bytes(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  facts_.shared_reserved = bytes(cudaDevAttrReservedSharedMemoryPerBlock);
  facts_.clock_hz = attribute(cudaDevAttrClockRate) * 1e3;  // the runtime's kHz
  facts_.memory_clock_hz = attribute(cudaDevAttrMemoryClockRate) * 1e3;
  facts_.memory_bits = attribute(cudaDevAttrGlobalMemoryBusWidth);
  facts_.compute_mode = attribute(cudaDevAttrComputeMode);
  facts_.copy_engines = attribute(cudaDevAttrAsyncEngineCount);
  facts_.ecc = attribute(cudaDevAttrEccEnabled) != 0;
  facts_.integrated = attribute(cudaDevAttrIntegrated) != 0;
  facts_.host_page_tables = attribute(cudaDevAttrPageableMemoryAccessUsesHostPageTables) != 0;
  facts_.memory_bytes = properties.totalGlobalMem;
  facts_.memory_free = free_memory();
  check(cudaDriverGetVersion(&facts_.driver), "asking for the driver's version");
  check(cudaRuntimeGetVersion(&facts_.runtime), "asking for the runtime's version");
}

std::uint64_t Gpu::free_memory() {
  require();
  std::size_t left = 0, total = 0;
  check(cudaMemGetInfo(&left, &total), "asking for free memory");
  return left;
}

GpuMemory Gpu::allocate(std::uint64_t bytes, int ordinal) {
  require();
  const bool elsewhere = ordinal >= 0 && ordinal != facts_.ordinal;
  if (elsewhere) check(cudaSetDevice(ordinal), "turning to the other GPU");
  void* memory = nullptr;
  const cudaError_t error = cudaMalloc(&memory, bytes);
  if (elsewhere) check(cudaSetDevice(facts_.ordinal), "turning back to the GPU");
  if (error == cudaErrorMemoryAllocation) {
    (void)cudaGetLastError();
    throw DeviceError("the GPU has no room for " + format_bytes(bytes) + " (" +
                      format_bytes(free_memory()) + " of " + format_bytes(facts_.memory_bytes) +
                      " are free): end what else uses it, or choose a smaller --memory");
  }
  check(error, "allocating " + format_bytes(bytes) + " on the GPU");
  return {static_cast<unsigned char*>(memory), GpuFree{}};
}

std::vector<int> Gpu::peers() {
  require();
  int count = 0;
  check(cudaGetDeviceCount(&count), "counting GPUs");
  std::vector<int> peers;
  for (int other = 0; other < count; ++other) {
    if (other == facts_.ordinal) continue;
    int there = 0, back = 0;
    check(cudaDeviceCanAccessPeer(&there, facts_.ordinal, other), "asking for peer access");
    check(cudaDeviceCanAccessPeer(&back, other, facts_.ordinal), "asking for peer access");
    if (there != 0 && back != 0) peers.push_back(other);
  }
  return peers;
}

void Gpu::reach(int peer) {
  require();
  const auto enable = [this](int from, int to) {
    check(cudaSetDevice(from), "turning to a GPU");
    const cudaError_t error = cudaDeviceEnablePeerAccess(to, 0);
    if (error == cudaErrorPeerAccessAlreadyEnabled) {
      (void)cudaGetLastError();
      return;
    }
    check(error, "enabling access from GPU to GPU");
  };
  enable(peer, facts_.ordinal);
  enable(facts_.ordinal, peer);  // last, so that this GPU is the current one again
}

unsigned char* Gpu::pin(unsigned char* host, std::uint64_t bytes) {
  require();
  check(cudaHostRegister(host, bytes, cudaHostRegisterPortable | cudaHostRegisterMapped),
        "pinning " + format_bytes(bytes) + " of host memory (is `ulimit -l` too small?)");
  void* mapped = nullptr;
  const cudaError_t error = cudaHostGetDevicePointer(&mapped, host, 0);
  if (error != cudaSuccess) unpin(host);
  check(error, "mapping host memory for the GPU");
  return static_cast<unsigned char*>(mapped);
}

void Gpu::unpin(unsigned char* host) noexcept { quietly(cudaHostUnregister(host)); }

}  // namespace ridgeline
