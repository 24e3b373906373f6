// Ceilings of GPUs: limits by path, constant operands, older tensor instructions, orders of theory,
// chases of a whole chip's levels, what limits the clock.
#include <gtest/gtest.h>

#include "ceilings/derive/derive.hpp"
#include "ceilings/limits/limits.hpp"
#include "ceilings/limits/nvidia.hpp"
#include "tests/ceilings/hand_archives.hpp"

namespace ridgeline::ceilings {
namespace {

using namespace hand;

constexpr int kUnits = 132;

Archive h200() {
  Archive archive;
  archive.device.kind = "gpu";
  archive.device.unit_name = "SM";
  archive.device.units = kUnits;
  archive.device.memory_bytes = 141000 * kMiB;
  archive.device.levels = {{"L1", "sm", 256 * kKiB, kUnits, 1, "", ""},
                           {"shared", "sm", 227 * kKiB, kUnits, 1, "", ""},
                           {"L2", "", 50 * kMiB, 1, kUnits, "", ""},
                           {"DRAM", "", 141000 * kMiB, 1, kUnits, "", ""}};
  archive.device.peaks = gpu_microarchitecture(90, kUnits).peaks;
  return archive;
}

Archive with(std::vector<Sample> samples) {
  Archive archive = h200();
  archive.samples = std::move(samples);
  derive(archive);
  return archive;
}

// `per_cycle`: operations a clock and SM, at the clock of hand_archives.
Sample chip(const std::string& types, const std::string& path, double per_cycle) {
  Sample sample = compute("", path, six(per_cycle * kClock * kUnits));
  sample.precision = types.substr(0, types.find("->"));
  if (types.find("->") != std::string::npos) sample.accumulate = types.substr(types.find("->") + 2);
  sample.id = "compute/" + types + "/" + path + "/chip";
  sample.name = sample.id;
  sample.scope = "chip";
  sample.units = kUnits;
  return sample;
}

Sample constant(Sample sample) {
  const std::string path = sample.path + "-constant";
  sample.id.replace(sample.id.find(sample.path), sample.path.size(), path);
  sample.path = path;
  sample.name = sample.id + "/constant/burst";
  sample.data = "constant";
  sample.mode = "burst";
  sample.role = "secondary";
  return sample;
}

double limit_of_path(int sm, const std::string& types, const std::string& path) {
  Ceiling ceiling;
  ceiling.kind = "compute";
  ceiling.precision = types.substr(0, types.find("->"));
  if (types.find("->") != std::string::npos) {
    ceiling.accumulate = types.substr(types.find("->") + 2);
  }
  ceiling.path = path;
  DeviceRecord device;
  device.peaks = gpu_microarchitecture(sm).peaks;
  const Peak* peak = peak_of(ceiling, device);
  return peak == nullptr ? 0 : peak->per_cycle;
}

TEST(GpuLimits, EveryPathOfTheKernelsHasItsOwn) {
  struct Expected {
    const char *types, *path;
    double h200, a100, rtx4090;
  };
  for (const Expected& e :
       {Expected{"fp32", "fma", 256, 128, 256},
        Expected{"fp32", "fma-three-registers", 256, 128, 256},
        Expected{"fp32", "mul-add", 128, 64, 128}, Expected{"fp32", "fma-one-chain", 64, 64, 64},
        Expected{"fp64", "fma", 128, 64, 4}, Expected{"fp64", "mul-add", 64, 32, 2},
        Expected{"fp64", "fma-one-chain", 0, 0, 0}, Expected{"fp16", "fma-half2", 512, 512, 256},
        Expected{"fp16", "mul-add-half2", 256, 256, 128},
        Expected{"bf16", "fma-bf16x2", 512, 256, 256}, Expected{"int32", "mad", 128, 128, 128},
        Expected{"int32", "add", 64, 64, 64}, Expected{"int8->int32", "dp4a", 512, 512, 512},
        Expected{"fp32", "special-rsqrt", 16, 16, 16},
        Expected{"fp16->fp32", "mma-m16n8k16", 4096, 2048, 1024},
        Expected{"bf16->fp32", "wgmma-n64", 4096, 0, 0},
        Expected{"fp8->fp32", "wgmma-n256-constant", 8192, 0, 0},
        Expected{"fp64", "mma-m8n8k4", 256, 128, 0}}) {
    EXPECT_EQ(limit_of_path(90, e.types, e.path), e.h200) << e.types << " " << e.path;
    EXPECT_EQ(limit_of_path(80, e.types, e.path), e.a100) << e.types << " " << e.path;
    EXPECT_EQ(limit_of_path(89, e.types, e.path), e.rtx4090) << e.types << " " << e.path;
  }
  EXPECT_EQ(limit_of_path(120, "fp4->fp32", "mma-m16n8k64"), 4096);
  EXPECT_EQ(limit_of_path(120, "fp6->fp32", "mma-m16n8k32"), 2048);
  EXPECT_EQ(limit_of_path(120, "fp32", "fma-one-chain"), 0) << "nobody has published its latency";
  EXPECT_EQ(limit_of_path(100, "fp32", "fma-f32x2"), 256);
  EXPECT_EQ(limit_of_path(100, "fp4->fp32", "tcgen05-n256"), 32768);
  EXPECT_EQ(limit_of_path(103, "int8->int32", "tcgen05-n256"), 0) << "removed";
}

TEST(GpuLimits, UnknownCapabilitiesHaveNone) {
  for (const int sm : {0, 35, 73, 91, 130, 999}) {
    EXPECT_TRUE(gpu_microarchitecture(sm, 108).peaks.empty()) << sm;
  }
}

TEST(GpuLimits, L1OfOldAndNarrowLoads) {
  const auto l1 = [](int sm, const std::string& path) {
    Ceiling ceiling;
    ceiling.kind = "bandwidth";
    ceiling.level = "L1";
    ceiling.mix = "1:0";
    ceiling.path = path;
    DeviceRecord device;
    device.peaks = gpu_microarchitecture(sm).peaks;
    const Peak* peak = peak_of(ceiling, device);
    return peak == nullptr ? 0 : peak->per_cycle;
  };
  EXPECT_EQ(l1(75, "ld16B"), 64);
  EXPECT_EQ(l1(75, "ld4B"), 64);
  for (const int sm : {86, 89}) {
    EXPECT_EQ(l1(sm, "ld16B"), 128);
    EXPECT_EQ(l1(sm, "ld4B"), 64);
  }
  EXPECT_EQ(l1(90, "ld4B"), 128);
}

TEST(GpuLimits, ReadingTheL2OfAWholeA100) {
  const auto l2 = [](int sm, int units) {
    for (const Peak& peak : gpu_microarchitecture(sm, units).peaks) {
      if (peak.key == "bandwidth/L2/1:0") return peak.per_cycle * units;
    }
    return 0.0;
  };
  EXPECT_DOUBLE_EQ(l2(80, 108), 5120);
  EXPECT_EQ(l2(80, 56), 0) << "another chip of the same capability";
  EXPECT_EQ(l2(80, 0), 0);
  EXPECT_EQ(l2(90, 132), 0) << "not documented";
}

TEST(GpuCeilings, ConstantOperandsAreNeverTheRoof) {
  const Sample random = chip("fp16->fp32", "wgmma-n256", 3900);
  const Archive archive = with({constant(chip("fp16->fp32", "wgmma-n256", 4000)), random});
  const Ceiling* slow = find(archive, "compute/fp16->fp32/wgmma-n256/chip");
  const Ceiling* fast = find(archive, "compute/fp16->fp32/wgmma-n256-constant/chip");
  ASSERT_TRUE(slow != nullptr && fast != nullptr);
  EXPECT_TRUE(slow->roof && slow->reference);
  EXPECT_FALSE(fast->roof || fast->reference);
  EXPECT_EQ(fast->role, "secondary");
  EXPECT_NEAR(fast->share, 4000.0 / 4096, 1e-9);
  EXPECT_TRUE(says(fast->notes, "constant operands"));
  EXPECT_TRUE(slow->notes.empty());
}

TEST(GpuCeilings, MmaIsSecondaryWhereWgmmaIs) {
  const Archive both =
      with({chip("fp16->fp32", "mma-m16n8k16", 2500), chip("fp16->fp32", "wgmma-n256", 3900),
            chip("fp64", "mma-m8n8k4", 250)});
  EXPECT_EQ(find(both, "compute/fp16->fp32/mma-m16n8k16/chip")->role, "secondary");
  EXPECT_EQ(find(both, "compute/fp16->fp32/mma-m16n8k16/chip")->lacks, "wgmma");
  EXPECT_EQ(find(both, "compute/fp64/mma-m8n8k4/chip")->role, "primary");
  const Archive alone = with({chip("fp16->fp32", "mma-m16n8k16", 2500)});
  EXPECT_EQ(find(alone, "compute/fp16->fp32/mma-m16n8k16/chip")->role, "primary");
  const Archive newer =
      with({chip("fp16->fp32", "mma-m16n8k16", 2000), chip("fp16->fp32", "tcgen05-n256", 3900)});
  EXPECT_EQ(find(newer, "compute/fp16->fp32/mma-m16n8k16/chip")->lacks, "tcgen05");
}

TEST(GpuCeilings, SeparateOperationsAreHalfAndAChainAQuarter) {
  const auto violated = [](double fma, double separate, double chain) {
    const Archive archive = with({chip("fp32", "fma", fma), chip("fp32", "mul-add", separate),
                                  chip("fp32", "fma-one-chain", chain)});
    return std::pair(has(*find(archive, "compute/fp32/mul-add/chip"), Flag::order_violated),
                     has(*find(archive, "compute/fp32/fma-one-chain/chip"), Flag::order_violated));
  };
  EXPECT_EQ(violated(250, 125, 63), std::pair(false, false));
  EXPECT_EQ(violated(247, 127.5, 62), std::pair(false, false)) << "banks cost FMAs a little";
  EXPECT_EQ(violated(250, 250, 63), std::pair(true, false)) << "fused";
  EXPECT_EQ(violated(250, 100, 63), std::pair(true, false));
  EXPECT_EQ(violated(250, 125, 125), std::pair(false, true)) << "two chains, or two warps";
  EXPECT_EQ(violated(250, 125, 9), std::pair(false, true)) << "the loop's own instructions";
}

TEST(GpuCeilings, AChaseOfOneSmCountsInTheChipsLevels) {
  Archive archive = h200();
  for (double size = 2e6; size < 2e9; size *= 1.1225) {
    const auto bytes = static_cast<std::uint64_t>(size) / 256 * 256;
    const double rate = size <= 12e6 ? 1e13 : size <= 52e6 ? 6.6e12 : 4.5e12;
    Sample sample = bandwidth("sweep", "1:0", "ld16B", bytes, six(rate), Stage::explore);
    sample.scope = "chip";
    sample.units = kUnits;
    archive.samples.push_back(sample);
  }
  const auto chase = [&](const std::string& level, std::uint64_t bytes, double seconds) {
    Sample sample = bandwidth(level, "1:0", "chase", bytes, {});
    sample.family = "latency";
    sample.scope = "sm";
    sample.id = "latency/" + level + "/sm/chase";
    sample.name = sample.id;
    sample.work.operations = 1000;
    sample.repetitions = repeat(1000, six(1 / seconds));
    archive.samples.push_back(sample);
  };
  chase("L2@near", 4 * kMiB, 1.3e-7);
  chase("L2@far", 30 * kMiB, 2.1e-7);
  chase("DRAM", 210 * kMiB, 4e-7);
  derive(archive);
  ASSERT_EQ(archive.levels.size(), 3u);
  EXPECT_NEAR(archive.levels[0].latency, 1.3e-7, 1e-9);
  EXPECT_NEAR(archive.levels[1].latency, 2.1e-7, 1e-9);
  EXPECT_NEAR(archive.levels[2].latency, 4e-7, 1e-9);
  for (const Ceiling& ceiling : archive.ceilings)
    EXPECT_TRUE(ceiling.suspect.empty()) << ceiling.id;
}

TEST(GpuCeilings, WhatHoldsTheClockDownIsMarkedAndNothingIsDiscarded) {
  for (const Flag flag : {Flag::power_limited, Flag::thermally_limited}) {
    Sample hot = chip("fp16->fp32", "wgmma-n256", 3900);
    for (Repetition& each : hot.repetitions) each.flags = {flag};
    const Archive archive = with({hot, chip("fp16->fp32", "mma-m16n8k16", 2500)});
    const Ceiling* ceiling = find(archive, hot.id);
    EXPECT_TRUE(has(*ceiling, flag)) << flag_name(flag);
    EXPECT_TRUE(ceiling->roof) << "marked, and still the ceiling";
    EXPECT_NEAR(ceiling->value / (3900 * kClock * kUnits), 1, 1e-9);
    EXPECT_FALSE(has(*find(archive, "compute/fp16->fp32/mma-m16n8k16/chip"), flag));
  }
}

TEST(GpuCeilings, BelowHalfOfThePromisedClock) {
  Archive archive = h200();
  archive.device.attributes["promised_clock_hz"] = "1980000000";
  Sample slow = chip("fp32", "fma", 250);
  for (Repetition& each : slow.repetitions) each.clock_hz = 345e6;
  archive.samples = {slow, chip("fp64", "fma", 125)};
  derive(archive);
  EXPECT_TRUE(has(*find(archive, "compute/fp32/fma/chip"), Flag::low_clock));
  EXPECT_FALSE(has(*find(archive, "compute/fp64/fma/chip"), Flag::low_clock));
}

TEST(GpuCeilings, IntensityPointsAreHeldAgainstUpdatesAndFmas) {
  const auto memory = [](const std::string& mix, const std::string& path, double rate) {
    Sample sample = bandwidth("DRAM", mix, path, 1024 * kMiB, six(rate));
    sample.id = "bandwidth/DRAM/chip/" + mix + "/" + path;
    sample.name = sample.id;
    sample.scope = "chip";
    sample.units = kUnits;
    return sample;
  };
  Sample point = chip("fp32", "k4", 1);
  point.id = "intensity/DRAM/chip/fp32/k4";
  point.name = point.id;
  point.family = "intensity";
  point.stage = Stage::empirical;
  point.level = "DRAM";
  point.mix = "1:1";
  point.work = {1000, 1000, 0, 2000};
  point.repetitions = repeat(2000, six(4e12));
  const Archive archive = with({memory("1:0", "ld16B", 4.6e12), memory("1:1", "copy", 4.2e12),
                                memory("1:1", "update", 4.1e12), chip("fp32", "fma", 250), point});
  ASSERT_EQ(archive.empirical.size(), 1u);
  EXPECT_DOUBLE_EQ(archive.empirical[0].attainable, 4.1e12 * 1.0);
  EXPECT_EQ(archive.empirical[0].note, "");
}

}  // namespace
}  // namespace ridgeline::ceilings
