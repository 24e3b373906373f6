// The clock that times what runs on the host, and how fine it is.
#pragma once

namespace ridgeline::bench {

// Monotonic time, s.
double now_seconds();

// The smallest step that now_seconds() was seen to take, s: the least of several differences.
double timer_resolution();

}  // namespace ridgeline::bench
