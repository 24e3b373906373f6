// The core clock, measured: the time that a chain of known length takes. All in Hz; 0 where the
// processor offers no such chain.
#pragma once

#include <cstdint>

namespace ridgeline::kernels {

// Measures the core clock now: a chain of dependent register additions, one a cycle on every
// processor known. Costs about `steps` cycles; pass 50,000 or more. Hz.
// Register plus register: additions of small constants are folded at rename on Golden Cove.
double core_clock_hz(std::uint64_t steps = 60'000);

// Additions a second where four chains run at once. Over the clock: the additions a cycle that this
// thread gets of its core, fewer while another hardware thread works there.
double wide_additions_hz(std::uint64_t steps = 60'000);

// The same by dependent 32-bit multiplications of `latency` cycles each (3 on all x86-64 since
// Nehalem and Zen): the second opinion, recorded once a run.
double core_clock_by_multiplication_hz(std::uint64_t steps = 20'000, double latency = 3);

}  // namespace ridgeline::kernels
