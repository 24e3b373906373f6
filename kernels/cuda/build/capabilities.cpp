// Prints the compute capability of each GPU that the driver offers ("9.0"), one a line. Compiled
// and run while the build is configured, where there is no nvidia-smi to ask.
#include <dlfcn.h>

#include <cstdio>

int main() {
  void* const driver = dlopen("libcuda.so.1", RTLD_NOW);
  if (driver == nullptr) return 1;
  const auto initialize = reinterpret_cast<int (*)(unsigned)>(dlsym(driver, "cuInit"));
  const auto count_devices = reinterpret_cast<int (*)(int*)>(dlsym(driver, "cuDeviceGetCount"));
  const auto read_attribute =
      reinterpret_cast<int (*)(int*, int, int)>(dlsym(driver, "cuDeviceGetAttribute"));
  if (initialize == nullptr || count_devices == nullptr || read_attribute == nullptr) return 1;
  constexpr int kMajor = 75, kMinor = 76;  // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_...
  int count = 0;
  if (initialize(0) != 0 || count_devices(&count) != 0) return 1;
  for (int device = 0; device < count; ++device) {
    int major = 0, minor = 0;
    if (read_attribute(&major, kMajor, device) != 0) return 1;
    if (read_attribute(&minor, kMinor, device) != 0) return 1;
    std::printf("%d.%d\n", major, minor);
  }
  return 0;
}
