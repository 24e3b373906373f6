// Rows become samples by the archive's head in the file's context.
#pragma once

#include <string>
#include <vector>

#include "ceilings/archive.hpp"
#include "ceilings/import/google_benchmark/cutter.hpp"

namespace ridgeline::ceilings {

// Adds the rows' repetitions to the samples of `archive`, which came from the context. Returns how
// many rows were used.
std::size_t add_known_rows(const std::vector<BenchmarkRow>& rows, Archive& archive,
                           std::vector<std::string>& warnings);

}  // namespace ridgeline::ceilings
