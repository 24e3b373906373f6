// See groups.hpp.
#include "bench/print/compare/groups.hpp"

#include <algorithm>
#include <cmath>

#include "bench/print/archive/names.hpp"
#include "bench/print/compare/names.hpp"
#include "ceilings/text/text.hpp"
#include "ceilings/units.hpp"

namespace ridgeline::bench {
namespace {

std::string file_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// "2 (worst run7.json, -12.3)": how many stand out, and which most.
Cell outlier_cell(const ceilings::GroupRow& row,
                  const std::vector<ceilings::ArchiveDigest>& digests) {
  const auto count = static_cast<std::int64_t>(row.outliers.size());
  if (count == 0) return {"", std::int64_t{0}};
  const auto worst = std::max_element(row.outliers.begin(), row.outliers.end(),
                                      [](const ceilings::Outlier& a, const ceilings::Outlier& b) {
                                        return std::abs(a.score) < std::abs(b.score);
                                      });
  return count_cell(count, std::to_string(count) + ": " + (worst->score < 0 ? "low, " : "high, ") +
                               file_name(digests[worst->archive].path));
}

Table group_table(const ceilings::Group& group, const std::vector<ceilings::ArchiveDigest>& digests,
                  bool all) {
  const std::string name = group.model.empty() ? "(no model name given)" : group.model;
  const std::string mark = provenance_mark(group.provenance);
  Table table{"",
              name + "  [" + group.device_class + "], " +
                  counted(group.archives.size(), "archive") + (mark.empty() ? "" : ", " + mark),
              Audience::people,
              {{"", "ceiling"},
               {"", "in", true, 3},
               {"", group.archives.size() > 1 ? "median" : "value", true},
               {"", "lowest", true, 2},
               {"", "highest", true, 2},
               {"", "spread", true, 1},
               {"", "outliers", false, 1}}};
  for (const ceilings::GroupRow& row : group.rows) {
    // The roof is the reference line in most archives; programs get both.
    if (row.name.standing == "roof" && !all) continue;
    const auto value = [&](double number) {
      return number_cell(number, value_text(number, row.name.unit));
    };
    // Columns that say nothing in any row are left out of the table.
    const bool one = row.count == 1;
    table.rows.push_back(
        {{text_cell(title_of(row.name)),
          row.count == group.archives.size() ? Cell{} : count_cell(row.count), value(row.median),
          one ? Cell{} : value(row.least), one ? Cell{} : value(row.most),
          one ? Cell{} : number_cell(row.spread, format_percent(row.spread)),
          outlier_cell(row, digests)},
         row.outliers.empty() ? Emphasis::plain : Emphasis::strong,
         0});
  }
  if (group.rows.empty()) table.below.emplace_back("No ceiling.");
  return table;
}

Table group_data(const std::vector<ceilings::Group>& groups) {
  Table table = program_table(
      "groups", {"device_class", "model", "provenance", "archives", "key", "kind", "subject",
                 "standing", "unit", "count", "median", "least", "most", "spread", "outliers"});
  for (const ceilings::Group& group : groups) {
    for (const ceilings::GroupRow& row : group.rows) {
      std::vector<Raw> values{group.device_class,
                              text_cell(group.model).raw,
                              std::string(ceilings::provenance_name(group.provenance)),
                              static_cast<std::int64_t>(group.archives.size()),
                              ceilings::key_of(row.name),
                              row.name.kind,
                              row.name.subject,
                              text_cell(row.name.standing).raw,
                              row.name.unit,
                              static_cast<std::int64_t>(row.count),
                              row.median,
                              row.least,
                              row.most,
                              row.spread,
                              static_cast<std::int64_t>(row.outliers.size())};
      Row line;
      for (Raw& value : values) line.cells.push_back({"", std::move(value)});
      table.rows.push_back(std::move(line));
    }
  }
  return table;
}

Table outlier_data(const std::vector<ceilings::Group>& groups,
                   const std::vector<ceilings::ArchiveDigest>& digests) {
  Table table = program_table("outliers", {"device_class", "key", "path", "value", "score"});
  for (const ceilings::Group& group : groups) {
    for (const ceilings::GroupRow& row : group.rows) {
      for (const ceilings::Outlier& outlier : row.outliers) {
        table.rows.push_back({{text_cell(group.device_class), text_cell(ceilings::key_of(row.name)),
                               text_cell(digests[outlier.archive].path),
                               number_cell(outlier.value, ""), number_cell(outlier.score, "")}});
      }
    }
  }
  return table;
}

}  // namespace

Document group_document(const std::vector<ceilings::ArchiveDigest>& digests, bool all) {
  Document document;
  document.banners = cautions(digests);
  const std::vector<ceilings::Group> groups = ceilings::groups_of(digests);
  document.facts = {{"archives", "Archives", count_cell(digests.size())},
                    {"device_classes", "Device classes", count_cell(groups.size())}};
  for (const ceilings::Group& group : groups)
    document.tables.push_back(group_table(group, digests, all));
  document.tables.push_back(group_data(groups));
  document.tables.push_back(outlier_data(groups, digests));
  document.tables.push_back(caution_data(document.banners));
  document.closing = {
      "Spread: (highest - lowest) / median. Outliers: more than 3.5 modified z-scores from the "
      "median (Iglewicz and Hoaglin), sought among five archives or more."};
  document.main_table = "groups";
  return document;
}

}  // namespace ridgeline::bench
