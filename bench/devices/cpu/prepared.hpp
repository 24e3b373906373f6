// Where a host case's working set lies: taken from the arena near its threads, and walked through.
#pragma once

#include <cstddef>
#include <vector>

#include "bench/devices/cpu/arena.hpp"
#include "bench/devices/device.hpp"

namespace ridgeline::bench {

class CpuPrepared : public Prepared {
 public:
  // Takes memory for all threads of the case; sets up kernels that need more than random data.
  CpuPrepared(const Case& c, const Machine& machine, CpuArena& arena, ThreadTeam& team);
  ~CpuPrepared() override;
  CpuPrepared(const CpuPrepared&) = delete;
  CpuPrepared& operator=(const CpuPrepared&) = delete;

  // Moves to the arena's next place, unless the memory was set up for its kernel.
  void move_on();
  // The next part of the set, about `share` of it, as sub-slices; it ends where the set ends.
  std::vector<kernels::Slice> next_piece(double share);
  double share_of(const std::vector<kernels::Slice>& piece) const;

  const Case& what() const { return case_; }
  const kernels::CpuBackend& backend() const {
    return std::get<kernels::CpuBackend>(case_.kernel->backend);
  }
  const std::vector<kernels::Slice>& slices() const { return slices_; }

  double pass_seconds = 0;  // of the last repetition; 0: not known yet

 private:
  struct Part {
    int node = -1;
    std::byte* start = nullptr;
    std::size_t bytes = 0;
  };
  bool exclusive() const { return backend().setup != nullptr; }
  void place();

  Case case_;
  const Machine& machine_;
  CpuArena& arena_;
  std::vector<kernels::Slice> slices_;
  std::vector<Part> parts_;
  std::size_t walked_ = 0;  // quanta of each slice
};

}  // namespace ridgeline::bench
