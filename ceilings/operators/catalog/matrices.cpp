// Products of matrices: gemv, gemm (as tiles), batches of them, direct convolution.
#include "ceilings/operators/catalog/matrices.hpp"

#include "ceilings/errors.hpp"
#include "ceilings/operators/values/checked.hpp"
#include "ceilings/operators/values/count.hpp"

namespace ridgeline::ceilings {
namespace {

OperatorCost gemv_cost(const Request& request) {
  const std::uint64_t m = request.size("m");
  const std::uint64_t n = request.size("n");
  OperatorCost cost;
  cost.shape = shape_text({m, n});
  cost.work = {vector_work(request, "multiply-adds", times({2, m, n}), true)};
  Tensor y = written_once("y", m, request.out.bits);
  if (request.has("update")) y.read = m;
  cost.traffic = {once(
      {read_once("A", times({m, n}), request.in.bits), read_once("x", n, request.in.bits), y})};
  cost.output = 2;
  cost.output_rows = 1;
  cost.output_columns = m;
  cost.formula = "y = A x: 2 m n FLOP; m n + n read, m written (--update: y read as well)";
  cost.source = "J. Dongarra et al., An Extended Set of FORTRAN BLAS, ACM TOMS 14(1), 1988";
  return cost;
}

struct Product {
  std::uint64_t batch, m, n, k;
};

// Each tile of C, T x T, is finished on its own from a stripe of A and one of B: A is read once for
// each column of tiles, B once for each row of tiles.
Traffic tiled(const Request& request, const Product& p, std::uint64_t tile, const Tensor& c) {
  Tensor a = read_once("A", times({p.batch, p.m, p.k}), request.in.bits);
  Tensor b = read_once("B", times({p.batch, p.k, p.n}), request.in.bits);
  a.read = times({a.elements, divided_up(p.n, tile)});
  b.read = times({b.elements, divided_up(p.m, tile)});
  Traffic traffic;
  traffic.model = "tile " + std::to_string(tile);
  traffic.meaning = "tiles of C are kept near; A is read ceil(n/T) times, B ceil(m/T) times";
  traffic.tile = tile;
  traffic.tensors = {a, b, c};
  return traffic;
}

OperatorCost gemm_cost(const Request& request) {
  const Product p{request.size("batch", 1), request.size("m"), request.size("n"),
                  request.size("k")};
  OperatorCost cost;
  cost.shape = "m x n x k = " + shape_text({p.m, p.n, p.k}) +
               (p.batch == 1 ? "" : ", batch " + std::to_string(p.batch));
  cost.work = {multiply_adds(request, times({2, p.batch, p.m, p.n, p.k}), true)};
  Tensor c = written_once("C", times({p.batch, p.m, p.n}), request.out.bits);
  if (request.has("update")) c.read = c.elements;
  cost.traffic = {once({read_once("A", times({p.batch, p.m, p.k}), request.in.bits),
                        read_once("B", times({p.batch, p.k, p.n}), request.in.bits), c})};
  for (const std::uint64_t tile : request.sizes("tile")) {
    cost.traffic.push_back(tiled(request, p, tile, c));
  }
  cost.output = 2;
  cost.output_rows = times({p.batch, p.m});
  cost.output_columns = p.n;
  cost.formula =
      "C = A B: 2 m n k FLOP; m k + k n read, m n written (--update: C read as well); in tiles of "
      "T: m k ceil(n/T) + k n ceil(m/T) read, so that large k and T give T / element bytes FLOP/B";
  cost.source =
      "J. Dongarra et al., A Set of Level 3 BLAS, ACM TOMS 16(1), 1990; tiles: J. Hong, H. Kung, "
      "I/O Complexity: the Red-Blue Pebble Game, STOC 1981; M. Lam et al., The Cache Performance "
      "and Optimizations of Blocked Algorithms, ASPLOS 1991";
  return cost;
}

// One dimension of a convolution.
struct Axis {
  const char* name;
  std::uint64_t input, kernel, stride, dilation;
  std::uint64_t reach() const { return plus({times({dilation, kernel - 1}), 1}); }
};

std::uint64_t padded_output(const Axis& axis, std::uint64_t padding) {
  const std::uint64_t padded = plus({axis.input, times({2, padding})});
  if (axis.reach() > padded) {
    throw UsageError("the kernel's " + std::string(axis.name) + " reaches over " +
                     std::to_string(axis.reach()) + " elements, the padded input has " +
                     std::to_string(padded) +
                     "; take a smaller kernel or dilation, or more "
                     "--padding");
  }
  return (padded - axis.reach()) / axis.stride + 1;
}

// "same": as many outputs as there are strides in the input, zeros added as needed.
std::vector<std::uint64_t> output_extents(const Request& request, const std::vector<Axis>& axes) {
  const std::string padding = request.has("padding") ? request.given.options.at("padding") : "0";
  std::vector<std::uint64_t> extents;
  if (padding == "same") {
    for (const Axis& axis : axes) extents.push_back(divided_up(axis.input, axis.stride));
    return extents;
  }
  std::vector<std::uint64_t> zeros(axes.size(), 0);
  if (padding != "valid") {
    const std::size_t cross = padding.find('x');
    const std::string what = "option '--padding' (a number, HxW, same or valid)";
    zeros.front() = parse_count(padding.substr(0, cross), what, 0);
    zeros.back() = cross == std::string::npos ? zeros.front()
                                              : parse_count(padding.substr(cross + 1), what, 0);
  }
  for (std::size_t i = 0; i < axes.size(); ++i) {
    extents.push_back(padded_output(axes[i], zeros[i]));
  }
  return extents;
}

std::vector<std::uint64_t> pair_of(const Request& request, const std::string& option) {
  return request.has(option) ? request.extents(option, 2, true) : std::vector<std::uint64_t>{1, 1};
}

void check_groups(std::uint64_t groups, std::uint64_t channels, std::uint64_t filters) {
  if (channels % groups == 0 && filters % groups == 0) return;
  throw UsageError("--groups " + std::to_string(groups) + " has to divide the " +
                   std::to_string(channels) + " channels of the input and the " +
                   std::to_string(filters) + " filters");
}

OperatorCost conv2d_cost(const Request& request) {
  const auto input = request.extents("input", 3);
  const auto kernel = request.extents("kernel", 2, true);
  const auto stride = pair_of(request, "stride");
  const auto dilation = pair_of(request, "dilation");
  const std::uint64_t channels = input[2];
  const std::uint64_t filters = request.size("filters");
  const std::uint64_t groups = request.size("groups", 1);
  const std::uint64_t batch = request.size("batch", 1);
  check_groups(groups, channels, filters);
  const std::vector<Axis> axes{{"height", input[0], kernel[0], stride[0], dilation[0]},
                               {"width", input[1], kernel[1], stride[1], dilation[1]}};
  const auto output = output_extents(request, axes);
  const std::uint64_t weights = times({filters, channels / groups, kernel[0], kernel[1]});
  OperatorCost cost;
  cost.shape = std::to_string(batch) + " x " + shape_text(input) + " -> " + shape_text(output) +
               " x " + std::to_string(filters);
  cost.work = {multiply_adds(request, times({2, batch, output[0], output[1], weights}), true)};
  cost.traffic = {once(
      {read_once("input", times({batch, input[0], input[1], channels}), request.in.bits),
       read_once("weights", weights, request.in.bits),
       written_once("output", times({batch, output[0], output[1], filters}), request.out.bits)})};
  cost.output = 2;
  cost.output_rows = times({batch, output[0], output[1]});
  cost.output_columns = filters;
  cost.formula =
      "direct: 2 N P Q K (C/groups) R S FLOP with P = (H + 2 padding - dilation (R-1) - 1) / "
      "stride + 1, Q alike; N H W C + K (C/groups) R S read, N P Q K written";
  cost.convention = "products with padded zeros count as operations; the input counts whole";
  cost.source =
      "V. Dumoulin, F. Visin, A Guide to Convolution Arithmetic for Deep Learning, "
      "arXiv:1603.07285; S. Chetlur et al., cuDNN, arXiv:1410.0759";
  if (stride[0] > axes[0].reach() || stride[1] > axes[1].reach()) {
    cost.notes.emplace_back("the stride is longer than the kernel: parts of the input are skipped");
  }
  return cost;
}

}  // namespace

std::vector<Operator> matrix_operators() {
  return {
      {{"gemv", "y = A x, A is m x n", {"m", "n"}, {"update"}, {"sgemv", "dgemv"}, false},
       gemv_cost},
      {{"gemm",
        "C = A B, A is m x k, B is k x n",
        {"m", "n", "k"},
        {"batch", "tile", "update"},
        {"sgemm", "dgemm", "hgemm", "matmul"},
        false},
       gemm_cost},
      {{"batched-gemm",
        "independent products C = A B",
        {"batch", "m", "n", "k"},
        {"tile", "update"},
        {"bmm", "batched_gemm"},
        false},
       gemm_cost},
      {{"conv2d",
        "direct convolution of NHWC images",
        {"input", "filters", "kernel"},
        {"batch", "stride", "padding", "dilation", "groups"},
        {"conv"},
        false},
       conv2d_cost},
  };
}

}  // namespace ridgeline::ceilings
