// See canvas.hpp.
#include "bench/print/chart/canvas.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace ridgeline::bench {
namespace {

constexpr std::size_t kDotColumns = 2, kDotRows = 4;  // of a Braille cell

// Bits of a Braille pattern by its dot's column and row from the top (Unicode, block U+2800).
constexpr std::array<std::array<std::uint8_t, kDotRows>, kDotColumns> kBits{
    {{0x01, 0x02, 0x04, 0x40}, {0x08, 0x10, 0x20, 0x80}}};

std::string braille(std::uint8_t dots) {
  const unsigned point = 0x2800U + dots;
  return {static_cast<char>(0xe0U | (point >> 12U)),
          static_cast<char>(0x80U | ((point >> 6U) & 0x3fU)),
          static_cast<char>(0x80U | (point & 0x3fU))};
}

bool outside(double x, double y) { return x < 0 || x > 1 || y < 0 || y > 1; }

std::size_t scaled(double part, std::size_t cells) {
  const auto at = static_cast<std::size_t>(part * static_cast<double>(cells));
  return std::min(at, cells - 1);
}

}  // namespace

Canvas::Canvas(std::size_t columns, std::size_t rows, bool ascii)
    : columns_(columns), rows_(rows), ascii_(ascii), cells_(columns * rows) {}

std::size_t Canvas::column_of(double x) const { return scaled(x, columns_); }
std::size_t Canvas::row_of(double y) const { return rows_ - 1 - scaled(y, rows_); }

void Canvas::dot(double x, double y) {
  if (outside(x, y)) return;
  const std::size_t dot_column = scaled(x, columns_ * kDotColumns);
  const std::size_t dot_row = rows_ * kDotRows - 1 - scaled(y, rows_ * kDotRows);
  Cell& cell = at(dot_column / kDotColumns, dot_row / kDotRows);
  cell.dots |= kBits[dot_column % kDotColumns][dot_row % kDotRows];
}

void Canvas::line(double x0, double y0, double x1, double y1) {
  const double across = std::abs(x1 - x0) * static_cast<double>(columns_ * kDotColumns);
  const double up = std::abs(y1 - y0) * static_cast<double>(rows_ * kDotRows);
  const int steps = std::max(1, static_cast<int>(std::ceil(2 * std::max(across, up))));
  const char plain = up < 0.05 * across ? '-' : '/';
  for (int i = 0; i <= steps; ++i) {
    const double part = static_cast<double>(i) / steps;
    const double x = x0 + (x1 - x0) * part, y = y0 + (y1 - y0) * part;
    if (outside(x, y)) continue;
    dot(x, y);
    char& shown = at(column_of(x), row_of(y)).plain;
    shown = shown == ' ' || shown == plain ? plain : '+';
  }
}

void Canvas::symbol(double x, double y, const std::string& character) {
  if (outside(x, y)) return;
  Cell& cell = at(column_of(x), row_of(y));
  if (!cell.taken) cell.over = character;
}

bool Canvas::label(std::size_t column, std::size_t row, const std::string& text) {
  if (row >= rows_ || column + text.size() > columns_) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (at(column + i, row).taken) return false;
  }
  for (std::size_t i = 0; i < text.size(); ++i) {
    at(column + i, row).over = std::string(1, text[i]);
    at(column + i, row).taken = true;
  }
  return true;
}

std::string Canvas::row(std::size_t row) const {
  std::string text;
  for (std::size_t column = 0; column < columns_; ++column) {
    const Cell& cell = cells_[row * columns_ + column];
    if (!cell.over.empty()) {
      text += cell.over;
    } else if (ascii_) {
      text += cell.plain;
    } else {
      text += cell.dots == 0 ? " " : braille(cell.dots);
    }
  }
  return text;
}

}  // namespace ridgeline::bench
