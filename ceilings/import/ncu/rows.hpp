// The rows of Nsight Compute's tables and their headers: launches, and the cells of metrics that
// matter. Numbers are still as printed: what their marks mean is only known when all were seen.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ceilings/import/ncu/metrics.hpp"
#include "ceilings/import/reading/csv.hpp"
#include "ceilings/import/reading/faults.hpp"
#include "ceilings/import/reading/number.hpp"

namespace ridgeline::ceilings {

// The header of a table: where its columns are. Columns are found by name: their number and order
// differ with version and options.
inline constexpr std::size_t kNoColumn = ~std::size_t{0};

struct NcuHeader {
  char separator = ',';
  bool quoted = false;     // its fields stand in quotes, and so do those of its rows
  bool by_metric = false;  // a row a metric; else a row a launch
  std::vector<CsvField> names;
  std::size_t id = kNoColumn, process = kNoColumn, name = kNoColumn, context = kNoColumn,
              stream = kNoColumn, device = kNoColumn, grid = kNoColumn, block = kNoColumn,
              metric = kNoColumn, unit = kNoColumn, value = kNoColumn, invocations = kNoColumn;
};

// The header that begins at `at`, which then moves behind it; nothing: that line is none.
std::optional<NcuHeader> read_ncu_header(std::string_view text, std::size_t& at);

struct NcuLaunch {
  CsvField name;
  std::string_view id, process, device, grid, block;
  std::string_view invocations;  // of a per-kernel summary; else empty
  std::uint32_t table = 0;       // the how-manieth header it stands under
};

struct NcuCell {
  std::uint32_t launch = 0;
  std::uint16_t metric = 0, unit = 0;
  std::string_view text;
};

struct NcuMetric {
  std::string name;
  Meaning meaning;
};

struct NcuTables {
  std::vector<NcuLaunch> launches;
  std::vector<NcuCell> cells;      // in the launches' order
  std::vector<NcuMetric> metrics;  // as cells refer to them
  std::vector<NcuUnit> units;
  std::vector<std::string> unit_names;
  std::vector<DecimalVotes> votes;      // one a table
  std::size_t values = 0, missing = 0;  // of all metrics, also of those that do not matter
  bool units_known = true;              // false: some table had none
  bool ended_early = false;
  bool no_permission = false;  // ERR_NVGPUCTRPERM was printed
  std::string last_error;      // of ncu's own ==ERROR== lines
  Faults faults;
};

// Points into `text`.
NcuTables read_ncu_tables(std::string_view text);

}  // namespace ridgeline::ceilings
