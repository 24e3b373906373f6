// What an instruction set's file must not do: use an inline function of the standard library, which
// leaves a copy compiled for AVX-512. Compiled only by the weak-symbol test; linked by nobody.
#include "kernels/kernel.hpp"

namespace ridgeline::kernels::mutant {

std::uint64_t first_line(const Slice& slice) {
  return reinterpret_cast<std::uintptr_t>(slice.arrays[0]) / 64;
}

}  // namespace ridgeline::kernels::mutant
