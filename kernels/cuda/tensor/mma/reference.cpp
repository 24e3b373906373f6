// What launches of mma.sync kernels have to leave behind: plain matrix products.
#include <cstring>
#include <stdexcept>
#include <vector>

#include "kernels/cuda/tensor/mma/reference.hpp"
#include "kernels/gpu/formats.hpp"
#include "kernels/gpu/operands.hpp"

namespace ridgeline::kernels {
namespace {

// A x B of one tile, both halves' B added, row by row.
std::vector<double> tile_product(const std::byte* operands, const MmaShape& shape,
                                 std::size_t tile) {
  const auto rows = static_cast<std::size_t>(shape.rows);
  const auto depth = static_cast<std::size_t>(shape.depth);
  const std::size_t half = kMmaTiles * (rows + 8) * depth;
  const std::size_t a = tile * rows * depth;
  const std::size_t b = (kMmaTiles * rows + tile * 8) * depth;
  const auto at = [&](std::size_t i) { return operand_at(shape.precision, operands, i); };
  std::vector<double> product(rows * 8);
  for (std::size_t i = 0; i < rows * 8; ++i) {
    const std::size_t row = i / 8, column = i % 8;
    for (std::size_t k = 0; k < depth; ++k) {
      const std::size_t from_b = b + column * depth + k;
      product[i] += at(a + row * depth + k) * (at(from_b) + at(half + from_b));
    }
  }
  return product;
}

std::uint64_t word_at(const unsigned char* operands, int bytes, std::size_t i) {
  std::uint64_t word = 0;
  const auto size = static_cast<std::size_t>(bytes);
  std::memcpy(&word, operands + i * size, size);
  return word;
}

void store(unsigned char* to, Precision precision, double value) {
  const auto write = [to](auto number) { std::memcpy(to, &number, sizeof number); };
  switch (precision) {
    case Precision::fp64:
      return write(value);
    case Precision::fp32:
      return write(static_cast<float>(value));
    case Precision::fp16:
      return write(static_cast<std::uint16_t>(encode(kFp16, value)));
    case Precision::int32:
      return write(static_cast<std::int32_t>(value));
    default:
      throw std::invalid_argument("no accumulator of mma.sync");
  }
}

}  // namespace

void mma_reference(const GpuArgs& args, const MmaShape& shape) {
  const auto* operands = reinterpret_cast<const std::byte*>(args.arrays[0]);
  const double pairs = static_cast<double>(args.passes) * shape.steps / 2;
  std::vector<std::vector<double>> products;
  for (std::size_t tile = 0; tile < kMmaTiles; ++tile) {
    products.push_back(tile_product(operands, shape, tile));
  }
  const auto outputs = static_cast<std::size_t>(shape.outputs());
  const auto bytes = static_cast<std::size_t>(shape.accumulator_bytes);
  const std::size_t words = 2 * std::size_t{shape.half_words()};
  const std::size_t warps = std::size_t{args.blocks} * args.threads / 32;
  for (std::size_t set = 0; set < warps * args.in_flight; ++set) {
    const std::vector<double>& product = products[set / args.in_flight % kMmaTiles];
    for (std::size_t i = 0; i < outputs; ++i) {
      const std::size_t at = set * outputs + i;
      const double start = mma_start(word_at(args.arrays[0], shape.word_bytes, at % words));
      store(args.result + at * bytes, shape.accumulate, start + pairs * product[i]);
    }
  }
}

}  // namespace ridgeline::kernels
