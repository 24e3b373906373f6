// Archives of ceilings alone, with round numbers: for tests of what is asked of rooflines.
#pragma once

#include <string>
#include <vector>

#include "ceilings/archive.hpp"
#include "ceilings/roofline.hpp"

namespace ridgeline::ceilings::plain {

// A ceiling of that id; its parts are the id's.
inline Ceiling ceiling(const std::string& id, double value) {
  Ceiling made;
  made.id = id;
  made.kind = id.substr(0, id.find('/'));
  complete_from_id(made);
  made.unit = made.kind == "bandwidth" ? "B/s" : made.kind == "compute" ? "FLOP/s" : "s";
  if (made.precision.starts_with("int")) made.unit = "OP/s";
  made.value = value;
  made.traffic = made.kind == "bandwidth" ? value : 0;
  return made;
}

// The same as the roof and the reference line of its level or precision.
inline Ceiling roof(const std::string& id, double value) {
  Ceiling made = ceiling(id, value);
  made.roof = made.reference = true;
  return made;
}

inline Ceiling secondary(const std::string& id, double value, const std::string& lacks) {
  Ceiling made = ceiling(id, value);
  made.role = "secondary";
  made.lacks = lacks;
  return made;
}

inline Archive archive(const std::string& kind, const std::vector<Ceiling>& ceilings) {
  Archive made;
  made.created = "2026-11-30T12:00:00Z";
  made.device.device_class = kind + "-test";
  made.device.kind = kind;
  made.device.model = "Test " + kind;
  made.device.units = 4;
  made.ceilings = ceilings;
  return made;
}

// 2 TB/s and 312 TFLOP/s: the ridge is at 156 FLOP/B.
inline Archive accelerator() {
  return archive("gpu", {roof("bandwidth/DRAM/chip/1:0/ld16B", 2e12),
                         roof("compute/fp16->fp32/mma-m16n8k16/chip", 312e12)});
}

}  // namespace ridgeline::ceilings::plain
