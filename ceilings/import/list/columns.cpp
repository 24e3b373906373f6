// The columns of a kernel list: flop_<precision>[-><accumulate>][_<path>], macs_..., op_...,
// bytes_<level>[_read|_written], and single words.
#include "ceilings/import/list/columns.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "ceilings/import/reading/faults.hpp"
#include "ceilings/import/reading/text.hpp"

namespace ridgeline::ceilings {
namespace {

using Kind = KernelColumn::Kind;

struct Word {
  std::string_view name;
  Kind kind;
};
constexpr std::array kWords{
    Word{"name", Kind::name},
    Word{"kernel", Kind::name},
    Word{"device", Kind::device},
    Word{"seconds", Kind::seconds},
    Word{"time", Kind::seconds},
    Word{"launches", Kind::launches},
    Word{"bytes_from", Kind::bytes_from},
    Word{"blocks", Kind::blocks},
    Word{"threads_per_block", Kind::threads_per_block},
    Word{"occupancy", Kind::occupancy},
    Word{"sectors_per_request", Kind::sectors_per_request},
    Word{"active_lanes", Kind::active_lanes},
    Word{"threads", Kind::threads},
};
constexpr std::array<std::string_view, 14> kPrecisions{"fp64",  "fp32", "tf32", "fp16",  "bf16",
                                                       "fp8",   "fp6",  "fp4",  "int64", "int32",
                                                       "int16", "int8", "int4", "int1"};
constexpr std::array<std::string_view, 5> kLevels{"L1", "shared", "L2", "L3", "DRAM"};

bool is_precision(std::string_view word) {
  return std::find(kPrecisions.begin(), kPrecisions.end(), word) != kPrecisions.end();
}

// Letters inserted, removed, replaced or swapped with their neighbour: optimal string alignment.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> least(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) least[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) least[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = least[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      least[i][j] = std::min({least[i - 1][j] + 1, least[i][j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) least[i][j] = std::min(least[i][j], least[i - 2][j - 2] + 1);
    }
  }
  return least[a.size()][b.size()];
}

std::string nearest_column(const std::string& title) {
  constexpr std::size_t kLongest = 64;
  if (title.size() > kLongest) return "";
  std::vector<std::string> known;
  for (const Word& word : kWords) known.emplace_back(word.name);
  for (const std::string_view level : kLevels) {
    for (const char* part : {"", "_read", "_written"}) {
      known.push_back("bytes_" + std::string(level) + part);
    }
  }
  for (const std::string_view precision : kPrecisions) {
    const bool integer = precision.starts_with("int");
    known.push_back((integer ? "op_" : "flop_") + std::string(precision));
    if (!integer) known.push_back("macs_" + std::string(precision));
  }
  for (const char* word : {"flop", "macs", "flop_fp64_fma", "flop_fp32_fma", "flop_fp16->fp32"}) {
    known.emplace_back(word);
  }
  std::string best;
  std::size_t least = title.size() / 3 + 1;
  for (const std::string& candidate : known) {
    const std::size_t far = distance(lower_case(title), lower_case(candidate));
    if (far >= least) continue;
    least = far;
    best = candidate;
  }
  return best;
}

bool read_operations(std::string_view title, KernelColumn& column) {
  bool integers = false;
  for (const auto& [start, factor] : {std::pair<std::string_view, double>{"flops", 1},
                                      {"flop", 1},
                                      {"macs", 2},
                                      {"mac", 2},
                                      {"ops", 1},
                                      {"op", 1}}) {
    if (!title.starts_with(start)) continue;
    integers = start.starts_with("op");
    column.factor = factor;
    title.remove_prefix(start.size());
    break;
  }
  column.kind = Kind::operations;
  if (title.empty()) return !integers;  // operations of no type say nothing
  if (title.front() != '_') return false;
  title.remove_prefix(1);
  const std::size_t path = title.find('_');
  if (path != title.npos) column.path = std::string(title.substr(path + 1));
  if (path != title.npos && column.path.empty()) return false;
  title = title.substr(0, path);
  const std::size_t arrow = title.find("->");
  column.precision = std::string(title.substr(0, arrow));
  if (arrow != title.npos) column.accumulate = std::string(title.substr(arrow + 2));
  if (column.accumulate == column.precision) column.accumulate.clear();
  return is_precision(column.precision) &&
         (column.accumulate.empty() || is_precision(column.accumulate));
}

bool read_bytes(std::string_view title, KernelColumn& column) {
  title.remove_prefix(std::string_view("bytes_").size());
  column.kind = Kind::bytes;
  for (const auto& [end, part] :
       {std::pair<std::string_view, KernelColumn::Part>{"_read", KernelColumn::Part::read},
        {"_written", KernelColumn::Part::written},
        {"_write", KernelColumn::Part::written}}) {
    if (!title.ends_with(end)) continue;
    column.part = part;
    title.remove_suffix(end.size());
    break;
  }
  const std::string_view node = title.substr(std::min(title.find('@'), title.size()));
  title.remove_suffix(node.size());
  for (const std::string_view level : kLevels) {
    if (!same_word(level, title)) continue;
    column.level = std::string(level) + std::string(node);
    return node.empty() || node.size() > 1;
  }
  return false;
}

}  // namespace

bool kernel_column(std::string_view title, KernelColumn& column) {
  title = trimmed(title);
  const std::string lower = lower_case(title);
  column = {};
  for (const Word& word : kWords) {
    if (word.name != lower) continue;
    column.kind = word.kind;
    return true;
  }
  const bool operations =
      lower.starts_with("flop") || lower.starts_with("mac") || lower.starts_with("op");
  if (operations && read_operations(lower, column)) return true;
  // Nodes are named as they are; all else in any case.
  const std::string_view as_known = title.find('@') == title.npos ? lower : title;
  return lower.starts_with("bytes_") && read_bytes(as_known, column);
}

bool kernel_column(std::string_view title, KernelColumn& column, std::string& near) {
  const bool known = kernel_column(title, column);
  near = known ? "" : nearest_column(std::string(trimmed(title)));
  return known;
}

std::string unknown_column(const std::string& title) {
  const std::string near = nearest_column(title), lower = lower_case(title);
  const std::string start = "column '" + short_name(title) + "' is not known and was ignored";
  const bool level = lower.starts_with("bytes_") && (near.empty() || near == "bytes_from");
  if (level) return start + "; levels are L1, shared, L2, L3, DRAM (any device memory)";
  return start + (near.empty() ? "" : "; did you mean " + near + "?");
}

}  // namespace ridgeline::ceilings
