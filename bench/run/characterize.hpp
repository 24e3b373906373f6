// The whole run in one process: explore, find levels, confirm, empirical points, archive.
#pragma once

#include <functional>
#include <string>

#include "bench/plan/plan.hpp"
#include "ceilings/archive.hpp"

namespace ridgeline::bench {

struct CharacterizeOptions {
  std::string device;  // one that open_device() takes
  PlanOptions plan;
  std::string out;                 // a folder, or a file that ends in .json; empty: results/
  bool identify = false;           // host and user names may be recorded
  std::string command_line;        // as typed, for the archive
  std::function<void()> announce;  // called when nothing but measuring is left to do; may be empty
};

struct CharacterizeResult {
  ceilings::Archive archive;
  std::string path;  // where it was written
  std::string lost;  // not empty: why the device could not be measured to the end
};

// Throws UsageError, DeviceError (also for a folder that can't be written, before measuring).
// After SIGINT or SIGTERM, or when the device was lost, the archive holds what was finished and
// says so.
CharacterizeResult characterize(const CharacterizeOptions& options);

// The archive without samples: tool, device, environment, time, command line.
ceilings::Archive archive_head(const Device& device, const PlanOptions& plan, bool identify,
                               const std::string& command_line);

}  // namespace ridgeline::bench
