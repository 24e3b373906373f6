// An NVIDIA GPU as a device: finds out what it is, prepares work, verifies it, and times it.
#include "bench/devices/nvidia/device.hpp"

#include <cuda_runtime_api.h>

#include <cstdlib>
#include <set>
#include <span>
#include <string>
#include <tuple>

#include "bench/devices/gpu/timing/flags.hpp"
#include "bench/devices/gpu/work/kernel.hpp"
#include "bench/devices/gpu/work/verify.hpp"
#include "bench/devices/host/environment.hpp"
#include "bench/devices/gpu/device/view.hpp"
#include "bench/devices/nvidia/cublaslt/library.hpp"
#include "bench/devices/nvidia/sources.hpp"
#include "bench/devices/system/interference.hpp"
#include "bench/devices/topology/topology.hpp"
#include "ceilings/errors.hpp"
#include "kernels/registry.hpp"

namespace ridgeline {
namespace {

constexpr double kAskAgain = 1.0;  // s between questions who else computes on the card
// Bytes of a set up to which it is computed anew on the host: for each case, and once a kernel.
constexpr double kAlways = 4 << 20, kOnce = 64 << 20;
constexpr std::uint64_t kFourGiB = std::uint64_t{1} << 32;

class CudaDevice : public Device {
 public:
  CudaDevice(int ordinal, const CudaSources& sources)
      : kernels_(sources.kernels),
        gpu_(ordinal),
        nvml_(gpu_.facts().uuid, gpu_.facts().bus_id, sources.nvml),
        lock_(sources.lock.empty() ? "cuda-" + gpu_.facts().bus_id : sources.lock),
        host_(read_machine()),
        view_(view_of(gpu_.facts(), nvml_)),
        machine_(gpu_machine(view_)),
        arena_(gpu_, machine_.memory.bytes),
        verifier_(gpu_),
        timer_(gpu_, nvml_),
        library_(gpu_, sources.matrix_library),
        links_(gpu_, host_nodes(view_.near_nodes, host_), kernels_) {
    if (!lock_.held()) view_.foreign_use = "another run of ridgeline was using this GPU";
    load_link();
  }

  const Machine& machine() const override { return machine_; }
  std::span<const Kernel> kernels() const override { return kernels_; }
  std::vector<Operation> operations() const override;
  DeviceRecord describe() const override { return gpu_record(view_); }
  EnvironmentRecord environment(bool identify) const override {
    return gpu_environment(view_, identify, host_environment(host_, identify));
  }
  Provenance provenance() const override { return Provenance::measured; }
  std::unique_ptr<Prepared> prepare(const Case& c) override;
  std::string verify(Prepared& prepared) override;
  Timing run(Prepared& prepared, const Amount& amount) override;

 private:
  void load_link();
  bool shared_now();
  std::string verify_kernel(KernelWork& work);

