// See chart.hpp.
#include "bench/print/chart/chart.hpp"

#include <algorithm>
#include <cmath>

#include "bench/print/archive/names.hpp"
#include "bench/print/chart/canvas.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/text/text.hpp"
#include "ceilings/units.hpp"

namespace ridgeline::bench {
namespace {

constexpr std::size_t kWidth = 80, kLeast = 40;  // columns
constexpr std::size_t kScale = 9;                // of the y axis: "100 TF |"
constexpr double kMostDecades = 8, kBeyond = 4;  // what lies beside the ridges: this factor

struct Decades {
  double low = 0, high = 0;  // powers of ten
  double part(double value) const { return (std::log10(value) - low) / (high - low); }
};

// The roofs, by falling height; of compute one a precision.
std::vector<const ceilings::Line*> bandwidths_of(const ceilings::Roofline& roofline) {
  std::vector<const ceilings::Line*> lines;
  for (const std::string& level : ceilings::level_names(roofline)) {
    lines.push_back(ceilings::bandwidth_roof(roofline, level));
  }
  return lines;
}

std::vector<const ceilings::Line*> computes_of(const ceilings::Roofline& roofline) {
  std::vector<const ceilings::Line*> lines;
  for (const std::string& precision : ceilings::precision_names(roofline)) {
    if (ceilings::is_floating(precision))
      lines.push_back(ceilings::compute_roof(roofline, precision));
  }
  std::stable_sort(
      lines.begin(), lines.end(),
      [](const ceilings::Line* a, const ceilings::Line* b) { return a->value > b->value; });
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  return lines;
}

double most(const std::vector<const ceilings::Line*>& lines) {
  double value = 0;
  for (const ceilings::Line* line : lines) value = std::max(value, line->value);
  return value;
}

double least(const std::vector<const ceilings::Line*>& lines) {
  double value = lines.front()->value;
  for (const ceilings::Line* line : lines) value = std::min(value, line->value);
  return value;
}

// "10 T": a decade in as few columns as it takes.
std::string decade_text(int power) {
  static const std::string kPrefixes = " kMGTPE";
  if (power < 0 || power >= static_cast<int>(3 * kPrefixes.size())) {
    return "1e" + std::to_string(power);
  }
  const char prefix = kPrefixes[static_cast<std::size_t>(power / 3)];
  return "1" + std::string(static_cast<std::size_t>(power % 3), '0') +
         (prefix == ' ' ? "" : std::string(" ") + prefix);
}

std::string intensity_text(int power) {
  if (power >= 0 && power <= 4) return "1" + std::string(static_cast<std::size_t>(power), '0');
  if (power < 0 && power >= -3) {
    return "0." + std::string(static_cast<std::size_t>(-power - 1), '0') + "1";
  }
  return "1e" + std::to_string(power);
}

class Chart {
 public:
  Chart(const ceilings::Archive& archive, const ceilings::Roofline& roofline,
        const Terminal& terminal)
      : archive_(archive),
        roofline_(roofline),
        terminal_(terminal),
        bandwidths_(bandwidths_of(roofline)),
        computes_(computes_of(roofline)),
        width_(std::max(kLeast, terminal.width == 0 ? kWidth : terminal.width)),
        canvas_(width_ - kScale - 1, std::clamp(width_ / 4, std::size_t{14}, std::size_t{32}),
                terminal.ascii) {
    if (bandwidths_.empty() || computes_.empty()) {
      throw UsageError(
          "there is nothing to draw: a roofline needs a bandwidth and a floating-point "
          "ceiling of the scope '" +
          roofline.scope + "'");
    }
    x_.low = std::floor(std::log10(least(computes_) / most(bandwidths_) / kBeyond));
    x_.high = std::ceil(std::log10(most(computes_) / least(bandwidths_) * kBeyond));
    x_.low = std::max(x_.low, x_.high - kMostDecades);
    y_.high = std::log10(most(computes_)) + 0.25;
    y_.low = std::max(std::log10(least(bandwidths_)) + x_.low, y_.high - kMostDecades);
  }

  std::vector<std::string> rows() {
    for (const ceilings::Line* line : bandwidths_) draw_bandwidth(*line);
    for (const ceilings::Line* line : computes_) draw_compute(*line);
    draw_points();
    name_lines();
    std::vector<std::string> text{std::string(kScale - 6, ' ') + "FLOP/s"};
    for (std::size_t row = 0; row < canvas_.rows(); ++row) {
      text.push_back(scale_at(row) + canvas_.row(row));
    }
    const char* corner = terminal_.ascii ? "+" : "└";
    const char* axis = terminal_.ascii ? "-" : "─";
    std::string bottom = std::string(kScale, ' ') + corner;
    for (std::size_t i = 0; i < canvas_.columns(); ++i) bottom += axis;
    text.push_back(bottom);
    text.push_back(intensities());
    for (const std::string& line : legend()) text.push_back(line);
    return text;
  }

