// What NVML tells of a card, and which card that is.
#include "bench/devices/nvidia/nvml.hpp"

#include <gtest/gtest.h>

#include "tests/fake_cuda/environment.hpp"

namespace ridgeline::bench::nvidia {
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
  const gpu::SensorFacts facts = Nvml(kFirst, "", kLibrary).facts();
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
  EXPECT_EQ(nvml.read().reasons, gpu::clock_event::kPowerCap);
  const Set old("FAKE_OLD_REASONS", "1");
  EXPECT_EQ(nvml.read().reasons, gpu::clock_event::kPowerCap);
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

}  // namespace
}  // namespace ridgeline::bench::nvidia
