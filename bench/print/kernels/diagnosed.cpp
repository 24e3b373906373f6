// See diagnosed.hpp.
#include "bench/print/kernels/diagnosed.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "ceilings/import/any.hpp"
#include "ceilings/roofline/theoretical.hpp"

namespace ridgeline::bench {
namespace {

void note_theory(ceilings::PlacedKernel& place) {
  for (const ceilings::TypeResult& type : place.types) {
    if (!type.own || !ceilings::is_theoretical(*type.own->line->ceiling)) continue;
    const std::string note = "THEORETICAL: no ceiling of " +
                             ceilings::precision_name(*type.own->line->ceiling) +
                             " was measured; the documented peak stands in";
    if (std::find(place.notes.begin(), place.notes.end(), note) == place.notes.end()) {
      place.notes.push_back(note);
    }
  }
}

}  // namespace

ceilings::KernelRuns read_runs(const std::vector<std::string>& files) {
  ceilings::KernelRuns all;
  for (const std::string& file : files) {
    ceilings::KernelRuns read = ceilings::import_runs(file);
    const bool known = all.source.find(read.source) != std::string::npos;
    if (!known) all.source += (all.source.empty() ? "" : ", ") + read.source;
    std::move(read.runs.begin(), read.runs.end(), std::back_inserter(all.runs));
    for (const std::string& warning : read.warnings) {
      all.warnings.push_back(files.size() > 1 ? file + ": " + warning : warning);
    }
  }
  return all;
}

std::vector<DiagnosedKernel> diagnose_all(const std::vector<ceilings::KernelRun>& runs,
                                          const ceilings::Roofline& roofline,
                                          const ceilings::Archive& archive) {
  std::vector<DiagnosedKernel> kernels;
  for (const ceilings::KernelRun& run : runs) {
    ceilings::PlacedKernel place = ridgeline::ceilings::place(run, roofline);
    ceilings::Diagnosis diagnosis = ceilings::diagnose(place, roofline, archive);
    note_theory(place);
    kernels.push_back({std::move(place), std::move(diagnosis)});
  }
  return kernels;
}

}  // namespace ridgeline::bench
