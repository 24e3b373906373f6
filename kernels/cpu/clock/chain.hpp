// Dependent chains of register operations: their length in cycles is known, so that their time
// gives the core clock. One file an architecture; the build picks it.
#pragma once

#include <cstdint>

namespace ridgeline::kernels {

// Links of a chain between two loop branches.
inline constexpr std::uint64_t kChainUnroll = 20;

// `rounds` x kChainUnroll dependent additions, register to register.
void run_addition_chain(std::uint64_t rounds);
// `rounds` x kChainUnroll additions in four independent chains: four a cycle on every core since
// Haswell and Zen, as long as nothing else uses it.
void run_wide_additions(std::uint64_t rounds);
// `rounds` x kChainUnroll dependent 32-bit multiplications.
void run_multiplication_chain(std::uint64_t rounds);

}  // namespace ridgeline::kernels
