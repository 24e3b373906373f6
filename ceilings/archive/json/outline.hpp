// The ceilings of an archive's outline, straight from its text; for archive_outline.cpp only.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "ceilings/archive.hpp"

namespace ridgeline {

// The ceilings of a list's JSON text, without the fields that an outline leaves out (see
// archive_summary.hpp). Nothing where anything in it is unusual: members in another order than this
// program writes, unknown ones, escapes, letters beyond ASCII. Then the slower readers decide.
std::optional<std::vector<Ceiling>> outline_ceilings(std::string_view list);

}  // namespace ridgeline
