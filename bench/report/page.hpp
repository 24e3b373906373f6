// A report: one HTML file that shows archives, and kernels placed under the first of them, without
// a network, other files or other programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "bench/report/page_data.hpp"

namespace ridgeline::bench {

// The page's text, of report_data(). Throws DeviceError where this build has no plotly.js,
// UsageError without an archive.
std::string report_page(const std::vector<Reported>& archives, const Document* kernels);

// False: this build makes no reports.
bool makes_reports();
// What to do then: half a sentence.
inline constexpr const char* kNoReports =
    "this build has no plotly.js and makes no reports; scripts/setup fetches it, then build again";

// The data as text that can stand inside an element: '<' is in strings only, where its escape means
// the same, so that no element can end in it.
std::string data_text(const nlohmann::ordered_json& data);

// "sha256-..." as a page's security policy names a script: base64 of a checksum that is given in
// hexadecimal digits. (W3C, Content Security Policy Level 3, 2.3.1; RFC 4648, 4.)
std::string policy_hash(std::string_view hexadecimal);

}  // namespace ridgeline::bench
