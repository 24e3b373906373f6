// Operators under the rooflines of archives, as tables and sentences.
#pragma once

#include <string>
#include <vector>

#include "bench/print/document.hpp"
#include "ceilings/archive.hpp"
#include "ceilings/operators/bound.hpp"

namespace ridgeline::bench {

// An archive that operators are put under. The roofline has lines of its own.
struct Measured {
  std::string name;  // as it was given
  ceilings::Archive archive;
  ceilings::Roofline roofline;
};

// Adds to a cost's document which side of the ridge it lies on at each level of each archive, and
// the best possible times; CSV then consists of these.
void add_bounds(Document& document, const ceilings::OperatorCost& cost,
                const std::vector<Measured>& measured, ceilings::UnitChoice choice);

// What nobody may overlook of these archives: banners for people.
void add_banners(Document& document, const std::vector<Measured>& measured);

}  // namespace ridgeline::bench
