// Opens a device by the name that --device takes.
#pragma once

#include <memory>
#include <string>

#include "bench/devices/device.hpp"

namespace ridgeline {

// "cpu" or "" : the host; "simulated:FILE". Throws UsageError for other names (and says which there
// are), DeviceError where the device can't be used, ArchiveError for an unreadable file.
std::unique_ptr<Device> open_device(const std::string& spec);

}  // namespace ridgeline
