// See names.hpp.
#include "bench/print/compare/names.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <set>

#include "bench/print/archive/names.hpp"
#include "ceilings/archive/ids.hpp"
#include "ceilings/roofline.hpp"
#include "ceilings/text/text.hpp"

namespace ridgeline::bench {
namespace {

// What a roof was reached by: "write", "triad"; "mma-m16n8k16".
std::string way_of(const ceilings::Figure& figure) {
  const ceilings::Id id = ceilings::parse_id(figure.id);
  return id.kind == "bandwidth" ? mix_text(id.mix, id.path) : id.path;
}

bool is_same_way(const ceilings::Figure& one, const ceilings::Figure& other) {
  const ceilings::Id a = ceilings::parse_id(one.id), b = ceilings::parse_id(other.id);
  return a.kind == "bandwidth"
             ? way_of(one) == way_of(other)
             : ceilings::is_matrix_path(a.path) == ceilings::is_matrix_path(b.path);
}

// Roofs that were reached in different ways: "DRAM highest (A read, B write)".
std::vector<std::string> unlike_roofs(const std::vector<ceilings::ComparedRow>& rows) {
  std::vector<std::string> found;
  for (const ceilings::ComparedRow& row : rows) {
    if (row.name.standing != "roof") continue;
    const ceilings::Figure* first = nullptr;
    bool unlike = false;
    std::vector<std::string> ways;
    for (std::size_t i = 0; i < row.figures.size(); ++i) {
      if (!row.figures[i]) continue;
      const ceilings::Figure& figure = *row.figures[i];
      unlike = unlike || (first != nullptr && !is_same_way(*first, figure));
      if (first == nullptr) first = &figure;
      ways.push_back(letter_of(i) + " " + way_of(figure));
    }
    if (unlike) found.push_back(title_of(row.name) + " (" + joined(ways) + ")");
  }
  return found;
}

// Secondary figures that stand where there is no primary one: "int8->int32 (A's without tensor
// cores)".
std::vector<std::string> stand_ins(const std::vector<ceilings::ComparedRow>& rows) {
  std::vector<std::string> found;
  for (const ceilings::ComparedRow& row : rows) {
    if (!row.name.standing.starts_with("reference")) continue;
    std::vector<std::string> lacking;
    for (std::size_t i = 0; i < row.figures.size(); ++i) {
      if (!row.figures[i] || row.figures[i]->lacks.empty()) continue;
      lacking.push_back(letter_of(i) + "'s without " + row.figures[i]->lacks);
    }
    if (!lacking.empty()) found.push_back(title_of(row.name) + " (" + joined(lacking) + ")");
  }
  return found;
}

}  // namespace

std::string letter_of(std::size_t archive) {
  constexpr std::size_t kLetters = 26;
  std::string letters(1, static_cast<char>('A' + archive % kLetters));
  return archive < kLetters ? letters : letter_of(archive / kLetters - 1) + letters;
}

std::string heading_of(std::size_t archive, ceilings::Provenance provenance) {
  const bool measured = provenance == ceilings::Provenance::measured;
  return letter_of(archive) +
         (measured ? "" : std::string(" ") + ceilings::provenance_name(provenance));
}

std::string title_of(const ceilings::RowName& name) {
  if (name.subject.starts_with(name.kind + "/")) return name.subject;  // an id
  if (name.kind == "latency") return name.subject + " latency";
  if (name.kind == "link") return name.subject;
  const bool roof = name.standing == "roof";
  if (name.kind == "bandwidth") return name.subject + (roof ? " highest" : " read");
  return name.subject + (roof ? " highest" : "");
}

std::string figure_text(const ceilings::Figure& figure, const std::string& unit) {
  return value_text(figure.value, unit) + (figure.suspect ? "!" : "");
}

std::string ratio_text(double ratio) {
  if (ratio <= 0 || !std::isfinite(ratio)) return "-";
  std::array<char, 32> text{};
  const int decimals = ratio >= 1000 ? 0 : ratio >= 100 ? 1 : ratio >= 10 ? 2 : 3;
  if (ratio < 0.001) {
    std::snprintf(text.data(), text.size(), "%.2e", ratio);
  } else {
    std::snprintf(text.data(), text.size(), "%.*f", decimals, ratio);
  }
  return text.data();
}

std::string provenance_mark(ceilings::Provenance provenance) {
  if (provenance == ceilings::Provenance::measured) return "";
  return provenance == ceilings::Provenance::published ? "PUBLISHED" : "SIMULATED";
}

std::vector<std::string> cautions(const std::vector<ceilings::ArchiveDigest>& digests) {
  std::vector<std::string> found, incomplete;
  std::set<std::string> methods;
  std::set<ceilings::Provenance> provenances;
  for (std::size_t i = 0; i < digests.size(); ++i) {
    const ceilings::ArchiveDigest& digest = digests[i];
    provenances.insert(digest.provenance);
    // Published figures were derived by nobody's rules but their authors'.
    if (digest.provenance != ceilings::Provenance::published)
      methods.insert(std::to_string(digest.method));
    if (!digest.complete) incomplete.push_back(letter_of(i));
  }
  if (methods.size() > 1) {
    found.push_back("DIFFERENT METHODS: ceilings were derived by versions " +
                    joined({methods.begin(), methods.end()}, " and ") +
                    " of the rules; `ridgeline assemble` derives archives anew by one");
  }
  if (!incomplete.empty()) {
    found.push_back("INCOMPLETE: " + counted(incomplete.size(), "run") + " did not end" +
                    (digests.size() <= 26 ? " (" + joined(incomplete) + ")" : ""));
  }
  if (provenances.contains(ceilings::Provenance::simulated)) {
    found.emplace_back("SIMULATED: some of these numbers were computed by a simulated device");
  }
  if (provenances.contains(ceilings::Provenance::published)) {
    found.emplace_back(
        "PUBLISHED: some of these numbers are from literature, not measured by this program");
  }
  return found;
}

Table caution_data(const std::vector<std::string>& cautions) {
  Table table = program_table("warnings", {"warning"});
  for (const std::string& caution : cautions) {
    table.rows.push_back({{text_cell(caution)}});
  }
  return table;
}

std::string others_text(const Comparison& comparison) {
  const std::string base = letter_of(comparison.baseline);
  if (comparison.archives.size() == 2) return letter_of(1 - comparison.baseline) + "/" + base;
  return "X/" + base;
}

std::string direction_text(const Comparison& comparison) {
  return "ratios are " + others_text(comparison) + "; above 1: " +
         (comparison.archives.size() == 2 ? letter_of(1 - comparison.baseline) : std::string("X")) +
         " is better (latencies inverted)";
}

std::vector<std::string> compared_legend(const Comparison& comparison,
                                         const std::vector<ceilings::ComparedRow>& rows) {
  std::set<ceilings::Flag> flags;
  bool unknown = false, overlaps = false;
  for (const ceilings::ComparedRow& row : rows) {
    const auto& base = row.figures[comparison.baseline];
    for (std::size_t i = 0; i < row.figures.size(); ++i) {
      if (!row.figures[i]) continue;
      flags.insert(row.figures[i]->flags.begin(), row.figures[i]->flags.end());
      if (!base || i == comparison.baseline) continue;
      const ceilings::Significance significance = ceilings::significance_of(*row.figures[i], *base);
      unknown = unknown || significance == ceilings::Significance::unknown;
      overlaps = overlaps || significance == ceilings::Significance::overlaps;
    }
  }
  std::vector<std::string> lines;
  const std::vector<std::string> unlike = unlike_roofs(rows);
  if (!unlike.empty()) lines.push_back("Roofs reached in different ways: " + joined(unlike, "; "));
  const std::vector<std::string> lacking = stand_ins(rows);
  if (!lacking.empty()) {
    lines.push_back("Secondary figures, since there is no other: " + joined(lacking, "; "));
  }
  if (overlaps && comparison.archives.size() > 2) {
    lines.emplace_back("=  the 95 % intervals overlap: within noise");
  }
  if (unknown) lines.emplace_back("?  no 95 % interval on one side: the ratio may be chance");
  for (const ceilings::Flag flag : flags) {
    lines.push_back(std::string("!  suspect, ") + ceilings::flag_name(flag) + ": " +
                    ceilings::flag_text(flag));
  }
  return lines;
}

}  // namespace ridgeline::bench
