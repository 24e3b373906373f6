// Reads perf stat's lines. What stands in them: perf-stat(1), and print_counter_line() of
// tools/perf/util/stat-display.c, which has changed over the years.
#include "ceilings/import/cpu/perf_lines.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <vector>

#include "ceilings/archive/json/json.hpp"
#include "ceilings/import/cpu/perf.hpp"
#include "ceilings/import/reading/number.hpp"
#include "ceilings/import/reading/text.hpp"

namespace ridgeline::ceilings {
namespace {

std::string text_of(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  return value.is_number() ? value.dump() : "";
}

std::string text_of(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() ? "" : text_of(*found);
}

// Newer versions print some numbers as texts.
double number_of(const Json& object, const char* key, double otherwise = 0) {
  const Number number = parse_number(text_of(object, key), '.');
  return number.fault == NumberFault::none ? number.value : otherwise;
}

// All that says where it was counted ("cpu", "core", "socket", "cache", "thread", "interval", ...)
// tells it from other lines; these do not.
bool is_place(std::string_view key) {
  constexpr std::array<std::string_view, 10> kOthers{"counter-value", "unit",
                                                     "event",         "event-runtime",
                                                     "pcnt-running",  "metric-value",
                                                     "variance",      "aggregate-number",
                                                     "counters",      "metric-threshold"};
  return key != "metric-unit" && key != "cgroup" &&
         std::find(kOthers.begin(), kOthers.end(), key) == kOthers.end();
}

// Some versions leave a comma behind the last pair.
bool parse_object(std::string_view text, Json& object) {
  std::vector<std::string> twice;
  if (!parse_json(text, object, &twice)) return object.is_object();
  if (!text.ends_with('}')) return false;
  const std::string_view pairs = trimmed(text.substr(0, text.size() - 1));
  if (!pairs.ends_with(',')) return false;
  const std::string mended = std::string(pairs.substr(0, pairs.size() - 1)) + "}";
  return !parse_json(mended, object, &twice) && object.is_object();
}

bool is_value(std::string_view text) {
  const NumberFault fault = parse_number(text, '.').fault;
  return fault == NumberFault::none || text == "<not counted>" || text == "<not supported>";
}

bool has_letter(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
}

std::vector<std::string> fields_of(std::string_view text, char separator) {
  std::vector<std::string> fields(1);
  for (const char c : text) {
    if (c == separator) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  for (std::string& field : fields) field = std::string(trimmed(field));
  return fields;
}

// Where the run time stands, behind the event's name and perhaps its control group and the spread
// over several runs; 0: nowhere.
std::size_t run_time_at(const std::vector<std::string>& fields, std::size_t event) {
  constexpr std::size_t kMost = 3;
  for (std::size_t at = event + 1; at + 1 < fields.size() && at <= event + kMost; ++at) {
    if (is_value(fields[at]) && is_value(fields[at + 1])) return at;
  }
  return 0;
}

}  // namespace

std::optional<PerfLine> perf_json_line(std::string_view text) {
  Json object;
  if (!parse_object(text, object)) return std::nullopt;
  PerfLine line;
  line.event = text_of(object, "event");
  line.value = text_of(object, "counter-value");
  if (line.event.empty() || line.value.empty()) return std::nullopt;
  line.unit = text_of(object, "unit");
  line.cgroup = text_of(object, "cgroup");
  line.interval = number_of(object, "interval");
  line.metric = number_of(object, "metric-value");
  line.metric_unit = text_of(object, "metric-unit");
  line.running = number_of(object, "pcnt-running", 100);
  for (const auto& [key, value] : object.items()) {
    if (is_place(key)) line.place += key + '\0' + text_of(value) + '\0';
  }
  return line;
}

// [interval,][place,[count,]]value,unit,event,[cgroup,][spread%,]run time,percentage,...
std::optional<PerfLine> perf_csv_line(std::string_view text) {
  const std::size_t mark = text.find_first_of(",;\t");
  if (mark == text.npos || text.starts_with('#')) return std::nullopt;
  const std::vector<std::string> fields = fields_of(text, text[mark]);
  for (std::size_t at = 0; at + 4 < fields.size() && at < 4; ++at) {
    const bool unit = fields[at + 1].empty() || has_letter(fields[at + 1]);
    if (!is_value(fields[at]) || !unit || !has_letter(fields[at + 2])) continue;
    const std::size_t times = run_time_at(fields, at + 2);
    if (times == 0) continue;
    PerfLine line;
    line.event = fields[at + 2];
    line.unit = fields[at + 1];
    line.value = fields[at];
    line.running = parse_number(fields[times + 1], '.').value;
    for (std::size_t before = 0; before < at; ++before) line.place += fields[before] + '\0';
    const bool group = times > at + 3 && !fields[at + 3].ends_with('%');
    if (group) line.cgroup = fields[at + 3];
    if (at > 0 && !has_letter(fields[0])) line.interval = parse_number(fields[0], '.').value;
    if (times + 3 < fields.size()) line.metric = parse_number(fields[times + 2], '.').value;
    if (times + 3 < fields.size()) line.metric_unit = fields[times + 3];
    return line;
  }
  return std::nullopt;
}

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
    if (perf_csv_line(trimmed(next_line(text, at)))) return true;
  }
  return false;
}

}  // namespace ridgeline::ceilings
