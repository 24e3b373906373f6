// What is said below compared ceilings: signs, and roofs of different kinds. See compare_table.hpp.
#include <set>

#include "bench/print/archive/archive_document.hpp"
#include "bench/print/compare/compare.hpp"
#include "ceilings/archive/ids.hpp"
#include "ceilings/roofline.hpp"
#include "ceilings/text/text.hpp"

namespace ridgeline {
namespace {

// What a roof was reached by: "write", "triad"; "mma-m16n8k16".
std::string way_of(const Figure& figure) {
  const Id id = parse_id(figure.id);
  return id.kind == "bandwidth" ? mix_text(id.mix, id.path) : id.path;
}

bool is_same_way(const Figure& one, const Figure& other) {
  const Id a = parse_id(one.id), b = parse_id(other.id);
  return a.kind == "bandwidth" ? way_of(one) == way_of(other)
                               : is_matrix_path(a.path) == is_matrix_path(b.path);
}

// Roofs that were reached in different ways: "DRAM highest (A read, B write)".
std::vector<std::string> unlike_roofs(const std::vector<ComparedRow>& rows) {
  std::vector<std::string> found;
  for (const ComparedRow& row : rows) {
    if (row.name.standing != "roof") continue;
    const Figure* first = nullptr;
    bool unlike = false;
    std::vector<std::string> ways;
    for (std::size_t i = 0; i < row.figures.size(); ++i) {
      if (!row.figures[i]) continue;
      const Figure& figure = *row.figures[i];
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
std::vector<std::string> stand_ins(const std::vector<ComparedRow>& rows) {
  std::vector<std::string> found;
  for (const ComparedRow& row : rows) {
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

std::vector<std::string> compared_legend(const Comparison& comparison,
                                         const std::vector<ComparedRow>& rows) {
  std::set<Flag> flags;
  bool unknown = false, overlaps = false;
  for (const ComparedRow& row : rows) {
    const auto& base = row.figures[comparison.baseline];
    for (std::size_t i = 0; i < row.figures.size(); ++i) {
      if (!row.figures[i]) continue;
      flags.insert(row.figures[i]->flags.begin(), row.figures[i]->flags.end());
      if (!base || i == comparison.baseline) continue;
      const Significance significance = significance_of(*row.figures[i], *base);
      unknown = unknown || significance == Significance::unknown;
      overlaps = overlaps || significance == Significance::overlaps;
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
  for (const Flag flag : flags) {
    lines.push_back(std::string("!  suspect, ") + flag_name(flag) + ": " + flag_text(flag));
  }
  return lines;
}

}  // namespace ridgeline
