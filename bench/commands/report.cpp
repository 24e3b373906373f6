// ridgeline report: archives, and kernels under the first of them, as one interactive page.
#include <filesystem>
#include <ostream>

#include "bench/cli/commands.hpp"
#include "bench/cli/input_files.hpp"
#include "bench/print/kernels/diagnosed.hpp"
#include "bench/print/kernels/kernels.hpp"
#include "bench/report/page.hpp"
#include "bench/report/report_file.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/text/text.hpp"

namespace ridgeline::bench {
namespace {

constexpr std::size_t kMostArchives = 50;

// What `place` prints for programs. Its rows are made when they are written, of what the archive
// and the roofline hold.
Document placed_document(const Arguments& given, const ceilings::Archive& archive,
                         const ceilings::Roofline& roofline, const std::string& file) {
  const ceilings::KernelRuns runs = read_runs({input_file(given, "kernels")});
  for (const std::string& warning : runs.warnings) remark(warning);
  PlaceView view;
  view.source = runs.source;
  view.archive = file;
  view.programs = true;
  return place_document(
      diagnose_all(given.has("each") ? runs.runs : ceilings::grouped(runs.runs), roofline, archive),
      archive, roofline, view);
}

std::string page_of(const Arguments& given, const std::vector<Reported>& archives) {
  if (!given.has("kernels")) return report_page(archives, nullptr);
  const Reported& first = archives.front();
  const ceilings::Roofline roofline = ceilings::roofline_of(first.drawn, given.text("scope"));
  const Document placed = placed_document(given, first.drawn, roofline, first.file);
  return report_page(archives, &placed);
}

std::vector<Reported> read_all(const std::vector<std::string>& paths) {
  std::vector<Reported> archives;
  for (const std::string& path : paths) {
    archives.push_back(reported(path, ceilings::read_archive(path)));
  }
  return archives;
}

std::string output_of(const Arguments& given) {
  if (given.has("out")) return given.text("out");
  return std::filesystem::path(given.operands.front()).replace_extension(".html").string();
}

int run(const Arguments& given, const Console& console) {
  if (!makes_reports()) throw DeviceError(kNoReports);
  for (const char* option : {"each", "scope"}) {
    if (given.has(option) && !given.has("kernels")) {
      throw UsageError(std::string("--") + option + " is about kernels; give --kernels FILE too");
    }
  }
  const std::string page = page_of(given, read_all(given.operands));
  const std::string out = output_of(given);
  write_report(out, page);
  console.out << "Report: " << sanitized(out, console.terminal.ascii) << "\n";
  return 0;
}

}  // namespace

Command report_command() {
  CommandSyntax syntax;
  syntax.name = "report";
  syntax.summary = "draw archives and kernels as one interactive page";
  syntax.operands = "ARCHIVE...";
  syntax.least = 1;
  syntax.most = kMostArchives;
  syntax.reads_files = true;
  syntax.options = {
      {"kernels",
       "FILE",
       "Kernels to place under the first archive: whatever 'ridgeline place' reads",
       {},
       ""},
      {"scope",
       "SCOPE",
       "The part of the device that the kernels had: chip (a whole GPU), all (every core), core, "
       "... (without it: the whole device)",
       {},
       ""},
      {"each", "", "Each launch by itself, instead of the launches of one name together", {}, ""},
      {"out",
       "FILE",
       "The page (without it: the first archive's name, ending in .html); an earlier report there "
       "is replaced, anything else is not",
       {},
       "",
       'o'}};
  syntax.examples = {
      {"ridgeline report ARCHIVE", "ARCHIVE's roofline, ceilings, sweeps and environment"},
      {"ridgeline report ARCHIVE --kernels ncu.csv -o report.html", "With your kernels under it"},
      {"ridgeline report H200.json A100.json -o both.html",
       "Two cards over each other, and where one overtakes the other"}};
  syntax.details = {
      "The page is one file that needs no network and runs in any browser: hover over lines and "
      "kernels, switch ceilings and precisions, move the probe to read what an intensity can "
      "attain. Names in archives and kernel files are shown, never run.",
      "'ridgeline characterize' writes one beside each archive. Figures for papers: "
      "scripts/plot."};
  return {syntax, run};
}

}  // namespace ridgeline::bench
