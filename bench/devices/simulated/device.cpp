// The device: the model's times, made as unruly as the file asks for.
#include "bench/devices/simulated/device.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "bench/devices/simulated/compute.hpp"
#include "bench/devices/simulated/file.hpp"
#include "bench/devices/simulated/machine.hpp"
#include "bench/devices/simulated/model.hpp"
#include "ceilings/archive/json/file.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/units.hpp"
#include "kernels/registry.hpp"

namespace ridgeline::bench {
namespace {

constexpr std::size_t kMostFile = std::size_t{16} << 20;

class SimulatedPrepared : public Prepared {
 public:
  explicit SimulatedPrepared(const Case& c) : what(c) {}
  Case what;
  bool begun = false;
};

// What a file's faults name: a kernel, or an operation by its id.
std::string subject_of(const Case& c) {
  return c.operation ? c.operation->id : std::string(c.kernel->name);
}

class SimulatedDevice : public Device {
 public:
  SimulatedDevice(const SimulatedSpec& spec, const std::string& source)
      : spec_(spec),
        machine_(simulated_machine(spec, source)),
        own_kernels_(spec),
        heat_(spec.power),
        random_(spec.seed) {}

  const Machine& machine() const override { return machine_; }
  std::span<const kernels::Kernel> kernels() const override {
    if (spec_.gpu) return own_kernels_.list();
    return kernels::cpu_kernels();
  }
  std::vector<Operation> operations() const override { return SimulatedKernels::operations(spec_); }
  ceilings::DeviceRecord describe() const override { return simulated_record(spec_); }
  ceilings::EnvironmentRecord environment(bool identify) const override;
  ceilings::Provenance provenance() const override { return ceilings::Provenance::simulated; }
  std::unique_ptr<Prepared> prepare(const Case& c) override;
  std::string verify(Prepared& prepared) override;
  Timing run(Prepared& prepared, const Amount& amount) override;
  std::vector<ceilings::CacheLineLatency> probe_placement() override;

 private:
  const SimulatedPlacement* placement_now() const;
  void fail_where_asked(const Case& c);
  double uniform() { return static_cast<double>(random_() >> 11) * 0x1p-53; }
  double normal();
  double drift_now() const;
  double sag_now() const;
  // Rate against the truth in this repetition; adds the flags that its faults raise.
  double disturbance(const Case& c, std::vector<ceilings::Flag>& flags);
  // Rest and warm-up of a case, before its first repetition.
  void begin(SimulatedPrepared& work);
  void advance(double seconds, double watts);

