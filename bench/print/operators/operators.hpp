// Operators and their costs as documents: what `intensity` prints without an archive.
#pragma once

#include <cstdint>
#include <string>

#include "bench/print/document.hpp"
#include "ceilings/operators/operators.hpp"

namespace ridgeline::bench {

// The operators there are, with their options.
Document operator_list();

// The cost alone: operations, bytes, intensity, how they are counted; CSV is the traffic.
Document cost_document(const ceilings::OperatorCost& cost);

// "2 415 919 104".
std::string digits_text(std::uint64_t value);
// "7 471 104 B (7.125MiB)".
std::string bytes_text(std::uint64_t bytes);
// "323.4", of FLOP per byte, with four significant digits.
std::string per_byte_text(double intensity);

}  // namespace ridgeline::bench
