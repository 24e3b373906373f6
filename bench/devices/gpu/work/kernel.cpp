// Shapes to launches, and the memory that kernels work on.
#include "bench/devices/gpu/work/kernel.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <random>

#include "bench/devices/gpu/work/verify.hpp"
#include "bench/devices/working_set.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/units.hpp"

namespace ridgeline::bench::gpu {
namespace {

constexpr std::uint64_t kPage = 4096;
// Arrays are set apart by this much more than whole pages, so that the same element of two arrays
// is different data, and a copy that is left out shows.
constexpr std::uint64_t kStagger = std::uint64_t{17} * 256;

// The working set as shared memory is given for it: each block's part has room for the most quanta
// that a block gets.
std::uint64_t even_set(const kernels::Kernel& kernel, std::uint64_t elements,
                       std::uint32_t blocks) {
  const std::uint64_t quanta = (elements + kernel.quantum - 1) / kernel.quantum;
  const std::uint64_t most = (quanta + blocks - 1) / blocks;
  return most * kernel.quantum * kernel.element_bytes * kernel.arrays * blocks;
}

std::string shape_text(const Launch& launch) {
  std::string text = std::to_string(launch.threads) + " threads";
  if (launch.shared > 0) text += " and " + format_bytes(launch.shared) + " of shared memory";
  return text;
}

}  // namespace

const kernels::GpuBackend& gpu_backend(const kernels::Kernel& kernel) {
  const auto* backend = std::get_if<const kernels::GpuBackend*>(&kernel.backend);
  if (backend == nullptr || *backend == nullptr) {
    throw DeviceError(std::string(kernel.name) + " is no GPU kernel");
  }
  return **backend;
}

KernelLaunch launch_of(const kernels::Kernel& kernel, const kernels::Shape& shape,
                       std::uint64_t units, std::uint64_t elements, const GpuFacts& gpu,
                       int carve_out) {
  const kernels::GpuBackend& backend = gpu_backend(kernel);
  const kernels::GpuEntry* entry = kernels::entry_of(backend, shape);
  if (entry == nullptr) {
    throw CannotRun(std::string(kernel.name) + " has no code for " +
                    std::to_string(shape.in_flight) + " in flight");
  }
  if (shape.blocks_per_unit > 1 && units < static_cast<std::uint64_t>(gpu.units)) {
    throw CannotRun(
        "the blocks of one launch spread over all SMs, so fewer than all of them take "
        "only shapes of one block an SM");
  }
  KernelLaunch made;
  kernels::GpuArgs& args = made.args;
  args.elements = elements;
  args.passes = 1;
  args.units = static_cast<std::uint32_t>(units);
  args.blocks = args.units * shape.blocks_per_unit;
  args.threads = shape.threads_per_block;
  args.in_flight = shape.in_flight;
  args.scalars = kernels::gpu_scalars();
  if (backend.fill == kernels::GpuFill::operands) {
    made.array_bytes = made.array_stride = made.set_bytes = backend.operand_bytes;
  } else {
    made.array_bytes = elements * kernel.element_bytes;
    made.array_stride = round_up(made.array_bytes, kPage) + (kernel.arrays > 1 ? kStagger : 0);
    made.set_bytes = made.array_stride * (kernel.arrays - 1U) + made.array_bytes;
  }
  Launch& launch = made.launch;
  launch.function = entry->function;
  launch.blocks = args.blocks;
  launch.threads = args.threads;
  launch.shared =
      kernels::shared_bytes(backend, even_set(kernel, elements, args.blocks), args.blocks);
  // Two blocks that each ask for half of an SM's shared memory do not fit beside each other: the
  // system keeps some for each.
  if (backend.alone) launch.shared = std::max(launch.shared, gpu.shared_per_unit / 2 + 16);
  launch.carve_out = carve_out >= 0 ? carve_out : backend.carve_out;
  return made;
}

std::vector<std::uint32_t> ring_of(std::size_t elements, std::uint64_t seed) {
  std::vector<std::uint32_t> next(elements);
  std::iota(next.begin(), next.end(), 0U);
  std::mt19937_64 random(seed);
  for (std::size_t i = elements; i-- > 1;) {  // Sattolo: swapping with earlier ones only, one cycle
    std::swap(next[i], next[random() % i]);
  }
  return next;
}

KernelWork::KernelWork(GpuRuntime& gpu, GpuArena& arena, GpuVerifier& verifier, const Case& c)
    : GpuWork(c), gpu_(gpu), arena_(arena), verifier_(verifier) {
  if (c.kernel == nullptr) throw DeviceError(name_of(c) + " has no kernel for the GPU");
  const GpuFacts& facts = gpu_.facts();
  if (!gpu_.can_run(kernel().needs)) {
    throw DeviceError(std::string(kernel().name) + " has no code for sm_" +
                      std::to_string(facts.sm));
  }
  const std::uint64_t units = c.scope.units.size();
  launch_ =
      launch_of(kernel(), c.shape, units, slice_layout(c).elements * units, facts, c.carve_out);
  check_fit();
  const kernels::GpuFill fill = gpu_backend(kernel()).fill;
  if (fill == kernels::GpuFill::operands) make_operands();
  if (fill == kernels::GpuFill::ring) make_ring();
  result_ = gpu_.allocate(std::max<std::uint64_t>(result_size(), 16));
  launch_.args.result = result_.get();
}

void KernelWork::check_fit() {
  const GpuFacts& gpu = gpu_.facts();
  const Launch& launch = launch_.launch;
  const FunctionFacts function = gpu_.function_facts(kernel().needs, launch.function);
  if (static_cast<int>(launch.threads) > function.threads_per_block) {
    throw CannotRun("a block of " + std::to_string(launch.threads) + " threads of " +
                    std::to_string(function.registers) + " registers does not fit an SM (" +
                    std::to_string(function.threads_per_block) + " threads do)");
  }
  if (launch.shared > gpu.shared_per_block) {
    throw CannotRun("a block would need " + format_bytes(launch.shared) +
                    " of shared memory; it can have " + format_bytes(gpu.shared_per_block));
  }
  gpu_.configure(launch);
  const int fit = gpu_.resident_blocks(launch);
  const int wanted = what.shape.blocks_per_unit;
  if (fit < wanted) {
    throw CannotRun(std::to_string(fit) + " of the shape's " + std::to_string(wanted) +
                    (wanted == 1 ? " block" : " blocks") + " of " + shape_text(launch) +
                    " fit an SM at once (" + std::to_string(function.registers) +
                    " registers a thread)");
  }
  if (gpu_backend(kernel()).alone && fit != wanted) {
    throw CannotRun(std::to_string(fit) + " blocks of " + shape_text(launch) +
                    " would share an SM, where one has to be alone");
  }
  code_unchecked_ = function.unchecked;
}

void KernelWork::make_operands() {
  const std::uint64_t bytes = launch_.set_bytes;
  const kernels::OperandKind kind = what.data == DataKind::constant ? kernels::OperandKind::constant
                                                                    : kernels::OperandKind::random;
  std::vector<std::byte> operands(bytes);
  kernels::fill_operands(kernel().precision, kind, operands.data(), bytes);
  own_ = gpu_.allocate(std::max<std::uint64_t>(bytes, 16));
  gpu_.copy(own_.get(), reinterpret_cast<const unsigned char*>(operands.data()), bytes);
  gpu_.wait();
}

void KernelWork::make_ring() {
  const std::size_t elements = launch_.args.elements;
  const std::size_t width = kernel().element_bytes;
  const std::vector<std::uint32_t> next = ring_of(elements, 1);
  own_ = gpu_.allocate(launch_.set_bytes);
  const std::size_t at_once = std::max<std::size_t>((std::size_t{16} << 20) / width, 1);
  std::vector<unsigned char> piece(std::min(at_once, elements) * width);
  for (std::size_t first = 0; first < elements; first += at_once) {
    const std::size_t count = std::min(at_once, elements - first);
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t offset = std::uint64_t{next[first + i]} * width;
      std::memcpy(&piece[i * width], &offset, sizeof offset);
    }
    gpu_.copy(own_.get() + first * width, piece.data(), count * width);
    gpu_.wait();
  }
}

std::string KernelWork::verify() { return verifier_.verify(*this); }

void KernelWork::begin() {
  unsigned char* start =
      own_ != nullptr ? own_.get() : arena_.take(launch_.set_bytes, kernel().work.read > 0);
  for (std::size_t array = 0; array < kernel().arrays; ++array) {
    launch_.args.arrays[array] = start + array * launch_.array_stride;
  }
  if (own_ == nullptr && kernel().work.written > 0) arena_.spoil(start, launch_.set_bytes);
  gpu_.configure(launch_.launch);
}

void KernelWork::queue(std::uint64_t passes) {
  launch_.args.passes = passes;
  gpu_.launch(launch_.launch, launch_.args);
}

}  // namespace ridgeline::bench::gpu
