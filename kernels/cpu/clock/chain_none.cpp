// Processors without a known chain: nothing runs, and the clock is reported as unknown.
#include "kernels/cpu/clock/chain.hpp"

namespace ridgeline::kernels {

void run_addition_chain(std::uint64_t) {}
void run_wide_additions(std::uint64_t) {}
void run_multiplication_chain(std::uint64_t) {}

}  // namespace ridgeline::kernels
