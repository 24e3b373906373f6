// Which GPUs of a vendor this process can use, or why there is none.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ridgeline::bench::gpu {

enum class GpuState : std::uint8_t {
  usable,
  built_without,   // this program has no backend for them
  no_driver,       // its library is missing
  driver_too_old,  // for the runtime that this program was built with
  no_device,       // a driver, and no GPU that it may use
  no_permission,   // its files are there and may not be opened
  failed,          // the driver said something else
};

// One GPU as --device names it.
struct UsableGpu {
  int ordinal = 0;       // in its vendor's order
  std::string model;     // as its driver calls it
  std::string bus_id;    // "0000:0a:00.0"
  std::string uuid;      // "GPU-..." or "MIG-..."
  std::uint16_t sm = 0;  // architecture, as kernels' Requirements give it
};

struct GpuPresence {
  GpuState state = GpuState::built_without;
  std::string message;  // one line: what is missing and how to mend it; empty where usable
  std::vector<UsableGpu> gpus;
};

}  // namespace ridgeline::bench::gpu
