// What archives say of any vendor's GPU: the parts of a device's record, and its surroundings.
// Pure: facts in, records out.
#pragma once

#include <string>
#include <vector>

#include "bench/devices/gpu/device/view.hpp"
#include "ceilings/archive.hpp"

namespace ridgeline::bench::gpu {

// Tells cards apart and gives no UUID away.
std::string instance_of(const std::string& uuid);
std::vector<ceilings::NominalLevel> gpu_levels(const GpuFacts& gpu);
// Of the PCI Express link as it ran under load; none where that is unknown, or it is another link.
std::vector<ceilings::Peak> link_peaks(const GpuView& view);
// `identify`: with the UUID. `host`: the host's facts, of which some are taken over.
ceilings::EnvironmentRecord gpu_environment(const GpuView& view, bool identify,
                                            const ceilings::EnvironmentRecord& host);

// Nine digits, in SI units; known_number: "unknown" for 0.
std::string number_text(double value);
std::string known_number(double value);
// "on", "off", "unknown".
std::string switch_text(const Maybe<bool>& value);

// B/s and direction of a PCI Express link with its line code; 0: unknown generation.
double pcie_bandwidth(int generation, int width);

}  // namespace ridgeline::bench::gpu
