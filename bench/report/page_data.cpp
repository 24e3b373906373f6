// See page_data.hpp.
#include "bench/report/page_data.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "bench/build/build_info.hpp"
#include "bench/print/archive/archive_document.hpp"
#include "bench/print/archive/lines.hpp"
#include "bench/print/json.hpp"
#include "bench/report/curves.hpp"
#include "bench/report/sweeps.hpp"
#include "ceilings/compare/compare.hpp"
#include "ceilings/compare/crossover.hpp"
#include "ceilings/roofline/theoretical.hpp"

namespace ridgeline::bench {
namespace {

using nlohmann::ordered_json;

void add(Table& table, const std::string& first, const std::string& second) {
  table.rows.push_back({{text_cell(first), text_cell(second)}});
}

// What the page shows of an archive beside the tables of `show`: banners, facts, environment and
// marks as they are said to people, the scopes with their lines, sweeps and curves.
Document report_view(const Reported& reported) {
  const ceilings::Archive& archive = reported.archive;
  const Document head = archive_head(archive);
  Table banners = program_table("banners", {"text"});
  for (const std::string& banner : head.banners) {
    banners.rows.push_back({{text_cell(banner)}});
  }
  Table facts = program_table("facts", {"name", "text"});
  for (const Fact& fact : head.facts) {
    const bool known = fact.value.text != Cell{}.text && !fact.value.text.empty();
    if (!fact.title.empty() && known) add(facts, fact.title, fact.value.text);
  }
  Table environment = program_table("environment", {"name", "value"});
  for (const auto& [name, value] : archive.environment.facts) add(environment, name, value);
  std::set<ceilings::Flag> seen;
  for (const ceilings::Ceiling& ceiling : archive.ceilings) {
    seen.insert(ceiling.suspect.begin(), ceiling.suspect.end());
  }
  Table flags = program_table("flags", {"flag", "text"});
  for (const ceilings::Flag flag : seen)
    add(flags, ceilings::flag_name(flag), ceilings::flag_text(flag));
  Document document;
  document.tables = {banners,
                     facts,
                     environment,
                     flags,
                     scope_table(reported.drawn),
                     line_table(reported.drawn),
                     sweep_table(archive),
                     curve_table(archive)};
  return document;
}

ordered_json archive_data(const Reported& reported) {
  return {{"file", reported.file},
          {"summary", json_of(archive_summary(reported.archive))},
          {"view", json_of(report_view(reported))}};
}

// Of every pair of the first archive with another: crossovers() (compare.hpp) as rows.
Table crossover_table(const std::vector<Reported>& archives) {
  Table table = program_table(
      "crossovers", {"base", "other", "level", "precision", "base_bandwidth", "base_compute",
                     "other_bandwidth", "other_compute", "base_ridge", "other_ridge", "intensity"});
  for (std::size_t i = 1; i < archives.size(); ++i) {
    for (const ceilings::Crossover& c :
         ceilings::crossovers(archives.front().archive, archives[i].archive)) {
      Row row;
      row.cells = {count_cell(0), count_cell(i), text_cell(c.level), text_cell(c.precision)};
      for (const double value : {c.base_bandwidth, c.base_compute, c.other_bandwidth,
                                 c.other_compute, c.base_ridge, c.other_ridge}) {
        row.cells.push_back(number_cell(value, ""));
      }
      row.cells.push_back(c.intensity > 0 ? number_cell(c.intensity, "") : Cell{"", {}});
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

}  // namespace

Reported reported(const std::string& path, ceilings::Archive archive) {
  ceilings::Archive drawn = archive;
  drawn.samples.clear();
  ceilings::add_theoretical(drawn);
  return {std::filesystem::path(path).filename().string(), std::move(archive), std::move(drawn)};
}

ordered_json report_data(const std::vector<Reported>& archives, const Document* kernels) {
  const ceilings::ToolRecord tool = build_info();
  ordered_json data;
  data["program"] = "Ridgeline " + tool.version + " (" + tool.commit + ")";
  data["archives"] = ordered_json::array();
  for (const Reported& reported : archives) data["archives"].push_back(archive_data(reported));
  data["kernels"] = kernels == nullptr ? ordered_json() : json_of(*kernels);
  Document crossings;
  crossings.tables = {crossover_table(archives)};
  data.update(json_of(crossings));
  return data;
}

}  // namespace ridgeline::bench
