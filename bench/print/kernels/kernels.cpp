// See kernels.hpp.
#include "bench/print/kernels/kernels.hpp"

#include <algorithm>
#include <utility>

#include "bench/print/archive/names.hpp"
#include "bench/print/kernels/rows.hpp"
#include "ceilings/archive/level_names.hpp"
#include "ceilings/text/text.hpp"
#include "ceilings/units.hpp"

namespace ridgeline::bench {
namespace {

std::vector<std::string> banners_of(const ceilings::Archive& archive) {
  std::vector<std::string> banners;
  if (archive.provenance == ceilings::Provenance::simulated) {
    banners.emplace_back("SIMULATED: the ceilings are those of a simulated device");
  }
  if (archive.provenance == ceilings::Provenance::published) {
    banners.push_back("PUBLISHED: the ceilings are taken from " +
                      (archive.citation.empty() ? "a source that is not named" : archive.citation));
  }
  if (!archive.complete) {
    banners.emplace_back("INCOMPLETE: the archive's run did not end; ceilings may be missing");
  }
  return banners;
}

double seconds_of(const DiagnosedKernel& one) { return one.place.run.seconds.value_or(0); }

// By time, longest first.
std::vector<const DiagnosedKernel*> by_time(const std::vector<DiagnosedKernel>& kernels) {
  std::vector<const DiagnosedKernel*> sorted;
  for (const DiagnosedKernel& one : kernels) sorted.push_back(&one);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const DiagnosedKernel* left, const DiagnosedKernel* right) {
                     return seconds_of(*left) > seconds_of(*right);
                   });
  return sorted;
}

bool is_above(const DiagnosedKernel* one) {
  return one->diagnosis.verdict == ceilings::Verdict::above_roof;
}

// Sums, never means of rates.
struct Totals {
  double seconds = 0, flop = 0;
  std::uint64_t launches = 0;
};

Totals totals_of(const std::vector<DiagnosedKernel>& kernels) {
  Totals totals;
  for (const DiagnosedKernel& one : kernels) {
    totals.launches += one.place.run.launches;
    totals.seconds += seconds_of(one);
    const bool counted = one.place.operations && !one.place.integer && one.place.run.seconds;
    if (counted) totals.flop += *one.place.operations;
  }
  return totals;
}

// Who counted, and so which of a ceiling's two figures counts.
std::string bytes_text(const std::vector<DiagnosedKernel>& kernels) {
  const auto from = [&](ceilings::BytesFrom source) {
    return std::any_of(kernels.begin(), kernels.end(), [source](const DiagnosedKernel& one) {
      return !one.place.levels.empty() && one.place.run.bytes_from == source;
    });
  };
  const bool hand = from(ceilings::BytesFrom::hand), counters = from(ceilings::BytesFrom::counters);
  if (hand && counters) return "counted by hand and by hardware; each kernel's in --format json";
  if (hand) return "counted by hand, held against what programs ask for";
  return counters ? "counted by hardware, held against traffic" : "";
}

// Far above the roof the verdict names the factor.
std::string share_text(double share) {
  if (share >= 10) return "> 999 %";
  return share > 0 && share < 0.0005 ? "< 0.1 %" : format_percent(share);
}

std::vector<Fact> facts_of(const std::vector<DiagnosedKernel>& kernels,
                           const ceilings::Archive& archive, const ceilings::Roofline& roofline,
                           const PlaceView& view) {
  const Totals totals = totals_of(kernels);
  const std::string model =
      archive.device.model.empty() ? archive.device.device_class : archive.device.model;
  const std::string all = counted(kernels.size(), "kernel") + ", " +
                          std::to_string(totals.launches) +
                          (totals.launches == 1 ? " launch" : " launches");
  std::vector<Fact> facts{
      {"archive", "Archive", text_cell(view.archive)},
      {"device", "Device", {model + "  [" + roofline.scope + "]", model}},
      {"scope", "", text_cell(roofline.scope)},
      {"provenance", "", text_cell(ceilings::provenance_name(archive.provenance))},
      {"source", "Kernels", {all + "  [" + view.source + "]", view.source}},
      {"launches", "", count_cell(totals.launches)}};
  facts.push_back({"bytes_counted", "Bytes", text_cell(bytes_text(kernels))});
  if (totals.seconds <= 0) return facts;
  const double rate = totals.flop / totals.seconds;
  facts.push_back({"seconds", "Together",
                   number_cell(totals.seconds, format_seconds(totals.seconds) +
                                                   (rate > 0 ? ", " + format_rate(rate, "FLOP/s") +
                                                                   " (sum of FLOP / sum of times)"
                                                             : ""))});
  facts.push_back({"flop", "", number_cell(totals.flop, "")});
  if (rate > 0) facts.push_back({"rate", "", number_cell(rate, "")});
  return facts;
}

// Without operations the bandwidth is what tells a kernel's pace.
Cell rate_cell(const ceilings::PlacedKernel& place) {
  const char* unit = place.integer ? "OP/s" : "FLOP/s";
  if (place.rate) return number_cell(*place.rate, format_rate(*place.rate, unit));
  const ceilings::LevelResult* slowest = nullptr;
  for (const ceilings::LevelResult& level : place.levels) {
    const bool more = slowest == nullptr || level.bound.seconds > slowest->bound.seconds;
    if (level.bandwidth && more) slowest = &level;
  }
  if (slowest == nullptr) return {};
  return number_cell(*slowest->bandwidth, format_rate(*slowest->bandwidth, "B/s"));
}

