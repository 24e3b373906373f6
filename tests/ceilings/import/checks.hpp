// What importers say of a text, for their tests.
#pragma once

#include <string>
#include <vector>

#include "ceilings/errors.hpp"
#include "ceilings/import/any.hpp"

namespace ridgeline::ceilings {

// True where any of the notes or warnings has the word.
inline bool mentions(const std::vector<std::string>& texts, const std::string& word) {
  for (const std::string& text : texts) {
    if (text.find(word) != std::string::npos) return true;
  }
  return false;
}

// What the importer refuses the text with; empty where it takes it.
inline std::string error_of(const std::string& text) {
  try {
    import_runs_text(text, "file");
  } catch (const ArchiveError& error) {
    return error.what();
  }
  return "";
}

}  // namespace ridgeline::ceilings
