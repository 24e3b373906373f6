// Which ceilings are roofs and reference lines, and where they meet.
#pragma once

#include <vector>

#include "ceilings/archive.hpp"
#include "ceilings/samples/series.hpp"

namespace ridgeline::ceilings {

// Promotes the widest instruction set present from "lacks SIMD width", makes the tensor cores'
// older instructions secondary where newer ones are, then marks
//   roof: of each memory level (and node) and scope the highest bandwidth over all mixes; of each
//     precision (with accumulator) and scope the highest compute ceiling, constant operands apart;
//   reference: of a level the read (1:0) by the widest path, the highest of several; of a
//     precision the highest FMA path, or the roof where it has none (tensor cores).
// Failed ceilings are never marked; cache-resident ones only where a level has nothing else.
void mark_roofs(std::vector<Draft>& drafts);

// FLOP/B where bandwidth and compute lines of one scope meet, for reference with reference and
// roof with roof, in every floating-point precision. A level measured on one SM ("sm") is paired
// with the chip's compute lines too: its bandwidth grows by the units that the compute line used
// over those it used itself, which Ceiling::units tells.
std::vector<Ridge> ridges_of(const std::vector<Ceiling>& ceilings);

// Intensity where a bandwidth and a compute ceiling meet, FLOP/B; 0 where they do not belong
// together.
double ridge_intensity(const Ceiling& bandwidth, const Ceiling& compute);

}  // namespace ridgeline::ceilings
