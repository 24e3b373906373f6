// Types of elements: how much memory one takes, and in which precision arithmetic on it is done.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ridgeline::ceilings {

struct Dtype {
  std::string name;  // as precisions are called in ids: "fp64", "tf32", "int8"
  int bits = 0;      // that one element takes in memory
  // The precision of its arithmetic outside matrix units: itself, or the one that it is converted
  // to where no vector unit computes in it.
  std::string vector_precision;
  std::vector<std::string> aliases;
};

// fp64, fp32, tf32, fp16, bf16, fp8, fp6, fp4, int64, int32, int16, int8, int4. tf32 is fp32 in
// memory of which matrix units use 19 bits (NVIDIA A100 white paper, 2020); fp6 and fp4 are packed
// without the scales of block formats (OCP Microscaling Formats v1.0, 2023), which add 1/4 bit an
// element for blocks of 32.
const std::vector<Dtype>& dtypes();

// By name or alias ("double", "half", "bfloat16", "e4m3"), upper or lower case. Throws UsageError
// that lists the names.
const Dtype& dtype_named(const std::string& name);

// Whole bytes of that many packed elements, rounded up. Throws UsageError beyond 2^63 - 1.
std::uint64_t bytes_of(std::uint64_t elements, int bits);

}  // namespace ridgeline::ceilings
