// GPUs as several libraries name them: CUDA's order, NVML's order and the PCI bus are three views
// of the same cards, and only bus id and UUID tell which is which.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

namespace ridgeline::bench {

// One library's name for one device.
struct GpuInterface {
  std::string kind;    // "CUDA", "NVML", "OpenCL", "RSMI", "PCI"
  std::string name;    // "cuda0"
  std::string bus_id;  // "0000:01:00.0", in any of the usual spellings; empty: unknown
  std::string uuid;    // empty: unknown
  std::string model;
};

// One device, with all its names.
struct GpuSeen {
  std::string bus_id, uuid, model;                        // empty: unknown
  std::map<std::string, std::vector<std::string>> names;  // by kind: "CUDA" -> {"cuda0"}
};

// "00000000:0A:00.0", "0000:0a:00.0" and "0a:00.0" are one bus: "0000:0a:00.0". Domains are kept
// at four digits unless they need more. Text that is no bus id comes back as it is.
std::string normal_bus_id(const std::string& bus_id);

// Joins views that share a bus id, or a UUID where a bus is missing. Never by ordinal: orders
// differ. In CUDA's order; cards that CUDA does not see follow by bus id.
std::vector<GpuSeen> match_gpus(std::span<const GpuInterface> interfaces);

}  // namespace ridgeline::bench
