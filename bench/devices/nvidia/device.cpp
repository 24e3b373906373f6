// What makes an NVIDIA GPU a device: CUDA, NVML, cuBLASLt, and this program's CUDA kernels.
#include "bench/devices/nvidia/device.hpp"

#include <cstdlib>

#include "bench/devices/gpu/device/device.hpp"
#include "bench/devices/nvidia/cublaslt/library.hpp"
#include "bench/devices/nvidia/nvml.hpp"
#include "bench/devices/nvidia/record.hpp"
#include "bench/devices/nvidia/runtime.hpp"
#include "ceilings/errors.hpp"
#include "kernels/registry.hpp"

namespace ridgeline::bench::nvidia {
namespace {

gpu::GpuPresence ask(const DriverQuestion& question) {
  if (cuda_runtime_version() == 0) {
    return {gpu::GpuState::built_without,
            "this program was built without CUDA: install the CUDA toolkit (12.4 or later), or "
            "fetch it with `scripts/setup --with-cuda`, and build again",
            {}};
  }
  DriverQuestion full = question;
  if (full.runtime == 0) full.runtime = cuda_runtime_version();
  if (full.visible == nullptr) full.visible = std::getenv("CUDA_VISIBLE_DEVICES");
  return ask_driver(full);
}

std::unique_ptr<Device> open_gpu(int ordinal, const CudaSources& sources) {
  gpu::GpuParts parts;
  parts.runtime = make_cuda_runtime(ordinal);
  const gpu::GpuFacts& facts = parts.runtime->facts();
  parts.sensors = std::make_unique<Nvml>(facts.uuid, facts.bus_id, sources.nvml);
  parts.products = std::make_unique<CublasLt>(*parts.runtime, sources.cublaslt);
  parts.kernels = sources.kernels;
  parts.lock = sources.lock.empty() ? "cuda-" + facts.bus_id : sources.lock;
  parts.describe = nvidia_record;
  parts.environment = nvidia_environment;
  return gpu::make_gpu_device(std::move(parts));
}

}  // namespace

gpu::GpuPresence cuda_presence() { return ask({}); }

std::unique_ptr<Device> make_cuda_device(int ordinal, const CudaSources& sources) {
  const gpu::GpuPresence presence = ask(sources.driver);
  if (presence.state != gpu::GpuState::usable) throw DeviceError(presence.message);
  std::string known;
  for (const gpu::UsableGpu& gpu : presence.gpus) {
    if (gpu.ordinal == ordinal) return open_gpu(ordinal, sources);
    known += (known.empty() ? "" : ", ") + std::string("cuda:") + std::to_string(gpu.ordinal) +
             " (" + gpu.model + ")";
  }
  throw DeviceError("there is no cuda:" + std::to_string(ordinal) + "; there is " + known);
}

std::unique_ptr<Device> make_cuda_device(int ordinal) {
  CudaSources sources;
  sources.kernels = kernels::cuda_kernels();
  return make_cuda_device(ordinal, sources);
}

}  // namespace ridgeline::bench::nvidia