Cell intensity_cell(const ceilings::PlacedKernel& place, const std::string& name) {
  for (const ceilings::LevelResult& level : place.levels) {
    if (level.counted.level != name) continue;
    if (level.intensity) return number_cell(*level.intensity, plain_text(*level.intensity));
    return place.operations ? Cell{"none", {}} : Cell{};
  }
  return {};
}

Emphasis emphasis_of(ceilings::Verdict verdict) {
  return verdict == ceilings::Verdict::above_roof ? Emphasis::alarm : Emphasis::plain;
}

// C++ names begin alike; the whole name stands above the paragraph.
std::string short_name(const std::string& name, std::size_t columns) {
  const std::string shown = name.starts_with("void ") ? name.substr(5) : name;
  return fitted(sanitized(shown), columns, true);
}

Row row_of(const DiagnosedKernel& one, const std::string& level, const PlaceView& view) {
  const ceilings::PlacedKernel& place = one.place;
  const std::optional<double>& seconds = place.run.seconds;
  return {{text_cell(short_name(place.run.name, view.name)), count_cell(place.run.launches),
           seconds ? number_cell(*seconds, format_seconds(*seconds)) : Cell{},
           intensity_cell(place, level), rate_cell(place),
           place.attainable
               ? number_cell(*place.attainable,
                             format_rate(*place.attainable, place.integer ? "OP/s" : "FLOP/s"))
               : Cell{},
           place.share ? number_cell(*place.share, share_text(*place.share)) : Cell{},
           text_cell(one.diagnosis.label)},
          emphasis_of(one.diagnosis.verdict)};
}

// The farthest level that any kernel has bytes of: memory, as a rule.
std::string table_level(const std::vector<DiagnosedKernel>& kernels) {
  std::string last;
  for (const DiagnosedKernel& one : kernels) {
    for (const ceilings::LevelResult& level : one.place.levels) {
      if (ceilings::is_memory_name(ceilings::plain_level(level.counted.level)))
        return level.counted.level;
      last = level.counted.level;
    }
  }
  return last.empty() ? "DRAM" : last;
}

Table people_table(const std::vector<DiagnosedKernel>& kernels, const PlaceView& view) {
  const std::string level = table_level(kernels);
  Table table{"",
              "Kernels by time",
              Audience::people,
              {{"", "kernel"},
               {"", "launches", true, 6},
               {"", "time", true, 3},
               {"", "AI " + level, true, 2},
               {"", "rate", true, 4},
               {"", "attainable", true, 5},
               {"", "of it", true},
               {"", "verdict"}}};
  const std::vector<const DiagnosedKernel*> sorted = by_time(kernels);
  std::size_t others = 0, above = 0;
  double seconds = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (i < view.top) {
      table.rows.push_back(row_of(*sorted[i], level, view));
      continue;
    }
    ++others;
    seconds += seconds_of(*sorted[i]);
    if (is_above(sorted[i])) ++above;
  }
  if (others == 0) return table;
  const double all = totals_of(kernels).seconds;
  table.below.push_back(
      "and " + counted(others, "other") + ", " + format_seconds(seconds) +
      (all > 0 ? " or " + format_percent(seconds / all) + " of the time" : "") +
      (above > 0 ? "; " + std::to_string(above) + " of them ABOVE THE ROOF" : "") +
      ": --top lists more, --only NAME some");
  return table;
}

// A paragraph a kernel: what is wrong first, then the longest.
void add_paragraphs(Document& document, const std::vector<DiagnosedKernel>& kernels,
                    std::size_t most) {
  std::vector<const DiagnosedKernel*> sorted = by_time(kernels);
  std::stable_partition(sorted.begin(), sorted.end(), is_above);
  for (const DiagnosedKernel* one : sorted) {
    if (most-- == 0) break;
    Table table{"", fitted(one->place.run.name, 90, false), Audience::people};
    const ceilings::PlacedKernel& place = one->place;
    table.below = {one->diagnosis.text};
    if (!one->diagnosis.advice.empty()) table.below.push_back("Next: " + one->diagnosis.advice);
    std::vector<std::string> notes = place.notes;
    if (place.binding != nullptr && !place.binding->ceiling->suspect.empty()) {
      notes.push_back("the ceiling itself is suspect (" +
                      flag_names(place.binding->ceiling->suspect, ", ") + ")");
    }
    if (!notes.empty()) table.below.push_back("Note: " + joined(notes, "; ") + ".");
    document.tables.push_back(std::move(table));
  }
}

}  // namespace

Document place_document(std::vector<DiagnosedKernel> kernels, const ceilings::Archive& archive,
                        const ceilings::Roofline& roofline, const PlaceView& view) {
  Document document;
  document.banners = banners_of(archive);
  const auto above = std::count_if(kernels.begin(), kernels.end(),
                                   [](const DiagnosedKernel& one) { return is_above(&one); });
  if (above > 0) {
    document.banners.push_back(counted(static_cast<std::size_t>(above), "kernel") +
                               " ABOVE THE ROOF: something in the numbers is wrong");
  }
  document.facts = facts_of(kernels, archive, roofline, view);
  if (view.programs) {
    document.tables = {kernel_rows(std::move(kernels))};
  } else {
    document.tables = {people_table(kernels, view)};
    add_paragraphs(document, kernels, view.explained);
  }
  document.main_table = "kernels";
  return document;
}

}  // namespace ridgeline::bench
