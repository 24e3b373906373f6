// Where this process's control groups are mounted, versions 1, 2 and both at once.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ridgeline::bench {

// The folders that hold a controller's files for this process: its own group first, then each
// group above it up to the mount point; version 1's hierarchy, then version 2's. A group that does
// not exist below the mount (containers) is replaced by the nearest one above that does. Empty
// where nothing is mounted. `root` stands before every path.
std::vector<std::filesystem::path> cgroup_folders(const std::string& root,
                                                  const std::string& controller);

}  // namespace ridgeline::bench
