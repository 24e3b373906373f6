// ridgeline plan: what would be measured, on this machine or on one described by a file.
#include "bench/plan/plan.hpp"

#include <memory>

#include "bench/cli/commands.hpp"
#include "bench/cli/shared_options.hpp"
#include "bench/devices/topology/nominal_levels.hpp"
#include "bench/devices/topology/topology.hpp"
#include "bench/print/machine/plan_document.hpp"
#include "bench/run/choose_device.hpp"
#include "ceilings/errors.hpp"
#include "kernels/registry.hpp"

namespace ridgeline::bench {
namespace {

// What a plan is made of, from a device or from a topology alone.
struct Subject {
  Machine machine;
  std::vector<kernels::Kernel> kernels;
  std::vector<ceilings::NominalLevel> levels;
  std::vector<Operation> operations;
  std::vector<std::string> notes;
  std::unique_ptr<Device> device;  // owns what kernels and operations refer to; null: nobody has to
};

Subject host_subject(const std::string& topology) {
  Subject subject{read_machine(topology), kernels::cpu_kernels(), {}, {}, {}, nullptr};
  subject.levels = nominal_levels(subject.machine);
  if (subject.machine.is_this_system) return subject;
  // A topology does not tell instruction sets: every kernel of this build is planned.
  for (const kernels::Kernel& kernel : subject.kernels) {
    subject.machine.cpu_features |= kernel.needs.cpu_features;
  }
  subject.notes = {"instruction sets assumed: the topology does not tell which the machine has",
                   "this topology is not this system: it can be planned, not measured"};
  return subject;
}

Subject device_subject(const std::string& name) {
  std::unique_ptr<Device> device = open_device(name);
  const auto kernels = device->kernels();
  Subject subject{device->machine(), {kernels.begin(), kernels.end()}, {}, {}, {}, nullptr};
  subject.levels = device->describe().levels;
  subject.operations = device->operations();
  subject.device = std::move(device);
  return subject;
}

void print_plan(const Subject& subject, const PlanOptions& options, Format format,
                const Console& console) {
  const std::vector<Case> cases =
      plan_all(subject.machine, subject.kernels, subject.levels, options, subject.operations);
  write(console.out, plan_document({subject.machine, options, cases, subject.notes}), format,
        console.terminal);
}

int run(const Arguments& given, const Console& console) {
  const Format format = format_of(given);
  const PlanOptions options = plan_options_of(given);
  const std::string wanted = given.text("device");
  const bool cpu = wanted.empty() || wanted == "cpu";
  if (given.has("topology") && !cpu) {
    throw UsageError("--topology describes a CPU's machine; leave out --device " + wanted);
  }
  const std::vector<DeviceChoice> devices = choose_devices(given.has("topology") ? "cpu" : wanted);
  for (const DeviceChoice& chosen : devices) {
    const bool host = chosen.name == "cpu";
    Subject subject = host ? host_subject(given.text("topology")) : device_subject(chosen.name);
    if (!chosen.remark.empty()) subject.notes.push_back(chosen.remark);
    print_plan(subject, options, format, console);
  }
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
      {"ridgeline plan", "The plan for the first GPU, or for this CPU where there is none"},
      {"ridgeline plan --topology machine.xml", "For the machine that 'lstopo machine.xml' saw"},
      {"ridgeline plan --topology 'synthetic:pack:2 core:8 l2:1(size=1MB) l1:1 pu:1'",
       "For an imagined one"}};
  syntax.details = {
      "Measures nothing. HWLOC_XMLFILE and HWLOC_SYNTHETIC are kept, as in any hwloc program."};
  return {syntax, run};
}

}  // namespace ridgeline::bench
