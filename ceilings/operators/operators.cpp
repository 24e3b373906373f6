// The list of operators and the way from a request to a cost; see operators.hpp.
#include "ceilings/operators/operators.hpp"

#include <algorithm>

#include "ceilings/errors.hpp"
#include "ceilings/operators/catalog/matrices.hpp"
#include "ceilings/operators/catalog/networks.hpp"
#include "ceilings/operators/catalog/science.hpp"
#include "ceilings/operators/catalog/streams.hpp"
#include "ceilings/roofline.hpp"

namespace ridgeline::ceilings {
namespace {

constexpr const char* kCommonConvention =
    "1 FMA = 2 FLOP; bytes that the program asks for, no write-allocate";

const std::vector<Operator>& all_operators() {
  static const std::vector<Operator> all = [] {
    std::vector<Operator> list;
    for (const auto& part :
         {stream_operators(), matrix_operators(), network_operators(), science_operators()}) {
      list.insert(list.end(), part.begin(), part.end());
    }
    return list;
  }();
  return all;
}

const Operator& found(const std::string& name) {
  std::string names;
  for (const Operator& candidate : all_operators()) {
    const auto& aliases = candidate.info.aliases;
    if (candidate.info.name == name ||
        std::find(aliases.begin(), aliases.end(), name) != aliases.end()) {
      return candidate;
    }
    names += (names.empty() ? "" : ", ") + candidate.info.name;
  }
  throw UsageError("'" + name + "' is no operator; they are " + names);
}

// BLAS says the type by a letter: saxpy, daxpy, hgemm.
std::string letter_dtype(const std::string& alias, const std::string& name) {
  if (alias.size() != name.size() + 1 || alias.substr(1) != name) return "";
  return alias.front() == 's'   ? "fp32"
         : alias.front() == 'd' ? "fp64"
         : alias.front() == 'h' ? "fp16"
                                : "";
}

std::string listed(const std::vector<std::string>& options) {
  std::string text;
  for (const std::string& option : options) text += (text.empty() ? "--" : ", --") + option;
  return text.empty() ? "none" : text;
}

void check_options(const OperatorInfo& info, const OperatorRequest& request) {
  for (const std::string& option : info.required) {
    if (request.options.contains(option)) continue;
    throw UsageError(info.name + " needs --" + option + "; it takes " + listed(info.required) +
                     (info.optional.empty() ? "" : " and perhaps " + listed(info.optional)));
  }
  for (const auto& [option, value] : request.options) {
    const auto in = [&wanted = option](const std::vector<std::string>& list) {
      return std::find(list.begin(), list.end(), wanted) != list.end();
    };
    if (in(info.required) || in(info.optional) || in({"dtype", "dtype-out", "accumulate"})) {
      continue;
    }
    std::vector<std::string> takes = info.required;
    takes.insert(takes.end(), info.optional.begin(), info.optional.end());
    throw UsageError(info.name + " does not take --" + option + "; its options are " +
                     listed(takes));
  }
}

Request resolved(const OperatorRequest& request, const Operator& op) {
  Request result{request, {}, {}, ""};
  result.given.name = op.info.name;
  const auto text = [&](const std::string& option) {
    const auto place = request.options.find(option);
    return place == request.options.end() ? std::string() : place->second;
  };
  const std::string letter = letter_dtype(request.name, op.info.name);
  std::string dtype = text("dtype");
  if (dtype.empty()) dtype = letter.empty() ? "fp32" : letter;
  result.in = dtype_named(dtype);
  if (!letter.empty() && result.in.name != letter) {
    throw UsageError(request.name + " is of " + letter + "; for " + result.in.name + " write " +
                     op.info.name);
  }
  result.out = text("dtype-out").empty() ? result.in : dtype_named(text("dtype-out"));
  if (!text("accumulate").empty()) result.accumulate = dtype_named(text("accumulate")).name;
  return result;
}

}  // namespace

const std::vector<OperatorOption>& operator_options() {
  static const std::vector<OperatorOption> all{
      {"n", "N", "Elements of a vector; columns of a matrix"},
      {"m", "M", "Rows of A, and of C"},
      {"k", "K", "Columns of A, which are the rows of B"},
      {"rows", "R", "Rows"},
      {"columns", "C", "Columns (spmv: as many as rows where it is missing)"},
      {"batch", "B", "Independent problems of this size"},
      {"tile", "T[,T...]", "Tiles kept near, a row of traffic each (attention: queries a block)"},
      {"update", "", "The output is read as well: C = A B + C"},
      {"flop", "F", "FLOP of an element (elementwise: 1; stencil: 2 a point)"},
      {"inputs", "I", "Arrays read (1)"},
      {"outputs", "O", "Arrays written (1)"},
      {"input", "HxWxC", "Height, width, channels of an image, in this order"},
      {"filters", "K", "Output channels"},
      {"kernel", "RxS", "Height and width of the kernel"},
      {"stride", "S", "One number, or height x width (1)"},
      {"padding", "P", "Zeros on each side: a number, height x width, same or valid (0)"},
      {"dilation", "D", "One number, or height x width (1)"},
      {"groups", "G", "Groups of channels; as many as channels: depthwise (1)"},
      {"no-affine", "", "Without scale and shift"},
      {"heads", "H", "Heads of the queries"},
      {"kv-heads", "H", "Heads of keys and values, where they are fewer"},
      {"sequence", "S", "Queries of a head"},
      {"kv-sequence", "S", "Keys of a head, where they are others than queries"},
      {"head-dim", "D", "Elements of a head's vectors"},
      {"causal", "", "No query sees keys behind its own place"},
      {"fused", "", "Judge by the fused kernel's traffic, not by the naive one's"},
      {"size", "N[xN...]", "Points of a transform in each dimension"},
      {"real", "", "A transform of real numbers"},
      {"grid", "N[xN...]", "Points of a grid in each dimension"},
      {"dimensions", "D", "Dimensions, where --grid is one number for all"},
      {"points", "P", "Points of a stencil (2 a dimension, and the middle)"},
      {"nonzeros", "Z", "Stored elements of a sparse matrix"},
      {"index", "BITS", "Bits of an index: 8, 16, 32, 64 (32)"},
  };
  return all;
}

std::vector<OperatorInfo> operators() {
  std::vector<OperatorInfo> infos;
  for (const Operator& op : all_operators()) infos.push_back(op.info);
  return infos;
}

OperatorInfo operator_named(const std::string& name) { return found(name).info; }

OperatorCost cost_of(const OperatorRequest& request) {
  const Operator& op = found(request.name);
  check_options(op.info, request);
  const Request asked = resolved(request, op);
  OperatorCost cost = op.cost(asked);
  cost.name = op.info.name;
  cost.dtype = asked.in.name;
  cost.dtype_out = asked.out.name;
  cost.unit = is_floating(asked.in.name) ? "FLOP" : "OP";
  cost.convention += (cost.convention.empty() ? "" : "; ") + std::string(kCommonConvention);
  add_up(cost);
  return cost;
}

}  // namespace ridgeline::ceilings
