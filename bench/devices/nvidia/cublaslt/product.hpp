// One matrix product of the library, with its memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "bench/devices/gpu/runtime.hpp"
#include "bench/devices/gpu/work.hpp"

namespace ridgeline::bench::nvidia {

struct ProductType {
  const char* name;  // "bf16->fp32"
  kernels::Precision in, accumulate, out;
  int in_code, out_code, compute_code, scale_code;  // the library's
  std::uint16_t least_sm;
  int size;  // of the square matrices
};

using LibraryHandle = struct LibraryOpaque*;

// cublasLtMatmulHeuristicResult_t; the algorithm comes first.
struct LibraryChoice {
  std::uint64_t algorithm[8];
  std::size_t workspace;
  int status;
  float waves;
  int reserved[4];
};

// Zero means success throughout.
struct LibraryFunctions {
  using Handle = LibraryHandle;
  void* file = nullptr;
  Handle handle = nullptr;
  int (*create)(Handle*) = nullptr;
  int (*destroy)(Handle) = nullptr;
  int (*new_product)(Handle*, int compute, int scale) = nullptr;
  int (*free_product)(Handle) = nullptr;
  int (*set_product)(Handle, int attribute, const void* value, std::size_t bytes) = nullptr;
  int (*new_layout)(Handle*, int type, std::uint64_t rows, std::uint64_t columns,
                    std::int64_t leading) = nullptr;
  int (*free_layout)(Handle) = nullptr;
  int (*new_preference)(Handle*) = nullptr;
  int (*free_preference)(Handle) = nullptr;
  int (*set_preference)(Handle, int attribute, const void* value, std::size_t bytes) = nullptr;
  int (*choose)(Handle, Handle product, Handle a, Handle b, Handle c, Handle d, Handle preference,
                int wanted, LibraryChoice* choices, int* found) = nullptr;
  int (*multiply)(Handle, Handle product, const void* alpha, const void* a, Handle, const void* b,
                  Handle, const void* beta, const void* c, Handle, void* d, Handle,
                  const std::uint64_t* algorithm, void* workspace, std::size_t workspace_bytes,
                  gpu::GpuHandle stream) = nullptr;
};

// D = A' B, both operands with their inner dimension contiguous, as all types allow.
class ProductWork : public gpu::GpuWork {
 public:
  ProductWork(gpu::GpuRuntime& gpu, const LibraryFunctions& library, const ProductType& type,
              const Case& c);
  ~ProductWork() override;

  void queue(std::uint64_t passes) override;
  std::string verify() override;

 private:
  struct Plan;  // what the library made of a size
  std::unique_ptr<Plan> plan_of(int size);
  void multiply(const Plan& plan);

  gpu::GpuRuntime& gpu_;
  const LibraryFunctions& library_;
  ProductType type_;
  gpu::GpuMemory a_, b_, d_, workspace_;
  std::unique_ptr<Plan> plan_;
};

}  // namespace ridgeline::bench::nvidia
