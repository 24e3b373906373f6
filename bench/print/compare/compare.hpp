// Archives side by side as a document: what `compare` prints.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "bench/print/document.hpp"
#include "ceilings/archive.hpp"
#include "ceilings/compare/compare.hpp"
#include "ceilings/compare/groups.hpp"

namespace ridgeline {

// Archives to be held against one of them. Their samples are not needed.
struct Comparison {
  std::vector<Archive> archives;
  std::vector<std::string> paths;
  std::size_t baseline = 0;
  bool all = false;                         // every ceiling by its id
  std::vector<double> at{0.1, 1, 10, 100};  // FLOP/B
  std::size_t width = 0;                    // columns there are; 0: no limit
};

// Everything: the archives, ceilings with ratios and significance, per unit and per cycle, ridge
// points, where the rooflines cross, what differs in the settings. CSV consists of the ceilings.
Document comparison_document(const Comparison& comparison);

// Its parts.
Table compared_archives(const Comparison& comparison);
std::vector<Table> compared_ceilings(const Comparison& comparison,
                                     const std::vector<ComparedRow>& rows);
// What the signs in the tables mean, as far as they come up.
std::vector<std::string> compared_legend(const Comparison& comparison,
                                         const std::vector<ComparedRow>& rows);
Table compared_data(const Comparison& comparison, const std::vector<ComparedRow>& rows);
// Of two archives, for people.
Table compared_parts(const Comparison& comparison, const std::vector<ComparedRow>& rows,
                     std::size_t other);
std::vector<Table> compared_balances(const Comparison& comparison);
Table compared_settings(const Comparison& comparison);

// Groups of many archives; `drift`: what changed against `baseline`, with its tolerance.
Document group_document(const std::vector<ArchiveDigest>& digests, bool all);
// A line a ceiling: the baseline's value, the newest one, the changes; losses first.
Table drift_table(const std::vector<ArchiveDigest>& digests, std::size_t baseline,
                  double tolerance);
Table drift_data(const std::vector<ArchiveDigest>& digests, std::size_t baseline, double tolerance);
// "3 of 41 ceilings lost more than 3 %: ..." and "... gained ...": one line each.
std::vector<std::string> drift_lines(const std::vector<ArchiveDigest>& digests,
                                     std::size_t baseline, double tolerance);

// "A", "B", ..., "Z", "AA".
std::string letter_of(std::size_t archive);
// "A", or "A published": what heads an archive's column.
std::string heading_of(std::size_t archive, Provenance provenance);
// "DRAM read", "DRAM highest", "fp64 FMA", "L2 latency".
std::string title_of(const RowName& name);
// The value in its unit, with "!" where it is suspect.
std::string figure_text(const Figure& figure, const std::string& unit);
std::string value_text(double value, const std::string& unit);
// "1.053": up to four digits.
std::string ratio_text(double ratio);
// One of "published", "simulated" in capitals; empty for measured ones.
std::string provenance_mark(Provenance provenance);
// Why the archives are hard to compare: different methods, incomplete ones, simulated ones.
std::vector<std::string> cautions(const std::vector<ArchiveDigest>& digests);
// The same for programs.
Table caution_data(const std::vector<std::string>& cautions);

}  // namespace ridgeline
