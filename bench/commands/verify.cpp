// ridgeline verify: is every kernel right on this device?
#include <algorithm>
#include <iostream>

#include "bench/cli/commands.hpp"
#include "bench/cli/shared_options.hpp"
#include "bench/devices/system/interrupt.hpp"
#include "bench/run/choose_device.hpp"
#include "bench/run/verify.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/text/text.hpp"

namespace ridgeline::bench {
namespace {

const char* name_of(VerifyOutcome outcome) {
  switch (outcome) {
    case VerifyOutcome::right:
      return "right";
    case VerifyOutcome::wrong:
      return "WRONG";
    case VerifyOutcome::cannot_run:
      return "cannot run here";
    case VerifyOutcome::failed:
      break;
  }
  return "FAILED";
}

std::string subject_of(const Case& c) {
  return c.kernel != nullptr ? std::string(c.kernel->name) : c.operation->id;
}

bool is_bad(const Verified& one) {
  return one.outcome == VerifyOutcome::wrong || one.outcome == VerifyOutcome::failed;
}

Row row_of(const Verified& one) {
  const kernels::Shape& shape = one.what.shape;
  const std::string launch =
      shape == kernels::Shape{}
          ? ""
          : std::to_string(shape.blocks_per_unit) + " x " + std::to_string(shape.threads_per_block);
  const Emphasis emphasis = is_bad(one)                                ? Emphasis::alarm
                            : one.outcome == VerifyOutcome::cannot_run ? Emphasis::dim
                                                                       : Emphasis::plain;
  return {{text_cell(subject_of(one.what)), text_cell(launch), count_cell(shape.in_flight),
           text_cell(id_of(one.what)), text_cell(name_of(one.outcome)), text_cell(one.note)},
          emphasis,
          0};
}

// "212 right, 0 wrong, 3 failed, 14 cannot run here"
std::string counts_of(const std::vector<Verified>& results) {
  const auto count = [&](VerifyOutcome outcome) {
    return std::to_string(std::count_if(results.begin(), results.end(), [&](const Verified& one) {
      return one.outcome == outcome;
    }));
  };
  return count(VerifyOutcome::right) + " right, " + count(VerifyOutcome::wrong) + " wrong, " +
         count(VerifyOutcome::failed) + " failed, " + count(VerifyOutcome::cannot_run) +
         " cannot run here";
}

Document document_of(const Device& device, const std::vector<Verified>& results,
                     std::size_t wanted) {
  const std::string provenance =
      device.provenance() == ceilings::Provenance::simulated ? " (simulated)" : "";
  Document document;
  document.facts = {{"device", "Device", text_cell(device.describe().model + provenance)}};
  Table table{"kernels",
              "",
              Audience::all,
              {{"kernel", "kernel", false, 0},
               {"launch", "blocks x threads", true, 3},
               {"in_flight", "in flight", true, 2},
               {"id", "id", false, 4},
               {"verdict", "verdict", false, 0},
               {"note", "note", false, 0}},
              {},
              {}};
  for (const Verified& one : results) table.rows.push_back(row_of(one));
  document.main_table = table.key;
  document.tables.push_back(std::move(table));
  document.closing = {counted(results.size(), "case") + ": " + counts_of(results)};
  if (results.size() < wanted) {
    document.closing.push_back((interrupted() ? "Interrupted: " : "The device was lost: ") +
                               counted(wanted - results.size(), "case") + " not looked at");
  }
  return document;
}

int run(const Arguments& given, const Console& console) {
  constexpr int kWrong = 3, kInterrupted = 130;
  const Format format = format_of(given);
  const std::string only = given.text("only");
  catch_interrupts();
  const std::vector<DeviceChoice> chosen = choose_devices(given.text("device"));
  if (chosen.size() > 1) throw UsageError("verify takes one device at a time; name it by --device");
  const auto device = open_device(chosen.front().name);
  std::vector<Case> cases = verification_cases(*device);
  std::erase_if(cases, [&](const Case& c) {
    return !only.empty() && !fits_pattern(only, subject_of(c)) && !fits_pattern(only, id_of(c));
  });
  if (cases.empty()) throw UsageError("there is no such kernel, so nothing was verified");
  remark(chosen.front().remark);
  const std::vector<Verified> results = verify_cases(*device, cases, [&](const Case& c) {
    if (!given.has("verbose")) return;
    std::cerr << "verify: " << subject_of(c) << " x" << c.shape.in_flight << '\n';  // unbuffered
  });
  write(console.out, document_of(*device, results, cases.size()), format, console.terminal);
  if (std::any_of(results.begin(), results.end(), is_bad)) return kWrong;
  return interrupted() ? kInterrupted : 0;
}

}  // namespace

Command verify_command() {
  CommandSyntax syntax;
  syntax.name = "verify";
  syntax.summary = "hold every kernel against its reference on a device; times nothing";
  syntax.options = {device_option(),
                    {"only", "NAMES", "Only kernels whose name or id contains this text", {}, ""},
                    {"verbose", "", "Name each kernel on stderr before it is started", {}, ""},
                    format_option()};
  syntax.examples = {
      {"ridgeline verify", "Every kernel of the first GPU, or of this CPU where there is none"},
      {"ridgeline verify --device cuda:0 --only mma", "Some of a GPU's"}};
  syntax.details = {
      "Exit code 3 where a kernel's result or memory is not what its reference leaves, or where it "
      "could not be started. Each measurement does the same before it times anything."};
  return {syntax, run};
}

}  // namespace ridgeline::bench
