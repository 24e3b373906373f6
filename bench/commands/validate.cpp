// ridgeline validate: which files are archives that this version can read.
#include <ostream>

#include "bench/cli/commands.hpp"
#include "ceilings/archive.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/text/text.hpp"

namespace ridgeline::bench {
namespace {

int run(const Arguments& given, const Console& console) {
  int exit_code = 0;
  for (const std::string& file : given.operands) {
    try {
      ceilings::read_archive(file);
      console.out << sanitized(file, console.terminal.ascii) << ": ok\n";
    } catch (const ArchiveError& error) {
      console.out.flush();  // the two streams in the files' order
      exit_code = report(error);
    }
  }
  return exit_code;
}

}  // namespace

Command validate_command() {
  CommandSyntax syntax;
  syntax.name = "validate";
  syntax.summary = "check that files are archives, and say what is wrong with the others";
  syntax.operands = "FILE...";
  syntax.least = 1;
  syntax.most = 1'000'000;
  syntax.reads_files = true;
  syntax.examples = {{"ridgeline validate results/*/*.json",
                      "One line a file; exit code 4 where any is not a valid archive"}};
  return {syntax, run};
}

}  // namespace ridgeline::bench
