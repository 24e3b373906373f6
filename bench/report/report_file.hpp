// A report on disk: replaced where it is one of ours, and never anything else.
#pragma once

#include <string>

namespace ridgeline::bench {

// Writes the page to `path` by a temporary file beside it. An earlier report is replaced; anything
// else that stands there is not: UsageError. Throws DeviceError where writing fails.
void write_report(const std::string& path, const std::string& page);

}  // namespace ridgeline::bench
