// A report: one HTML file that shows archives, and kernels placed under the first of them, without
// a network, other files or other programs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bench/print/document.hpp"
#include "ceilings/archive.hpp"

namespace ridgeline {

struct Reported {
  std::string file;  // the archive's name, without its folder
  Archive archive;
  Archive drawn;  // without samples, and with data-sheet peaks where ceilings are missing
};
Reported reported(const std::string& path, Archive archive);

// The page's text. `kernels`: place_document() for programs, under the first archive's roofline;
// null: none. Throws DeviceError where this build has no plotly.js, UsageError without an archive.
std::string report_page(const std::vector<Reported>& archives, const Document* kernels);

// The page's data alone: JSON, without '<', so that it can stand inside an element.
std::string report_data(const std::vector<Reported>& archives, const Document* kernels);

// False: this build makes no reports.
bool makes_reports();
// What to do then: half a sentence.
inline constexpr const char* kNoReports =
    "this build has no plotly.js and makes no reports; scripts/setup fetches it, then build again";

// Of every pair of the first archive with another: crossovers() (compare.hpp) as rows.
Table crossover_data(const std::vector<Reported>& archives);

// "sha256-..." as a page's security policy names a script: base64 of a checksum that is given in
// hexadecimal digits. (W3C, Content Security Policy Level 3, 2.3.1; RFC 4648, 4.)
std::string policy_hash(std::string_view hexadecimal);

// Writes the page to `path` by a temporary file beside it. An earlier report is replaced; anything
// else that stands there is not: UsageError. Throws DeviceError where writing fails.
void write_report(const std::string& path, const std::string& page);

}  // namespace ridgeline
