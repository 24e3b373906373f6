// How compared archives and their ceilings are called, and what is said beside them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "bench/print/compare/compare.hpp"
#include "ceilings/compare/compare.hpp"
#include "ceilings/compare/groups.hpp"

namespace ridgeline::bench {

// "A", "B", ..., "Z", "AA".
std::string letter_of(std::size_t archive);
// "A", or "A published": what heads an archive's column.
std::string heading_of(std::size_t archive, ceilings::Provenance provenance);
// "B/A" of two archives, "X/A" of more: what ratios are of.
std::string others_text(const Comparison& comparison);
// "ratios are B/A; above 1: B is better ..."
std::string direction_text(const Comparison& comparison);
// "DRAM read", "DRAM highest", "fp64 FMA", "L2 latency".
std::string title_of(const ceilings::RowName& name);
// The value in its unit, with "!" where it is suspect.
std::string figure_text(const ceilings::Figure& figure, const std::string& unit);
// "1.053": up to four digits.
std::string ratio_text(double ratio);
// One of "published", "simulated" in capitals; empty for measured ones.
std::string provenance_mark(ceilings::Provenance provenance);

// Why the archives are hard to compare: different methods, incomplete ones, simulated ones.
std::vector<std::string> cautions(const std::vector<ceilings::ArchiveDigest>& digests);
// The same for programs.
Table caution_data(const std::vector<std::string>& cautions);
// What the signs in the tables of ceilings mean, as far as they come up, and which roofs were
// reached in different ways.
std::vector<std::string> compared_legend(const Comparison& comparison,
                                         const std::vector<ceilings::ComparedRow>& rows);

}  // namespace ridgeline::bench
