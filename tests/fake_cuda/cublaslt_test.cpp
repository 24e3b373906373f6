// Products by cuBLASLt: which are offered, what they give.
#include "bench/devices/nvidia/cublaslt/library.hpp"

#include <gtest/gtest.h>

#include <set>

#include "bench/devices/nvidia/runtime.hpp"
#include "ceilings/archive/ids.hpp"
#include "ceilings/errors.hpp"
#include "tests/fake_cuda/environment.hpp"
#include "tests/fake_cuda/fake_runtime.hpp"

namespace ridgeline::bench::nvidia {
namespace {

Case product(const CublasLt& library, const std::string& id) {
  Case c;
  for (const Operation& operation : library.operations()) {
    if (operation.id == id) c.operation = operation;
  }
  EXPECT_TRUE(c.operation) << id;
  return c;
}

TEST(CublasLt, IsNotOfferedWhereItIsMissing) {
  reset_fake_gpu({});
  const auto runtime = make_cuda_runtime(0);
  gpu::GpuRuntime& gpu = *runtime;
  EXPECT_TRUE(CublasLt(gpu, "libno-such-cublaslt.so").operations().empty());
}

TEST(CublasLt, OffersTheTypesOfTheCard) {
  reset_fake_gpu({});
  std::set<std::string> ids;
  const auto collect = [&](std::uint16_t sm) {
    fake_gpu().sm = sm;
    const auto runtime = make_cuda_runtime(0);
    gpu::GpuRuntime& gpu = *runtime;
    ids.clear();
    for (const Operation& operation : CublasLt(gpu, RIDGELINE_FAKE_CUBLASLT).operations()) {
      EXPECT_EQ(ceilings::id_fault(operation.id).value_or(""), "");
      EXPECT_GT(operation.work.operations, 1e11);
      ids.insert(operation.id);
    }
  };
  collect(90);
  EXPECT_EQ(ids.count("compute/bf16->fp32/cublaslt/chip"), 1u);
  EXPECT_EQ(ids.count("compute/fp8->fp32/cublaslt/chip"), 1u);
  EXPECT_EQ(ids.count("compute/fp64/cublaslt/chip"), 1u);
  collect(75);
  EXPECT_EQ(ids.count("compute/bf16->fp32/cublaslt/chip"), 0u);
  EXPECT_EQ(ids.count("compute/fp16->fp32/cublaslt/chip"), 1u);
}

TEST(CublasLt, ProductsAreVerified) {
  reset_fake_gpu({});
  const auto runtime = make_cuda_runtime(0);
  gpu::GpuRuntime& gpu = *runtime;
  CublasLt library(gpu, RIDGELINE_FAKE_CUBLASLT);
  for (const char* id : {"compute/fp64/cublaslt/chip", "compute/int8->int32/cublaslt/chip"}) {
    const auto work = library.prepare(product(library, id));
    EXPECT_EQ(work->verify(), "") << id;
    const Set wrong("FAKE_WRONG", "1");
    EXPECT_NE(work->verify().find("is wrong"), std::string::npos) << id;
  }
  EXPECT_EQ(fake_gpu().allocations, 0);
}

TEST(CublasLt, WhatItCannotDoIsSkipped) {
  reset_fake_gpu({});
  const auto runtime = make_cuda_runtime(0);
  gpu::GpuRuntime& gpu = *runtime;
  CublasLt library(gpu, RIDGELINE_FAKE_CUBLASLT);
  EXPECT_THROW(library.prepare(product(library, "compute/fp8->fp32/cublaslt/chip")), CannotRun);
  const Set none("FAKE_NO_HANDLE", "1");
  CublasLt dead(gpu, RIDGELINE_FAKE_CUBLASLT);
  EXPECT_THROW(dead.prepare(product(dead, "compute/fp64/cublaslt/chip")), CannotRun);
}

}  // namespace
}  // namespace ridgeline::bench::nvidia
