// ridgeline plan: what would be measured, on this machine or on one described by a file.
#include "bench/plan.hpp"

#include <iterator>
#include <memory>

#include "bench/commands/commands.hpp"
#include "bench/commands/shared_options.hpp"
#include "bench/devices/open.hpp"
#include "bench/devices/topology.hpp"
#include "bench/plan_table.hpp"
#include "ceilings/errors.hpp"
#include "kernels/registry.hpp"

namespace ridgeline {
namespace {

// What a plan is made of, from a device or from a topology alone.
struct Subject {
  Machine machine;
  std::vector<Kernel> kernels;
  std::vector<NominalLevel> levels;
  std::vector<std::string> notes;
};

Subject host_subject(const std::string& topology) {
  Subject subject{read_machine(topology), cpu_kernels(), {}, {}};
  subject.levels = nominal_levels(subject.machine);
  if (subject.machine.is_this_system) return subject;
  // A topology does not tell instruction sets: every kernel of this build is planned.
  for (const Kernel& kernel : subject.kernels) {
    subject.machine.cpu_features |= kernel.needs.cpu_features;
  }
  subject.notes = {"instruction sets assumed: the topology does not tell which the machine has",
                   "this topology is not this system: it can be planned, not measured"};
  return subject;
}

Subject device_subject(const std::string& spec) {
  const std::unique_ptr<Device> device = open_device(spec);
  const auto kernels = device->kernels();
  return {device->machine(), {kernels.begin(), kernels.end()}, device->describe().levels, {}};
}

int run(const Arguments& given, const Console& console) {
  const Format format = format_of(given);
  const PlanOptions options = plan_options_of(given);
  const std::string spec = given.text("device");
  if (spec != "cpu" && given.has("topology")) {
    throw UsageError("--topology describes a CPU's machine; leave out --device " + spec);
  }
  const Subject subject =
      spec == "cpu" ? host_subject(given.text("topology")) : device_subject(spec);
  std::vector<Case> cases;
  for (const Stage stage : {Stage::explore, Stage::confirm, Stage::empirical}) {
    std::vector<Case> more =
        plan(subject.machine, subject.kernels, subject.levels, options, stage, Knowledge{});
    cases.insert(cases.end(), std::make_move_iterator(more.begin()),
                 std::make_move_iterator(more.end()));
  }
  write(console.out, plan_document({subject.machine, options, cases, subject.notes}), format,
        console.terminal);
  return 0;
}

}  // namespace

Command plan_command() {
  CommandSyntax syntax;
  syntax.name = "plan";
  syntax.summary = "print what characterize would run, how long, and in how much memory";
  syntax.options = std::vector<Option>{device_option(), topology_option()} + planning_options() +
                   std::vector<Option>{format_option()};
  syntax.examples = {
      {"ridgeline plan", "The plan for this machine"},
      {"ridgeline plan --topology machine.xml", "For the machine that 'lstopo machine.xml' saw"},
      {"ridgeline plan --topology 'synthetic:pack:2 core:8 l2:1(size=1MB) l1:1 pu:1'",
       "For an imagined one"}};
  syntax.details = {
      "Measures nothing. HWLOC_XMLFILE and HWLOC_SYNTHETIC are kept, as in any hwloc program."};
  return {syntax, run};
}

}  // namespace ridgeline
