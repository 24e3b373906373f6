// ridgeline show: the table of an archive.
#include "bench/commands/commands.hpp"
#include "bench/commands/shared_options.hpp"
#include "bench/table.hpp"

namespace ridgeline {
namespace {

int run(const Arguments& given, const Console& console) {
  const Archive archive = read_archive(given.operands.front());
  write(console.out, archive_document(archive), format_of(given), console.terminal);
  return 0;
}

}  // namespace

Command show_command() {
  CommandSyntax syntax;
  syntax.name = "show";
  syntax.summary = "print the levels, ceilings and ridge points of an archive";
  syntax.operands = "ARCHIVE";
  syntax.least = syntax.most = 1;
  syntax.options = {format_option()};
  syntax.examples = {
      {"ridgeline show results/intel-xeon/20261130T120000Z.json", "The table on the terminal"},
      {"ridgeline show ARCHIVE --format csv", "The ceilings alone, in B/s and FLOP/s"}};
  syntax.details = {
      "Touches no hardware. Rates are decimal (GB/s = 1e9 B/s), sizes binary (KiB), and 1 FMA "
      "counts as 2 FLOP. JSON and CSV are in SI base units."};
  return {syntax, run};
}

}  // namespace ridgeline
