// CUDA's runtime: devices, memory, copies, launches, the time between events, and failures.
#include "bench/devices/nvidia/runtime.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>

#include "bench/devices/identity/bus_ids.hpp"
#include "bench/devices/nvidia/driver.hpp"
#include "bench/devices/nvidia/record.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/units.hpp"
#include "kernels/cuda/compute_capability.hpp"
#include "kernels/cuda/latency/clock_sm75.hpp"

namespace ridgeline::bench::nvidia {
namespace {

// Up to this much a block may have without asking (CUDA C++ Programming Guide).
constexpr std::uint64_t kSharedWithoutAsking = 48 << 10;

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

class CudaRuntime : public gpu::GpuRuntime {
 public:
  explicit CudaRuntime(int ordinal);
  ~CudaRuntime() override { destroy(); }

  const gpu::GpuFacts& facts() const override { return facts_; }
  void require() const override;
  gpu::GpuMemory allocate(std::uint64_t bytes, int ordinal) override;
  void free(unsigned char* memory) noexcept override { quietly(cudaFree(memory)); }
  std::vector<int> peers() override;
  void reach(int peer) override;
  unsigned char* pin(unsigned char* host, std::uint64_t bytes) override;
  void unpin(unsigned char* host) noexcept override { quietly(cudaHostUnregister(host)); }
  void copy(unsigned char* to, const unsigned char* from, std::uint64_t bytes,
            gpu::GpuStream stream) override;
  void fill(unsigned char* to, unsigned char value, std::uint64_t bytes) override;
  bool can_run(const kernels::Requirements& needs) const override {
    return kernels::runs_on(needs, facts_.sm);
  }
  gpu::FunctionFacts function_facts(const kernels::Requirements& needs,
                                    const void* function) override;
  void configure(const gpu::Launch& launch) override;
  int resident_blocks(const gpu::Launch& launch) override;
  void launch(const gpu::Launch& launch, const kernels::GpuArgs& args,
              gpu::GpuStream stream) override {
    launch_with(launch, &args, stream);
  }
  void probe_clocks(const kernels::ClockArgs& args) override;
  void queue_foreign(const std::function<void(gpu::GpuHandle stream)>& work) override;
  void record(gpu::GpuEvent event, gpu::GpuStream stream) override;
  void wait_for(gpu::GpuStream later, gpu::GpuEvent event) override;
  double seconds_between(gpu::GpuEvent from, gpu::GpuEvent to) override;
  void wait() override;

 private:
  void check(cudaError_t error, const std::string& what);
  void read_facts(int ordinal);
  int attribute(cudaDeviceAttr which) const;
  std::uint64_t free_memory();
  void launch_with(const gpu::Launch& launch, const void* parameter, gpu::GpuStream stream);
  cudaStream_t at(gpu::GpuStream stream) const {
    return streams_[static_cast<std::size_t>(stream)];
  }
  cudaEvent_t at(gpu::GpuEvent event) const { return events_[static_cast<std::size_t>(event)]; }
  void destroy() noexcept;

