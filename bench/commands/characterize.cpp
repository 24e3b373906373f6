// ridgeline characterize: plan, measure, assemble, archive, show.
#include "bench/characterize.hpp"

#include <algorithm>
#include <ostream>

#include "bench/commands/commands.hpp"
#include "bench/commands/shared_options.hpp"
#include "bench/interrupt.hpp"
#include "bench/table.hpp"
#include "bench/text.hpp"

namespace ridgeline {
namespace {

bool anything_suspect(const Archive& archive) {
  return std::any_of(archive.ceilings.begin(), archive.ceilings.end(),
                     [](const Ceiling& ceiling) { return !ceiling.suspect.empty(); }) ||
         std::any_of(archive.samples.begin(), archive.samples.end(),
                     [](const Sample& sample) { return sample.status == Status::failed; });
}

int run(const Arguments& given, const Console& console) {
  constexpr int kSuspect = 1, kInterrupted = 130;
  const Format format = format_of(given);
  CharacterizeOptions options;
  options.device = given.text("device");
  options.plan = plan_options_of(given);
  options.out = given.text("out");
  options.identify = given.has("identify");
  options.command_line = given.command_line;
  catch_interrupts();
  const CharacterizeResult result = characterize(options);

  Document document = archive_document(result.archive);
  document.facts.push_back({"archive", "", text_cell(result.path)});
  write(console.out, document, format, console.terminal);
  if (format == Format::table) {
    console.out << "Archive: " << harmless(result.path, console.terminal.ascii) << "\n";
  }
  if (interrupted()) return kInterrupted;
  return given.has("strict") && anything_suspect(result.archive) ? kSuspect : 0;
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
          {"identify", "", "Record host and user name in the archive", {}, ""},
          format_option()};
  syntax.examples = {
      {"ridgeline characterize", "Measure this CPU; the archive goes below results/"},
      {"ridgeline characterize --profile quick --only compute --out /tmp/peak.json",
       "Only the compute ceilings, in a few seconds, to a file of your own"}};
  syntax.details = {
      "Finds the memory levels, measures the ceilings, checks them with kernels of known "
      "intensity, and writes a new archive; an existing one is never overwritten. Interrupted "
      "with Ctrl-C it keeps what is finished, marked incomplete. 'ridgeline plan' tells "
      "beforehand what will run and how long it takes."};
  return {syntax, run};
}

}  // namespace ridgeline
