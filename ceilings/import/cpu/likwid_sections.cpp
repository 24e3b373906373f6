// Reads LIKWID's tables: lines of values under a title, padded with empty fields.
#include "ceilings/import/cpu/likwid_sections.hpp"

#include <algorithm>
#include <optional>

#include "ceilings/import/reading/number.hpp"
#include "ceilings/import/reading/text.hpp"

namespace ridgeline::ceilings {
namespace {

constexpr double kOverflow = 1.8e19;

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  for (;;) {
    const std::size_t comma = line.find(',');
    fields.push_back(trimmed(line.substr(0, comma)));
    if (comma == line.npos) return fields;
    line.remove_prefix(comma + 1);
  }
}

// What kind of table follows, and of whom: "TABLE,Region sum,Group 1 Metric STAT,MEM_DP,16".
struct Head {
  std::string region, group;
  bool raw = false, stat = false;
};
std::optional<Head> head_of(const std::vector<std::string_view>& fields) {
  for (std::size_t at = 1; at < fields.size() && fields[0] == "TABLE"; ++at) {
    if (!fields[at].starts_with("Group ")) continue;
    Head head;
    // A region's name may hold commas.
    for (std::size_t part = 1; part < at; ++part) {
      head.region += (part == 1 ? "" : ",") + std::string(fields[part]);
    }
    if (head.region.starts_with("Region ")) head.region.erase(0, 7);
    head.raw = fields[at].find(" Raw") != fields[at].npos;
    head.stat = fields[at].ends_with(" STAT");
    if (at + 1 < fields.size()) head.group = std::string(fields[at + 1]);
    return head;
  }
  return std::nullopt;
}

// The columns from `first` on; empty ones pad the line. Nothing: there is no usable one.
std::optional<LikwidValue> value_of(const std::vector<std::string_view>& fields,
                                    std::size_t first) {
  std::optional<LikwidValue> value;
  for (std::size_t at = first; at < fields.size(); ++at) {
    const Number number = parse_number(fields[at], '.');
    if (number.fault != NumberFault::none || number.value < 0) continue;
    if (!value) value.emplace();
    value->sum += number.value;
    value->most = std::max(value->most, number.value);
  }
  return value;
}

// Of a STAT table: Sum, Min, Max, Avg.
std::optional<LikwidValue> stat_of(const std::vector<std::string_view>& fields, std::size_t first) {
  if (fields.size() < first + 3) return std::nullopt;
  const Number sum = parse_number(fields[first], '.'), most = parse_number(fields[first + 2], '.');
  if (sum.fault != NumberFault::none || sum.value < 0) return std::nullopt;
  return LikwidValue{sum.value, most.fault == NumberFault::none ? most.value : sum.value};
}

void take_event(const std::vector<std::string_view>& fields, LikwidSection& section,
                Faults& faults) {
  const auto event = cpu_event(fields[0]);
  if (!event || fields.size() < 3) return;
  const auto value = value_of(fields, 2);
  if (!value || value->most >= kOverflow) {
    const std::string what = value ? "its counter overflowed" : "it was not counted";
    faults.add("event left out since " + what, std::string(fields[0]));
    return;
  }
  add(*event, value->sum, 0, section.tally);
}

void take_row(const Head& head, const std::vector<std::string_view>& fields, LikwidSection& section,
              Faults& faults) {
  const auto is_thread = [](std::string_view field) {
    return field.starts_with("HWThread") || field.starts_with("Core ");
  };
  const auto threads = std::count_if(fields.begin(), fields.end(), is_thread);
  section.threads = std::max(section.threads, static_cast<double>(threads));
  if (threads > 0 || fields.size() < 2 || fields[0].empty()) return;  // a line of titles
  if (fields[0] == "call count")
    section.calls = value_of(fields, 1).value_or(LikwidValue{1, 1}).most;
  if (head.raw) {
    if (!head.stat) take_event(fields, section, faults);
    if (fields[0] != "RDTSC Runtime [s]") return;
  }
  std::string name(fields[0]);
  if (head.stat && name.ends_with(" STAT")) name.erase(name.size() - 5);
  const auto value = head.stat ? stat_of(fields, 1) : value_of(fields, 1);
  if (value) section.metrics[name] = *value;  // the table of sums comes last
}

}  // namespace

bool looks_like_likwid(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view line = next_line(text, at);
    if (line.starts_with("TABLE,") && head_of(fields_of(line))) return true;
  }
  return false;
}

std::vector<LikwidSection> likwid_sections(std::string_view text, Faults& faults) {
  std::vector<LikwidSection> sections;
  std::optional<Head> head;
  bool was_metric = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::vector<std::string_view> fields = fields_of(next_line(text, at));
    if (fields[0] == "STRUCT") {
      head.reset();
    } else if (auto found = head_of(fields)) {
      // Raw comes first in each group: after metrics it begins another one.
      const bool next = sections.empty() || sections.back().region != found->region ||
                        sections.back().group != found->group || (found->raw && was_metric);
      if (next) sections.push_back({found->region, found->group, {}, {}, 1, 0});
      was_metric = !found->raw;
      head = std::move(found);
    } else if (head) {
      take_row(*head, fields, sections.back(), faults);
    }
  }
  return sections;
}

}  // namespace ridgeline::ceilings
