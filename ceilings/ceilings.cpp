// Samples to levels, ceilings, ridges and empirical points. Pure: the same samples and the same
// device make the same results.
#include <map>

#include "ceilings/archive.hpp"
#include "ceilings/candidates.hpp"
#include "ceilings/empirical.hpp"
#include "ceilings/explored.hpp"
#include "ceilings/levels.hpp"
#include "ceilings/ridges.hpp"
#include "ceilings/suspicion.hpp"

namespace ridgeline {
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
  archive.levels = levels_of(archive);
  std::vector<Draft> drafts = confirmed(archive);
  add_explored(drafts, archive);
  for (Draft& draft : drafts) judge(draft, archive.device, archive.levels);
  judge_order(drafts, archive.device);
  mark_roofs(drafts);

  archive.ceilings.clear();
  for (Draft& draft : drafts) archive.ceilings.push_back(std::move(draft.ceiling));
  archive.ridges = ridges_of(archive.ceilings);
  archive.empirical = empirical_points(archive);
}

}  // namespace ridgeline
