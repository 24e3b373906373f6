// Words are changed in a few places, and have to matter.
#include "bench/devices/gpu/work/verify_reach.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

namespace ridgeline::bench::gpu {
namespace {

constexpr std::uint64_t kWord = 4;
constexpr std::uint64_t kPiece = 4096;
constexpr std::uint64_t kFourGiB = std::uint64_t{1} << 32;

using Bytes = std::vector<unsigned char>;

Bytes read(GpuRuntime& gpu, const unsigned char* from, std::uint64_t bytes) {
  Bytes copy(bytes);
  gpu.copy(copy.data(), from, bytes);
  gpu.wait();
  return copy;
}

void write(GpuRuntime& gpu, unsigned char* to, const Bytes& bytes) {
  gpu.copy(to, bytes.data(), bytes.size());
  gpu.wait();
}

// Byte offsets into an array, multiples of a word, with room for `piece` bytes behind each.
std::vector<std::uint64_t> places_in(std::uint64_t array_bytes, std::uint64_t piece) {
  const std::uint64_t last = array_bytes - piece;
  std::vector<std::uint64_t> places{0, last / 2 / kWord * kWord, last / kWord * kWord};
  if (last > kFourGiB) places.push_back(kFourGiB + kPiece);
  return places;
}

std::string fault(const KernelWork& work, const char* what, std::uint64_t place) {
  return std::string(work.kernel().name) + " did not " + what + " byte " + std::to_string(place) +
         " of an array of " + std::to_string(work.launch().array_bytes);
}

Bytes result_of(GpuRuntime& gpu, KernelWork& work) {
  gpu.fill(work.launch().args.result, 0, work.result_size());
  work.queue(1);
  return read(gpu, work.launch().args.result, work.result_size());
}

std::string reads_all(GpuRuntime& gpu, KernelWork& work) {
  const Bytes before = result_of(gpu, work);
  for (std::size_t array = 0; array < work.kernel().arrays; ++array) {
    unsigned char* start = work.launch().args.arrays[array];
    for (const std::uint64_t place : places_in(work.launch().array_bytes, kWord)) {
      const Bytes kept = read(gpu, start + place, kWord);
      Bytes changed = kept;
      changed[3] ^= 0x80;  // the sign: the number stays a normal one
      write(gpu, start + place, changed);
      const bool same = result_of(gpu, work) == before;
      write(gpu, start + place, kept);
      if (same) return fault(work, "read", place);
    }
  }
  return "";
}

// True where no word of the piece is `mark` any more.
bool all_changed(const Bytes& piece, unsigned char mark) {
  for (std::size_t at = 0; at + kWord <= piece.size(); at += kWord) {
    if (std::all_of(&piece[at], &piece[at] + kWord, [&](unsigned char c) { return c == mark; })) {
      return false;
    }
  }
  return true;
}

std::string writes_all(GpuRuntime& gpu, KernelWork& work) {
  const std::uint64_t piece = std::min(kPiece, work.launch().array_bytes);
  for (const std::uint64_t place : places_in(work.launch().array_bytes, piece)) {
    // Each array another one, so that a copy between them shows: small normal numbers.
    const auto mark = [](std::size_t array) { return static_cast<unsigned char>(0x11 + array); };
    for (std::size_t array = 0; array < work.kernel().arrays; ++array) {
      gpu.fill(work.launch().args.arrays[array] + place, mark(array), piece);
    }
    work.queue(1);
    gpu.wait();
    bool written = false;
    for (std::size_t array = 0; array < work.kernel().arrays; ++array) {
      const Bytes now = read(gpu, work.launch().args.arrays[array] + place, piece);
      written = written || all_changed(now, mark(array));
    }
    if (!written) return fault(work, "write", place);
  }
  return "";
}

}  // namespace

std::string verify_reach(GpuRuntime& gpu, KernelWork& work) {
  work.begin();
  return work.kernel().work.written > 0 ? writes_all(gpu, work) : reads_all(gpu, work);
}

}  // namespace ridgeline::bench::gpu
