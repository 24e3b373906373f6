// ridgeline: finds the devices, plans, measures, reduces to ceilings, reports.
#include <exception>
#include <string>
#include <vector>

#include "bench/cli/commands.hpp"
#include "bench/print/console.hpp"

int main(int argc, char** argv) {
  using namespace ridgeline::bench;
  try {
    prepare_standard_streams();
    const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
    const Call call = parse_call(arguments);
    const Console console = standard_console();
    const int exit_code = call.command.run(call.given, console);
    finish(console);
    return exit_code;
  } catch (const std::exception& error) {
    return report(error);
  }
}
