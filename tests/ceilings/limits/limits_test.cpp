// Documented limits: the tables, which of them a ceiling is compared with, and what they come to.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "ceilings/limits/limits.hpp"
#include "ceilings/limits/nvidia.hpp"
#include "ceilings/limits/x86.hpp"

namespace ridgeline::ceilings {
namespace {

double value_of(const Microarchitecture& known, const std::string& key) {
  for (const Peak& peak : known.peaks) {
    if (peak.key == key) return peak.per_cycle;
  }
  return 0;
}

Microarchitecture intel(int model) { return cpu_microarchitecture({"GenuineIntel", 6, model, 0}); }
Microarchitecture amd(int family, int model) {
  return cpu_microarchitecture({"AuthenticAMD", family, model, 0});
}

TEST(CpuPeaks, UnknownProcessorHasNone) {
  for (const CpuModel& cpu : {CpuModel{"GenuineIntel", 6, 999, 0}, CpuModel{"AuthenticAMD", 99, 1},
                              CpuModel{"", 0, 0, 0}, CpuModel{"HygonGenuine", 24, 1, 0}}) {
    const Microarchitecture known = cpu_microarchitecture(cpu);
    EXPECT_EQ(known.name, "");
    EXPECT_TRUE(known.peaks.empty());
  }
}

TEST(CpuPeaks, NamesByFamilyAndModel) {
  EXPECT_EQ(amd(0x17, 0x01).name, "Zen");
  EXPECT_EQ(amd(0x17, 0x08).name, "Zen+");
  EXPECT_EQ(amd(0x17, 0x31).name, "Zen 2");
  EXPECT_EQ(amd(0x19, 0x21).name, "Zen 3");
  EXPECT_EQ(amd(0x19, 0x01).name, "Zen 3");
  EXPECT_EQ(amd(0x19, 0x11).name, "Zen 4");
  EXPECT_EQ(amd(0x19, 0x61).name, "Zen 4");
  EXPECT_EQ(amd(0x1a, 0x02).name, "Zen 5");
  EXPECT_EQ(amd(0x1a, 0x24).name, "Zen 5 (256-bit)");
  EXPECT_EQ(intel(63).name, "Haswell");
  EXPECT_EQ(intel(85).name, "Skylake-SP");
  EXPECT_EQ(intel(106).name, "Sunny Cove");
  EXPECT_EQ(intel(143).name, "Golden Cove");
  EXPECT_EQ(intel(207).name, "Raptor Cove");
  EXPECT_EQ(intel(173).name, "Redwood Cove");
}

TEST(CpuPeaks, Zen5AsProbed) {
  const Microarchitecture zen5 = amd(0x1a, 0x02);
  EXPECT_EQ(value_of(zen5, "compute/fp64/fma-avx512"), 32);
  EXPECT_EQ(value_of(zen5, "compute/fp32/fma-avx512"), 64);
  EXPECT_EQ(value_of(zen5, "compute/fp64/fma-scalar"), 4);
  EXPECT_EQ(value_of(zen5, "compute/fp32/fma-scalar"), 4);
  EXPECT_EQ(value_of(zen5, "bandwidth/L1/1:0/avx512"), 128);
  EXPECT_EQ(value_of(zen5, "bandwidth/L1/1:0/avx2"), 64);
  EXPECT_EQ(value_of(zen5, "bandwidth/L1/1:0/sse"), 32);
  EXPECT_EQ(value_of(zen5, "bandwidth/L1/1:0/scalar"), 32);
  EXPECT_EQ(value_of(zen5, "bandwidth/L1/1:1/update-avx512"), 128);
  EXPECT_EQ(value_of(zen5, "bandwidth/L2/1:0"), 64);
  EXPECT_EQ(value_of(zen5, "bandwidth/L3/1:0"), 32);
  EXPECT_EQ(value_of(amd(0x1a, 0x24), "compute/fp64/fma-avx512"), 16);
  EXPECT_EQ(value_of(zen5, "compute/fp64/fma-add-avx512"), 48);
  EXPECT_EQ(value_of(zen5, "compute/fp64/fma-add-avx2"), 24);
  EXPECT_EQ(value_of(zen5, "compute/fp32/fma-add-scalar"), 6);
  EXPECT_EQ(value_of(zen5, "compute/fp64/mul-add-avx512"), 32);
  EXPECT_EQ(value_of(zen5, "compute/fp64/add-avx512"), 16);
  EXPECT_EQ(value_of(zen5, "compute/fp64/fma-one-chain-avx512"), 4);
  EXPECT_EQ(value_of(zen5, "compute/fp32/fma-one-chain-scalar"), 0.5);
  EXPECT_EQ(value_of(zen5, "bandwidth/L1/0:1/write-avx2"), 64);
  EXPECT_EQ(value_of(zen5, "bandwidth/L1/0:1/write-sse"), 32);
  EXPECT_EQ(value_of(zen5, "bandwidth/L1/1:1/copy-avx512"), 128);
  EXPECT_EQ(value_of(zen5, "bandwidth/L1/2:1/update-avx512"), 192);
  EXPECT_EQ(value_of(zen5, "bandwidth/L1/2:1/update-scalar"), 32);
  EXPECT_EQ(value_of(zen5, "bandwidth/L1/2:1/triad-scalar"), 24);
}

TEST(CpuPeaks, GoldenCoveServers) {
  for (const int model : {143, 207, 173}) {
    const Microarchitecture known = intel(model);
    EXPECT_EQ(value_of(known, "compute/fp64/fma-avx512"), 32);
    EXPECT_EQ(value_of(known, "compute/fp64/fma-avx2"), 16);
    EXPECT_EQ(value_of(known, "compute/fp64/fma-sse"), 8);
    EXPECT_EQ(value_of(known, "bandwidth/L1/1:0/avx512"), 128);
    EXPECT_EQ(value_of(known, "bandwidth/L1/1:0/avx2"), 96);
    EXPECT_EQ(value_of(known, "bandwidth/L1/1:0/scalar"), 24);
    EXPECT_EQ(value_of(known, "bandwidth/L2/1:0"), 64);
    EXPECT_EQ(value_of(known, "bandwidth/L3/1:0"), 0);  // not documented per core
  }
}

// Additions have a port that FMAs lack up to 256 bits; with 512 bits all share two.
TEST(CpuPeaks, GoldenCoveAddsBesideItsFmas) {
  const Microarchitecture known = intel(207);
  EXPECT_EQ(value_of(known, "compute/fp64/fma-add-avx2"), 18);
  EXPECT_EQ(value_of(known, "compute/fp64/mul-add-avx2"), 12);
  EXPECT_EQ(value_of(known, "compute/fp64/fma-add-avx512"), 24);
  EXPECT_EQ(value_of(known, "compute/fp64/mul-add-avx512"), 16);
  EXPECT_EQ(value_of(known, "compute/int8->int32/amx"), 2048);
  EXPECT_EQ(value_of(known, "compute/int8->int32/dot-avx512"), 256);
  EXPECT_EQ(value_of(known, "compute/fp16/fma-avx512"), 128);
}

TEST(CpuPeaks, DotProductsOfBf16WhereTheyWereProbed) {
  EXPECT_EQ(value_of(intel(207), "compute/bf16->fp32/dot-avx512"), 32);
  EXPECT_EQ(value_of(intel(143), "compute/bf16->fp32/dot-avx512"), 0);
}

TEST(CpuPeaks, HybridsListOnlyWhatBothKindsOfCoreDo) {
  const Microarchitecture alder = intel(154);
  EXPECT_EQ(value_of(alder, "compute/fp64/fma-sse"), 8);
  EXPECT_EQ(value_of(alder, "compute/fp64/fma-avx2"), 0);
  EXPECT_EQ(value_of(alder, "bandwidth/L1/1:0/avx2"), 0);
}

TEST(CpuPeaks, NoFmaBeforeHaswell) {
  for (const int model : {26, 45, 62}) {
    for (const Peak& peak : intel(model).peaks) {
      EXPECT_FALSE(peak.key.starts_with("compute/")) << peak.key;
    }
  }
}

TEST(CpuPeaks, EveryConstantHasASourceAndOneKey) {
  for (int model = 0; model < 256; ++model) {
    for (const Microarchitecture& known :
         {intel(model), amd(0x17, model), amd(0x19, model), amd(0x1a, model)}) {
      std::set<std::string> keys;
      for (const Peak& peak : known.peaks) {
        EXPECT_GT(peak.source.size(), 10u) << known.name << " " << peak.key;
        EXPECT_GT(peak.per_cycle, 0);
        EXPECT_TRUE(keys.insert(peak.key).second) << peak.key;
      }
    }
  }
}

// "fma" stands for "fma-avx512", as "wgmma" does for "wgmma-n256", and never for "fma-add-avx512".
TEST(Limits, AnOperationIsNotTakenForItsFirstWord) {
  DeviceRecord device;
  device.peaks = {{"compute/fp64/fma", 32, 0, "a manual"},
                  {"compute/fp16/wgmma", 8, 0, "a manual"}};
  const auto has_limit = [&](const std::string& precision, const std::string& path) {
    Ceiling ceiling;
    ceiling.kind = "compute";
    ceiling.precision = precision;
    ceiling.path = path;
    ceiling.clock_hz = 1e9;
    return limit_of(ceiling, device).value > 0;
  };
  EXPECT_TRUE(has_limit("fp64", "fma-avx512"));
  EXPECT_FALSE(has_limit("fp64", "fma-add-avx512"));
  EXPECT_FALSE(has_limit("fp64", "fma-one-chain-avx2"));
  EXPECT_TRUE(has_limit("fp16", "wgmma-n256"));
}

TEST(GpuPeaks, Fp32LanesPerSm) {
  const auto lanes = [](int sm) {
    return value_of(gpu_microarchitecture(sm), "compute/fp32/fma") / 2;
  };
  for (const int sm : {60, 70, 75, 80}) EXPECT_EQ(lanes(sm), 64) << sm;
  for (const int sm : {86, 89, 90, 100, 120}) EXPECT_EQ(lanes(sm), 128) << sm;
  EXPECT_EQ(gpu_microarchitecture(999).name, "");
  EXPECT_TRUE(gpu_microarchitecture(999).peaks.empty());
  EXPECT_TRUE(gpu_microarchitecture(0).peaks.empty());
}

// A chip's limit in units of 1e12 a second.
double tera(int sm, int units, double clock, Ceiling ceiling) {
  DeviceRecord device;
  device.units = units;
  device.peaks = gpu_microarchitecture(sm).peaks;
  ceiling.units = units;
  ceiling.clock_hz = clock;
  return limit_of(ceiling, device).value / 1e12;
}

Ceiling compute(const std::string& precision, const std::string& accumulate,
                const std::string& path) {
  Ceiling ceiling;
  ceiling.kind = "compute";
  ceiling.precision = precision;
  ceiling.accumulate = accumulate;
  ceiling.path = path;
  return ceiling;
}

TEST(GpuPeaks, A100Fp32) {
  EXPECT_NEAR(tera(80, 108, 1.41e9, compute("fp32", "", "fma")), 19.5, 0.05);
}

TEST(GpuPeaks, H200DensePeaks) {
  constexpr double kBoost = 1.98e9, kTensorRating = 1.83e9;
  EXPECT_NEAR(tera(90, 132, kBoost, compute("fp32", "", "fma")), 66.9, 0.1);
  EXPECT_NEAR(tera(90, 132, kBoost, compute("fp64", "", "fma")), 33.5, 0.1);
  EXPECT_NEAR(tera(90, 132, kBoost, compute("fp64", "", "mma")), 66.9, 0.1);
  EXPECT_NEAR(tera(90, 132, kTensorRating, compute("bf16", "fp32", "wgmma-n256")), 989.5, 0.5);
  EXPECT_NEAR(tera(90, 132, kTensorRating, compute("fp8", "fp32", "wgmma-n256")), 1979, 1);
  EXPECT_NEAR(tera(90, 132, kTensorRating, compute("tf32", "fp32", "wgmma")), 494.7, 0.3);
  EXPECT_NEAR(tera(90, 132, kTensorRating, compute("int8", "int32", "wgmma")), 1979, 1);
}

TEST(GpuPeaks, OtherDataSheets) {
  EXPECT_NEAR(tera(70, 80, 1.53e9, compute("fp64", "", "fma")), 7.8, 0.05);
  EXPECT_NEAR(tera(80, 108, 1.41e9, compute("fp16", "fp32", "mma")), 312, 0.5);
  EXPECT_NEAR(tera(80, 108, 1.41e9, compute("fp16", "", "fma")), 78, 0.1);
  EXPECT_NEAR(tera(80, 108, 1.41e9, compute("bf16", "", "fma")), 39, 0.1);
  EXPECT_NEAR(tera(89, 128, 2.52e9, compute("fp16", "", "mma")), 330.3, 0.3);
  EXPECT_NEAR(tera(120, 170, 2.407e9, compute("fp32", "", "fma")), 104.8, 0.1);
  EXPECT_NEAR(tera(100, 148, 1.856e9, compute("fp16", "fp32", "tcgen05")), 2250, 2);
}

Ceiling bandwidth(const std::string& level, const std::string& mix, const std::string& path) {
  Ceiling ceiling;
  ceiling.kind = "bandwidth";
  ceiling.level = level;
  ceiling.mix = mix;
  ceiling.path = path;
  ceiling.clock_hz = 1e9;
  return ceiling;
}

TEST(LimitOf, MostSpecificKeyWins) {
  DeviceRecord device;
  device.peaks = {
      {"bandwidth/L1", 1, 0, "level"},           {"bandwidth/L1/1:0", 2, 0, "mix"},
      {"bandwidth/L1/1:0/avx512", 3, 0, "path"}, {"bandwidth/L1/1:1/update", 4, 0, "operation"},
      {"bandwidth/L2@far", 5, 0, "far"},         {"bandwidth/L2", 6, 0, "any"}};
  EXPECT_EQ(limit_of(bandwidth("L1", "1:0", "avx512"), device).source, "path");
  EXPECT_EQ(limit_of(bandwidth("L1", "1:0", "avx2"), device).source, "mix");
  EXPECT_EQ(limit_of(bandwidth("L1", "2:1", "avx2"), device).source, "level");
  EXPECT_EQ(limit_of(bandwidth("L1", "1:1", "update-sse"), device).source, "operation");
  Ceiling far = bandwidth("L2", "1:0", "ld16B");
  far.node = "far";
  EXPECT_EQ(limit_of(far, device).source, "far");
  far.node = "near";
  EXPECT_EQ(limit_of(far, device).source, "any");
  EXPECT_EQ(limit_of(bandwidth("L3", "1:0", "avx2"), device).value, 0);
}

TEST(LimitOf, PathFallsBackToItsFirstWord) {
  DeviceRecord device;
  device.peaks = {{"compute/fp16->fp32/wgmma", 4096, 0, "wgmma"},
                  {"compute/fp16->fp32/wgmma-n8", 100, 0, "n8"},
                  {"compute/fp64", 0, 67e12, "sheet"}};
  Ceiling wide = compute("fp16", "fp32", "wgmma-n256");
  wide.clock_hz = 1e9;
  EXPECT_EQ(limit_of(wide, device).source, "wgmma");
  wide.path = "wgmma-n8";
  EXPECT_EQ(limit_of(wide, device).source, "n8");
  wide.accumulate = "";  // another accumulator, another limit
  EXPECT_EQ(limit_of(wide, device).value, 0);
  EXPECT_EQ(limit_of(compute("fp64", "", "fma"), device).value, 67e12);
}

TEST(LimitOf, UnknownClockMakesNoLimit) {
  DeviceRecord device;
  device.peaks = {{"compute/fp64/fma", 32, 0, "manual"}};
  Ceiling ceiling = compute("fp64", "", "fma");
  ceiling.clock_hz = 0;
  EXPECT_EQ(limit_of(ceiling, device).value, 0);
  EXPECT_EQ(limit_of(ceiling, device).source, "");
}

TEST(LimitOf, DeviceFigureIsForTheWholeDevice) {
  DeviceRecord device;
  device.units = 8;
  device.peaks = {{"bandwidth/DRAM", 0, 100e9, "sheet"}};
  Ceiling ceiling = bandwidth("DRAM", "1:0", "avx2");
  ceiling.units = 1;
  EXPECT_EQ(limit_of(ceiling, device).value, 0);
  ceiling.units = 8;
  EXPECT_EQ(limit_of(ceiling, device).value, 100e9);
}

}  // namespace
}  // namespace ridgeline::ceilings
