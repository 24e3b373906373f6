// Arithmetic on counts that cannot overflow unseen.
#pragma once

#include <cstdint>
#include <initializer_list>

namespace ridgeline::ceilings {

// Product and sum; throw UsageError beyond 2^63 - 1.
std::uint64_t times(std::initializer_list<std::uint64_t> factors);
std::uint64_t plus(std::initializer_list<std::uint64_t> terms);
std::uint64_t divided_up(std::uint64_t value, std::uint64_t by);

}  // namespace ridgeline::ceilings
