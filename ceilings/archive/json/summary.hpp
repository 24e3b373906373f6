// What an archive came to, without what it was derived from: for programs that look at many.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "ceilings/archive.hpp"

namespace ridgeline {

// The archive with `samples` and `placements` empty, at a small part of the time: those two are
// nine tenths of most files, and their text is passed over without being parsed. What is wrong
// inside them goes unseen; everything else is checked as read_archive does. Throws ArchiveError as
// read_archive.
Archive read_summary(const std::string& path);

// The same of a text; `origin` opens the messages.
Archive parse_summary(const std::string& text, const std::string& origin);

// Faster still, and less: of tool, device and ceilings the plain fields, without lists other than
// the ceilings and their flags, and of ceilings without what only the whole archive explains (how
// they were repeated, their limits, notes); nothing of the environment. For what thousands of
// archives have in common. Throws ArchiveError as read_archive.
Archive read_outline(const std::string& path);
Archive parse_outline(const std::string& text, const std::string& origin);

using Keys = std::initializer_list<std::string_view>;

// The text of a JSON object with the lists under these top-level keys made empty; with `ceilings`
// also that one, whose text (inside `text`) comes back there. Empty where the text is anything but
// one whole object that has lists there.
std::string without_lists(std::string_view text, Keys keys, std::string_view* ceilings = nullptr);
std::string without_samples(std::string_view text);  // and without placements

}  // namespace ridgeline
