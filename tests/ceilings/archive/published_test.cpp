// The archives of figures from literature: marked as such, with their sources, and plausible.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <tuple>

#include "ceilings/archive.hpp"
#include "ceilings/compare/compare.hpp"
#include "ceilings/derive/roofs.hpp"
#include "ceilings/roofline.hpp"

namespace ridgeline::ceilings {
namespace {

Archive published(const std::string& name) {
  return read_archive(RIDGELINE_SOURCE "/results/published/" + name + ".json");
}

double peak(const Archive& archive, const std::string& key) {
  for (const Peak& one : archive.device.peaks) {
    if (one.key == key) return one.per_second;
  }
  return 0;
}

double reference(const Archive& archive, const std::string& key) {
  for (const NamedFigure& each : main_figures(archive)) {
    if (key_of(each.name) == key) return each.figure.value;
  }
  return 0;
}

TEST(Published, EveryFigureHasItsSourceAndNoneIsTakenForMeasured) {
  std::set<std::string> classes;
  for (const auto& entry :
       std::filesystem::directory_iterator(RIDGELINE_SOURCE "/results/published")) {
    if (entry.path().extension() != ".json") continue;
    const Archive archive = read_archive(entry.path().string());
    EXPECT_EQ(archive.provenance, Provenance::published) << entry.path();
    EXPECT_TRUE(archive.device.device_class.starts_with("published-")) << entry.path();
    EXPECT_TRUE(classes.insert(archive.device.device_class).second) << entry.path();
    EXPECT_FALSE(archive.ceilings.empty()) << entry.path();
    std::set<std::string> ids;
    for (const Ceiling& ceiling : archive.ceilings) {
      EXPECT_FALSE(ceiling.source.empty()) << ceiling.id;
      EXPECT_TRUE(ids.insert(ceiling.id).second) << ceiling.id << " twice";
      EXPECT_FALSE(ceiling.roof && ceiling.role == "secondary") << ceiling.id;
    }
    for (const Peak& one : archive.device.peaks) EXPECT_FALSE(one.source.empty()) << one.key;
  }
  EXPECT_GE(classes.size(), 21U);
}

TEST(Published, RidgesAreThoseOfTheProgramsOwnRules) {
  for (const char* name : {"h200-sxm", "b200-sxm", "rtx-3060-ti-user", "v100-sxm2"}) {
    const Archive archive = published(name);
    const std::vector<Ridge> own = ridges_of(archive.ceilings);
    ASSERT_EQ(archive.ridges.size(), own.size()) << name;
    for (std::size_t i = 0; i < own.size(); ++i) {
      EXPECT_EQ(archive.ridges[i].bandwidth, own[i].bandwidth);
      EXPECT_EQ(archive.ridges[i].compute, own[i].compute);
      EXPECT_NEAR(archive.ridges[i].intensity / own[i].intensity, 1, 1e-5);
    }
  }
}

// Dense peaks of the data sheets; sparse ones are twice as high.
TEST(Published, PeaksAreDense) {
  for (const char* name : {"h100-sxm5", "h200-sxm"}) {
    const Archive card = published(name);
    EXPECT_NEAR(peak(card, "compute/bf16->fp32/tensor"), 989.5e12, 0.2e12);
    EXPECT_NEAR(peak(card, "compute/fp8->fp32/tensor"), 1979e12, 0.2e12);
    EXPECT_NEAR(peak(card, "compute/tf32->fp32/tensor"), 494.7e12, 0.2e12);
    EXPECT_NEAR(peak(card, "compute/fp64/tensor"), 67e12, 0.5e12);
    EXPECT_NEAR(peak(card, "compute/fp64/fma"), 34e12, 0.6e12);
    EXPECT_NEAR(peak(card, "compute/fp32/fma"), 67e12, 0.5e12);
  }
  EXPECT_DOUBLE_EQ(peak(published("h200-sxm"), "bandwidth/DRAM"), 4.8e12);
}

// What others saw on these cards, within 15 %.
TEST(Published, FiguresArePlausible) {
  const auto near = [](double value, double wanted) {
    EXPECT_NEAR(value / wanted, 1, 0.15) << value << " against " << wanted;
  };
  const Archive a100 = published("a100-sxm4-80gb"), v100 = published("v100-sxm2");
  near(reference(a100, "bandwidth/DRAM/reference"), 1.7e12);
  near(peak(a100, "bandwidth/DRAM"), 2.04e12);
  near(peak(a100, "compute/fp32/fma"), 19.5e12);
  near(peak(a100, "compute/fp64/fma"), 9.7e12);
  near(peak(a100, "compute/fp64/tensor"), 19.5e12);
  near(reference(v100, "compute/fp32/reference"), 15.7e12);
  near(reference(v100, "bandwidth/DRAM/reference"), 0.82e12);
  const Archive h200 = published("h200-sxm");
  bool sweep = false;
  for (const Ceiling& ceiling : h200.ceilings) {
    if (ceiling.id != "bandwidth/DRAM/chip/1:0/gpu-benches") continue;
    sweep = true;
    near(ceiling.value, 3.89e12);
    EXPECT_DOUBLE_EQ(ceiling.limit, 4.8e12);
  }
  EXPECT_TRUE(sweep);
}

TEST(Published, TheSeriesThisProjectStartedFrom) {
  const Archive card = published("rtx-3060-ti-user");
  EXPECT_EQ(card.citation, "reported by the project's user");
  EXPECT_DOUBLE_EQ(reference(card, "bandwidth/DRAM/reference"), 390e9);
  EXPECT_DOUBLE_EQ(reference(card, "bandwidth/L2/reference"), 3.4e12);
  EXPECT_DOUBLE_EQ(reference(card, "compute/fp32/reference"), 13999e9);
  const Attainable at = attainable(roofline_of(card), 256);
  EXPECT_NEAR(at.ridge, 35.9, 0.05);
  EXPECT_FALSE(at.memory_bound);
  EXPECT_NEAR(peak(card, "compute/fp32/fma") / peak(card, "bandwidth/DRAM"), 36.2, 0.05);
}

// Three source registers are more than the ports of a 128-lane SM keep up with; and a library's
// product at half of the vector units' peak is no roof either.
TEST(Published, WhatLacksATechniqueIsNoRoof) {
  for (const auto& [name, id, value] :
       {std::tuple("h200-sxm", "compute/fp32/fma-three-sources-gpu-benches/chip", 42.6e12),
        std::tuple("l40", "compute/fp32/fma-three-sources-gpu-benches/chip", 50.5e12),
        std::tuple("rtx-5090", "compute/fp32/gemm-framework/chip", 56.8e12)}) {
    const Archive card = published(name);
    const auto found = std::find_if(card.ceilings.begin(), card.ceilings.end(),
                                    [id = id](const Ceiling& each) { return each.id == id; });
    ASSERT_NE(found, card.ceilings.end()) << id;
    EXPECT_DOUBLE_EQ(found->value, value);
    EXPECT_TRUE(found->role == "secondary" && !found->roof && !found->reference) << id;
  }
}

// The MT4G figures are printed in GiB/s.
TEST(Published, BinaryUnitsAreConverted) {
  EXPECT_NEAR(reference(published("h100-sxm5"), "bandwidth/L2/reference"), 4529.0 * (1 << 30), 1e6);
}

TEST(Published, ZeroOperandsAndMisalignedAccessesAreNoRoofs) {
  std::size_t seen = 0;
  for (const char* name : {"h800-pcie", "b300-sxm", "rtx-5090", "h100-sxm5"}) {
    for (const Ceiling& ceiling : published(name).ceilings) {
      const bool constant = ceiling.path.ends_with("-constant");
      const bool misaligned = ceiling.path.starts_with("misaligned-");
      seen += constant || misaligned ? 1 : 0;
      EXPECT_TRUE(ceiling.role == "secondary" || !(constant || misaligned)) << ceiling.id;
    }
  }
  EXPECT_GE(seen, 10U);
}

}  // namespace
}  // namespace ridgeline::ceilings
