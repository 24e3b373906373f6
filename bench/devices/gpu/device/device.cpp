// Joins the parts: who prepares which case, who verifies it, who times it.
#include "bench/devices/gpu/device/device.hpp"

#include <utility>

#include "bench/devices/gpu/links/links.hpp"
#include "bench/devices/gpu/timing/flags.hpp"
#include "bench/devices/gpu/timing/timer.hpp"
#include "bench/devices/gpu/work/arena.hpp"
#include "bench/devices/gpu/work/kernel.hpp"
#include "bench/devices/gpu/work/verify.hpp"
#include "bench/devices/host/environment.hpp"
#include "bench/devices/system/device_lock.hpp"
#include "bench/devices/system/timer.hpp"
#include "bench/devices/topology/topology.hpp"
#include "ceilings/errors.hpp"

namespace ridgeline::bench::gpu {
namespace {

constexpr double kAskAgain = 1.0;  // s between questions who else computes on the card

class GpuDevice : public Device {
 public:
  explicit GpuDevice(GpuParts parts)
      : parts_(std::move(parts)),
        lock_(parts_.lock),
        host_(read_machine()),
        view_(view_of(gpu_.facts(), *parts_.sensors)),
        machine_(gpu_machine(view_)),
        arena_(gpu_, machine_.memory.bytes),
        verifier_(gpu_),
        timer_(gpu_, *parts_.sensors),
        links_(gpu_, host_nodes(view_.near_nodes, host_), parts_.kernels) {
    if (!lock_.held()) view_.foreign_use = "another run of ridgeline was using this GPU";
    load_link();
  }

  const Machine& machine() const override { return machine_; }
  std::span<const kernels::Kernel> kernels() const override { return parts_.kernels; }
  std::vector<Operation> operations() const override;
  ceilings::DeviceRecord describe() const override { return parts_.describe(view_); }
  ceilings::EnvironmentRecord environment(bool identify) const override {
    return parts_.environment(view_, identify, host_environment(host_, identify));
  }
  ceilings::Provenance provenance() const override { return ceilings::Provenance::measured; }
  std::unique_ptr<Prepared> prepare(const Case& c) override;
  std::string verify(Prepared& prepared) override;
  Timing run(Prepared& prepared, const Amount& amount) override;

 private:
  void load_link();
  bool shared_now();

  GpuParts parts_;
  GpuRuntime& gpu_ = *parts_.runtime;
  DeviceLock lock_;
  Machine host_;
  GpuView view_;
  Machine machine_;
  GpuArena arena_;
  GpuVerifier verifier_;
  GpuTimer timer_;
  GpuLinks links_;
  double asked_ = -1e9;  // now_seconds() when other processes were last counted
};

// Idle links train down and idle memory clocks sink: what they are is seen under load only.
void GpuDevice::load_link() {
  constexpr double kSeconds = 0.06;
  constexpr std::uint64_t kBytes = std::uint64_t{64} << 20;
  Case c;
  c.operation = links_.operations().front();
  c.working_set = kBytes;
  try {
    const std::unique_ptr<GpuWork> work = links_.prepare(c);
    timer_.time(*work, {1, 0});
    view_.under_load = timer_.occupy(*work, kSeconds);
  } catch (const DeviceError&) {
    gpu_.require();  // no pinned memory: the links' cases will say so
  }
}

std::vector<Operation> GpuDevice::operations() const {
  std::vector<Operation> all = links_.operations();
  for (Operation& operation : parts_.products->operations()) all.push_back(std::move(operation));
  return all;
}

std::unique_ptr<Prepared> GpuDevice::prepare(const Case& c) {
  gpu_.require();
  if (!c.operation) return std::make_unique<KernelWork>(gpu_, arena_, verifier_, c);
  if (c.operation->agent == Agent::library) return parts_.products->prepare(c);
  return links_.prepare(c);
}

std::string GpuDevice::verify(Prepared& prepared) {
  gpu_.require();
  return dynamic_cast<GpuWork&>(prepared).verify();
}

bool GpuDevice::shared_now() {
  if (now_seconds() - asked_ > kAskAgain) {
    view_.other_processes = parts_.sensors->other_processes(true);
    asked_ = now_seconds();
  }
  return !lock_.held() || view_.other_processes.value_or(0) > 0;
}

Timing GpuDevice::run(Prepared& prepared, const Amount& amount) {
  gpu_.require();
  auto& work = dynamic_cast<GpuWork&>(prepared);
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

}  // namespace

std::unique_ptr<Device> make_gpu_device(GpuParts parts) {
  return std::make_unique<GpuDevice>(std::move(parts));
}

}  // namespace ridgeline::bench::gpu
