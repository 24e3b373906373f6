// Where archives are kept, and whether they can be.
#pragma once

#include <string>

#include "ceilings/archive.hpp"

namespace ridgeline {

// Where an archive belongs: <results>/<vendor>-<model>/<UTC date and time>.json, in characters that
// every file system takes; "unknown-cpu" for a device without a name. Not an existing file: "-2",
// "-3", ... is added.
std::string archive_path(const std::string& results, const Archive& archive);

// Throws ArchiveError where write_archive would later fail for reasons that can be known before:
// the file exists, its folder can't be made or written, simulated below `results`. Folders made
// for the trial stay.
void check_writable(const std::string& path, Provenance provenance);

}  // namespace ridgeline
