// Places working sets, verifies kernels, and times repetitions on pinned threads.
#include "bench/devices/cpu/device.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "bench/devices/cpu/arena.hpp"
#include "bench/devices/cpu/cache_line_ping.hpp"
#include "bench/devices/cpu/prepared.hpp"
#include "bench/devices/cpu/thread_team.hpp"
#include "bench/devices/cpu/timed_region.hpp"
#include "bench/devices/cpu/verify.hpp"
#include "bench/devices/host/environment.hpp"
#include "bench/devices/host/record.hpp"
#include "bench/devices/system/device_lock.hpp"
#include "bench/devices/system/interference.hpp"
#include "bench/devices/system/timer.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/units.hpp"
#include "kernels/cpu/clock/clock.hpp"
#include "kernels/isa/isa.hpp"
#include "kernels/registry.hpp"

namespace ridgeline::bench {
namespace {

constexpr double kCoarsestTimer = 1e-3;  // s; repetitions last at least 1000 steps of the timer
// s of the kernel itself before each timed region: after narrower code a core takes about 250 us to
// bring its 512-bit units to full rate (seen on Raptor Cove: 28 of 32 FLOP a cycle until then).
constexpr double kWarmUp = 400e-6;
constexpr double kClockTolerance = 0.02;

class CpuDevice : public Device {
 public:
  explicit CpuDevice(const Machine& machine)
      : machine_(machine),
        resolution_(timer_resolution()),
        lock_("cpu"),
        team_(machine_.units, pinning_),
        arena_(machine_, pinning_, team_) {
    if (resolution_ > kCoarsestTimer) {
      throw DeviceError("this system's timer steps by " + format_seconds(resolution_) +
                        ", too coarse to time repetitions; see "
                        "/sys/devices/system/clocksource/clocksource0/current_clocksource");
    }
    clock_disagrees_ = !clock_chains_agree();
  }

  const Machine& machine() const override { return machine_; }
  std::span<const kernels::Kernel> kernels() const override { return kernels::cpu_kernels(); }
  ceilings::DeviceRecord describe() const override { return host_device_record(machine_); }
  ceilings::EnvironmentRecord environment(bool identify) const override;
  ceilings::Provenance provenance() const override { return ceilings::Provenance::measured; }
  std::unique_ptr<Prepared> prepare(const Case& c) override;
  std::string verify(Prepared& prepared) override;
  Timing run(Prepared& prepared, const Amount& amount) override;
  std::vector<ceilings::CacheLineLatency> probe_placement() override;

 private:
  bool clock_chains_agree() const;
  std::uint64_t passes_for(CpuPrepared& prepared, const Amount& amount);
  double share_for(CpuPrepared& prepared, const Amount& amount);
  std::vector<ceilings::Flag> flags_of(const TimedRegion& region, double stolen,
                                       double seconds) const;

