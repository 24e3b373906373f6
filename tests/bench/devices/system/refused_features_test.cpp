// What the system keeps from a process is left out of its plan, in other words than what the
// processor lacks.
#include <gtest/gtest.h>

#include "bench/plan/sizing/targets.hpp"
#include "kernels/isa/isa.hpp"
#include "kernels/registry.hpp"

namespace ridgeline {
namespace {

Kernel needing(std::uint32_t features) {
  Kernel kernel;
  kernel.needs.cpu_features = features;
  return kernel;
}

TEST(RefusedFeatures, AreNamedWithWhoRefuses) {
  Machine machine;
  machine.cpu_features = isa::kX86 | isa::kAvx2;
  machine.refused_features = isa::kAmxTile | isa::kAmxInt8;
  EXPECT_EQ(unmet_needs(machine, needing(isa::kAvx2)), "");
  EXPECT_EQ(unmet_needs(machine, needing(isa::kAmxInt8)),
            "needs AMX-INT8, which the system refuses to this process (arch_prctl "
            "ARCH_REQ_XCOMP_PERM)");
  EXPECT_EQ(unmet_needs(machine, needing(isa::kAmxBf16)), "needs AMX-BF16, which this CPU lacks");
  EXPECT_EQ(unmet_needs(machine, needing(isa::kAvx512f)), "needs AVX-512F, which this CPU lacks");
}

TEST(RefusedFeatures, TakeOnlyTheirKernelsOut) {
  Machine granted;
  granted.cpu_features = ~std::uint32_t{0};
  Machine refused;
  refused.cpu_features = ~isa::kAmx;
  refused.refused_features = isa::kAmx;
  for (const Kernel& kernel : cpu_kernels()) {
    EXPECT_EQ(unmet_needs(granted, kernel), "") << kernel.name;
    const bool left_out = !unmet_needs(refused, kernel).empty();
    EXPECT_EQ(left_out, kernel.name.ends_with("_amx")) << kernel.name;
  }
}

}  // namespace
}  // namespace ridgeline
