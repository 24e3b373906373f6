// Which cards run code that was built for given compute capabilities.
#include "kernels/cuda/compute_capability.hpp"

#include <gtest/gtest.h>

#include <initializer_list>

namespace ridgeline::kernels {
namespace {

constexpr std::uint16_t kGeneric[] = {75, 80, 86, 89, 90, 100, 103, 120};
using Sms = std::initializer_list<std::uint16_t>;
constexpr std::uint16_t kHopper[] = {90};
constexpr std::uint16_t kAmpere[] = {80};

TEST(Sm, MachineCodeRunsOnLaterMinorVersionsOfItsMajorOne) {
  const Requirements ampere{.sms = kAmpere};
  for (const std::uint16_t sm : Sms{80, 86, 87, 89}) EXPECT_TRUE(runs_on(ampere, sm)) << sm;
  for (const std::uint16_t sm : Sms{75, 90, 100, 120}) EXPECT_FALSE(runs_on(ampere, sm)) << sm;
  constexpr std::uint16_t kLater[] = {86};
  EXPECT_FALSE(runs_on({.sms = kLater}, 80));
}

TEST(Sm, CodeForExactlyOneArchitectureRunsOnNoOther) {
  const Requirements hopper{.sms = kHopper, .exact_sm = true};
  EXPECT_TRUE(runs_on(hopper, 90));
  for (const std::uint16_t sm : Sms{80, 89, 100, 103, 120}) EXPECT_FALSE(runs_on(hopper, sm)) << sm;
  constexpr std::uint16_t kBlackwell[] = {100};
  EXPECT_FALSE(runs_on({.sms = kBlackwell, .exact_sm = true}, 103));
}

TEST(Sm, PtxServesItsOwnAndLaterCards) {
  const Requirements generic{.sms = kGeneric, .ptx_sm = 100};
  EXPECT_TRUE(runs_on(generic, 110));
  EXPECT_TRUE(runs_from_ptx(generic, 110));
  EXPECT_TRUE(runs_from_ptx(generic, 130));
  EXPECT_FALSE(runs_on(generic, 70));
}

TEST(Sm, MachineCodeComesBeforePtx) {
  const Requirements generic{.sms = kGeneric, .ptx_sm = 100};
  for (const std::uint16_t sm : Sms{75, 80, 86, 87, 89, 90, 100, 103, 120, 121}) {
    EXPECT_TRUE(runs_on(generic, sm)) << sm;
    EXPECT_FALSE(runs_from_ptx(generic, sm)) << sm;
  }
}

TEST(Sm, WithoutPtxLaterCardsGetNothing) {
  EXPECT_FALSE(runs_on({.sms = kGeneric}, 130));
  EXPECT_FALSE(runs_from_ptx({.sms = kGeneric}, 130));
}

TEST(Sm, DescriptionsWithoutAListRunAnywhere) { EXPECT_TRUE(runs_on({}, 90)); }

}  // namespace
}  // namespace ridgeline::kernels
