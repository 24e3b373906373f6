// What Nsight Compute's metrics mean: their names of all versions to quantities in SI units.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ceilings/import/ncu/units.hpp"

namespace ridgeline::ceilings {

enum class Quantity : std::uint8_t {
  duration,      // s
  duration_too,  // s, from another metric; where `duration` was not asked for
  cycles,        // elapsed, of an SM: the mean
  cycles_too,    // the same, the most
  clock,         // Hz, of the SMs
  dram,
  dram_read,
  dram_written,  // bytes
  l2,
  l2_read,
  l2_written,
  l1,
  shared,
  shared_read,
  shared_written,
  dfma,
  dadd,
  dmul,  // thread instructions with a true predicate
  ffma,
  fadd,
  fmul,
  hfma,
  hadd,
  hmul,
  ffma2,
  fadd2,
  fmul2,  // two fp32 values each
  dall,
  fall,
  hall,  // FMA, add and multiply together
  integer,
  tensor_instructions,
  tensor_operations,  // see `tensor`
  occupancy,          // 0..1
  lanes,              // of 32
  sectors_per_request,
  load_sectors,
  load_requests,
  count,
};
inline constexpr std::size_t kQuantities = static_cast<std::size_t>(Quantity::count);

// How the value relates to the launch.
enum class Form : std::uint8_t { sum, per_second, per_cycle };

// sm__ops_path_tensor[_op_X]_src_Y[_dst_Z][_sparsity_on|off].
struct TensorKind {
  std::string source, destination;  // "fp16", "fp32"; destination empty: all of them
  bool with_operation = false;      // of one opcode (hmma, imma, ...) only
  std::string operation;
  enum class Sparsity : std::uint8_t { both, off, on } sparsity = Sparsity::both;
};

struct Meaning {
  Quantity quantity = Quantity::count;
  Form form = Form::sum;
  Dimension dimension = Dimension::none;  // that its unit has to have (`per` follows the form)
  double scale = 1;                       // to the quantity's own unit: 32 B a sector, ...
  double bare = 1;                        // factor where the unit's cell is empty: ns
  bool whole = false;                     // a count: no decimals where its unit has no prefix
  std::optional<TensorKind> tensor;
};

// Nothing: not a metric that placement needs. Also takes the labels of the details page
// ("Duration", "Achieved Occupancy").
std::optional<Meaning> ncu_meaning(std::string_view metric);

// The part of it that knows the labels of roofline charts' operations per cycle.
std::optional<Meaning> ncu_chart_label(std::string_view label);

// Of "Duration (gpu__time_duration.sum)" the name in parentheses; all else as it is.
std::string_view ncu_metric_name(std::string_view title);

// Of "1,000 (250; 750)", a value with those of its instances, the first.
std::string_view without_instances(std::string_view cell);

// True where a value of `unit` can be of that meaning: "Memory Throughput" is a rate in one
// section and a percentage in another.
bool fits(const Meaning& meaning, const NcuUnit& unit);

}  // namespace ridgeline::ceilings
