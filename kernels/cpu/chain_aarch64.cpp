// The clock's chains on AArch64.
#include "kernels/cpu/chain.hpp"

namespace ridgeline {

void run_addition_chain(std::uint64_t rounds) {
  std::uint64_t value = 1;
  const std::uint64_t step = 3;
  for (; rounds != 0; --rounds) {
    asm volatile(".rept 20\n\tadd %[value], %[value], %[step]\n\t.endr"
                 : [value] "+r"(value)
                 : [step] "r"(step));
  }
}

void run_multiplication_chain(std::uint64_t rounds) {
  std::uint32_t value = 1;
  const std::uint32_t factor = 3;
  for (; rounds != 0; --rounds) {
    asm volatile(".rept 20\n\tmul %w[value], %w[value], %w[factor]\n\t.endr"
                 : [value] "+r"(value)
                 : [factor] "r"(factor));
  }
}

}  // namespace ridgeline
