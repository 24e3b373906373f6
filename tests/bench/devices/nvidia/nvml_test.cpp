// What NVML tells of a card, which card that is, and what is watched beside a run.
#include "bench/devices/gpu/sensors.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "bench/devices/gpu/timing/sampler.hpp"
#include "tests/fake_cuda/environment.hpp"

namespace ridgeline {
namespace {

// NVML's first card is CUDA's second one.
const std::string kFirst = "GPU-01020304-0506-0708-090a-0b0c0d0e0f10";
const std::string kLibrary = RIDGELINE_FAKE_NVML;

TEST(Nvml, FindsTheCardByItsUuidWhereTheOrdersDiffer) {
  const Nvml nvml(kFirst, "", kLibrary);
  ASSERT_TRUE(nvml.found()) << nvml.problem();
  EXPECT_EQ(nvml.facts().uuid, kFirst);
  EXPECT_EQ(nvml.facts().bus_id, "0000:0a:00.0");
  EXPECT_EQ(nvml.read().power, 555.0);
}

TEST(Nvml, FindsTheCardByItsBusWhereTheUuidIsNotKnown) {
  const Nvml nvml("GPU-ffffffff-0000-0000-0000-000000000000", "0000:8b:00.0", kLibrary);
  ASSERT_TRUE(nvml.found());
  EXPECT_EQ(nvml.read().power, 111.0);
}

TEST(Nvml, AnInstanceOfASplitCardHasItsCardsReadings) {
  const Nvml nvml("MIG-01020304-0506-0708-090a-0b0c0d0e0f10", "", kLibrary);
  ASSERT_TRUE(nvml.found());
  EXPECT_EQ(nvml.read().power, 555.0);
}

TEST(Nvml, TellsFactsInSiUnits) {
  const NvmlFacts facts = Nvml(kFirst, "", kLibrary).facts();
  EXPECT_EQ(facts.driver, "580.65.06");
  EXPECT_EQ(facts.pci_device, 0x2335u);
  EXPECT_EQ(facts.sm_clock_max, 1.98e9);
  EXPECT_EQ(facts.memory_clock_max, 3.201e9);
  EXPECT_EQ(facts.memory_bits, 6144);
  EXPECT_EQ(facts.power_limit, 700.0);
  EXPECT_EQ(facts.ecc, true);
  EXPECT_EQ(facts.mig, false);  // now, not after the next start
  EXPECT_EQ(facts.persistence, true);
  EXPECT_EQ(facts.compute_mode, 3);
  EXPECT_EQ(facts.link_generation_max, 5);
  EXPECT_EQ(facts.link_width_max, 16);
}

TEST(Nvml, WhatIsNotSupportedStaysUnknown) {
  const Set nothing("FAKE_NOTHING", "1");
  const Nvml nvml(kFirst, "", kLibrary);
  ASSERT_TRUE(nvml.found());
  EXPECT_FALSE(nvml.facts().power_limit);
  EXPECT_FALSE(nvml.facts().ecc);
  EXPECT_FALSE(nvml.read().sm_clock);
  EXPECT_FALSE(nvml.read().temperature);
  EXPECT_FALSE(nvml.other_processes(true));
}

TEST(Nvml, TheOlderNameOfTheClockEventsIsKnown) {
  const Set reasons("FAKE_REASONS", "4");
  const Nvml nvml(kFirst, "", kLibrary);
  EXPECT_EQ(nvml.read().reasons, clock_event::kPowerCap);
  const Set old("FAKE_OLD_REASONS", "1");
  EXPECT_EQ(nvml.read().reasons, clock_event::kPowerCap);
}

TEST(Nvml, MissingLibraryMissingCardAndFailedStartAreTold) {
  const Nvml none(kFirst, "", "libno-such-nvml.so.1");
  EXPECT_FALSE(none.found());
  EXPECT_NE(none.problem().find("missing"), std::string::npos);
  EXPECT_EQ(none.facts().driver, "");
  EXPECT_FALSE(none.read().power);
  const Nvml other("GPU-00", "0000:ff:00.0", kLibrary);
  EXPECT_NE(other.problem().find("does not know"), std::string::npos);
  const Set failing("FAKE_NVML_INIT", "18");
  EXPECT_NE(Nvml(kFirst, "", kLibrary).problem().find("18"), std::string::npos);
}

TEST(Nvml, CountsOtherProcesses) {
  const Nvml nvml(kFirst, "", kLibrary);
  const auto others = [&](const char* processes, bool own) {
    const Set set("FAKE_PROCESSES", processes);
    return nvml.other_processes(own).value_or(-1);
  };
  EXPECT_EQ(others("", true), 0);
  EXPECT_EQ(others("self", true), 0);
  EXPECT_EQ(others("self,4000000001", true), 1);
  EXPECT_EQ(others("4000000001", true), 0);  // this process, as the host numbers it
  EXPECT_EQ(others("4000000001,4000000002", true), 1);
  EXPECT_EQ(others("4000000001", false), 1);
}

TEST(NvmlSampler, HasAReadingOfEverySpan) {
  const Nvml nvml(kFirst, "", kLibrary);
  NvmlSampler sampler(nvml, 1e-3);
  for (int i = 0; i < 50; ++i) {
    sampler.start();
    const NvmlSummary summary = sampler.stop();
    EXPECT_GE(summary.readings, 1);
    EXPECT_EQ(summary.power, 555.0);
    EXPECT_EQ(summary.temperature, 47);
    EXPECT_EQ(summary.sm_clock, 1.98e9);
    EXPECT_EQ(summary.link_generation, 5);
  }
}

TEST(NvmlSampler, ReadsAgainAndAgain) {
  const Nvml nvml(kFirst, "", kLibrary);
  NvmlSampler sampler(nvml, 1e-3);
  sampler.start();
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_GE(sampler.stop().readings, 3);
}

TEST(NvmlSampler, WithoutNvmlThereIsNothing) {
  const Nvml nvml(kFirst, "", "libno-such-nvml.so.1");
  NvmlSampler sampler(nvml);
  sampler.start();
  EXPECT_EQ(sampler.stop().readings, 0);
}

TEST(NvmlSampler, Summarizes) {
  std::vector<NvmlReading> readings(4);
  readings[0].sm_clock = 1.0e9;
  readings[1].sm_clock = 1.9e9;
  readings[2].sm_clock = 1.5e9;
  readings[0].power = 100;
  readings[3].power = 300;
  readings[1].reasons = clock_event::kPowerCap;
  readings[2].reasons = clock_event::kThermal;
  readings[1].temperature = 50;
  readings[2].temperature = 60;
  const NvmlSummary summary = summarize_readings(readings);
  EXPECT_EQ(summary.readings, 4);
  EXPECT_EQ(summary.sm_clock_least, 1.0e9);
  EXPECT_EQ(summary.sm_clock, 1.5e9);
  EXPECT_EQ(summary.power, 200);
  EXPECT_EQ(summary.temperature, 60);
  EXPECT_EQ(summary.reasons, clock_event::kPowerCap | clock_event::kThermal);
  EXPECT_EQ(summarize_readings({}).sm_clock, 0);
}

TEST(Nvml, ClockEventsInWords) {
  EXPECT_EQ(clock_events_text(0), "none");
  EXPECT_EQ(clock_events_text(clock_event::kPowerCap | clock_event::kThermal),
            "power cap, thermal slowdown");
}

}  // namespace
}  // namespace ridgeline
