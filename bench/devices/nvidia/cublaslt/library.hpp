// Matrix products by NVIDIA's own library, cuBLASLt, loaded at run time where it is installed: a
// second opinion on what the tensor cores can do.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/devices/gpu/runtime.hpp"
#include "bench/devices/gpu/work.hpp"

namespace ridgeline {

class MatrixLibrary {
 public:
  // Loads it, and starts it when the first product is asked for. `name`: the one file to load;
  // empty: the versions that are known, newest first.
  explicit MatrixLibrary(Gpu& gpu, const std::string& name = "");
  ~MatrixLibrary();
  MatrixLibrary(const MatrixLibrary&) = delete;
  MatrixLibrary& operator=(const MatrixLibrary&) = delete;

  // Products of the types that this GPU has; empty without the library.
  std::vector<Operation> operations() const;
  // Throws CannotRun where the library has no such product here, DeviceError where it fails.
  std::unique_ptr<CudaWork> prepare(const Case& c);

  struct Functions;

 private:
  Gpu& gpu_;
  std::unique_ptr<Functions> functions_;  // null: not installed
};

}  // namespace ridgeline
