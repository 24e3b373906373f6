// Threads are grouped by the memory node nearest to them, a part of the arena a group.
#include "bench/devices/cpu/prepared.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "bench/devices/working_set.hpp"

namespace ridgeline::bench {

CpuPrepared::CpuPrepared(const Case& c, const Machine& machine, CpuArena& arena, ThreadTeam& team)
    : case_(c), machine_(machine), arena_(arena) {
  place();
  if (!exclusive()) return;
  team.run(case_.scope.units, [&](int position, StartBarrier&) {
    backend().setup(slices_[static_cast<std::size_t>(position)]);
  });
}

CpuPrepared::~CpuPrepared() {
  if (!exclusive()) return;
  for (const Part& part : parts_) arena_.release(part.node, part.start, part.bytes);
}

void CpuPrepared::move_on() {
  if (!exclusive()) place();
}

void CpuPrepared::place() {
  const SliceLayout layout = slice_layout(case_);
  std::map<int, std::vector<std::size_t>> threads_by_node;
  for (std::size_t thread = 0; thread < case_.scope.units.size(); ++thread) {
    const Unit& unit = machine_.units[static_cast<std::size_t>(case_.scope.units[thread])];
    const int nearest = machine_.nodes.size() > 1 ? unit.node : -1;
    threads_by_node[case_.node >= 0 ? case_.node : nearest].push_back(thread);
  }
  slices_.resize(case_.scope.units.size());
  parts_.clear();
  for (const auto& [node, threads] : threads_by_node) {
    const std::size_t bytes = layout.stride * threads.size();
    std::byte* start = arena_.take(node, bytes, exclusive());
    parts_.push_back({node, start, bytes});
    if (case_.kernel->small_pages) arena_.use_small_pages(start, bytes);
    for (std::size_t i = 0; i < threads.size(); ++i) {
      slices_[threads[i]] = slice_at(case_, layout, start + i * layout.stride);
    }
  }
}

std::vector<kernels::Slice> CpuPrepared::next_piece(double share) {
  const kernels::Kernel& kernel = *case_.kernel;
  const std::size_t quanta = slices_.front().elements / kernel.quantum;
  const auto wanted = static_cast<std::size_t>(std::ceil(share * static_cast<double>(quanta)));
  const std::size_t first = walked_ % quanta;
  const std::size_t last = std::min(first + wanted, quanta);
  walked_ = last;
  std::vector<kernels::Slice> piece = slices_;
  for (kernels::Slice& slice : piece) {
    for (std::size_t array = 0; array < kernel.arrays; ++array) {
      slice.arrays[array] += first * kernel.quantum * kernel.element_bytes;
    }
    slice.elements = (last - first) * kernel.quantum;
  }
  return piece;
}

double CpuPrepared::share_of(const std::vector<kernels::Slice>& piece) const {
  return static_cast<double>(piece.front().elements) /
         static_cast<double>(slices_.front().elements);
}

}  // namespace ridgeline::bench
