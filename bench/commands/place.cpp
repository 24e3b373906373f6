// ridgeline place: kernels under the roofline of an archive, and what limits them.
#include <algorithm>

#include "bench/cli/commands.hpp"
#include "bench/cli/input_files.hpp"
#include "bench/cli/kernel_options.hpp"
#include "bench/cli/shared_options.hpp"
#include "bench/print/kernels/diagnosed.hpp"
#include "bench/print/kernels/kernels.hpp"
#include "ceilings/archive/json/summary.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/roofline/theoretical.hpp"
#include "ceilings/text/text.hpp"

namespace ridgeline::bench {
namespace {

constexpr int kMostRows = 1'000'000;

ceilings::KernelRuns runs_of(const Arguments& given) {
  const bool options = has_kernel_options(given);
  if (options && !given.operands.empty()) {
    throw UsageError("give kernels in files, or one by options, not both");
  }
  if (options) return kernel_of(given);
  if (given.operands.empty()) {
    throw UsageError("no kernels given: name a file, or give one by --flop, --bytes and --seconds");
  }
  return read_runs(given.operands);
}

std::vector<ceilings::KernelRun> chosen(const Arguments& given,
                                        std::vector<ceilings::KernelRun> runs) {
  if (!given.has("only")) return runs;
  const std::string pattern = given.text("only");
  std::vector<std::string> names;
  for (const ceilings::KernelRun& run : runs) names.push_back(run.name);
  std::erase_if(runs,
                [&](const ceilings::KernelRun& run) { return !fits_pattern(pattern, run.name); });
  if (!runs.empty()) return runs;
  const std::string near = nearest(pattern, names);
  throw UsageError(
      "no kernel has a name like '" + pattern + "'" +
      (near.empty() ? "; without --only all are listed" : "; did you mean '" + near + "'?"));
}

// What numbers and verdict leave of a line for the name; wide terminals have more columns.
std::size_t name_columns(std::size_t width) {
  constexpr std::size_t kWide = 105, kNumbers = 62, kMoreNumbers = 87, kLeast = 18, kMost = 64;
  if (width == 0) return kMost;
  const std::size_t others = width < kWide ? kNumbers : kMoreNumbers;
  return std::clamp(width > others ? width - others : 0, kLeast, kMost);
}

bool is_doubtful(const DiagnosedKernel& one) {
  const ceilings::Line* binding = one.place.binding;
  const bool suspect = binding != nullptr && !binding->ceiling->suspect.empty();
  return suspect || one.diagnosis.verdict == ceilings::Verdict::above_roof;
}

int run(const Arguments& given, const Console& console) {
  if (!given.has("on")) {
    throw UsageError("option '--on ARCHIVE' is missing: the roofline to place kernels under");
  }
  PlaceView view;
  view.archive = input_file(given, "on");
  view.top = static_cast<std::size_t>(given.number("top", 1, kMostRows));
  const ceilings::KernelRuns runs = runs_of(given);
  view.source = runs.source;
  view.name = name_columns(console.terminal.width);
  ceilings::Archive archive = ceilings::read_summary(view.archive);
  ceilings::add_theoretical(archive);
  const ceilings::Roofline roofline = ceilings::roofline_of(archive, given.text("scope"));
  const bool each = given.has("each") || has_kernel_options(given);
  std::vector<DiagnosedKernel> placed = diagnose_all(
      chosen(given, each ? runs.runs : ceilings::grouped(runs.runs)), roofline, archive);
  const Format format = format_of(given);
  view.programs = format == Format::json || format == Format::csv;
  if (given.has("only")) view.explained = view.top;
  for (const std::string& warning : runs.warnings) remark(warning);
  const bool doubt =
      !runs.warnings.empty() || std::any_of(placed.begin(), placed.end(), is_doubtful);
  write(console.out, place_document(std::move(placed), archive, roofline, view), format,
        console.terminal);
  return given.has("strict") && doubt ? 1 : 0;
}

}  // namespace

Command place_command() {
  CommandSyntax syntax;
  syntax.name = "place";
  syntax.summary = "place kernels under a roofline and say what limits them";
  syntax.operands = "[FILE...]";
  syntax.least = 0;
  syntax.most = 10'000;
  syntax.reads_files = true;
  syntax.options =
      std::vector<Option>{
          {"on",
           "ARCHIVE",
           "The roofline: an archive of the device that the kernels ran on",
           {},
           ""},
          {"scope",
           "SCOPE",
           "The part of the device that the kernels had: chip (a whole GPU), all (every core), "
           "core, sm, node0, ... (without it: the whole device)",
           {},
           ""},
          {"each",
           "",
           "Each launch by itself, instead of the launches of one name together",
           {},
           ""},
          {"only",
           "NAME",
           "Only kernels with that in their names (or a glob), each explained",
           {},
           ""},
          {"top", "N", "Kernels to list for people, by time", {}, "20"}} +
      kernel_options() +
      std::vector<Option>{{"strict",
                           "",
                           "Exit with 1 at a warning, a suspect ceiling or a point above the roof",
                           {},
                           ""},
                          format_option()};
  syntax.examples = {
      {"ridgeline place --on ARCHIVE kernels.csv",
       "Of ncu --csv, likwid-perfctr, perf stat -j, or a "
       "kernel list; told by content"},
      {"ridgeline place --on ARCHIVE ncu.csv --only gemm", "Every kernel with gemm in its name"},
      {"ridgeline place --on ARCHIVE --flop 2e9 --precision fp32 --bytes 12GB --seconds 5ms",
       "One kernel timed by hand: saxpy of 1e9 elements"},
      {"ridgeline place --on ARCHIVE --flop 0 --bytes 32MB --seconds 20us",
       "A transpose: no operations, so that its bandwidth is judged"}};
  syntax.details = {
      "1 FMA counts as 2 FLOP; --macs takes multiply-adds. Rates are decimal (GB/s = 1e9 B/s). "
      "Bytes "
      "given by hand are held against what programs ask for, hardware counters against traffic. "
      "Launches of one name are added up: sum of FLOP / sum of times, never a mean of rates.",
      "A verdict says more than the side of the ridge: a kernel far under every ceiling is "
      "latency-bound left and right of it. Each is described in docs/placing.md."};
  return {syntax, run};
}

}  // namespace ridgeline::bench
