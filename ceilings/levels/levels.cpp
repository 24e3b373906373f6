// The sweeps of an archive, each turned into points, plateaus, and named levels.
#include "ceilings/levels/levels.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "ceilings/archive/ids.hpp"
#include "ceilings/levels/naming.hpp"
#include "ceilings/levels/plateaus.hpp"
#include "ceilings/stats.hpp"
#include "ceilings/units.hpp"

namespace ridgeline::ceilings {
namespace {

// One kernel at one launch shape over all sizes.
struct Sweep {
  std::string level, scope;
  int vector_bits = 0, units = 1;
  std::map<std::uint64_t, std::vector<double>> rates;  // B/s, by working set
};

// Tables call a path secondary that lacks SIMD width; where nothing wider runs, it is the sweep's.
bool is_sweep_sample(const Sample& sample) {
  const bool role_fits = sample.role == "primary" || sample.lacks == "SIMD width";
  return sample.stage == Stage::explore && sample.status == Status::ok &&
         sample.family == "bandwidth" && sample.mix == "1:0" && role_fits && sample.node.empty() &&
         sample.working_set > 0;
}

void add_rates(const Sample& sample, std::vector<double>& rates) {
  const double bytes = sample.work.bytes_read + sample.work.bytes_written;
  for (const Repetition& repetition : sample.repetitions) {
    if (!(repetition.seconds > 0)) continue;
    rates.push_back(bytes * repetition.passes / repetition.seconds);
  }
}

double typical_rate(const Sweep& sweep) {
  std::vector<double> medians;
  for (const auto& [size, rates] : sweep.rates) medians.push_back(median(rates));
  return median(medians);
}

// More points, then wider accesses, then more bandwidth: a search over launch shapes tries all but
// one of them at a few sizes only.
bool is_better(const Sweep& a, const Sweep& b) {
  const auto rank = [](const Sweep& s) {
    return std::tuple(s.rates.size(), s.vector_bits, typical_rate(s));
  };
  return rank(a) > rank(b);
}

// The best sweep of each level ("sweep", or one with its own kernel) and scope, in the order in
// which they were measured.
std::vector<Sweep> sweeps_of(const Archive& archive) {
  using Key = std::tuple<std::string, std::string, std::string, int, int, int>;
  std::vector<Sweep> all;
  std::map<Key, std::size_t> index;
  for (const Sample& sample : archive.samples) {
    if (!is_sweep_sample(sample)) continue;
    const SampleShape& shape = sample.shape;
    const Key key{
        sample.level,   sample.scope, sample.path, shape.blocks_per_unit, shape.threads_per_block,
        shape.in_flight};
    const auto [at, is_new] = index.try_emplace(key, all.size());
    if (is_new) {
      all.push_back({sample.level, sample.scope, sample.vector_bits, sample.units, {}});
    }
    add_rates(sample, all[at->second].rates[sample.working_set]);
  }
  std::vector<Sweep> best;
  for (Sweep& sweep : all) {
    std::erase_if(sweep.rates, [](const auto& entry) { return entry.second.empty(); });
    const auto same = std::find_if(best.begin(), best.end(), [&](const Sweep& other) {
      return other.level == sweep.level && other.scope == sweep.scope;
    });
    if (same == best.end()) {
      best.push_back(std::move(sweep));
    } else if (is_better(sweep, *same)) {
      *same = std::move(sweep);
    }
  }
  return best;
}

// Levels of one domain as the sweep's units see them together: capacities of the instances that
// they reach. Instances of one level may differ in size: all units reach every one, fewer are taken
// to sit at the largest.
std::vector<NominalLevel> reached_levels(const DeviceRecord& device, const std::string& domain,
                                         const Sweep& sweep) {
  const std::string kind = core_kind_of(sweep.scope);
  const bool all = sweep.units > 1 && sweep.units >= device.units;
  std::vector<NominalLevel> reached;
  for (NominalLevel level : device.levels) {
    if (level.domain != domain) continue;
    if (!kind.empty() && !level.core_kind.empty() && level.core_kind != kind) continue;
    const int sharers = std::max(1, level.units_per_instance);
    const int instances = std::max(1, level.instances);
    const int used = all ? instances : std::min(instances, (sweep.units + sharers - 1) / sharers);
    if (level.node.empty()) level.bytes *= static_cast<std::uint64_t>(used);
    const auto same = std::find_if(reached.begin(), reached.end(), [&](const NominalLevel& other) {
      return other.name == level.name && other.node == level.node;
    });
    if (same == reached.end()) {
      reached.push_back(level);
    } else {
      same->bytes = all ? same->bytes + level.bytes : std::max(same->bytes, level.bytes);
    }
  }
  return reached;
}

const NominalLevel* on_chip_level(const DeviceRecord& device, const std::string& name) {
  const auto found = std::find_if(
      device.levels.begin(), device.levels.end(),
      [&](const NominalLevel& level) { return level.name == name && !level.domain.empty(); });
  return found == device.levels.end() ? nullptr : &*found;
}

// A level that its own kernel reaches: what comes after the first plateau of that kernel's sweep
// has spilled over into the next level, which other kernels measure.
void add_own_kernel_level(const Archive& archive, const Sweep& sweep, std::vector<Level>& levels) {
  const NominalLevel* nominal = on_chip_level(archive.device, sweep.level);
  if (nominal == nullptr && sweep.scope != "sm") return;
  if (sweep.rates.size() < 2) return;  // a search over launch shapes, at one size
  const std::vector<Plateau> plateaus = plateaus_of(sweep.rates);
  if (plateaus.empty()) return;
  Level level;
  level.name = sweep.level;
  level.scope = sweep.scope;
  level.domain = nominal == nullptr ? "sm" : nominal->domain;
  level.first = plateaus[0].first;
  level.knee = plateaus[0].last;
  level.bandwidth = plateaus[0].bandwidth;
  if (nominal != nullptr) {
    for (const NominalLevel& reached : reached_levels(archive.device, level.domain, sweep)) {
      if (reached.name == level.name) level.nominal = reached.bytes;
    }
  }
  // A sweep that ends on the plateau has not seen its knee.
  const bool ends = level.knee < sweep.rates.rbegin()->first;
  const double ratio = static_cast<double>(level.knee) / static_cast<double>(level.nominal);
  if (ends && level.nominal > 0 && std::abs(std::log2(ratio)) > std::log2(1.5)) {
    level.notes.push_back("the topology says " + format_bytes(level.nominal) + ", the data says " +
                          format_bytes(level.knee));
  }
  levels.push_back(level);
}

}  // namespace

std::vector<Level> levels_of(const Archive& archive) {
  std::vector<Level> levels;
  for (const Sweep& sweep : sweeps_of(archive)) {
    if (sweep.level != "sweep") {
      add_own_kernel_level(archive, sweep, levels);
      continue;
    }
    const std::vector<NominalLevel> nominal = reached_levels(archive.device, "", sweep);
    const std::vector<Level> named =
        name_levels(plateaus_of(sweep.rates), nominal, sweep.scope, std::string{});
    levels.insert(levels.end(), named.begin(), named.end());
  }
  return levels;
}

}  // namespace ridgeline::ceilings