 private:
  void draw_bandwidth(const ceilings::Line& line) {
    const double top = most(computes_), end = top / line.value;
    const double from = std::pow(10, x_.low);
    canvas_.line(0, y_.part(line.value * from), x_.part(end), y_.part(top));
  }

  void draw_compute(const ceilings::Line& line) {
    const double from = line.value / most(bandwidths_);
    canvas_.line(std::max(0.0, x_.part(from)), y_.part(line.value), 1, y_.part(line.value));
  }

  void draw_points() {
    for (const ceilings::EmpiricalPoint& point : archive_.empirical) {
      if (point.scope != roofline_.scope || point.intensity <= 0 || point.rate <= 0) continue;
      canvas_.symbol(x_.part(point.intensity), y_.part(point.rate), terminal_.ascii ? "o" : "●");
      has_points_ = true;
    }
  }

  // Compute roofs at their right end, just above the line; levels on their slope, a row apart.
  void name_lines() {
    for (const ceilings::Line* line : computes_) {
      const std::string name = ceilings::precision_name(*line->ceiling);
      const std::size_t row = canvas_.row_of(y_.part(line->value));
      const std::size_t column = canvas_.columns() - name.size() - 1;
      if (row == 0 || !canvas_.label(column, row - 1, name)) canvas_.label(column, row, name);
    }
    std::size_t up = 2;
    for (const ceilings::Line* line : bandwidths_) {
      const std::string name = sanitized(ceilings::level_name(*line->ceiling), true);
      for (std::size_t row = canvas_.rows() - 1 - up; row > 0; --row) {
        if (name_slope(*line, name, row)) break;
      }
      up += 2;
    }
  }

  // On the line where it crosses that row, if it does left of the highest peak.
  bool name_slope(const ceilings::Line& line, const std::string& name, std::size_t row) {
    const double y = 1 - (static_cast<double>(row) + 0.5) / static_cast<double>(canvas_.rows());
    const double rate = std::pow(10, y_.low + y * (y_.high - y_.low));
    const double x = x_.part(rate / line.value);
    if (rate > most(computes_) || x < 0 || x > 1) return false;
    const std::size_t column = canvas_.column_of(x), half = name.size() / 2;
    return canvas_.label(column > half ? column - half : 0, row, name);
  }

  std::string scale_at(std::size_t row) const {
    std::string label;
    for (int power = static_cast<int>(std::ceil(y_.low)); power <= static_cast<int>(y_.high);
         ++power) {
      if (canvas_.row_of(std::min(1.0, y_.part(std::pow(10, power)))) == row) {
        label = decade_text(power);
      }
    }
    const std::string axis = terminal_.ascii ? "|" : label.empty() ? "│" : "┤";
    return std::string(kScale - 1 - label.size(), ' ') + label + " " + axis;
  }

  std::string intensities() const {
    std::string text(width_, ' ');
    for (int power = static_cast<int>(x_.low); power <= static_cast<int>(x_.high); ++power) {
      const std::string label = intensity_text(power);
      const std::size_t middle = kScale + 1 + canvas_.column_of(x_.part(std::pow(10, power)));
      const std::size_t begin = std::min(middle, width_ - label.size());
      text.replace(begin, label.size(), label);
    }
    const std::string title = "FLOP/B";
    text.replace(0, title.size(), title);
    return text;
  }

  std::vector<std::string> legend() const {
    std::vector<std::string> levels, peaks;
    for (const ceilings::Line* line : bandwidths_) {
      levels.push_back(ceilings::level_name(*line->ceiling) + " " +
                       format_rate(line->value, "B/s") + " (" +
                       mix_text(line->ceiling->mix, line->ceiling->path) + ")");
    }
    for (const ceilings::Line* line : computes_) {
      peaks.push_back(ceilings::precision_name(*line->ceiling) + " " +
                      format_rate(line->value, "FLOP/s") + " (" + line->ceiling->path + ")");
    }
    std::vector<std::string> lines;
    for (const auto& part : {levels, peaks}) {
      for (std::string& line : wrapped(sanitized(joined(part), terminal_.ascii), width_)) {
        lines.push_back(std::move(line));
      }
    }
    if (has_points_) {
      lines.push_back(std::string(terminal_.ascii ? "o" : "●") +
                      "  kernels of known intensity, measured");
    }
    return lines;
  }

  const ceilings::Archive& archive_;
  const ceilings::Roofline& roofline_;
  const Terminal& terminal_;
  std::vector<const ceilings::Line*> bandwidths_, computes_;
  std::size_t width_;
  Canvas canvas_;
  Decades x_, y_;
  bool has_points_ = false;
};

}  // namespace

std::vector<std::string> roofline_chart(const ceilings::Archive& archive,
                                        const ceilings::Roofline& roofline,
                                        const Terminal& terminal) {
  return Chart(archive, roofline, terminal).rows();
}

}  // namespace ridgeline::bench
