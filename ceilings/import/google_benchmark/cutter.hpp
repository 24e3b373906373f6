// The rows of a Google Benchmark JSON file, read one by one, so that a fault costs one row only.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "ceilings/archive/json/json.hpp"

namespace ridgeline::ceilings {

struct BenchmarkRow {
  Json fields;
  std::vector<std::string> duplicates;  // keys that come twice; the first value is in `fields`
};

struct BenchmarkRows {
  Json context = Json::object();
  std::vector<BenchmarkRow> rows;
  bool ended_early = false;
  std::string first_fault;            // of a row that can't be read: place and cause; or empty
  std::vector<std::string> warnings;  // what was left out or mended
};

// Throws ArchiveError where the text is no JSON object with a list "benchmarks".
BenchmarkRows read_benchmark_rows(std::string_view text, const std::string& origin);

}  // namespace ridgeline::ceilings
