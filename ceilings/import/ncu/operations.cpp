// Operations of CUDA cores. Weights as in Nsight Compute's roofline sections: an FMA is 2, and
// half-precision and packed fp32 instructions work on pairs ("derived__...hfma_pred_on_x4",
// "...hadd_pred_on_x2" in SpeedOfLight_HierarchicalHalfRooflineChart.section).
#include "ceilings/import/ncu/operations.hpp"

#include <array>
#include <cstdint>

namespace ridgeline::ceilings {
namespace {

struct OpcodeFamily {
  const char* precision;
  const char* letter;  // of its opcodes: "d" of dfma
  const char* behind;  // "2" of ffma2
  Quantity fma, add, mul, all;
  double lanes;
};
constexpr std::array kFamilies{
    OpcodeFamily{"fp64", "d", "", Quantity::dfma, Quantity::dadd, Quantity::dmul, Quantity::dall,
                 1},
    OpcodeFamily{"fp32", "f", "", Quantity::ffma, Quantity::fadd, Quantity::fmul, Quantity::fall,
                 1},
    OpcodeFamily{"fp32", "f", "2", Quantity::ffma2, Quantity::fadd2, Quantity::fmul2,
                 Quantity::count, 2},
    OpcodeFamily{"fp16", "h", "", Quantity::hfma, Quantity::hadd, Quantity::hmul, Quantity::hall,
                 2},
};

void add_count(std::vector<OperationCount>& counts, const std::string& precision,
               const std::string& path, double operations) {
  if (operations <= 0) return;
  for (OperationCount& count : counts) {
    if (count.precision != precision || count.path != path) continue;
    count.operations += operations;
    return;
  }
  counts.push_back({precision, "", path, operations});
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : " and ") + name;
  return text;
}

enum class Collected : std::uint8_t { nothing, part, all };

Collected add_family(const OpcodeFamily& family, const LaunchValues& values,
                     std::vector<OperationCount>& counts, std::vector<std::string>& notes) {
  const auto fma = values[family.fma], add = values[family.add], mul = values[family.mul];
  const std::string precision = family.precision, letter = family.letter, behind = family.behind;
  if (!fma && !add && !mul) {
    if (family.all == Quantity::count || !values[family.all]) return Collected::nothing;
    const double instructions = *values[family.all];
    add_count(counts, precision, "", instructions * family.lanes);
    if (instructions > 0) {
      notes.push_back(
          "operations of " + precision +
          " are a lower bound, up to twice as many ran: " + "an FMA was counted once; collect op_" +
          letter + "fma, op_" + letter + "add and op_" + letter + "mul apart");
    }
    return Collected::all;
  }
  std::vector<std::string> missing;
  if (!fma) missing.push_back(letter + "fma" + behind);
  if (!add) missing.push_back(letter + "add" + behind);
  if (!mul) missing.push_back(letter + "mul" + behind);
  if (!missing.empty()) {
    notes.push_back("operations of " + precision + " are a lower bound: " + listed(missing) +
                    (missing.size() > 1 ? " were not collected" : " was not collected"));
  }
  add_count(counts, precision, "fma", fma.value_or(0) * 2 * family.lanes);
  add_count(counts, precision, "mul-add", (add.value_or(0) + mul.value_or(0)) * family.lanes);
  const bool halves =
      precision == "fp16" && fma.value_or(0) + add.value_or(0) + mul.value_or(0) > 0;
  if (halves) {
    notes.emplace_back(
        "fp16 instructions are counted as pairs, as Nsight Compute's own roofline does; code that "
        "uses one half of each did half of it");
  }
  return missing.empty() ? Collected::all : Collected::part;
}

}  // namespace

std::optional<std::vector<OperationCount>> operations_of(const LaunchValues& values,
                                                         std::vector<std::string>& notes) {
  std::vector<OperationCount> counts;
  bool collected = !values.tensor.empty(), partly = false;
  for (const OpcodeFamily& family : kFamilies) {
    const Collected found = add_family(family, values, counts, notes);
    collected = collected || found != Collected::nothing;
    partly = partly || found == Collected::part;
  }
  const std::vector<OperationCount> tensor = tensor_operations(values.tensor, notes);
  if (tensor.empty() && values[Quantity::tensor_instructions].value_or(0) > 0) {
    notes.emplace_back(
        values.tensor.empty()
            ? "tensor work ran but was not counted; collect sm__ops_path_tensor_src_*.sum"
            : "tensor work ran, but the sm__ops_path_tensor_* that were collected are 0: collect "
              "those of its types and opcodes");
    return std::nullopt;
  }
  counts.insert(counts.end(), tensor.begin(), tensor.end());
  const double integers = values[Quantity::integer].value_or(0);
  // No additions alone do not make a kernel one without floating-point work.
  if (!collected || (partly && counts.empty())) {
    if (integers > 0) notes.emplace_back("integer instructions ran; FLOP were not collected");
    return std::nullopt;
  }
  add_count(counts, "int32", "", integers);
  return counts;
}

}  // namespace ridgeline::ceilings
