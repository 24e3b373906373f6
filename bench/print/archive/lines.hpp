// The rooflines of an archive as rows, one a line: what reports and figures are drawn from, so that
// none of them has rules of its own about roofs, references and ridge points. For programs alone.
#pragma once

#include <vector>

#include "bench/print/document.hpp"
#include "ceilings/archive.hpp"

namespace ridgeline::bench {

// The scopes that have lines; `usual` is the one of the whole device.
Table scope_table(const ceilings::Archive& archive);

// Of every scope each line of its roofline (roofline.hpp): in B/s, FLOP/s or OP/s of that scope.
Table line_table(const ceilings::Archive& archive);

// All there is to draw (docs/show.md): the scopes; the lines with the parts of their ids; of each
// level and precision the roof and the reference, where shorter names stand for all their variants
// ("L2" for "L2@near", "fp16" for "fp16->fp32"); and where the lines of one standing meet,
// reference with reference and roof with roof (FLOP per byte, and FLOP/s there).
std::vector<Table> roofline_tables(const ceilings::Archive& archive);

}  // namespace ridgeline::bench
