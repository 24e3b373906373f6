// Which topology was asked for, by the command line or by hwloc's own environment variables.
#pragma once

#include <cstdint>
#include <string>

namespace ridgeline::bench {

enum class TopologyForm { native, file, synthetic };

struct TopologyName {
  TopologyForm form = TopologyForm::native;
  std::string text;    // path, or description
  std::string origin;  // for messages: "topology", "HWLOC_XMLFILE", "HWLOC_SYNTHETIC"
};

// What `argument` names (see read_machine); empty: what the environment names, in hwloc's own
// order (synthetic before file). Throws ArchiveError for a file that cannot be opened, UsageError
// for a description too large to build, or for HWLOC_COMPONENTS asking for an unnamed topology.
TopologyName topology_named(const std::string& argument);

// "machine.xml", a description, "this system": for Machine::source.
std::string source_of(const TopologyName& name, bool is_this_system);

// Throws what fits the form: UsageError for a description, ArchiveError for a file, DeviceError for
// this system. `version` is hwloc's.
[[noreturn]] void cannot_load(const TopologyName& name, const std::string& version);

// Hardware threads a description asks for, without building it; saturates at UINT64_MAX.
// hwloc's own building time grows with their square.
std::uint64_t synthetic_threads(const std::string& description);

}  // namespace ridgeline::bench
