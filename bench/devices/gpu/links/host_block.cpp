// Mapped, bound, touched, then pinned: pages stay where they were touched.
#include "bench/devices/gpu/links/host_block.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "bench/devices/topology/pinning.hpp"
#include "bench/devices/working_set.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/units.hpp"

namespace ridgeline::bench::gpu {

HostBlock::HostBlock(GpuRuntime& gpu, std::uint64_t bytes, int node, bool pinned)
    : gpu_(gpu), bytes_(bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    throw DeviceError("the host has no " + format_bytes(bytes) + " for a transfer (" +
                      std::strerror(errno) + ")");
  }
  start_ = static_cast<unsigned char*>(memory);
  madvise(start_, bytes, MADV_HUGEPAGE);  // refused: then on small pages
  try {
    if (node >= 0 && !Pinning().bind_memory(start_, bytes, node)) {
      throw DeviceError("cannot bind memory to node " + std::to_string(node) +
                        "; the system refused (a container without CAP_SYS_NICE?)");
    }
    const std::vector<std::byte> tile = random_tile(std::size_t{1} << 20, 11);
    for (std::uint64_t at = 0; at < bytes; at += tile.size()) {
      std::memcpy(start_ + at, tile.data(), std::min<std::uint64_t>(tile.size(), bytes - at));
    }
    if (pinned) mapped_ = gpu.pin(start_, bytes);
  } catch (...) {
    munmap(start_, bytes);
    throw;
  }
}

HostBlock::~HostBlock() {
  if (mapped_ != nullptr) gpu_.unpin(start_);
  munmap(start_, bytes_);
}

}  // namespace ridgeline::bench::gpu
