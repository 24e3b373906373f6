// Files that a command reads, given by name or by a pattern: shells leave quoted patterns to the
// program, and those of some systems leave all of them.
#pragma once

#include <string>
#include <vector>

#include "bench/cli/options.hpp"

namespace ridgeline::bench {

// The argument itself, where a file has that name or where it is no pattern; else the files that
// fit its *, ? and [...], in byte order, without folders and hidden ones. Throws ArchiveError where
// none fits.
std::vector<std::string> files_named(const std::string& argument);

// Of an option that takes one file; empty where it is not given. Throws UsageError where its
// pattern fits several.
std::string input_file(const Arguments& given, const std::string& option);

// Of an option that takes several, with commas between them. A name with a comma in it is a name.
std::vector<std::string> input_files(const Arguments& given, const std::string& option);

}  // namespace ridgeline::bench
