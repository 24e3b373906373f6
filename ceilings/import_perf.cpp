// From perf's lines to runs: each line is an event's count at one place (CPU, interval, ...).
#include "ceilings/import_perf.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <vector>

#include "ceilings/archive_json_value.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/import_cpu_events.hpp"
#include "ceilings/import_faults.hpp"
#include "ceilings/import_number.hpp"
#include "ceilings/import_text.hpp"

namespace ridgeline {
namespace {

constexpr double kOverflow = 1.8e19;
constexpr double kMebibyte = 1048576;

struct Line {
  std::string place;  // what tells it from other lines of the same event
  std::string event, unit, value;
  double interval = 0;  // s since the start; 0: not printed
  double metric = 0;    // the derived value behind it
  std::string metric_unit;
  double running = 100;  // % of the time that it was counted
};

struct Run {
  CpuTally tally;
  std::set<std::string> seen;
  double seconds = 0, interval = 0, clock_seconds = 0, utilized = 0;
  double least_running = 100;
  bool useful = false;
  std::string missing;  // events of use that were not counted
};

double unit_bytes(const std::string& unit) {
  if (unit == "MiB") return kMebibyte;
  if (unit == "KiB") return 1024;
  if (unit == "GiB") return 1024 * kMebibyte;
  if (unit == "Bytes" || unit == "B") return 1;
  return 0;
}

double unit_seconds(const std::string& unit) {
  if (unit == "ns" || unit.empty()) return 1e-9;
  if (unit == "msec" || unit == "ms") return 1e-3;
  if (unit == "s" || unit == "sec") return 1;
  return unit == "usec" || unit == "us" ? 1e-6 : 0;
}

// perf prints in the locale, with JSON always a point.
Number value_of(const std::string& text) {
  Number number = parse_number(text, text.find(',') != std::string::npos ? ',' : '.');
  if (number.fault == NumberFault::none && (number.value < 0 || number.value >= kOverflow)) {
    number.fault = NumberFault::infinite;
  }
  return number;
}

void take_time(const Line& line, double value, Run& run) {
  const std::string event = lower_case(line.event.substr(0, line.event.find(':')));
  const double seconds = value * unit_seconds(line.unit);
  if (event == "duration_time") run.seconds += seconds;
  if (event == "task-clock" || event == "cpu-clock") {
    run.clock_seconds += seconds;
    if (line.metric_unit == "CPUs utilized") run.utilized = line.metric;
  }
  run.interval = std::max(run.interval, line.interval);
}

void take(const Line& line, std::vector<Run>& runs, Faults& faults) {
  const std::string key = line.event + '\0' + line.place;
  if (runs.empty() || runs.back().seen.contains(key)) runs.emplace_back();
  Run& run = runs.back();
  run.seen.insert(key);
  const Number number = value_of(line.value);
  const auto event = cpu_event(line.event);
  if (number.fault != NumberFault::none) {
    const bool missing = number.fault == NumberFault::not_collected;
    const std::string what = missing ? "was not counted" : fault_words(number.fault);
    if (!event) return;
    faults.add("event left out since it " + what, line.event);
    run.missing += (run.missing.empty() ? "" : ", ") + short_name(line.event);
    return;
  }
  take_time(line, number.value, run);
  if (!event) return;
  run.useful = true;
  run.least_running = std::min(run.least_running, line.running);
  add(*event, number.value, unit_bytes(line.unit), run.tally);
}

// CPUs utilized is the task's clock over the time that went by.
double seconds_of(const Run& run, std::vector<std::string>& notes) {
  if (run.seconds > 0) return run.seconds;
  if (run.interval > 0) return run.interval;
  if (run.clock_seconds <= 0 || run.utilized <= 0) return 0;
  notes.emplace_back("its time is task-clock over the CPUs utilized; add -e duration_time");
  return run.clock_seconds / run.utilized;
}

KernelRun kernel_run(const Run& run, std::size_t number, std::size_t runs) {
  KernelRun kernel;
  kernel.name = runs == 1 ? "perf stat" : "perf stat, run " + std::to_string(number);
  const double seconds = seconds_of(run, kernel.notes);
  if (seconds > 0) kernel.seconds = seconds;
  if (seconds == 0) kernel.notes.emplace_back("its time was not collected; add -e duration_time");
  finish(run.tally, kernel);
  if (!run.missing.empty()) {
    kernel.notes.push_back("operations or bytes are a lower bound: not counted were " +
                           short_name(run.missing));
  }
  if (run.least_running < 99.5) {
    kernel.notes.push_back("some counts are estimates: they were counted in " +
                           std::to_string(std::lround(run.least_running)) + " % of the time only");
  }
  return kernel;
}

KernelRuns finished(std::vector<Run> runs, const Faults& faults, const std::string& origin) {
  std::erase_if(runs, [](const Run& run) { return !run.useful; });
  KernelRuns result{"perf stat", {}, {}};
  for (const Run& run : runs) {
    result.runs.push_back(kernel_run(run, result.runs.size() + 1, runs.size()));
  }
  result.warnings = faults.sentences();
  if (!result.runs.empty()) return result;
  const std::string why = result.warnings.empty() ? "" : " (" + result.warnings.front() + ")";
  throw ArchiveError(one_line(origin + ": perf counted no FLOP and no bytes" + why +
                              "; collect fp_arith_inst_retired.* (or fp_ret_sse_avx_ops.all) and "
                              "uncore_imc/cas_count_read/ (docs/kernels.md)"));
}

std::string text_of(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end()) return "";
  if (found->is_string()) return found->get<std::string>();
  return found->is_number() ? found->dump() : "";
}

double number_of(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number() ? found->get<double>() : 0;
}

std::optional<Line> json_line(std::string_view text) {
  Json object;
  std::vector<std::string> twice;
  if (parse_json(text, object, &twice) || !object.is_object()) return std::nullopt;
  Line line;
  line.event = text_of(object, "event");
  line.value = text_of(object, "counter-value");
  if (line.event.empty() || line.value.empty()) return std::nullopt;
  line.unit = text_of(object, "unit");
  line.interval = number_of(object, "interval");
  line.metric = number_of(object, "metric-value");
  line.metric_unit = text_of(object, "metric-unit");
  if (object.contains("pcnt-running")) line.running = number_of(object, "pcnt-running");
  for (const char* key : {"interval", "cpu", "core", "die", "socket", "node", "thread", "cgroup"}) {
    line.place += text_of(object, key) + '\0';
  }
  return line;
}

bool is_value(std::string_view text) {
  const NumberFault fault = parse_number(text, '.').fault;
  return fault == NumberFault::none || text == "<not counted>" || text == "<not supported>";
}

bool has_letter(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
}

// [interval,][place,[count,]]value,unit,event,run time,percentage,...
std::optional<Line> csv_line(std::string_view text) {
  const std::size_t mark = text.find_first_of(",;\t");
  if (mark == text.npos || text.starts_with('#')) return std::nullopt;
  std::vector<std::string> fields(1);
  for (const char c : text) {
    if (c == text[mark]) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  for (std::size_t at = 0; at + 4 < fields.size() && at < 4; ++at) {
    const bool unit = fields[at + 1].empty() || has_letter(fields[at + 1]);
    if (!is_value(trimmed(fields[at])) || !unit || !has_letter(fields[at + 2])) continue;
    const bool times = is_value(trimmed(fields[at + 3])) && is_value(trimmed(fields[at + 4]));
    if (!times) continue;
    Line line{"", fields[at + 2], fields[at + 1], std::string(trimmed(fields[at])), 0, 0, "", 100};
    line.running = parse_number(fields[at + 4], '.').value;
    for (std::size_t before = 0; before < at; ++before) line.place += fields[before] + '\0';
    if (at > 0 && !has_letter(fields[0])) line.interval = parse_number(fields[0], '.').value;
    if (at + 6 < fields.size()) line.metric = parse_number(fields[at + 5], '.').value;
    if (at + 6 < fields.size()) line.metric_unit = std::string(trimmed(fields[at + 6]));
    return line;
  }
  return std::nullopt;
}

using Reader = std::optional<Line> (*)(std::string_view);

KernelRuns import_lines(std::string_view text, const std::string& origin, Reader read) {
  std::vector<Run> runs;
  Faults faults;
  for (std::size_t at = 0; at < text.size();) {
    if (const auto line = read(trimmed(next_line(text, at)))) take(*line, runs, faults);
  }
  return finished(std::move(runs), faults, origin);
}

}  // namespace

bool looks_like_perf_json(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view line = trimmed(next_line(text, at));
    const bool object = line.starts_with('{') && line.find("\"event\"") != line.npos;
    if (object && line.find("\"counter-value\"") != line.npos) return true;
  }
  return false;
}

bool looks_like_perf_csv(std::string_view text) {
  constexpr std::size_t kLook = 1 << 16;  // the program's own output may come first
  text = text.substr(0, kLook);
  for (std::size_t at = 0; at < text.size();) {
    if (csv_line(trimmed(next_line(text, at)))) return true;
  }
  return false;
}

KernelRuns import_perf_json(std::string_view text, const std::string& origin) {
  return import_lines(text, origin, json_line);
}

KernelRuns import_perf_csv(std::string_view text, const std::string& origin) {
  return import_lines(text, origin, csv_line);
}

}  // namespace ridgeline