  std::array<cudaStream_t, 2> streams_{};
  std::array<cudaEvent_t, 4> events_{};
  gpu::GpuFacts facts_;
  std::string lost_;  // not empty: how
};

void CudaRuntime::require() const {
  if (!lost_.empty()) throw DeviceLost(lost_);
}

void CudaRuntime::check(cudaError_t error, const std::string& what) {
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

CudaRuntime::CudaRuntime(int ordinal) {
  check(cudaSetDevice(ordinal), "starting GPU " + std::to_string(ordinal));
  try {
    read_facts(ordinal);
    for (cudaStream_t& stream : streams_) {
      check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "making a stream");
    }
    for (cudaEvent_t& event : events_) check(cudaEventCreate(&event), "making an event");
  } catch (...) {
    destroy();
    throw;
  }
}

void CudaRuntime::destroy() noexcept {
  for (cudaEvent_t event : events_) {
    if (event != nullptr) quietly(cudaEventDestroy(event));
  }
  for (cudaStream_t stream : streams_) {
    if (stream != nullptr) quietly(cudaStreamDestroy(stream));
  }
}

int CudaRuntime::attribute(cudaDeviceAttr which) const {
  int value = 0;
  if (cudaDeviceGetAttribute(&value, which, facts_.ordinal) == cudaSuccess) return value;
  (void)cudaGetLastError();
  return 0;
}

void CudaRuntime::read_facts(int ordinal) {
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
  facts_.l1_bytes = unified_l1_bytes(facts_.sm);
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

std::uint64_t CudaRuntime::free_memory() {
  require();
  std::size_t left = 0, total = 0;
  check(cudaMemGetInfo(&left, &total), "asking for free memory");
  return left;
}

gpu::GpuMemory CudaRuntime::allocate(std::uint64_t bytes, int ordinal) {
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
  return {static_cast<unsigned char*>(memory), gpu::GpuFree{this}};
}

std::vector<int> CudaRuntime::peers() {
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

void CudaRuntime::reach(int peer) {
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

unsigned char* CudaRuntime::pin(unsigned char* host, std::uint64_t bytes) {
  require();
  check(cudaHostRegister(host, bytes, cudaHostRegisterPortable | cudaHostRegisterMapped),
        "pinning " + format_bytes(bytes) + " of host memory (is `ulimit -l` too small?)");
  void* mapped = nullptr;
  const cudaError_t error = cudaHostGetDevicePointer(&mapped, host, 0);
  if (error != cudaSuccess) unpin(host);
  check(error, "mapping host memory for the GPU");
  return static_cast<unsigned char*>(mapped);
}

void CudaRuntime::copy(unsigned char* to, const unsigned char* from, std::uint64_t bytes,
                       gpu::GpuStream stream) {
  require();
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, at(stream)),
        "copying " + format_bytes(bytes));
}

void CudaRuntime::fill(unsigned char* to, unsigned char value, std::uint64_t bytes) {
  require();
  check(cudaMemsetAsync(to, value, bytes, at(gpu::GpuStream::first)),
        "filling " + format_bytes(bytes));
}

gpu::FunctionFacts CudaRuntime::function_facts(const kernels::Requirements& needs,
                                               const void* function) {
  require();
  cudaFuncAttributes attributes{};
  check(cudaFuncGetAttributes(&attributes, function), "loading the kernel's code");
  gpu::FunctionFacts facts;
  facts.threads_per_block = attributes.maxThreadsPerBlock;
  facts.registers = attributes.numRegs;
  const bool ours = needs.sms.empty() || std::find(needs.sms.begin(), needs.sms.end(),
                                                   attributes.binaryVersion) != needs.sms.end();
  const char* forced = std::getenv("CUDA_FORCE_PTX_JIT");
  facts.unchecked = !ours || kernels::runs_from_ptx(needs, facts_.sm) ||
                    (forced != nullptr && std::strcmp(forced, "1") == 0);
  return facts;
}

void CudaRuntime::configure(const gpu::Launch& launch) {
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

int CudaRuntime::resident_blocks(const gpu::Launch& launch) {
  require();
  int blocks = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
            &blocks, launch.function, static_cast<int>(launch.threads), launch.shared),
        "asking how many blocks fit an SM");
  return blocks;
}

void CudaRuntime::launch_with(const gpu::Launch& launch, const void* parameter,
                              gpu::GpuStream stream) {
  require();
  void* parameters[] = {const_cast<void*>(parameter)};  // copied before the runtime returns
  const cudaError_t launched =
      cudaLaunchKernel(launch.function, dim3(launch.blocks), dim3(launch.threads), parameters,
                       launch.shared, at(stream));
  const cudaError_t last = cudaGetLastError();
  check(launched != cudaSuccess ? launched : last,
        "launching " + std::to_string(launch.blocks) + " blocks of " +
            std::to_string(launch.threads) + " threads with " + format_bytes(launch.shared) +
            " of shared memory each");
}

void CudaRuntime::record(gpu::GpuEvent event, gpu::GpuStream stream) {
  require();
  check(cudaEventRecord(at(event), at(stream)), "recording an event");
}

void CudaRuntime::wait_for(gpu::GpuStream later, gpu::GpuEvent event) {
  require();
  check(cudaStreamWaitEvent(at(later), at(event), 0), "joining streams");
}

double CudaRuntime::seconds_between(gpu::GpuEvent from, gpu::GpuEvent to) {
  require();
  check(cudaEventSynchronize(at(to)), "waiting for an event");
  float milliseconds = 0;
  check(cudaEventElapsedTime(&milliseconds, at(from), at(to)), "reading the time between events");
  return static_cast<double>(milliseconds) * 1e-3;
}

void CudaRuntime::wait() {
  require();
  for (cudaStream_t stream : streams_) {
    check(cudaStreamSynchronize(stream), "waiting for the GPU");
  }
}

void CudaRuntime::probe_clocks(const kernels::ClockArgs& args) {
  gpu::Launch probe;
  probe.function = kernels::clock_probe();
  probe.blocks = static_cast<std::uint32_t>(facts_.units);  // dealt out one an SM
  probe.threads = kernels::kClockThreads;
  launch_with(probe, &args, gpu::GpuStream::first);
}

void CudaRuntime::queue_foreign(const std::function<void(gpu::GpuHandle stream)>& work) {
  require();
  work(reinterpret_cast<gpu::GpuHandle>(at(gpu::GpuStream::first)));
  check(cudaGetLastError(), "queueing a library's work");
}

}  // namespace

int cuda_runtime_version() { return CUDART_VERSION; }

std::unique_ptr<gpu::GpuRuntime> make_cuda_runtime(int ordinal) {
  return std::make_unique<CudaRuntime>(ordinal);
}

}  // namespace ridgeline::bench::nvidia
