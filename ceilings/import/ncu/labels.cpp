// What Nsight Compute prints in place of metrics' own names, and beside their values: the labels of
// its roofline charts (SpeedOfLight_RooflineChart.section and its hierarchical relatives),
// --print-metric-name label-name, --print-metric-instances.
#include <array>

#include "ceilings/import/ncu/metrics.hpp"
#include "ceilings/import/reading/text.hpp"

namespace ridgeline {
namespace {

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

}  // namespace ridgeline
