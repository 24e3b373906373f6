// Units as Nsight Compute prints them, old and new: "nsecond", "us", "Kbyte", "Gbyte/second",
// "cycle/nsecond", "inst/cycle", "sector", "%".
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

namespace ridgeline::ceilings {

enum class Dimension : std::uint8_t {
  none,  // a pure number; also "warp", "block", "register/thread" and the like
  second,
  byte,
  hertz,  // also cycle/second
  cycle,
  inst,
  sector,
  percent,
  unknown,
};

// value * factor is in SI: bytes (Kbyte: 1000, KiB: 1024), seconds, Hz. `per`: what it is divided
// by (second or cycle), already part of the factor.
struct NcuUnit {
  Dimension dimension = Dimension::none;
  Dimension per = Dimension::none;
  double factor = 1;
  bool given = false;  // false: the cell was empty
};

// Never fails: a unit that nobody knows has the dimension `unknown`.
NcuUnit ncu_unit(std::string_view text);

// "name [unit]" of a column's title: both; the unit is empty where there is none.
std::pair<std::string_view, std::string_view> name_and_unit(std::string_view title);

}  // namespace ridgeline::ceilings
