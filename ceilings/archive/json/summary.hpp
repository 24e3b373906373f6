// What an archive came to, without what it was derived from: for programs that
// look at many.
#pragma once

#include <string>

#include "ceilings/archive.hpp"

namespace ridgeline::ceilings {

// The archive without `samples` and `layout_probes`, at a small part of the
// time: those two are nine tenths of most files, and their text is passed over.
// What is wrong inside them goes unseen; everything else is checked as
// read_archive does. Throws ArchiveError as read_archive.
Archive read_summary(const std::string& path);

// The same of a text; `origin` opens the messages.
Archive parse_summary(const std::string& text, const std::string& origin);

}  // namespace ridgeline::ceilings
