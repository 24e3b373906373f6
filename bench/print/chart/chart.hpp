// A roofline drawn in characters, for a look over ssh: `show --chart`.
#pragma once

#include <string>
#include <vector>

#include "bench/print/console.hpp"
#include "ceilings/archive.hpp"
#include "ceilings/roofline.hpp"

namespace ridgeline::bench {

// Rows of text, at most `terminal.width` columns wide (80 where that is not known): attainable
// FLOP/s over FLOP/B, both logarithmic, with the roof of each memory level up to the highest peak,
// the roof of each floating-point precision, and the archive's empirical points; below them what
// each line is. Dots of Braille cells, or plain characters where the terminal has no others. Throws
// UsageError where there is no bandwidth or no compute roof to draw.
std::vector<std::string> roofline_chart(const ceilings::Archive& archive,
                                        const ceilings::Roofline& roofline,
                                        const Terminal& terminal);

}  // namespace ridgeline::bench