  std::span<const Kernel> kernels_;
  Gpu gpu_;
  Nvml nvml_;
  DeviceLock lock_;
  Machine host_;
  GpuView view_;
  Machine machine_;
  CudaArena arena_;
  CudaVerifier verifier_;
  CudaTimer timer_;
  MatrixLibrary library_;
  CudaLinks links_;
  // Name, in flight, threads (0: in any shape): verified at small sizes.
  std::set<std::tuple<std::string_view, int, int>> verified_;
  std::set<std::string_view> verified_large_, verified_reach_, verified_far_reach_;
  double asked_ = -1e9;  // now_seconds() when other processes were last counted
};

// Idle links train down and idle memory clocks sink: what they are is seen under load only.
void CudaDevice::load_link() {
  constexpr double kSeconds = 0.06;
  constexpr std::uint64_t kBytes = std::uint64_t{64} << 20;
  Case c;
  c.operation = links_.operations().front();
  c.working_set = kBytes;
  try {
    const std::unique_ptr<CudaWork> work = links_.prepare(c);
    timer_.time(*work, {1, 0});
    view_.under_load = timer_.occupy(*work, kSeconds);
  } catch (const DeviceError&) {
    gpu_.require();  // no pinned memory: the links' cases will say so
  }
}

std::vector<Operation> CudaDevice::operations() const {
  std::vector<Operation> all = links_.operations();
  for (Operation& operation : library_.operations()) all.push_back(std::move(operation));
  return all;
}

std::unique_ptr<Prepared> CudaDevice::prepare(const Case& c) {
  gpu_.require();
  if (!c.operation) return std::make_unique<KernelWork>(gpu_, arena_, c);
  if (c.operation->agent == Agent::library) return library_.prepare(c);
  return links_.prepare(c);
}

std::string CudaDevice::verify_kernel(KernelWork& work) {
  const Kernel& kernel = work.kernel();
  const Shape& shape = work.what.shape;
  const auto variant = std::tuple(kernel.name, int{shape.in_flight}, int{shape.threads_per_block});
  if (verified_.count(variant) == 0) {
    const auto code = std::tuple(kernel.name, int{shape.in_flight}, 0);
    const bool again = verified_.count(code) > 0;
    const std::string wrong = verifier_.small(kernel, shape, work.what.carve_out, again);
    if (!wrong.empty()) return wrong;
    verified_.insert(code);
    verified_.insert(variant);
  }
  // Sums of random operands depend on their order: those kernels were checked with whole numbers.
  if (cuda_backend(kernel).fill == GpuFill::operands) return "";
  // The reference takes about as long for an operation as for eight bytes.
  const double effort =
      static_cast<double>(work.launch().set_bytes) +
      8 * kernel.work.operations * static_cast<double>(work.launch().args.elements);
  const bool large = effort > kAlways && effort <= kOnce && kernel.family != Family::latency;
  if (effort <= kAlways ||
      (large && work.what.stage == Stage::confirm && verified_large_.insert(kernel.name).second)) {
    return verify_in_place(gpu_, work);
  }
  if (large || kernel.family != Family::bandwidth) return "";
  auto& reached = work.launch().array_bytes > kFourGiB ? verified_far_reach_ : verified_reach_;
  return reached.insert(kernel.name).second ? verify_reach(gpu_, work) : "";
}

std::string CudaDevice::verify(Prepared& prepared) {
  gpu_.require();
  auto& work = dynamic_cast<CudaWork&>(prepared);
  auto* kernel = dynamic_cast<KernelWork*>(&work);
  return kernel != nullptr ? verify_kernel(*kernel) : work.verify();
}

bool CudaDevice::shared_now() {
  if (now_seconds() - asked_ > kAskAgain) {
    view_.other_processes = nvml_.other_processes(true);
    asked_ = now_seconds();
  }
  return !lock_.held() || view_.other_processes.value_or(0) > 0;
}

Timing CudaDevice::run(Prepared& prepared, const Amount& amount) {
  gpu_.require();
  auto& work = dynamic_cast<CudaWork&>(prepared);
  const GpuTiming taken = timer_.time(work, amount);
  Timing timing;
  timing.seconds = taken.seconds;
  timing.passes = taken.passes;
  timing.clock_hz = taken.clock_hz > 0 ? taken.clock_hz : taken.watch.sm_clock;
  timing.power = taken.watch.power;
  timing.temperature = taken.watch.temperature;
  timing.flags = flags_of(taken, {promised_clock(view_), shared_now(), work.code_unchecked()});
  return timing;
}

CudaPresence ask(const DriverQuestion& question) {
  DriverQuestion full = question;
  if (full.runtime == 0) full.runtime = CUDART_VERSION;
  if (full.visible == nullptr) full.visible = std::getenv("CUDA_VISIBLE_DEVICES");
  return ask_driver(full);
}

}  // namespace

CudaPresence cuda_presence() { return ask({}); }

std::unique_ptr<Device> make_cuda_device(int ordinal, const CudaSources& sources) {
  const CudaPresence presence = ask(sources.driver);
  if (presence.state != CudaState::usable) throw DeviceError(presence.message);
  std::string known;
  for (const CudaGpu& gpu : presence.gpus) {
    if (gpu.ordinal == ordinal) return std::make_unique<CudaDevice>(ordinal, sources);
    known += (known.empty() ? "" : ", ") + std::string("cuda:") + std::to_string(gpu.ordinal) +
             " (" + gpu.model + ")";
  }
  throw DeviceError("there is no cuda:" + std::to_string(ordinal) + "; there is " + known);
}

std::unique_ptr<Device> make_cuda_device(int ordinal) {
  CudaSources sources;
  sources.kernels = cuda_kernels();
  return make_cuda_device(ordinal, sources);
}

}  // namespace ridgeline
