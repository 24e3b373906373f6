// Placed kernels as a document: one row each, and paragraphs of diagnosis.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "bench/print/document.hpp"
#include "bench/print/kernels/diagnosed.hpp"

namespace ridgeline::bench {

struct PlaceView {
  std::string source;         // what was read: "Nsight Compute"
  std::string archive;        // the archive's file
  std::size_t top = 20;       // rows for people, by time
  std::size_t explained = 5;  // paragraphs for people
  bool programs = false;      // for programs: the rows of every kernel, and no paragraphs
  std::size_t name = 64;      // columns that a kernel's name may take in the table
};

// JSON and CSV have every kernel in the file's order, in SI base units. What was not collected is
// null or empty there, never 0.
Document place_document(std::vector<DiagnosedKernel> kernels, const ceilings::Archive& archive,
                        const ceilings::Roofline& roofline, const PlaceView& view);

}  // namespace ridgeline::bench
