// The three simulated archives that later work is tested on: a CPU, a GPU, and a slice of it. They
// were written by `ridgeline characterize --profile quick` on the devices of tests/data/simulated.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "ceilings/archive.hpp"
#include "ceilings/derive/derive.hpp"

namespace ridgeline::bench {
namespace {

ceilings::Archive stored(const std::string& name) {
  return ceilings::read_archive(RIDGELINE_TEST_DATA "/archives/simulated-" + name + ".json");
}

class StoredArchive : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Each, StoredArchive,
                         testing::Values("cpu-3-level", "h200-like", "mig-slice"));

TEST_P(StoredArchive, IsSimulatedAndComplete) {
  const ceilings::Archive archive = stored(GetParam());
  EXPECT_EQ(archive.provenance, ceilings::Provenance::simulated);
  EXPECT_TRUE(archive.complete) << archive.incomplete_reason;
  EXPECT_FALSE(archive.ridges.empty());
}

// What is derived can be derived again, and gives each ceiling once.
TEST_P(StoredArchive, IsDerivedAgainToTheSameCeilings) {
  const ceilings::Archive archive = stored(GetParam());
  ceilings::Archive again = archive;
  ceilings::derive(again);
  ASSERT_EQ(again.ceilings.size(), archive.ceilings.size());
  std::set<std::string> ids;
  for (std::size_t i = 0; i < archive.ceilings.size(); ++i) {
    EXPECT_EQ(again.ceilings[i].id, archive.ceilings[i].id);
    EXPECT_DOUBLE_EQ(again.ceilings[i].value, archive.ceilings[i].value) << archive.ceilings[i].id;
    EXPECT_TRUE(ids.insert(archive.ceilings[i].id).second) << archive.ceilings[i].id << " twice";
  }
}

bool has(const ceilings::Archive& archive, const std::string& id) {
  return std::any_of(archive.ceilings.begin(), archive.ceilings.end(),
                     [&](const ceilings::Ceiling& ceiling) { return ceiling.id == id; });
}

TEST(StoredArchives, CarryWhatLaterWorkNeeds) {
  const ceilings::Archive cpu = stored("cpu-3-level");
  for (const char* id : {"bandwidth/L1/core/1:0/avx512", "bandwidth/L2/core/1:0/avx512",
                         "bandwidth/L3/all/1:0/avx512", "bandwidth/DRAM/all/1:1/update-avx512",
                         "compute/fp64/fma-avx512/core", "compute/fp32/fma-scalar/all"}) {
    EXPECT_TRUE(has(cpu, id)) << id;
  }
  EXPECT_FALSE(cpu.empirical.empty());
  for (const char* name : {"h200-like", "mig-slice"}) {
    const ceilings::Archive gpu = stored(name);
    for (const char* id : {"bandwidth/L1/sm/1:0/ld16B-ca", "bandwidth/shared/sm/1:0/lds16B",
                           "bandwidth/DRAM/chip/1:0/ld16B", "compute/fp16->fp32/wgmma-n256/chip",
                           "compute/bf16->fp32/mma-m16n8k16/chip", "compute/fp64/fma/chip"}) {
      EXPECT_TRUE(has(gpu, id)) << name << " " << id;
    }
  }
  const ceilings::Archive whole = stored("h200-like");
  EXPECT_TRUE(has(whole, "bandwidth/L2@near/chip/1:0/ld16B"));
  EXPECT_TRUE(has(whole, "bandwidth/L2@far/chip/1:0/ld16B"));
  EXPECT_EQ(stored("mig-slice").device.attributes.count("mig_profile"), 1U);
}

}  // namespace
}  // namespace ridgeline::bench
