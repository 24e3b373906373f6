// What the system keeps from a process is left out of its plan, in other words than what the
// processor lacks.
#include <gtest/gtest.h>

#include "bench/plan/sizing/targets.hpp"
#include "kernels/isa/isa.hpp"
#include "kernels/registry.hpp"

namespace ridgeline::bench {
namespace {

kernels::Kernel needing(std::uint32_t features) {
  kernels::Kernel kernel;
  kernel.needs.cpu_features = features;
  return kernel;
}

TEST(RefusedFeatures, AreNamedWithWhoRefuses) {
  Machine machine;
  machine.cpu_features = kernels::isa::kX86 | kernels::isa::kAvx2;
  machine.refused_features = kernels::isa::kAmxTile | kernels::isa::kAmxInt8;
  EXPECT_EQ(unmet_needs(machine, needing(kernels::isa::kAvx2)), "");
  EXPECT_EQ(unmet_needs(machine, needing(kernels::isa::kAmxInt8)),
            "needs AMX-INT8, which the system refuses to this process (arch_prctl "
            "ARCH_REQ_XCOMP_PERM)");
  EXPECT_EQ(unmet_needs(machine, needing(kernels::isa::kAmxBf16)),
            "needs AMX-BF16, which this CPU lacks");
  EXPECT_EQ(unmet_needs(machine, needing(kernels::isa::kAvx512f)),
            "needs AVX-512F, which this CPU lacks");
}

TEST(RefusedFeatures, TakeOnlyTheirKernelsOut) {
  Machine granted;
  granted.cpu_features = ~std::uint32_t{0};
  Machine refused;
  refused.cpu_features = ~kernels::isa::kAmx;
  refused.refused_features = kernels::isa::kAmx;
  for (const kernels::Kernel& kernel : kernels::cpu_kernels()) {
    EXPECT_EQ(unmet_needs(granted, kernel), "") << kernel.name;
    const bool left_out = !unmet_needs(refused, kernel).empty();
    EXPECT_EQ(left_out, kernel.name.ends_with("_amx")) << kernel.name;
  }
}

}  // namespace
}  // namespace ridgeline::bench
