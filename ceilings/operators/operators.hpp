// What an operator costs before anybody has written a kernel for it: operations and bytes by
// formula, and so its arithmetic intensity. Counts are exact whole numbers.
//
// Conventions, for all operators: 1 FMA = 2 FLOP; sums start from zero, so that a sum of n terms is
// n additions; bytes are those that a program asks for (no write-allocate, no scales or paddings of
// a format); compulsory bytes move each tensor once.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ridgeline {

// One of the options that operators take, as it is typed behind "--".
struct OperatorOption {
  std::string name;
  std::string value;  // "N", "HxWxC"; empty: a switch
  std::string help;
};

struct OperatorInfo {
  std::string name;     // "batched-gemm"
  std::string summary;  // "C = A B"
  std::vector<std::string> required, optional;
  std::vector<std::string> aliases;
  bool follows = false;  // can be fused onto another operator's output
};

struct OperatorRequest {
  std::string name;
  // By option: {"m", "4096"}, {"padding", "same"}, {"causal", "yes"}; besides "dtype" (fp32 where
  // it is missing), "dtype-out" (the same as dtype) and "accumulate".
  std::map<std::string, std::string> options;
};

// One array. `read` and `written` count elements, and elements moved twice count twice.
struct Tensor {
  std::string name;
  std::uint64_t elements = 0;
  int bits = 0;
  std::uint64_t read = 0, written = 0;
  std::uint64_t bytes_read = 0, bytes_written = 0;
};

// What moves under one assumption on how much is kept near: "each tensor once", "tile 64".
struct Traffic {
  std::string model;
  std::string meaning;     // one sentence
  std::uint64_t tile = 0;  // 0: none
  std::vector<Tensor> tensors;
  std::uint64_t bytes_read = 0, bytes_written = 0, bytes = 0;
  std::uint64_t working_set = 0;  // bytes of all tensors, each once
  double intensity = 0;           // FLOP (OP) per byte
};

// Operations of one precision. `products`: multiply-adds of matrices, which matrix units can do.
struct OperatorWork {
  std::string name;
  std::uint64_t operations = 0;
  std::string precision, accumulate;
  bool products = false;
};

struct OperatorCost {
  std::string name, shape;
  std::string dtype, dtype_out;
  std::string unit = "FLOP";  // "OP" of integers
  std::vector<OperatorWork> work;
  std::uint64_t operations = 0;  // the work's sum
  std::vector<Traffic> traffic;  // the first is what the operator is judged by
  // What a following operator would read: a tensor of every traffic, as a matrix.
  std::size_t output = 0;
  std::uint64_t output_rows = 0, output_columns = 0;
  std::string formula, convention, source;
  std::vector<std::string> notes;
};

const std::vector<OperatorOption>& operator_options();
std::vector<OperatorInfo> operators();
// By name or alias. Throws UsageError that lists the names.
OperatorInfo operator_named(const std::string& name);

// Throws UsageError: unknown operator, data type or option of it, a missing, impossible or
// overflowing size (counts end at 2^63 - 1).
OperatorCost cost_of(const OperatorRequest& request);

// Operators that run one after the other, each on the output of the one before, and the same as
// one kernel: what one hands to the next is then neither written nor read.
struct Fusion {
  std::vector<OperatorCost> steps;
  OperatorCost fused;
  std::uint64_t bytes_apart = 0;  // sum over the steps
  std::uint64_t bytes_saved = 0;
};

// `followers` take their sizes from the output before them and their other options (flop, inputs,
// ...) from the request. Throws UsageError as cost_of, and for operators that cannot follow.
Fusion fused_cost(const OperatorRequest& first, const std::vector<std::string>& followers);

// A whole number as people write it: "4096", "1e6", "1.5e3", "2^20", "64Ki", "1Mi"; K, M, G, T
// without an i are refused, since they mean 1000 to some and 1024 to others. `what` opens the
// message. Throws UsageError: no such number, a fraction, 0 where `least` is 1, above 2^63 - 1.
std::uint64_t parse_count(const std::string& text, const std::string& what,
                          std::uint64_t least = 1);

}  // namespace ridgeline
