// One line of perf stat's JSON or CSV: an event's count at one place (CPU, socket, interval, ...).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ridgeline::ceilings {

struct PerfLine {
  std::string place;   // what tells it from other lines of the same event
  std::string cgroup;  // whose count it is, where perf counted by control groups
  std::string event, unit, value;
  double interval = 0;  // s since the start; 0: not printed
  double metric = 0;    // the derived value behind it
  std::string metric_unit;
  double running = 100;  // % of the time that it was counted
};

// Nothing: the line is no count.
std::optional<PerfLine> perf_json_line(std::string_view text);
std::optional<PerfLine> perf_csv_line(std::string_view text);

}  // namespace ridgeline::ceilings
