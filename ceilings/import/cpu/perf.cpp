// From perf's lines to runs: each line is an event's count at one place (CPU, interval, ...).
#include "ceilings/import/cpu/perf.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "ceilings/archive/json/json.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/import/cpu/events.hpp"
#include "ceilings/import/cpu/perf_lines.hpp"
#include "ceilings/import/reading/faults.hpp"
#include "ceilings/import/reading/number.hpp"
#include "ceilings/import/reading/text.hpp"

namespace ridgeline::ceilings {
namespace {

constexpr double kOverflow = 1.8e19;
constexpr double kMebibyte = 1048576;

struct Run {
  std::string cgroup;
  CpuTally tally;
  std::set<std::string> seen;
  std::map<double, double> durations;  // of each interval: one time, however many places print it
  double interval = 0, clock_seconds = 0, utilized = 0;
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

void take_time(const PerfLine& line, double value, Run& run) {
  const std::string event = lower_case(line.event.substr(0, line.event.find(':')));
  const double seconds = value * unit_seconds(line.unit);
  if (event == "duration_time") {
    double& longest = run.durations[line.interval];
    longest = std::max(longest, seconds);
  }
  if (event == "task-clock" || event == "cpu-clock") {
    run.clock_seconds += seconds;
    if (line.metric_unit == "CPUs utilized") run.utilized += line.metric;
  }
  run.interval = std::max(run.interval, line.interval);
}

// Control groups may lie within each other, so that their counts are not summed.
Run& run_of(const PerfLine& line, std::vector<Run>& runs) {
  const std::string key = line.event + '\0' + line.place;
  const auto known = std::find_if(runs.rbegin(), runs.rend(),
                                  [&](const Run& run) { return run.cgroup == line.cgroup; });
  const bool fresh = known == runs.rend() || known->seen.contains(key);
  Run& run = fresh ? runs.emplace_back() : *known;
  run.cgroup = line.cgroup;
  run.seen.insert(key);
  return run;
}

void take(const PerfLine& line, std::vector<Run>& runs, Faults& faults) {
  Run& run = run_of(line, runs);
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
  double seconds = 0;
  for (const auto& [interval, longest] : run.durations) seconds += longest;
  if (seconds > 0) return seconds;
  if (run.interval > 0) return run.interval;
  if (run.clock_seconds <= 0 || run.utilized <= 0) return 0;
  notes.emplace_back("its time is task-clock over the CPUs utilized; add -e duration_time");
  return run.clock_seconds / run.utilized;
}

KernelRun kernel_run(const Run& run, std::size_t number, std::size_t runs) {
  KernelRun kernel;
  const bool apart = runs > 1 && run.cgroup.empty();
  kernel.name = run.cgroup.empty() ? "perf stat" : "cgroup " + run.cgroup;
  if (apart) kernel.name += ", run " + std::to_string(number);
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

using Reader = std::optional<PerfLine> (*)(std::string_view);

KernelRuns import_lines(std::string_view text, const std::string& origin, Reader read) {
  std::vector<Run> runs;
  Faults faults;
  for (std::size_t at = 0; at < text.size();) {
    if (const auto line = read(trimmed(next_line(text, at)))) take(*line, runs, faults);
  }
  return finished(std::move(runs), faults, origin);
}

}  // namespace

KernelRuns import_perf_json(std::string_view text, const std::string& origin) {
  return import_lines(text, origin, perf_json_line);
}

KernelRuns import_perf_csv(std::string_view text, const std::string& origin) {
  return import_lines(text, origin, perf_csv_line);
}

}  // namespace ridgeline::ceilings
