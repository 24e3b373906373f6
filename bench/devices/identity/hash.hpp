// A hash that is the same on every machine and in every build, unlike std::hash.
#pragma once

#include <cstdint>
#include <string_view>

namespace ridgeline::bench {

std::uint64_t stable_hash(std::string_view text);

}  // namespace ridgeline::bench
