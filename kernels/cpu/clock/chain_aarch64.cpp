// The clock's chains on AArch64.
#include "kernels/cpu/clock/chain.hpp"

namespace ridgeline::kernels {

void run_addition_chain(std::uint64_t rounds) {
  std::uint64_t value = 1;
  const std::uint64_t step = 3;
  for (; rounds != 0; --rounds) {
    asm volatile(".rept 20\n\tadd %[value], %[value], %[step]\n\t.endr"
                 : [value] "+r"(value)
                 : [step] "r"(step));
  }
}

void run_wide_additions(std::uint64_t rounds) {
  std::uint64_t a = 1, b = 2, c = 3, d = 4;
  const std::uint64_t step = 3;
  for (; rounds != 0; --rounds) {
    asm volatile(
        ".rept 5\n\tadd %[a], %[a], %[step]\n\tadd %[b], %[b], %[step]\n\t"
        "add %[c], %[c], %[step]\n\tadd %[d], %[d], %[step]\n\t.endr"
        : [a] "+r"(a), [b] "+r"(b), [c] "+r"(c), [d] "+r"(d)
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

}  // namespace ridgeline::kernels
