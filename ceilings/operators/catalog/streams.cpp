// Operators that walk through vectors: STREAM's kernels, BLAS 1, elementwise, reduction, transpose.
#include "ceilings/operators/catalog/streams.hpp"

#include <array>

#include "ceilings/operators/values/checked.hpp"
#include "ceilings/operators/values/count.hpp"

namespace ridgeline::ceilings {
namespace {

constexpr std::uint64_t kStandIn = 1'000'000;  // elements, where intensity hardly depends on them
constexpr const char* kStream =
    "J. McCalpin, Memory Bandwidth and Machine Balance in Current High Performance Computers, "
    "IEEE TCCA Newsletter, 1995 (STREAM)";
constexpr const char* kBlas1 =
    "C. Lawson et al., Basic Linear Algebra Subprograms for Fortran Usage, ACM TOMS 5(3), 1979; "
    "S. Williams et al., Roofline, CACM 52(4), 2009";

struct Stream {
  const char* name;
  std::array<const char*, 2> inputs;  // null: none
  const char* output;                 // read as well where it is an input
  std::uint64_t flop;                 // per element
  const char* formula;
  const char* source;
};
constexpr std::array<Stream, 5> kStreams{{
    {"copy", {"b", nullptr}, "a", 0, "a = b: 0 FLOP; n read, n written", kStream},
    {"scale", {"b", nullptr}, "a", 1, "a = s b: n FLOP; n read, n written", kStream},
    {"add", {"b", "c"}, "a", 1, "a = b + c: n FLOP; 2 n read, n written", kStream},
    {"triad", {"b", "c"}, "a", 2, "a = b + s c: 2 n FLOP; 2 n read, n written", kStream},
    {"axpy", {"x", nullptr}, "y", 2, "y = y + a x: 2 n FLOP; 2 n read, n written", kBlas1},
}};

std::uint64_t elements_of(const Request& request, OperatorCost& cost) {
  if (!request.has("n")) {
    cost.notes.push_back("--n was not given: " + std::to_string(kStandIn) +
                         " elements stand in, on which the intensity hardly depends");
  }
  return request.size("n", kStandIn);
}

OperatorCost stream_cost(const Request& request) {
  const Stream* stream = kStreams.data();
  while (request.given.name != stream->name) ++stream;
  OperatorCost cost;
  const std::uint64_t n = elements_of(request, cost);
  cost.shape = "n = " + std::to_string(n);
  cost.work = {vector_work(request, "arithmetic", times({stream->flop, n}))};
  std::vector<Tensor> tensors;
  for (const char* input : stream->inputs) {
    if (input != nullptr) tensors.push_back(read_once(input, n, request.in.bits));
  }
  tensors.push_back(written_once(stream->output, n, request.out.bits));
  if (std::string(stream->output) == "y") tensors.back().read = n;
  cost.traffic = {once(tensors)};
  cost.output = tensors.size() - 1;
  cost.output_rows = 1;
  cost.output_columns = n;
  cost.formula = stream->formula;
  cost.source = stream->source;
  return cost;
}

OperatorCost dot_cost(const Request& request) {
  OperatorCost cost;
  const std::uint64_t n = elements_of(request, cost);
  cost.shape = "n = " + std::to_string(n);
  cost.work = {vector_work(request, "multiply-adds", times({2, n}), true)};
  cost.traffic = {once({read_once("x", n, request.in.bits), read_once("y", n, request.in.bits),
                        written_once("sum", 1, request.out.bits)})};
  cost.output = 2;
  cost.output_rows = cost.output_columns = 1;
  cost.formula = "sum of x[i] y[i]: 2 n FLOP; 2 n read, 1 written";
  cost.source = kBlas1;
  return cost;
}

OperatorCost elementwise_cost(const Request& request) {
  OperatorCost cost;
  const std::uint64_t n = elements_of(request, cost);
  const std::uint64_t flop =
      request.has("flop") ? parse_count(request.given.options.at("flop"), "option '--flop'", 0) : 1;
  const std::uint64_t inputs = request.has("inputs") ? request.size("inputs") : 1;
  const std::uint64_t outputs = request.has("outputs") ? request.size("outputs") : 1;
  cost.shape = "n = " + std::to_string(n) + ", " + std::to_string(flop) + " operations an element";
  cost.work = {vector_work(request, "arithmetic", times({flop, n}))};
  // The first of each kind is a tensor of its own, since it can be what a fusion saves.
  std::vector<Tensor> tensors{read_once("input", n, request.in.bits)};
  if (inputs > 1) {
    tensors.push_back(read_once("further inputs", times({n, inputs - 1}), request.in.bits));
  }
  cost.output = tensors.size();
  tensors.push_back(written_once("output", n, request.out.bits));
  if (outputs > 1) {
    tensors.push_back(written_once("further outputs", times({n, outputs - 1}), request.out.bits));
  }
  cost.traffic = {once(tensors)};
  cost.output_rows = 1;
  cost.output_columns = n;
  cost.formula = "flop x n FLOP; inputs x n read, outputs x n written";
  cost.source = "S. Williams et al., Roofline, CACM 52(4), 2009: compulsory traffic";
  return cost;
}

OperatorCost reduction_cost(const Request& request) {
  OperatorCost cost;
  const std::uint64_t n = elements_of(request, cost);
  const std::uint64_t batch = request.size("batch", 1);
  cost.shape = std::to_string(batch) + " of n = " + std::to_string(n);
  cost.work = {vector_work(request, "additions", times({batch, n}), true)};
  cost.traffic = {once({read_once("input", times({batch, n}), request.in.bits),
                        written_once("sums", batch, request.out.bits)})};
  cost.output = 1;
  cost.output_rows = batch;
  cost.output_columns = 1;
  cost.formula = "a sum of each batch: batch n FLOP; batch n read, batch written";
  cost.source = "M. Harris, Optimizing Parallel Reduction in CUDA, NVIDIA, 2007";
  return cost;
}

OperatorCost transpose_cost(const Request& request) {
  OperatorCost cost;
  const std::uint64_t rows = request.size("rows");
  const std::uint64_t columns = request.size("columns");
  cost.shape = shape_text({rows, columns});
  cost.work = {vector_work(request, "arithmetic", 0)};
  const std::uint64_t n = times({rows, columns});
  cost.traffic = {
      once({read_once("input", n, request.in.bits), written_once("output", n, request.out.bits)})};
  cost.output = 1;
  cost.output_rows = columns;
  cost.output_columns = rows;
  cost.formula = "0 FLOP; rows columns read and written";
  cost.source = "G. Ruetsch, P. Micikevicius, Optimizing Matrix Transpose in CUDA, NVIDIA, 2009";
  return cost;
}

}  // namespace

std::vector<Operator> stream_operators() {
  return {
      {{"axpy", "y = y + a x", {}, {"n"}, {"saxpy", "daxpy"}, true}, stream_cost},
      {{"dot", "sum of x[i] y[i]", {}, {"n"}, {"sdot", "ddot"}, true}, dot_cost},
      {{"copy", "STREAM copy, a = b", {}, {"n"}, {}, true}, stream_cost},
      {{"scale", "STREAM scale, a = s b", {}, {"n"}, {"mul"}, true}, stream_cost},
      {{"add",
        "STREAM add, a = b + c: a sum of vectors",
        {},
        {"n"},
        {"vector-add", "vadd", "vecadd"},
        true},
       stream_cost},
      {{"triad", "STREAM triad, a = b + s c", {}, {"n"}, {}, true}, stream_cost},
      {{"elementwise",
        "some FLOP for each element",
        {},
        {"n", "flop", "inputs", "outputs"},
        {},
        true},
       elementwise_cost},
      {{"reduction", "a sum of all elements", {}, {"n", "batch"}, {"reduce", "sum"}, true},
       reduction_cost},
      {{"transpose", "rows become columns", {"rows", "columns"}, {}, {}, true}, transpose_cost},
  };
}

}  // namespace ridgeline::ceilings
