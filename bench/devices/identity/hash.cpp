// FNV-1a, 64 bits.
#include "bench/devices/identity/hash.hpp"

namespace ridgeline::bench {

std::uint64_t stable_hash(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3;
  }
  return hash;
}

}  // namespace ridgeline::bench
