// See sweeps.hpp.
#include "bench/report/sweeps.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "bench/print/archive/names.hpp"
#include "ceilings/samples/series.hpp"
#include "ceilings/stats.hpp"

namespace ridgeline::bench {

bool is_point(const ceilings::Sample& sample) {
  return sample.status == ceilings::Status::ok && !ceilings::series_of(sample).values.empty();
}

std::string sample_text(const ceilings::Sample& sample) {
  if (sample.family == "compute") {
    const std::string accumulator = ceilings::accumulator_of(sample);
    return sample.precision + (accumulator.empty() ? "" : "->" + accumulator) + " " + sample.path;
  }
  const std::string level = sample.level == "sweep" ? "" : sample.level + " ";
  if (sample.family == "latency") return level + "dependent loads, " + sample.path;
  return level + mix_text(sample.mix, sample.path) + ", " + sample.path;
}

Table sweep_table(const ceilings::Archive& archive) {
  Table table = program_table("sweeps", {"kind", "scope", "text", "path", "working_set", "value",
                                         "low", "high", "suspect"});
  std::map<std::tuple<std::string, std::string, std::string>, std::set<std::uint64_t>> sizes;
  std::vector<const ceilings::Sample*> points;
  const auto key = [](const ceilings::Sample& s) {
    return std::tuple(s.family, s.scope, sample_text(s));
  };
  for (const ceilings::Sample& sample : archive.samples) {
    const bool kind = sample.family == "bandwidth" || sample.family == "latency";
    if (!kind || sample.stage != ceilings::Stage::explore || !is_point(sample)) continue;
    sizes[key(sample)].insert(sample.working_set);
    points.push_back(&sample);
  }
  // A few sizes are a search for the fastest shape, no sweep.
  std::erase_if(points, [&](const ceilings::Sample* s) { return sizes.at(key(*s)).size() < 5; });
  std::stable_sort(
      points.begin(), points.end(), [&](const ceilings::Sample* a, const ceilings::Sample* b) {
        return std::tuple(key(*a), a->working_set) < std::tuple(key(*b), b->working_set);
      });
  for (const ceilings::Sample* sample : points) {
    const Summary seen = summarize(ceilings::series_of(*sample).values);
    const bool marked = std::any_of(sample->repetitions.begin(), sample->repetitions.end(),
                                    [](const ceilings::Repetition& r) { return !r.flags.empty(); });
    table.rows.push_back(
        {{text_cell(sample->family), text_cell(sample->scope),
          text_cell(sample_text(*sample) + "; " +
                    units_text(sample->scope, sample->units, archive.device)),
          text_cell(sample->path), count_cell(sample->working_set), number_cell(seen.median, ""),
          number_cell(seen.worst, ""), number_cell(seen.best, ""), flag_cell(marked)}});
  }
  return table;
}

}  // namespace ridgeline::bench
