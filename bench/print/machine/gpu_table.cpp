// See gpu_table.hpp.
#include "bench/print/machine/gpu_table.hpp"

#include <algorithm>

#include "ceilings/text/text.hpp"

namespace ridgeline::bench {
namespace {

bool same_card(const gpu::UsableGpu& gpu, const GpuSeen& seen) {
  // Parts of one card (MIG) share its bus id and differ in UUID.
  if (!gpu.uuid.empty() && gpu.uuid == seen.uuid) return true;
  return !gpu.bus_id.empty() && normal_bus_id(gpu.bus_id) == seen.bus_id;
}

std::string names_of(const GpuSeen& seen) {
  std::vector<std::string> names;
  for (const auto& [kind, own] : seen.names) {
    if (kind != "PCI") names.insert(names.end(), own.begin(), own.end());
  }
  return joined(names);
}

Row row_of(const gpu::UsableGpu& gpu, const std::vector<GpuSeen>& seen) {
  const auto same = std::find_if(seen.begin(), seen.end(),
                                 [&](const GpuSeen& each) { return same_card(gpu, each); });
  return {{text_cell("cuda:" + std::to_string(gpu.ordinal)), text_cell(gpu.model),
           text_cell(gpu.sm == 0 ? "" : "sm_" + std::to_string(gpu.sm)),
           text_cell(normal_bus_id(gpu.bus_id)), text_cell(gpu.uuid),
           text_cell(same == seen.end() ? "" : names_of(*same))}};
}

Row row_of(const GpuSeen& seen) {
  return {{text_cell(""), text_cell(seen.model), text_cell(""), text_cell(seen.bus_id),
           text_cell(seen.uuid), text_cell(names_of(seen))}};
}

}  // namespace

Table gpu_table(const GpusThere& gpus) {
  Table table{"gpus",
              "GPUs",
              Audience::all,
              {{"device", "device"},
               {"model", "model"},
               {"architecture", "architecture", false, 1},
               {"bus_id", "PCI bus id"},
               {"uuid", "UUID", false, 3},
               {"names", "names by hwloc", false, 2}}};
  const std::vector<gpu::UsableGpu> usable =
      gpus.presence ? gpus.presence->gpus : std::vector<gpu::UsableGpu>{};
  for (const gpu::UsableGpu& gpu : usable) table.rows.push_back(row_of(gpu, gpus.seen));
  for (const GpuSeen& seen : gpus.seen) {
    const bool listed = std::any_of(usable.begin(), usable.end(), [&](const gpu::UsableGpu& gpu) {
      return same_card(gpu, seen);
    });
    if (!listed) table.rows.push_back(row_of(seen));
  }
  if (gpus.presence && usable.empty()) {
    table.below.push_back("No GPU can be measured: " + gpus.presence->message);
  }
  return table;
}

}  // namespace ridgeline::bench
