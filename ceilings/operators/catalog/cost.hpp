// What an operator costs: operations, bytes under an assumption on what is kept near, intensity.
//
// Conventions, for all operators: 1 FMA = 2 FLOP; sums start from zero, so that a sum of n terms is
// n additions; bytes are those that a program asks for (no write-allocate, no scales or paddings of
// a format); compulsory bytes move each tensor once.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ridgeline::ceilings {

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
  std::vector<Traffic> traffic;  // the first is what the operator's place is found by
  // What a following operator would read: a tensor of every traffic, as a matrix.
  std::size_t output = 0;
  std::uint64_t output_rows = 0, output_columns = 0;
  std::string formula, convention, source;
  std::vector<std::string> notes;
};

}  // namespace ridgeline::ceilings
