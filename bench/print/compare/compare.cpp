// See compare.hpp.
#include "bench/print/compare/compare.hpp"

#include <utility>

#include "bench/print/compare/balance.hpp"
#include "bench/print/compare/ceilings.hpp"
#include "bench/print/compare/names.hpp"
#include "ceilings/compare/settings.hpp"
#include "ceilings/text/text.hpp"

namespace ridgeline::bench {
namespace {

std::vector<ceilings::ArchiveDigest> heads_of(const Comparison& comparison) {
  std::vector<ceilings::ArchiveDigest> heads;
  for (std::size_t i = 0; i < comparison.archives.size(); ++i) {
    heads.push_back(ceilings::digest_of(comparison.archives[i], comparison.paths[i]));
  }
  return heads;
}

Table archive_table(const Comparison& comparison) {
  Table table{"archives",
              "",
              Audience::all,
              {{"archive", ""},
               {"device", "device"},
               {"provenance", ""},
               {"created", "of", false, 3},
               {"profile", "profile", false, 4},
               {"suspects", "suspect", true, 5},
               {"path", "file", false, 1},
               {"device_class", "class", false, 6},
               {"citation", "", false, 9}}};
  const std::vector<ceilings::ArchiveDigest> heads = heads_of(comparison);
  for (std::size_t i = 0; i < heads.size(); ++i) {
    const ceilings::ArchiveDigest& head = heads[i];
    const ceilings::Archive& archive = comparison.archives[i];
    const std::string name = head.model.empty() ? head.device_class : head.model;
    const std::string mark = provenance_mark(head.provenance);
    const std::string file = head.path.substr(head.path.rfind('/') + 1);
    table.rows.push_back(
        {{text_cell(letter_of(i)),
          {name, head.model},
          {i == comparison.baseline ? joined({mark.empty() ? "baseline" : mark + ", baseline"})
                                    : mark,
           ceilings::provenance_name(head.provenance)},
          text_cell(head.created),
          text_cell(archive.profile),
          count_cell(head.suspects),
          {file, head.path},
          text_cell(head.device_class),
          {"", text_cell(head.citation).raw}}});
    if (!head.citation.empty()) {
      table.below.push_back(letter_of(i) + ", " + ceilings::provenance_name(head.provenance) +
                            ": " + head.citation);
    }
  }
  return table;
}

Table setting_table(const Comparison& comparison) {
  std::vector<const ceilings::Archive*> archives;
  for (const ceilings::Archive& archive : comparison.archives) archives.push_back(&archive);
  Table table{"settings", "Settings that differ", Audience::all};
  table.columns.push_back({"setting", "setting"});
  for (std::size_t i = 0; i < archives.size(); ++i) {
    table.columns.push_back({letter_of(i), letter_of(i), false, 0});
  }
  for (const ceilings::Setting& setting : ceilings::differing_settings(archives)) {
    Row row{{text_cell(setting.name)}};
    for (const std::string& value : setting.values) {
      row.cells.push_back(value.empty() ? Cell{} : text_cell(value));
    }
    table.rows.push_back(std::move(row));
  }
  if (table.rows.empty()) table.below.emplace_back("No setting differs that the archives tell.");
  return table;
}

}  // namespace

Document comparison_document(const Comparison& comparison) {
  Document document;
  const std::vector<ceilings::ArchiveDigest> heads = heads_of(comparison);
  document.banners = cautions(heads);
  document.facts = {{"baseline", "", text_cell(letter_of(comparison.baseline))},
                    {"direction", "", text_cell(direction_text(comparison))}};
  std::vector<std::vector<ceilings::NamedFigure>> figures;
  for (const ceilings::Archive& archive : comparison.archives) {
    figures.push_back(comparison.all ? ceilings::all_figures(archive)
                                     : ceilings::main_figures(archive));
  }
  const std::vector<ceilings::ComparedRow> rows = ceilings::compared_rows(figures);
  document.tables.push_back(archive_table(comparison));
  for (Table& table : compared_ceilings(comparison, rows)) {
    document.tables.push_back(std::move(table));
  }
  document.tables.push_back(compared_data(comparison, rows));
  for (std::size_t i = 0; i < heads.size(); ++i) {
    if (heads.size() > 2 && !comparison.all) break;  // programs have them
    if (i != comparison.baseline) document.tables.push_back(compared_parts(comparison, rows, i));
  }
  for (Table& table : compared_balances(comparison)) document.tables.push_back(std::move(table));
  document.tables.push_back(setting_table(comparison));
  document.tables.push_back(caution_data(document.banners));
  document.main_table = "ceilings";
  return document;
}

}  // namespace ridgeline::bench
