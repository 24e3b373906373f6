// Matrix products by the vendor's own library, where it is installed: a second opinion on what the
// tensor cores can do.
#pragma once

#include <memory>
#include <vector>

#include "bench/devices/gpu/work.hpp"

namespace ridgeline::bench::gpu {

class GpuProducts {
 public:
  virtual ~GpuProducts() = default;
  GpuProducts(const GpuProducts&) = delete;
  GpuProducts& operator=(const GpuProducts&) = delete;

  // Products of the types that this GPU has; empty without the library.
  virtual std::vector<Operation> operations() const = 0;
  // Throws CannotRun where the library has no such product here, DeviceError where it fails.
  virtual std::unique_ptr<GpuWork> prepare(const Case& c) = 0;

 protected:
  GpuProducts() = default;
};

}  // namespace ridgeline::bench::gpu
