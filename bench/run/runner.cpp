// Series by series through Google Benchmark, then further rounds for what has not settled.
#include "bench/run/runner.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "bench/devices/system/interrupt.hpp"
#include "bench/fixtures/case_fixture.hpp"
#include "ceilings/checks/smt_interference.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/stats.hpp"

namespace ridgeline {
namespace {

// Google Benchmark reports to nobody: the journal has every repetition already.
class SilentReporter : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>&) override {}
};

// Google Benchmark's flags are set once a round; they come before any of the user's own.
std::vector<std::string> default_flags(int repetitions) {
  return {"ridgeline", "--benchmark_repetitions=" + std::to_string(repetitions),
          "--benchmark_min_time=1e-6", "--benchmark_enable_random_interleaving=true"};
}

// `arguments` keeps what Google Benchmark does not know. Google Benchmark keeps the program's name
// by its address, so that one must outlive the call.
void initialize(std::vector<std::string>& arguments) {
  static char program[] = "ridgeline";
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.front() = program;
  int count = static_cast<int>(pointers.size());
  pointers.push_back(nullptr);
  benchmark::Initialize(&count, pointers.data());
  std::vector<std::string> left;
  for (int i = 0; i < count; ++i) left.emplace_back(pointers[static_cast<std::size_t>(i)]);
  arguments = std::move(left);
}

void register_run(CaseRun& run, Device& device, Recorder& recorder) {
  // Google Benchmark's registry owns the fixture and deletes it when it is cleared.
  benchmark::internal::RegisterBenchmarkInternal(new CaseFixture(run, device, recorder));
}

void run_round(std::span<CaseRun* const> runs, int repetitions, Device& device,
               Recorder& recorder) {
  if (runs.empty() || interrupted() || !recorder.lost.empty()) return;
  std::vector<std::string> flags = default_flags(repetitions);
  initialize(flags);
  for (CaseRun* run : runs) register_run(*run, device, recorder);
  SilentReporter silent;
  benchmark::RunSpecifiedBenchmarks(&silent);
  benchmark::ClearRegisteredBenchmarks();
}

// By the repetitions that will make the ceiling: undisturbed ones, if there are any others.
bool settled(const Sample& sample, const Profile& profile, double full_width) {
  if (sample.status != Status::ok || sample.repetitions.empty()) return true;
  if (std::ssize(sample.repetitions) >= profile.settle_repetitions) return true;
  std::vector<double> rates;
  for (const Repetition& r : sample.repetitions) {
    if (!is_disturbed(r, full_width)) rates.push_back(r.passes / r.seconds);
  }
  if (std::ssize(rates) < std::min(kLeastUndisturbed, std::ssize(sample.repetitions))) return false;
  const Summary summary = summarize(rates);
  return (summary.high - summary.low) / 2 <= profile.settle * summary.median;
}

// Further rounds for unsettled cases while `allowance` (s) lasts. Returns what was spent.
double settle(std::vector<CaseRun>& series, const Profile& profile, double allowance,
              Device& device, Recorder& recorder) {
  double spent = 0;
  // Of cores that differ nothing is set aside here; the archive's ceilings tell their kinds apart.
  const double width = device.machine().kinds.size() == 1 ? full_width(recorder.widths) : 0;
  while (!interrupted() && recorder.lost.empty()) {
    std::vector<CaseRun*> unsettled;
    double round_cost = 0;
    for (CaseRun& run : series) {
      const bool was_rested = run.what.rest > 0;  // it would be hot by now: another measurement
      if (was_rested || settled(run.sample, profile, width)) continue;
      const auto count = static_cast<double>(run.sample.repetitions.size());
      const double cost = run.wall_seconds / count * run.what.repetitions;
      if (spent + round_cost + cost > allowance) continue;
      round_cost += cost;
      unsettled.push_back(&run);
    }
    if (unsettled.empty()) break;
    std::map<int, std::vector<CaseRun*>> by_repetitions;
    for (CaseRun* run : unsettled) by_repetitions[run->what.repetitions].push_back(run);
    for (const auto& [repetitions, runs] : by_repetitions) {
      run_round(runs, repetitions, device, recorder);
    }
    spent += round_cost;
  }
  return spent;
}

// Cases of one key run interleaved. A large ring of pointers has its memory to itself, so it is a
// series of its own: all of them at once would take more memory than the largest working set.
std::string series_key(const Case& c) {
  constexpr std::uint64_t kLargeRing = std::uint64_t{16} << 20;
  const bool ring = c.kernel != nullptr && c.kernel->family == Family::latency;
  return ring && c.working_set > kLargeRing ? name_of(c) : series_of(c);
}

