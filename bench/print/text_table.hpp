// Documents for people: aligned columns on a terminal, or Markdown.
#pragma once

#include <iosfwd>

#include "bench/print/document.hpp"

namespace ridgeline::bench {

// Columns that do not fit are dropped by their rank, then the widest cells are cut.
void write_text(std::ostream& out, const Document& document, const Terminal& terminal);

void write_markdown(std::ostream& out, const Document& document);

}  // namespace ridgeline::bench
