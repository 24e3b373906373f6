// What the formulas of operators start from and are made of: a request with its types resolved,
// tensors and work, and the sums of a cost.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ceilings/operators/catalog/cost.hpp"
#include "ceilings/operators/values/dtypes.hpp"

namespace ridgeline::ceilings {

// An operator's request with its types resolved.
struct Request {
  OperatorRequest given;
  Dtype in, out;
  std::string accumulate;  // empty: not given

  bool has(const std::string& option) const { return given.options.contains(option); }
  std::uint64_t size(const std::string& option, std::uint64_t fallback = 0) const;
  // "16,32,64"; empty where it is not given.
  std::vector<std::uint64_t> sizes(const std::string& option) const;
  // "64x64x128"; one number stands for `count` equal ones where `spread`.
  std::vector<std::uint64_t> extents(const std::string& option, std::size_t count,
                                     bool spread = false) const;
};

struct Operator {
  OperatorInfo info;
  OperatorCost (*cost)(const Request& request);
};

Tensor read_once(const std::string& name, std::uint64_t elements, int bits);
Tensor written_once(const std::string& name, std::uint64_t elements, int bits);
Traffic once(const std::vector<Tensor>& tensors);
// Multiply-adds of the input's type; `products`: of matrices.
OperatorWork multiply_adds(const Request& request, std::uint64_t operations, bool products);
// Arithmetic outside matrix units; `wide`: in fp32 where the type is a smaller floating-point one,
// as long sums and exponentials are.
OperatorWork vector_work(const Request& request, const std::string& name, std::uint64_t operations,
                         bool wide = false);
// "4096 x 4096".
std::string shape_text(const std::vector<std::uint64_t>& extents);

// Fills in the sums of a cost. Throws UsageError where one is beyond 2^63 - 1.
void add_up(OperatorCost& cost);

}  // namespace ridgeline::ceilings
