// The subcommands, and which of them a command line asks for.
#pragma once

#include <string>
#include <vector>

#include "bench/cli/options.hpp"
#include "bench/print/console.hpp"

namespace ridgeline::bench {

struct Command {
  CommandSyntax syntax;
  int (*run)(const Arguments& given, const Console& console) = nullptr;  // returns the exit code
};

// In the order in which they are used.
std::vector<Command> commands();

// What a command line asks for.
struct Call {
  Command command;
  Arguments given;
};

// `arguments`: the command line without the program's name. Throws UsageError. `--help`,
// `--version` and the help of a command come back as calls that print them and touch no hardware.
Call parse_call(const std::vector<std::string>& arguments);

}  // namespace ridgeline::bench
