// ridgeline export: the ceilings in the forms that other tools take.
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <sstream>

#include "bench/cli/commands.hpp"
#include "bench/print/archive/archive_document.hpp"
#include "ceilings/archive.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/export/carm.hpp"
#include "ceilings/export/ert.hpp"
#include "ceilings/export/ncu.hpp"
#include "ceilings/text/text.hpp"

namespace ridgeline::bench {
namespace {

std::string csv(const ceilings::Archive& archive) {
  std::ostringstream text;
  write(text, archive_document(archive), Format::csv, Terminal{});
  return text.str();
}

std::string exported(const ceilings::Archive& archive, const std::string& form,
                     const ceilings::ExportChoice& choice) {
  if (form == "csv") return csv(archive);
  if (form == "ert-json") return ceilings::ert_json(archive, choice);
  if (form == "carm-csv") return ceilings::carm_csv(archive);
  return ceilings::ncu_section(archive, choice);
}

// Never replaces a file, as archives never do.
void write_new(const std::string& path, const std::string& text) {
  if (std::filesystem::exists(path)) {
    throw UsageError(sanitized(path) + " exists and is not replaced; choose another --out");
  }
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) {
    throw ArchiveError("cannot write " + sanitized(path) + ": " + std::strerror(errno) +
                       "; choose another --out, in a folder that exists");
  }
}

int run(const Arguments& given, const Console& console) {
  const std::string form = given.text("to");
  if (form.empty()) {
    throw UsageError("--to is missing: csv, ert-json, carm-csv or ncu-section");
  }
  const bool fixed = form == "csv" || form == "carm-csv";
  for (const char* option : {"scope", "precision"}) {
    if (fixed && given.has(option)) {
      throw UsageError(std::string("--") + option + " has no meaning for --to " + form +
                       ", which holds all of them; leave it out");
    }
  }
  if (form == "ncu-section" && given.has("precision")) {
    throw UsageError("--precision has no meaning for --to ncu-section, which has a chart for each");
  }
  const ceilings::Archive archive = ceilings::read_archive(given.operands.front());
  const ceilings::ExportChoice choice{given.text("scope"), given.text("precision"),
                                      given.text("line") == "reference"
                                          ? ceilings::ExportLine::reference
                                          : ceilings::ExportLine::roof};
  const std::string text = exported(archive, form, choice);
  if (given.has("out")) {
    write_new(given.text("out"), text);
  } else {
    console.out << text;
  }
  return 0;
}

}  // namespace

Command export_command() {
  CommandSyntax syntax;
  syntax.name = "export";
  syntax.summary = "write the ceilings in the form of another tool";
  syntax.operands = "ARCHIVE";
  syntax.least = syntax.most = 1;
  syntax.reads_files = true;
  syntax.options = {
      {"to", "FORM", "What to write", {"csv", "ert-json", "carm-csv", "ncu-section"}, ""},
      {"out", "FILE", "Into a new file instead of the standard output", {}, "", 'o'},
      {"scope",
       "SCOPE",
       "Of which part of the device: chip (a whole GPU), all (every core), core, ... (without it: "
       "the whole device)",
       {},
       ""},
      {"precision", "PRECISION", "ert-json: whose FLOP/s (fp64 where there is one)", {}, ""},
      {"line",
       "LINE",
       "Of each level its highest mix of reads and writes (roof), or reading (reference)",
       {"roof", "reference"},
       "roof"}};
  syntax.examples = {{"ridgeline export ARCHIVE --to ert-json -o roofline.json",
                      "What the Empirical Roofline Toolkit's scripts read"},
                     {"ridgeline export ARCHIVE --to carm-csv -o xeon_roofline.csv",
                      "For the CARM Tool's Results/Roofline folder"},
                     {"ridgeline export ARCHIVE --to ncu-section -o sections/Ridgeline.section",
                      "In a folder that exists; then: ncu --section-folder-recursive sections "
                      "--section RidgelineRoofline ./program"}};
  syntax.details = {
      "csv has every ceiling with all its fields in SI base units. ert-json and carm-csv are in "
      "GB/s and GFLOP/s, as those tools have it. ncu-section draws the measured ceilings under "
      "your kernels inside Nsight Compute; bandwidths are those of traffic, since it counts that."};
  return {syntax, run};
}

}  // namespace ridgeline::bench
