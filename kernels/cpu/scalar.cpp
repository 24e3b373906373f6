// Kernels without vector instructions, for any processor: 64-bit general registers.
#include "kernels/cpu/chase.inl"
#include "kernels/cpu/read.inl"
#include "kernels/cpu/tables.hpp"
#include "kernels/cpu/update.inl"

namespace ridgeline::scalar {
namespace {

constexpr InstructionSet kSet{0, 64, false};

struct Bits {
  using Register = std::uint64_t;
  static constexpr std::size_t kBytes = 8;
  static constexpr std::size_t kReadLines = 8, kUpdateLines = 4;

  static Register load(const std::byte* p) { return word_at(p); }
  static void store(std::byte* p, Register a) { std::memcpy(p, &a, sizeof a); }
  static Register zero() { return 0; }
  static Register sign() { return std::uint64_t{1} << 63; }
  static Register combine(Register a, Register b) { return a ^ b; }
  static Register combine(Register a, Register b, Register c) { return a ^ b ^ c; }
  static Register scramble(Register a) {
    a ^= a << 13;
    a ^= a >> 7;
    return a ^ (a << 17);
  }
  static std::uint64_t fold(Register a) { return a; }
};

constinit const Kernel kernels[] = {
    read_row<Bits>("read_u64_scalar", "scalar", kSet),
    update_row<Bits>("update_u64_scalar", "update-scalar", kSet),
    chase_row("chase_ptr_scalar", "chase", kSet),
};

}  // namespace

constinit const KernelTable table{kernels, sizeof kernels / sizeof kernels[0]};

}  // namespace ridgeline::scalar
