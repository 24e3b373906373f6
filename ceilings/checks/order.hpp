// Ceilings against each other, in the order that theory demands.
#pragma once

#include <vector>

#include "ceilings/archive.hpp"
#include "ceilings/samples/series.hpp"

namespace ridgeline::ceilings {

// Flags ceilings that contradict each other: a narrower instruction set faster than a wider one, a
// farther memory level read faster than a nearer one, by more than 5 % and beyond the intervals;
// multiplications and additions that are not half of the FMAs' rate (3 %) where the documented
// limits are; one chain that is not one result a documented latency (5 %).
void check_order(std::vector<Draft>& drafts, const DeviceRecord& device);

}  // namespace ridgeline::ceilings
