// Which ceilings of archives belong together, and by how much they differ. See compare.hpp.
#include "ceilings/compare/compare.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "ceilings/archive/level_names.hpp"
#include "ceilings/checks/quality.hpp"
#include "ceilings/roofline.hpp"

namespace ridgeline::ceilings {
namespace {

Figure figure_of(const Ceiling& ceiling) {
  Figure figure;
  figure.id = ceiling.id;
  figure.value = ceiling.value;
  const bool interval = ceiling.low > 0 && ceiling.high >= ceiling.low;
  if (interval) figure.low = ceiling.low, figure.high = ceiling.high;
  figure.units = ceiling.units;
  const bool divided = ceiling.kind == "bandwidth" || ceiling.kind == "compute";
  if (!divided) figure.per_unit = ceiling.value;
  if (divided && figure.units > 0) figure.per_unit = ceiling.value / figure.units;
  figure.per_cycle = ceiling.per_cycle;
  figure.suspect = !ceiling.suspect.empty();
  figure.flags = ceiling.suspect;
  figure.source = ceiling.source;
  const bool stand_in = ceiling.role == "secondary" && !ceiling.roof && !ceiling.reference;
  if (stand_in) figure.lacks = ceiling.lacks.empty() ? "a primary one" : ceiling.lacks;
  return figure;
}

// A line is scaled where one SM's figure counts for the chip.
Figure figure_of(const Line& line) {
  Figure figure = figure_of(*line.ceiling);
  const double scale = line.value / figure.value;
  figure.value = line.value;
  figure.low *= scale;
  figure.high *= scale;
  figure.units = static_cast<int>(std::lround(figure.units * scale));
  return figure;
}

void add_pair(std::vector<NamedFigure>& figures, const std::string& subject, const Line* reference,
              const Line* roof) {
  const auto add = [&](const Line* line, const char* standing) {
    if (line == nullptr) return;
    const Ceiling& ceiling = *line->ceiling;
    figures.push_back({{ceiling.kind, subject, standing, ceiling.unit}, figure_of(*line)});
  };
  add(reference, "reference");
  add(roof, "roof");
}

// Lines of exactly this level or precision: the roofs' own look-up also takes parts of a level and
// any accumulator, and constant operands where there is nothing else.
template <typename Name>
std::vector<Line> lines_named(const std::vector<Line>& lines, const std::string& name,
                              const Name& name_of) {
  std::vector<Line> named;
  for (const Line& line : lines) {
    const bool constant = line.ceiling->path.ends_with("-constant");
    if (name_of(*line.ceiling) == name && !constant) named.push_back(line);
  }
  return named;
}

// "host-device/copy-engine" of "link/host-device/copy-engine".
std::string behind_kind(const std::string& id) { return id.substr(id.find('/') + 1); }

void add_others(std::vector<NamedFigure>& figures, const Archive& archive) {
  for (const char* kind : {"latency", "link"}) {
    for (const Ceiling& ceiling : archive.ceilings) {
      if (ceiling.kind != kind || ceiling.value <= 0 || is_failed(ceiling)) continue;
      const bool latency = ceiling.kind == "latency";
      const bool named = latency && !ceiling.level.empty();
      const RowName name{ceiling.kind, named ? level_name(ceiling) : behind_kind(ceiling.id), "",
                         ceiling.unit};
      const bool known =
          std::any_of(figures.begin(), figures.end(),
                      [&](const NamedFigure& figure) { return figure.name == name; });
      if (!known) figures.push_back({name, figure_of(ceiling)});
    }
  }
}

std::size_t place_of_kind(const std::string& kind) {
  static constexpr std::array<const char*, 4> kOrder{"bandwidth", "compute", "latency", "link"};
  return static_cast<std::size_t>(std::find(kOrder.begin(), kOrder.end(), kind) - kOrder.begin());
}

bool is_better(const Figure& one, const Figure& than, const std::string& kind) {
  return kind == "latency" ? one.value < than.value : one.value > than.value;
}

// An archive's figure of a row: by its name, else the best of the level's parts.
std::optional<Figure> figure_in(const std::vector<NamedFigure>& figures, const RowName& name) {
  std::optional<Figure> part;
  for (const NamedFigure& each : figures) {
    if (each.name == name) return each.figure;
    RowName whole = each.name;
    whole.subject = plain_level(whole.subject);
    const bool fits = name.kind != "compute" && !name.standing.empty() && whole == name;
    const bool latency = name.kind == "latency" && whole == name;
    if ((fits || latency) && (!part || is_better(each.figure, *part, name.kind))) {
      part = each.figure;
    }
  }
  return part;
}

// Levels from near to far and precisions from wide to narrow, whatever archive brings them up
// first; what is none of these stands behind.
std::size_t rank_of(const RowName& name) {
  static constexpr std::array<const char*, 12> kPrecisions{"fp64",  "fp32",  "tf32",  "fp16",
                                                           "bf16",  "fp8",   "fp6",   "fp4",
                                                           "int64", "int32", "int16", "int8"};
  const auto place = [](const auto& names, const std::string& wanted) {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), wanted) - names.begin());
  };
  if (name.kind == "compute")
    return place(kPrecisions, name.subject.substr(0, name.subject.find("->")));
  if (name.kind == "link") return 0;
  return level_rank(plain_level(name.subject));
}

