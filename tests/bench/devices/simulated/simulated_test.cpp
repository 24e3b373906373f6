// The simulated device: its model, its files, its faults.
#include "bench/devices/simulated/device.hpp"
#include "bench/devices/simulated/file.hpp"
#include "bench/devices/simulated/model.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>

#include "ceilings/errors.hpp"
#include "kernels/isa/isa.hpp"
#include "kernels/registry.hpp"
#include "tests/bench/simulated_pipeline.hpp"

namespace ridgeline::bench {
namespace {

const std::string kData = std::string(RIDGELINE_TEST_DATA) + "/simulated/";

const kernels::Kernel& kernel_named(std::span<const kernels::Kernel> kernels,
                                    std::string_view name) {
  for (const kernels::Kernel& kernel : kernels) {
    if (kernel.name == name) return kernel;
  }
  throw std::runtime_error("no kernel " + std::string(name));
}

Case read_case(std::uint64_t working_set, int units = 1) {
  Case c;
  c.kernel = &kernel_named(kernels::cpu_kernels(), "read_u64_avx512");
  c.working_set = working_set;
  c.scope.units.clear();
  for (int i = 0; i < units; ++i) c.scope.units.push_back(i);
  return c;
}

// Two levels of 64 KiB and memory, 4:1 in rate.
SimulatedSpec plain() {
  SimulatedSpec spec;
  spec.units = 2;
  spec.levels = {{"L1", "", 64 << 10, 1, 4e11, 0, 1e-9, {}, {}},
                 {"DRAM", "", 0, 0, 1e11, 1.5e11, 1e-7, {}, {}}};
  return spec;
}

TEST(Simulated, PartialHitsOverAnOctaveBlendTimes) {
  SimulatedSpec spec = plain();
  EXPECT_DOUBLE_EQ(true_rate(spec, read_case(16 << 10)), 4e11);
  EXPECT_DOUBLE_EQ(true_rate(spec, read_case(64 << 10)), 4e11);
  // Half of the bytes from each, their times added.
  const double half = 1 / (0.5 / 4e11 + 0.5 / 1e11);
  EXPECT_DOUBLE_EQ(true_rate(spec, read_case(96 << 10)), half);
  EXPECT_DOUBLE_EQ(true_rate(spec, read_case(128 << 10)), 1e11);
  spec.transition_logarithmic = true;
  const auto middle = static_cast<std::uint64_t>(65536 * std::sqrt(2));
  EXPECT_NEAR(true_rate(spec, read_case(middle)) / half, 1, 1e-3);
  EXPECT_LT(true_rate(spec, read_case(96 << 10)), half);
  EXPECT_DOUBLE_EQ(true_rate(spec, read_case(128 << 10)), 1e11);
}

TEST(Simulated, AllUnitsHaveTheirOwnCachesAndShareMemory) {
  const SimulatedSpec spec = plain();
  EXPECT_DOUBLE_EQ(true_rate(spec, read_case(128 << 10, 2)), 8e11);
  EXPECT_DOUBLE_EQ(true_rate(spec, read_case(1 << 20, 2)), 1.5e11);
}

TEST(Simulated, NarrowPathsReachNoMoreThanTheirInstructions) {
  const SimulatedSpec spec = plain();
  Case c = read_case(16 << 10);
  c.kernel = &kernel_named(kernels::cpu_kernels(), "read_u64_sse");
  EXPECT_DOUBLE_EQ(true_rate(spec, c), 1e11);
  c.working_set = 1 << 20;
  EXPECT_DOUBLE_EQ(true_rate(spec, c), 1e11);
}

TEST(Simulated, AddressTranslationLengthensTimes) {
  SimulatedSpec spec = plain();
  spec.tlb_from = 1 << 20;
  spec.tlb_slope = 0.05;
  EXPECT_NEAR(true_rate(spec, read_case(4 << 20)), 1e11 / 1.1, 1);
}

TEST(Simulated, IntensityFollowsTheLowerRoof) {
  const SimulatedSpec spec = plain();
  Case c = read_case(1 << 20);
  c.kernel = &kernel_named(kernels::cpu_kernels(), "intensity_k0.25_f64_avx512");
  EXPECT_NEAR(true_rate(spec, c) / (1e11 * 0.5 / 16), 1, 0.001);
  c.kernel = &kernel_named(kernels::cpu_kernels(), "intensity_k256_f64_avx512");
  EXPECT_NEAR(true_rate(spec, c) / (4 * 8 * spec.clock_hz), 1, 0.001);
}

TEST(Simulated, TimesAreTheSameForTheSameSeed) {
  SimulatedSpec spec = plain();
  spec.noise = 0.05;
  spec.outlier_probability = 0.1;
  const auto series = [&](std::uint64_t seed) {
    spec.seed = seed;
    const std::unique_ptr<Device> device = make_simulated_device(spec);
    const auto prepared = device->prepare(read_case(16 << 10));
    std::vector<double> seconds;
    for (int i = 0; i < 50; ++i) seconds.push_back(device->run(*prepared, {1, 1e-3}).seconds);
    return seconds;
  };
  EXPECT_EQ(series(1), series(1));
  EXPECT_NE(series(1), series(2));
}

TEST(Simulated, DisturbancesAreAsAskedFor) {
  SimulatedSpec spec = plain();
  spec.noise = 0.03;
  spec.outlier_probability = 0.1;
  const std::unique_ptr<Device> device = make_simulated_device(spec);
  const Case c = read_case(16 << 10);
  const auto prepared = device->prepare(c);
  std::vector<double> rates;
  int slow = 0;
  for (int i = 0; i < 4000; ++i) {
    const Timing timing = device->run(*prepared, {1, 1e-3});
    EXPECT_GE(timing.seconds, 0.8e-3);
    rates.push_back(timing.passes * (16 << 10) / timing.seconds / 4e11);
    if (rates.back() < 0.7) ++slow;
  }
  EXPECT_NEAR(median(rates), 1, 0.01);
  EXPECT_NEAR(slow, 400, 80);
  EXPECT_NEAR(quantile(rates, 0.87) - quantile(rates, 0.24), 0.05, 0.02);
}

TEST(Simulated, FilesAreReadAndPlanned) {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kData)) {
    SCOPED_TRACE(entry.path().string());
    const std::unique_ptr<Device> device = make_simulated_device(entry.path().string());
    EXPECT_EQ(device->provenance(), ceilings::Provenance::simulated);
    if (device->kernels().empty()) {  // the built-in ones of a build that has none
      EXPECT_TRUE(device->machine().gpu && kernels::cuda_kernels().empty());
      continue;
    }
    const std::vector<Case> cases =
        plan(device->machine(), device->kernels(), device->describe().levels, {},
             ceilings::Stage::explore, {});
    EXPECT_GT(cases.size(), 20u);
    ++files;
  }
  EXPECT_GE(files, 15);
}

