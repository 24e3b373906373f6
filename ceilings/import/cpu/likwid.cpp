// Tables of LIKWID, brought together by region. Its metrics: groups/*/*.txt of LIKWID 5, where
// MByte and GByte are decimal, volumes and rates of hardware threads add up, and times do not.
#include "ceilings/import/cpu/likwid.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "ceilings/archive/json/json.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/import/cpu/likwid_sections.hpp"

namespace ridgeline::ceilings {
namespace {

constexpr double kOverflow = 1.8e19;

// Names of one metric in several groups.
using Names = std::array<const char*, 2>;

// The first that was measured.
std::optional<double> metric(const LikwidSection& section, const Names& names, double factor) {
  for (const char* name : names) {
    const auto found = section.metrics.find(name);
    if (found == section.metrics.end()) continue;
    const double value = found->second.sum * factor;
    if (value < kOverflow) return value;
  }
  return std::nullopt;
}

double runtime(const LikwidSection& section) {
  for (const char* name : {"Runtime (RDTSC) [s]", "RDTSC Runtime [s]"}) {
    const auto found = section.metrics.find(name);
    if (found != section.metrics.end()) return found->second.most;
  }
  return 0;
}

struct LevelNames {
  const char* level;
  Names all, read, written;  // volumes in GByte
};
constexpr std::array<LevelNames, 3> kLevels{
    LevelNames{"L2",
               {"L2 data volume [GBytes]", "L1 to/from L2 data volume [GBytes]"},
               {"L2D load data volume [GBytes]", "L2 to L1 load data volume [GBytes]"},
               {"L2D evict data volume [GBytes]", "L1 to L2 evict data volume [GBytes]"}},
    LevelNames{"L3",
               {"L3 data volume [GBytes]", "L2 to/from L3 data volume [GBytes]"},
               {"L3 load data volume [GBytes]", "L3 to L2 load data volume [GBytes]"},
               {"L3 evict data volume [GBytes]", "L2 to L3 evict data volume [GBytes]"}},
    LevelNames{"DRAM",
               {"Memory data volume [GBytes]", ""},
               {"Memory read data volume [GBytes]", "Memory load data volume [GBytes]"},
               {"Memory write data volume [GBytes]", "Memory evict data volume [GBytes]"}},
};

// Bytes and FLOP of one section, in its own time.
KernelRun section_run(const LikwidSection& section) {
  constexpr double kGiga = 1e9, kMega = 1e6;
  KernelRun run;
  const double seconds = runtime(section);
  for (const LevelNames& names : kLevels) {
    const auto read = metric(section, names.read, kGiga);
    const auto written = metric(section, names.written, kGiga);
    auto all = metric(section, names.all, kGiga);
    if (!all && read && written) all = *read + *written;
    if (all) run.bytes.push_back({names.level, *all, read, written});
  }
  finish(section.tally, run);
  if (run.operations) return run;
  const bool single = section.group.find("_SP") != std::string::npos;
  const auto fp64 = metric(section, {"DP [MFLOP/s]", "DP MFLOP/s"}, kMega);
  const auto fp32 = metric(section, {"SP [MFLOP/s]", "SP MFLOP/s"}, kMega);
  const auto any = metric(section, {"MFLOP/s", ""}, kMega);
  if (!fp64 && !fp32 && !any) return run;
  run.operations.emplace();
  const auto add_rate = [&](const std::optional<double>& rate, const char* precision) {
    if (rate.value_or(0) * seconds > 0) {
      run.operations->push_back({precision, "", "", *rate * seconds});
    }
  };
  add_rate(fp64, "fp64");
  add_rate(fp32, "fp32");
  if (!fp64 && !fp32) add_rate(any, single ? "fp32" : "fp64");
  return run;
}

bool has_level(const KernelRun& run, const std::string& level) {
  return std::any_of(run.bytes.begin(), run.bytes.end(),
                     [&level](const LevelBytes& bytes) { return bytes.level == level; });
}

// What a further group saw in `factor` of the run's time.
bool merge(const KernelRun& part, double factor, KernelRun& run) {
  bool used = false;
  for (LevelBytes bytes : part.bytes) {
    if (has_level(run, bytes.level)) continue;
    bytes.bytes *= factor;
    if (bytes.read) *bytes.read *= factor;
    if (bytes.written) *bytes.written *= factor;
    run.bytes.push_back(bytes);
    used = true;
  }
  if (part.operations && !run.operations) {
    run.operations = part.operations;
    for (OperationCount& count : *run.operations) count.operations *= factor;
    used = true;
  }
  return used;
}

struct Region {
  std::string name;
  std::vector<std::string> groups;
  KernelRun run;
};

void add_section(const LikwidSection& section, std::vector<Region>& regions) {
  const double seconds = runtime(section);
  KernelRun part = section_run(section);
  if (!part.operations && part.bytes.empty()) return;
  const auto known = std::find_if(regions.rbegin(), regions.rend(), [&](const Region& region) {
    return region.name == section.region;
  });
  const bool again =
      known == regions.rend() ||
      std::find(known->groups.begin(), known->groups.end(), section.group) != known->groups.end();
  if (!again && seconds > 0 && known->run.seconds) {
    if (merge(part, *known->run.seconds / seconds, known->run)) {
      known->groups.push_back(section.group);
      known->run.notes.push_back("group " + section.group +
                                 " was measured apart, and scaled to the time of group " +
                                 known->groups.front());
    }
    return;
  }
  part.name = section.region.empty() ? "whole program" : section.region;
  if (seconds > 0) part.seconds = seconds;
  if (section.calls >= 1 && section.calls < 1e18) {
    part.launches = static_cast<std::uint64_t>(section.calls);
  }
  if (section.threads > 0) part.facts.threads = section.threads;
  regions.push_back({section.region, {section.group}, std::move(part)});
}

}  // namespace

KernelRuns import_likwid(std::string_view text, const std::string& origin) {
  Faults faults;
  std::vector<Region> regions;
  for (const LikwidSection& section : likwid_sections(text, faults)) add_section(section, regions);
  KernelRuns runs{"likwid-perfctr", {}, faults.sentences()};
  for (Region& region : regions) runs.runs.push_back(std::move(region.run));
  if (!runs.runs.empty()) return runs;
  const std::string why = runs.warnings.empty() ? "" : " (" + runs.warnings.front() + ")";
  throw ArchiveError(one_line(origin + ": LIKWID's tables hold no FLOP and no data volumes" + why +
                              "; measure a group such as MEM_DP"));
}

}  // namespace ridgeline::ceilings
