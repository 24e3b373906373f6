// What a report's page is given: archives, kernels placed under the first of them, and where their
// rooflines cross, as one JSON value.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "bench/print/document.hpp"
#include "ceilings/archive.hpp"

namespace ridgeline::bench {

struct Reported {
  std::string file;  // the archive's name, without its folder
  ceilings::Archive archive;
  ceilings::Archive drawn;  // without samples, and with data-sheet peaks where ceilings are missing
};
Reported reported(const std::string& path, ceilings::Archive archive);

// docs/report.md says what is in it. `kernels`: place_document() for programs, under the first
// archive's roofline; null: none.
nlohmann::ordered_json report_data(const std::vector<Reported>& archives, const Document* kernels);

}  // namespace ridgeline::bench
