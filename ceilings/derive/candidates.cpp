// From samples of one id to a ceiling: the winner's numbers, per second and per cycle.
#include "ceilings/derive/candidates.hpp"

#include <algorithm>

#include "ceilings/archive/level_names.hpp"
#include "ceilings/checks/quality.hpp"
#include "ceilings/limits/limits.hpp"
#include "ceilings/stats.hpp"

namespace ridgeline::ceilings {
namespace {

bool better(const Candidate& a, const Candidate& b) {
  return is_latency(*a.sample) ? a.middle < b.middle : a.middle > b.middle;
}

// The winner first, the others in the order they came.
void put_winner_first(std::vector<Candidate>& candidates) {
  const auto winner = std::min_element(candidates.begin(), candidates.end(), better);
  std::rotate(candidates.begin(), winner, winner + 1);
}

std::string unit_of(const Sample& sample) {
  if (is_latency(sample)) return "s";
  if (sample.family != "compute") return "B/s";
  return sample.precision.starts_with("int") ? "OP/s" : "FLOP/s";
}

void measure(Ceiling& ceiling, const Candidate& winner, const DeviceRecord& device) {
  const Summary summary = summarize(winner.series.values);
  const bool latency = is_latency(*winner.sample);
  ceiling.value = summary.median;
  ceiling.best = latency ? summary.worst : summary.best;  // a time: the lowest
  ceiling.spread = summary.spread;
  ceiling.low = summary.low;
  ceiling.high = summary.high;
  ceiling.repetitions = summary.count;
  if (ceiling.kind == "bandwidth") {
    ceiling.traffic = ceiling.value * traffic_factor(*winner.sample);
  } else if (ceiling.kind == "link") {
    ceiling.traffic = ceiling.value;
  }
  ceiling.clock_hz = median(winner.series.clocks);
  const bool off_chip =
      ceiling.kind == "link" || (ceiling.kind == "bandwidth" && is_memory(ceiling.level, device));
  if (!off_chip) ceiling.per_cycle = median(winner.series.per_cycle);

  const DocumentedLimit limit = limit_of(ceiling, device);
  ceiling.limit = limit.value;
  ceiling.limit_source = limit.source;
  if (limit.value <= 0) return;
  // Each repetition has its own clock: the share of the limit per cycle is the sharper one.
  const Peak* peak = peak_of(ceiling, device);
  const bool per_cycle = peak->per_cycle > 0 && ceiling.per_cycle > 0;
  ceiling.share = per_cycle ? ceiling.per_cycle / peak->per_cycle : ceiling.value / limit.value;
}

// From candidates of one id, all of which count.
Draft draft_from(std::vector<Candidate> candidates, const DeviceRecord& device) {
  put_winner_first(candidates);
  Draft draft;
  draft.winner = candidates.front().sample;
  draft.series = candidates.front().series;
  describe(draft.ceiling, candidates.front());
  measure(draft.ceiling, candidates.front(), device);
  for (const Candidate& candidate : candidates) {
    draft.ceiling.evidence.push_back(candidate.sample->name);
  }
  return draft;
}

}  // namespace

bool makes_ceilings(const Sample& sample) {
  return sample.status == Status::ok && sample.family != "intensity";
}

Candidate candidate_of(const Sample& sample) {
  Candidate candidate{&sample, sample.id, sample.level, series_of(sample), 0, {}};
  candidate.middle = median(candidate.series.values);
  return candidate;
}

void describe(Ceiling& ceiling, const Candidate& winner) {
  const Sample& sample = *winner.sample;
  ceiling.id = winner.id;
  ceiling.kind = sample.family;
  if (ceiling.kind == "bandwidth" || ceiling.kind == "latency") {  // others belong to no level
    ceiling.level = plain_level(winner.level);
    ceiling.node = sample.node.empty() ? variant_of(winner.level) : sample.node;
  }
  ceiling.scope = sample.scope;
  ceiling.mix = sample.mix;
  ceiling.precision = sample.precision;
  ceiling.accumulate = accumulator_of(sample);
  ceiling.path = sample.path;
  ceiling.role = sample.role;
  ceiling.lacks = sample.lacks;
  ceiling.unit = unit_of(sample);
  ceiling.units = sample.units;
  const bool burst = sample.mode == "burst";
  if (sample.data == "constant") {
    ceiling.notes.push_back(std::string("constant operands") + (burst ? ", in a burst" : "") +
                            ": what the instruction can do, not what real data and the power "
                            "limit leave of it");
  } else if (burst) {
    ceiling.notes.push_back("burst: not sustained");
  }
}

std::optional<Draft> draft_of(const std::vector<Candidate>& group, const DeviceRecord& device) {
  std::vector<Candidate> counted, resident, rejected;
  for (const Candidate& candidate : group) {
    (candidate.fit.counts ? counted : rejected).push_back(candidate);
    if (candidate.fit.cache_resident) resident.push_back(candidate);
  }
  if (counted.empty() && resident.empty()) return std::nullopt;
  Draft draft = draft_from(counted.empty() ? resident : counted, device);
  if (counted.empty()) {
    add_flag(draft.ceiling, Flag::cache_resident);
    draft.ceiling.notes.push_back(resident.front().fit.why);
  } else if (!rejected.empty()) {
    const std::string others =
        rejected.size() > 1 ? " (and " + std::to_string(rejected.size() - 1) + " more)" : "";
    draft.ceiling.notes.push_back(rejected.front().sample->name + others +
                                  " does not count: " + rejected.front().fit.why);
  }
  return draft;
}

}  // namespace ridgeline::ceilings