void join_pairs(std::vector<ComparedRow>& rows) {
  for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
    ComparedRow& row = rows[i];
    const ComparedRow& next = rows[i + 1];
    if (row.name.standing != "reference" || next.name.standing != "roof") continue;
    if (row.name.kind != next.name.kind || row.name.subject != next.name.subject) continue;
    const bool same = std::equal(
        row.figures.begin(), row.figures.end(), next.figures.begin(),
        [](const auto& a, const auto& b) { return (a ? a->id : "") == (b ? b->id : ""); });
    if (!same) continue;
    row.name.standing = "reference and roof";
    rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
}

}  // namespace

std::string key_of(const RowName& name) {
  if (name.subject.starts_with(name.kind + "/")) return name.subject;  // an id
  std::string key = name.kind + "/" + name.subject;
  if (!name.standing.empty()) {
    key += "/" + (name.standing == "reference and roof" ? "reference" : name.standing);
  }
  return key;
}

bool comes_before(const RowName& one, const RowName& other) {
  const auto place = [](const RowName& name) {
    return std::pair(place_of_kind(name.kind), rank_of(name));
  };
  return place(one) < place(other);
}

std::vector<NamedFigure> main_figures(const Archive& archive) {
  std::vector<NamedFigure> figures;
  const Roofline roofline = roofline_of(archive);
  for (const std::string& level : level_names(roofline)) {
    Roofline own;
    own.bandwidths = lines_named(roofline.bandwidths, level, level_name);
    add_pair(figures, level, bandwidth_reference(own, level), bandwidth_roof(own, level));
  }
  for (const std::string& precision : precision_names(roofline)) {
    Roofline own;
    own.computes = lines_named(roofline.computes, precision, precision_name);
    add_pair(figures, precision, compute_reference(own, precision), compute_roof(own, precision));
  }
  add_others(figures, archive);
  return figures;
}

std::vector<NamedFigure> all_figures(const Archive& archive) {
  std::vector<NamedFigure> figures;
  for (const Ceiling& ceiling : archive.ceilings) {
    if (ceiling.value <= 0) continue;
    figures.push_back({{ceiling.kind, ceiling.id, "", ceiling.unit}, figure_of(ceiling)});
  }
  return figures;
}

std::vector<ComparedRow> compared_rows(const std::vector<std::vector<NamedFigure>>& archives) {
  std::vector<ComparedRow> rows;
  for (const auto& figures : archives) {
    for (const NamedFigure& each : figures) {
      const bool known = std::any_of(rows.begin(), rows.end(),
                                     [&](const ComparedRow& row) { return row.name == each.name; });
      if (!known) rows.push_back({each.name, {}});
    }
  }
  // Reference and roof of one subject side by side: subjects in the order of their first row.
  std::vector<std::string> subjects;
  for (const ComparedRow& row : rows) subjects.push_back(row.name.kind + "/" + row.name.subject);
  const auto first_of = [&](const ComparedRow& row) {
    return std::find(subjects.begin(), subjects.end(), row.name.kind + "/" + row.name.subject);
  };
  std::stable_sort(rows.begin(), rows.end(), [&](const ComparedRow& a, const ComparedRow& b) {
    if (comes_before(a.name, b.name)) return true;
    return !comes_before(b.name, a.name) && first_of(a) < first_of(b);
  });
  for (ComparedRow& row : rows) {
    for (const auto& figures : archives) row.figures.push_back(figure_in(figures, row.name));
  }
  join_pairs(rows);
  return rows;
}

double ratio_of(const Figure& other, const Figure& base, const RowName& name) {
  if (other.value <= 0 || base.value <= 0) return 0;
  return name.unit == "s" ? base.value / other.value : other.value / base.value;
}

Significance significance_of(const Figure& other, const Figure& base) {
  if (other.high <= 0 || base.high <= 0) return Significance::unknown;
  const bool apart = other.low > base.high || base.low > other.high;
  return apart ? Significance::differs : Significance::overlaps;
}

const char* significance_name(Significance significance) {
  static constexpr std::array<const char*, 3> kNames{"differs", "overlaps", "unknown"};
  return kNames[static_cast<std::size_t>(significance)];
}

}  // namespace ridgeline::ceilings
