// Everything the library does to a measured archive, in one process: two types of one name would
// here call each other's destructors. Worth the most without optimisation, under sanitizers.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ceilings/derive/derive.hpp"
#include "ceilings/place/diagnosis/diagnosis.hpp"

namespace ridgeline::ceilings {
namespace {

TEST(DeriveAndPlace, OneMeasuredArchive) {
  Archive archive =
      read_archive(RIDGELINE_SOURCE "/results/intel-xeon-processor/2026-11-30T10-24-25Z.json");
  const std::size_t ceilings = archive.ceilings.size();
  derive(archive);
  EXPECT_EQ(archive.ceilings.size(), ceilings);
  const Roofline roofline = roofline_of(archive);

  KernelRun triad;
  triad.name = "triad";
  triad.seconds = 1e-3;
  triad.operations = std::vector<OperationCount>{{"fp64", "", "fma", 2e6}};
  triad.bytes = {{"DRAM", 24e6, 16e6, 8e6}};
  std::vector<PlacedKernel> kernels;
  for (const std::string& level : level_names(roofline)) {
    triad.bytes[0].level = level;
    kernels.push_back(place(triad, roofline));
  }
  ASSERT_FALSE(kernels.empty());
  for (const PlacedKernel& kernel : kernels) {
    ASSERT_EQ(kernel.levels.size(), 1u);
    EXPECT_DOUBLE_EQ(kernel.levels[0].bandwidth.value_or(0), 24e9);
    EXPECT_FALSE(diagnose(kernel, roofline, archive).text.empty());
  }
}

}  // namespace
}  // namespace ridgeline::ceilings
