// What levels of memory are called, in which order they stand, and which of them are memory: the
// one table for plans, ceilings and reports.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "ceilings/archive.hpp"

namespace ridgeline::ceilings {

// Nearest first: 0 for "L1"; names that the table does not have all stand behind its last one.
std::size_t level_rank(std::string_view name);

// "L1", "L2", ..., "shared", "memory-side".
bool is_cache_name(std::string_view name);

// "DRAM", "HBM" and the other kinds of main memory.
bool is_memory_name(std::string_view name);

// The same of a level that the topology knows, where a memory node may have any name, ...
bool is_memory(const NominalLevel& level);
// ... and of a level of an archive.
bool is_memory(const std::string& level, const DeviceRecord& device);

// "L2" of "L2@near" and its "near"; the latter empty where the name has no such part.
std::string plain_level(const std::string& name);
std::string variant_of(const std::string& name);

}  // namespace ridgeline::ceilings
