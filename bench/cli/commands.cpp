// The list of commands; help and version, which every command line has.
#include "bench/cli/commands.hpp"

#include <algorithm>
#include <ostream>
#include <set>

#include "bench/build/build_info.hpp"
#include "bench/report/page.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/text/text.hpp"
#include "kernels/registry.hpp"

namespace ridgeline::bench {

#define COMMAND(name) Command name##_command();
#include "bench/cli/command_list.inl"
#undef COMMAND

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
  console.out
      << "\nOptions:\n"
         "  --version  Version, commit, compiler and backends of this program\n"
         "  --help     This text; 'ridgeline COMMAND --help' for one command's options\n\n"
         "Examples:\n"
         "  ridgeline devices                       what there is to measure\n"
         "  ridgeline characterize                  measure the first GPU, else this CPU; "
         "archive it\n"
         "  ridgeline characterize --profile quick  the same in less time\n"
         "  ridgeline show ARCHIVE                  the table of an archive\n"
         "  ridgeline place --on ARCHIVE ncu.csv    which ceiling holds your kernels\n"
         "  ridgeline compare A B                   two archives, ceiling by ceiling\n"
         "  ridgeline report ARCHIVE                an interactive page of an archive\n"
         "  ridgeline intensity axpy --n 1e9        FLOP, bytes and intensity of an operator\n";
  return 0;
}

// "kernels for sm_75, sm_80": what this build was made for, whatever GPU there is.
std::string cuda_text() {
  std::set<std::uint16_t> built;
  for (const kernels::Kernel& kernel : kernels::cuda_kernels()) {
    built.insert(kernel.needs.sms.begin(), kernel.needs.sms.end());
  }
  std::vector<std::string> names;
  for (const std::uint16_t sm : built) names.push_back("sm_" + std::to_string(sm));
  if (names.empty()) return "no CUDA backend in this build; it measures CPUs";
  return std::to_string(kernels::cuda_kernels().size()) + " kernels, made for " + joined(names);
}

int print_version(const Arguments&, const Console& console) {
  const ceilings::ToolRecord tool = build_info();
  console.out << "ridgeline " << tool.version << "\n"
              << "commit    " << tool.commit << "\n"
              << "compiler  " << tool.compiler << "\n"
              << "flags     " << tool.flags << "\n"
              << "build     " << tool.build_type << "\n"
              << "CUDA      " << cuda_text() << "\n"
              << "reports   " << (makes_reports() ? "yes" : "none: no plotly.js in this build")
              << "\n";
  return 0;
}

int print_command_help(const Arguments& given, const Console& console) {
  console.out << given.text("text");
  return 0;
}

Call plain_call(int (*run)(const Arguments&, const Console&)) { return {{{}, run}, {}}; }

}  // namespace

std::vector<Command> commands() {
  return {
#define COMMAND(name) name##_command(),
#include "bench/cli/command_list.inl"
#undef COMMAND
  };
}

Call parse_call(const std::vector<std::string>& arguments) {
  if (arguments.empty()) throw UsageError("no command given; 'ridgeline --help' lists them");
  const std::string& first = arguments.front();
  if (first == "--help" || first == "-h") return plain_call(print_help);
  if (first == "--version") return plain_call(print_version);
  std::vector<std::string> known{"--help", "--version"};
  for (const Command& command : commands()) {
    known.push_back(command.syntax.name);
    if (command.syntax.name != first) continue;
    Call call{command, parse_arguments(command.syntax, {arguments.begin() + 1, arguments.end()})};
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

}  // namespace ridgeline::bench
