// What an x86-64 processor can do (CPUID) and what its operating system saves on a task switch
// (XCR0): an instruction set counts only when both agree. Bits as in the Intel SDM, volume 2A,
// "CPUID" and volume 1, chapter 13 (XCR0); AMD uses the same ones.
#include <cpuid.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kernels/isa/isa.hpp"

namespace ridgeline::kernels {
namespace {

struct Leaf {
  std::uint32_t eax = 0, ebx = 0, ecx = 0, edx = 0;
};

// All zero where the processor has no such leaf.
Leaf leaf(std::uint32_t number, std::uint32_t subleaf) {
  Leaf l;
  __get_cpuid_count(number, subleaf, &l.eax, &l.ebx, &l.ecx, &l.edx);
  return l;
}

// XGETBV by its opcode bytes: the intrinsic would need -mxsave for this file.
std::uint64_t enabled_state() {
  std::uint32_t low = 0, high = 0;
  asm volatile(".byte 0x0f, 0x01, 0xd0" : "=a"(low), "=d"(high) : "c"(0));
  return (std::uint64_t{high} << 32) | low;
}

constexpr bool all(std::uint64_t value, std::uint64_t bits) { return (value & bits) == bits; }
constexpr std::uint32_t bit(int n) { return std::uint32_t{1} << n; }

constexpr std::uint64_t kAvxState = 0x6;      // XMM and upper YMM halves
constexpr std::uint64_t kAvx512State = 0xe6;  // and opmasks, upper ZMM halves, ZMM16-31
constexpr std::uint64_t kAmxState = 0x60000;  // tile configuration and data

}  // namespace

std::uint32_t host_features() {
  std::uint32_t features = isa::kX86;
  const Leaf basic = leaf(1, 0);
  if (!all(basic.ecx, bit(27))) return features;  // OSXSAVE: XGETBV may be used
  const std::uint64_t state = enabled_state();
  const Leaf extended = leaf(7, 0);
  const Leaf more = leaf(7, extended.eax >= 1 ? 1 : 0);
  const bool has_more = extended.eax >= 1;

  if (all(state, kAvxState) && all(basic.ecx, bit(28))) {
    features |= isa::kAvx;
    if (all(basic.ecx, bit(12))) features |= isa::kFma;
    if (all(extended.ebx, bit(5))) features |= isa::kAvx2;
    if (all(features, isa::kAvx2) && has_more && all(more.eax, bit(4))) features |= isa::kAvxVnni;
  }
  if (all(state, kAvx512State) && all(extended.ebx, bit(16)) && all(features, isa::kAvx2)) {
    features |= isa::kAvx512f;
    if (all(extended.ecx, bit(11))) features |= isa::kAvx512Vnni;
    if (all(extended.edx, bit(23))) features |= isa::kAvx512Fp16;
    if (has_more && all(more.eax, bit(5))) features |= isa::kAvx512Bf16;
  }
  if (all(state, kAmxState) && all(extended.edx, bit(24))) {
    features |= isa::kAmxTile;
    if (all(extended.edx, bit(25))) features |= isa::kAmxInt8;
    if (all(extended.edx, bit(22))) features |= isa::kAmxBf16;
  }
  return features;
}

bool tile_data_granted() {
  constexpr long kRequestPermission = 0x1023;  // ARCH_REQ_XCOMP_PERM, Linux 5.16
  constexpr long kTileData = 18;               // XFEATURE_XTILEDATA: its bit of XCR0
  static const bool granted = syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0;
  return granted;
}

}  // namespace ridgeline::kernels
