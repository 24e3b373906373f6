// One row of a Google Benchmark file: its name, its numbers, and tallies of what was left out.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ceilings/import/google_benchmark/cutter.hpp"

namespace ridgeline::ceilings {

// What was left out or doubted, counted, with the first case named.
class Tally {
 public:
  void add(const std::string& name);
  // Appends "3 row(s) WHAT; the first: NAME" where there were any.
  void report(const std::string& what, std::vector<std::string>& warnings) const;
  bool empty() const { return count_ == 0; }

 private:
  std::size_t count_ = 0;
  std::string first_;
};

// The name as it was registered: without "/manual_time", "/repeats:6" and the like at its end.
std::string registered_name(std::string name);

// A text of the row; empty where it is missing or no text.
std::string text_of(const Json& row, const char* key);

// A number of the row; nothing where it is missing, no number, or negative.
std::optional<double> number_of(const Json& row, const char* key);

// Whether one of `keys` comes twice, so that its value is in doubt.
bool is_ambiguous(const BenchmarkRow& row, std::initializer_list<const char*> keys);

// Beyond what any single device does: 30 times the on-chip bandwidth of the largest GPU (about
// 33 TB/s from the L1 caches of an H200), 10 times the fp4 rate of a B200 (about 10 PFLOP/s).
inline constexpr double kImpossibleBandwidth = 1e15;   // B/s
inline constexpr double kImpossibleOperations = 1e17;  // FLOP/s

}  // namespace ridgeline::ceilings
