// Whole numbers as people write them.
#pragma once

#include <cstdint>
#include <string>

namespace ridgeline::ceilings {

// A whole number as people write it: "4096", "1e6", "1.5e3", "2^20", "64Ki", "1Mi"; K, M, G, T
// without an i are refused, since they mean 1000 to some and 1024 to others. `what` opens the
// message. Throws UsageError: no such number, a fraction, 0 where `least` is 1, above 2^63 - 1.
std::uint64_t parse_count(const std::string& text, const std::string& what,
                          std::uint64_t least = 1);

}  // namespace ridgeline::ceilings
