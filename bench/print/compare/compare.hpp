// Archives side by side as a document: what `compare` prints.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "bench/print/document.hpp"
#include "ceilings/archive.hpp"

namespace ridgeline::bench {

// Archives to be compared with one of them. Their samples are not needed.
struct Comparison {
  std::vector<ceilings::Archive> archives;
  std::vector<std::string> paths;
  std::size_t baseline = 0;
  bool all = false;                         // every ceiling by its id
  std::vector<double> at{0.1, 1, 10, 100};  // FLOP/B
  std::size_t width = 0;                    // columns there are; 0: no limit
};

// Everything: the archives, ceilings with ratios and significance, per unit and per cycle, ridge
// points, where the rooflines cross, what differs in the settings. CSV consists of the ceilings.
Document comparison_document(const Comparison& comparison);

}  // namespace ridgeline::bench
