// The form of Nsight Compute.
#pragma once

#include <string>

#include "ceilings/archive.hpp"
#include "ceilings/export/export.hpp"

namespace ridgeline::ceilings {

// A section file for Nsight Compute (`ncu --section-folder`): one roofline chart a precision, whose
// roofs are the ceilings of the archive. Constants enter as derived metrics, which its
// Customization Guide allows ("derived metrics": operand operator operand, an operand may be a
// constant). GPUs only.
std::string ncu_section(const Archive& archive, const ExportChoice& choice);

}  // namespace ridgeline::ceilings
