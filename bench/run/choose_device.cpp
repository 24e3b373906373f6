// What --device names, and which backend opens it.
#include "bench/run/choose_device.hpp"

#include <charconv>
#include <optional>
#include <string_view>

#include "bench/devices/cpu/device.hpp"
#include "bench/devices/nvidia/device.hpp"
#include "bench/devices/simulated/device.hpp"
#include "bench/devices/topology/topology.hpp"
#include "ceilings/errors.hpp"

namespace ridgeline::bench {
namespace {

constexpr std::string_view kSimulated = "simulated:", kCuda = "cuda:";

// N of "cuda:N".
std::optional<int> cuda_ordinal(const std::string& name) {
  if (!name.starts_with(kCuda)) return std::nullopt;
  int ordinal = 0;
  const char* end = name.data() + name.size();
  const auto parsed = std::from_chars(name.data() + kCuda.size(), end, ordinal);
  if (parsed.ec != std::errc() || parsed.ptr != end || ordinal < 0) return std::nullopt;
  return ordinal;
}

std::string name_of(const gpu::UsableGpu& gpu) {
  return std::string(kCuda) + std::to_string(gpu.ordinal);
}

// "cuda:0 is NVIDIA H200 at 0000:0a:00.0"
std::string described(const gpu::UsableGpu& gpu) {
  std::string text = name_of(gpu) + " is " + (gpu.model.empty() ? "a GPU" : gpu.model);
  return gpu.bus_id.empty() ? text : text + " at " + gpu.bus_id;
}

DeviceChoice host(const gpu::GpuPresence& presence) {
  return {"cpu", "no GPU, so this is the CPU: " + presence.message};
}

std::vector<DeviceChoice> first_of(const gpu::GpuPresence& presence) {
  if (presence.gpus.empty()) return {host(presence)};
  std::string remark = described(presence.gpus.front()) + "; there is also ";
  for (std::size_t i = 1; i < presence.gpus.size(); ++i) {
    remark += described(presence.gpus[i]) + ", ";
  }
  remark += presence.gpus.size() > 1 ? "and cpu" : "cpu";
  return {{name_of(presence.gpus.front()), remark + " (--device chooses)"}};
}

std::vector<DeviceChoice> all_of(const gpu::GpuPresence& presence) {
  if (presence.gpus.empty()) return {host(presence)};
  std::vector<DeviceChoice> all;
  for (const gpu::UsableGpu& gpu : presence.gpus) all.push_back({name_of(gpu), described(gpu)});
  all.push_back({"cpu", "cpu is this machine's cores"});
  return all;
}

}  // namespace

std::vector<DeviceChoice> choose_devices(const std::string& wanted,
                                         const gpu::GpuPresence& presence) {
  if (wanted.empty()) return first_of(presence);
  if (wanted == "all") return all_of(presence);
  if (wanted == "cpu" || wanted.starts_with(kSimulated)) return {{wanted, ""}};
  const std::optional<int> ordinal = cuda_ordinal(wanted);
  if (!ordinal) {
    throw UsageError("--device " + wanted +
                     ": no such device; there are cpu, cuda:N, all and simulated:FILE");
  }
  for (const gpu::UsableGpu& gpu : presence.gpus) {
    if (gpu.ordinal == *ordinal) return {{name_of(gpu), described(gpu)}};
  }
  return {{wanted, ""}};  // opening it says why it is not there
}

std::vector<DeviceChoice> choose_devices(const std::string& wanted) {
  const bool named = wanted == "cpu" || wanted.starts_with(kSimulated);
  return choose_devices(wanted, named ? gpu::GpuPresence{} : nvidia::cuda_presence());
}

std::unique_ptr<Device> open_device(const std::string& name) {
  const std::string one = choose_devices(name).front().name;
  if (one == "cpu") return make_cpu_device(read_machine());
  if (one.starts_with(kSimulated)) return make_simulated_device(one.substr(kSimulated.size()));
  return nvidia::make_cuda_device(*cuda_ordinal(one));
}

}  // namespace ridgeline::bench
