// The door to NVML. Its functions are declared here (as in nvml.h), each looked up by name and
// missing ones left alone.
#include "bench/devices/nvidia/nvml.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <vector>

#include "bench/devices/identity/bus_ids.hpp"

namespace ridgeline::bench::nvidia {
namespace {

using Handle = struct NvmlCard*;
constexpr int kSuccess = 0, kTooSmall = 7;
constexpr int kSmClock = 1, kMemoryClock = 2;
constexpr double kMega = 1e6, kMilli = 1e-3;

// nvmlPciInfo_t.
struct PciInfo {
  char short_bus_id[16];
  unsigned domain, bus, device, pci_device, pci_subsystem;
  char bus_id[32];
};

// nvmlProcessInfo_t of nvmlDeviceGetComputeRunningProcesses_v2 and _v3.
struct Process {
  unsigned id;
  unsigned long long memory;
  unsigned gpu_instance, compute_instance;
};

}  // namespace

struct Nvml::Library {
  using Get = int(Handle, unsigned*);
  using GetPair = int(Handle, unsigned*, unsigned*);
  using GetOf = int(Handle, int, unsigned*);
  using GetText = int(Handle, char*, unsigned);
  void* file = nullptr;
  Handle card = nullptr;

  template <class Function>
  Function* function(const char* name) const {
    return file == nullptr ? nullptr : reinterpret_cast<Function*>(dlsym(file, name));
  }
  // One number that the card tells by a function of this name; nothing where it doesn't.
  gpu::Maybe<unsigned> number(const char* name) const {
    unsigned value = 0;
    auto* get = function<Get>(name);
    if (get == nullptr || get(card, &value) != kSuccess) return std::nullopt;
    return value;
  }
  gpu::Maybe<unsigned> first_of_pair(const char* name) const {
    unsigned now = 0, later = 0;
    auto* get = function<GetPair>(name);
    if (get == nullptr || get(card, &now, &later) != kSuccess) return std::nullopt;
    return now;
  }
  gpu::Maybe<unsigned> number_of(const char* name, int kind) const {
    unsigned value = 0;
    auto* get = function<GetOf>(name);
    if (get == nullptr || get(card, kind, &value) != kSuccess) return std::nullopt;
    return value;
  }
  gpu::Maybe<std::uint64_t> reasons() const;
  bool find_card(const std::string& uuid, const std::string& bus_id);
};

namespace {

gpu::Maybe<double> scaled(const gpu::Maybe<unsigned>& value, double unit) {
  if (!value || *value == 0) return std::nullopt;
  return *value * unit;
}
gpu::Maybe<bool> switched(const gpu::Maybe<unsigned>& value) {
  if (!value) return std::nullopt;
  return *value != 0;
}
gpu::Maybe<int> plain(const gpu::Maybe<unsigned>& value) {
  if (!value) return std::nullopt;
  return static_cast<int>(*value);
}

}  // namespace

gpu::Maybe<std::uint64_t> Nvml::Library::reasons() const {
  for (const char* name : {"nvmlDeviceGetCurrentClocksEventReasons",
                           "nvmlDeviceGetCurrentClocksThrottleReasons"}) {  // before driver 535
    unsigned long long bits = 0;
    auto* get = function<int(Handle, unsigned long long*)>(name);
    if (get != nullptr && get(card, &bits) == kSuccess) return bits;
  }
  return std::nullopt;
}

bool Nvml::Library::find_card(const std::string& uuid, const std::string& bus_id) {
  using ByText = int(const char*, Handle*);
  auto* by_uuid = function<ByText>("nvmlDeviceGetHandleByUUID");
  auto* by_bus = function<ByText>("nvmlDeviceGetHandleByPciBusId_v2");
  bool found = by_uuid != nullptr && !uuid.empty() && by_uuid(uuid.c_str(), &card) == kSuccess;
  if (found && uuid.starts_with("MIG-")) {  // power, clocks and the link are the whole card's
    auto* parent = function<int(Handle, Handle*)>("nvmlDeviceGetDeviceHandleFromMigDeviceHandle");
    Handle whole = nullptr;
    if (parent != nullptr && parent(card, &whole) == kSuccess) card = whole;
  }
  if (!found && by_bus != nullptr && !bus_id.empty()) {
    found = by_bus(bus_id.c_str(), &card) == kSuccess;
  }
  return found;
}

Nvml::Nvml(const std::string& uuid, const std::string& bus_id, const std::string& library)
    : library_(std::make_unique<Library>()) {
  library_->file = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  auto* init = library_->function<int()>("nvmlInit_v2");
  if (init == nullptr) {
    problem_ = library + " is missing: clocks, power and temperature stay unknown";
  } else if (const int error = init(); error != kSuccess) {
    problem_ = "NVML does not start (error " + std::to_string(error) + ")";
  } else if (!library_->find_card(uuid, bus_id)) {
    problem_ = "NVML does not know this GPU";
    library_->card = nullptr;
  }
}

Nvml::~Nvml() {
  auto* shutdown = library_->function<int()>("nvmlShutdown");
  if (shutdown != nullptr) shutdown();
  if (library_->file != nullptr) dlclose(library_->file);
}

gpu::SensorFacts Nvml::facts() const {
  gpu::SensorFacts facts;
  if (!found()) return facts;
  const Library& nvml = *library_;
  std::array<char, 96> text{};
  auto* driver = nvml.function<int(char*, unsigned)>("nvmlSystemGetDriverVersion");
  if (driver != nullptr && driver(text.data(), text.size()) == kSuccess) facts.driver = text.data();
  text = {};
  auto* uuid = nvml.function<Library::GetText>("nvmlDeviceGetUUID");
  if (uuid != nullptr && uuid(nvml.card, text.data(), text.size()) == kSuccess) {
    facts.uuid = text.data();
  }
  PciInfo pci{};
  auto* get_pci = nvml.function<int(Handle, PciInfo*)>("nvmlDeviceGetPciInfo_v3");
  if (get_pci != nullptr && get_pci(nvml.card, &pci) == kSuccess) {
    facts.bus_id = normal_bus_id(pci.bus_id);
    facts.pci_device = pci.pci_device >> 16;  // the low half is the vendor
  }
  facts.sm_clock_max = scaled(nvml.number_of("nvmlDeviceGetMaxClockInfo", kSmClock), kMega);
  facts.memory_clock_max = scaled(nvml.number_of("nvmlDeviceGetMaxClockInfo", kMemoryClock), kMega);
  facts.memory_bits = plain(nvml.number("nvmlDeviceGetMemoryBusWidth"));
  facts.power_limit = scaled(nvml.number("nvmlDeviceGetEnforcedPowerLimit"), kMilli);
  if (!facts.power_limit) {
    facts.power_limit = scaled(nvml.number("nvmlDeviceGetPowerManagementLimit"), kMilli);
  }
  facts.ecc = switched(nvml.first_of_pair("nvmlDeviceGetEccMode"));
  facts.mig = switched(nvml.first_of_pair("nvmlDeviceGetMigMode"));
  facts.persistence = switched(nvml.number("nvmlDeviceGetPersistenceMode"));
  facts.compute_mode = plain(nvml.number("nvmlDeviceGetComputeMode"));
  facts.link_generation_max = plain(nvml.number("nvmlDeviceGetMaxPcieLinkGeneration"));
  facts.link_width_max = plain(nvml.number("nvmlDeviceGetMaxPcieLinkWidth"));
  return facts;
}

gpu::SensorReading Nvml::read() const {
  gpu::SensorReading reading;
  if (!found()) return reading;
  const Library& nvml = *library_;
  reading.sm_clock = scaled(nvml.number_of("nvmlDeviceGetClockInfo", kSmClock), kMega);
  reading.memory_clock = scaled(nvml.number_of("nvmlDeviceGetClockInfo", kMemoryClock), kMega);
  reading.power = scaled(nvml.number("nvmlDeviceGetPowerUsage"), kMilli);
  constexpr int kCore = 0;  // the sensor on the chip
  reading.temperature = scaled(nvml.number_of("nvmlDeviceGetTemperature", kCore), 1);
  reading.reasons = nvml.reasons();
  reading.link_generation = plain(nvml.number("nvmlDeviceGetCurrPcieLinkGeneration"));
  reading.link_width = plain(nvml.number("nvmlDeviceGetCurrPcieLinkWidth"));
  return reading;
}

gpu::Maybe<int> Nvml::other_processes(bool own) const {
  if (!found()) return std::nullopt;
  using List = int(Handle, unsigned*, Process*);
  auto* list = library_->function<List>("nvmlDeviceGetComputeRunningProcesses_v3");
  if (list == nullptr) {
    list = library_->function<List>("nvmlDeviceGetComputeRunningProcesses_v2");
  }
  if (list == nullptr) return std::nullopt;
  std::vector<Process> processes(64);
  auto count = static_cast<unsigned>(processes.size());
  const int error = list(library_->card, &count, processes.data());
  if (error == kTooSmall) return static_cast<int>(count) - (own ? 1 : 0);
  if (error != kSuccess) return std::nullopt;
  processes.resize(std::min<std::size_t>(count, processes.size()));
  const auto self = static_cast<unsigned>(getpid());
  const bool seen = std::any_of(processes.begin(), processes.end(),
                                [&](const Process& process) { return process.id == self; });
  const int others = static_cast<int>(processes.size()) - (seen || own ? 1 : 0);
  return std::max(others, 0);
}

}  // namespace ridgeline::bench::nvidia