TEST(Simulated, FilesThatAreWrongAreRefusedWithPlaceAndReason) {
  const auto refused = [](const std::string& text, const std::string& what) {
    try {
      parse_simulated(text, "some.json");
      ADD_FAILURE() << "accepted: " << text;
    } catch (const ArchiveError& error) {
      EXPECT_NE(std::string(error.what()).find(what), std::string::npos) << error.what();
      EXPECT_TRUE(std::string(error.what()).starts_with("some.json: ")) << error.what();
      EXPECT_EQ(error.exit_code(), 4);
    }
  };
  const std::string device = R"({"device": {"units": 2}, )";
  const std::string levels = R"("levels": [{"name": "DRAM", "core_bandwidth": 1e10}])";
  EXPECT_EQ(parse_simulated(device + levels + "}", "some.json").units, 2);
  refused("{", "not a simulated device");
  refused("[]", "is not an object");
  refused("{" + levels + "}", "lacks 'device'");
  refused(R"({"device": {}})", "lacks 'levels'");
  refused(device + levels + R"(, "nosie": 0.1})", "unknown key 'nosie'");
  refused(device + levels + R"(, "noise": 7})", "out of range");
  refused(device + levels + R"(, "noise": "much"})", "no number");
  refused(device + R"("levels": [{"name": "L1", "bytes": 4096, "core_bandwidth": 1}]})", "memory");
  refused(device + R"("levels": [{"name": "DRAM"}]})", "levels[0] lacks 'core_bandwidth'");
  refused(device + levels + R"(, "faults": {"flags": [{"name": "tired"}]}})", "unknown flag");
  refused(device + levels + R"(, "curve": [[1, 2], [3]]})", "'curve'");
  refused(R"({"device": {"kind": "tpu"}, )" + levels + "}", "cpu or gpu");
  EXPECT_THROW(make_simulated_device(kData + "no-such-file.json"), ArchiveError);
}

