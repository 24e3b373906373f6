// The parts of a report's page that are the same in every report, as the build embedded them.
#pragma once

#include <string_view>

namespace ridgeline::bench {

struct PageFile {
  std::string_view text;    // lives as long as the program
  std::string_view sha256;  // of `text`, in hexadecimal digits
};

PageFile page_template();  // HTML with {{placeholders}}
PageFile page_style();
PageFile page_code();    // our own, one script
PageFile page_plotly();  // plotly.min.js; empty: this build has none

}  // namespace ridgeline::bench
