// Asks the driver. Its few functions are declared here: the toolkit's headers may be missing, and
// the program is never linked to the driver's library.
#include "bench/devices/nvidia/driver.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>

#include "bench/devices/identity/bus_ids.hpp"

namespace ridgeline::bench::nvidia {
namespace {

// Results and attributes of the driver's interface (cuda.h).
constexpr int kSuccess = 0, kNoDevice = 100, kInvalidDevice = 101;
constexpr int kMajor = 75, kMinor = 76;  // compute capability

struct Driver {
  int (*init)(unsigned flags) = nullptr;
  int (*version)(int* version) = nullptr;
  int (*count)(int* count) = nullptr;
  int (*device)(int* device, int ordinal) = nullptr;
  int (*name)(char* name, int length, int device) = nullptr;
  int (*bus_id)(char* text, int length, int device) = nullptr;
  int (*uuid)(unsigned char* bytes, int device) = nullptr;
  int (*attribute)(int* value, int attribute, int device) = nullptr;
  int (*error_text)(int error, const char** text) = nullptr;
  int (*error_name)(int error, const char** name) = nullptr;
};

template <class Function>
bool find(void* library, const char* name, Function*& function) {
  function = reinterpret_cast<Function*>(dlsym(library, name));
  return function != nullptr;
}

bool find_all(void* library, Driver& driver) {
  find(library, "cuGetErrorString", driver.error_text);
  find(library, "cuGetErrorName", driver.error_name);
  // The second version tells MIG instances apart.
  return (find(library, "cuDeviceGetUuid_v2", driver.uuid) ||
          find(library, "cuDeviceGetUuid", driver.uuid)) &&
         find(library, "cuInit", driver.init) &&
         find(library, "cuDriverGetVersion", driver.version) &&
         find(library, "cuDeviceGetCount", driver.count) &&
         find(library, "cuDeviceGet", driver.device) &&
         find(library, "cuDeviceGetName", driver.name) &&
         find(library, "cuDeviceGetPCIBusId", driver.bus_id) &&
         find(library, "cuDeviceGetAttribute", driver.attribute);
}

std::string error_of(const Driver& driver, int error) {
  const char* name = nullptr;
  const char* text = nullptr;
  if (driver.error_name != nullptr) driver.error_name(error, &name);
  if (driver.error_text != nullptr) driver.error_text(error, &text);
  const std::string number = "error " + std::to_string(error);
  return (name == nullptr ? number : name) + (text == nullptr ? "" : ": " + std::string(text));
}

// The driver's device files that exist; `refused`: the first that may not be opened.
struct DeviceFiles {
  bool any = false;
  std::string refused;
};

DeviceFiles device_files(const std::string& folder) {
  DeviceFiles files;
  std::error_code failed;
  for (std::filesystem::directory_iterator it(folder, failed), end; !failed && it != end;
       it.increment(failed)) {
    const std::string name = it->path().filename();
    const bool card = name.size() > 6 && name.find_first_not_of("0123456789", 6) == name.npos;
    if (!name.starts_with("nvidia") || !(card || name == "nvidiactl" || name == "nvidia-uvm")) {
      continue;
    }
    files.any = true;
    const int file = open(it->path().c_str(), O_RDWR | O_CLOEXEC);
    if (file >= 0) {
      close(file);
    } else if ((errno == EACCES || errno == EPERM) && files.refused.empty()) {
      files.refused = it->path();
    }
  }
  return files;
}

gpu::GpuPresence absent(gpu::GpuState state, const std::string& message) {
  return {state, message, {}};
}

gpu::GpuPresence no_driver(const DriverQuestion& question) {
  if (device_files(question.devices).any) {
    return absent(gpu::GpuState::no_driver,
                  "NVIDIA's device files are here, but " + question.library +
                      " is missing: start the container with its driver libraries "
                      "(--gpus all), or install the driver's user-space part");
  }
  return absent(gpu::GpuState::no_driver, "no NVIDIA driver (" + question.library +
                                              " is missing): install one of CUDA " +
                                              cuda_version_text(question.runtime) + " or later");
}

gpu::GpuPresence too_old(const DriverQuestion& question, int driver) {
  return absent(gpu::GpuState::driver_too_old,
                "the NVIDIA driver supports CUDA " + cuda_version_text(driver) +
                    ", and this program was built with CUDA " +
                    cuda_version_text(question.runtime) +
                    ": update the driver, or build with an older toolkit");
}

// Started, but nothing to use: hidden, forbidden, or not there.
gpu::GpuPresence no_device(const DriverQuestion& question) {
  if (question.visible != nullptr) {
    const std::string value = question.visible;
    return absent(gpu::GpuState::no_device,
                  (value.empty() ? std::string("CUDA_VISIBLE_DEVICES is set and empty")
                                 : "CUDA_VISIBLE_DEVICES=" + value) +
                      " leaves no GPU visible: unset it, or name GPUs of `nvidia-smi -L` in it");
  }
  const DeviceFiles files = device_files(question.devices);
  if (!files.refused.empty()) {
    return absent(gpu::GpuState::no_permission,
                  "no permission to open " + files.refused +
                      ": ask for access to the GPU (groups video or render, or the batch "
                      "system's allocation)");
  }
  return absent(gpu::GpuState::no_device, "the NVIDIA driver is here and sees no GPU");
}

// Of failures that a forbidden device file causes, too, the file is named.
gpu::GpuPresence failed(const DriverQuestion& question, const Driver& driver, int error) {
  if (error == kNoDevice || error == kInvalidDevice) return no_device(question);
  const DeviceFiles files = device_files(question.devices);
  if (!files.refused.empty()) return no_device({question.library, 0, question.devices, nullptr});
  return absent(gpu::GpuState::failed, "the NVIDIA driver does not start (" +
                                           error_of(driver, error) +
                                           "); `nvidia-smi` may tell more");
}

gpu::UsableGpu gpu_of(const Driver& driver, int ordinal) {
  gpu::UsableGpu gpu;
  gpu.ordinal = ordinal;
  int device = 0, major = 0, minor = 0;
  if (driver.device(&device, ordinal) != kSuccess) return gpu;
  std::array<char, 256> text{};
  if (driver.name(text.data(), 255, device) == kSuccess) gpu.model = text.data();
  text = {};
  if (driver.bus_id(text.data(), 255, device) == kSuccess) gpu.bus_id = normal_bus_id(text.data());
  std::array<unsigned char, 16> uuid{};
  const bool part = gpu.model.find(" MIG ") != std::string::npos;
  if (driver.uuid(uuid.data(), device) == kSuccess) {
    gpu.uuid = (part ? "MIG-" : "GPU-") + uuid_text(uuid.data());
  }
  driver.attribute(&major, kMajor, device);
  driver.attribute(&minor, kMinor, device);
  gpu.sm = static_cast<std::uint16_t>(major * 10 + minor);
  return gpu;
}

}  // namespace

std::string uuid_text(const unsigned char* bytes) {
  std::string text;
  for (int i = 0; i < 16; ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    std::array<char, 3> digits{};
    std::snprintf(digits.data(), digits.size(), "%02x", bytes[i]);
    text += digits.data();
  }
  return text;
}

std::string cuda_version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

gpu::GpuPresence ask_driver(const DriverQuestion& question) {
  // Never unloaded: the runtime loads the same library, and it does not bear being closed.
  void* library = dlopen(question.library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return no_driver(question);
  Driver driver;
  int version = 0;
  if (!find_all(library, driver) || driver.version(&version) != kSuccess) {
    return absent(gpu::GpuState::failed,
                  question.library + " lacks functions that every driver has");
  }
  // A later minor version of the toolkit works with the driver of an earlier one (CUDA's minor
  // version compatibility), a later major version does not.
  if (version / 1000 < question.runtime / 1000) return too_old(question, version);
  int count = 0;
  int error = driver.init(0);
  if (error == kSuccess) error = driver.count(&count);
  if (error != kSuccess) return failed(question, driver, error);
  if (count == 0) return no_device(question);
  gpu::GpuPresence presence{gpu::GpuState::usable, "", {}};
  for (int i = 0; i < count; ++i) presence.gpus.push_back(gpu_of(driver, i));
  return presence;
}

}  // namespace ridgeline::bench::nvidia