TEST(SimulatedFaults, WrongResultIsNotVerified) {
  const std::unique_ptr<Device> device = make_simulated_device(kData + "fault-wrong-result.json");
  const auto bad = device->prepare(read_case(1 << 14));
  EXPECT_NE(device->verify(*bad), "");
  Case other = read_case(1 << 14);
  other.kernel = &kernel_named(kernels::cpu_kernels(), "read_u64_sse");
  EXPECT_EQ(device->verify(*device->prepare(other)), "");
}

TEST(SimulatedFaults, FailuresThrowDeviceErrors) {
  const auto launch = make_simulated_device(kData + "fault-launch-failure.json");
  Case fma = read_case(1 << 14);
  fma.kernel = &kernel_named(kernels::cpu_kernels(), "fma_f64_avx512");
  EXPECT_THROW(launch->run(*launch->prepare(fma), {1, 1e-3}), DeviceError);
  EXPECT_NO_THROW(launch->run(*launch->prepare(read_case(1 << 14)), {1, 1e-3}));

  const auto memory = make_simulated_device(kData + "fault-out-of-memory.json");
  EXPECT_THROW(memory->prepare(read_case(200 << 20)), DeviceError);
  EXPECT_NO_THROW(memory->prepare(read_case(1 << 20)));

  const auto lost = make_simulated_device(kData + "fault-device-lost.json");
  const auto prepared = lost->prepare(read_case(1 << 14));
  for (int i = 0; i < 900; ++i) lost->run(*prepared, {1, 1e-3});
  EXPECT_THROW(lost->run(*prepared, {1, 1e-3}), DeviceError);

  const auto nan = make_simulated_device(kData + "fault-nan.json");
  const auto some = nan->prepare(read_case(1 << 14));
  int strange = 0;
  for (int i = 0; i < 100; ++i) {
    if (std::isnan(nan->run(*some, {1, 1e-3}).seconds)) ++strange;
  }
  EXPECT_EQ(strange, 1);
}

const ceilings::Ceiling* ceiling_of(const ceilings::Archive& archive, const std::string& id) {
  for (const ceilings::Ceiling& ceiling : archive.ceilings) {
    if (ceiling.id == id) return &ceiling;
  }
  return nullptr;
}

Characterized characterized(const std::string& file) {
  return characterize_simulated(parse_simulated(
      [&] {
        std::ifstream in(kData + file);
        return std::string(std::istreambuf_iterator<char>(in), {});
      }(),
      file));
}

bool suspect(const ceilings::Ceiling& ceiling, ceilings::Flag flag) {
  return std::find(ceiling.suspect.begin(), ceiling.suspect.end(), flag) != ceiling.suspect.end();
}

TEST(SimulatedFaults, AreSeenInTheCeilings) {
  const std::string fma = "compute/fp64/fma-avx512/core";
  const ceilings::Archive above = characterized("fault-above-limit.json").archive;
  ASSERT_NE(ceiling_of(above, fma), nullptr);
  EXPECT_TRUE(suspect(*ceiling_of(above, fma), ceilings::Flag::above_limit));
  const ceilings::Archive away = characterized("fault-optimised-away.json").archive;
  ASSERT_NE(ceiling_of(away, fma), nullptr);
  EXPECT_TRUE(suspect(*ceiling_of(away, fma), ceilings::Flag::optimised_away));
  const ceilings::Archive stolen = characterized("fault-stolen-time.json").archive;
  ASSERT_NE(ceiling_of(stolen, fma), nullptr);
  EXPECT_TRUE(suspect(*ceiling_of(stolen, fma), ceilings::Flag::stolen_time));
  const ceilings::Archive healthy = characterized("zen5-like.json").archive;
  ASSERT_NE(ceiling_of(healthy, fma), nullptr);
  EXPECT_FALSE(suspect(*ceiling_of(healthy, fma), ceilings::Flag::above_limit));
}

