// Products of small matrices: AMX. Sixteen rows of 64 bytes times as many, added to 16 x 16 sums of
// 32 bits; four sums are under way, since one instruction starts every 16 cycles and takes 52
// (Intel Optimization Reference Manual, AMX; uops.info). The system must have granted the
// process tile data (granted_features() in isa.hpp).
#include <immintrin.h>

#include "kernels/cpu/arithmetic/dot.inl"
#include "kernels/cpu/tables.hpp"

namespace ridgeline::kernels::amx {
namespace {

constexpr std::size_t kTiles = 4;                 // sums: registers 0 to 3
constexpr std::size_t kRows = 16, kColumns = 16;  // of words
constexpr std::size_t kTileWords = kRows * kColumns;
constexpr std::size_t kWords = kTiles * kTileWords, kRowBytes = kColumns * 4;

// LDTILECFG's operand (Intel SDM, volume 1, 18.3): palette 1, registers 0 to 5 whole.
struct alignas(kLine) Configuration {
  std::uint8_t palette = 1, start_row = 0, reserved[14] = {};
  std::uint16_t row_bytes[16] = {kRowBytes, kRowBytes, kRowBytes, kRowBytes, kRowBytes, kRowBytes};
  std::uint8_t rows[16] = {kRows, kRows, kRows, kRows, kRows, kRows};
};
constexpr Configuration kConfiguration;

constexpr Operands negated(Operands pairs) {
  for (std::uint32_t& word : pairs.lane) word ^= kBf16Signs;
  return pairs;
}
// Every other pass takes away what the one before added: sums stay below 8 + 16 x 32 x 64, where
// fp32 holds multiples of 2^-8.
constexpr Operands kSignedA[2] = {negated(kBf16A), kBf16A};

struct Int8 {
  using Element = std::uint32_t;
  static constexpr Precision kOperands = Precision::int8, kSums = Precision::int32;
  static constexpr double kProducts = 4;  // of one word by another

  static void load() {
    _tile_loadd(4, kBytesA.lane, kRowBytes);
    _tile_loadd(5, kBytesB.lane, kRowBytes);
  }
  static void begin_pass(std::uint64_t) {}
  static void step() {
    _tile_dpbssd(0, 4, 5);
    _tile_dpbssd(1, 4, 5);
    _tile_dpbssd(2, 4, 5);
    _tile_dpbssd(3, 4, 5);
  }
  RIDGELINE_BASE_ISA static Element begin(std::uint32_t word) { return word; }
  RIDGELINE_BASE_ISA static Element dot(std::size_t row_word, std::size_t column_word) {
    const std::uint32_t left = kBytesA.lane[row_word], right = kBytesB.lane[column_word];
    Element sum = 0;
    for (std::size_t i = 0; i < 4; ++i) sum += signed_byte_of(left, i) * signed_byte_of(right, i);
    return sum;
  }
  RIDGELINE_BASE_ISA static Element times(Element sum, std::uint64_t passes) {
    return sum * static_cast<Element>(passes * kSteps);
  }
};

struct Bf16 {
  using Element = float;
  static constexpr Precision kOperands = Precision::bf16, kSums = Precision::fp32;
  static constexpr double kProducts = 2;

  static void load() { _tile_loadd(5, kBf16B.lane, kRowBytes); }
  static void begin_pass(std::uint64_t left) { _tile_loadd(4, kSignedA[left % 2].lane, kRowBytes); }
  static void step() {
    _tile_dpbf16ps(0, 4, 5);
    _tile_dpbf16ps(1, 4, 5);
    _tile_dpbf16ps(2, 4, 5);
    _tile_dpbf16ps(3, 4, 5);
  }
  RIDGELINE_BASE_ISA static Element begin(std::uint32_t word) { return on_grid(word); }
  RIDGELINE_BASE_ISA static Element dot(std::size_t row_word, std::size_t column_word) {
    const std::uint32_t left = kBf16A.lane[row_word], right = kBf16B.lane[column_word];
    Element sum = 0;
    for (std::size_t i = 0; i < 2; ++i) sum += bf16_of(left, i) * bf16_of(right, i);
    return sum;
  }
  RIDGELINE_BASE_ISA static Element times(Element sum, std::uint64_t passes) {
    return sum * static_cast<Element>(passes % 2 * kSteps);
  }
};

// The sums' first values, made of the slice's words.
template <class T>
RIDGELINE_BASE_ISA void begin_sums(const Slice& slice, typename T::Element (&sums)[kWords]) {
  std::uint32_t words[kWords];
  std::memcpy(words, first_array(slice), sizeof words);
  for (std::size_t i = 0; i < kWords; ++i) sums[i] = T::begin(words[i]);
}

template <class T>
std::uint64_t run_tiles(const Slice& slice, std::uint64_t passes) {
  alignas(kLine) typename T::Element sums[kWords];
  begin_sums<T>(slice, sums);
  asm volatile("" : : "r"(sums) : "memory");  // g++'s tile loads do not say that they read
  _tile_loadconfig(&kConfiguration);
  _tile_loadd(0, sums, kRowBytes);
  _tile_loadd(1, sums + kTileWords, kRowBytes);
  _tile_loadd(2, sums + 2 * kTileWords, kRowBytes);
  _tile_loadd(3, sums + 3 * kTileWords, kRowBytes);
  T::load();
  for (; passes != 0; --passes) {
    T::begin_pass(passes);
#pragma GCC unroll 16
    for (std::size_t step = 0; step < kSteps; ++step) T::step();
  }
  _tile_stored(0, sums, kRowBytes);
  _tile_stored(1, sums + kTileWords, kRowBytes);
  _tile_stored(2, sums + 2 * kTileWords, kRowBytes);
  _tile_stored(3, sums + 3 * kTileWords, kRowBytes);
  _tile_release();
  asm volatile("" : : "r"(sums) : "memory");
  return sum_of_words(reinterpret_cast<const std::byte*>(sums), sizeof sums);
}

// All steps of a tile add the same product, up to its sign.
template <class T>
RIDGELINE_BASE_ISA std::uint64_t tiles_reference(const Slice& slice, std::uint64_t passes) {
  typename T::Element sums[kWords];
  begin_sums<T>(slice, sums);
  for (std::size_t i = 0; i < kWords; ++i) {
    const std::size_t row = i % kTileWords / kColumns, column = i % kColumns;
    typename T::Element product = 0;
    for (std::size_t k = 0; k < kRows; ++k) {
      product += T::dot(row * kColumns + k, k * kColumns + column);
    }
    sums[i] += T::times(product, passes);
  }
  return sum_of_words(reinterpret_cast<const std::byte*>(sums), sizeof sums);
}

template <class T>
constexpr Kernel tiles_row(std::string_view name, std::uint32_t features) {
  Kernel row =
      common_row(name, "amx", {features, 8192, true}, {run_tiles<T>, tiles_reference<T>, nullptr});
  row.family = Family::compute;
  row.precision = T::kOperands;
  row.accumulate = T::kSums;
  row.work = {.operations = 2 * T::kProducts * kRows * kSteps};
  row.element_bytes = sizeof(typename T::Element);
  row.quantum = kWords;
  return row;
}

constinit const Kernel kernels[] = {
    tiles_row<Int8>("dot_i8_amx", isa::kAmxInt8),
    tiles_row<Bf16>("dot_bf16_amx", isa::kAmxBf16),
};

}  // namespace

constinit const KernelTable table{kernels, sizeof kernels / sizeof kernels[0]};

}  // namespace ridgeline::kernels::amx
