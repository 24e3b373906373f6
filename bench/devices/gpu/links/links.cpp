// Which transfers there are, and what each needs.
#include "bench/devices/gpu/links/links.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "bench/devices/gpu/links/transfer.hpp"
#include "bench/devices/gpu/work/arena.hpp"
#include "bench/devices/gpu/work/kernel.hpp"
#include "ceilings/errors.hpp"

namespace ridgeline::bench::gpu {
namespace {

constexpr double kBlock = 256 << 20;  // bytes each way, where the plan says nothing else

// An ordinary copy from array to array.
const kernels::Kernel* copying(std::span<const kernels::Kernel> kernels, const GpuRuntime& gpu) {
  for (const kernels::Kernel& kernel : kernels) {
    if (kernel.path == "copy" && kernel.level.empty() && kernel.arrays == 2 &&
        kernel.family == kernels::Family::bandwidth && gpu.can_run(kernel.needs)) {
      return &kernel;
    }
  }
  return nullptr;
}

// The array that a copying kernel writes: its reference tells on a few elements.
std::size_t written_array(const kernels::Kernel& kernel) {
  const std::size_t bytes = std::size_t{kernel.quantum} * kernel.element_bytes;
  kernels::GpuArgs args{};
  args.elements = kernel.quantum;
  args.passes = args.units = args.blocks = 1;
  args.threads = kernel.shapes.empty() ? 32 : kernel.shapes.front().threads_per_block;
  args.in_flight = kernel.shapes.empty() ? 1 : kernel.shapes.front().in_flight;
  std::array<std::vector<unsigned char>, 2> arrays{std::vector<unsigned char>(bytes, 1),
                                                   std::vector<unsigned char>(bytes, 2)};
  const kernels::GpuBackend& backend = gpu_backend(kernel);
  std::vector<unsigned char> result(kernels::result_bytes(backend, args) + 16);
  args.arrays[0] = arrays[0].data();
  args.arrays[1] = arrays[1].data();
  args.result = result.data();
  backend.reference(args);
  return arrays[0].front() == 2 ? 0 : 1;
}

Operation transfer(const std::string& from, const std::string& to, const char* engine) {
  Operation operation;
  operation.id = "link/" + from + "-" + to + "/" + engine;
  const bool both = from == "both";
  operation.to_device = both || (to == "device" && from != "device");
  operation.from_device = both || (from == "device" && to != "device");
  operation.work.read = both ? 2 * kBlock : kBlock;
  return operation;
}

Operation lacking(Operation operation, std::string_view lacks) {
  operation.role = kernels::Role::secondary;
  operation.lacks = lacks;
  return operation;
}

}  // namespace

GpuLinks::GpuLinks(GpuRuntime& gpu, const HostNodes& nodes,
                   std::span<const kernels::Kernel> kernels)
    : gpu_(gpu), nodes_(nodes), copy_(copying(kernels, gpu)) {
  for (const auto& [from, to] :
       {std::pair{"host", "device"}, std::pair{"device", "host"}, std::pair{"both", "ways"}}) {
    operations_.push_back(transfer(from, to, "copy-engine"));
    if (copy_ == nullptr) continue;
    operations_.push_back(transfer(from, to, "kernel"));
    operations_.back().agent = Agent::kernel;
  }
  for (const auto& [from, to] : {std::pair{"host", "device"}, std::pair{"device", "host"}}) {
    operations_.push_back(lacking(transfer(from, to, "copy-engine-unpinned"), "pinned memory"));
    operations_.back().pinned = false;
  }
  if (!nodes.far.empty()) {
    operations_.push_back(lacking(transfer("host.far", "device", "copy-engine"), "near memory"));
    operations_.back().host_node = nodes.far.front();
    operations_.push_back(lacking(transfer("device", "host.far", "copy-engine"), "near memory"));
    operations_.back().host_node = nodes.far.front();
  }
  operations_.push_back(transfer("device", "device", "copy-engine"));
  const std::vector<int> peers = gpu.peers();
  if (peers.empty()) return;
  for (const auto& [from, to] : {std::pair{"device", "peer"}, std::pair{"peer", "device"}}) {
    operations_.push_back(transfer(from, to, "copy-engine"));
    operations_.back().peer = peers.front();
  }
}

GpuLinks::~GpuLinks() = default;

std::shared_ptr<HostBlock> GpuLinks::host_block(const Operation& operation, int which,
                                                std::uint64_t bytes) {
  int node = operation.host_node;
  if (node < 0 && !nodes_.near.empty()) node = nodes_.near.front();
  const std::string key = std::to_string(which) + " " + std::to_string(bytes) + " " +
                          std::to_string(node) + (operation.pinned ? " pinned" : "");
  std::shared_ptr<HostBlock> block = blocks_[key].lock();
  if (block == nullptr) {
    block = std::make_shared<HostBlock>(gpu_, bytes, node, operation.pinned);
    blocks_[key] = block;
  }
  return block;
}

std::unique_ptr<GpuWork> GpuLinks::prepare(const Case& c) {
  const Operation& operation = *c.operation;
  const bool within = !operation.to_device && !operation.from_device;
  const bool both = operation.to_device && operation.from_device;
  std::uint64_t bytes = c.working_set;
  if (bytes == 0) bytes = static_cast<std::uint64_t>(operation.work.read) / (both ? 2 : 1);
  auto work = std::make_unique<TransferWork>(gpu_, c, bytes);
  if (operation.peer >= 0) gpu_.reach(operation.peer);
  for (int i = 0; i < (both ? 2 : 1); ++i) {
    const bool to_device = both ? i == 0 : operation.to_device;
    work->gpu_memory.push_back(gpu_.allocate(bytes));
    unsigned char* device = work->gpu_memory.back().get();
    fill_random(gpu_, device, bytes, 12);
    unsigned char* other = nullptr;
    if (within || operation.peer >= 0) {
      work->gpu_memory.push_back(gpu_.allocate(bytes, operation.peer));
      other = work->gpu_memory.back().get();
      fill_random(gpu_, other, bytes, 13);
    } else {
      work->host_memory.push_back(host_block(operation, i, bytes));
      const HostBlock& block = *work->host_memory.back();
      other = operation.agent == Agent::kernel ? block.mapped() : block.get();
    }
    TransferPath path;
    path.from = to_device ? other : device;
    path.to = to_device ? device : other;
    path.stream = i == 0 ? GpuStream::first : GpuStream::second;
    if (operation.agent == Agent::kernel) add_kernel(*work, path, bytes, both);
    work->paths.push_back(path);
  }
  return work;
}

void GpuLinks::add_kernel(TransferWork& work, TransferPath& path, std::uint64_t bytes, bool both) {
  if (copy_ == nullptr) throw DeviceError(work.what.operation->id + ": no kernel copies here");
  const std::uint64_t quantum = std::uint64_t{copy_->quantum} * copy_->element_bytes;
  if (bytes % quantum != 0) {
    throw CannotRun("the block is no multiple of the kernel's " + std::to_string(quantum) + " B");
  }
  kernels::Shape shape = copy_->shapes.empty() ? kernels::Shape{} : copy_->shapes.front();
  // Both ways at once: two kernels share the SMs.
  if (both) shape.blocks_per_unit = std::max<std::uint16_t>(shape.blocks_per_unit / 2, 1);
  const auto units = static_cast<std::uint64_t>(gpu_.facts().units);
  const KernelLaunch made =
      launch_of(*copy_, shape, units, bytes / copy_->element_bytes, gpu_.facts(), -1);
  const std::size_t target = written_array(*copy_);
  path.launch = made.launch;
  path.args = made.args;
  path.args.arrays[target] = path.to;
  path.args.arrays[1 - target] = path.from;
  const std::uint64_t result = kernels::result_bytes(gpu_backend(*copy_), path.args);
  work.gpu_memory.push_back(gpu_.allocate(std::max<std::uint64_t>(result, 16)));
  path.args.result = work.gpu_memory.back().get();
}

}  // namespace ridgeline::bench::gpu
