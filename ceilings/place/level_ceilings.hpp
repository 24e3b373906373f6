// Which bandwidth ceilings a kernel's bytes are compared with.
#pragma once

#include <optional>

#include "ceilings/place/place.hpp"

namespace ridgeline::ceilings {

// The ceiling for bytes of a level. `own`: by the kernel's mix, where read and written are known.
struct LevelCeilings {
  std::optional<CeilingMatch> own, roof;
  bool own_mix = false;
};
LevelCeilings level_ceilings(const LevelBytes& bytes, BytesFrom from, const Roofline& roofline);

}  // namespace ridgeline::ceilings
