// See diagnosed.hpp.
#include "bench/print/kernels/diagnosed.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "ceilings/import/any.hpp"
#include "ceilings/roofline/theoretical.hpp"

namespace ridgeline {
namespace {

void note_theory(PlacedKernel& place) {
  for (const TypeResult& type : place.types) {
    if (!type.own || !is_theoretical(*type.own->line->ceiling)) continue;
    const std::string note = "THEORETICAL: no ceiling of " +
                             precision_name(*type.own->line->ceiling) +
                             " was measured; the documented peak stands in";
    if (std::find(place.notes.begin(), place.notes.end(), note) == place.notes.end()) {
      place.notes.push_back(note);
    }
  }
}

}  // namespace

KernelRuns read_runs(const std::vector<std::string>& files) {
  KernelRuns all;
  for (const std::string& file : files) {
    KernelRuns read = import_runs(file);
    const bool known = all.source.find(read.source) != std::string::npos;
    if (!known) all.source += (all.source.empty() ? "" : ", ") + read.source;
    std::move(read.runs.begin(), read.runs.end(), std::back_inserter(all.runs));
    for (const std::string& warning : read.warnings) {
      all.warnings.push_back(files.size() > 1 ? file + ": " + warning : warning);
    }
  }
  return all;
}

std::vector<DiagnosedKernel> diagnose_all(const std::vector<KernelRun>& runs,
                                          const Roofline& roofline, const Archive& archive) {
  std::vector<DiagnosedKernel> kernels;
  for (const KernelRun& run : runs) {
    PlacedKernel place = ridgeline::place(run, roofline);
    Diagnosis diagnosis = diagnose(place, roofline, archive);
    note_theory(place);
    kernels.push_back({std::move(place), std::move(diagnosis)});
  }
  return kernels;
}

}  // namespace ridgeline
