// Units: a word with a prefix, perhaps divided by another.
#include "ceilings/import/ncu/units.hpp"

#include <array>
#include <string>

#include "ceilings/import/reading/text.hpp"

namespace ridgeline::ceilings {
namespace {

struct UnitWord {
  std::string_view name;  // lower case
  Dimension dimension;
};
constexpr std::array kWords{
    UnitWord{"second", Dimension::second}, UnitWord{"seconds", Dimension::second},
    UnitWord{"sec", Dimension::second},    UnitWord{"s", Dimension::second},
    UnitWord{"byte", Dimension::byte},     UnitWord{"bytes", Dimension::byte},
    UnitWord{"b", Dimension::byte},        UnitWord{"hz", Dimension::hertz},
    UnitWord{"cycle", Dimension::cycle},   UnitWord{"cycles", Dimension::cycle},
    UnitWord{"inst", Dimension::inst},     UnitWord{"insts", Dimension::inst},
    UnitWord{"sector", Dimension::sector}, UnitWord{"sectors", Dimension::sector},
    UnitWord{"%", Dimension::percent},
};
// Pure numbers: nothing here depends on their unit.
constexpr std::array<std::string_view, 13> kPlain{
    "1",       "thread", "warp",  "block", "request", "register", "warps",
    "threads", "blocks", "ratio", "op",    "ops",     "count"};

struct Prefix {
  std::string_view name;
  double factor;
};
// Decimal, as Nsight Compute scales (1 Kbyte = 1000 byte); "m" is milli of seconds, mega else.
constexpr std::array kPrefixes{
    Prefix{"ki", 1024.0}, Prefix{"mi", 1048576.0},  Prefix{"gi", 1073741824.0}, Prefix{"k", 1e3},
    Prefix{"g", 1e9},     Prefix{"t", 1e12},        Prefix{"p", 1e15},          Prefix{"n", 1e-9},
    Prefix{"u", 1e-6},    Prefix{"\xC2\xB5", 1e-6}, Prefix{"m", 1e6},
};

struct UnitPart {
  Dimension dimension = Dimension::unknown;
  double factor = 1;
};

UnitPart part_of(const std::string& word) {
  for (const UnitWord& known : kWords) {
    if (known.name == word) return {known.dimension, 1};
  }
  for (const std::string_view plain : kPlain) {
    if (plain == word) return {Dimension::none, 1};
  }
  for (const Prefix& prefix : kPrefixes) {
    if (!word.starts_with(prefix.name)) continue;
    const std::string rest = word.substr(prefix.name.size());
    for (const UnitWord& known : kWords) {
      if (known.name != rest || known.dimension == Dimension::percent) continue;
      const bool milli = prefix.name == "m" && known.dimension == Dimension::second;
      return {known.dimension, milli ? 1e-3 : prefix.factor};
    }
  }
  return {};
}

}  // namespace

NcuUnit ncu_unit(std::string_view text) {
  const std::string unit = lower_case(trimmed(text));
  if (unit.empty()) return {};
  const std::size_t slash = unit.find('/');
  const UnitPart above = part_of(unit.substr(0, slash));
  NcuUnit result{above.dimension, Dimension::none, above.factor, true};
  if (slash == std::string::npos) return result;
  const UnitPart below = part_of(unit.substr(slash + 1));
  result.per = below.dimension;
  result.factor = above.factor / below.factor;
  if (result.dimension == Dimension::cycle && result.per == Dimension::second) {
    return {Dimension::hertz, Dimension::none, result.factor, true};
  }
  return result;
}

std::pair<std::string_view, std::string_view> name_and_unit(std::string_view title) {
  title = trimmed(title);
  const std::size_t open = title.rfind(" [");
  if (open == std::string_view::npos || !title.ends_with(']')) return {title, {}};
  return {title.substr(0, open), title.substr(open + 2, title.size() - open - 3)};
}

}  // namespace ridgeline::ceilings
