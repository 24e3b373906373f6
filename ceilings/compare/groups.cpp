// See groups.hpp.
#include "ceilings/compare/groups.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "ceilings/stats.hpp"

namespace ridgeline::ceilings {
namespace {

// One row's values over the archives of a group.
struct FigureColumn {
  RowName name;
  std::vector<double> values;
  std::vector<std::size_t> archives;
};

std::vector<FigureColumn> columns_of(const std::vector<ArchiveDigest>& digests,
                                     const std::vector<std::size_t>& members) {
  std::vector<FigureColumn> columns;
  std::map<std::string, std::size_t> places;
  for (const std::size_t member : members) {
    for (const NamedFigure& each : digests[member].figures) {
      const auto [place, fresh] = places.try_emplace(key_of(each.name), columns.size());
      if (fresh) columns.push_back({each.name, {}, {}});
      columns[place->second].values.push_back(each.figure.value);
      columns[place->second].archives.push_back(member);
    }
  }
  std::stable_sort(
      columns.begin(), columns.end(),
      [](const FigureColumn& a, const FigureColumn& b) { return comes_before(a.name, b.name); });
  return columns;
}

GroupRow row_of(const FigureColumn& column) {
  GroupRow row;
  row.name = column.name;
  row.count = column.values.size();
  row.median = median(column.values);
  const auto [least, most] = std::minmax_element(column.values.begin(), column.values.end());
  row.least = *least;
  row.most = *most;
  row.spread = row.median > 0 ? (row.most - row.least) / row.median : 0;
  const std::vector<double> scores = modified_scores(column.values);
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (std::abs(scores[i]) <= kOutlierScore) continue;
    row.outliers.push_back({column.archives[i], column.values[i], scores[i]});
  }
  return row;
}

const Figure* find_figure(const ArchiveDigest& digest, const RowName& name) {
  for (const NamedFigure& each : digest.figures) {
    if (each.name == name) return &each.figure;
  }
  return nullptr;
}

// Reference and roof are often one ceiling; once is enough.
bool is_repeated(const ArchiveDigest& digest, const NamedFigure& roof) {
  if (roof.name.standing != "roof") return false;
  return std::any_of(digest.figures.begin(), digest.figures.end(), [&](const NamedFigure& each) {
    return each.name.standing == "reference" && each.figure.id == roof.figure.id;
  });
}

Change change_of(const NamedFigure& base, const Figure* other, std::size_t archive,
                 double tolerance) {
  Change change;
  change.name = base.name;
  change.archive = archive;
  change.base = base.figure.value;
  if (other == nullptr) {
    change.verdict = Drift::missing;
    return change;
  }
  change.value = other->value;
  change.change = ratio_of(*other, base.figure, base.name) - 1;
  change.significance = significance_of(*other, base.figure);
  const bool beyond = change.significance != Significance::overlaps;
  // A change of exactly the tolerance is within it, whatever the last bits of the ratio are.
  const double bound = tolerance * (1 + 1e-9) + 1e-12;
  if (beyond && change.change < -bound) change.verdict = Drift::loss;
  if (beyond && change.change > bound) change.verdict = Drift::gain;
  return change;
}

}  // namespace

ArchiveDigest digest_of(const Archive& archive, const std::string& path, bool all) {
  ArchiveDigest digest;
  digest.path = path;
  digest.device_class = archive.device.device_class;
  digest.model = archive.device.model;
  digest.created = archive.created;
  digest.provenance = archive.provenance;
  digest.citation = archive.citation;
  digest.method = archive.tool.method;
  digest.complete = archive.complete;
  digest.suspects = static_cast<std::size_t>(
      std::count_if(archive.ceilings.begin(), archive.ceilings.end(),
                    [](const Ceiling& ceiling) { return !ceiling.suspect.empty(); }));
  digest.figures = all ? all_figures(archive) : main_figures(archive);
  return digest;
}

std::vector<Group> groups_of(const std::vector<ArchiveDigest>& digests) {
  std::vector<Group> groups;
  std::map<std::pair<std::string, Provenance>, std::size_t> places;
  for (std::size_t i = 0; i < digests.size(); ++i) {
    const ArchiveDigest& digest = digests[i];
    const auto [place, fresh] =
        places.try_emplace({digest.device_class, digest.provenance}, groups.size());
    if (fresh) groups.push_back({digest.device_class, digest.model, digest.provenance, {}, {}});
    groups[place->second].archives.push_back(i);
  }
  for (Group& group : groups) {
    for (const FigureColumn& column : columns_of(digests, group.archives)) {
      group.rows.push_back(row_of(column));
    }
  }
  return groups;
}

std::vector<double> modified_scores(const std::vector<double>& values) {
  constexpr std::size_t kFew = 5;
  std::vector<double> scores(values.size(), 0);
  if (values.size() < kFew) return scores;
  const double middle = median(values);
  std::vector<double> deviations;
  double sum = 0;
  for (const double value : values) {
    deviations.push_back(std::abs(value - middle));
    sum += deviations.back();
  }
  const double mad = median(deviations);
  const double mean = sum / static_cast<double>(values.size());
  const double scale = mad > 0 ? mad / 0.6745 : 1.2533 * mean;
  if (scale <= 0) return scores;
  for (std::size_t i = 0; i < values.size(); ++i) scores[i] = (values[i] - middle) / scale;
  return scores;
}

const char* drift_name(Drift verdict) {
  static constexpr std::array<const char*, 4> kNames{"steady", "gain", "loss", "missing"};
  return kNames[static_cast<std::size_t>(verdict)];
}

std::vector<Change> changes_against(const std::vector<ArchiveDigest>& digests, std::size_t baseline,
                                    double tolerance) {
  std::vector<Change> changes;
  for (const NamedFigure& base : digests[baseline].figures) {
    if (is_repeated(digests[baseline], base)) continue;
    for (std::size_t i = 0; i < digests.size(); ++i) {
      if (i == baseline) continue;
      changes.push_back(change_of(base, find_figure(digests[i], base.name), i, tolerance));
    }
  }
  return changes;
}

}  // namespace ridgeline::ceilings
