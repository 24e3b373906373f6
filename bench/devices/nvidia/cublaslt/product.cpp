// Descriptors, memory, and a check on small whole numbers.
#include "bench/devices/nvidia/cublaslt/product.hpp"

#include <cstring>
#include <vector>

#include "ceilings/errors.hpp"
#include "kernels/gpu/operands.hpp"

namespace ridgeline::bench::nvidia {
namespace {

constexpr std::size_t kWorkspace = std::size_t{64} << 20;
constexpr int kTransposeA = 3, kMostWorkspace = 1;  // the library's attributes
constexpr int kTransposed = 1;
// A small product: sums of this many products of -2 .. 2 are exact in every output type.
constexpr int kSmall = 128;

std::size_t container_bytes(kernels::Precision precision) {
  switch (precision) {
    case kernels::Precision::fp64:
      return 8;
    case kernels::Precision::fp16:
    case kernels::Precision::bf16:
      return 2;
    case kernels::Precision::fp8:
    case kernels::Precision::int8:
      return 1;
    default:
      return 4;
  }
}

void require(int status, const std::string& what) {
  if (status != 0)
    throw DeviceError("cuBLASLt " + what + " (status " + std::to_string(status) + ")");
}

// 1 and 0 in the type that the library scales by.
struct Scale {
  double f64;
  float f32;
  std::int32_t i32;
};
const void* scale_of(const Scale& scale, kernels::Precision in) {
  if (in == kernels::Precision::fp64) return &scale.f64;
  if (in == kernels::Precision::int8) return &scale.i32;
  return &scale.f32;
}

}  // namespace

struct ProductWork::Plan {
  explicit Plan(const LibraryFunctions& functions) : library(functions) {}
  ~Plan() {
    if (product != nullptr) library.free_product(product);
    if (operand != nullptr) library.free_layout(operand);
    if (result != nullptr) library.free_layout(result);
    if (preference != nullptr) library.free_preference(preference);
  }
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  const LibraryFunctions& library;
  LibraryHandle product = nullptr, operand = nullptr, result = nullptr, preference = nullptr;
  LibraryChoice choice{};
};

std::unique_ptr<ProductWork::Plan> ProductWork::plan_of(int size) {
  auto plan = std::make_unique<Plan>(library_);
  const auto side = static_cast<std::uint64_t>(size);
  require(library_.new_product(&plan->product, type_.compute_code, type_.scale_code),
          "does not know the type");
  require(library_.set_product(plan->product, kTransposeA, &kTransposed, sizeof kTransposed),
          "refuses to transpose");
  require(library_.new_layout(&plan->operand, type_.in_code, side, side, size), "fails");
  require(library_.new_layout(&plan->result, type_.out_code, side, side, size), "fails");
  require(library_.new_preference(&plan->preference), "fails");
  require(library_.set_preference(plan->preference, kMostWorkspace, &kWorkspace, sizeof kWorkspace),
          "fails");
  int found = 0;
  const int status =
      library_.choose(library_.handle, plan->product, plan->operand, plan->operand, plan->result,
                      plan->result, plan->preference, 1, &plan->choice, &found);
  if (status != 0 || found == 0 || plan->choice.status != 0) {
    throw CannotRun(std::string("cuBLASLt has no product ") + type_.name +
                    " for this GPU (status " +
                    std::to_string(status != 0 ? status : plan->choice.status) + ")");
  }
  return plan;
}

ProductWork::ProductWork(gpu::GpuRuntime& gpu, const LibraryFunctions& library,
                         const ProductType& type, const Case& c)
    : gpu::GpuWork(c), gpu_(gpu), library_(library), type_(type) {
  plan_ = plan_of(type_.size);
  const auto elements = static_cast<std::size_t>(type_.size) * static_cast<std::size_t>(type_.size);
  const std::size_t bytes = elements * container_bytes(type_.in);
  a_ = gpu_.allocate(bytes);
  b_ = gpu_.allocate(bytes);
  d_ = gpu_.allocate(elements * container_bytes(type_.out));
  workspace_ = gpu_.allocate(kWorkspace);
  // A tile of numbers, repeated; another one in B.
  std::vector<std::byte> tile(std::min(bytes, std::size_t{4} << 20));
  for (unsigned char* to : {a_.get(), b_.get()}) {
    kernels::fill_operands(type_.in, kernels::OperandKind::random, tile.data(), tile.size(),
                           to == a_.get() ? 1 : 2);
    const auto* from = reinterpret_cast<const unsigned char*>(tile.data());
    for (std::size_t at = 0; at < bytes; at += tile.size()) {
      gpu_.copy(to + at, from, std::min(tile.size(), bytes - at));
    }
    gpu_.wait();
  }
}

ProductWork::~ProductWork() = default;

void ProductWork::multiply(const Plan& plan) {
  constexpr Scale kOne{1, 1, 1}, kZero{0, 0, 0};
  int status = 0;
  gpu_.queue_foreign([&](gpu::GpuHandle stream) {
    status = library_.multiply(library_.handle, plan.product, scale_of(kOne, type_.in), a_.get(),
                               plan.operand, b_.get(), plan.operand, scale_of(kZero, type_.in),
                               d_.get(), plan.result, d_.get(), plan.result, plan.choice.algorithm,
                               workspace_.get(), kWorkspace, stream);
  });
  require(status, "could not multiply");
}

void ProductWork::queue(std::uint64_t passes) {
  for (std::uint64_t pass = 0; pass < passes; ++pass) multiply(*plan_);
}

std::string ProductWork::verify() {
  constexpr std::size_t kSide = kSmall;
  const std::unique_ptr<Plan> small = plan_of(kSmall);
  std::vector<std::byte> a(kSide * kSide * container_bytes(type_.in)), b(a.size()),
      kept(2 * a.size());
  kernels::fill_operands(type_.in, kernels::OperandKind::integers, a.data(), a.size(), 1);
  kernels::fill_operands(type_.in, kernels::OperandKind::integers, b.data(), b.size(), 2);
  const auto raw = [](std::vector<std::byte>& bytes) {
    return reinterpret_cast<unsigned char*>(bytes.data());
  };
  // In the place of the large product's first numbers, which come back afterwards.
  gpu_.copy(raw(kept), a_.get(), a.size());
  gpu_.copy(raw(kept) + a.size(), b_.get(), b.size());
  gpu_.copy(a_.get(), raw(a), a.size());
  gpu_.copy(b_.get(), raw(b), b.size());
  multiply(*small);
  std::vector<std::byte> d(kSide * kSide * container_bytes(type_.out));
  gpu_.copy(raw(d), d_.get(), d.size());
  gpu_.copy(a_.get(), raw(kept), a.size());
  gpu_.copy(b_.get(), raw(kept) + a.size(), b.size());
  gpu_.wait();
  for (std::size_t at = 0; at < kSide * kSide; ++at) {
    double right = 0;  // column by column: row at % kSide of A' is column at % kSide of A
    for (std::size_t k = 0; k < kSide; ++k) {
      right += kernels::operand_at(type_.in, a.data(), at % kSide * kSide + k) *
               kernels::operand_at(type_.in, b.data(), at / kSide * kSide + k);
    }
    if (kernels::operand_at(type_.out, d.data(), at) != right) {
      return std::string("cuBLASLt's product ") + type_.name + " of small whole numbers is wrong";
    }
  }
  return "";
}

}  // namespace ridgeline::bench::nvidia
