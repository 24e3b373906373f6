// How compared archives and their ceilings are called. See compare_table.hpp.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <set>

#include "bench/print/compare/compare.hpp"
#include "ceilings/text/text.hpp"
#include "ceilings/units.hpp"

namespace ridgeline {

std::string letter_of(std::size_t archive) {
  constexpr std::size_t kLetters = 26;
  std::string letters(1, static_cast<char>('A' + archive % kLetters));
  return archive < kLetters ? letters : letter_of(archive / kLetters - 1) + letters;
}

std::string heading_of(std::size_t archive, Provenance provenance) {
  const bool measured = provenance == Provenance::measured;
  return letter_of(archive) + (measured ? "" : std::string(" ") + provenance_name(provenance));
}

std::string title_of(const RowName& name) {
  if (name.subject.starts_with(name.kind + "/")) return name.subject;  // an id
  if (name.kind == "latency") return name.subject + " latency";
  if (name.kind == "link") return name.subject;
  const bool roof = name.standing == "roof";
  if (name.kind == "bandwidth") return name.subject + (roof ? " highest" : " read");
  return name.subject + (roof ? " highest" : "");
}

std::string value_text(double value, const std::string& unit) {
  return unit == "s" ? format_seconds(value) : format_rate(value, unit);
}

std::string figure_text(const Figure& figure, const std::string& unit) {
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

std::string provenance_mark(Provenance provenance) {
  if (provenance == Provenance::measured) return "";
  return provenance == Provenance::published ? "PUBLISHED" : "SIMULATED";
}

std::vector<std::string> cautions(const std::vector<ArchiveDigest>& digests) {
  std::vector<std::string> found, incomplete;
  std::set<std::string> methods;
  std::set<Provenance> provenances;
  for (std::size_t i = 0; i < digests.size(); ++i) {
    const ArchiveDigest& digest = digests[i];
    provenances.insert(digest.provenance);
    // Published figures were derived by nobody's rules but their authors'.
    if (digest.provenance != Provenance::published) methods.insert(std::to_string(digest.method));
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
  if (provenances.contains(Provenance::simulated)) {
    found.emplace_back("SIMULATED: some of these numbers were computed by a simulated device");
  }
  if (provenances.contains(Provenance::published)) {
    found.emplace_back(
        "PUBLISHED: some of these numbers are from literature, not measured by this program");
  }
  return found;
}

Table caution_data(const std::vector<std::string>& cautions) {
  Table table{"warnings", "", Audience::programs, {{"warning", "", false, 0}}, {}, {}};
  for (const std::string& caution : cautions) {
    table.rows.push_back({{text_cell(caution)}, Emphasis::plain, 0});
  }
  return table;
}

}  // namespace ridgeline
