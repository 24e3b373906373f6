// Numbers as programs print them in any locale: 1,234.5 - 1.234,5 - 1 234,5 - 1'234.5 - 12,34,567.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ridgeline::ceilings {

// How many numbers of a table can only be read with the one or the other decimal mark.
struct DecimalVotes {
  std::size_t point = 0, comma = 0;
};

// Counts a number where it is evidence: it has both marks, or a mark twice, or a mark that cannot
// separate thousands ("12,5", "0,125", "1234.567"). `whole`: it is known to be a count, so that in
// "268,468" the comma separates thousands.
void vote(std::string_view text, bool whole, DecimalVotes& votes);

// The mark with more votes; '.' where there is no evidence.
char decimal_mark(const DecimalVotes& votes);
bool is_unanimous(const DecimalVotes& votes);

enum class NumberFault : std::uint8_t {
  none,
  empty,
  not_collected,  // "n/a", "-", "<not counted>", ...
  not_a_number,   // "nan", "1.2.3", "0x10", words
  infinite,
};

struct Number {
  double value = 0;
  NumberFault fault = NumberFault::none;
};

// A number with digits in groups of three (or of two before the last three, as in India), an
// exponent perhaps, and blanks around it. `decimal` is the file's mark; a number that can only be
// meant with the other one is read so. `whole` as above.
Number parse_number(std::string_view text, char decimal, bool whole = false);

// "is empty", "is not a number", ...
std::string fault_words(NumberFault fault);

}  // namespace ridgeline::ceilings
