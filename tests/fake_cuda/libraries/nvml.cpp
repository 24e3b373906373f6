// A management library (libnvidia-ml.so.1) with two cards, in another order than CUDA's. What they
// say comes from the environment: FAKE_CLOCK (1980 MHz), FAKE_REASONS (0), FAKE_OLD_REASONS (set:
// only the function's older name works), FAKE_PROCESSES ("", or process numbers with commas),
// FAKE_LINK (5), FAKE_NOTHING (set: the card supports nothing), FAKE_NVML_INIT (0).
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <string>

namespace {

struct Card {
  const char* uuid;
  const char* bus_id;
  unsigned power;  // mW
};
// As the fake driver counts: its device 0 has bytes 1 to 16 and the bus 0a.
Card cards[] = {{"GPU-11121314-1516-1718-191a-1b1c1d1e1f20", "00000000:8B:00.0", 111000},
                {"GPU-01020304-0506-0708-090a-0b0c0d0e0f10", "00000000:0A:00.0", 555000}};
Card part = {"MIG-01020304-0506-0708-090a-0b0c0d0e0f10", "", 0};

constexpr int kNotFound = 6, kNotSupported = 3;

unsigned number(const char* name, unsigned otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : static_cast<unsigned>(std::atoi(text));
}

int tell(unsigned* to, unsigned value) {
  if (std::getenv("FAKE_NOTHING") != nullptr) return kNotSupported;
  *to = value;
  return 0;
}

// nvmlPciInfo_t, nvmlProcessInfo_t.
struct Pci {
  char short_bus_id[16];
  unsigned domain, bus, device, pci_device, pci_subsystem;
  char bus_id[32];
};
struct Process {
  unsigned id;
  unsigned long long memory;
  unsigned gpu_instance, compute_instance;
};

}  // namespace

extern "C" {

int nvmlInit_v2() { return static_cast<int>(number("FAKE_NVML_INIT", 0)); }
int nvmlShutdown() { return 0; }
int nvmlSystemGetDriverVersion(char* text, unsigned length) {
  std::strncpy(text, "580.65.06", length);
  return 0;
}
int nvmlDeviceGetHandleByUUID(const char* uuid, Card** card) {
  for (Card* each : {&cards[0], &cards[1], &part}) {
    if (std::strcmp(each->uuid, uuid) != 0) continue;
    *card = each;
    return 0;
  }
  return kNotFound;
}
int nvmlDeviceGetHandleByPciBusId_v2(const char* bus_id, Card** card) {
  for (Card& each : cards) {
    // NVML takes the short form, too, in any case of letters.
    if (strcasecmp(each.bus_id + 4, bus_id) != 0) continue;
    *card = &each;
    return 0;
  }
  return kNotFound;
}
int nvmlDeviceGetDeviceHandleFromMigDeviceHandle(Card* card, Card** whole) {
  if (card != &part) return kNotSupported;
  *whole = &cards[1];
  return 0;
}
int nvmlDeviceGetUUID(Card* card, char* text, unsigned length) {
  std::strncpy(text, card->uuid, length);
  return 0;
}
int nvmlDeviceGetPciInfo_v3(Card* card, Pci* pci) {
  *pci = {};
  pci->pci_device = 0x233510DE;
  std::strncpy(pci->bus_id, card->bus_id, sizeof pci->bus_id - 1);
  return 0;
}
int nvmlDeviceGetMaxClockInfo(Card*, int kind, unsigned* mhz) {
  return tell(mhz, kind == 1 ? 1980 : 3201);
}
int nvmlDeviceGetClockInfo(Card*, int kind, unsigned* mhz) {
  return tell(mhz, kind == 1 ? number("FAKE_CLOCK", 1980) : 3201);
}
int nvmlDeviceGetMemoryBusWidth(Card*, unsigned* bits) { return tell(bits, 6144); }
int nvmlDeviceGetEnforcedPowerLimit(Card*, unsigned* milliwatts) {
  return tell(milliwatts, 700000);
}
int nvmlDeviceGetPowerUsage(Card* card, unsigned* milliwatts) {
  return tell(milliwatts, card->power);
}
int nvmlDeviceGetTemperature(Card*, int, unsigned* degrees) { return tell(degrees, 47); }
int nvmlDeviceGetEccMode(Card*, unsigned* now, unsigned* later) {
  *later = 0;
  return tell(now, 1);
}
int nvmlDeviceGetMigMode(Card*, unsigned* now, unsigned* later) {
  *later = 1;
  return tell(now, 0);
}
int nvmlDeviceGetPersistenceMode(Card*, unsigned* on) { return tell(on, 1); }
int nvmlDeviceGetComputeMode(Card*, unsigned* mode) { return tell(mode, 3); }
int nvmlDeviceGetMaxPcieLinkGeneration(Card*, unsigned* link) { return tell(link, 5); }
int nvmlDeviceGetMaxPcieLinkWidth(Card*, unsigned* link) { return tell(link, 16); }
int nvmlDeviceGetCurrPcieLinkGeneration(Card*, unsigned* link) {
  return tell(link, number("FAKE_LINK", 5));
}
int nvmlDeviceGetCurrPcieLinkWidth(Card*, unsigned* link) { return tell(link, 16); }
int nvmlDeviceGetCurrentClocksEventReasons(Card*, unsigned long long* reasons) {
  if (std::getenv("FAKE_OLD_REASONS") != nullptr) return kNotSupported;
  *reasons = number("FAKE_REASONS", 0);
  return 0;
}
int nvmlDeviceGetCurrentClocksThrottleReasons(Card*, unsigned long long* reasons) {
  *reasons = number("FAKE_REASONS", 0);
  return 0;
}
int nvmlDeviceGetComputeRunningProcesses_v3(Card*, unsigned* count, Process* processes) {
  if (std::getenv("FAKE_NOTHING") != nullptr) return kNotSupported;
  const char* text = std::getenv("FAKE_PROCESSES");
  std::string left = text == nullptr ? "" : text;
  unsigned found = 0;
  while (!left.empty() && found < *count) {
    const std::string one = left.substr(0, left.find(','));
    const unsigned id =
        one == "self" ? static_cast<unsigned>(getpid()) : static_cast<unsigned>(std::stoul(one));
    processes[found++] = {id, 0, 0, 0};
    left.erase(0, one.size() + 1);
  }
  *count = found;
  return 0;
}

}  // extern "C"
