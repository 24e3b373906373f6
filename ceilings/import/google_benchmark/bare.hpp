// Rows become samples by their names alone.
#pragma once

#include <string>
#include <vector>

#include "ceilings/archive.hpp"
#include "ceilings/import/google_benchmark/cutter.hpp"
#include "ceilings/import/google_benchmark/import.hpp"

namespace ridgeline::ceilings {

// An archive of an unknown device from rows that are named like ids. Returns how many were used.
std::size_t add_bare_rows(const BenchmarkRows& file, Archive& archive,
                          std::vector<std::string>& warnings, const Renaming& renamed);

}  // namespace ridgeline::ceilings
