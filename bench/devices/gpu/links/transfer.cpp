// Queues copies in one stream or two, and compares what arrived.
#include "bench/devices/gpu/links/transfer.hpp"

#include <algorithm>

#include "bench/devices/gpu/work/arena.hpp"

namespace ridgeline::bench::gpu {
namespace {

constexpr std::uint64_t kPiece = std::uint64_t{1} << 20;

}  // namespace

void TransferWork::begin() {
  for (const TransferPath& path : paths) {
    if (path.launch.function != nullptr) gpu_.configure(path.launch);
  }
}

void TransferWork::queue(std::uint64_t passes) {
  const bool both = paths.size() > 1;
  if (both) {
    gpu_.record(GpuEvent::fork);
    gpu_.wait_for(GpuStream::second, GpuEvent::fork);
  }
  for (std::uint64_t pass = 0; pass < passes; ++pass) {
    for (TransferPath& path : paths) {
      if (path.launch.function == nullptr) {
        gpu_.copy(path.to, path.from, bytes_, path.stream);
      } else {
        gpu_.launch(path.launch, path.args, path.stream);
      }
    }
  }
  if (both) {
    gpu_.record(GpuEvent::join, GpuStream::second);
    gpu_.wait_for(GpuStream::first, GpuEvent::join);
  }
}

std::string TransferWork::verify() {
  begin();
  const std::uint64_t piece = std::min(kPiece, bytes_);
  const std::vector<std::uint64_t> places{0, (bytes_ - piece) / 2, bytes_ - piece};
  std::vector<unsigned char> erased(piece, 0x5A), sent(piece), arrived(piece);
  for (const TransferPath& path : paths) {
    for (const std::uint64_t place : places) gpu_.copy(path.to + place, erased.data(), piece);
  }
  gpu_.wait();
  queue(1);
  gpu_.wait();
  for (const TransferPath& path : paths) {
    for (const std::uint64_t place : places) {
      gpu_.copy(sent.data(), path.from + place, piece);
      gpu_.copy(arrived.data(), path.to + place, piece);
      gpu_.wait();
      if (sent != arrived || sent == erased) {
        return what.operation->id + " delivers other data than was sent, near byte " +
               std::to_string(place) + " of " + std::to_string(bytes_);
      }
    }
  }
  return "";
}

}  // namespace ridgeline::bench::gpu
