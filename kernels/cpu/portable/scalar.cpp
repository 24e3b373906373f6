// Kernels without vector instructions, for any processor: general registers.
#include "kernels/cpu/arithmetic/mul_add.inl"
#include "kernels/cpu/memory/chase.inl"
#include "kernels/cpu/memory/copy.inl"
#include "kernels/cpu/memory/read.inl"
#include "kernels/cpu/memory/update.inl"
#include "kernels/cpu/memory/write.inl"
#include "kernels/cpu/tables.hpp"

namespace ridgeline::kernels::scalar {
namespace {

constexpr InstructionSet kSet{0, 64, false};
constexpr InstructionSet kIntegerSet{0, 32, false};

struct Bits {
  using Register = std::uint64_t;
  static constexpr std::size_t kBytes = 8;
  static constexpr std::size_t kReadLines = 8;

  static Register load(const std::byte* p) { return word_at(p); }
  static void store(std::byte* p, Register a) { std::memcpy(p, &a, sizeof a); }
  static void hide(Register& x) { asm volatile("" : "+r"(x)); }
  static Register zero() { return 0; }
  static Register all(std::uint64_t word) { return word; }
  static Register combine(Register a, Register b) { return a ^ b; }
  static Register combine(Register a, Register b, Register c) { return a ^ b ^ c; }
  static Register toggle(Register a, Register b, Register mask) { return a ^ (b & mask); }
  static Register scramble(Register a) {
    a ^= a << 13;
    a ^= a >> 7;
    return a ^ (a << 17);
  }
  static std::uint64_t fold(Register a) { return a; }
};

struct I32 {
  using Register = std::uint32_t;
  using Element = std::uint32_t;
  static constexpr Precision kPrecision = Precision::int32;
  // Constants, counter, stack and frame take five or six of the 16 general registers.
  static constexpr std::size_t kBytes = sizeof(Register), kChains = 8, kMostChains = 8;

  static Register load(const std::byte* p) {
    Register a;
    std::memcpy(&a, p, sizeof a);
    return a;
  }
  static void store(std::byte* p, Register a) { std::memcpy(p, &a, sizeof a); }
  static void hide(Register& x) { asm volatile("" : "+r"(x)); }
  static Register opaque(std::uint32_t value) {
    hide(value);
    return value;
  }
  static Register mul(Register x, Register a) { return x * a; }
  static Register add(Register x, Register a) { return x + a; }
};

constinit const Kernel kernels[] = {
    read_row<Bits>("read_u64_scalar", "scalar", kSet),
    update_row<Bits>("update_u64_scalar", "update-scalar", kSet),
    update_by_row<Bits>("update-by_u64_scalar", "update-scalar", kSet),
    copy_row<Bits>("copy_u64_scalar", "copy-scalar", kSet),
    write_row<Bits>("write_u64_scalar", "write-scalar", kSet),
    add_row<I32>("add_i32_scalar", "add-scalar", kIntegerSet),
    mul_add_row<I32>("mul-add_i32_scalar", "mul-add-scalar", kIntegerSet),
    chase_row("chase_ptr_scalar", "chase", kSet, false),
    chase_row("chase_small_ptr_scalar", "chase-small-pages", kSet, true),
};

}  // namespace

constinit const KernelTable table{kernels, sizeof kernels / sizeof kernels[0]};

}  // namespace ridgeline::kernels::scalar
