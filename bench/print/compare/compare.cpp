// The document of a comparison: its archives and their ceilings. See compare_table.hpp.
#include "bench/print/compare/compare.hpp"

#include <algorithm>

#include "ceilings/text/text.hpp"

namespace ridgeline {
namespace {

constexpr std::size_t kNameColumns = 24, kValueColumns = 13;

std::string others_text(const Comparison& comparison) {
  const std::string base = letter_of(comparison.baseline);
  if (comparison.archives.size() == 2) return letter_of(1 - comparison.baseline) + "/" + base;
  return "X/" + base;
}

Provenance provenance_of(const Comparison& comparison, std::size_t i) {
  return comparison.archives[i].provenance;
}

// "B faster", "no difference", "B faster ?": of two archives.
Cell verdict_cell(const Comparison& comparison, const ComparedRow& row, std::size_t other) {
  const auto& base = row.figures[comparison.baseline];
  const auto& figure = row.figures[other];
  if (!base || !figure) return {};
  const Significance significance = significance_of(*figure, *base);
  const std::string name = significance_name(significance);
  if (significance == Significance::overlaps) return {"within noise", name};
  const double ratio = ratio_of(*figure, *base, row.name);
  if (ratio == 1) return {"the same", name};
  const std::string faster = letter_of(ratio > 1 ? other : comparison.baseline) +
                             (row.name.unit == "s" ? " shorter" : " faster");
  return {faster + (significance == Significance::unknown ? " ?" : ""), name};
}

Cell ratio_cell(const Comparison& comparison, const ComparedRow& row, std::size_t other,
                bool marked) {
  const auto& base = row.figures[comparison.baseline];
  const auto& figure = row.figures[other];
  const double ratio = base && figure ? ratio_of(*figure, *base, row.name) : 0;
  if (ratio <= 0) return {};
  const Significance significance = significance_of(*figure, *base);
  const char* mark = significance == Significance::differs    ? "  "
                     : significance == Significance::overlaps ? " ="
                                                              : " ?";
  return number_cell(ratio, ratio_text(ratio) + (marked ? mark : ""));
}

Cell value_cell(const ComparedRow& row, std::size_t i) {
  if (!row.figures[i]) return {};
  return number_cell(row.figures[i]->value, figure_text(*row.figures[i], row.name.unit));
}

// Archives in blocks that fit the width, so that none is dropped where columns are short.
std::vector<std::vector<std::size_t>> blocks_of(const Comparison& comparison) {
  std::size_t most = comparison.archives.size();
  if (comparison.width > kNameColumns + 2 * kValueColumns) {
    most = (comparison.width - kNameColumns) / kValueColumns;
  }
  std::vector<std::vector<std::size_t>> blocks;
  for (std::size_t i = 0; i < comparison.archives.size(); ++i) {
    if (blocks.empty() || blocks.back().size() == std::max<std::size_t>(2, most)) {
      blocks.emplace_back();
    }
    blocks.back().push_back(i);
  }
  return blocks;
}

Emphasis emphasis_of(const ComparedRow& row) {
  return row.name.standing.starts_with("reference") ? Emphasis::strong : Emphasis::plain;
}

Table pair_table(const Comparison& comparison, const std::vector<ComparedRow>& rows) {
  const std::size_t base = comparison.baseline, other = 1 - base;
  Table table{"", "", Audience::people, {{"", "ceiling", false, 0}}, {}, {}};
  for (const std::size_t i : {base, other}) {
    table.columns.push_back({"", heading_of(i, provenance_of(comparison, i)), true, 0});
  }
  table.columns.push_back({"", others_text(comparison), true, 0});
  table.columns.push_back({"", "beyond chance", false, 1});
  for (const ComparedRow& row : rows) {
    table.rows.push_back(
        {{text_cell(title_of(row.name)), value_cell(row, base), value_cell(row, other),
          ratio_cell(comparison, row, other, false), verdict_cell(comparison, row, other)},
         emphasis_of(row),
         0});
  }
  return table;
}

Table block_table(const Comparison& comparison, const std::vector<ComparedRow>& rows,
                  const std::vector<std::size_t>& block, bool ratios) {
  Table table{"", "", Audience::people, {{"", "ceiling", false, 0}}, {}, {}};
  for (const std::size_t i : block) {
    const std::string heading = ratios ? letter_of(i) + "/" + letter_of(comparison.baseline) + "  "
                                       : heading_of(i, provenance_of(comparison, i));
    if (!ratios || i != comparison.baseline) table.columns.push_back({"", heading, true, 0});
  }
  for (const ComparedRow& row : rows) {
    Row line{{text_cell(title_of(row.name))}, emphasis_of(row), 0};
    for (const std::size_t i : block) {
      if (ratios && i == comparison.baseline) continue;
      line.cells.push_back(ratios ? ratio_cell(comparison, row, i, true) : value_cell(row, i));
    }
    const bool silent = std::all_of(line.cells.begin() + 1, line.cells.end(),
                                    [](const Cell& cell) { return cell.text == "-"; });
    if (!ratios || !silent) table.rows.push_back(std::move(line));
  }
  return table;
}

std::string direction(const Comparison& comparison) {
  return "ratios are " + others_text(comparison) + "; above 1: " +
         (comparison.archives.size() == 2 ? letter_of(1 - comparison.baseline) : std::string("X")) +
         " is better (latencies inverted)";
}

std::vector<ArchiveDigest> heads_of(const Comparison& comparison) {
  std::vector<ArchiveDigest> heads;
  for (std::size_t i = 0; i < comparison.archives.size(); ++i) {
    heads.push_back(digest_of(comparison.archives[i], comparison.paths[i]));
  }
  return heads;
}

}  // namespace

Table compared_archives(const Comparison& comparison) {
  Table table{"archives",
              "",
              Audience::all,
              {{"archive", "", false, 0},
               {"device", "device", false, 0},
               {"provenance", "", false, 0},
               {"created", "of", false, 3},
               {"profile", "profile", false, 4},
               {"suspects", "suspect", true, 5},
               {"path", "file", false, 1},
               {"device_class", "class", false, 6},
               {"citation", "", false, 9}},
              {},
              {}};
  const std::vector<ArchiveDigest> heads = heads_of(comparison);
  for (std::size_t i = 0; i < heads.size(); ++i) {
    const ArchiveDigest& head = heads[i];
    const Archive& archive = comparison.archives[i];
    const std::string name = head.model.empty() ? head.device_class : head.model;
    const std::string mark = provenance_mark(head.provenance);
    const std::string file = head.path.substr(head.path.rfind('/') + 1);
    table.rows.push_back(
        {{text_cell(letter_of(i)),
          {name, head.model},
          {i == comparison.baseline ? joined({mark.empty() ? "baseline" : mark + ", baseline"})
                                    : mark,
           provenance_name(head.provenance)},
          text_cell(head.created),
          text_cell(archive.profile),
          count_cell(static_cast<std::int64_t>(head.suspects)),
          {file, head.path},
          text_cell(head.device_class),
          {"", text_cell(head.citation).raw}},
         Emphasis::plain,
         0});
    if (!head.citation.empty()) {
      table.below.push_back(letter_of(i) + ", " + provenance_name(head.provenance) + ": " +
                            head.citation);
    }
  }
  return table;
}

std::vector<Table> compared_ceilings(const Comparison& comparison,
                                     const std::vector<ComparedRow>& rows) {
  std::vector<Table> tables;
  if (comparison.archives.size() == 2) {
    tables.push_back(pair_table(comparison, rows));
  } else {
    for (const bool ratios : {false, true}) {
      const std::size_t first = tables.size();
      for (const auto& block : blocks_of(comparison)) {
        Table table = block_table(comparison, rows, block, ratios);
        if (table.columns.size() > 1) tables.push_back(std::move(table));
      }
      if (ratios) tables[first].title = "Ratios to " + letter_of(comparison.baseline);
    }
  }
  tables.front().title = "Ceilings: " + direction(comparison);
  tables.back().below = compared_legend(comparison, rows);
  if (rows.empty()) tables.back().below.emplace_back("There is no ceiling in any of them.");
  return tables;
}

Document comparison_document(const Comparison& comparison) {
  Document document;
  const std::vector<ArchiveDigest> heads = heads_of(comparison);
  document.banners = cautions(heads);
  document.facts = {{"baseline", "", text_cell(letter_of(comparison.baseline))},
                    {"direction", "", text_cell(direction(comparison))}};
  std::vector<std::vector<NamedFigure>> figures;
  for (const Archive& archive : comparison.archives) {
    figures.push_back(comparison.all ? all_figures(archive) : main_figures(archive));
  }
  const std::vector<ComparedRow> rows = compared_rows(figures);
  document.tables.push_back(compared_archives(comparison));
  for (Table& table : compared_ceilings(comparison, rows)) {
    document.tables.push_back(std::move(table));
  }
  document.tables.push_back(compared_data(comparison, rows));
  for (std::size_t i = 0; i < heads.size(); ++i) {
    if (heads.size() > 2 && !comparison.all) break;  // programs have them
    if (i != comparison.baseline) document.tables.push_back(compared_parts(comparison, rows, i));
  }
  for (Table& table : compared_balances(comparison)) document.tables.push_back(std::move(table));
  document.tables.push_back(compared_settings(comparison));
  document.tables.push_back(caution_data(document.banners));
  document.main_table = "ceilings";
  return document;
}

}  // namespace ridgeline
