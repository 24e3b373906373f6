// See ncu.hpp. The messages are those of its own roofline
// sections; the metrics of the kernel's point are the ones that its documentation gives for
// hierarchical rooflines.
#include "ceilings/export/ncu.hpp"

#include <array>
#include <cmath>

#include "ceilings/errors.hpp"
#include "ceilings/export/lines.hpp"

namespace ridgeline::ceilings {
namespace {

// How the profiler counts the work of a precision, per elapsed cycle; `fma` counts two.
struct Counters {
  const char* precision;
  bool matrix;
  std::array<const char*, 2> once;  // empty: none
  const char* twice;
};
constexpr const char* kSass = "smsp__sass_thread_inst_executed_op_";
constexpr std::array kCounters{
    Counters{"fp64", false, {"dadd", "dmul"}, "dfma"},
    Counters{"fp32", false, {"fadd", "fmul"}, "ffma"},
    Counters{"fp16->fp32", true, {"sm__ops_path_tensor_src_fp16_dst_fp32", ""}, ""},
    Counters{"bf16->fp32", true, {"sm__ops_path_tensor_src_bf16_dst_fp32", ""}, ""},
    Counters{"tf32->fp32", true, {"sm__ops_path_tensor_src_tf32_dst_fp32", ""}, ""}};

struct TrafficMetric {
  const char *level, *metric;
};
constexpr std::array kTrafficMetrics{TrafficMetric{"L1", "l1tex__t_bytes.sum.per_second"},
                                     TrafficMetric{"L2", "lts__t_bytes.sum.per_second"},
                                     TrafficMetric{"DRAM", "dram__bytes.sum.per_second"}};

// A text of protocol buffers: printable ASCII, quotes and backslashes escaped.
std::string quoted(const std::string& text) {
  std::string safe = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') safe += '\\';
    safe += c >= ' ' && c <= '~' ? c : '?';
  }
  return safe + "\"";
}

// Letters and digits of a name, for a metric's.
std::string plain(const std::string& text) {
  std::string name;
  for (const char c : text) {
    const bool fits = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    name += fits ? c : '_';
  }
  return name;
}

class Section {
 public:
  Section(const Archive& archive, const ExportChoice& choice)
      : archive_(archive), choice_(choice), roofline_(roofline_of(archive, choice.scope)) {}

  std::string text() {
    std::string charts;
    for (const Counters& counters : kCounters) charts += chart(counters);
    if (charts.empty()) {
      throw ArchiveError(
          "the archive has no ceiling of fp64, fp32 or a tensor precision beside one "
          "of L1, L2 or DRAM, so that no chart can be drawn from it");
    }
    // Nobody shall take figures from literature for measured ones.
    const std::string kind = archive_.provenance == Provenance::measured    ? "Measured"
                             : archive_.provenance == Provenance::published ? "Published"
                                                                            : "Simulated";
    return "# Ceilings of " + quoted(archive_.device.model) + ", " +
           provenance_name(archive_.provenance) + ", " + archive_.created +
           ". Use: ncu --section-folder-recursive FOLDER --section RidgelineRoofline ...\n"
           "Identifier: \"RidgelineRoofline\"\n"
           "DisplayName: " +
           quoted(kind + " Roofline (Ridgeline)") +
           "\n"
           "Description: " +
           quoted("Kernels under the ceilings that " + archive_.tool.name + " archived of " +
                  archive_.device.model + " on " + archive_.created) +
           "\nOrder: 13\nMetrics {\n" + metrics_ + "}\nMetricDefinitions {\n" + definitions_ +
           "}\nBody {\n  DisplayName: " + quoted(kind + " Rooflines") + "\n" + charts + "}\n";
  }

 private:
  // A constant as a metric: derived metrics are "operand operator operand".
  std::string constant(const std::string& name, double value) {
    const std::string metric = "derived__ridgeline_" + plain(name);
    const std::string definition = "  MetricDefinitions {\n    Name: " + quoted(metric) +
                                   "\n    Expression: \"" + std::to_string(std::llround(value)) +
                                   " * 1\"\n  }\n";
    if (definitions_.find(definition) == std::string::npos) definitions_ += definition;
    return metric;
  }

  std::string twice(const std::string& metric) {
    const std::string name = "derived__ridgeline_" + plain(metric) + "_x2";
    definitions_ += "  MetricDefinitions {\n    Name: " + quoted(name) +
                    "\n    Expression: " + quoted(metric + " * 2") + "\n  }\n";
    return name;
  }

