// Records of an archive from JSON documents: types, required fields and names
// of closed lists are checked while they are read. `origin` opens the messages
// of the ArchiveErrors that both throw.
#pragma once

#include <string>

#include "ceilings/archive.hpp"
#include "ceilings/archive/json/json.hpp"

namespace ridgeline::ceilings {

// Checked as a whole, too (check_archive).
Archive archive_from(const Json& document, const std::string& origin);

// Checked field by field only.
Sample sample_from(const Json& document, const std::string& origin);

// parse_archive with samples and probes left out: their text is read over, and
// what is wrong beyond its syntax goes unseen.
Archive parse_without_samples(const std::string& text, const std::string& origin);

}  // namespace ridgeline::ceilings
