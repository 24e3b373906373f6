// The ceilings of an archive in the forms that other roofline tools take. Each throws ArchiveError
// where the archive has nothing that the form can hold.
#pragma once

#include <string>

#include "ceilings/archive.hpp"
#include "ceilings/roofline.hpp"

namespace ridgeline {

// Which lines stand for a level and a precision where the form has place for one.
enum class ExportLine : std::uint8_t { roof, reference };

struct ExportChoice {
  std::string scope;      // empty: the whole device
  std::string precision;  // empty: fp64 where there is one, else the first
  ExportLine line = ExportLine::roof;
};

// roofline.json of the Empirical Roofline Toolkit 1.1.0: GB/s by level, GFLOP/s of one precision,
// documented limits as its "spec". https://bitbucket.org/berkeleylab/cs-roofline-toolkit, the form
// as in its Results/ folder.
std::string ert_json(const Archive& archive, const ExportChoice& choice);

// <machine>_roofline.csv of the CARM Tool: a row an instruction set, precision and number of
// threads, with GB/s and instructions a cycle of L1 to DRAM, of additions and of FMAs. CPUs only.
// https://github.com/champ-hub/carm-roofline, the columns as its update_csv() writes them.
std::string carm_csv(const Archive& archive);

// A section file for Nsight Compute (`ncu --section-folder`): one roofline chart a precision, whose
// roofs are the ceilings of the archive. Constants enter as derived metrics, which its
// Customization Guide allows ("derived metrics": operand operator operand, an operand may be a
// constant). GPUs only.
std::string ncu_section(const Archive& archive, const ExportChoice& choice);

}  // namespace ridgeline
