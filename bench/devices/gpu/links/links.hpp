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

namespace ridgeline {

class HostBlock;
class TransferWork;
struct Way;

// The host's memory nodes as this GPU sees them: os_index.
struct HostNodes {
  std::vector<int> near, far;  // both empty: unknown, or there is but one
};

class CudaLinks {
 public:
  // `kernels`: where the copying kernel is found.
  CudaLinks(Gpu& gpu, const HostNodes& nodes, std::span<const Kernel> kernels);
  ~CudaLinks();
  CudaLinks(const CudaLinks&) = delete;
  CudaLinks& operator=(const CudaLinks&) = delete;

  std::vector<Operation> operations() const { return operations_; }
  // A transfer of c.working_set bytes each way, or of the operation's own number of them.
  std::unique_ptr<CudaWork> prepare(const Case& c);

 private:
  // Blocks of host memory are kept while somebody uses them: pinning takes a while.
  std::shared_ptr<HostBlock> host_block(const Operation& operation, int which, std::uint64_t bytes);

  void add_kernel(TransferWork& work, Way& way, std::uint64_t bytes, bool both);

  Gpu& gpu_;
  HostNodes nodes_;
  const Kernel* copy_ = nullptr;  // null: none runs here
  std::vector<Operation> operations_;
  std::map<std::string, std::weak_ptr<HostBlock>> blocks_;
};

}  // namespace ridgeline
