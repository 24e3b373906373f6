// An archive as a document: what `show`, `characterize` and `assemble` print.
#pragma once

#include <string>
#include <vector>

#include "bench/print/document.hpp"
#include "ceilings/archive.hpp"

namespace ridgeline {

// Everything, in the order in which it is read: what was measured, levels, ceilings, ridge points,
// empirical points, failed cases, and two lines in plain words; for programs the rooflines as well
// (lines.hpp). CSV consists of the ceilings. `all`: for people, too, ceilings of narrower
// instruction sets other than reads and FMAs.
Document archive_document(const Archive& archive, bool all = false);
// The same without the rooflines.
Document archive_summary(const Archive& archive, bool all = false);

// What stands above the tables alone: banners and facts.
Document archive_head(const Archive& archive);

// Its parts. Values for programs are in SI base units.
Table level_table(const Archive& archive);
Table ceiling_table(const Archive& archive, bool all);  // for people: roofs first
Table ceiling_data(const Archive& archive);     // for programs: the archive's order, every field
Table ridge_table(const Archive& archive);      // for people: a line a bandwidth, a column a peak
Table ridge_data(const Archive& archive);       // for programs
Table empirical_table(const Archive& archive);  // for people: precisions side by side
Table empirical_data(const Archive& archive);   // for programs
Table failure_table(const Archive& archive);

// What this device's balance is, and what was suspect: one line each.
std::string balance_line(const Archive& archive);
std::string suspicion_line(const Archive& archive);

// "2 threads", "132 SMs", "1 thread (core.kind1)": who worked.
std::string place_text(const std::string& scope, int units, const DeviceRecord& device);
// "L1 read, avx512", "fp16->fp32 wgmma-n256", "DRAM@node1 latency".
std::string ceiling_text(const Ceiling& ceiling);
// "126.72", "0.125": FLOP per byte, bytes per cycle.
std::string plain_text(double value);
// "read", "triad", "2:1 update", "non-temporal write": what an access mix and its path's operation
// are called; the mix itself where there is no common word.
std::string mix_text(const std::string& mix, const std::string& path);

// "clock-changed unsteady": for programs.
std::string flag_names(const std::vector<Flag>& flags);

// The confirm samples that a ceiling rests on, and their sizes: "24KiB to 36KiB".
std::vector<const Sample*> evidence_of(const Ceiling& ceiling, const Archive& archive);
std::string working_sets_text(const std::vector<const Sample*>& samples);
// Null where the archive has no such ceiling.
const Ceiling* find_ceiling(const Archive& archive, const std::string& id);

}  // namespace ridgeline
