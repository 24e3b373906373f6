// A grid of characters to draw lines and labels on; for chart.cpp only.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ridgeline::bench {

class Canvas {
 public:
  // Each cell has 2 x 4 dots of a Braille character, or one plain character (`ascii`).
  Canvas(std::size_t columns, std::size_t rows, bool ascii);

  std::size_t columns() const { return columns_; }
  std::size_t rows() const { return rows_; }

  // A dot; (0, 0) is the left bottom corner and (1, 1) the right top one. Outside: nothing.
  void dot(double x, double y);
  // A straight line of dots.
  void line(double x0, double y0, double x1, double y1);
  // One character on the cell at that place, above the dots.
  void symbol(double x, double y, const std::string& character);
  // A label from that cell on (row 0 is the top), if none is there yet; true where it was put.
  bool label(std::size_t column, std::size_t row, const std::string& text);

  std::size_t column_of(double x) const;
  std::size_t row_of(double y) const;  // from the top

  std::string row(std::size_t row) const;

 private:
  struct Cell {
    std::uint8_t dots = 0;
    char plain = ' ';
    std::string over;  // a symbol or a letter of a label
    bool taken = false;
  };
  Cell& at(std::size_t column, std::size_t row) { return cells_[row * columns_ + column]; }

  std::size_t columns_, rows_;
  bool ascii_;
  std::vector<Cell> cells_;
};

}  // namespace ridgeline::bench
