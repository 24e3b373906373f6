// The subcommands, one file each, as a list you can read.
#pragma once

#include <string>
#include <vector>

#include "bench/cli/options.hpp"
#include "bench/print/console.hpp"

namespace ridgeline {

struct Command {
  CommandSyntax syntax;
  int (*run)(const Arguments& given, const Console& console) = nullptr;  // returns the exit code
};

// In the order in which they are used.
std::vector<Command> commands();

Command devices_command();
Command plan_command();
Command verify_command();
Command characterize_command();
Command bench_command();
Command assemble_command();
Command show_command();
Command place_command();
Command compare_command();
Command export_command();
Command report_command();
Command intensity_command();
Command validate_command();

// What a command line asks for.
struct Call {
  Command command;
  Arguments given;
};

// `words`: the command line without the program's name. Throws UsageError. `--help`, `--version`
// and the help of a command come back as calls that print them and touch no hardware.
Call parse_call(const std::vector<std::string>& words);

}  // namespace ridgeline
