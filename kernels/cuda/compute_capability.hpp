// Whether a card can run code that was built for given compute capabilities, and whether that would
// be machine code of this build or code that the driver makes from PTX.
#pragma once

#include <algorithm>

#include "kernels/kernel.hpp"

namespace ridgeline::kernels {

// Machine code runs within its own major version, on its own minor version and later ones; code for
// exactly one architecture ("sm_90a") on that one only (CUDA C++ Programming Guide, binary
// compatibility). `sm`: compute capability x 10.
inline bool has_machine_code(const Requirements& needs, std::uint16_t sm) {
  if (needs.sms.empty()) return true;  // not a CUDA kernel's list, or a description: any
  return std::any_of(needs.sms.begin(), needs.sms.end(), [&](std::uint16_t built) {
    return built == sm || (!needs.exact_sm && built / 10 == sm / 10 && built < sm);
  });
}

// Runs here only because the driver compiles the PTX that comes along, for its own compute
// capability and all later ones: nobody has checked that machine code.
inline bool runs_from_ptx(const Requirements& needs, std::uint16_t sm) {
  return !has_machine_code(needs, sm) && needs.ptx_sm != 0 && needs.ptx_sm <= sm;
}

inline bool runs_on(const Requirements& needs, std::uint16_t sm) {
  return has_machine_code(needs, sm) || runs_from_ptx(needs, sm);
}

}  // namespace ridgeline::kernels
