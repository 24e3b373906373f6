// One launch of an Nsight Compute export: its metrics' values, and the kernel run they make.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ceilings/import/ncu/rows.hpp"
#include "ceilings/place/kernel_run.hpp"

namespace ridgeline {

struct TensorValue {
  const TensorKind* kind = nullptr;
  double operations = 0;  // of the launch
};

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

// FLOP by type and path; nothing: not collected. Says in `notes` what is a lower bound.
std::optional<std::vector<OperationCount>> operations_of(const LaunchValues& values,
                                                         std::vector<std::string>& notes);
// Of tensor cores: dense and 2:4-sparse ones are counts of their own. Empty: none.
std::vector<OperationCount> tensor_operations(const std::vector<TensorValue>& values,
                                              std::vector<std::string>& notes);

// A launch whose time is usable, or was not asked for.
KernelRun run_of(const NcuLaunch& launch, const LaunchValues& values);

}  // namespace ridgeline
