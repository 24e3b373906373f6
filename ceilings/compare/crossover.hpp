// Where the rooflines of two archives cross.
#pragma once

#include <string>
#include <vector>

#include "ceilings/archive.hpp"

namespace ridgeline::ceilings {

// One memory level and one precision of two archives, both from their roofs.
struct Crossover {
  std::string level, precision;
  double base_bandwidth = 0, base_compute = 0;    // B/s, FLOP/s
  double other_bandwidth = 0, other_compute = 0;  // B/s, FLOP/s
  double base_ridge = 0, other_ridge = 0;         // FLOP/B
  double intensity = 0;  // where the other becomes faster or slower; 0: nowhere
};

// For every level and floating-point precision that both have, nearest level first. Two rooflines
// min(P, B x AI) cross at most once: the ratio of the two goes from the bandwidths' (left of both
// ridges) to the computes' (right of both) without turning back. They cross where the one that
// moves bytes faster has reached its compute roof and the other has not:
// AI = (its compute roof) / (the other's bandwidth).
std::vector<Crossover> crossovers(const Archive& base, const Archive& other);

// Attainable rate of the other over that of the base at an intensity.
double ratio_at(const Crossover& crossover, double intensity);

}  // namespace ridgeline::ceilings
