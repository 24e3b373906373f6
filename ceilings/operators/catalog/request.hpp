// What the files of operators share: options read as numbers, arithmetic that cannot overflow
// unseen, and the table that each file contributes.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "ceilings/operators/dtypes.hpp"
#include "ceilings/operators/operators.hpp"

namespace ridgeline {

// Product and sum; throw UsageError beyond 2^63 - 1.
std::uint64_t times(std::initializer_list<std::uint64_t> factors);
std::uint64_t plus(std::initializer_list<std::uint64_t> terms);
std::uint64_t divided_up(std::uint64_t value, std::uint64_t by);

// An operator's request with its types resolved.
struct Request {
  OperatorRequest given;
  Dtype in, out;
  std::string accumulate;  // empty: not told

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

// In the order in which they are listed.
std::vector<Operator> stream_operators();
std::vector<Operator> matrix_operators();
std::vector<Operator> network_operators();
std::vector<Operator> science_operators();

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

}  // namespace ridgeline