  SimulatedSpec spec_;
  Machine machine_;
  SimulatedKernels own_kernels_;
  SimulatedHeat heat_;
  std::mt19937_64 random_;
  double now_ = 0;  // virtual time, s
  std::uint64_t runs_ = 0;
};

ceilings::EnvironmentRecord SimulatedDevice::environment(bool) const {
  ceilings::EnvironmentRecord record;
  record.facts["simulated"] = "yes";
  record.facts["seed"] = std::to_string(spec_.seed);
  record.notes.push_back("computed, not measured: " + machine_.source);
  return record;
}

void SimulatedDevice::fail_where_asked(const Case& c) {
  const SimulatedFaults& faults = spec_.faults;
  if (faults.device_lost_after && runs_ >= *faults.device_lost_after) {
    throw DeviceLost("the simulated device was lost after " +
                     std::to_string(*faults.device_lost_after) + " runs");
  }
  if (!faults.launch_failure.empty() && subject_of(c) == faults.launch_failure) {
    throw DeviceError("the simulated device cannot launch " + faults.launch_failure);
  }
}

std::unique_ptr<Prepared> SimulatedDevice::prepare(const Case& c) {
  const std::uint64_t most = spec_.faults.out_of_memory_above;
  if (c.working_set > spec_.memory_bytes || (most > 0 && c.working_set > most)) {
    throw DeviceError("the simulated device has no memory for a working set of " +
                      format_bytes(c.working_set));
  }
  return std::make_unique<SimulatedPrepared>(c);
}

std::string SimulatedDevice::verify(Prepared& prepared) {
  const Case& c = dynamic_cast<SimulatedPrepared&>(prepared).what;
  if (spec_.faults.wrong_result.empty() || subject_of(c) != spec_.faults.wrong_result) return "";
  return subject_of(c) + " returns a wrong result (simulated)";
}

// Box and Muller's transform; the standard library's differs from one implementation to the next.
double SimulatedDevice::normal() {
  const double radius = std::sqrt(-2 * std::log(1 - uniform()));
  return radius * std::cos(2 * std::numbers::pi * uniform());
}

double SimulatedDevice::drift_now() const {
  if (spec_.drift_amplitude <= 0) return 1;
  return 1 + spec_.drift_amplitude * std::sin(2 * std::numbers::pi * now_ / spec_.drift_period);
}

double SimulatedDevice::sag_now() const {
  const SimulatedFaults& faults = spec_.faults;
  if (!faults.sag_after || now_ < *faults.sag_after) return 1;
  const double part = std::min(1.0, (now_ - *faults.sag_after) / std::max(faults.sag_over, 1e-9));
  return 1 + part * (faults.sag_factor - 1);
}

double SimulatedDevice::disturbance(const Case& c, std::vector<ceilings::Flag>& flags) {
  double rate = drift_now() * sag_now();
  // Noise of the time, cut where it would turn it around.
  rate /= std::max(0.5, 1 + spec_.noise * normal());
  if (uniform() < spec_.outlier_probability) rate *= spec_.outlier_factor;
  if (spec_.slow_every > 0 && std::fmod(now_, spec_.slow_every) < spec_.slow_length) {
    rate *= spec_.slow_factor;
  }
  if (!spec_.faults.too_fast.empty() && subject_of(c) == spec_.faults.too_fast) {
    rate *= spec_.faults.too_fast_factor;
  }
  for (const SimulatedFlag& each : spec_.faults.flags) {
    if (uniform() >= each.probability) continue;
    flags.push_back(each.flag);
    rate *= each.factor;
  }
  return rate;
}

const SimulatedPlacement* SimulatedDevice::placement_now() const {
  const SimulatedPlacement* now = nullptr;
  for (const SimulatedPlacement& each : spec_.placements) {
    if (each.from_seconds <= now_) now = &each;
  }
  return now;
}

std::vector<ceilings::CacheLineLatency> SimulatedDevice::probe_placement() {
  const SimulatedPlacement* now = placement_now();
  if (now == nullptr || spec_.units < 2) return {};
  return {{0, 1, now->cache_line_latency}};
}

void SimulatedDevice::advance(double seconds, double watts) {
  now_ += seconds;
  heat_.pass(seconds, watts);
}

void SimulatedDevice::begin(SimulatedPrepared& work) {
  if (work.begun) return;
  work.begun = true;
  advance(work.what.rest, heat_.idle());
  advance(work.what.warm_up, heat_.demand_of(work.what));
}

Timing SimulatedDevice::run(Prepared& prepared, const Amount& amount) {
  auto& work = dynamic_cast<SimulatedPrepared&>(prepared);
  const Case& c = work.what;
  fail_where_asked(c);
  ++runs_;
  begin(work);
  Timing timing;
  const double demand = heat_.demand_of(c);
  const double share = heat_.clock_share(demand);
  const double pass = true_pass_seconds(spec_, c) / share;
  timing.passes =
      amount.passes < 1 ? amount.passes : std::ceil(std::max(amount.passes, amount.seconds / pass));
  timing.clock_hz = spec_.clock_hz * drift_now() * sag_now() * share;
  timing.seconds = timing.passes * pass / disturbance(c, timing.flags);
  if (share < 1) timing.flags.push_back(ceilings::Flag::power_limited);
  timing.power = heat_.watts(demand);
  timing.temperature = heat_.celsius();
  const SimulatedPlacement* placement = c.scope.units.size() > 1 ? placement_now() : nullptr;
  if (placement != nullptr) {
    timing.cache_line_latency = placement->cache_line_latency;
    timing.seconds /= placement->factor;
  }
  // And a pass to warm up.
  advance(timing.seconds + std::min(timing.passes, 1.0) * pass, demand);
  if (spec_.faults.nan_after && runs_ == *spec_.faults.nan_after) {
    timing.seconds = std::numeric_limits<double>::quiet_NaN();
  }
  return timing;
}

}  // namespace

std::unique_ptr<Device> make_simulated_device(const SimulatedSpec& spec) {
  return std::make_unique<SimulatedDevice>(spec, "a simulated device");
}

std::unique_ptr<Device> make_simulated_device(const std::string& file) {
  const SimulatedSpec spec = parse_simulated(ceilings::read_file(file, kMostFile), file);
  return std::make_unique<SimulatedDevice>(spec, "simulated:" + file);
}

}  // namespace ridgeline::bench