void run_series(std::vector<CaseRun>& series, Device& device, Recorder& recorder) {
  std::map<int, std::vector<CaseRun*>> by_repetitions;
  for (CaseRun& run : series) {
    if (recorder.journal != nullptr) recorder.journal->begin(run.sample);
    if (run.sample.status == Status::ok) by_repetitions[run.what.repetitions].push_back(&run);
  }
  for (const auto& [repetitions, runs] : by_repetitions) {
    run_round(runs, repetitions, device, recorder);
  }
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

}  // namespace

Repetition measure(Device& device, Prepared& prepared, const Case& c, std::uint64_t order) {
  const Timing timing = device.run(prepared, {c.passes, c.seconds});
  const bool sensible = std::isfinite(timing.seconds) && timing.seconds > 0 &&
                        std::isfinite(timing.passes) && timing.passes > 0;
  if (!sensible) {
    throw DeviceError("a repetition took " + std::to_string(timing.seconds) + " s for " +
                      std::to_string(timing.passes) + " passes, which cannot be");
  }
  Repetition repetition;
  repetition.seconds = timing.seconds;
  repetition.passes = timing.passes;
  repetition.clock_hz = timing.clock_hz;
  repetition.order = order;
  repetition.handoff = timing.handoff;
  repetition.width = timing.width;
  repetition.power = timing.power;
  repetition.temperature = timing.temperature;
  repetition.flags = timing.flags;
  return repetition;
}

std::vector<Sample> run_cases(Device& device, std::span<const Case> cases,
                              const PlanOptions& options, Journal& journal, Progress& progress,
                              std::vector<PlacementProbe>& placements, std::string& lost) {
  std::vector<std::vector<CaseRun>> all = split_into_series(cases);
  Recorder recorder{&journal, &progress, journal.repetitions(), {}, lost};
  double budget = options.profile.settle_budget;
  std::size_t left = cases.size();
  std::vector<Sample> samples;
  const auto probe = [&] {
    if (!recorder.lost.empty()) return;
    PlacementProbe now{journal.repetitions(), device.probe_placement()};
    if (now.handoffs.empty()) return;
    journal.probe(now);
    placements.push_back(std::move(now));
  };
  for (std::vector<CaseRun>& series : all) {
    probe();
    run_series(series, device, recorder);
    const bool confirm = series.front().what.stage == Stage::confirm;
    if (confirm) {  // a share of the budget by the number of cases; what is left over goes on
      const double share = budget * static_cast<double>(series.size()) / static_cast<double>(left);
      budget -= settle(series, options.profile, share, device, recorder);
    }
    left -= series.size();
    for (CaseRun& run : series) samples.push_back(std::move(run.sample));
    series.clear();  // gives exclusive memory back before the next series
  }
  probe();
  lost = recorder.lost;
  return samples;
}

int run_as_google_benchmark(Device& device, std::span<const Case> cases, const Archive& head,
                            const std::vector<std::string>& arguments) {
  std::vector<CaseRun> runs;
  Archive context = head;
  for (const Case& c : cases) {
    if (!c.skip.empty()) continue;
    runs.push_back({c, sample_of(c), nullptr});
    context.samples.push_back(runs.back().sample);
  }
  std::vector<std::string> flags = default_flags(6);
  flags.insert(flags.end(), arguments.begin(), arguments.end());
  initialize(flags);
  if (flags.size() > 1) throw UsageError("bench: unknown option " + flags[1]);
  Recorder recorder;
  for (CaseRun& run : runs) register_run(run, device, recorder);
  benchmark::AddCustomContext("ridgeline", to_json(context));
  benchmark::AddCustomContext("ridgeline_build_type", head.tool.build_type);
  const std::size_t matched = benchmark::RunSpecifiedBenchmarks();
  benchmark::ClearRegisteredBenchmarks();
  benchmark::Shutdown();
  if (interrupted()) return 130;
  const bool failed = std::any_of(runs.begin(), runs.end(), [](const CaseRun& run) {
    return run.sample.status == Status::failed;
  });
  if (matched == 0)
    throw UsageError("bench: no benchmark matches the filter; see --benchmark_list_tests");
  return failed ? 3 : 0;
}

}  // namespace ridgeline
