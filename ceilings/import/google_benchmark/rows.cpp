// Reads names and numbers of Google Benchmark's rows.
#include "ceilings/import/google_benchmark/rows.hpp"

#include <algorithm>
#include <array>

namespace ridgeline::ceilings {

void Tally::add(const std::string& name) {
  if (count_++ == 0) first_ = one_line(name);
}

void Tally::report(const std::string& what, std::vector<std::string>& warnings) const {
  if (count_ == 0) return;
  warnings.push_back(std::to_string(count_) + " row(s) " + what + "; the first: '" + first_ + "'");
}

std::string registered_name(std::string name) {
  // What Google Benchmark 1.7 (benchmark_name.cc) puts behind a name; the first two have no value.
  constexpr std::array kAdded{"manual_time", "real_time", "process_time",     "repeats:",
                              "iterations:", "min_time:", "min_warmup_time:", "threads:"};
  for (;;) {
    const std::size_t slash = name.rfind('/');
    if (slash == std::string::npos) return name;
    const std::string_view last = std::string_view(name).substr(slash + 1);
    const bool added = std::any_of(kAdded.begin(), kAdded.end(), [last](std::string_view word) {
      return word.back() == ':' ? last.starts_with(word) : last == word;
    });
    if (!added) return name;
    name.resize(slash);
  }
}

std::string text_of(const Json& row, const char* key) {
  if (!row.is_object()) return {};
  const auto found = row.find(key);
  return found != row.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<double> number_of(const Json& row, const char* key) {
  if (!row.is_object()) return std::nullopt;
  const auto found = row.find(key);
  if (found == row.end() || !found->is_number()) return std::nullopt;
  const double number = found->get<double>();
  return number >= 0 ? std::optional(number) : std::nullopt;
}

bool is_ambiguous(const BenchmarkRow& row, std::initializer_list<const char*> keys) {
  return std::any_of(keys.begin(), keys.end(), [&row](const char* key) {
    return std::find(row.duplicates.begin(), row.duplicates.end(), key) != row.duplicates.end();
  });
}

}  // namespace ridgeline::ceilings
