// Transfers: between host and GPU by its copy engines or by a kernel, within the GPU, and to
// another GPU.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bench/devices/gpu/runtime.hpp"
#include "bench/devices/gpu/work.hpp"

namespace ridgeline::bench::gpu {

class HostBlock;
class TransferWork;
struct TransferPath;

// The host's memory nodes as this GPU sees them: os_index.
struct HostNodes {
  std::vector<int> near, far;  // both empty: unknown, or there is but one
};

class GpuLinks {
 public:
  // `kernels`: where the copying kernel is found.
  GpuLinks(GpuRuntime& gpu, const HostNodes& nodes, std::span<const kernels::Kernel> kernels);
  ~GpuLinks();
  GpuLinks(const GpuLinks&) = delete;
  GpuLinks& operator=(const GpuLinks&) = delete;

  std::vector<Operation> operations() const { return operations_; }
  // A transfer of c.working_set bytes each way, or of the operation's own number of them.
  std::unique_ptr<GpuWork> prepare(const Case& c);

 private:
  // Blocks of host memory are kept while somebody uses them: pinning takes a while.
  std::shared_ptr<HostBlock> host_block(const Operation& operation, int which, std::uint64_t bytes);

  void add_kernel(TransferWork& work, TransferPath& path, std::uint64_t bytes, bool both);

  GpuRuntime& gpu_;
  HostNodes nodes_;
  const kernels::Kernel* copy_ = nullptr;  // null: none runs here
  std::vector<Operation> operations_;
  std::map<std::string, std::weak_ptr<HostBlock>> blocks_;
};

}  // namespace ridgeline::bench::gpu
