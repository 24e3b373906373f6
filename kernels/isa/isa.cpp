// Names of the instruction set bits, the same on every processor. Detection is in isa_x86.cpp or
// isa_aarch64.cpp; the build picks one.
#include "kernels/isa/isa.hpp"

#include <utility>

namespace ridgeline::kernels {
namespace {

constexpr std::pair<std::uint32_t, const char*> kNames[] = {
    {isa::kX86, "SSE2"},
    {isa::kAvx, "AVX"},
    {isa::kFma, "FMA"},
    {isa::kAvx2, "AVX2"},
    {isa::kAvx512f, "AVX-512F"},
    {isa::kAvx512Vnni, "AVX-512 VNNI"},
    {isa::kAvx512Bf16, "AVX-512 BF16"},
    {isa::kAvx512Fp16, "AVX-512 FP16"},
    {isa::kAmxTile, "AMX"},
    {isa::kNeon, "NEON"},
    {isa::kAvxVnni, "AVX-VNNI"},
    {isa::kAmxInt8, "AMX-INT8"},
    {isa::kAmxBf16, "AMX-BF16"},
};

}  // namespace

std::uint32_t granted_features(std::uint32_t features, bool (*ask)()) {
  if ((features & isa::kAmx) == 0 || ask()) return features;
  return features & ~isa::kAmx;
}

std::string feature_names(std::uint32_t features) {
  std::string names;
  for (const auto& [bit, name] : kNames) {
    if ((features & bit) == 0) continue;
    if (!names.empty()) names += ", ";
    names += name;
  }
  return names;
}

}  // namespace ridgeline::kernels
