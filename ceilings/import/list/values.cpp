// Values of a kernel list, with the suffixes that people write.
#include "ceilings/import/list/values.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "ceilings/errors.hpp"
#include "ceilings/import/reading/faults.hpp"
#include "ceilings/import/reading/number.hpp"
#include "ceilings/import/reading/text.hpp"
#include "ceilings/units.hpp"

namespace ridgeline::ceilings {
namespace {

using Kind = KernelColumn::Kind;

struct Suffix {
  std::string_view name;  // lower case
  double factor;
};
constexpr std::array kTimes{Suffix{"", 1},      Suffix{"s", 1},     Suffix{"ms", 1e-3},
                            Suffix{"us", 1e-6}, Suffix{"ns", 1e-9}, Suffix{"\xC2\xB5s", 1e-6},
                            Suffix{"min", 60},  Suffix{"h", 3600}};
constexpr std::array kScales{Suffix{"", 1},    Suffix{"k", 1e3},  Suffix{"m", 1e6},
                             Suffix{"g", 1e9}, Suffix{"t", 1e12}, Suffix{"p", 1e15},
                             Suffix{"e", 1e18}};
constexpr std::array<std::string_view, 8> kOperationWords{"flops", "flop", "ops",  "op",
                                                          "macs",  "mac",  "inst", ""};

struct Split {
  std::string_view number;
  std::string suffix;  // lower case
};

// "12.5 ms" -> "12.5", "ms". An exponent is part of the number: "2e9".
Split split(std::string_view text) {
  text = trimmed(text);
  std::size_t end = text.size();
  while (end > 0 && (text[end - 1] < '0' || text[end - 1] > '9') && text[end - 1] != '.') --end;
  return {text.substr(0, end), lower_case(trimmed(text.substr(end)))};
}

template <std::size_t kCount>
std::optional<double> factor_of(const std::array<Suffix, kCount>& known, std::string_view suffix) {
  for (const Suffix& one : known) {
    if (one.name == suffix) return one.factor;
  }
  return std::nullopt;
}

std::optional<double> operations_factor(std::string_view suffix) {
  for (const std::string_view word : kOperationWords) {
    if (!suffix.ends_with(word)) continue;
    return factor_of(kScales, suffix.substr(0, suffix.size() - word.size()));
  }
  return std::nullopt;
}

std::optional<double> bytes_factor(const std::string& suffix) {
  if (suffix.empty() || suffix == "b" || suffix == "byte" || suffix == "bytes") return 1;
  try {
    return static_cast<double>(parse_bytes("1" + suffix));
  } catch (const UsageError&) {
    return std::nullopt;
  }
}

struct Value {
  double value = 0;
  std::string fault;
};

Value read_value(Kind kind, std::string_view text, char decimal) {
  const Split parts = split(text);
  const Number number = parse_number(parts.number, decimal);
  if (number.fault != NumberFault::none) return {0, "'" + short_name(text) + "' is no number"};
  std::optional<double> factor;
  if (kind == Kind::seconds) factor = factor_of(kTimes, parts.suffix);
  if (kind == Kind::operations) factor = operations_factor(parts.suffix);
  if (kind == Kind::bytes) factor = bytes_factor(parts.suffix);
  if (kind == Kind::occupancy && parts.suffix == "%") factor = 0.01;
  if (!factor && parts.suffix.empty()) factor = 1;
  if (!factor) return {0, "'" + short_name(text) + "' has an unknown suffix"};
  const double value = number.value * *factor;
  if (value < 0) return {0, "'" + short_name(text) + "' is negative"};
  if (!std::isfinite(value)) return {0, "'" + short_name(text) + "' is too large"};
  return {value, ""};
}

LevelBytes& level_of(KernelRun& run, const std::string& level) {
  for (LevelBytes& bytes : run.bytes) {
    if (bytes.level == level) return bytes;
  }
  run.bytes.push_back({level, -1, std::nullopt, std::nullopt});  // -1: no total yet
  return run.bytes.back();
}

void set_number(const KernelColumn& column, double value, KernelRun& run) {
  switch (column.kind) {
    case Kind::seconds:
      run.seconds = value;
      break;
    case Kind::launches:
      run.launches = static_cast<std::uint64_t>(value);
      break;
    case Kind::operations:
      if (!run.operations) run.operations.emplace();
      if (value > 0) {
        run.operations->push_back(
            {column.precision, column.accumulate, column.path, value * column.factor});
      }
      break;
    case Kind::bytes: {
      LevelBytes& level = level_of(run, column.level);
      if (column.part == KernelColumn::Part::all) level.bytes = value;
      if (column.part == KernelColumn::Part::read) level.read = value;
      if (column.part == KernelColumn::Part::written) level.written = value;
      break;
    }
    case Kind::blocks:
      run.facts.blocks = value;
      break;
    case Kind::threads_per_block:
      run.facts.threads_per_block = value;
      break;
    case Kind::occupancy:
      run.facts.occupancy = value;
      break;
    case Kind::sectors_per_request:
      run.facts.sectors_per_request = value;
      break;
    case Kind::active_lanes:
      run.facts.active_lanes = value;
      break;
    case Kind::threads:
      run.facts.threads = value;
      break;
    default:
      break;
  }
}

}  // namespace

std::string_view number_part(std::string_view text) { return split(text).number; }

std::string set_value(const KernelColumn& column, std::string_view text, char decimal,
                      KernelRun& run) {
  text = trimmed(text);
  if (column.kind == Kind::name || column.kind == Kind::device) {
    (column.kind == Kind::name ? run.name : run.device) = std::string(text);
    return "";
  }
  const NumberFault empty = parse_number(text, decimal).fault;
  if (empty == NumberFault::empty || empty == NumberFault::not_collected) return "";
  if (column.kind == Kind::bytes_from) {
    if (!same_word(text, "hand") && !same_word(text, "counters")) {
      return "bytes_from is '" + short_name(text) + "', not hand or counters";
    }
    run.bytes_from = same_word(text, "hand") ? BytesFrom::hand : BytesFrom::counters;
    return "";
  }
  const Value read = read_value(column.kind, text, decimal);
  if (!read.fault.empty()) return read.fault;
  if (column.kind == Kind::seconds && read.value == 0) return "its time is 0";
  const bool whole = read.value == std::floor(read.value) && read.value >= 1 && read.value < 1e18;
  if (column.kind == Kind::launches && !whole) return "launches is not a whole number above 0";
  if (column.kind == Kind::occupancy && read.value > 1) return "occupancy is above 1";
  set_number(column, read.value, run);
  return "";
}

std::string finish_run(KernelRun& run) {
  for (LevelBytes& level : run.bytes) {
    const bool parts = level.read && level.written;
    const double sum = level.read.value_or(0) + level.written.value_or(0);
    if (level.bytes >= 0) {
      // People round: half a percent is no contradiction.
      const double most = sum * (parts ? 0.995 : 1.0), least = sum * 1.005;
      if (sum > 0 && (level.bytes < most || (parts && level.bytes > least))) {
        return "bytes_" + level.level + " is not the sum of those read and written";
      }
      continue;
    }
    level.bytes = sum;
    if (parts) continue;
    run.notes.push_back("bytes of " + level.level + " are a lower bound: only those " +
                        (level.read ? "read" : "written") + " were given");
  }
  if (!run.seconds && !run.operations && run.bytes.empty()) {
    return "neither time nor operations nor bytes are given";
  }
  return "";
}

}  // namespace ridgeline::ceilings
