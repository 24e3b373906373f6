// See renaming.hpp.
#include "bench/cli/renaming.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "ceilings/archive/ids.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/text/text.hpp"

namespace ridgeline::bench {
namespace {

struct Name {
  std::string glob, id;
  double bytes_per_unit = 1;
};

[[noreturn]] void refuse(const std::string& part, const std::string& what) {
  throw UsageError("option '--as': '" + sanitized(part) + "' " + what +
                   "; write e.g. 'BM_Sum/*=bandwidth/sweep/core/1:0/sum*8'");
}

double bytes_of(const std::string& text, const std::string& part) {
  double bytes = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), bytes);
  const bool whole = read.ec == std::errc{} && read.ptr == text.data() + text.size();
  if (!whole || !std::isfinite(bytes) || bytes <= 0) {
    refuse(part, "has no number of bytes above 0 behind the '*'");
  }
  return bytes;
}

Name name_of(const std::string& part) {
  const std::size_t equals = part.rfind('=');
  if (equals == std::string::npos || equals == 0) refuse(part, "is not of the form GLOB=ID");
  Name name{part.substr(0, equals), part.substr(equals + 1)};
  const std::size_t star = name.id.find('*');
  if (star != std::string::npos) {
    name.bytes_per_unit = bytes_of(name.id.substr(star + 1), part);
    name.id.resize(star);
  }
  if (const auto fault = ceilings::id_fault(name.id))
    refuse(part, "has no id behind the '=': " + *fault);
  const std::string kind = ceilings::parse_id(name.id).kind;
  if (kind != "bandwidth" && kind != "compute") {
    refuse(part, "is of the kind " + kind + ", and only bandwidth and compute have a rate");
  }
  return name;
}

std::vector<Name> names_of(const std::string& text) {
  std::vector<Name> names;
  for (const std::string& part : split(text)) names.push_back(name_of(part));
  return names;
}

// A benchmark's name without what Google Benchmark puts behind its arguments to tell how it was
// run: "BM_Sum/4096/iterations:10/real_time/threads:8" is "BM_Sum/4096".
std::string without_run_details(std::string name) {
  static constexpr std::array<const char*, 8> kDetails{
      "threads:",         "iterations:", "repeats:",     "min_time:",
      "min_warmup_time:", "real_time",   "process_time", "manual_time"};
  for (;;) {
    const std::size_t slash = name.rfind('/');
    if (slash == std::string::npos) return name;
    const std::string_view last = std::string_view(name).substr(slash + 1);
    const bool detail = std::any_of(kDetails.begin(), kDetails.end(),
                                    [&](const char* each) { return last.starts_with(each); });
    if (!detail) return name;
    name.resize(slash);
  }
}

// The last run of digits in a benchmark's name: Google Benchmark writes arguments there.
std::optional<std::uint64_t> last_number(const std::string& whole) {
  const std::string name = without_run_details(whole);
  const std::size_t last = name.find_last_of("0123456789");
  if (last == std::string::npos) return std::nullopt;
  std::size_t first = last;
  while (first > 0 && name[first - 1] >= '0' && name[first - 1] <= '9') --first;
  std::uint64_t number = 0;
  const auto read = std::from_chars(name.data() + first, name.data() + last + 1, number);
  if (read.ec != std::errc{}) return std::nullopt;
  return number;
}

std::string renamed(const std::string& theirs, const std::vector<Name>& names) {
  constexpr double kLargest = 0x1p53;  // exact up to here
  for (const Name& name : names) {
    if (!fits_pattern(name.glob, theirs)) continue;
    if (name.id.starts_with("compute/")) return name.id;
    const auto units = last_number(theirs);
    if (!units) return theirs;
    const double bytes = static_cast<double>(*units) * name.bytes_per_unit;
    if (bytes < 1 || bytes > kLargest) return theirs;
    return name.id + "/ws:" + std::to_string(static_cast<std::uint64_t>(bytes));
  }
  return theirs;
}

}  // namespace

ceilings::Renaming renaming_of(const std::string& text) {
  if (text.empty()) return nullptr;
  return [names = names_of(text)](const std::string& theirs) { return renamed(theirs, names); };
}

}  // namespace ridgeline::bench
