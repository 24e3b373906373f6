// ridgeline devices: what there is to measure, and what is known of it.
#include "bench/cli/commands.hpp"
#include "bench/cli/shared_options.hpp"
#include "bench/devices/host/environment.hpp"
#include "bench/devices/host/record.hpp"
#include "bench/devices/nvidia/device.hpp"
#include "bench/devices/topology/topology.hpp"
#include "bench/print/machine/machine_document.hpp"

namespace ridgeline::bench {
namespace {

int run(const Arguments& given, const Console& console) {
  const Format format = format_of(given);
  const std::string topology = given.text("topology");
  const Machine machine = read_machine(topology);
  ceilings::EnvironmentRecord environment;
  environment.notes = machine.notes;  // this system's surroundings say nothing of another machine
  if (machine.is_this_system) environment = host_environment(machine, false);
  GpusThere there{gpus_in_topology(topology), {}};
  if (machine.is_this_system) there.presence = nvidia::cuda_presence();
  write(console.out, machine_document(machine, host_device_record(machine), environment, there),
        format, console.terminal);
  return 0;
}

}  // namespace

Command devices_command() {
  CommandSyntax syntax;
  syntax.name = "devices";
  syntax.summary = "list what can be measured: cores, caches, memory nodes, GPUs, limits";
  syntax.options = {topology_option(), format_option()};
  syntax.examples = {
      {"ridgeline devices", "This machine"},
      {"ridgeline devices --topology machine.xml", "The machine that 'lstopo machine.xml' saw"},
      {"ridgeline devices --format json", "For programs, sizes in bytes"}};
  syntax.details = {
      "Measures nothing and changes nothing. A GPU's device is what --device takes; where none "
      "can be measured it is said why. Cores outside the affinity mask or the cgroup's set are not "
      "counted. HWLOC_XMLFILE and HWLOC_SYNTHETIC are kept, as in any hwloc program."};
  return {syntax, run};
}

}  // namespace ridgeline::bench