TEST(SimulatedFiles, DataWinsOverATopologyThatLies) {
  for (const char* file : {"fault-topology-lies.json", "fault-no-topology.json"}) {
    const ceilings::Archive archive = characterized(file).archive;
    ASSERT_EQ(archive.levels.size(), 4u) << file;
    EXPECT_NEAR(std::log2(static_cast<double>(archive.levels[2].knee) / (32 << 20)), 0, 0.35);
    const ceilings::Ceiling* memory = ceiling_of(archive, "bandwidth/DRAM/core/1:0/avx512");
    ASSERT_NE(memory, nullptr) << file;
    EXPECT_NEAR(memory->value / 2.6e10, 1, 0.06);
  }
}

TEST(SimulatedFiles, AMachineWithoutTheWidestVectorsHasItsLevelsToo) {
  SimulatedSpec spec = random_device(4);
  spec.cpu_features =
      kernels::isa::kX86 | kernels::isa::kAvx | kernels::isa::kFma | kernels::isa::kAvx2;
  ASSERT_GT(spec.levels.size(), 1u);
  double rate = 4e11;  // steps that half the vector width does not hide
  for (SimulatedLevel& level : spec.levels) {
    level.core_bandwidth = rate;
    level.all_bandwidth = 0;
    rate /= 4;
  }
  const ceilings::Archive archive = characterize_simulated(spec).archive;
  std::vector<ceilings::Level> core;
  for (const ceilings::Level& level : archive.levels) {
    if (level.scope == "core") core.push_back(level);
  }
  EXPECT_EQ(core.size(), spec.levels.size());
}

TEST(SimulatedFiles, AFlatDeviceHasOneLevel) {
  const ceilings::Archive archive = characterized("flat.json").archive;
  ASSERT_EQ(archive.levels.size(), 1u);
  EXPECT_EQ(archive.levels.front().knee, 0u);
}

// The published curve of an H200's L2: about 10 TB/s to 40 MB, 7.5 at 48, 5.05 at 58, 3.89 beyond.
TEST(SimulatedFiles, PublishedCurveOfAnH200) {
  const ceilings::Archive archive = characterized("h200-curve.json").archive;
  const ceilings::Ceiling* l2 = ceiling_of(archive, "bandwidth/L2/chip/1:0/ld16B");
  const ceilings::Ceiling* dram = ceiling_of(archive, "bandwidth/DRAM/chip/1:0/ld16B");
  ASSERT_NE(l2, nullptr);
  ASSERT_NE(dram, nullptr);
  EXPECT_GE(l2->value, 9.5e12);
  EXPECT_LE(l2->value, 10.5e12);
  EXPECT_GE(dram->value, 3.8e12);
  EXPECT_LE(dram->value, 4.0e12);
}

TEST(SimulatedFiles, AGpuHasLevelsOnChipAndPartitionsInItsL2) {
  const ceilings::Archive archive = characterized("h200-like.json").archive;
  std::set<std::string> levels;
  for (const ceilings::Level& level : archive.levels) {
    levels.insert(level.scope + " " + level.name + "@" + level.variant);
  }
  EXPECT_EQ(levels, (std::set<std::string>{"sm L1@", "sm shared@", "chip L2@near", "chip L2@far",
                                           "chip DRAM@"}));
  const auto rate = [&](const std::string& id, double expected) {
    const ceilings::Ceiling* ceiling = ceiling_of(archive, id);
    ASSERT_NE(ceiling, nullptr) << id;
    EXPECT_NEAR(ceiling->value / expected, 1, 0.02) << id;
  };
  rate("bandwidth/L1/chip/1:0/ld16B-ca", 132 * 2.51e11);
  rate("bandwidth/shared/sm/1:0/lds16B", 2.52e11);
  rate("bandwidth/L2@near/chip/1:0/ld16B", 1.02e13);
  rate("bandwidth/L2@far/chip/1:0/ld16B", 6.6e12);
  rate("bandwidth/DRAM/chip/1:0/ld16B", 4.3e12);
  rate("bandwidth/DRAM/chip/0:1/st16B", 0.9 * 4.3e12);
  rate("compute/fp16->fp32/wgmma-n256/chip", 132 * 7.0e12);
  rate("compute/fp64/fma/chip", 132 * 2.5e11);
}

}  // namespace
}  // namespace ridgeline::bench