  Machine machine_;
  double resolution_;
  DeviceLock lock_;
  Pinning pinning_;
  ThreadTeam team_;
  CpuArena arena_;
  bool clock_disagrees_ = false;
  std::set<std::string_view> verified_;  // kernels, at small sizes
  std::set<std::string_view> verified_large_;
};

bool CpuDevice::clock_chains_agree() const {
  double adds = 0;
  double multiplications = 0;
  for (int i = 0; i < 5; ++i) {  // the fastest of five: interruptions only slow a chain down
    adds = std::max(adds, kernels::core_clock_hz());
    multiplications = std::max(multiplications, kernels::core_clock_by_multiplication_hz());
  }
  return std::abs(adds / multiplications - 1) <= kClockTolerance;
}

ceilings::EnvironmentRecord CpuDevice::environment(bool identify) const {
  ceilings::EnvironmentRecord record = host_environment(machine_, identify);
  record.facts["huge_pages_on_own_buffers"] =
      arena_.huge_pages_asked() ? "asked for with madvise" : "refused by the system";
  if (!lock_.held()) record.notes.push_back("another run of ridgeline was using these cores");
  if (team_.unpinned() > 0) record.notes.push_back("the system refused to pin threads to cores");
  return record;
}

std::unique_ptr<Prepared> CpuDevice::prepare(const Case& c) {
  if (c.kernel == nullptr || !std::holds_alternative<kernels::CpuBackend>(c.kernel->backend)) {
    throw DeviceError(name_of(c) + " has no kernel for the host");
  }
  const std::uint32_t present = kernels::host_features();
  const std::uint32_t missing = c.kernel->needs.cpu_features & ~kernels::granted_features(present);
  if (missing != 0) {
    throw DeviceError(
        ((missing & present) != 0 ? "the system refuses to this process " : "this CPU lacks ") +
        kernels::feature_names(missing));
  }
  return std::make_unique<CpuPrepared>(c, machine_, arena_, team_);
}

std::string CpuDevice::verify(Prepared& base) {
  auto& prepared = dynamic_cast<CpuPrepared&>(base);
  const kernels::Kernel& kernel = *prepared.what().kernel;
  if (verified_.count(kernel.name) == 0) {
    const std::string wrong = verify_small(kernel);
    if (!wrong.empty()) return wrong;
    verified_.insert(kernel.name);
  }
  // A reference takes several times the kernel's time: larger sets are checked once a kernel, in
  // the first confirm case beyond them, and sets far beyond every cache only at the sizes below.
  constexpr std::size_t kAlways = std::size_t{4} << 20;
  constexpr std::size_t kOnce = std::size_t{128} << 20;
  const bool large = prepared.what().working_set > kAlways && prepared.what().working_set <= kOnce;
  const bool once = prepared.what().stage == ceilings::Stage::confirm && large &&
                    kernel.family != kernels::Family::latency &&
                    verified_large_.insert(kernel.name).second;
  const std::size_t most = once ? kOnce : kAlways;
  return verify_in_place(kernel, prepared.slices(), most);
}

std::uint64_t CpuDevice::passes_for(CpuPrepared& prepared, const Amount& amount) {
  const double wanted = std::max(amount.seconds, 1000 * resolution_);
  if (prepared.pass_seconds <= 0) {
    constexpr double kEnough = 100e-6;  // s: a clear reading, and short beside the repetition
    for (std::uint64_t passes = 1;; passes *= 2) {
      const TimedRegion region =
          time_region(team_, prepared.what(), prepared.slices(), {0, passes});
      prepared.pass_seconds = region.seconds / static_cast<double>(passes);
      if (region.seconds > std::max(kEnough, 20 * resolution_)) break;
    }
  }
  const double least = std::max(amount.passes, 1.0);
  return static_cast<std::uint64_t>(std::ceil(std::max(least, wanted / prepared.pass_seconds)));
}

// The share of the set to walk so that the repetition lasts long enough; a first, untimed piece
// tells how long that is.
double CpuDevice::share_for(CpuPrepared& prepared, const Amount& amount) {
  if (prepared.pass_seconds <= 0) {
    const std::vector<kernels::Slice> piece = prepared.next_piece(amount.passes);
    const TimedRegion region = time_region(team_, prepared.what(), piece, {0, 1});
    prepared.pass_seconds = region.seconds / prepared.share_of(piece);
  }
  const double wanted = std::max(amount.seconds, 1000 * resolution_);
  return std::max(amount.passes, wanted / prepared.pass_seconds);
}

Timing CpuDevice::run(Prepared& base, const Amount& amount) {
  auto& prepared = dynamic_cast<CpuPrepared&>(base);
  RegionPasses passes{0, 1};
  const bool walk = amount.passes < 1;
  if (!walk) {
    prepared.move_on();
    passes.timed = passes_for(prepared, amount);
    passes.warm_up =
        std::max<std::uint64_t>(1, static_cast<std::uint64_t>(kWarmUp / prepared.pass_seconds));
  }
  const std::vector<kernels::Slice> slices =
      walk ? prepared.next_piece(share_for(prepared, amount)) : prepared.slices();
  const double stolen_before =
      stolen_seconds(read_proc_stat(), machine_.units, prepared.what().scope.units);
  const TimedRegion region = time_region(team_, prepared.what(), slices, passes);
  const double stolen =
      stolen_seconds(read_proc_stat(), machine_.units, prepared.what().scope.units) - stolen_before;

  Timing timing;
  timing.seconds = region.seconds;
  timing.passes = static_cast<double>(passes.timed) * prepared.share_of(slices);
  prepared.pass_seconds = timing.seconds / timing.passes;
  timing.clock_hz = region.clock_hz;
  timing.width = region.width;
  timing.cache_line_latency = mean_cache_line_latency(team_, prepared.what().scope.units);
  timing.flags = flags_of(region, stolen, region.seconds);
  const auto threads = static_cast<double>(prepared.what().scope.units.size());
  if (machine_.cpu_quota > 0 && machine_.cpu_quota < threads) {
    timing.flags.push_back(ceilings::Flag::quota_limited);
  }
  return timing;
}

std::vector<ceilings::CacheLineLatency> CpuDevice::probe_placement() {
  std::vector<int> units;
  for (const Unit& unit : machine_.units) units.push_back(unit.index);
  return cache_line_latencies(team_, units);
}

std::vector<ceilings::Flag> CpuDevice::flags_of(const TimedRegion& region, double stolen,
                                                double seconds) const {
  std::vector<ceilings::Flag> flags;
  if (region.clock_change > kClockTolerance) flags.push_back(ceilings::Flag::clock_changed);
  if (clock_disagrees_) flags.push_back(ceilings::Flag::clock_disagrees);
  if (stolen > 0) flags.push_back(ceilings::Flag::stolen_time);
  if (region.switches > 0) flags.push_back(ceilings::Flag::oversubscribed);
  if (seconds < 1000 * resolution_ * 0.5) flags.push_back(ceilings::Flag::timer_coarse);
  if (!lock_.held()) flags.push_back(ceilings::Flag::shared_device);
  return flags;
}

}  // namespace

std::unique_ptr<Device> make_cpu_device(const Machine& machine) {
  if (!machine.is_this_system) {
    throw DeviceError("cannot measure: the topology (" + machine.source +
                      ") is not this system's; `ridgeline plan` shows what would be measured");
  }
  if (machine.units.empty()) throw DeviceError("no usable core was found");
  return std::make_unique<CpuDevice>(machine);
}

}  // namespace ridgeline::bench
