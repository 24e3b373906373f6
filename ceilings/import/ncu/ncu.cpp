// From the rows of an Nsight Compute export to kernel runs and warnings.
#include "ceilings/import/ncu/ncu.hpp"

#include <algorithm>

#include "ceilings/archive/json/json.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/import/ncu/launch.hpp"
#include "ceilings/import/reading/text.hpp"

namespace ridgeline::ceilings {
namespace {

constexpr const char* kPermission =
    "ERR_NVGPUCTRPERM: no permission for the GPU's performance counters; run ncu as root, or load "
    "the NVIDIA driver with NVreg_RestrictProfilingToAdminUsers=0";

[[noreturn]] void refuse(const std::string& origin, const std::string& why) {
  throw ArchiveError(one_line(origin + ": " + why));
}

// The cells of one launch.
std::span<const NcuCell> cells_of(const NcuTables& tables, std::uint32_t launch, std::size_t& at) {
  const std::size_t from = at;
  while (at < tables.cells.size() && tables.cells[at].launch == launch) ++at;
  return std::span(tables.cells).subspan(from, at - from);
}

// Concatenated reports may be of machines with other locales; a table without evidence of its own
// follows the file.
std::vector<char> decimal_marks(const NcuTables& tables) {
  DecimalVotes all;
  for (const DecimalVotes& votes : tables.votes) {
    all.point += votes.point;
    all.comma += votes.comma;
  }
  std::vector<char> marks;
  for (const DecimalVotes& votes : tables.votes) {
    marks.push_back(decimal_mark(is_unanimous(votes) ? votes : all));
  }
  return marks;
}

std::size_t cells_in(const std::vector<std::size_t>& starts, std::size_t launch) {
  return starts[launch + 1] - starts[launch];
}

// A file cut between two rows: all launches have the same metrics, but the last has fewer.
bool last_is_short(const NcuTables& tables) {
  const std::size_t launches = tables.launches.size();
  if (launches < 3) return false;
  std::vector<std::size_t> starts(launches + 1, 0);
  for (const NcuCell& cell : tables.cells) ++starts[cell.launch + 1];
  for (std::size_t at = 1; at <= launches; ++at) starts[at] += starts[at - 1];
  const std::size_t usual = cells_in(starts, 0);
  for (std::size_t at = 0; at + 1 < launches; ++at) {
    if (cells_in(starts, at) != usual || tables.launches[at].table != 0) return false;
  }
  return tables.launches.back().table == 0 && cells_in(starts, launches - 1) < usual;
}

std::string label(const NcuLaunch& launch) {
  const std::string id = launch.id.empty() ? "" : " (ID " + std::string(launch.id) + ")";
  return short_name(unquoted(launch.name)) + id;
}

// Nothing was there to import: says why.
[[noreturn]] void refuse_all(const NcuTables& tables, Faults& faults, const std::string& origin) {
  if (tables.no_permission) refuse(origin, kPermission);
  if (tables.values > 0 && tables.missing == tables.values) {
    refuse(origin, "all " + std::to_string(tables.values) + " values are n/a, mostly " +
                       std::string(kPermission));
  }
  if (!tables.last_error.empty()) refuse(origin, "ncu says: " + tables.last_error);
  if (tables.votes.empty()) {
    refuse(origin,
           "messages of Nsight Compute, but no table (a line with \"ID\" and \"Kernel Name\"); "
           "export with ncu --csv --page raw");
  }
  std::string why;
  for (const std::string& sentence : faults.sentences()) why += "; " + sentence;
  if (tables.ended_early) why += "; the file ends early";
  refuse(origin, "no launch is usable" + (why.empty() ? ": the table is empty" : why));
}

void warn(const NcuTables& tables, const Faults& faults, KernelRuns& runs) {
  if (tables.ended_early) {
    runs.warnings.emplace_back(
        "the file ends early: its last launch is incomplete and was left out");
  }
  for (const std::string& sentence : tables.faults.sentences()) runs.warnings.push_back(sentence);
  for (const std::string& sentence : faults.sentences()) runs.warnings.push_back(sentence);
  if (tables.no_permission) runs.warnings.emplace_back(kPermission);
}

bool is_empty(const KernelRun& run) { return !run.seconds && !run.operations && run.bytes.empty(); }

void multiply(KernelRun& run, double launches) {
  run.launches = static_cast<std::uint64_t>(launches);
  if (run.seconds) *run.seconds *= launches;
  if (run.operations) {
    for (OperationCount& count : *run.operations) count.operations *= launches;
  }
  for (LevelBytes& level : run.bytes) {
    level.bytes *= launches;
    if (level.read) *level.read *= launches;
    if (level.written) *level.written *= launches;
  }
}

// The averages of a per-kernel summary; false: nobody knows of how many launches.
bool apply_invocations(const NcuLaunch& launch, KernelRun& run) {
  if (launch.invocations.empty()) return true;
  const Number number = parse_number(launch.invocations, '.', true);
  if (number.fault != NumberFault::none || number.value < 1 || number.value > 1e15) return false;
  multiply(run, number.value);
  return true;
}

void add_run(const NcuLaunch& launch, const LaunchValues& values, KernelRuns& runs,
             Faults& faults) {
  const std::string fault = time_fault(values);
  if (!fault.empty()) {
    faults.add("launch left out since its duration " + fault, label(launch));
    return;
  }
  KernelRun run = run_of(launch, values);
  if (is_empty(run)) {
    faults.add("launch left out since none of its metrics is of use (docs/kernels.md lists them)",
               label(launch));
    return;
  }
  if (!apply_invocations(launch, run)) {
    faults.add("kernel left out since the number of its invocations is unusable", label(launch));
    return;
  }
  for (const QuantityFault& one : values.faults) {
    if (!one.asked_only) faults.add("value not taken, since it " + one.what, one.metric);
  }
  runs.runs.push_back(std::move(run));
}

}  // namespace

bool looks_like_ncu(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    if (text.substr(at).starts_with("==PROF==") || text.substr(at).starts_with("==ERROR==")) {
      return true;
    }
    if (read_ncu_header(text, at)) return true;
    next_line(text, at);
  }
  return false;
}

KernelRuns import_ncu(std::string_view text, const std::string& origin) {
  NcuTables tables = read_ncu_tables(text);
  const auto earlier = [](const NcuCell& a, const NcuCell& b) { return a.launch < b.launch; };
  const bool in_order = std::is_sorted(tables.cells.begin(), tables.cells.end(), earlier);
  if (!in_order) std::stable_sort(tables.cells.begin(), tables.cells.end(), earlier);
  if (in_order && !tables.ended_early && last_is_short(tables)) {
    tables.ended_early = true;
    tables.launches.pop_back();
  }
  KernelRuns runs{"Nsight Compute", {}, {}};
  Faults faults;
  const std::vector<char> marks = decimal_marks(tables);
  std::size_t at = 0;
  const bool any = tables.missing < tables.values;
  for (std::uint32_t launch = 0; any && launch < tables.launches.size(); ++launch) {
    const std::span<const NcuCell> cells = cells_of(tables, launch, at);
    const char decimal = marks[tables.launches[launch].table];
    add_run(tables.launches[launch], values_of(tables, cells, decimal), runs, faults);
  }
  if (runs.runs.empty()) refuse_all(tables, faults, origin);
  warn(tables, faults, runs);
  return runs;
}

}  // namespace ridgeline::ceilings
