// Files read whole, and archives as files: written so that a crash leaves
// either nothing or everything, and never over an existing file. (read_archive
// and write_archive: archive.hpp.)
#pragma once

#include <cstddef>
#include <string>

#include "ceilings/archive.hpp"

namespace ridgeline::ceilings {

// 3000 samples of 300 repetitions are about 90 MB; the parsed form takes
// several times the text.
inline constexpr std::size_t kLargestArchive = std::size_t{256} << 20;

// Whole content of a file, at most `limit` bytes. Throws ArchiveError.
std::string read_file(const std::string& path, std::size_t limit);

// Throws ArchiveError where write_archive would later fail for reasons that can
// be known before: the file exists, its folder can't be made or written,
// simulated below `results`. Folders made for the trial stay.
void check_writable(const std::string& path, Provenance provenance);

}  // namespace ridgeline::ceilings
