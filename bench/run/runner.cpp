// Series by series through Google Benchmark, then further rounds for what is not yet stable.
#include "bench/run/runner.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "bench/devices/system/interrupt.hpp"
#include "bench/fixtures/google_benchmark.hpp"
#include "bench/plan/series.hpp"
#include "bench/run/sample.hpp"
#include "ceilings/checks/smt_interference.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/stats.hpp"

namespace ridgeline::bench {
namespace {

// By the repetitions that will make the ceiling: undisturbed ones, if there are any others.
bool is_stable(const ceilings::Sample& sample, const Profile& profile, double full_width) {
  if (sample.status != ceilings::Status::ok || sample.repetitions.empty()) return true;
  if (std::ssize(sample.repetitions) >= profile.stability_repetitions) return true;
  std::vector<double> rates;
  for (const ceilings::Repetition& r : sample.repetitions) {
    if (!ceilings::is_disturbed(r, full_width)) rates.push_back(r.passes / r.seconds);
  }
  if (std::ssize(rates) < std::min(ceilings::kLeastUndisturbed, std::ssize(sample.repetitions)))
    return false;
  const Summary summary = summarize(rates);
  return (summary.high - summary.low) / 2 <= profile.stable_within * summary.median;
}

// Cases are interleaved with those that are repeated as often.
void run_round(const std::vector<CaseRun*>& runs, Device& device, Recorder& recorder) {
  std::map<int, std::vector<CaseRun*>> by_repetitions;
  for (CaseRun* run : runs) by_repetitions[run->what.repetitions].push_back(run);
  for (const auto& [repetitions, alike] : by_repetitions) {
    if (interrupted() || !recorder.lost.empty()) return;
    run_interleaved(alike, repetitions, device, recorder);
  }
}

// Further rounds for unstable cases while `allowance` (s) lasts. Returns what was spent.
double repeat_until_stable(std::vector<CaseRun>& series, const Profile& profile, double allowance,
                           Device& device, Recorder& recorder) {
  double spent = 0;
  // Of cores that differ nothing is set aside here; the archive's ceilings tell their kinds apart.
  const double width =
      device.machine().kinds.size() == 1 ? ceilings::full_width(recorder.widths) : 0;
  while (!interrupted() && recorder.lost.empty()) {
    std::vector<CaseRun*> unstable;
    double round_cost = 0;
    for (CaseRun& run : series) {
      const bool was_rested = run.what.rest > 0;  // it would be hot by now: another measurement
      if (was_rested || is_stable(run.sample, profile, width)) continue;
      const auto count = static_cast<double>(run.sample.repetitions.size());
      const double cost = run.wall_seconds / count * run.what.repetitions;
      if (spent + round_cost + cost > allowance) continue;
      round_cost += cost;
      unstable.push_back(&run);
    }
    if (unstable.empty()) break;
    run_round(unstable, device, recorder);
    spent += round_cost;
  }
  return spent;
}

// Cases of one key run interleaved. A large ring of pointers has its memory to itself, so it is a
// series of its own: all of them at once would take more memory than the largest working set.
std::string series_key(const Case& c) {
  constexpr std::uint64_t kLargeRing = std::uint64_t{16} << 20;
  const bool ring = c.kernel != nullptr && c.kernel->family == kernels::Family::latency;
  return ring && c.working_set > kLargeRing ? name_of(c) : series_of(c);
}

void run_series(std::vector<CaseRun>& series, Device& device, Journal& journal,
                Recorder& recorder) {
  std::vector<CaseRun*> runs;
  for (CaseRun& run : series) {
    journal.begin(run.sample);
    if (run.sample.status == ceilings::Status::ok) runs.push_back(&run);
  }
  run_round(runs, device, recorder);
}

std::vector<std::vector<CaseRun>> split_into_series(std::span<const Case> cases) {
  std::vector<std::vector<CaseRun>> all;
  std::string last;
  for (const Case& c : cases) {
    const std::string key = series_key(c);
    if (all.empty() || key != last) all.emplace_back();
    last = key;
    CaseRun run;
    run.what = c;
    run.sample = sample_of(c);
    all.back().push_back(std::move(run));
  }
  return all;
}

Recorder recorder_to(Journal& journal, Progress& progress) {
  Recorder recorder;
  recorder.before = [&](const ceilings::Sample& sample) { progress.show(sample.name); };
  recorder.after = [&](const ceilings::Sample& sample, const ceilings::Repetition& repetition) {
    journal.append(sample.name, sample.stage, repetition);
  };
  recorder.given_up = [&](const ceilings::Sample& sample) { journal.begin(sample); };
  recorder.order = journal.repetitions();
  return recorder;
}

}  // namespace

RunOutcome run_cases(Device& device, std::span<const Case> cases, const PlanOptions& options,
                     Journal& journal, Progress& progress) {
  std::vector<std::vector<CaseRun>> all = split_into_series(cases);
  Recorder recorder = recorder_to(journal, progress);
  double budget = options.profile.stability_budget;
  std::size_t left = cases.size();
  RunOutcome outcome;
  const auto probe = [&] {
    if (!recorder.lost.empty()) return;
    ceilings::LayoutProbe now{journal.repetitions(), device.probe_placement()};
    if (now.latencies.empty()) return;
    journal.probe(now);
    outcome.layout_probes.push_back(std::move(now));
  };
  for (std::vector<CaseRun>& series : all) {
    probe();
    run_series(series, device, journal, recorder);
    const bool confirm = series.front().what.stage == ceilings::Stage::confirm;
    if (confirm) {  // a share of the budget by the number of cases; what is left over goes on
      const double share = budget * static_cast<double>(series.size()) / static_cast<double>(left);
      budget -= repeat_until_stable(series, options.profile, share, device, recorder);
    }
    left -= series.size();
    for (CaseRun& run : series) outcome.samples.push_back(std::move(run.sample));
    series.clear();  // gives exclusive memory back before the next series
  }
  probe();
  outcome.lost = recorder.lost;
  return outcome;
}

int run_as_google_benchmark(Device& device, std::span<const Case> cases,
                            const ceilings::Archive& head,
                            const std::vector<std::string>& arguments) {
  constexpr int kFailed = 3, kInterrupted = 130;
  std::vector<CaseRun> runs;
  ceilings::Archive context = head;
  for (const Case& c : cases) {
    if (!c.skip.empty()) continue;
    runs.push_back({c, sample_of(c), nullptr});
    context.samples.push_back(runs.back().sample);
  }
  const std::size_t matched = run_program(
      runs, device, arguments,
      {{"ridgeline", ceilings::to_json(context)}, {"ridgeline_build_type", head.tool.build_type}});
  if (interrupted()) return kInterrupted;
  if (matched == 0) {
    throw UsageError("bench: no benchmark matches the filter; see --benchmark_list_tests");
  }
  const bool failed = std::any_of(runs.begin(), runs.end(), [](const CaseRun& run) {
    return run.sample.status == ceilings::Status::failed;
  });
  return failed ? kFailed : 0;
}

}  // namespace ridgeline::bench
