// The kernel on one copy of the data, the reference on another, and a comparison of all bits.
#include "bench/devices/cpu/verify.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "bench/devices/working_set.hpp"

namespace ridgeline::bench {
namespace {

constexpr std::size_t kLine = 64;

struct FreeBytes {
  void operator()(std::byte* memory) const { std::free(memory); }
};

// Arrays of one slice in memory of their own, 64-byte aligned, filled with random numbers.
class OwnSlice {
 public:
  OwnSlice(const kernels::Kernel& kernel, std::size_t elements) {
    const std::size_t bytes = elements * kernel.element_bytes;
    const std::size_t stride = round_up(bytes, kLine);
    bytes_ = stride * kernel.arrays;
    memory_.reset(static_cast<std::byte*>(std::aligned_alloc(kLine, bytes_)));
    for (std::size_t array = 0; array < kernel.arrays; ++array) {
      // Other numbers in each, or a copy that is left out would not show.
      const std::vector<std::byte> tile = random_tile(stride, 7 + array);
      slice_.arrays[array] = memory_.get() + array * stride;
      std::memcpy(slice_.arrays[array], tile.data(), tile.size());
    }
    slice_.elements = elements;
    const auto& backend = std::get<kernels::CpuBackend>(kernel.backend);
    if (backend.setup != nullptr) backend.setup(slice_);
  }
  const kernels::Slice& slice() const { return slice_; }
  bool same_memory(const OwnSlice& other) const {
    return std::memcmp(memory_.get(), other.memory_.get(), bytes_) == 0;
  }

 private:
  std::unique_ptr<std::byte, FreeBytes> memory_;
  std::size_t bytes_ = 0;
  kernels::Slice slice_;
};

std::string verify_size(const kernels::Kernel& kernel, std::size_t elements, std::uint64_t passes) {
  const auto& backend = std::get<kernels::CpuBackend>(kernel.backend);
  const OwnSlice tried(kernel, elements);
  const OwnSlice expected(kernel, elements);
  const std::uint64_t result = backend.run(tried.slice(), passes);
  const std::uint64_t right = backend.reference(expected.slice(), passes);
  const std::string where = std::string(kernel.name) + " at " + std::to_string(elements) +
                            " elements and " + std::to_string(passes) + " passes";
  if (result != right) return where + " returns a result that differs from its reference's";
  // A ring of pointers differs by its own address, and is only read.
  if (backend.setup == nullptr && !tried.same_memory(expected)) {
    return where + " leaves memory that differs from its reference's";
  }
  return "";
}

// Takes a piece of the working set to where no pass leaves it, so that a store left out shows even
// where an earlier pass had stored the very same: signs are turned round, in each array those of
// other halves of its words. Normal numbers stay normal.
void turn_signs(std::byte* start, std::size_t bytes, std::size_t array) {
  constexpr std::uint64_t kHigh = std::uint64_t{1} << 63, kLow = std::uint64_t{1} << 31;
  const std::uint64_t turned = std::array{kHigh, kLow, kHigh | kLow}[array % 3];
  for (std::size_t at = 0; at + sizeof turned <= bytes; at += sizeof turned) {
    std::uint64_t word = 0;
    std::memcpy(&word, start + at, sizeof word);
    word ^= turned;
    std::memcpy(start + at, &word, sizeof word);
  }
}

// A piece of a slice, copied before the kernel ran, to be compared with what the reference makes.
struct CopiedPiece {
  kernels::Slice live;
  kernels::Slice copy;
  std::unique_ptr<std::byte, FreeBytes> memory;
};

CopiedPiece copy_piece(const kernels::Kernel& kernel, const kernels::Slice& slice,
                       std::size_t first, std::size_t count) {
  CopiedPiece piece;
  const std::size_t bytes = count * kernel.element_bytes;
  const std::size_t stride = round_up(bytes, kLine);
  piece.memory.reset(static_cast<std::byte*>(std::aligned_alloc(kLine, stride * kernel.arrays)));
  for (std::size_t array = 0; array < kernel.arrays; ++array) {
    piece.live.arrays[array] = slice.arrays[array] + first * kernel.element_bytes;
    piece.copy.arrays[array] = piece.memory.get() + array * stride;
    turn_signs(piece.live.arrays[array], bytes, array);
    std::memcpy(piece.copy.arrays[array], piece.live.arrays[array], bytes);
  }
  piece.live.elements = piece.copy.elements = count;
  return piece;
}

std::string verify_writes(const kernels::Kernel& kernel, const kernels::Slice& slice) {
  const auto& backend = std::get<kernels::CpuBackend>(kernel.backend);
  constexpr std::size_t kPieceBytes = 64 << 10;
  const std::size_t quanta = slice.elements / kernel.quantum;
  std::size_t count = std::max<std::size_t>(kPieceBytes / kernel.element_bytes / kernel.quantum, 1);
  if (3 * count > quanta) count = quanta;  // pieces must not overlap, as taking one changes it
  std::vector<std::size_t> starts{0};
  if (count < quanta) starts = {0, (quanta - count) / 2, quanta - count};
  std::vector<CopiedPiece> pieces;
  for (const std::size_t first : starts) {
    pieces.push_back(copy_piece(kernel, slice, first * kernel.quantum, count * kernel.quantum));
  }
  backend.run(slice, 1);
  for (const CopiedPiece& piece : pieces) {
    backend.reference(piece.copy, 1);
    for (std::size_t array = 0; array < kernel.arrays; ++array) {
      if (std::memcmp(piece.live.arrays[array], piece.copy.arrays[array],
                      piece.live.elements * kernel.element_bytes) != 0) {
        return std::string(kernel.name) + " stored wrong values into its working set";
      }
    }
  }
  return "";
}

}  // namespace

std::string verify_small(const kernels::Kernel& kernel) {
  const bool fixed = kernel.family == kernels::Family::compute;
  for (const std::size_t quanta : {1U, 2U, 3U, 7U, 13U}) {
    for (const std::uint64_t passes : {1U, 2U, 3U}) {
      const std::string wrong = verify_size(kernel, quanta * kernel.quantum, passes);
      if (!wrong.empty()) return wrong;
    }
    if (fixed) break;
  }
  return "";
}

std::string verify_in_place(const kernels::Kernel& kernel, std::span<const kernels::Slice> slices,
                            std::size_t most) {
  const auto& backend = std::get<kernels::CpuBackend>(kernel.backend);
  for (const kernels::Slice& slice : slices) {
    if (slice.elements * kernel.element_bytes * kernel.arrays > most) continue;
    if (kernel.work.written > 0 || kernel.family == kernels::Family::compute) {
      const std::string wrong = verify_writes(kernel, slice);
      if (!wrong.empty()) return wrong;
    } else if (backend.run(slice, 1) != backend.reference(slice, 1)) {
      return std::string(kernel.name) + " did not read its whole working set";
    }
  }
  return "";
}

}  // namespace ridgeline::bench
