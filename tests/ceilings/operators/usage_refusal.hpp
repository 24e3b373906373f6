// What wrong usage is answered with, for tests.
#pragma once

#include <string>

#include "ceilings/errors.hpp"

namespace ridgeline::ceilings {

// What a request is refused with; empty where it is not.
template <typename Call>
std::string refusal(const Call& call) {
  try {
    call();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

}  // namespace ridgeline::ceilings
