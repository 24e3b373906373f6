// ridgeline bench: the plan's cases as a plain Google Benchmark program.
#include "bench/cli/commands.hpp"
#include "bench/cli/shared_options.hpp"
#include "bench/devices/system/interrupt.hpp"
#include "bench/plan/plan.hpp"
#include "bench/run/characterize.hpp"
#include "bench/run/choose_device.hpp"
#include "bench/run/runner.hpp"
#include "ceilings/errors.hpp"

namespace ridgeline::bench {
namespace {

// Sizes are assumed: there is no first part to learn from.
std::vector<Case> cases_of(const Device& device, const std::vector<ceilings::NominalLevel>& nominal,
                           const PlanOptions& options) {
  std::vector<Case> cases =
      plan_all(device.machine(), device.kernels(), nominal, options, device.operations());
  std::erase_if(cases, [](const Case& c) { return !c.skip.empty(); });
  return cases;
}

int run(const Arguments& given, const Console&) {
  constexpr int kInterrupted = 130;
  const PlanOptions options = plan_options_of(given);
  const std::vector<DeviceChoice> chosen = choose_devices(given.text("device"));
  if (chosen.size() > 1) throw UsageError("bench takes one device at a time; name it by --device");
  const auto device = open_device(chosen.front().name);
  const ceilings::Archive head = archive_head(*device, options, false, given.command_line);
  const std::vector<Case> cases = cases_of(*device, head.device.levels, options);
  if (cases.empty()) {
    throw UsageError("nothing is left to measure; 'ridgeline plan' with the same options says why");
  }
  remark(chosen.front().remark);
  catch_interrupts();
  const int exit_code = run_as_google_benchmark(*device, cases, head, given.passed_through);
  return interrupted() ? kInterrupted : exit_code;
}

}  // namespace

Command bench_command() {
  CommandSyntax syntax;
  syntax.name = "bench";
  syntax.summary = "run the same measurements as a plain Google Benchmark program";
  syntax.options = std::vector<Option>{device_option()} + planning_options();
  syntax.passthrough = "--benchmark_";
  syntax.examples = {
      {"ridgeline bench --benchmark_list_tests", "The names of all benchmarks"},
      {"ridgeline bench --benchmark_filter=compute/fp64 --benchmark_out=fp64.json",
       "Some of them, with Google Benchmark's JSON for 'ridgeline assemble' and compare.py"}};
  syntax.details = {
      "Every --benchmark_* option is handed on to Google Benchmark untouched. Sizes inside the "
      "memory levels are assumed from the topology; 'characterize' finds the levels first."};
  return {syntax, run};
}

}  // namespace ridgeline::bench
