// See checked.hpp.
#include "ceilings/operators/values/checked.hpp"

#include <algorithm>
#include <limits>

#include "ceilings/errors.hpp"

namespace ridgeline::ceilings {
namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();

[[noreturn]] void overflow() {
  throw UsageError("these sizes give counts beyond 2^63 - 1; take smaller ones");
}

}  // namespace

std::uint64_t times(std::initializer_list<std::uint64_t> factors) {
  std::uint64_t product = 1;
  // A factor of 0 makes 0 of everything, also of what would overflow on the way.
  if (std::find(factors.begin(), factors.end(), 0U) != factors.end()) return 0;
  for (const std::uint64_t factor : factors) {
    if (__builtin_mul_overflow(product, factor, &product) || product > kMost) overflow();
  }
  return product;
}

std::uint64_t plus(std::initializer_list<std::uint64_t> terms) {
  std::uint64_t sum = 0;
  for (const std::uint64_t term : terms) {
    if (__builtin_add_overflow(sum, term, &sum) || sum > kMost) overflow();
  }
  return sum;
}

std::uint64_t divided_up(std::uint64_t value, std::uint64_t by) {
  return value / by + (value % by == 0 ? 0 : 1);
}

}  // namespace ridgeline::ceilings
