// A matrix library with cuBLASLt's interface: D = alpha A' B + beta C on the host, column by
// column, for fp64 and int8, and only for small matrices; larger ones are left as they are.
// FAKE_WRONG (set): its sums lack a term. FAKE_NO_HANDLE (set): it does not start.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace {

constexpr int kDouble = 1, kInt8 = 3, kNotSupported = 15;
constexpr std::int64_t kMost = 256;

struct Layout {
  int type;
  std::int64_t rows, leading;
};
struct Product {
  int compute, transposed_a;
};
struct Choice {
  std::uint64_t algorithm[8];
  std::size_t workspace;
  int status;
  float waves;
  int reserved[4];
};

template <class In, class Sum>
void multiply(const In* a, const In* b, Sum* d, std::int64_t n, std::int64_t leading) {
  const std::int64_t depth = std::getenv("FAKE_WRONG") != nullptr ? n - 1 : n;
  for (std::int64_t column = 0; column < n; ++column) {
    for (std::int64_t row = 0; row < n; ++row) {
      Sum sum{};
      for (std::int64_t k = 0; k < depth; ++k) {
        sum += static_cast<Sum>(a[row * leading + k]) * static_cast<Sum>(b[column * leading + k]);
      }
      d[column * leading + row] = sum;
    }
  }
}

}  // namespace

extern "C" {

int cublasLtCreate(int** handle) {
  static int one = 1;
  *handle = &one;
  return std::getenv("FAKE_NO_HANDLE") == nullptr ? 0 : 1;
}
int cublasLtDestroy(int*) { return 0; }
int cublasLtMatmulDescCreate(Product** product, int compute, int) {
  *product = new Product{compute, 0};
  return 0;
}
int cublasLtMatmulDescDestroy(Product* product) {
  delete product;
  return 0;
}
int cublasLtMatmulDescSetAttribute(Product* product, int attribute, const int* value, std::size_t) {
  if (attribute == 3) product->transposed_a = *value;
  return 0;
}
int cublasLtMatrixLayoutCreate(Layout** layout, int type, std::uint64_t rows, std::uint64_t,
                               std::int64_t leading) {
  *layout = new Layout{type, static_cast<std::int64_t>(rows), leading};
  return 0;
}
int cublasLtMatrixLayoutDestroy(Layout* layout) {
  delete layout;
  return 0;
}
int cublasLtMatmulPreferenceCreate(int** preference) {
  *preference = new int;
  return 0;
}
int cublasLtMatmulPreferenceDestroy(int* preference) {
  delete preference;
  return 0;
}
int cublasLtMatmulPreferenceSetAttribute(int*, int, const void*, std::size_t) { return 0; }
int cublasLtMatmulAlgoGetHeuristic(int*, Product* product, Layout* a, Layout*, Layout*, Layout*,
                                   int*, int, Choice* choices, int* found) {
  *found = 0;
  const bool known = a->type == kDouble || a->type == kInt8;
  if (!known || product->transposed_a != 1) return kNotSupported;
  *found = 1;
  choices[0] = {};
  return 0;
}
int cublasLtMatmul(int*, Product*, const void*, const void* a, Layout* layout, const void* b,
                   Layout*, const void*, const void*, Layout*, void* d, Layout*,
                   const std::uint64_t*, void*, std::size_t, void*) {
  if (layout->rows > kMost) return 0;
  if (layout->type == kDouble) {
    multiply(static_cast<const double*>(a), static_cast<const double*>(b), static_cast<double*>(d),
             layout->rows, layout->leading);
  } else {
    multiply(static_cast<const std::int8_t*>(a), static_cast<const std::int8_t*>(b),
             static_cast<std::int32_t*>(d), layout->rows, layout->leading);
  }
  return 0;
}

}  // extern "C"
