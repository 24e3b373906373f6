// The door to cuBLASLt, whose few functions are declared here as in cublasLt.h.
#include "bench/devices/nvidia/cublaslt/library.hpp"

#include <dlfcn.h>

#include <array>
#include <cmath>

#include "bench/devices/nvidia/cublaslt/product.hpp"
#include "ceilings/errors.hpp"

namespace ridgeline::bench::nvidia {
namespace {

// cudaDataType_t, cublasComputeType_t.
constexpr int kFloat = 0, kDouble = 1, kHalf = 2, kInt8 = 3, kInt32 = 10, kBfloat = 14, kE4m3 = 28;
constexpr int kCompute32 = 68, kCompute64 = 70, kComputeInt = 72, kComputeTf32 = 77;

// The size of products is chosen so that one takes milliseconds on a large card and stays below a
// second on a small one.
constexpr ProductType kTypes[] = {
    {"fp16->fp32", kernels::Precision::fp16, kernels::Precision::fp32, kernels::Precision::fp16,
     kHalf, kHalf, kCompute32, kFloat, 70, 8192},
    {"bf16->fp32", kernels::Precision::bf16, kernels::Precision::fp32, kernels::Precision::bf16,
     kBfloat, kBfloat, kCompute32, kFloat, 80, 8192},
    {"tf32->fp32", kernels::Precision::tf32, kernels::Precision::fp32, kernels::Precision::fp32,
     kFloat, kFloat, kComputeTf32, kFloat, 80, 8192},
    {"fp8->fp32", kernels::Precision::fp8, kernels::Precision::fp32, kernels::Precision::bf16,
     kE4m3, kBfloat, kCompute32, kFloat, 89, 8192},
    {"int8->int32", kernels::Precision::int8, kernels::Precision::int32, kernels::Precision::int32,
     kInt8, kInt32, kComputeInt, kInt32, 72, 8192},
    {"fp64", kernels::Precision::fp64, kernels::Precision::none, kernels::Precision::fp64, kDouble,
     kDouble, kCompute64, kDouble, 60, 4096},
};

std::string id_of_type(const ProductType& type) {
  return std::string("compute/") + type.name + "/cublaslt/chip";
}

bool find_all(LibraryFunctions& f) {
  const auto find = [&](const char* name, auto*& function) {
    using Function = std::remove_reference_t<decltype(function)>;
    function = reinterpret_cast<Function>(dlsym(f.file, name));
    return function != nullptr;
  };
  return find("cublasLtCreate", f.create) && find("cublasLtDestroy", f.destroy) &&
         find("cublasLtMatmulDescCreate", f.new_product) &&
         find("cublasLtMatmulDescDestroy", f.free_product) &&
         find("cublasLtMatmulDescSetAttribute", f.set_product) &&
         find("cublasLtMatrixLayoutCreate", f.new_layout) &&
         find("cublasLtMatrixLayoutDestroy", f.free_layout) &&
         find("cublasLtMatmulPreferenceCreate", f.new_preference) &&
         find("cublasLtMatmulPreferenceDestroy", f.free_preference) &&
         find("cublasLtMatmulPreferenceSetAttribute", f.set_preference) &&
         find("cublasLtMatmulAlgoGetHeuristic", f.choose) && find("cublasLtMatmul", f.multiply);
}

}  // namespace

struct CublasLt::Functions : LibraryFunctions {};

CublasLt::CublasLt(gpu::GpuRuntime& gpu, const std::string& name) : gpu_(gpu) {
  auto functions = std::make_unique<Functions>();
  std::vector<std::string> names{name};
  if (name.empty()) {
    names.clear();
    for (const char* folder : {"", "/usr/local/cuda/lib64/"}) {
      for (const char* version : {"13", "12"}) {
        names.push_back(std::string(folder) + "libcublasLt.so." + version);
      }
    }
  }
  for (const std::string& each : names) {
    functions->file = dlopen(each.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (functions->file != nullptr) break;
  }
  // It stays loaded until the process ends: unloading it while the runtime lives is not safe.
  if (functions->file == nullptr || !find_all(*functions)) return;
  functions_ = std::move(functions);
}

CublasLt::~CublasLt() {
  if (functions_ != nullptr && functions_->handle != nullptr) {
    functions_->destroy(functions_->handle);
  }
}

std::vector<Operation> CublasLt::operations() const {
  std::vector<Operation> all;
  if (functions_ == nullptr) return all;
  for (const ProductType& type : kTypes) {
    if (gpu_.facts().sm < type.least_sm) continue;
    Operation operation;
    operation.id = id_of_type(type);
    operation.agent = Agent::library;
    operation.precision = type.in;
    operation.accumulate = type.accumulate;
    operation.role = kernels::Role::secondary;
    operation.lacks = "bare instructions";
    operation.work.operations = 2 * std::pow(type.size, 3);
    all.push_back(operation);
  }
  return all;
}

std::unique_ptr<gpu::GpuWork> CublasLt::prepare(const Case& c) {
  for (const ProductType& type : kTypes) {
    if (functions_ == nullptr || id_of_type(type) != c.operation->id) continue;
    if (functions_->handle == nullptr && functions_->create(&functions_->handle) != 0) {
      functions_->handle = nullptr;
      throw CannotRun("cuBLASLt does not start on this GPU");
    }
    return std::make_unique<ProductWork>(gpu_, *functions_, type, c);
  }
  throw DeviceError(c.operation->id + " is nothing that cuBLASLt can do here");
}

}  // namespace ridgeline::bench::nvidia
