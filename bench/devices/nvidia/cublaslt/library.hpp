// Matrix products by NVIDIA's own library, cuBLASLt, loaded at run time where it is installed.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/devices/gpu/products.hpp"
#include "bench/devices/gpu/runtime.hpp"

namespace ridgeline::bench::nvidia {

class CublasLt : public gpu::GpuProducts {
 public:
  // Loads it, and starts it when the first product is asked for. `name`: the one file to load;
  // empty: the versions that are known, newest first.
  explicit CublasLt(gpu::GpuRuntime& gpu, const std::string& name = "");
  ~CublasLt() override;

  std::vector<Operation> operations() const override;
  std::unique_ptr<gpu::GpuWork> prepare(const Case& c) override;

 private:
  struct Functions;

  gpu::GpuRuntime& gpu_;
  std::unique_ptr<Functions> functions_;  // null: not installed
};

}  // namespace ridgeline::bench::nvidia
