// ridgeline show: the table of an archive.
#include "bench/commands/commands.hpp"
#include "bench/commands/shared_options.hpp"
#include "bench/explain.hpp"
#include "bench/table.hpp"
#include "bench/text.hpp"
#include "ceilings/errors.hpp"

namespace ridgeline {
namespace {

// For people a paragraph a ceiling, for programs rows of its lines.
Document explained(const Archive& archive, const std::string& wanted) {
  const std::vector<const Ceiling*> found = ceilings_like(archive, wanted);
  if (found.empty()) {
    std::vector<std::string> ids;
    for (const Ceiling& ceiling : archive.ceilings) ids.push_back(ceiling.id);
    const std::string near = nearest(wanted, ids);
    throw UsageError("no ceiling of this archive has an id like '" + wanted + "'" +
                     (near.empty() ? "; `ridgeline show ARCHIVE --format csv` lists the ids"
                                   : "; did you mean " + near + "?"));
  }
  Document document;
  Table rows{"explanations",
             "",
             Audience::programs,
             {{"id", "id", false, 0}, {"line", "line", false, 0}},
             {},
             {}};
  for (const Ceiling* ceiling : found) {
    if (!document.closing.empty()) document.closing.emplace_back();
    for (const std::string& line : explanation(*ceiling, archive)) {
      document.closing.push_back(line);
      rows.rows.push_back({{text_cell(ceiling->id), text_cell(line)}, Emphasis::plain, 0});
    }
  }
  document.main_table = rows.key;
  document.tables.push_back(std::move(rows));
  return document;
}

int run(const Arguments& given, const Console& console) {
  const Archive archive = read_archive(given.operands.front());
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
  syntax.options = {{"all", "", "List narrower instruction sets of every operation, too", {}, ""},
                    {"explain",
                     "ID",
                     "Say in a few lines how a ceiling was measured; a part of an id or a glob "
                     "explains all that fit",
                     {},
                     ""},
                    format_option()};
  syntax.examples = {
      {"ridgeline show results/intel-xeon/20261130T120000Z.json", "The table on the terminal"},
      {"ridgeline show ARCHIVE --explain bandwidth/L2/core/1:0/avx512",
       "What ran, what was counted, where, against which limit"},
      {"ridgeline show ARCHIVE --format csv", "The ceilings alone, in B/s and FLOP/s"}};
  syntax.details = {
      "Touches no hardware. Rates are decimal (GB/s = 1e9 B/s), sizes binary (KiB), and 1 FMA "
      "counts as 2 FLOP. JSON and CSV are in SI base units."};
  return {syntax, run};
}

}  // namespace ridgeline
