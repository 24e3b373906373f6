// The clock's chains on x86-64. Operands are registers: Golden Cove folds small constants at
// rename, and a chain of `add $1` then runs faster than one a cycle.
#include "kernels/cpu/clock/chain.hpp"

namespace ridgeline::kernels {

void run_addition_chain(std::uint64_t rounds) {
  std::uint64_t value = 1;
  const std::uint64_t step = 3;
  for (; rounds != 0; --rounds) {
    asm volatile(".rept 20\n\tadd %[step], %[value]\n\t.endr"
                 : [value] "+r"(value)
                 : [step] "r"(step)
                 : "cc");
  }
}

void run_wide_additions(std::uint64_t rounds) {
  std::uint64_t a = 1, b = 2, c = 3, d = 4;
  const std::uint64_t step = 3;
  for (; rounds != 0; --rounds) {
    asm volatile(
        ".rept 5\n\t"
        "add %[step], %[a]\n\tadd %[step], %[b]\n\tadd %[step], %[c]\n\tadd %[step], %[d]\n\t"
        ".endr"
        : [a] "+r"(a), [b] "+r"(b), [c] "+r"(c), [d] "+r"(d)
        : [step] "r"(step)
        : "cc");
  }
}

void run_multiplication_chain(std::uint64_t rounds) {
  std::uint32_t value = 1;
  const std::uint32_t factor = 3;
  for (; rounds != 0; --rounds) {
    asm volatile(".rept 20\n\timul %[factor], %[value]\n\t.endr"
                 : [value] "+r"(value)
                 : [factor] "r"(factor)
                 : "cc");
  }
}

}  // namespace ridgeline::kernels
