// ridgeline show: the table of an archive.
#include <ostream>
#include <vector>

#include "bench/cli/commands.hpp"
#include "bench/cli/shared_options.hpp"
#include "bench/print/archive/archive_document.hpp"
#include "bench/print/chart/chart.hpp"
#include "bench/print/explain/explain.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/roofline.hpp"
#include "ceilings/text/text.hpp"

namespace ridgeline::bench {
namespace {

// For people a paragraph a ceiling, for programs rows of its lines.
Document explained(const ceilings::Archive& archive, const std::string& wanted) {
  const std::vector<const ceilings::Ceiling*> found = ceilings_like(archive, wanted);
  if (found.empty()) {
    std::vector<std::string> ids;
    for (const ceilings::Ceiling& ceiling : archive.ceilings) ids.push_back(ceiling.id);
    const std::string near = nearest(wanted, ids);
    throw UsageError("no ceiling of this archive has an id like '" + wanted + "'" +
                     (near.empty() ? "; `ridgeline show ARCHIVE --format csv` lists the ids"
                                   : "; did you mean " + near + "?"));
  }
  Document document;
  Table rows{"explanations", "", Audience::programs, {{"id", "id"}, {"line", "line"}}};
  for (const ceilings::Ceiling* ceiling : found) {
    if (!document.closing.empty()) document.closing.emplace_back();
    for (const std::string& line : explanation(*ceiling, archive)) {
      document.closing.push_back(line);
      rows.rows.push_back({{text_cell(ceiling->id), text_cell(line)}});
    }
  }
  document.main_table = rows.key;
  document.tables.push_back(std::move(rows));
  return document;
}

// Banners and device, then the drawing, line by line as it is.
void draw(const ceilings::Archive& archive, const std::string& scope, const Console& console) {
  Document document = archive_head(archive);
  std::erase_if(document.facts, [](const Fact& fact) {
    return fact.key != "device" && fact.key != "units" && fact.key != "created";
  });
  const ceilings::Roofline roofline = ceilings::roofline_of(archive, scope);
  const auto rows = roofline_chart(archive, roofline, console.terminal);
  write(console.out, document, Format::table, console.terminal);
  console.out << "\n";
  for (const std::string& row : rows) console.out << row << "\n";
}

int run(const Arguments& given, const Console& console) {
  if (given.has("scope") && !given.has("chart")) {
    throw UsageError("option '--scope' chooses what --chart draws; give both");
  }
  if (given.has("chart") && (format_of(given) != Format::table || given.has("explain"))) {
    throw UsageError("option '--chart' draws for people; leave out --format and --explain");
  }
  const ceilings::Archive archive = ceilings::read_archive(given.operands.front());
  if (given.has("chart")) {
    draw(archive, given.text("scope"), console);
    return 0;
  }
  const Document document = given.has("explain") ? explained(archive, given.text("explain"))
                                                 : archive_document(archive, given.has("all"));
  write(console.out, document, format_of(given), console.terminal);
  return 0;
}

}  // namespace

Command show_command() {
  CommandSyntax syntax;
  syntax.name = "show";
  syntax.summary = "print the levels, ceilings and ridge points of an archive";
  syntax.operands = "ARCHIVE";
  syntax.least = syntax.most = 1;
  syntax.reads_files = true;
  syntax.options = {{"all", "", "List narrower instruction sets of every operation, too", {}, ""},
                    {"explain",
                     "ID",
                     "Say in a few lines how a ceiling was measured; a part of an id or a glob "
                     "explains all that fit",
                     {},
                     ""},
                    {"chart", "", "Draw the roofline in the terminal instead", {}, ""},
                    {"scope", "SCOPE", "What --chart draws: chip, all, core, ...", {}, ""},
                    format_option()};
  syntax.examples = {
      {"ridgeline show results/intel-xeon/20261130T120000Z.json", "The table on the terminal"},
      {"ridgeline show ARCHIVE --explain bandwidth/L2/core/1:0/avx512",
       "What ran, what was counted, where, against which limit"},
      {"ridgeline show ARCHIVE --chart", "The roofline in characters, for a look over ssh"},
      {"ridgeline show ARCHIVE --format csv", "The ceilings alone, in B/s and FLOP/s"}};
  syntax.details = {
      "Touches no hardware. Rates are decimal (GB/s = 1e9 B/s), sizes binary (KiB), and 1 FMA "
      "counts as 2 FLOP. JSON and CSV are in SI base units."};
  return {syntax, run};
}

}  // namespace ridgeline::bench
