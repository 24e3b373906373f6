// Operators' costs as documents: what `intensity` prints, alone, fused, and under archives.
#pragma once

#include <string>
#include <vector>

#include "bench/print/document.hpp"
#include "ceilings/archive.hpp"
#include "ceilings/operators/bound.hpp"
#include "ceilings/operators/operators.hpp"

namespace ridgeline {

// An archive that operators are held under. The roofline points into the archive.
struct Measured {
  std::string name;  // as it was given
  Archive archive;
  Roofline roofline;
};

// The operators there are, with their options.
Document operator_list();

// The cost alone: operations, bytes, intensity, how they are counted; CSV is the traffic.
Document cost_document(const OperatorCost& cost);

// Each operator, all of them apart, and the one kernel; CSV consists of these rows. `measured`:
// with the best possible times under each archive.
Document fusion_document(const Fusion& fusion, const std::vector<Measured>& measured,
                         UnitChoice choice);

// Adds to a cost's document which side of the ridge it lies on at each level of each archive, and
// the best possible times; CSV then consists of these.
void add_bounds(Document& document, const OperatorCost& cost, const std::vector<Measured>& measured,
                UnitChoice choice);

// What nobody may overlook of these archives: banners for people.
void add_banners(Document& document, const std::vector<Measured>& measured);

// "2 415 919 104".
std::string digits_text(std::uint64_t value);
// "7 471 104 B (7.125MiB)".
std::string bytes_text(std::uint64_t bytes);
// "323.4", of FLOP per byte, with four significant digits.
std::string per_byte_text(double intensity);

}  // namespace ridgeline
