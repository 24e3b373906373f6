// Why a ceiling may be wrong. Values are marked, never clipped, rescaled or dropped.
#pragma once

#include <vector>

#include "ceilings/archive.hpp"
#include "ceilings/samples/series.hpp"

namespace ridgeline {

// Failed: more than 1.2 x its limit, so that its work was optimised away or served by another
// level. It keeps its value, but never becomes a roof or a reference and makes no ridge.
bool is_failed(const Ceiling& ceiling);
bool has_flag(const Ceiling& ceiling, Flag flag);
void add_flag(Ceiling& ceiling, Flag flag);  // once

// Judges one ceiling by itself: its limit (limit, limit_source and share must be set), its
// repetitions, its clock, its level.
void judge(Draft& draft, const DeviceRecord& device, const std::vector<Level>& levels);

// Judges ceilings against each other: a narrower instruction set faster than a wider one, a
// farther memory level read faster than a nearer one, by more than 5 % and beyond the intervals;
// multiplications and additions that are not half of the FMAs' rate (3 %) where the documented
// limits are; one chain that is not one result a documented latency (5 %).
void judge_order(std::vector<Draft>& drafts, const DeviceRecord& device);

}  // namespace ridgeline