  void collect(const std::string& metric) {
    const std::string entry = "  Metrics {\n    Name: " + quoted(metric) + "\n  }\n";
    if (metrics_.find(entry) == std::string::npos) metrics_ += entry;
  }

  static std::string product(const std::string& field, const std::vector<std::string>& values,
                             const std::string& cycles) {
    std::string text = "        " + field + " {\n          ValueCyclesPerSecondExpression {\n";
    for (const std::string& value : values) {
      text += "            ValuePerCycleMetrics {\n              Name: " + quoted(value) +
              "\n            }\n";
    }
    return text + "            CyclesPerSecondMetric {\n              Name: " + quoted(cycles) +
           "\n            }\n          }\n        }\n";
  }

  std::vector<std::string> work(const Counters& counters) {
    std::vector<std::string> metrics;
    const std::string behind =
        counters.matrix ? ".sum.per_cycle_elapsed" : "_pred_on.sum.per_cycle_elapsed";
    const std::string before = counters.matrix ? "" : kSass;
    for (const std::string once : counters.once) {
      if (once.empty()) continue;
      metrics.push_back(before + once + behind);
      collect(metrics.back());
    }
    const std::string fused = counters.twice;
    if (!fused.empty()) {
      collect(before + fused + behind);
      metrics.push_back(twice(before + fused + behind));
    }
    return metrics;
  }

  // The line of that level which the choice takes; "L2" also where it has variants.
  const Line* level_line(const std::string& level) const {
    return choice_.line == ExportLine::roof ? bandwidth_roof(roofline_, level)
                                            : bandwidth_reference(roofline_, level);
  }

  const Line* peak(const Counters& counters) const {
    const Line* best = nullptr;
    for (const Line& line : roofline_.computes) {
      const bool fits = precision_name(*line.ceiling) == counters.precision &&
                        is_matrix_path(line.ceiling->path) == counters.matrix &&
                        line.ceiling->role == "primary";
      if (fits && (best == nullptr || line.value > best->value)) best = &line;
    }
    return best;
  }

  std::string chart(const Counters& counters) {
    const Line* compute = peak(counters);
    if (compute == nullptr) return "";
    const std::string one = constant("hertz", 1);
    const std::string roof = constant(compute->ceiling->id, compute->value);
    const std::vector<std::string> done = work(counters);
    std::string roofs, points;
    for (const TrafficMetric& traffic : kTrafficMetrics) {
      const Line* line = level_line(traffic.level);
      if (line == nullptr) continue;
      collect(traffic.metric);
      const std::string label =
          "        Options {\n          Label: " + quoted(std::string(traffic.level)) +
          "\n        }\n";
      roofs += "      Rooflines {\n" + product("PeakWork", {roof}, one) +
               product("PeakTraffic", {constant(line->ceiling->id, line->traffic)}, one) + label +
               "      }\n";
      points += "      AchievedValues {\n" +
                product("AchievedWork", done, "smsp__cycles_elapsed.avg.per_second") +
                "        AchievedTraffic {\n          Metric {\n            Name: " +
                quoted(traffic.metric) + "\n          }\n        }\n" + label + "      }\n";
    }
    if (roofs.empty()) return "";
    collect("smsp__cycles_elapsed.avg.per_second");
    const std::string title =
        std::string(counters.precision) + (counters.matrix ? ", tensor cores" : "");
    return "  Items {\n    RooflineChart {\n      Label: " + quoted("Roofline, " + title) +
           "\n      AxisIntensity {\n        Label: \"Arithmetic Intensity [FLOP/byte]\"\n      }\n"
           "      AxisWork {\n        Label: \"Performance [FLOP/s]\"\n      }\n" +
           roofs + points + "    }\n  }\n";
  }

  const Archive& archive_;
  const ExportChoice& choice_;
  Roofline roofline_;
  std::string metrics_, definitions_;
};

}  // namespace

std::string ncu_section(const Archive& archive, const ExportChoice& choice) {
  if (archive.device.kind != "gpu") {
    throw ArchiveError(
        "Nsight Compute profiles GPUs; this archive is of a CPU "
        "(`--to ert-json`, `carm-csv` and `csv` take it)");
  }
  return Section(archive, choice).text();
}

}  // namespace ridgeline::ceilings
