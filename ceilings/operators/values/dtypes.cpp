// See dtypes.hpp.
#include "ceilings/operators/values/dtypes.hpp"

#include <algorithm>
#include <cctype>

#include "ceilings/errors.hpp"
#include "ceilings/operators/values/checked.hpp"

namespace ridgeline::ceilings {

const std::vector<Dtype>& dtypes() {
  static const std::vector<Dtype> all{
      {"fp64", 64, "fp64", {"double", "f64", "float64"}},
      {"fp32", 32, "fp32", {"float", "f32", "float32", "single"}},
      {"tf32", 32, "fp32", {}},
      {"fp16", 16, "fp16", {"half", "f16", "float16"}},
      {"bf16", 16, "bf16", {"bfloat16"}},
      {"fp8", 8, "fp32", {"f8", "float8", "e4m3", "e5m2", "fp8-e4m3", "fp8-e5m2"}},
      {"fp6", 6, "fp32", {"e2m3", "e3m2", "fp6-e2m3", "fp6-e3m2"}},
      {"fp4", 4, "fp32", {"e2m1", "fp4-e2m1", "nvfp4", "mxfp4"}},
      {"int64", 64, "int64", {"i64"}},
      {"int32", 32, "int32", {"i32", "int"}},
      {"int16", 16, "int32", {"i16"}},
      {"int8", 8, "int8", {"i8", "s8", "uint8"}},
      {"int4", 4, "int32", {"i4"}},
  };
  return all;
}

const Dtype& dtype_named(const std::string& name) {
  std::string lower = name;
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  std::string names;
  for (const Dtype& dtype : dtypes()) {
    const auto& aliases = dtype.aliases;
    if (dtype.name == lower || std::find(aliases.begin(), aliases.end(), lower) != aliases.end()) {
      return dtype;
    }
    names += (names.empty() ? "" : ", ") + dtype.name;
  }
  throw UsageError("'" + name + "' is no data type; they are " + names);
}

std::uint64_t bytes_of(std::uint64_t elements, int bits) {
  const auto width = static_cast<std::uint64_t>(bits);
  // Eights of elements are whole bytes whatever the width, so that bits are never multiplied out.
  return plus({times({elements / 8, width}), (elements % 8 * width + 7) / 8});
}

}  // namespace ridgeline::ceilings
