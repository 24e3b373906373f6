// Many archives: what each device class came to, which archives stand out, and what drifted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ceilings/archive.hpp"
#include "ceilings/compare/compare.hpp"

namespace ridgeline::ceilings {

// All of an archive that groups and drift need: a few kB, whatever the archive's size.
struct ArchiveDigest {
  std::string path, device_class, model, created;
  Provenance provenance = Provenance::measured;
  std::string citation;
  int method = 0;
  bool complete = true;
  std::size_t suspects = 0;  // ceilings
  std::vector<NamedFigure> figures;
};

// `all`: every ceiling by its id, else the main ones (compare.hpp).
ArchiveDigest digest_of(const Archive& archive, const std::string& path, bool all = false);

struct Outlier {
  std::size_t archive = 0;  // among the digests
  double value = 0;
  double score = 0;  // modified z-score; below 0: under the median
};

struct GroupRow {
  RowName name;
  std::size_t count = 0;  // archives that have it
  double median = 0, least = 0, most = 0;
  double spread = 0;  // (most - least) / median
  std::vector<Outlier> outliers;
};

struct Group {
  std::string device_class, model;  // the model's name as the first archive has it
  Provenance provenance = Provenance::measured;
  std::vector<std::size_t> archives;  // among the digests
  std::vector<GroupRow> rows;
};

// By device class and provenance, in the order of their first archive.
std::vector<Group> groups_of(const std::vector<ArchiveDigest>& digests);

// Modified z-scores 0.6745 (x - median) / MAD, MAD: the median of the absolute deviations from the
// median; where more than half of the values are equal and MAD is 0, (x - median) / (1.2533 x their
// mean absolute deviation). Iglewicz, Hoaglin: How to Detect and Handle Outliers, ASQC 1993, who
// call more than 3.5 an outlier. All 0 below five values, where nothing can stand out.
std::vector<double> modified_scores(const std::vector<double>& values);
inline constexpr double kOutlierScore = 3.5;

enum class Drift : std::uint8_t { steady, gain, loss, missing };
const char* drift_name(Drift verdict);

// A ceiling of one archive against the baseline's.
struct Change {
  RowName name;
  std::size_t archive = 0;  // among the digests
  double base = 0, value = 0;
  double change = 0;  // ratio_of - 1: below 0 is a loss
  Significance significance = Significance::unknown;
  Drift verdict = Drift::steady;
};

// Every other archive against `baseline`, for every ceiling that the baseline has. A loss or gain
// is beyond `tolerance` (0.03: 3 %) and not within the two intervals; where an interval is
// unknown the change alone counts. A ceiling that only the baseline has is missing.
std::vector<Change> changes_against(const std::vector<ArchiveDigest>& digests, std::size_t baseline,
                                    double tolerance);

}  // namespace ridgeline::ceilings
