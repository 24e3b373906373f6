// See derive.hpp.
#include "ceilings/derive/derive.hpp"

#include <map>

#include "ceilings/checks/core_layout.hpp"
#include "ceilings/checks/order.hpp"
#include "ceilings/checks/quality.hpp"
#include "ceilings/checks/smt_interference.hpp"
#include "ceilings/derive/candidates.hpp"
#include "ceilings/derive/empirical.hpp"
#include "ceilings/derive/explored.hpp"
#include "ceilings/derive/roofs.hpp"
#include "ceilings/levels/latency_levels.hpp"
#include "ceilings/levels/levels.hpp"

namespace ridgeline::ceilings {
namespace {

std::vector<Draft> confirmed(const Archive& archive) {
  std::vector<std::string> order;
  std::map<std::string, std::vector<Candidate>> groups;
  for (const Sample& sample : archive.samples) {
    if (sample.stage != Stage::confirm || !makes_ceilings(sample)) continue;
    Candidate candidate = candidate_of(sample);
    if (candidate.series.values.empty()) continue;
    candidate.fit = fit_of(sample, archive.device, archive.levels);
    if (!groups.contains(sample.id)) order.push_back(sample.id);
    groups[sample.id].push_back(std::move(candidate));
  }
  std::vector<Draft> drafts;
  for (const std::string& id : order) {
    if (auto draft = draft_of(groups[id], archive.device)) drafts.push_back(*draft);
  }
  return drafts;
}

}  // namespace

void derive(Archive& archive) {
  archive.tool.method = kMethodVersion;
  const std::vector<CoreLayout> layouts = core_layouts_of(archive);
  Archive split = split_by_layout(archive, layouts);
  set_disturbed_aside(split);
  split.levels = levels_of(split);
  add_latency_knees(split.levels, split);
  std::vector<Draft> drafts = confirmed(split);
  add_explored(drafts, split);
  for (Draft& draft : drafts) {
    check_quality(draft, split.device, split.levels);
    note_layout(draft.ceiling, *draft.winner, layouts);
    if (!draft.winner->reason.empty()) draft.ceiling.notes.push_back(draft.winner->reason);
  }
  check_order(drafts, split.device);
  mark_roofs(drafts);

  split.ceilings.clear();
  for (Draft& draft : drafts) split.ceilings.push_back(std::move(draft.ceiling));
  add_latencies(split.levels, split.ceilings);
  archive.ridges = ridges_of(split.ceilings);
  archive.empirical = empirical_points(split);
  archive.levels = std::move(split.levels);
  archive.ceilings = std::move(split.ceilings);
}

}  // namespace ridgeline::ceilings
