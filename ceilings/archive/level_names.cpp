// The table of level names, and what is read off it.
#include "ceilings/archive/level_names.hpp"

#include <algorithm>
#include <array>

namespace ridgeline::ceilings {
namespace {

struct LevelName {
  std::string_view name;
  bool memory;
};

constexpr std::array kLevels{
    LevelName{"L1", false}, LevelName{"shared", false}, LevelName{"L2", false},
    LevelName{"L3", false}, LevelName{"L4", false},     LevelName{"memory-side", false},
    LevelName{"HBM", true}, LevelName{"MCDRAM", true},  LevelName{"DRAM", true},
    LevelName{"CXL", true}, LevelName{"NVM", true},
};

const LevelName* known(std::string_view name) {
  const std::size_t rank = level_rank(name);
  return rank < kLevels.size() ? &kLevels.at(rank) : nullptr;
}

}  // namespace

std::size_t level_rank(std::string_view name) {
  const auto* const found = std::find_if(kLevels.begin(), kLevels.end(),
                                         [&](const LevelName& each) { return each.name == name; });
  return static_cast<std::size_t>(found - kLevels.begin());
}

bool is_cache_name(std::string_view name) {
  const bool numbered = name.size() > 1 && name[0] == 'L' && name[1] >= '0' && name[1] <= '9';
  const LevelName* level = known(name);
  return numbered || (level != nullptr && !level->memory);
}

bool is_memory_name(std::string_view name) {
  const LevelName* level = known(name);
  return level != nullptr && level->memory;
}

bool is_memory(const NominalLevel& level) {
  return !level.node.empty() || is_memory_name(level.name);
}

bool is_memory(const std::string& level, const DeviceRecord& device) {
  if (is_cache_name(level)) return false;
  return is_memory_name(level) ||
         std::any_of(device.levels.begin(), device.levels.end(), [&](const NominalLevel& nominal) {
           return nominal.name == level && !nominal.node.empty();
         });
}

std::string plain_level(const std::string& name) { return name.substr(0, name.find('@')); }

std::string variant_of(const std::string& name) {
  const std::size_t at = name.find('@');
  return at == std::string::npos ? std::string{} : name.substr(at + 1);
}

}  // namespace ridgeline::ceilings
