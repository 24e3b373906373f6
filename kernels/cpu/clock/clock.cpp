// The core clock, from the time that a chain of known length takes. Never the time stamp counter:
// it runs at its own constant rate.
#include "kernels/cpu/clock/clock.hpp"

#include <chrono>

#include "kernels/cpu/clock/chain.hpp"

namespace ridgeline::kernels {
namespace {

template <class Chain>
double chain_clock_hz(Chain chain, std::uint64_t steps, double cycles_per_step) {
  const std::uint64_t rounds = steps / kChainUnroll + 1;
  const auto start = std::chrono::steady_clock::now();
  chain(rounds);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  // Real chains take 0.1 ns a step at the very least; less means that there was none.
  const double links = static_cast<double>(rounds * kChainUnroll);
  if (elapsed.count() < links * 0.05e-9) return 0;
  return links * cycles_per_step / elapsed.count();
}

}  // namespace

double core_clock_hz(std::uint64_t steps) { return chain_clock_hz(run_addition_chain, steps, 1); }

double wide_additions_hz(std::uint64_t steps) {
  return chain_clock_hz(run_wide_additions, steps, 1);
}

double core_clock_by_multiplication_hz(std::uint64_t steps, double latency) {
  return chain_clock_hz(run_multiplication_chain, steps, latency);
}

}  // namespace ridgeline::kernels
