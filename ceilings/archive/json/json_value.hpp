// The complete type of Json, for the importers' headers that hold one.
#pragma once

#include <nlohmann/json.hpp>

#include "ceilings/archive/json/json.hpp"
