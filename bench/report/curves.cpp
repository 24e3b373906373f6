// See curves.hpp.
#include "bench/report/curves.hpp"

#include <algorithm>
#include <map>

#include "bench/print/archive/names.hpp"
#include "bench/report/sweeps.hpp"
#include "ceilings/roofline.hpp"
#include "ceilings/samples/series.hpp"
#include "ceilings/stats.hpp"
#include "ceilings/text/text.hpp"

namespace ridgeline::bench {
namespace {

constexpr std::size_t kLeastSteps = 3;  // of a curve

struct Point {
  std::string group, series;  // what a curve and each of its lines are about
  double x = 0;
  std::string x_text;
  Summary rate;
  std::string unit;
};

bool is_integer(const ceilings::Sample& sample) { return sample.precision.starts_with("int"); }

std::string unit_of(const ceilings::Sample& sample) {
  return sample.family == "bandwidth" ? "B/s" : is_integer(sample) ? "OP/s" : "FLOP/s";
}

int threads_of(const ceilings::SampleShape& shape) {
  return shape.blocks_per_unit * shape.threads_per_block;
}

// The samples of the explore stage that differ in nothing but their shape.
std::vector<std::vector<const ceilings::Sample*>> shape_groups(const ceilings::Archive& archive) {
  std::map<std::string, std::vector<const ceilings::Sample*>> groups;
  for (const ceilings::Sample& sample : archive.samples) {
    const bool rate = sample.family == "bandwidth" || sample.family == "compute";
    if (!rate || sample.stage != ceilings::Stage::explore || !is_point(sample)) continue;
    const std::string size =
        sample.family == "bandwidth" ? "/" + std::to_string(sample.working_set) : "";
    groups[sample.id + size + "/" + sample.data].push_back(&sample);
  }
  std::vector<std::vector<const ceilings::Sample*>> found;
  for (auto& [key, group] : groups) {
    if (group.size() >= kLeastSteps) found.push_back(std::move(group));
  }
  return found;
}

Point point_of(const ceilings::Sample& sample, const ceilings::DeviceRecord& device) {
  Point point;
  point.group = sample_text(sample) + "; " + units_text(sample.scope, sample.units, device);
  point.rate = summarize(ceilings::series_of(sample).values);
  point.unit = unit_of(sample);
  return point;
}

std::vector<Point> over_in_flight(const std::vector<const ceilings::Sample*>& group,
                                  const ceilings::DeviceRecord& device) {
  std::vector<Point> points;
  for (const ceilings::Sample* sample : group) {
    Point point = point_of(*sample, device);
    point.x = sample->shape.in_flight;
    point.series = counted(static_cast<std::size_t>(threads_of(sample->shape)), "thread");
    points.push_back(std::move(point));
  }
  return points;
}

std::vector<Point> over_threads(const std::vector<const ceilings::Sample*>& group,
                                const ceilings::DeviceRecord& device) {
  std::vector<Point> points;
  for (const ceilings::Sample* sample : group) {
    Point point = point_of(*sample, device);
    point.x = threads_of(sample->shape);
    point.series = std::to_string(sample->shape.in_flight) + " in flight, blocks of " +
                   std::to_string(sample->shape.threads_per_block);
    points.push_back(std::move(point));
  }
  return points;
}

// N of "ld4B-8way"; 0: no such path.
int ways_of(const std::string& path) {
  const std::size_t dash = path.rfind('-');
  if (dash == std::string::npos || !path.ends_with("way")) return 0;
  const std::string digits = path.substr(dash + 1, path.size() - dash - 4);
  const bool number = !digits.empty() && digits.size() < 4 &&
                      digits.find_first_not_of("0123456789") == std::string::npos;
  return number ? std::stoi(digits) : 0;
}

Point point_of(const ceilings::Ceiling& ceiling, const std::string& group,
               const ceilings::DeviceRecord& device) {
  Point point;
  point.group = group + "; " + units_text(ceiling.scope, ceiling.units, device);
  point.rate.median = ceiling.value;
  point.rate.worst = ceiling.low > 0 ? ceiling.low : ceiling.value;
  point.rate.best = ceiling.high > 0 ? ceiling.high : ceiling.value;
  point.unit = ceiling.unit;
  return point;
}

// Of each level and scope: lanes whose words lie in one bank, from none of them on.
std::vector<Point> over_banks(const ceilings::Archive& archive) {
  std::vector<Point> points;
  for (const ceilings::Ceiling& ceiling : archive.ceilings) {
    const int ways = ways_of(ceiling.path);
    if (ceiling.kind != "bandwidth" || ways == 0) continue;
    Point point = point_of(ceiling, ceilings::level_name(ceiling), archive.device);
    point.x = ways;
    point.series = ceiling.path.substr(0, ceiling.path.rfind('-'));
    points.push_back(point);
    for (const ceilings::Ceiling& plain : archive.ceilings) {
      const bool free = plain.kind == "bandwidth" &&
                        ceilings::level_name(plain) == ceilings::level_name(ceiling) &&
                        plain.scope == ceiling.scope && plain.path == point.series &&
                        plain.mix == ceiling.mix;
      const bool known = std::any_of(points.begin(), points.end(), [&](const Point& other) {
        return other.x == 1 && other.group == point.group && other.series == point.series;
      });
      if (!free || known) continue;
      Point first = point_of(plain, ceilings::level_name(plain), archive.device);
      first.x = 1;
      first.series = point.series;
      points.push_back(std::move(first));
    }
  }
  return points;
}

// Reads of each level by how a warp's lanes lie: together, apart, at random.
std::vector<Point> over_patterns(const ceilings::Archive& archive) {
  static const std::map<std::string, int> kPatterns{
      {"ld16B", 1}, {"ld4B", 2}, {"ld4B-strided", 3}, {"ld32B-random", 4}};
  std::vector<Point> points;
  for (const ceilings::Ceiling& ceiling : archive.ceilings) {
    const auto pattern = kPatterns.find(ceiling.path);
    if (ceiling.kind != "bandwidth" || ceiling.mix != "1:0" || pattern == kPatterns.end()) continue;
    Point point = point_of(ceiling, "Reads by access pattern", archive.device);
    point.series = ceilings::level_name(ceiling);
    point.x = pattern->second;
    point.x_text = ceiling.path;
    points.push_back(std::move(point));
  }
  return points;
}

class Curves {
 public:
  explicit Curves(Table& table) : table_(table) {}

