// What makes one ceiling doubtful. Thresholds are those of the method, named below.
#include "ceilings/checks/quality.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <numeric>

#include "ceilings/archive/level_names.hpp"
#include "ceilings/limits/limits.hpp"
#include "ceilings/samples/working_set.hpp"
#include "ceilings/stats.hpp"
#include "ceilings/units.hpp"

namespace ridgeline::ceilings {
namespace {

constexpr double kAboveLimit = 1.02;    // the clock's own uncertainty
constexpr double kImpossible = 1.2;     // beyond any boost over a documented clock
constexpr double kFlaggedShare = 0.25;  // of the repetitions that must carry a flag
constexpr double kUnsteady = 0.03;      // half-width of the interval over the value
constexpr int kFewRepetitions = 6;      // min and max of 6 cover the median at 96.9 %

// Against a limit per cycle at the clock seen, or against a data sheet's figure, which assumes a
// clock of its own and may be passed by boosting.
void check_limit(Ceiling& ceiling, const DeviceRecord& device) {
  const Peak* peak = peak_of(ceiling, device);
  if (peak == nullptr) return;
  const bool memory = ceiling.kind == "bandwidth" && is_memory(ceiling.level, device);
  const bool per_cycle = peak->per_cycle > 0 && ceiling.per_cycle > 0;
  const double ratio = per_cycle              ? ceiling.per_cycle / peak->per_cycle
                       : peak->per_second > 0 ? ceiling.value / peak->per_second
                                              : 0;
  if (ratio > kImpossible) {
    add_flag(ceiling, Flag::optimised_away);
    if (memory) add_flag(ceiling, Flag::cache_resident);
    ceiling.notes.push_back(format_percent(ratio) + " of the limit: not a possible rate");
  } else if (per_cycle && ratio > kAboveLimit) {
    add_flag(ceiling, Flag::above_limit);
    ceiling.notes.push_back(format_percent(ratio) +
                            " of the limit: the clock was misread, or some work was not done");
  } else if (!per_cycle && ratio > 1) {
    const std::string clock = ceiling.clock_hz > 0
                                  ? " (" + format_hertz(ceiling.clock_hz) + " beside it)"
                                  : std::string{};
    ceiling.notes.push_back(format_percent(ratio) + " of the data sheet's figure: boost clock?" +
                            clock);
  }
}

void check_flags(Ceiling& ceiling, const Sample& winner) {
  std::map<Flag, std::size_t> counts;
  for (const Repetition& repetition : winner.repetitions) {
    std::vector<Flag> flags = repetition.flags;
    std::sort(flags.begin(), flags.end());
    flags.erase(std::unique(flags.begin(), flags.end()), flags.end());
    for (const Flag flag : flags) ++counts[flag];
  }
  const std::size_t all = winner.repetitions.size();
  for (const auto& [flag, count] : counts) {
    const double share = static_cast<double>(count) / static_cast<double>(all);
    if (share >= kFlaggedShare) add_flag(ceiling, flag);
    if (count == all) continue;
    ceiling.notes.push_back(std::to_string(count) + " of " + std::to_string(all) +
                            " repetitions: " + flag_name(flag));
  }
}

double mean(std::vector<double>::const_iterator first, std::vector<double>::const_iterator last) {
  return std::accumulate(first, last, 0.0) / static_cast<double>(last - first);
}

// Falling rates; of latencies, whose values are times, rising ones.
void check_trend(Ceiling& ceiling, const Series& series) {
  std::vector<double> rates = series.values;
  if (ceiling.kind == "latency") {
    for (double& value : rates) value = 1 / value;
  }
  if (!falling_trend(rates)) return;
  add_flag(ceiling, Flag::throttled);
  const auto third = static_cast<std::ptrdiff_t>((rates.size() + 2) / 3);
  const double fall =
      1 - mean(rates.end() - third, rates.end()) / mean(rates.begin(), rates.begin() + third);
  std::string note = "rates fell by " + format_percent(fall) + " over the repetitions";
  if (series.clocks.size() > 1) {
    note += ", the clock went from " + format_hertz(series.clocks.front()) + " to " +
            format_hertz(series.clocks.back());
  }
  ceiling.notes.push_back(note);
}

// Attributes are text; 0 where there is none or it is no number ("unknown").
double attribute(const DeviceRecord& device, const std::string& name) {
  const auto found = device.attributes.find(name);
  return found == device.attributes.end() ? 0 : std::strtod(found->second.c_str(), nullptr);
}

// The near half of a partitioned cache is smaller than the whole by design.
void check_level(Ceiling& ceiling, const std::vector<Level>& levels) {
  if (ceiling.kind != "bandwidth") return;
  const Level* level = find_level(ceiling.level, ceiling.node, ceiling.scope, levels);
  if (level == nullptr || !level->variant.empty()) return;
  if (!is_disbelieved(level->knee, level->nominal)) return;
  add_flag(ceiling, Flag::topology_disagrees);
  ceiling.notes.insert(ceiling.notes.end(), level->notes.begin(), level->notes.end());
}

}  // namespace

bool has_flag(const Ceiling& ceiling, Flag flag) {
  return std::find(ceiling.suspect.begin(), ceiling.suspect.end(), flag) != ceiling.suspect.end();
}

void add_flag(Ceiling& ceiling, Flag flag) {
  if (!has_flag(ceiling, flag)) ceiling.suspect.push_back(flag);
}

bool is_failed(const Ceiling& ceiling) { return has_flag(ceiling, Flag::optimised_away); }

void check_quality(Draft& draft, const DeviceRecord& device, const std::vector<Level>& levels) {
  Ceiling& ceiling = draft.ceiling;
  check_limit(ceiling, device);
  check_flags(ceiling, *draft.winner);
  check_trend(ceiling, draft.series);
  if (ceiling.repetitions < kFewRepetitions) add_flag(ceiling, Flag::few_repetitions);
  if ((ceiling.high - ceiling.low) / 2 > kUnsteady * ceiling.value) {
    add_flag(ceiling, Flag::unsteady);
  }
  const double promised = attribute(device, "promised_clock_hz");
  if (ceiling.clock_hz > 0 && ceiling.clock_hz < promised / 2) {
    add_flag(ceiling, Flag::low_clock);
    ceiling.notes.push_back("clock " + format_hertz(ceiling.clock_hz) + " of the promised " +
                            format_hertz(promised));
  }
  check_level(ceiling, levels);
}

}  // namespace ridgeline::ceilings
