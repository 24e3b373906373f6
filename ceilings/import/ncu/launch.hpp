// One launch of an Nsight Compute export: its metrics' values, and the kernel run they make.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ceilings/import/ncu/rows.hpp"
#include "ceilings/import/ncu/tensor.hpp"
#include "ceilings/place/kernel_run.hpp"

namespace ridgeline::ceilings {

struct QuantityFault {
  Quantity quantity;
  std::string metric, what;  // "dram__bytes.sum", "is negative"
  bool asked_only = false;   // n/a: not collected, nothing to complain of
};

struct LaunchValues {
  double seconds = 0, cycles = 0;  // 0: unknown
  std::array<std::optional<double>, kQuantities> known;
  std::vector<TensorValue> tensor;
  std::vector<QuantityFault> faults;  // of quantities that no other metric gave
  std::optional<double> operator[](Quantity quantity) const {
    return known[static_cast<std::size_t>(quantity)];
  }
};

// In SI units, of one launch; rates per second and per cycle are multiplied out.
LaunchValues values_of(const NcuTables& tables, std::span<const NcuCell> cells, char decimal);

// Why a launch can't be used: its time is there and unusable. Empty: it can.
std::string time_fault(const LaunchValues& values);

// A launch whose time is usable, or was not asked for.
KernelRun run_of(const NcuLaunch& launch, const LaunchValues& values);

}  // namespace ridgeline::ceilings
