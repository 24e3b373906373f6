// Operators of neural networks: softmax, layer normalisation, attention.
#include "ceilings/operators/catalog/networks.hpp"

#include "ceilings/errors.hpp"
#include "ceilings/operators/values/checked.hpp"

namespace ridgeline::ceilings {
namespace {

constexpr std::uint64_t kSoftmaxFlop = 5;    // maximum, subtract, exp, add, divide
constexpr std::uint64_t kNormaliseFlop = 5;  // add; subtract, square, add; multiply
constexpr std::uint64_t kAffineFlop = 2;     // scale, shift
constexpr const char* kSoftmaxWords =
    "5 FLOP an element: maximum, subtract, exp, add, divide; exp and divide count 1 each";
constexpr const char* kElectra =
    "K. Clark et al., ELECTRA, ICLR 2020 (flops_computation.py: softmax 5, exp counts as 1)";

OperatorCost softmax_cost(const Request& request) {
  const std::uint64_t rows = request.size("rows");
  const std::uint64_t columns = request.size("columns");
  const std::uint64_t n = times({rows, columns});
  OperatorCost cost;
  cost.shape = shape_text({rows, columns});
  cost.work = {vector_work(request, "softmax", times({kSoftmaxFlop, n}), true)};
  cost.traffic = {
      once({read_once("input", n, request.in.bits), written_once("output", n, request.out.bits)})};
  cost.output = 1;
  cost.output_rows = rows;
  cost.output_columns = columns;
  cost.formula = "5 rows columns FLOP; rows columns read and written";
  cost.convention = kSoftmaxWords;
  cost.source = kElectra;
  return cost;
}

OperatorCost layernorm_cost(const Request& request) {
  const std::uint64_t rows = request.size("rows");
  const std::uint64_t columns = request.size("columns");
  const std::uint64_t n = times({rows, columns});
  const bool affine = !request.has("no-affine");
  OperatorCost cost;
  cost.shape = shape_text({rows, columns});
  const std::uint64_t flop = kNormaliseFlop + (affine ? kAffineFlop : 0);
  cost.work = {vector_work(request, "normalisation", times({flop, n}), true)};
  std::vector<Tensor> tensors{read_once("input", n, request.in.bits)};
  if (affine) {
    tensors.push_back(read_once("scale and shift", times({2, columns}), request.in.bits));
  }
  tensors.push_back(written_once("output", n, request.out.bits));
  cost.traffic = {once(tensors)};
  cost.output = tensors.size() - 1;
  cost.output_rows = rows;
  cost.output_columns = columns;
  cost.formula =
      "7 rows columns FLOP (5 with --no-affine); rows columns + 2 columns read, rows columns "
      "written";
  cost.convention =
      "7 FLOP an element: 1 for the mean, 3 for the variance (subtract, square, add), 1 times "
      "1/deviation, 2 for scale and shift; a row's own division and root are not counted";
  cost.source = "J. Ba, J. Kiros, G. Hinton, Layer Normalization, arXiv:1607.06450";
  return cost;
}

struct Attention {
  std::uint64_t batch, heads, kv_heads, queries, keys, dim;
  std::uint64_t matrix() const { return times({batch, heads, queries, keys}); }  // S, P
};

// Pairs of a query and a key that it may see, of one head: all, or with --causal those up to its
// own place, the last query seeing every key.
std::uint64_t pairs_of(const Attention& a, bool causal) {
  if (!causal) return times({a.queries, a.keys});
  if (a.keys < a.queries) {
    throw UsageError("--causal wants at least as many keys (--kv-sequence " +
                     std::to_string(a.keys) + ") as queries (--sequence " +
                     std::to_string(a.queries) + ")");
  }
  const bool even = a.queries % 2 == 0;
  const std::uint64_t triangle =
      even ? times({a.queries / 2, a.queries + 1}) : times({(a.queries + 1) / 2, a.queries});
  return plus({times({a.queries, a.keys - a.queries}), triangle});
}

std::vector<Tensor> attention_tensors(const Request& request, const Attention& a) {
  const std::uint64_t query = times({a.batch, a.heads, a.queries, a.dim});
  const std::uint64_t key = times({a.batch, a.kv_heads, a.keys, a.dim});
  return {read_once("Q", query, request.in.bits), read_once("K", key, request.in.bits),
          read_once("V", key, request.in.bits), written_once("O", query, request.out.bits)};
}

Traffic fused_attention(const Request& request, const Attention& a) {
  Traffic traffic = once(attention_tensors(request, a));
  traffic.model = "fused";
  traffic.meaning = "S and P stay near, as in FlashAttention; Q, K, V read once, O written once";
  return traffic;
}

// Q K^T, the softmax and P V as three kernels.
Traffic naive_attention(const Request& request, const Attention& a) {
  Traffic traffic = once(attention_tensors(request, a));
  for (const char* name : {"S", "P"}) {
    Tensor between = written_once(name, a.matrix(), request.in.bits);
    between.read = between.elements;
    traffic.tensors.push_back(between);
  }
  traffic.model = "naive";
  traffic.meaning = "three kernels: S = Q K^T and P = softmax(S) are written whole and read again";
  return traffic;
}

Traffic tiled_attention(const Request& request, const Attention& a, std::uint64_t tile) {
  Traffic traffic = fused_attention(request, a);
  for (const std::size_t repeated : {1U, 2U}) {
    Tensor& tensor = traffic.tensors[repeated];
    tensor.read = times({tensor.elements, divided_up(a.queries, tile)});
  }
  traffic.model = "fused, tile " + std::to_string(tile);
  traffic.meaning = "K and V are read again for each block of T queries";
  traffic.tile = tile;
  return traffic;
}

OperatorCost attention_cost(const Request& request) {
  Attention a{request.size("batch", 1), request.size("heads"),       0,
              request.size("sequence"), request.size("kv-sequence"), request.size("head-dim")};
  a.kv_heads = request.size("kv-heads", a.heads);
  if (!request.has("kv-sequence")) a.keys = a.queries;
  if (a.heads % a.kv_heads != 0) {
    throw UsageError("--kv-heads " + std::to_string(a.kv_heads) + " has to divide --heads " +
                     std::to_string(a.heads));
  }
  const std::uint64_t pairs = times({a.batch, a.heads, pairs_of(a, request.has("causal"))});
  OperatorCost cost;
  cost.shape = "batch " + std::to_string(a.batch) + ", heads " + std::to_string(a.heads) +
               ", sequence " + std::to_string(a.queries) +
               (a.keys == a.queries ? "" : " of " + std::to_string(a.keys)) + ", head-dim " +
               std::to_string(a.dim) + (request.has("causal") ? ", causal" : "");
  cost.work = {multiply_adds(request, times({4, pairs, a.dim}), true),
               vector_work(request, "softmax", times({kSoftmaxFlop, pairs}), true)};
  cost.traffic = {naive_attention(request, a)};
  cost.traffic.insert(request.has("fused") ? cost.traffic.begin() : cost.traffic.end(),
                      fused_attention(request, a));
  for (const std::uint64_t tile : request.sizes("tile")) {
    cost.traffic.push_back(tiled_attention(request, a, tile));
  }
  cost.output = 3;
  cost.output_rows = times({a.batch, a.queries});
  cost.output_columns = times({a.heads, a.dim});
  cost.formula =
      "4 b h s s d FLOP for Q K^T and P V, 5 b h s s for the softmax; 4 b h s d elements, and "
      "naive 4 b h s s more for S and P, each written and read";
  cost.convention = std::string(kSoftmaxWords) +
                    "; --causal counts the s (s+1) / 2 pairs that are seen (published rates take "
                    "half of s s), naive traffic the whole of S and P";
  cost.source =
      "T. Dao et al., FlashAttention, NeurIPS 2022, arXiv:2205.14135 (Algorithms 0 and 1); "
      "softmax: " +
      std::string(kElectra);
  return cost;
}

}  // namespace

std::vector<Operator> network_operators() {
  return {
      {{"softmax", "of each row", {"rows", "columns"}, {}, {}, true}, softmax_cost},
      {{"layernorm",
        "of each row",
        {"rows", "columns"},
        {"no-affine"},
        {"layer-norm", "layer_norm"},
        true},
       layernorm_cost},
      {{"attention",
        "softmax(Q K^T) V, naive as three kernels or fused",
        {"heads", "sequence", "head-dim"},
        {"batch", "kv-heads", "kv-sequence", "causal", "fused", "tile"},
        {"sdpa"},
        false},
       attention_cost},
  };
}

}  // namespace ridgeline::ceilings
