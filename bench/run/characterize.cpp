// Plan, run, learn, plan again: the verbs in order.
#include "bench/run/characterize.hpp"

#include <ctime>
#include <filesystem>
#include <iterator>
#include <utility>

#include "bench/build/build_info.hpp"
#include "bench/devices/system/interrupt.hpp"
#include "bench/devices/system/timer.hpp"
#include "bench/plan/sizing/cost.hpp"
#include "bench/run/choose_device.hpp"
#include "bench/run/journal.hpp"
#include "bench/run/progress.hpp"
#include "bench/run/runner.hpp"
#include "ceilings/archive/json/file.hpp"
#include "ceilings/archive/path.hpp"
#include "ceilings/derive/derive.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/levels/levels.hpp"

namespace ridgeline::bench {
namespace {

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

// The file to write. Throws UsageError where it exists, DeviceError where it can't be written.
std::string output_path(const CharacterizeOptions& options, const ceilings::Archive& head) {
  const bool simulated = head.provenance == ceilings::Provenance::simulated;
  const std::string out = !options.out.empty() ? options.out : simulated ? "simulated" : "results";
  const bool file = std::filesystem::path(out).extension() == ".json";
  std::string path = file ? out : ceilings::archive_path(out, head);
  try {
    ceilings::check_writable(path, head.provenance);
  } catch (const ArchiveError& error) {  // of an output, so that it is no faulty input
    if (std::filesystem::exists(path)) throw UsageError(error.what());
    throw DeviceError(std::string(error.what()) + "; choose another place with --out");
  }
  return path;
}

template <typename T>
void append(std::vector<T>& all, std::vector<T> more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

// What a run that ended early says of itself; an archive holds no sample without a story.
void mark_incomplete(ceilings::Archive& archive, const std::string& lost) {
  std::string before = "the run was interrupted";
  if (!lost.empty()) {
    before = "the device was lost";
    archive.complete = false;
    archive.incomplete_reason = "the device was lost: " + lost;
  } else if (interrupted()) {
    archive.complete = false;
    archive.incomplete_reason = std::string("interrupted by ") + interrupting_signal();
  }
  for (ceilings::Sample& sample : archive.samples) {
    if (sample.status != ceilings::Status::ok || !sample.repetitions.empty()) continue;
    sample.status = ceilings::Status::skipped;
    sample.reason = "not reached before " + before;
  }
}

void run_stage(Device& device, ceilings::Stage stage, const PlanOptions& options,
               ceilings::Archive& archive, Journal& journal, Progress& progress,
               std::string& lost) {
  if (interrupted() || !lost.empty()) return;
  Knowledge knowledge;
  knowledge.levels = ceilings::levels_of(archive);
  knowledge.samples = archive.samples;
  const std::vector<Case> cases = plan(device.machine(), device.kernels(), archive.device.levels,
                                       options, stage, knowledge, device.operations());
  RunOutcome outcome = run_cases(device, cases, options, journal, progress);
  append(archive.samples, std::move(outcome.samples));
  append(archive.layout_probes, std::move(outcome.layout_probes));
  lost = outcome.lost;
  ceilings::derive(archive);
}

}  // namespace

ceilings::Archive archive_head(const Device& device, const PlanOptions& plan, bool identify,
                               const std::string& command_line) {
  ceilings::Archive head;
  head.tool = build_info();
  head.created = utc_now();
  head.command = command_line;
  head.profile = plan.profile.name;
  head.provenance = device.provenance();
  head.device = device.describe();
  head.environment = device.environment(identify);
  return head;
}

CharacterizeResult characterize(const CharacterizeOptions& options) {
  const double start = now_seconds();
  const std::unique_ptr<Device> device = open_device(options.device);
  ceilings::Archive archive =
      archive_head(*device, options.plan, options.identify, options.command_line);
  const std::vector<Case> planned =
      plan_all(device->machine(), device->kernels(), archive.device.levels, options.plan,
               device->operations());
  archive.predicted_seconds = predicted_seconds(planned, options.plan);
  const std::string path = output_path(options, archive);

  if (options.announce) options.announce();
  Journal journal(path + ".journal.jsonl", archive);
  Progress progress(archive.predicted_seconds);
  std::string lost;
  for (const ceilings::Stage stage :
       {ceilings::Stage::explore, ceilings::Stage::confirm, ceilings::Stage::empirical}) {
    run_stage(*device, stage, options.plan, archive, journal, progress, lost);
  }
  progress.clear();
  mark_incomplete(archive, lost);
  ceilings::derive(archive);
  archive.wall_seconds = now_seconds() - start;
  ceilings::write_archive(archive, path);
  journal.remove();
  return {std::move(archive), path, lost};
}

}  // namespace ridgeline::bench
