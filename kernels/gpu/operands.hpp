// Operands of tensor-core and chain kernels in the formats that the hardware reads.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/kernel.hpp"

namespace ridgeline::kernels {

enum class OperandKind : std::uint8_t {
  random,    // normal distribution around 0, standard deviation 1; 4-bit and 6-bit: as near as they
             // come. int8: round(32 x normal), clamped
  constant,  // one non-zero value, 0.5 (int8: 1)
  integers,  // -2 .. 2, exact in every format: for verification
};

// Fills `bytes` with numbers of the precision, each in the container that the kernel loads:
// fp64 8 B, fp32 and tf32 4 B (tf32: 10 bits of mantissa, the rest 0), fp16 and bf16 2 B,
// fp8 (E4M3), int8 1 B, fp6 (E3M2, in the low 6 bits) 1 B, fp4 (E2M1) two a byte, the first in the
// low half; int32 4 B. The second half of the buffer has, for `random`, the first half's numbers
// with the opposite sign, so that chains that add both stay where they are.
// Deterministic: the same for the same seed on every machine.
void fill_operands(Precision precision, OperandKind kind, std::byte* to, std::size_t bytes,
                   std::uint64_t seed = 1);

// The number in the i-th container, as a double (exact for all of the formats).
double operand_at(Precision precision, const std::byte* from, std::size_t i);

}  // namespace ridgeline::kernels
