// The runner on simulated devices: interleaving, failures as data, further rounds, the journal.
#include "bench/run/runner.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <limits>

#include "bench/devices/simulated/device.hpp"
#include "bench/fixtures/measure.hpp"
#include "bench/run/progress.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/stats.hpp"

namespace ridgeline::bench {
namespace {

SimulatedSpec spec() {
  SimulatedSpec spec;
  spec.clock_hz = 4e9;
  spec.levels = {{"L1", "", 32 << 10, 1, 4e11, 0, 1e-9, {}, {}},
                 {"DRAM", "", 0, 0, 2e10, 0, 9e-8, {}, {}}};
  spec.compute = {{"fp64", "fma-avx2", 1e11, 0}, {"fp32", "fma-avx2", 2e11, 0}};
  return spec;
}

const kernels::Kernel& kernel_named(const Device& device, std::string_view name) {
  const auto kernels = device.kernels();
  const auto found =
      std::find_if(kernels.begin(), kernels.end(),
                   [&](const kernels::Kernel& kernel) { return kernel.name == name; });
  EXPECT_NE(found, kernels.end()) << name;
  return *found;
}

Case confirm_case(const Device& device, std::string_view kernel) {
  Case c;
  c.kernel = &kernel_named(device, kernel);
  c.stage = ceilings::Stage::confirm;
  c.repetitions = 6;
  if (c.kernel->family == kernels::Family::bandwidth) {
    c.level = "L1";
    c.working_set = 16 << 10;
  }
  return c;
}

struct Bench {
  explicit Bench(const SimulatedSpec& truth) : device(make_simulated_device(truth)) {
    ceilings::Archive head;
    head.created = "2026-11-30T12:00:00Z";
    head.provenance = ceilings::Provenance::simulated;
    head.device = device->describe();
    path = testing::TempDir() + "ridgeline-runner-" + std::to_string(getpid()) + ".jsonl";
    std::filesystem::remove(path);
    journal = std::make_unique<Journal>(path, head);
  }
  ~Bench() { journal->remove(); }
  std::vector<ceilings::Sample> operator()(const std::vector<Case>& cases) {
    Progress progress(1);
    RunOutcome outcome = run_cases(*device, cases, options, *journal, progress);
    layout_probes = outcome.layout_probes;
    lost = outcome.lost;
    return outcome.samples;
  }
  std::unique_ptr<Device> device;
  PlanOptions options;
  std::vector<ceilings::LayoutProbe> layout_probes;
  std::string lost;
  std::string path;
  std::unique_ptr<Journal> journal;
};

TEST(Runner, EveryCaseGetsItsRepetitionsInterleavedWithinASeries) {
  Bench run(spec());
  run.options.profile.stability_budget = 0;
  const std::vector<ceilings::Sample> samples =
      run({confirm_case(*run.device, "read_u64_avx2"), confirm_case(*run.device, "read_u64_sse"),
           confirm_case(*run.device, "fma_f64_avx2")});
  ASSERT_EQ(samples.size(), 3U);
  std::vector<std::uint64_t> orders;
  for (const ceilings::Sample& sample : samples) {
    EXPECT_EQ(sample.status, ceilings::Status::ok) << sample.reason;
    ASSERT_EQ(sample.repetitions.size(), 6U) << sample.name;
    for (const ceilings::Repetition& each : sample.repetitions) orders.push_back(each.order);
  }
  // The two reads alternate in some order; the compute kernel comes after both.
  EXPECT_GT(*std::min_element(orders.begin() + 12, orders.end()),
            *std::max_element(orders.begin(), orders.begin() + 12));
  EXPECT_FALSE(std::is_sorted(orders.begin(), orders.begin() + 12));
  std::sort(orders.begin(), orders.end());
  for (std::size_t i = 0; i < orders.size(); ++i) EXPECT_EQ(orders[i], i);
  EXPECT_EQ(read_journal(run.path).samples.size(), 3U);
}

TEST(Runner, AFailedCaseIsDataAndTheOthersGoOn) {
  SimulatedSpec truth = spec();
  truth.faults.wrong_result = "read_u64_sse";
  truth.faults.launch_failure = "fma_f64_avx2";
  Bench run(truth);
  const std::vector<ceilings::Sample> samples =
      run({confirm_case(*run.device, "read_u64_avx2"), confirm_case(*run.device, "read_u64_sse"),
           confirm_case(*run.device, "fma_f64_avx2"), confirm_case(*run.device, "fma_f32_avx2")});
  EXPECT_EQ(samples[0].status, ceilings::Status::ok);
  EXPECT_EQ(samples[1].status, ceilings::Status::failed);
  EXPECT_NE(samples[1].reason.find("verification"), std::string::npos) << samples[1].reason;
  EXPECT_TRUE(samples[1].repetitions.empty());  // not verified, so not timed
  EXPECT_EQ(samples[2].status, ceilings::Status::failed);
  EXPECT_EQ(samples[3].status, ceilings::Status::ok);
  EXPECT_EQ(read_journal(run.path).samples[2].status, ceilings::Status::failed);
}

TEST(Runner, ALostDeviceEndsTheRunAndKeepsWhatWasDone) {
  SimulatedSpec truth = spec();
  truth.faults.device_lost_after = 9;
  Bench run(truth);
  run.options.profile.stability_budget = 0;
  const std::vector<Case> cases{
      confirm_case(*run.device, "read_u64_avx2"), confirm_case(*run.device, "fma_f64_avx2"),
      confirm_case(*run.device, "mul-add_f64_avx2"), confirm_case(*run.device, "read_u64_avx2")};
  const std::vector<ceilings::Sample> samples = run(cases);
  EXPECT_NE(run.lost.find("lost after 9 runs"), std::string::npos) << run.lost;
  EXPECT_EQ(samples[0].status, ceilings::Status::ok);
  EXPECT_EQ(samples[0].repetitions.size(), 6U);
  // One of the two of a series met it; the other one keeps what it has.
  EXPECT_EQ(samples[1].repetitions.size() + samples[2].repetitions.size(), 3U);
  const bool first = samples[1].status == ceilings::Status::failed;
  EXPECT_EQ(samples[first ? 1 : 2].status, ceilings::Status::failed);
  EXPECT_EQ(samples[first ? 1 : 2].reason, run.lost);
  EXPECT_EQ(samples[first ? 2 : 1].status, ceilings::Status::ok);
  // And the series after that asks nothing of it any more.
  EXPECT_EQ(samples[3].status, ceilings::Status::ok);
  EXPECT_TRUE(samples[3].repetitions.empty());
}

TEST(Runner, ACaseThatDoesNotFitIsSkippedWithTheReason) {
  class Small : public Device {
   public:
    explicit Small(std::unique_ptr<Device> inner) : inner_(std::move(inner)) {}
    const Machine& machine() const override { return inner_->machine(); }
    std::span<const kernels::Kernel> kernels() const override { return inner_->kernels(); }
    ceilings::DeviceRecord describe() const override { return inner_->describe(); }
    ceilings::EnvironmentRecord environment(bool identify) const override {
      return inner_->environment(identify);
    }
    ceilings::Provenance provenance() const override { return inner_->provenance(); }
    std::unique_ptr<Prepared> prepare(const Case& c) override {
      if (c.kernel->family == kernels::Family::compute) throw CannotRun("does not fit an SM");
      return inner_->prepare(c);
    }
    std::string verify(Prepared& prepared) override { return inner_->verify(prepared); }
    Timing run(Prepared& prepared, const Amount& amount) override {
      return inner_->run(prepared, amount);
    }

   private:
    std::unique_ptr<Device> inner_;
  };
  Bench run(spec());
  run.device = std::make_unique<Small>(std::move(run.device));
  const std::vector<ceilings::Sample> samples =
      run({confirm_case(*run.device, "fma_f64_avx2"), confirm_case(*run.device, "read_u64_avx2")});
  EXPECT_EQ(samples[0].status, ceilings::Status::skipped);
  EXPECT_EQ(samples[0].reason, "does not fit an SM");
  EXPECT_EQ(samples[1].status, ceilings::Status::ok);
  EXPECT_EQ(run.lost, "");
  EXPECT_EQ(read_journal(run.path).samples[0].status, ceilings::Status::skipped);
}

TEST(Runner, PowerAndTemperatureAreKept) {
  SimulatedSpec truth = spec();
  truth.power = {.limit = 100, .idle = 10, .usual = 80};
  Bench run(truth);
  const ceilings::Sample sample = run({confirm_case(*run.device, "read_u64_avx2")})[0];
  ASSERT_FALSE(sample.repetitions.empty());
  EXPECT_EQ(sample.repetitions[0].power, 80);
  EXPECT_GT(sample.repetitions[0].temperature, 30);
  const ceilings::Archive kept = read_journal(run.path);
  EXPECT_EQ(kept.samples[0].repetitions[0].power, 80);
}

TEST(Runner, WhatWasRestedGetsNoFurtherRounds) {
  SimulatedSpec truth = spec();
  truth.noise = 0.03;
  Bench run(truth);
  run.options.profile.stable_within = 1e-9;
  run.options.profile.stability_repetitions = 60;
  Case rested = confirm_case(*run.device, "fma_f64_avx2");
  rested.rest = 0.5;
  EXPECT_EQ(run({rested})[0].repetitions.size(), 6U);
}

TEST(Runner, ATimeThatCannotBeFailsTheCase) {
  SimulatedSpec truth = spec();
  truth.faults.nan_after = 2;
  Bench run(truth);
  const std::vector<ceilings::Sample> samples = run({confirm_case(*run.device, "read_u64_avx2")});
  EXPECT_EQ(samples[0].status, ceilings::Status::failed);
  EXPECT_NE(samples[0].reason.find("cannot be"), std::string::npos) << samples[0].reason;
}

TEST(Runner, ASkippedCaseKeepsItsReasonAndIsNotRun) {
  Bench run(spec());
  Case c = confirm_case(*run.device, "read_u64_avx2");
  c.skip = "needs a level that is not there";
  const std::vector<ceilings::Sample> samples = run({c});
  EXPECT_EQ(samples[0].status, ceilings::Status::skipped);
  EXPECT_EQ(samples[0].reason, c.skip);
  EXPECT_TRUE(samples[0].repetitions.empty());
}

TEST(Runner, NoisyCasesGetFurtherRoundsUntilStableOrABoundIsMet) {
  SimulatedSpec truth = spec();
  truth.noise = 0.03;
  Bench run(truth);
  run.options.profile.stable_within = 0.01;
  run.options.profile.stability_budget = 100;
  run.options.profile.stability_repetitions = 1000;
  const std::vector<Case> cases{confirm_case(*run.device, "read_u64_avx2")};
  const ceilings::Sample steady = run(cases)[0];
  std::vector<double> rates;
  for (const ceilings::Repetition& each : steady.repetitions)
    rates.push_back(each.passes / each.seconds);
  const Summary summary = summarize(rates);
  EXPECT_LE((summary.high - summary.low) / 2, 0.01 * summary.median);
  EXPECT_GT(steady.repetitions.size(), 12U);

  run.options.profile.stable_within = 1e-9;  // never met
  run.options.profile.stability_repetitions = 60;
  EXPECT_EQ(run(cases)[0].repetitions.size(), 60U);
  run.options.profile.stability_budget = 0;
  EXPECT_EQ(run(cases)[0].repetitions.size(), 6U);
}

TEST(Measure, ZeroAndInfiniteTimesAreRefused) {
  class Broken : public Device {
   public:
    explicit Broken(double seconds) : seconds_(seconds) {}
    const Machine& machine() const override { return machine_; }
    std::span<const kernels::Kernel> kernels() const override { return {}; }
    ceilings::DeviceRecord describe() const override { return {}; }
    ceilings::EnvironmentRecord environment(bool) const override { return {}; }
    ceilings::Provenance provenance() const override { return ceilings::Provenance::simulated; }
    std::unique_ptr<Prepared> prepare(const Case&) override { return std::make_unique<Prepared>(); }
    std::string verify(Prepared&) override { return ""; }
    Timing run(Prepared&, const Amount&) override { return {seconds_, 1, 0, {}}; }

   private:
    Machine machine_;
    double seconds_;
  };
  for (const double seconds : {0.0, -1.0, std::numeric_limits<double>::infinity(),
                               std::numeric_limits<double>::quiet_NaN()}) {
    Broken device(seconds);
    const auto prepared = device.prepare(Case{});
    EXPECT_THROW(measure(device, *prepared, Case{}, 0), DeviceError) << seconds;
  }
}

}  // namespace
}  // namespace ridgeline::bench
