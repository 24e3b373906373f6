// Their texts stand once, so that every command describes them alike.
#include "bench/cli/shared_options.hpp"

#include "ceilings/errors.hpp"
#include "ceilings/units.hpp"

namespace ridgeline::bench {

Option format_option() {
  return {"format", "FORMAT", "How tables are written", format_names(), "table"};
}

Option device_option() {
  return {
      "device",
      "DEVICE",
      "What to measure: cpu, cuda:N, all of them each alone, or simulated:FILE (without it: the "
      "first GPU if there is one, else the CPU)",
      {},
      ""};
}

Option topology_option() {
  return {"topology",
          "TOPOLOGY",
          "Another machine: an hwloc XML file, or synthetic:DESCRIPTION as hwloc writes it",
          {},
          ""};
}

std::vector<Option> planning_options() {
  return {{"profile", "PROFILE", "How thorough", {"quick", "standard", "thorough"}, "standard"},
          {"only", "IDS", "Only ceilings whose id contains this text or fits this glob", {}, ""},
          {"threads", "N", "Threads of the ceilings of all cores; at most one a core", {}, ""},
          {"memory", "SIZE", "Allocate at most this much, e.g. 2GiB", {}, ""}};
}

Format format_of(const Arguments& given) { return format_named(given.text("format")); }

PlanOptions plan_options_of(const Arguments& given) {
  constexpr int kMostThreads = 1 << 20;
  PlanOptions options;
  options.profile = profile_named(given.text("profile"));
  options.only = given.text("only");
  if (given.has("threads")) options.threads = given.number("threads", 1, kMostThreads);
  if (given.has("memory")) options.memory_limit = parse_bytes(given.text("memory"));
  if (given.has("memory") && options.memory_limit == 0) {
    throw UsageError("option '--memory' must be more than 0; write e.g. 2GiB");
  }
  return options;
}

std::vector<Option> operator+(std::vector<Option> left, const std::vector<Option>& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

}  // namespace ridgeline::bench
