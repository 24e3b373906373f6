// ridgeline characterize: plan, measure, assemble, archive, show.
#include "bench/run/characterize.hpp"

#include <algorithm>
#include <filesystem>
#include <ostream>

#include "bench/cli/commands.hpp"
#include "bench/cli/shared_options.hpp"
#include "bench/devices/system/interrupt.hpp"
#include "bench/print/archive/archive_document.hpp"
#include "bench/report/page.hpp"
#include "bench/report/report_file.hpp"
#include "bench/run/choose_device.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/text/text.hpp"

namespace ridgeline::bench {
namespace {

// The power limit is what a tensor core's rate is bound by; every other mark is a reason to doubt.
bool is_doubtful(const ceilings::Ceiling& ceiling) {
  return std::any_of(ceiling.suspect.begin(), ceiling.suspect.end(),
                     [](ceilings::Flag flag) { return flag != ceilings::Flag::power_limited; });
}

bool anything_suspect(const ceilings::Archive& archive) {
  return std::any_of(archive.ceilings.begin(), archive.ceilings.end(), is_doubtful) ||
         std::any_of(archive.samples.begin(), archive.samples.end(),
                     [](const ceilings::Sample& sample) {
                       return sample.status == ceilings::Status::failed;
                     });
}

// The archive's page, beside it; where it is. The archive is what counts: a page that can't be
// written is said, and no failure. Empty: there is none.
std::string report_beside(const CharacterizeResult& result) {
  if (!makes_reports()) return "";
  const std::string page = std::filesystem::path(result.path).replace_extension(".html").string();
  try {
    write_report(page, report_page({reported(result.path, result.archive)}, nullptr));
    return page;
  } catch (const Error& error) {
    remark(std::string("no report: ") + error.what());
    return "";
  }
}

// Measures one device and prints its table. Throws DeviceLost, when all is written, where the
// device did not last to the end.
int run_one(const DeviceChoice& chosen, const Arguments& given, const Console& console) {
  constexpr int kSuspect = 1;
  const Format format = format_of(given);
  CharacterizeOptions options;
  options.device = chosen.name;
  options.plan = plan_options_of(given);
  options.out = given.text("out");
  options.identify = given.has("identify");
  options.command_line = given.command_line;
  options.announce = [&] { remark(chosen.remark); };
  const CharacterizeResult result = characterize(options);

  Document document = archive_document(result.archive);
  const std::string page = given.has("no-report") ? "" : report_beside(result);
  document.facts.push_back({"archive", "", text_cell(result.path)});
  document.facts.push_back({"report", "", text_cell(page)});
  write(console.out, document, format, console.terminal);
  if (format == Format::table) {
    console.out << "Archive: " << sanitized(result.path, console.terminal.ascii) << "\n";
    if (!page.empty()) {
      console.out << "Report: " << sanitized(page, console.terminal.ascii) << "\n";
    } else if (!makes_reports()) {
      console.out << "Report: none, since " << kNoReports << "\n";
    }
  }
  if (!result.lost.empty()) {
    throw DeviceLost("the device was lost: " + result.lost + "; what was finished is in " +
                     result.path);
  }
  return given.has("strict") && anything_suspect(result.archive) ? kSuspect : 0;
}

int run(const Arguments& given, const Console& console) {
  constexpr int kInterrupted = 130;
  const std::vector<DeviceChoice> devices = choose_devices(given.text("device"));
  if (devices.size() > 1 && given.text("out").ends_with(".json")) {
    throw UsageError("--out names one file, and each of the " + std::to_string(devices.size()) +
                     " devices has an archive of its own; name a folder");
  }
  catch_interrupts();
  if (devices.size() == 1) {
    const int exit_code = run_one(devices.front(), given, console);
    return interrupted() ? kInterrupted : exit_code;
  }
  int worst = 0;
  for (const DeviceChoice& device : devices) {
    try {
      worst = std::max(worst, run_one(device, given, console));
    } catch (const DeviceError& error) {  // the others are still there
      worst = std::max(worst, report(error));
    }
    if (interrupted()) return kInterrupted;
  }
  return worst;
}

}  // namespace

Command characterize_command() {
  CommandSyntax syntax;
  syntax.name = "characterize";
  syntax.summary = "measure a device, archive its roofline, and print it";
  syntax.options =
      std::vector<Option>{device_option()} + planning_options() +
      std::vector<Option>{
          {"out",
           "PATH",
           "A folder, or a new file ending in .json (without it: below results/)",
           {},
           ""},
          {"strict", "", "End with exit code 1 where a result is suspect or a case failed", {}, ""},
          {"no-report", "", "Write no page (.html) beside the archive", {}, ""},
          {"identify", "", "Record host and user name in the archive", {}, ""},
          format_option()};
  syntax.examples = {
      {"ridgeline characterize",
       "Measure the first GPU, or this CPU where there is none; the archive goes below results/"},
      {"ridgeline characterize --device all", "Each GPU, then the CPU, one archive each"},
      {"ridgeline characterize --profile quick --only compute --out /tmp/peak.json",
       "Only the compute ceilings, in a few seconds, to a file of your own"}};
  syntax.details = {
      "Finds the memory levels, measures the ceilings, checks them with kernels of known "
      "intensity, and writes a new archive, and its page ('ridgeline report') beside it; an "
      "existing archive is never overwritten. Interrupted "
      "with Ctrl-C, or when a GPU is lost, it keeps what is finished, marked incomplete. "
      "'ridgeline plan' tells beforehand what will run and how long it takes."};
  return {syntax, run};
}

}  // namespace ridgeline::bench
