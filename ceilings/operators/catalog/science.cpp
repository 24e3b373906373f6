// Operators of scientific computing: Fourier transforms, stencils, sparse matrices.
#include "ceilings/operators/catalog/science.hpp"

#include <cmath>

#include "ceilings/errors.hpp"
#include "ceilings/operators/values/checked.hpp"
#include "ceilings/operators/values/count.hpp"

namespace ridgeline::ceilings {
namespace {

std::uint64_t product_of(const std::vector<std::uint64_t>& extents) {
  std::uint64_t product = 1;
  for (const std::uint64_t extent : extents) product = times({product, extent});
  return product;
}

// 5 n log2(n), halved for real data: exact for powers of two, else rounded to a whole number.
std::uint64_t transform_flop(std::uint64_t n, bool real) {
  if ((n & (n - 1)) == 0) {
    std::uint64_t exponent = 0;
    while ((std::uint64_t{1} << exponent) < n) ++exponent;
    return times({5, n, exponent}) / (real ? 2 : 1);
  }
  const long double flop =
      5.0L * static_cast<long double>(n) * std::log2(static_cast<long double>(n)) / (real ? 2 : 1);
  times({5, n, 64});  // what overflows is refused before it is converted
  return static_cast<std::uint64_t>(std::llround(flop));
}

OperatorCost fft_cost(const Request& request) {
  const auto extents = request.extents("size", 0);
  const std::uint64_t n = product_of(extents);
  const std::uint64_t batch = request.size("batch", 1);
  const bool real = request.has("real");
  // A real transform's result is conjugate-symmetric along the last dimension.
  const std::uint64_t last = extents.back();
  const std::uint64_t in = real ? n : times({2, n});
  const std::uint64_t out = real ? times({2, n / last, last / 2 + 1}) : times({2, n});
  OperatorCost cost;
  cost.shape = shape_text(extents) + (real ? ", real" : ", complex") +
               (batch == 1 ? "" : ", batch " + std::to_string(batch));
  cost.work = {vector_work(request, "transform", times({batch, transform_flop(n, real)}))};
  cost.traffic = {once({read_once("input", times({batch, in}), request.in.bits),
                        written_once("output", times({batch, out}), request.out.bits)})};
  cost.output = 1;
  cost.output_rows = batch;
  cost.output_columns = out;
  cost.formula =
      "5 N log2 N FLOP, real 2.5 N log2 N, N the product of all sizes; 2 N read and written, real "
      "N read and 2 (last/2 + 1) N/last written";
  cost.convention =
      "5 N log2 N is what transforms are rated by, whatever their algorithm needs; sizes that are "
      "no power of two are rounded to whole FLOP";
  cost.source = "M. Frigo, S. Johnson, benchFFT, fftw.org/speed/method.html";
  return cost;
}

OperatorCost stencil_cost(const Request& request) {
  std::vector<std::uint64_t> grid = request.extents("grid", 0);
  const std::uint64_t dimensions = request.size("dimensions", grid.size());
  if (dimensions > 16) throw UsageError("option '--dimensions' can be 1 to 16");
  if (grid.size() == 1) grid.resize(static_cast<std::size_t>(dimensions), grid.front());
  if (grid.size() != dimensions) {
    throw UsageError("--grid has " + std::to_string(grid.size()) + " numbers, --dimensions says " +
                     std::to_string(dimensions));
  }
  const std::uint64_t points = request.size("points", 2 * dimensions + 1);
  const std::uint64_t flop =
      request.has("flop") ? parse_count(request.given.options.at("flop"), "option '--flop'", 0)
                          : times({2, points});
  const std::uint64_t n = product_of(grid);
  OperatorCost cost;
  cost.shape = std::to_string(points) + " points on " + shape_text(grid);
  cost.work = {vector_work(request, "stencil", times({flop, n}))};
  Tensor in = read_once("input", n, request.in.bits);
  const Tensor out = written_once("output", n, request.out.bits);
  Traffic ideal = once({in, out});
  ideal.model = "ideal";
  ideal.meaning = "each point is read once and kept until its last neighbour is done";
  in.read = times({points, n});
  Traffic bare = once({in, out});
  bare.model = "no reuse";
  bare.meaning = "every point of the stencil is read from this level";
  cost.traffic = {ideal, bare};
  cost.output = 1;
  cost.output_rows = n / grid.back();
  cost.output_columns = grid.back();
  cost.formula =
      "2 points FLOP a grid point (another number by --flop); ideal 1 read and 1 written, without "
      "reuse as many read as the stencil has points";
  cost.convention =
      "a multiply-add for each point of the stencil; the boundary counts like the inside";
  cost.source =
      "K. Datta et al., Stencil Computation Optimization and Auto-tuning on State-of-the-art "
      "Multicore Architectures, SC 2008; S. Williams et al., Roofline, CACM 52(4), 2009";
  return cost;
}

std::uint64_t index_bits(const Request& request) {
  const std::uint64_t bits = request.size("index", 32);
  if (bits != 8 && bits != 16 && bits != 32 && bits != 64) {
    throw UsageError("option '--index' can be 8, 16, 32 or 64 bits, not " + std::to_string(bits));
  }
  return bits;
}

OperatorCost spmv_cost(const Request& request) {
  const std::uint64_t rows = request.size("rows");
  const std::uint64_t columns = request.size("columns", rows);
  const std::uint64_t nonzeros = request.size("nonzeros");
  const int bits = static_cast<int>(index_bits(request));
  if (nonzeros / rows > columns || (nonzeros / rows == columns && nonzeros % rows != 0)) {
    throw UsageError("--nonzeros " + std::to_string(nonzeros) + " is more than a matrix of " +
                     shape_text({rows, columns}) + " has elements");
  }
  OperatorCost cost;
  cost.shape = shape_text({rows, columns}) + ", " + std::to_string(nonzeros) + " nonzeros";
  cost.work = {vector_work(request, "multiply-adds", times({2, nonzeros}), true)};
  Tensor x = read_once("x", columns, request.in.bits);
  const auto with = [&](const Tensor& vector) {
    return once({read_once("values", nonzeros, request.in.bits),
                 read_once("column indices", nonzeros, bits),
                 read_once("row starts", plus({rows, 1}), bits), vector,
                 written_once("y", rows, request.out.bits)});
  };
  Traffic ideal = with(x);
  ideal.model = "x once";
  ideal.meaning = "x is read once and stays near";
  x.read = nonzeros;
  Traffic bare = with(x);
  bare.model = "x for every nonzero";
  bare.meaning = "no element of x is found near again";
  cost.traffic = {ideal, bare};
  cost.output = 4;
  cost.output_rows = 1;
  cost.output_columns = rows;
  cost.formula =
      "y = A x in CSR: 2 nonzeros FLOP; nonzeros values and indices, rows + 1 row starts (as wide "
      "as the indices), x, and y written";
  cost.source =
      "S. Williams et al., Optimization of Sparse Matrix-Vector Multiplication on Emerging "
      "Multicore Platforms, SC 2007; N. Bell, M. Garland, SC 2009";
  return cost;
}

}  // namespace

std::vector<Operator> science_operators() {
  return {
      {{"fft", "Fourier transform", {"size"}, {"batch", "real"}, {}, false}, fft_cost},
      {{"stencil",
        "a weighted sum of neighbours",
        {"grid"},
        {"dimensions", "points", "flop"},
        {},
        false},
       stencil_cost},
      {{"spmv",
        "y = A x, A sparse in CSR",
        {"rows", "nonzeros"},
        {"columns", "index"},
        {"csr", "csr-spmv"},
        false},
       spmv_cost},
  };
}

}  // namespace ridgeline::ceilings
