// Queues copies in one lane or two, and compares what arrived.
#include "bench/devices/gpu/links/transfer.hpp"

#include <algorithm>

#include "bench/devices/gpu/work/arena.hpp"

namespace ridgeline {
namespace {

constexpr std::uint64_t kPiece = std::uint64_t{1} << 20;

}  // namespace

void TransferWork::begin() {
  for (const Way& way : ways) {
    if (way.launch.function != nullptr) gpu_.configure(way.launch);
  }
}

void TransferWork::queue(std::uint64_t passes) {
  const bool both = ways.size() > 1;
  if (both) {
    gpu_.mark(Mark::fork);
    gpu_.follow(Lane::second, Mark::fork);
  }
  for (std::uint64_t pass = 0; pass < passes; ++pass) {
    for (Way& way : ways) {
      if (way.launch.function == nullptr) {
        gpu_.copy(way.to, way.from, bytes_, way.lane);
      } else {
        gpu_.launch(way.launch, way.args, way.lane);
      }
    }
  }
  if (both) {
    gpu_.mark(Mark::join, Lane::second);
    gpu_.follow(Lane::first, Mark::join);
  }
}

std::string TransferWork::verify() {
  begin();
  const std::uint64_t piece = std::min(kPiece, bytes_);
  const std::vector<std::uint64_t> places{0, (bytes_ - piece) / 2, bytes_ - piece};
  std::vector<unsigned char> erased(piece, 0x5A), sent(piece), arrived(piece);
  for (const Way& way : ways) {
    for (const std::uint64_t place : places) gpu_.copy(way.to + place, erased.data(), piece);
  }
  gpu_.wait();
  queue(1);
  gpu_.wait();
  for (const Way& way : ways) {
    for (const std::uint64_t place : places) {
      gpu_.copy(sent.data(), way.from + place, piece);
      gpu_.copy(arrived.data(), way.to + place, piece);
      gpu_.wait();
      if (sent != arrived || sent == erased) {
        return what.operation->id + " delivers other data than was sent, near byte " +
               std::to_string(place) + " of " + std::to_string(bytes_);
      }
    }
  }
  return "";
}

}  // namespace ridgeline
