// Latency: each line holds the address of the next one, in a random order that visits all lines
// before it returns. A load's address is the value of the one before.
#pragma once

#include "kernels/cpu/body.inl"

namespace ridgeline::kernels {
namespace {

[[gnu::always_inline]] RIDGELINE_BASE_ISA inline std::byte* pointer_at(const std::byte* address) {
  std::byte* pointer = nullptr;
  std::memcpy(&pointer, address, sizeof pointer);
  return pointer;
}

[[gnu::always_inline]] inline void set_pointer(std::byte* address, std::byte* pointer) {
  std::memcpy(address, static_cast<void*>(&pointer), sizeof pointer);
}

// The ring, in place: a cyclic permutation by Sattolo's shuffle ("An algorithm to generate a random
// cyclic permutation", 1986), its numbers from a 64-bit linear congruential generator with Knuth's
// multiplier (MMIX), the same in every run. Costs about 5 ns a line inside L2 and 30 to 60 ns a
// line in DRAM, 4 KiB pages (Emerald Rapids): up to a second for 1 GiB, so keep sets to what shows
// a level.
// It overwrites the first word of each line by an address, which is no normal number.
inline void set_up_ring(const Slice& slice) {
  std::byte* const base = first_array(slice);
  for (std::size_t i = 0; i < slice.elements; ++i) {
    std::byte* const line = base + i * kLine;
    set_pointer(line, line);
  }
  std::uint64_t state = 20261130;
  for (std::size_t left = slice.elements; left > 1; --left) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    // The high 32 bits scaled to 0 .. left - 2; sets have fewer than 2^32 lines.
    const std::uint64_t other = ((state >> 32) * (left - 1)) >> 32;
    std::byte* const last_line = base + (left - 1) * kLine;
    std::byte* const other_line = base + other * kLine;
    std::byte* const last = pointer_at(last_line);
    std::byte* const swapped = pointer_at(other_line);
    set_pointer(last_line, swapped);
    set_pointer(other_line, last);
  }
}

// Offsets from the ring's start go into the checksum, in their order: it shows each load and does
// not depend on where the ring lies. They are off the chain of loads and cost it nothing.
inline std::uint64_t run_chase(const Slice& slice, std::uint64_t passes) {
  const std::byte* const base = first_array(slice);
  const std::byte* at = base;
  std::uint64_t checksum = 0;
  for (std::uint64_t left = slice.elements * passes; left != 0; --left) {
    at = pointer_at(at);
    checksum = ((checksum << 1) | (checksum >> 63)) ^ static_cast<std::uint64_t>(at - base);
  }
  return checksum;
}

RIDGELINE_BASE_ISA inline std::uint64_t chase_reference(const Slice& slice, std::uint64_t passes) {
  const std::byte* const base = first_array(slice);
  std::uint64_t checksum = 0;
  for (; passes != 0; --passes) {
    std::size_t line = 0;
    for (std::size_t i = 0; i < slice.elements; ++i) {
      line = static_cast<std::size_t>(pointer_at(base + line * kLine) - base) / kLine;
      checksum = ((checksum << 1) | (checksum >> 63)) ^ (line * kLine);
    }
  }
  return checksum;
}

// On huge pages, or on the smallest ones, where a load may also wait for its address' translation.
constexpr Kernel chase_row(std::string_view name, std::string_view path, const InstructionSet& set,
                           bool small_pages) {
  Kernel row = common_row(name, path, set, {run_chase, chase_reference, set_up_ring});
  row.family = Family::latency;
  row.mix = "1:0";
  // A chain of loads knows no wider form.
  row.role = small_pages ? Role::secondary : Role::primary;
  row.lacks = small_pages ? "huge pages" : "";
  row.small_pages = small_pages;
  row.work = {.read = 8, .operations = 1};
  row.element_bytes = kLine;
  return row;
}

}  // namespace
}  // namespace ridgeline::kernels
