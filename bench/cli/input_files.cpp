// Patterns are expanded by the system's glob(3), as a shell does.
#include "bench/cli/input_files.hpp"

#include <glob.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "ceilings/errors.hpp"
#include "ceilings/text/text.hpp"

namespace ridgeline::bench {
namespace {

bool is_name(const std::string& argument) {
  std::error_code unknown;  // where it can't be looked up, reading it will say why
  return argument.find_first_of("*?[") == std::string::npos ||
         std::filesystem::exists(argument, unknown);
}

std::vector<std::string> fitting(const std::string& pattern) {
  std::vector<std::string> files;
  glob_t found{};
  if (glob(pattern.c_str(), GLOB_NOSORT, nullptr, &found) == 0) {
    std::copy_if(found.gl_pathv, found.gl_pathv + found.gl_pathc, std::back_inserter(files),
                 [](const char* path) {
                   std::error_code unknown;
                   return !std::filesystem::is_directory(path, unknown);
                 });
  }
  globfree(&found);
  std::sort(files.begin(), files.end());  // whatever the locale's order is
  return files;
}

}  // namespace

std::vector<std::string> files_named(const std::string& argument) {
  if (is_name(argument)) return {argument};
  std::vector<std::string> files = fitting(argument);
  if (files.empty()) {
    throw ArchiveError("no file fits the pattern '" + sanitized(argument) +
                       "'; patterns are relative to the current folder");
  }
  return files;
}

std::string input_file(const Arguments& given, const std::string& option) {
  if (!given.has(option)) return "";
  const std::vector<std::string> files = files_named(given.text(option));
  if (files.size() > 1) {
    throw UsageError("option '--" + option + "' takes one file, and '" + given.text(option) +
                     "' fits " + std::to_string(files.size()));
  }
  return files.front();
}

std::vector<std::string> input_files(const Arguments& given, const std::string& option) {
  if (!given.has(option)) return {};
  const std::string text = given.text(option);
  std::error_code unknown;
  if (std::filesystem::exists(text, unknown)) return {text};
  std::vector<std::string> files;
  for (const std::string& part : split(text)) {
    for (std::string& file : files_named(part)) files.push_back(std::move(file));
  }
  return files;
}

}  // namespace ridgeline::bench
