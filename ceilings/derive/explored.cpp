// The explore stage as a source of ceilings, for want of a better one.
#include "ceilings/derive/explored.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "ceilings/derive/candidates.hpp"

namespace ridgeline::ceilings {
namespace {

// What a search explored: a level's reads, a precision's paths, or a level's latency, in a scope.
auto subject_of(const Ceiling& c) {
  return std::tuple(c.kind, c.level, c.node, c.scope, c.mix, c.precision, c.accumulate);
}

std::string level_id(const Sample& sample, const std::string& level) {
  const std::string place = level + (sample.node.empty() ? "" : "@" + sample.node);
  std::string id = sample.family + "/" + place + "/" + sample.scope;
  if (sample.family == "bandwidth") id += "/" + sample.mix;
  return sample.path.empty() ? id : id + "/" + sample.path;
}

// The sample as it stands inside the levels of its scope: one candidate at most, since plateaus
// do not overlap.
std::optional<Candidate> placed(const Sample& sample, const Archive& archive) {
  for (const Level& level : archive.levels) {
    if (level.scope != sample.scope) continue;
    Sample assumed = sample;
    assumed.level = level.name + (level.variant.empty() ? "" : "@" + level.variant);
    if (sample.level != "sweep" && sample.level != assumed.level) continue;
    const bool on_plateau =
        sample.working_set >= level.first && (level.knee == 0 || sample.working_set <= level.knee);
    if (!on_plateau) continue;
    Candidate candidate = candidate_of(sample);
    candidate.fit = fit_of(assumed, archive.device, archive.levels);
    candidate.level = assumed.level;
    candidate.id = level_id(sample, assumed.level);
    if (candidate.fit.counts || candidate.fit.cache_resident) return candidate;
  }
  return std::nullopt;
}

std::optional<Candidate> explored_candidate(const Sample& sample, const Archive& archive) {
  if (sample.stage != Stage::explore || !makes_ceilings(sample)) return std::nullopt;
  if (sample.family == "bandwidth" && sample.mix != "1:0") return std::nullopt;
  const bool by_size = sample.family == "bandwidth" || sample.family == "latency";
  std::optional<Candidate> candidate =
      by_size ? placed(sample, archive) : std::optional(candidate_of(sample));
  if (candidate && candidate->series.values.empty()) return std::nullopt;
  return candidate;
}

}  // namespace

void add_explored(std::vector<Draft>& drafts, const Archive& archive) {
  std::vector<decltype(subject_of(Ceiling{}))> done;
  for (const Draft& draft : drafts) done.push_back(subject_of(draft.ceiling));
  std::vector<std::string> order;
  std::map<std::string, std::vector<Candidate>> groups;
  for (const Sample& sample : archive.samples) {
    const std::optional<Candidate> candidate = explored_candidate(sample, archive);
    if (!candidate) continue;
    Ceiling about;
    describe(about, *candidate);
    if (std::find(done.begin(), done.end(), subject_of(about)) != done.end()) continue;
    if (!groups.contains(candidate->id)) order.push_back(candidate->id);
    groups[candidate->id].push_back(*candidate);
  }
  for (const std::string& id : order) {
    std::optional<Draft> draft = draft_of(groups[id], archive.device);
    if (!draft) continue;
    draft->ceiling.notes.push_back("from the explore stage only");
    drafts.push_back(std::move(*draft));
  }
}

}  // namespace ridgeline::ceilings
