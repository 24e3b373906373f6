// Joins the views of one card by bus id and UUID.
#include "bench/devices/identity/bus_ids.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <climits>
#include <cstdio>

namespace ridgeline::bench {
namespace {

constexpr unsigned kNoOrdinal = UINT_MAX;

// The number at the end of "cuda12"; devices without one sort last.
unsigned cuda_ordinal(const GpuSeen& gpu) {
  const auto names = gpu.names.find("CUDA");
  if (names == gpu.names.end()) return kNoOrdinal;
  unsigned least = kNoOrdinal;
  for (const std::string& name : names->second) {
    const std::size_t digits = name.find_last_not_of("0123456789") + 1;
    if (digits >= name.size() || name.size() - digits > 6) continue;
    least = std::min(least, static_cast<unsigned>(std::stoul(name.substr(digits))));
  }
  return least;
}

bool same_card(const GpuSeen& gpu, const GpuInterface& view, const std::string& bus_id) {
  if (!gpu.bus_id.empty() && !bus_id.empty()) return gpu.bus_id == bus_id;
  return !gpu.uuid.empty() && gpu.uuid == view.uuid;
}

}  // namespace

std::string normal_bus_id(const std::string& bus_id) {
  unsigned domain = 0, bus = 0, device = 0, function = 0;
  int end = 0;
  const char* text = bus_id.c_str();
  const auto whole = [&] { return end > 0 && text[end] == '\0'; };
  if (std::sscanf(text, "%8x:%2x:%2x.%1x%n", &domain, &bus, &device, &function, &end) != 4 ||
      !whole()) {
    domain = end = 0;
    if (std::sscanf(text, "%2x:%2x.%1x%n", &bus, &device, &function, &end) != 3 || !whole()) {
      return bus_id;
    }
  }
  std::array<char, 32> normal{};
  std::snprintf(normal.data(), normal.size(), "%04x:%02x:%02x.%x", domain, bus, device, function);
  return normal.data();
}

std::vector<GpuSeen> match_gpus(std::span<const GpuInterface> interfaces) {
  std::vector<GpuSeen> gpus;
  for (const GpuInterface& view : interfaces) {
    const std::string bus_id = normal_bus_id(view.bus_id);
    auto gpu = std::find_if(gpus.begin(), gpus.end(),
                            [&](const GpuSeen& known) { return same_card(known, view, bus_id); });
    if (gpu == gpus.end()) gpu = gpus.insert(gpus.end(), GpuSeen{});
    if (gpu->bus_id.empty()) gpu->bus_id = bus_id;
    if (gpu->uuid.empty()) gpu->uuid = view.uuid;
    if (gpu->model.empty()) gpu->model = view.model;
    gpu->names[view.kind].push_back(view.name);
  }
  std::stable_sort(gpus.begin(), gpus.end(), [](const GpuSeen& a, const GpuSeen& b) {
    const unsigned first = cuda_ordinal(a), second = cuda_ordinal(b);
    return first != second ? first < second : a.bus_id < b.bus_id;
  });
  return gpus;
}

}  // namespace ridgeline::bench
