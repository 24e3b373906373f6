// The CUDA device's surroundings in tests: fake libraries, and a lock that no other test holds.
#pragma once

#include <unistd.h>

#include <cstdio>
#include <string>

#include "bench/devices/nvidia/device.hpp"

namespace ridgeline::bench::nvidia {

struct FakeSources : CudaSources {
  explicit FakeSources(std::span<const kernels::Kernel> those) {
    driver.library = RIDGELINE_FAKE_DRIVER;
    nvml = RIDGELINE_FAKE_NVML;
    cublaslt = "libno-such-cublaslt.so";
    lock = "cuda-test-" + std::to_string(getpid());
    kernels = those;
  }
  ~FakeSources() { std::remove(("/tmp/ridgeline-" + lock + ".lock").c_str()); }
  FakeSources(const FakeSources&) = delete;
  FakeSources& operator=(const FakeSources&) = delete;
};

}  // namespace ridgeline::bench::nvidia
