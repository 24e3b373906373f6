// From cells to values, and from values to a kernel run.
#include "ceilings/import/ncu/launch.hpp"

#include <algorithm>

#include "ceilings/import/ncu/operations.hpp"
#include "ceilings/import/reading/text.hpp"

namespace ridgeline::ceilings {
namespace {

constexpr double kOverflow = 1.8e19;  // next to 2^64: a counter that ran backwards
constexpr double kLongest = 86400;    // s; no single launch takes a day

using Forms = std::array<std::optional<double>, 3>;

bool is_time(Quantity quantity) {
  return quantity == Quantity::duration || quantity == Quantity::duration_too;
}

// "is negative", ...; empty: nothing is wrong.
std::string doubt(double printed, double value, Quantity quantity) {
  if (printed < 0) return "is negative";
  if (printed >= kOverflow) return "is an overflowed counter";
  if (is_time(quantity) && value == 0) return "is zero";
  if (is_time(quantity) && value > kLongest) return "is longer than a day";
  return "";
}

struct CellValue {
  double value = 0;
  std::string fault;
  bool missing = false;
};

CellValue read_cell(const NcuTables& tables, const NcuCell& cell, char decimal) {
  const Meaning& meaning = tables.metrics[cell.metric].meaning;
  const NcuUnit& unit = tables.units[cell.unit];
  const Number number = parse_number(cell.text, decimal, meaning.whole && unit.factor == 1);
  if (number.fault != NumberFault::none) {
    return {0, fault_words(number.fault), number.fault == NumberFault::not_collected};
  }
  const bool ratio =
      meaning.dimension == Dimension::none || meaning.dimension == Dimension::unknown;
  if (unit.dimension == Dimension::unknown && !ratio) {
    return {0, "has the unknown unit '" + tables.unit_names[cell.unit] + "'", false};
  }
  const double factor = ratio && unit.dimension == Dimension::unknown ? 1 : unit.factor;
  const double value = number.value * (unit.given ? factor : meaning.bare) * meaning.scale;
  return {value, doubt(number.value, value, meaning.quantity), false};
}

std::optional<double> multiplied_out(const Forms& forms, const LaunchValues& values) {
  if (forms[0]) return forms[0];
  if (forms[1] && values.seconds > 0) return *forms[1] * values.seconds;
  if (forms[2] && values.cycles > 0) return *forms[2] * values.cycles;
  return std::nullopt;
}

double first_of(const std::array<Forms, kQuantities>& found,
                std::initializer_list<Quantity> quantities) {
  for (const Quantity quantity : quantities) {
    const auto value = found[static_cast<std::size_t>(quantity)][0];
    if (value && *value > 0) return *value;
  }
  return 0;
}

void find_time(const std::array<Forms, kQuantities>& found, LaunchValues& values) {
  const double clock = first_of(found, {Quantity::clock});
  values.seconds = first_of(found, {Quantity::duration, Quantity::duration_too});
  values.cycles = first_of(found, {Quantity::cycles, Quantity::cycles_too});
  if (values.seconds == 0 && clock > 0) values.seconds = values.cycles / clock;
  if (values.cycles == 0) values.cycles = values.seconds * clock;
}

struct Part {
  Quantity whole, read, written;
  const char* level;
};
constexpr std::array kLevels{
    Part{Quantity::l1, Quantity::count, Quantity::count, "L1"},
    Part{Quantity::shared, Quantity::shared_read, Quantity::shared_written, "shared"},
    Part{Quantity::l2, Quantity::l2_read, Quantity::l2_written, "L2"},
    Part{Quantity::dram, Quantity::dram_read, Quantity::dram_written, "DRAM"},
};

void add_level(const Part& part, const LaunchValues& values, KernelRun& run) {
  LevelBytes bytes{part.level, 0, std::nullopt, std::nullopt};
  if (part.read != Quantity::count) {
    bytes.read = values[part.read];
    bytes.written = values[part.written];
  }
  const std::string level = part.level;
  if (const auto whole = values[part.whole]) {
    bytes.bytes = *whole;
  } else if (bytes.read && bytes.written) {
    bytes.bytes = *bytes.read + *bytes.written;
  } else if (bytes.read || bytes.written) {
    bytes.bytes = bytes.read.value_or(0) + bytes.written.value_or(0);
    run.notes.push_back("bytes of " + level + " are a lower bound: only those " +
                        (bytes.read ? "read" : "written") + " were collected");
  } else {
    return;
  }
  run.bytes.push_back(bytes);
}

// "(65536, 1, 1)", or 65536: their product.
std::optional<double> product(std::string_view dimensions) {
  double all = 1;
  bool any = false;
  std::size_t at = 0;
  while (at < dimensions.size()) {
    const std::size_t from = dimensions.find_first_of("0123456789", at);
    if (from == std::string_view::npos) break;
    at = std::min(dimensions.find_first_not_of("0123456789", from), dimensions.size());
    const Number number = parse_number(dimensions.substr(from, at - from), '.');
    all *= number.value;
    any = true;
  }
  if (!any || all <= 0 || all > 1e18) return std::nullopt;
  return all;
}

std::optional<double> within(std::optional<double> value, double most) {
  if (!value || *value < 0 || *value > most) return std::nullopt;
  return value;
}

LaunchFacts facts_of(const NcuLaunch& launch, const LaunchValues& values) {
  LaunchFacts facts;
  facts.blocks = product(launch.grid);
  facts.threads_per_block = product(launch.block);
  facts.occupancy = within(values[Quantity::occupancy], 1.0);
  facts.active_lanes = within(values[Quantity::lanes], 32);
  facts.sectors_per_request = values[Quantity::sectors_per_request];
  const auto sectors = values[Quantity::load_sectors], requests = values[Quantity::load_requests];
  if (!facts.sectors_per_request && sectors && requests && *requests > 0) {
    facts.sectors_per_request = *sectors / *requests;
  }
  facts.sectors_per_request =
      within(facts.sectors_per_request, 32 * 4);  // 16 B of each of 32 lanes
  return facts;
}

// Rates of which nobody knows for how long they lasted.
void add_lost_rates(const NcuTables& tables, std::span<const NcuCell> cells, LaunchValues& values) {
  for (const NcuCell& cell : cells) {
    const NcuMetric& metric = tables.metrics[cell.metric];
    const bool cycles = metric.meaning.form == Form::per_cycle && values.cycles <= 0;
    const bool seconds = metric.meaning.form == Form::per_second && values.seconds <= 0;
    if (!cycles && !seconds) continue;
    values.faults.push_back({metric.meaning.quantity, metric.name,
                             cycles ? "is per cycle, and elapsed cycles were not collected"
                                    : "is per second, and its time was not collected"});
  }
}

}  // namespace

LaunchValues values_of(const NcuTables& tables, std::span<const NcuCell> cells, char decimal) {
  LaunchValues values;
  std::array<Forms, kQuantities> found;
  struct Tensor {
    const TensorKind* kind;
    Forms forms;
  };
  std::vector<Tensor> tensor;
  for (const NcuCell& cell : cells) {
    const Meaning& meaning = tables.metrics[cell.metric].meaning;
    const CellValue read = read_cell(tables, cell, decimal);
    const std::string& name = tables.metrics[cell.metric].name;
    if (!read.fault.empty()) {
      values.faults.push_back({meaning.quantity, name, read.fault, read.missing});
      continue;
    }
    const auto form = static_cast<std::size_t>(meaning.form);
    if (meaning.tensor) {
      tensor.push_back({&*meaning.tensor, {}});
      tensor.back().forms[form] = read.value;
      continue;
    }
    auto& slot = found[static_cast<std::size_t>(meaning.quantity)][form];
    // Several pipes and opcodes are one question: did tensor cores work at all?
    const bool most = meaning.quantity == Quantity::tensor_instructions;
    if (!slot || (most && read.value > *slot)) slot = read.value;
  }
  find_time(found, values);
  for (std::size_t at = 0; at < kQuantities; ++at) {
    values.known[at] = multiplied_out(found[at], values);
  }
  for (const Tensor& one : tensor) {
    if (const auto operations = multiplied_out(one.forms, values)) {
      values.tensor.push_back({one.kind, *operations});
    }
  }
  add_lost_rates(tables, cells, values);
  std::erase_if(values.faults, [&values](const QuantityFault& fault) {
    return values[fault.quantity].has_value();
  });
  return values;
}

std::string time_fault(const LaunchValues& values) {
  if (values[Quantity::duration]) return "";
  for (const QuantityFault& fault : values.faults) {
    if (fault.quantity == Quantity::duration) return fault.what;
  }
  return "";
}

KernelRun run_of(const NcuLaunch& launch, const LaunchValues& values) {
  KernelRun run;
  run.name = unquoted(launch.name);
  run.device = std::string(trimmed(launch.device));
  if (values.seconds > 0) {
    run.seconds = values.seconds;
  } else {
    run.notes.emplace_back("its time was not collected (gpu__time_duration.sum)");
  }
  run.operations = operations_of(values, run.notes);
  for (const Part& part : kLevels) add_level(part, values, run);
  for (const QuantityFault& fault : values.faults) {
    if (fault.asked_only) continue;
    run.notes.push_back(fault.metric + " counts as not collected: it " + fault.what);
  }
  run.facts = facts_of(launch, values);
  return run;
}

}  // namespace ridgeline::ceilings
