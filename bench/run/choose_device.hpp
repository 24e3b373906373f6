// Opens a device by the name that --device takes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/devices/device.hpp"
#include "bench/devices/gpu/presence.hpp"

namespace ridgeline::bench {

// One device of those that --device asked for.
struct DeviceChoice {
  std::string name;    // "cpu", "cuda:0", "simulated:FILE"
  std::string remark;  // what it is, what else is there, or why it is no GPU: one line for people;
                       // empty where the name says it all
};

// "": the first GPU if there is one, else the host. "all": each GPU, then the host. Else the one
// that is named. Looks for GPUs only where that matters.
// Throws UsageError for names that no device can have, and says which there are.
std::vector<DeviceChoice> choose_devices(const std::string& wanted);
// The same with what is known of GPUs.
std::vector<DeviceChoice> choose_devices(const std::string& wanted,
                                         const gpu::GpuPresence& presence);

// Opens what choose_devices() names; several count as the first. Throws besides DeviceError where
// the device can't be used, ArchiveError for an unreadable file.
std::unique_ptr<Device> open_device(const std::string& name);

}  // namespace ridgeline::bench
