// Operations of tensor cores: sums, parts and parts of parts may all have been collected, and must
// not be counted twice.
#include "ceilings/import/ncu/tensor.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace ridgeline::ceilings {
namespace {

// One source, destination and opcode. Nothing: not collected.
struct Sparsities {
  std::optional<double> both, off, on;
};
struct SparsitySplit {
  double dense = 0, sparse = 0;
  double all() const { return dense + sparse; }
};

SparsitySplit split_of(const Sparsities& found) {
  if (!found.both) return {found.off.value_or(0), found.on.value_or(0)};
  const double sparse = found.on ? *found.on : found.off ? *found.both - *found.off : 0;
  return {std::max(0.0, *found.both - std::max(0.0, sparse)), std::max(0.0, sparse)};
}

using ByDestination = std::map<std::string, SparsitySplit>;
using ByOperation = std::map<std::string, std::map<std::string, Sparsities>>;

// Where the sum over the destinations stands beside them, only what they leave is of an unknown
// one.
ByDestination without_sums(const std::map<std::string, Sparsities>& found) {
  ByDestination known;
  SparsitySplit named;
  for (const auto& [destination, sparsities] : found) {
    const SparsitySplit split = split_of(sparsities);
    if (destination.empty()) continue;
    known[destination] = split;
    named.dense += split.dense;
    named.sparse += split.sparse;
  }
  const auto sum = found.find("");
  if (sum == found.end()) return known;
  const SparsitySplit all = split_of(sum->second);
  const double rest = all.all() - named.all();
  if (rest <= 1e-9 * all.all()) return known;
  const double sparse = std::clamp(all.sparse - named.sparse, 0.0, rest);
  known[""] = {rest - sparse, sparse};
  return known;
}

double total(const ByDestination& splits) {
  double sum = 0;
  for (const auto& [destination, split] : splits) sum += split.all();
  return sum;
}

// Counters of all opcodes, or the sum of those of each: whichever saw more. (On sm_90 there are
// opcodes that only their own counters see.)
ByDestination of_source(const ByOperation& operations) {
  ByDestination together, apart;
  for (const auto& [operation, found] : operations) {
    const ByDestination known = without_sums(found);
    if (operation.empty()) {
      together = known;
      continue;
    }
    for (const auto& [destination, split] : known) {
      apart[destination].dense += split.dense;
      apart[destination].sparse += split.sparse;
    }
  }
  return total(apart) > total(together) ? apart : together;
}

// "fp4_fp6_fp8" counts all three: the widest has the lowest rate.
std::string widest(const std::string& source) { return source.substr(source.rfind('_') + 1); }

// As ceilings' ids have it: nothing where both are the same; integers sum up in 32 bits.
std::string accumulator(const std::string& source, const std::string& destination) {
  if (source.starts_with("int") && destination.empty()) return "int32";
  if ((source == "tf32" || source == "bf16") && destination.empty()) return "fp32";
  return destination == source ? "" : destination;
}

}  // namespace

std::vector<OperationCount> tensor_operations(const std::vector<TensorValue>& values,
                                              std::vector<std::string>& notes) {
  std::map<std::string, ByOperation> sources;
  for (const TensorValue& value : values) {
    Sparsities& found = sources[value.kind->source][value.kind->operation][value.kind->destination];
    std::optional<double>& part = value.kind->sparsity == TensorKind::Sparsity::both ? found.both
                                  : value.kind->sparsity == TensorKind::Sparsity::on ? found.on
                                                                                     : found.off;
    part = std::max(part.value_or(0), value.operations);
  }
  std::vector<OperationCount> counts;
  for (const auto& [source, operations] : sources) {
    const std::string precision = widest(source);
    double sparse = 0;
    for (const auto& [destination, split] : of_source(operations)) {
      const std::string accumulate = accumulator(precision, destination);
      for (const double part : {split.dense, split.sparse}) {
        if (part > 0) counts.push_back({precision, accumulate, "matrix", part});
      }
      sparse += split.sparse;
    }
    if (sparse > 0) notes.push_back("some " + precision + " tensor operations are 2:4-sparse");
    if (precision != source && !counts.empty() && counts.back().precision == precision) {
      notes.push_back("tensor operations of " + source + " are counted as " + precision);
    }
  }
  return counts;
}

}  // namespace ridgeline::ceilings
