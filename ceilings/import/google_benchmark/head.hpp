// The two ways rows become samples: by the archive's head in the file's context, or by names alone.
#pragma once

#include <string>
#include <vector>

#include "ceilings/archive.hpp"
#include "ceilings/import/google_benchmark/cutter.hpp"
#include "ceilings/import/google_benchmark/import.hpp"

namespace ridgeline {

// Adds the rows' repetitions to the samples of `archive`, which came from the context. Returns how
// many rows were used.
std::size_t add_known_rows(const std::vector<BenchmarkRow>& rows, Archive& archive,
                           std::vector<std::string>& warnings);

// An archive of an unknown device from rows that are named like ids. Returns how many were used.
std::size_t add_bare_rows(const BenchmarkRows& file, Archive& archive,
                          std::vector<std::string>& warnings, const Renaming& renamed);

}  // namespace ridgeline
