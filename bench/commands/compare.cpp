// ridgeline compare: archives side by side, by device class, and over time.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <ostream>

#include "bench/cli/commands.hpp"
#include "bench/cli/input_files.hpp"
#include "bench/cli/shared_options.hpp"
#include "bench/print/compare/compare.hpp"
#include "bench/print/compare/drift.hpp"
#include "bench/print/compare/groups.hpp"
#include "bench/print/compare/read.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/text/text.hpp"

namespace ridgeline::bench {
namespace {

constexpr std::size_t kMostSideBySide = 6;
constexpr double kUsualTolerance = 0.03;

std::optional<double> finite_number(const std::string& text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  const bool good = result.ec == std::errc{} && result.ptr == end && std::isfinite(value);
  return good ? std::optional(value) : std::nullopt;
}

// "0.1,1,10"
std::vector<double> intensities_of(const std::string& text) {
  std::vector<double> values;
  for (const std::string& part : split(text)) {
    const auto value = finite_number(part);
    if (!value || *value <= 0) {
      throw UsageError("option '--at' takes numbers above 0, as in 0.1,1,10, not '" + text + "'");
    }
    if (std::find(values.begin(), values.end(), *value) == values.end()) values.push_back(*value);
  }
  return values;
}

// "3%" and "3": per cent.
double tolerance_of(const std::string& text) {
  const std::string number = text.ends_with('%') ? text.substr(0, text.size() - 1) : text;
  const auto value = finite_number(number);
  if (!value || *value < 0 || *value > 100) {
    throw UsageError("option '--fail-on' takes per cent from 0 to 100, as in 3%, not '" + text +
                     "'");
  }
  return *value / 100;
}

struct CompareRequest {
  std::vector<std::string> paths;
  std::size_t baseline = 0;
  bool all = false, group = false, judged = false, forced = false;
  double tolerance = kUsualTolerance;
  std::vector<double> at;
};

CompareRequest request_of(const Arguments& given) {
  CompareRequest request;
  request.paths = given.operands;
  if (given.has("baseline")) {
    const std::string wanted = input_file(given, "baseline");
    const auto found = std::find(request.paths.begin(), request.paths.end(), wanted);
    if (found == request.paths.end()) {
      request.paths.insert(request.paths.begin(), wanted);
    } else {
      request.baseline = static_cast<std::size_t>(found - request.paths.begin());
    }
  }
  request.all = given.has("all");
  request.group = given.has("group") || request.paths.size() > kMostSideBySide;
  request.forced = given.has("force");
  request.judged = given.has("fail-on");
  if (request.judged) request.tolerance = tolerance_of(given.text("fail-on"));
  request.at = intensities_of(given.text("at"));
  if (request.paths.size() < 2 && !given.has("group")) {
    throw UsageError("compare takes two archives or more; 'ridgeline show ARCHIVE' prints one");
  }
  return request;
}

bool is_one_class(const std::vector<ceilings::ArchiveDigest>& digests) {
  return std::all_of(digests.begin(), digests.end(), [&](const ceilings::ArchiveDigest& digest) {
    return digest.device_class == digests[0].device_class &&
           digest.provenance == digests[0].provenance;
  });
}

// Adds what changed where that is a question: on one kind of device, or when asked for. Returns
// whether something was lost beyond what is tolerated.
bool add_drift(Document& document, const std::vector<ceilings::ArchiveDigest>& digests,
               std::size_t baseline, const CompareRequest& request) {
  const bool one_class = is_one_class(digests);
  if (request.judged && !one_class && !request.forced) {
    throw UsageError("--fail-on judges archives of one device class, and these are of several (" +
                     digests[0].device_class + " and others); --force compares them all the same");
  }
  if (!request.judged && (!one_class || digests.size() < 3)) return false;
  if (digests.size() < 2) return false;
  const std::vector<ceilings::Change> changes =
      ceilings::changes_against(digests, baseline, request.tolerance);
  const bool common = std::any_of(
      changes.begin(), changes.end(),
      [](const ceilings::Change& change) { return change.verdict != ceilings::Drift::missing; });
  if (request.judged && !common) {
    throw UsageError("--fail-on has nothing to judge: the archives have no ceiling in common");
  }
  document.tables.push_back(drift_table(digests, baseline, request.tolerance));
  document.tables.push_back(drift_data(digests, baseline, request.tolerance));
  for (const std::string& line : drift_lines(digests, baseline, request.tolerance)) {
    document.closing.push_back(line);
  }
  const bool lost = std::any_of(changes.begin(), changes.end(), [](const ceilings::Change& change) {
    return change.verdict == ceilings::Drift::loss || change.verdict == ceilings::Drift::missing;
  });
  return request.judged && lost;
}

int compare_groups(const CompareRequest& request, Format format, const Console& console) {
  const DigestsRead read = read_digests(request.paths, request.baseline, request.all);
  Document document = group_document(read.digests, request.all);
  const bool lost = add_drift(document, read.digests, read.baseline, request);
  write(console.out, document, format, console.terminal);
  console.out.flush();  // the two streams in order
  constexpr std::size_t kMostFaults = 10;
  for (std::size_t i = 0; i < std::min(kMostFaults, read.faults.size()); ++i) {
    remark(read.faults[i]);
  }
  if (read.faults.size() > kMostFaults) {
    remark("and " + std::to_string(read.faults.size() - kMostFaults) +
           " more files that are no archives; `ridgeline validate` lists them");
  }
  return !read.faults.empty() ? 4 : lost ? 1 : 0;
}

int compare_few(const CompareRequest& request, Format format, const Console& console) {
  Comparison comparison;
  comparison.archives = read_summaries(request.paths);
  comparison.paths = request.paths;
  comparison.baseline = request.baseline;
  comparison.all = request.all;
  comparison.at = request.at;
  if (format == Format::table) comparison.width = console.terminal.width;
  std::vector<ceilings::ArchiveDigest> digests;
  for (std::size_t i = 0; i < request.paths.size(); ++i) {
    digests.push_back(ceilings::digest_of(comparison.archives[i], request.paths[i], request.all));
  }
  Document document = comparison_document(comparison);
  const bool lost = add_drift(document, digests, request.baseline, request);
  write(console.out, document, format, console.terminal);
  return lost ? 1 : 0;
}

int run(const Arguments& given, const Console& console) {
  const Format format = format_of(given);
  const CompareRequest request = request_of(given);
  return request.group ? compare_groups(request, format, console)
                       : compare_few(request, format, console);
}

std::vector<std::string> details() {
  return {
      "Two to six archives stand side by side: their main ceilings with the ratio to the "
      "baseline's, whether the 95 % intervals overlap, ridge points, the arithmetic intensity from "
      "which another one is faster, and every setting that differs. More are grouped by device "
      "class, with median, spread and outliers.",
      "Rates are compared as B / A, times as A / B: above 1, B is better. Memory levels and "
      "precisions are those of the whole device; read and FMA are the reference lines, 'highest' "
      "the roofs.",
      "--fail-on exits 1 where a ceiling is lost by more than that against the baseline and the "
      "intervals do not overlap (or there is none), or is missing; gains are told, and never fail. "
      "It takes archives of one device class."};
}

}  // namespace

Command compare_command() {
  CommandSyntax syntax;
  syntax.name = "compare";
  syntax.summary = "hold archives against each other: ratios, crossovers, settings, drift";
  syntax.operands = "ARCHIVE...";
  syntax.least = 1;
  syntax.most = 1'000'000;
  syntax.reads_files = true;
  syntax.options = {
      {"baseline", "ARCHIVE", "What ratios are to (without it: the first)", {}, ""},
      {"all", "", "Every ceiling by its id, and every memory level", {}, ""},
      {"at",
       "LIST",
       "Intensities, in FLOP/B, to give the attainable rates' ratio at",
       {},
       "0.1,1,10,100"},
      {"group", "", "Group by device class, however few they are", {}, ""},
      {"fail-on", "PERCENT", "Exit 1 where a ceiling is lost by more than this, e.g. 3%", {}, ""},
      {"force", "", "Let --fail-on judge archives of different device classes", {}, ""},
      format_option()};
  syntax.examples = {
      {"ridgeline compare A.json B.json", "Which card is faster, at what, and from which AI on"},
      {"ridgeline compare --baseline good.json new.json --fail-on 3%",
       "In CI: exit code 1 where the machine became slower"},
      {"ridgeline compare results/*/*.json", "By device class: median, spread, outliers"},
      {"ridgeline compare A.json results/published/h200-sxm.json --format markdown",
       "Against figures from literature, marked as such"}};
  syntax.details = details();
  return {syntax, run};
}

}  // namespace ridgeline::bench
