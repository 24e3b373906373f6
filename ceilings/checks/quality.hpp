// Why a ceiling may be wrong. Values are marked, never clipped, rescaled or dropped.
#pragma once

#include <vector>

#include "ceilings/archive.hpp"
#include "ceilings/samples/series.hpp"

namespace ridgeline::ceilings {

// Failed: more than 1.2 x its limit, so that its work was optimised away or served by another
// level. It keeps its value, but never becomes a roof or a reference and makes no ridge.
bool is_failed(const Ceiling& ceiling);
bool has_flag(const Ceiling& ceiling, Flag flag);
void add_flag(Ceiling& ceiling, Flag flag);  // once

// Checks one ceiling by itself: its limit (limit, limit_source and share must be set), its
// repetitions, its clock, its level.
void check_quality(Draft& draft, const DeviceRecord& device, const std::vector<Level>& levels);

}  // namespace ridgeline::ceilings
