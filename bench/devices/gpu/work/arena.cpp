// One tile from the host, then copies of copies.
#include "bench/devices/gpu/work/arena.hpp"

#include <algorithm>

#include "bench/devices/working_set.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/units.hpp"

namespace ridgeline::bench::gpu {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
constexpr std::uint64_t kTile = kMiB;
constexpr std::uint64_t kSeed = 20261130;
constexpr std::uint64_t kStep = 2 * kMiB;     // between offsets: a page of the GPU
constexpr std::uint64_t kRoom = 64 * kMiB;    // beyond the largest set, to rotate in
constexpr std::uint64_t kFloor = 256 * kMiB;  // of the allocation, where there is that much

// The first bytes again and again.
void repeat(GpuRuntime& gpu, unsigned char* to, std::uint64_t bytes, std::uint64_t first) {
  for (std::uint64_t done = first; done < bytes;) {
    const std::uint64_t next = std::min(done, bytes - done);
    gpu.copy(to + done, to, next);
    done += next;
  }
}

}  // namespace

void fill_random(GpuRuntime& gpu, unsigned char* to, std::uint64_t bytes, std::uint64_t seed) {
  const std::uint64_t first = std::min(bytes, kTile);
  const std::vector<std::byte> tile = random_tile(round_up(first, sizeof(float)), seed);
  gpu.copy(to, reinterpret_cast<const unsigned char*>(tile.data()), first);
  repeat(gpu, to, bytes, first);
  gpu.wait();  // the tile goes away
}

void GpuArena::refresh(unsigned char* to, std::uint64_t bytes) {
  if (tile_ == nullptr) {  // making one takes longer than all the rest
    tile_ = gpu_.allocate(kTile);
    fill_random(gpu_, tile_.get(), kTile, kSeed);
  }
  const std::uint64_t first = std::min(bytes, kTile);
  gpu_.copy(to, tile_.get(), first);
  repeat(gpu_, to, bytes, first);
}

unsigned char* GpuArena::take(std::uint64_t bytes, bool fresh) {
  if (bytes > bytes_) grow(bytes);
  const std::uint64_t slots = (bytes_ - bytes) / kStep + 1;
  const std::uint64_t start = rotation_++ % slots * kStep;
  const bool written = start < spoiled_to_ && spoiled_from_ < start + bytes;
  if (fresh && written) refresh(memory_.get() + start, bytes);
  return memory_.get() + start;
}

void GpuArena::spoil(const unsigned char* start, std::uint64_t bytes) {
  const auto from = static_cast<std::uint64_t>(start - memory_.get());
  const bool none = spoiled_to_ == 0;
  spoiled_from_ = none ? from : std::min(spoiled_from_, from);
  spoiled_to_ = std::max(spoiled_to_, from + bytes);
}

void GpuArena::grow(std::uint64_t bytes) {
  if (bytes > most_) {
    throw DeviceError("a working set of " + format_bytes(bytes) + " is more than the " +
                      format_bytes(most_) + " of GPU memory that were free at the start");
  }
  const std::uint64_t needed = round_up(bytes, kStep);
  const std::uint64_t roomy = std::max({needed + kRoom, 2 * bytes_, kFloor});
  release();  // first, so that both need not fit at once
  if (roomy <= most_) {
    try {
      memory_ = gpu_.allocate(roomy);
      bytes_ = roomy;
    } catch (const DeviceError&) {  // less may do
      gpu_.require();
    }
  }
  if (bytes_ == 0) {
    memory_ = gpu_.allocate(needed);
    bytes_ = needed;
  }
  spoiled_from_ = spoiled_to_ = 0;
  refresh(memory_.get(), bytes_);
}

}  // namespace ridgeline::bench::gpu
