// The table of metrics. Names: Nsight Compute's profiling guide and `ncu --query-metrics`
// (https://docs.nvidia.com/nsight-compute/ProfilingGuide); the weights of operations are those of
// its own roofline sections (SpeedOfLight_RooflineChart.section and its hierarchical relatives).
#include "ceilings/import/ncu/metrics.hpp"

#include <array>

#include "ceilings/import/reading/text.hpp"

namespace ridgeline::ceilings {
namespace {

constexpr double kSector = 32;  // bytes; profiling guide, "Memory tables"
constexpr double kNano = 1e-9;

struct Counter {
  std::string_view base;  // before the first '.'; "sm" stands for sm__ and smsp__
  Quantity quantity;
  Dimension dimension;
  double scale = 1;
};
constexpr Dimension kByte = Dimension::byte, kInst = Dimension::inst;
constexpr std::array kCounters{
    Counter{"gpu__time_duration", Quantity::duration, Dimension::second},
    Counter{"gpu__time_active", Quantity::duration_too, Dimension::second},
    Counter{"dram__bytes", Quantity::dram, kByte},
    Counter{"dram__bytes_read", Quantity::dram_read, kByte},
    Counter{"dram__bytes_write", Quantity::dram_written, kByte},
    Counter{"dram__read_bytes", Quantity::dram_read, kByte},
    Counter{"dram__write_bytes", Quantity::dram_written, kByte},
    Counter{"dram__sectors", Quantity::dram, Dimension::sector, kSector},
    Counter{"dram__sectors_read", Quantity::dram_read, Dimension::sector, kSector},
    Counter{"dram__sectors_write", Quantity::dram_written, Dimension::sector, kSector},
    Counter{"fbpa__dram_read_bytes", Quantity::dram_read, kByte},
    Counter{"fbpa__dram_write_bytes", Quantity::dram_written, kByte},
    Counter{"fbpa__dram_read_sectors", Quantity::dram_read, Dimension::sector, kSector},
    Counter{"fbpa__dram_write_sectors", Quantity::dram_written, Dimension::sector, kSector},
    Counter{"lts__t_bytes", Quantity::l2, kByte},
    Counter{"lts__t_sectors", Quantity::l2, Dimension::sector, kSector},
    Counter{"lts__t_sectors_op_read", Quantity::l2_read, Dimension::sector, kSector},
    Counter{"lts__t_sectors_op_write", Quantity::l2_written, Dimension::sector, kSector},
    Counter{"l1tex__t_bytes", Quantity::l1, kByte},
    Counter{"l1tex__t_sectors", Quantity::l1, Dimension::sector, kSector},
    Counter{"sm__sass_data_bytes_mem_shared", Quantity::shared, kByte},
    Counter{"sm__sass_data_bytes_mem_shared_op_ld", Quantity::shared_read, kByte},
    Counter{"sm__sass_data_bytes_mem_shared_op_st", Quantity::shared_written, kByte},
    Counter{"l1tex__t_sectors_pipe_lsu_mem_global_op_ld", Quantity::load_sectors,
            Dimension::sector},
    Counter{"l1tex__t_requests_pipe_lsu_mem_global_op_ld", Quantity::load_requests,
            Dimension::none},
};

// Behind "sm__sass_thread_inst_executed_" and before "_pred_on".
struct Opcode {
  std::string_view name;
  Quantity quantity;
};
constexpr std::array kOpcodes{
    Opcode{"op_dfma", Quantity::dfma},
    Opcode{"op_dadd", Quantity::dadd},
    Opcode{"op_dmul", Quantity::dmul},
    Opcode{"op_ffma", Quantity::ffma},
    Opcode{"op_fadd", Quantity::fadd},
    Opcode{"op_fmul", Quantity::fmul},
    Opcode{"op_hfma", Quantity::hfma},
    Opcode{"op_hadd", Quantity::hadd},
    Opcode{"op_hmul", Quantity::hmul},
    Opcode{"op_ffma2", Quantity::ffma2},
    Opcode{"op_fadd2", Quantity::fadd2},
    Opcode{"op_fmul2", Quantity::fmul2},
    Opcode{"op_integer", Quantity::integer},
    // Documented as instructions, FMA once: "# of DADD, DMUL and DFMA thread instructions
    // executed".
    Opcode{"ops_dadd_dmul_dfma", Quantity::dall},
    Opcode{"ops_fadd_fmul_ffma", Quantity::fall},
    Opcode{"ops_hadd_hmul_hfma", Quantity::hall},
};

// Names that mean what they say without a rollup, or with just this one.
struct Exact {
  std::string_view name;
  Quantity quantity;
  Dimension dimension;
  Form form = Form::sum;
  double scale = 1, bare = 1;
};
constexpr double kPercent = 0.01, kLanesPerPercent = 0.32;
constexpr std::array kExact{
    Exact{"Duration", Quantity::duration, Dimension::second, Form::sum, 1, kNano},
    Exact{"Elapsed Cycles", Quantity::cycles_too, Dimension::cycle},
    Exact{"SM Frequency", Quantity::clock, Dimension::hertz},
    Exact{"Memory Throughput", Quantity::dram, kByte, Form::per_second},
    Exact{"DRAM Bandwidth", Quantity::dram, kByte, Form::per_second},
    Exact{"Achieved Occupancy", Quantity::occupancy, Dimension::percent, Form::sum, kPercent},
    Exact{"Avg. Active Threads Per Warp", Quantity::lanes, Dimension::none},
    Exact{"sm__cycles_elapsed.avg", Quantity::cycles, Dimension::cycle},
    Exact{"sm__cycles_elapsed.max", Quantity::cycles_too, Dimension::cycle},
    Exact{"gpc__cycles_elapsed.max", Quantity::cycles_too, Dimension::cycle},
    Exact{"sm__cycles_elapsed.avg.per_second", Quantity::clock, Dimension::hertz},
    Exact{"gpc__cycles_elapsed.avg.per_second", Quantity::clock, Dimension::hertz},
    Exact{"sm__warps_active.avg.pct_of_peak_sustained_active", Quantity::occupancy,
          Dimension::percent, Form::sum, kPercent},
    Exact{"sm__thread_inst_executed_per_inst_executed.ratio", Quantity::lanes, Dimension::none},
    Exact{"sm__thread_inst_executed_per_inst_executed.pct", Quantity::lanes, Dimension::percent,
          Form::sum, kLanesPerPercent},
    Exact{"l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio",
          Quantity::sectors_per_request, Dimension::none},
};

std::optional<Form> form_of(std::string_view rollup, Quantity quantity) {
  const bool time = quantity == Quantity::duration || quantity == Quantity::duration_too;
  if (rollup.empty() || rollup == "sum") return Form::sum;
  if (time && (rollup == "avg" || rollup == "max")) return Form::sum;
  if (rollup == "sum.per_second") return Form::per_second;
  if (rollup == "sum.per_cycle_elapsed") return Form::per_cycle;
  return std::nullopt;
}

// What ncu's section files derive: "derived__smsp__..._pred_on_x2" is per cycle, times 2.
double remove_derived(std::string& base, std::string& rollup) {
  if (!base.starts_with("derived__smsp__") || !rollup.empty()) return 1;
  const std::size_t times = base.rfind("_x");
  if (times == std::string::npos || times + 3 != base.size()) return 1;
  const char digit = base.back();
  if (digit != '2' && digit != '4') return 1;
  base = base.substr(9, times - 9);
  rollup = "sum.per_cycle_elapsed";
  return 1.0 / (digit - '0');
}

std::optional<Meaning> instructions(std::string_view base, std::string_view rollup, double scale) {
  constexpr std::string_view kBefore = "sm__sass_thread_inst_executed_", kBehind = "_pred_on";
  if (!base.starts_with(kBefore) || !base.ends_with(kBehind)) return std::nullopt;
  base.remove_prefix(kBefore.size());
  base.remove_suffix(kBehind.size());
  for (const Opcode& opcode : kOpcodes) {
    const auto form = form_of(rollup, opcode.quantity);
    if (opcode.name != base || !form) continue;
    return Meaning{opcode.quantity, *form, kInst, scale, 1, *form == Form::sum, {}};
  }
  return std::nullopt;
}

// "op_hmma_src_fp16_dst_fp32_sparsity_off": its parts.
std::optional<TensorKind> tensor_kind(std::string_view rest) {
  TensorKind kind;
  if (rest.ends_with("_sparsity_on")) kind.sparsity = TensorKind::Sparsity::on;
  if (rest.ends_with("_sparsity_off")) kind.sparsity = TensorKind::Sparsity::off;
  if (const std::size_t at = rest.find("_sparsity_"); at != rest.npos) rest = rest.substr(0, at);
  const std::size_t source = rest.find("src_");
  if (source == rest.npos || (source > 0 && !rest.starts_with("op_"))) return std::nullopt;
  kind.operation = std::string(rest.substr(0, source));
  kind.with_operation = source > 0;
  rest.remove_prefix(source + 4);
  const std::size_t destination = rest.find("_dst_");
  kind.source = std::string(rest.substr(0, destination));
  if (destination != rest.npos) kind.destination = std::string(rest.substr(destination + 5));
  if (kind.source.empty()) return std::nullopt;
  return kind;
}

std::optional<Meaning> tensor(std::string_view base, std::string_view rollup) {
  constexpr std::string_view kOps = "sm__ops_path_tensor_";
  if (base.starts_with(kOps)) {
    const auto kind = tensor_kind(base.substr(kOps.size()));
    const auto form = form_of(rollup, Quantity::tensor_operations);
    if (!kind || !form) return std::nullopt;
    return Meaning{Quantity::tensor_operations, *form, Dimension::none, 1, 1,
                   *form == Form::sum,          kind};
  }
  const bool cycles = base.find("_cycles_active") != base.npos;
  const bool runs = base.find("__inst_executed_pipe_tensor") != base.npos ||
                    base == "sm__inst_executed_pipe_tc" ||
                    (base.starts_with("sm__pipe_tensor") && cycles);
  // Any form says whether they ran, but for the peak, which is there without a single one.
  if (!runs || rollup.find(".peak_") != rollup.npos) return std::nullopt;
  return Meaning{Quantity::tensor_instructions, Form::sum, Dimension::unknown, 1, 1, false, {}};
}

// What stands in place of metrics' own names, and beside their values: the labels of roofline
// charts (SpeedOfLight_RooflineChart.section and its hierarchical relatives), --print-metric-name
// label-name,
// --print-metric-instances.
struct Arithmetic {
  std::string_view name;
  Quantity quantity;
  double operations;  // of one thread instruction, as the charts weigh it
};
constexpr std::array kArithmetic{
    Arithmetic{"DFMA", Quantity::dfma, 2}, Arithmetic{"DADD", Quantity::dadd, 1},
    Arithmetic{"DMUL", Quantity::dmul, 1}, Arithmetic{"FFMA", Quantity::ffma, 2},
    Arithmetic{"FADD", Quantity::fadd, 1}, Arithmetic{"FMUL", Quantity::fmul, 1},
    Arithmetic{"HFMA", Quantity::hfma, 4}, Arithmetic{"HADD", Quantity::hadd, 2},
    Arithmetic{"HMUL", Quantity::hmul, 2},
};

}  // namespace

std::optional<Meaning> ncu_meaning(std::string_view metric) {
  std::string name(ncu_metric_name(metric));
  if (const auto label = ncu_chart_label(name)) return label;
  std::string base = name.substr(0, name.find('.'));
  std::string rollup = base.size() < name.size() ? name.substr(base.size() + 1) : "";
  const double derived = remove_derived(base, rollup);
  // Sub-partitions' sums equal those of their SMs.
  if (base.starts_with("smsp__")) base = "sm__" + base.substr(6);
  name = base + (rollup.empty() ? "" : "." + rollup);
  for (const Exact& exact : kExact) {
    if (exact.name != name) continue;
    return Meaning{exact.quantity, exact.form, exact.dimension, exact.scale, exact.bare, false, {}};
  }
  for (const Counter& counter : kCounters) {
    const auto form = form_of(rollup, counter.quantity);
    if (counter.base != base || !form) continue;
    if (*form == Form::per_cycle) return std::nullopt;  // cycles of other units than the SM
    const double bare = counter.dimension == Dimension::second ? kNano : 1;
    return Meaning{counter.quantity,   *form, counter.dimension, counter.scale, bare,
                   *form == Form::sum, {}};
  }
  if (auto found = instructions(base, rollup, derived)) return found;
  return tensor(base, rollup);
}

bool fits(const Meaning& meaning, const NcuUnit& unit) {
  if (!unit.given || meaning.dimension == Dimension::unknown) return true;
  const bool counted = meaning.dimension == Dimension::none || meaning.dimension == kInst;
  const bool plain = unit.dimension == Dimension::none || unit.dimension == Dimension::sector;
  if (meaning.dimension == Dimension::none && unit.dimension == Dimension::percent) return false;
  if (meaning.dimension != unit.dimension && !(counted && (plain || unit.dimension == kInst))) {
    return false;
  }
  const Dimension per = meaning.form == Form::per_second  ? Dimension::second
                        : meaning.form == Form::per_cycle ? Dimension::cycle
                                                          : Dimension::none;
  if (meaning.form == Form::sum && counted) return true;  // ratios: "sector/request"
  // What sections derive of a rate has the unit of its instructions alone.
  const bool derived = meaning.form == Form::per_cycle && unit.per == Dimension::none;
  return unit.per == per || derived;
}

// "Predicated-On FADD Thread Instructions Executed Per Cycle", "Predicated-On FFMA Operations Per
// Cycle"; what is "Theoretical" begins otherwise.
std::optional<Meaning> ncu_chart_label(std::string_view label) {
  constexpr std::string_view kBefore = "Predicated-On ";
  if (!label.starts_with(kBefore)) return std::nullopt;
  label.remove_prefix(kBefore.size());
  const std::string_view name = label.substr(0, label.find(' '));
  label.remove_prefix(name.size());
  const bool weighed = label == " Operations Per Cycle";
  if (!weighed && label != " Thread Instructions Executed Per Cycle") return std::nullopt;
  for (const Arithmetic& one : kArithmetic) {
    if (one.name != name) continue;
    const double scale = weighed ? 1 / one.operations : 1;
    return Meaning{one.quantity, Form::per_cycle, Dimension::inst, scale, 1, false, {}};
  }
  return std::nullopt;
}

std::string_view ncu_metric_name(std::string_view title) {
  title = trimmed(title);
  const std::size_t open = title.rfind(" (");
  if (open == title.npos || !title.ends_with(')')) return title;
  const std::string_view inner = title.substr(open + 2, title.size() - open - 3);
  return inner.find("__") == inner.npos ? title : inner;
}

std::string_view without_instances(std::string_view cell) {
  const std::size_t open = cell.find(" (");
  return open == cell.npos || !cell.ends_with(')') ? cell : cell.substr(0, open);
}

}  // namespace ridgeline::ceilings
