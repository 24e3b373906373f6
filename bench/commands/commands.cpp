// See commands.hpp.
#include "bench/commands/commands.hpp"

#include <algorithm>
#include <ostream>

#include "bench/build_info.hpp"
#include "bench/text.hpp"
#include "ceilings/errors.hpp"

namespace ridgeline {
namespace {

int print_help(const Arguments&, const Console& console) {
  std::size_t widest = 0;
  for (const Command& command : commands()) widest = std::max(widest, command.syntax.name.size());
  console.out
      << "Ridgeline measures what a device can really do and draws the roofline from it.\n\n"
         "Usage: ridgeline COMMAND [OPTIONS]\n\nCommands:\n";
  for (const Command& command : commands()) {
    const std::string& name = command.syntax.name;
    console.out << "  " << name << std::string(widest + 2 - name.size(), ' ')
                << command.syntax.summary << "\n";
  }
  console.out << "\nOptions:\n"
                 "  --version  Version, commit, compiler and backends of this program\n"
                 "  --help     This text; 'ridgeline COMMAND --help' for one command's options\n\n"
                 "Examples:\n"
                 "  ridgeline devices                       what there is to measure\n"
                 "  ridgeline characterize                  measure this CPU and archive it\n"
                 "  ridgeline characterize --profile quick  the same in a few seconds\n"
                 "  ridgeline show ARCHIVE                  the table of an archive\n";
  return 0;
}

int print_version(const Arguments&, const Console& console) {
  const ToolRecord tool = build_info();
  console.out << "ridgeline " << tool.version << "\n"
              << "commit    " << tool.commit << "\n"
              << "compiler  " << tool.compiler << "\n"
              << "flags     " << tool.flags << "\n"
              << "build     " << tool.build_type << "\n"
              << "CUDA      no CUDA backend in this build; it measures CPUs\n";
  return 0;
}

int print_command_help(const Arguments& given, const Console& console) {
  console.out << given.text("text");
  return 0;
}

Call plain_call(int (*run)(const Arguments&, const Console&)) { return {{{}, run}, {}}; }

}  // namespace

std::vector<Command> commands() {
  return {devices_command(),  plan_command(), characterize_command(), bench_command(),
          assemble_command(), show_command(), validate_command()};
}

Call parse_call(const std::vector<std::string>& words) {
  if (words.empty()) throw UsageError("no command given; 'ridgeline --help' lists them");
  const std::string& first = words.front();
  if (first == "--help" || first == "-h") return plain_call(print_help);
  if (first == "--version") return plain_call(print_version);
  std::vector<std::string> known{"--help", "--version"};
  for (const Command& command : commands()) {
    known.push_back(command.syntax.name);
    if (command.syntax.name != first) continue;
    Call call{command, parse_arguments(command.syntax, {words.begin() + 1, words.end()})};
    if (call.given.help) {
      call.given.values = {{"text", help_text(command.syntax)}};
      call.command.run = print_command_help;
    }
    return call;
  }
  const std::string near = nearest(first, known);
  throw UsageError(
      std::string("unknown ") + (first.starts_with("-") ? "option" : "command") + " '" + first +
      "'; " +
      (near.empty() ? "'ridgeline --help' lists the commands" : "did you mean '" + near + "'?"));
}

}  // namespace ridgeline
