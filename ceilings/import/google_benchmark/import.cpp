// From a Google Benchmark file to an archive: context, rows, warnings.
#include "ceilings/import/google_benchmark/import.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <new>
#include <optional>

#include "ceilings/archive/json/file.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/import/google_benchmark/bare.hpp"
#include "ceilings/import/google_benchmark/known.hpp"
#include "ceilings/import/google_benchmark/rows.hpp"

namespace ridgeline::ceilings {
namespace {

constexpr std::size_t kLargestFile = std::size_t{256} << 20;  // about a million rows

std::string utc(std::chrono::sys_seconds time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02dZ",
                static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                static_cast<unsigned>(date.day()), static_cast<int>(clock.hours().count()),
                static_cast<int>(clock.minutes().count()),
                static_cast<int>(clock.seconds().count()));
  return text.data();
}

// "2026-03-29T02:30:00+01:00" -> "2026-03-29T01:30:00Z". Plain arithmetic: no table of zones is
// asked whether that hour exists there.
std::optional<std::string> utc_of(const std::string& date) {
  int year = 0, hour = 0, minute = 0, second = 0, zone_hours = 0, zone_minutes = 0;
  unsigned month = 0, day = 0;
  char sign = '+';
  const int read = std::sscanf(date.c_str(), "%4d-%2u-%2uT%2d:%2d:%2d%c%2d:%2d", &year, &month,
                               &day, &hour, &minute, &second, &sign, &zone_hours, &zone_minutes);
  const std::chrono::year_month_day calendar{std::chrono::year(year), std::chrono::month(month),
                                             std::chrono::day(day)};
  const bool zoned = read == 9 && (sign == '+' || sign == '-');
  const bool zulu = read == 7 && sign == 'Z';
  if (!(zoned || zulu) || !calendar.ok() || year < 1 || hour > 23 || minute > 59 || second > 60) {
    return std::nullopt;
  }
  const auto offset = std::chrono::hours(zone_hours) + std::chrono::minutes(zone_minutes);
  const auto local = std::chrono::sys_days(calendar) + std::chrono::hours(hour) +
                     std::chrono::minutes(minute) + std::chrono::seconds(second);
  return utc(sign == '-' ? local + offset : local - offset);
}

void check_context(const Json& context, std::vector<std::string>& warnings) {
  const std::string build = text_of(context, "ridgeline_build_type");
  if (build == "debug" || build == "Debug") {
    warnings.emplace_back(
        "ridgeline was built without optimisation (ridgeline_build_type is debug): "
        "its rates are no ceilings; build the preset release");
  }
  const auto loads = context.find("load_avg");
  const auto cpus = number_of(context, "num_cpus");
  if (loads == context.end() || !loads->is_array() || loads->empty() || !cpus) return;
  if (!loads->front().is_number()) return;
  const double load = loads->front().get<double>();
  // A single-threaded run just before leaves a load of 1; three quarters of all CPUs are others'.
  if (load <= 0.75 * *cpus || load <= 1.2) return;
  std::array<char, 120> text{};
  std::snprintf(text.data(), text.size(),
                "the machine was busy when the run began: load average %.1f on %.0f CPUs", load,
                *cpus);
  warnings.emplace_back(text.data());
}

// What is known of a run by another program than `ridgeline bench`.
Archive unknown_head(const Json& context, std::vector<std::string>& warnings) {
  Archive archive;
  archive.tool.name = "google-benchmark";
  archive.tool.version = text_of(context, "library_version");
  archive.tool.build_type = text_of(context, "library_build_type");
  const auto created = utc_of(text_of(context, "date"));
  archive.created = created.value_or("1970-01-01T00:00:00Z");
  if (!created) warnings.emplace_back("the time of the run is unknown");
  warnings.emplace_back(
      "the file has no context \"ridgeline\": the device is unknown, and no limit can be checked");
  return archive;
}

[[noreturn]] void refuse_all(const BenchmarkRows& file, const std::string& origin,
                             const std::vector<std::string>& warnings) {
  if (!file.first_fault.empty()) throw ArchiveError(origin + ": " + file.first_fault);
  std::string also;
  for (const std::string& warning : warnings) also += (also.empty() ? " (" : "; ") + warning;
  throw ArchiveError(origin +
                     ": no row is named like a Ridgeline benchmark (expected e.g. "
                     "bandwidth/sweep/core/1:0/avx512/ws:32KiB); was it written by "
                     "`ridgeline bench --benchmark_out`? Another program's benchmarks are named "
                     "by `ridgeline assemble --as`" +
                     also + (also.empty() ? "" : ")"));
}

}  // namespace

ImportResult import_benchmark_text(const std::string& text, const std::string& origin,
                                   const Renaming& renamed) {
  const BenchmarkRows file = read_benchmark_rows(text, origin);
  ImportResult result;
  result.warnings = file.warnings;
  Archive& archive = result.archive;
  std::size_t used = 0;
  const std::string head = text_of(file.context, "ridgeline");
  std::vector<std::string> doubts;
  if (!head.empty()) {
    archive = parse_archive(head, origin + ": context \"ridgeline\"");
    used = add_known_rows(file.rows, archive, doubts);
  } else {
    archive = unknown_head(file.context, result.warnings);
    used = add_bare_rows(file, archive, doubts, renamed);
  }
  if (used == 0) {
    doubts.insert(doubts.begin(), file.warnings.begin(), file.warnings.end());
    refuse_all(file, origin, doubts);
  }
  result.warnings.insert(result.warnings.end(), doubts.begin(), doubts.end());
  check_context(file.context, result.warnings);
  if (file.ended_early) {
    archive.complete = false;
    archive.incomplete_reason = "the benchmark file ends early";
  }
  std::vector<std::string>& notes = archive.environment.notes;
  for (const std::string& warning : result.warnings) notes.push_back("import: " + warning);
  return result;
}

ImportResult import_benchmark(const std::string& path, const Renaming& renamed) {
  try {
    return import_benchmark_text(read_file(path, kLargestFile), path, renamed);
  } catch (const std::bad_alloc&) {
    throw ArchiveError(path + ": not enough memory to read it");
  }
}

}  // namespace ridgeline::ceilings