  // Those of a group and series that has enough steps; of two at one step the faster.
  void add(const std::string& curve, const std::string& x_title, const std::vector<Point>& points) {
    std::map<std::pair<std::string, std::string>, std::map<double, const Point*>> lines;
    for (const Point& point : points) {
      const Point*& at = lines[{point.group, point.series}][point.x];
      if (at == nullptr || at->rate.median < point.rate.median) at = &point;
    }
    for (const auto& [name, line] : lines) {
      if (line.size() < kLeastSteps) continue;
      for (const auto& [x, point] : line) add_row(curve, x_title, *point);
    }
  }

 private:
  void add_row(const std::string& curve, const std::string& x_title, const Point& point) {
    table_.rows.push_back({{text_cell(curve), text_cell(point.group), text_cell(x_title),
                            text_cell(point.series), number_cell(point.x, ""),
                            text_cell(point.x_text.empty() ? plain_count(point.x) : point.x_text),
                            number_cell(point.rate.median, ""), number_cell(point.rate.worst, ""),
                            number_cell(point.rate.best, ""), text_cell(point.unit)}});
  }

  static std::string plain_count(double x) { return std::to_string(static_cast<long>(x)); }

  Table& table_;
};

}  // namespace

Table curve_table(const ceilings::Archive& archive) {
  Table table = program_table("curves", {"curve", "title", "x_title", "series", "x", "x_text",
                                         "value", "low", "high", "unit"});
  Curves curves(table);
  const auto groups = shape_groups(archive);
  for (const auto& group : groups) {
    curves.add("in flight", "independent operations in flight, each thread",
               over_in_flight(group, archive.device));
  }
  for (const auto& group : groups) {
    curves.add("occupancy", "resident threads, each " + archive.device.unit_name,
               over_threads(group, archive.device));
  }
  curves.add("bank conflicts", "lanes of a warp in one bank", over_banks(archive));
  curves.add("access pattern", "how a warp's lanes lie", over_patterns(archive));
  return table;
}

}  // namespace ridgeline::bench
