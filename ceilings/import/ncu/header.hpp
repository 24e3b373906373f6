// The header of one of Nsight Compute's tables: where its columns are. Columns are found by name:
// their number and order differ with version and options.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "ceilings/import/reading/csv.hpp"

namespace ridgeline {

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

}  // namespace ridgeline
