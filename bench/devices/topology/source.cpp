// Argument or environment to the topology that is meant.
#include "bench/devices/topology/source.hpp"

#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <limits>

#include "ceilings/errors.hpp"

namespace ridgeline::bench {
namespace {

constexpr const char* kSyntheticPrefix = "synthetic:";
// hwloc 2.9 takes 0.3 s to build 2000 threads, 11 s for 8000, and hours for a slip of the finger
// with three zeros; the largest shared-memory machines have a few thousand.
constexpr std::uint64_t kMostThreads = 4096;

std::string environment_value(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// "core:4 pu:2": has a type with a count, and no slash as paths have.
bool looks_synthetic(const std::string& text) {
  if (text.find('/') != std::string::npos) return false;
  for (std::size_t at = text.find(':'); at != std::string::npos; at = text.find(':', at + 1)) {
    if (at + 1 < text.size() && std::isdigit(static_cast<unsigned char>(text[at + 1])) != 0) {
      return true;
    }
  }
  return false;
}

TopologyName file_named(const std::string& path, const std::string& origin) {
  const auto fail = [&](const std::string& why) -> void {
    throw ArchiveError(origin + " '" + path + "' cannot be read: " + why +
                       "; name an hwloc XML file (lstopo FILE.xml writes one) or a description "
                       "like \"package:2 core:4 pu:2\"");
  };
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) fail("it is a folder");
  if (access(path.c_str(), R_OK) != 0) fail(std::strerror(errno));
  return {TopologyForm::file, path, origin};
}

TopologyName description_named(const std::string& text, const std::string& origin) {
  const std::uint64_t threads = synthetic_threads(text);
  if (threads > kMostThreads) {
    throw UsageError(origin + " '" + text + "' has more than " + std::to_string(kMostThreads) +
                     " hardware threads; describe a smaller machine");
  }
  return {TopologyForm::synthetic, text, origin};
}

// HWLOC_COMPONENTS=xml without a file makes hwloc read this system instead, with a warning only.
void check_components() {
  const std::string list = "," + environment_value("HWLOC_COMPONENTS") + ",";
  for (const auto& [component, variable] :
       {std::pair{",xml,", "HWLOC_XMLFILE"}, std::pair{",synthetic,", "HWLOC_SYNTHETIC"}}) {
    if (list.find(component) == std::string::npos) continue;
    throw UsageError(std::string("HWLOC_COMPONENTS asks for another topology but ") + variable +
                     " does not name it; set " + variable + " or unset HWLOC_COMPONENTS");
  }
}

}  // namespace

std::uint64_t synthetic_threads(const std::string& description) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t threads = 1;
  int depth = 0;  // inside (attributes) or [memory children] numbers are no counts
  for (std::size_t i = 0; i < description.size(); ++i) {
    const char c = description[i];
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    // A count follows a colon, or is a word of its own ("4 4").
    const bool starts_count = i == 0 || c == ':' || c == ' ';
    const std::size_t digits = i == 0 && c != ':' && c != ' ' ? 0 : i + 1;
    if (!starts_count || depth > 0 || digits >= description.size()) continue;
    if (std::isdigit(static_cast<unsigned char>(description[digits])) == 0) continue;
    const std::uint64_t count = std::strtoull(description.c_str() + digits, nullptr, 10);
    if (count != 0 && threads > kMost / count) return kMost;
    threads *= count;
  }
  return threads;
}

TopologyName topology_named(const std::string& argument) {
  if (argument.starts_with(kSyntheticPrefix)) {
    return description_named(argument.substr(std::strlen(kSyntheticPrefix)), "topology");
  }
  std::error_code ignored;
  if (!argument.empty()) {
    const bool file = std::filesystem::exists(argument, ignored) || !looks_synthetic(argument);
    return file ? file_named(argument, "topology") : description_named(argument, "topology");
  }
  const std::string description = environment_value("HWLOC_SYNTHETIC");
  if (!description.empty()) return description_named(description, "HWLOC_SYNTHETIC");
  const std::string path = environment_value("HWLOC_XMLFILE");
  if (!path.empty()) return file_named(path, "HWLOC_XMLFILE");
  check_components();
  return {};
}

std::string source_of(const TopologyName& name, bool is_this_system) {
  if (name.form != TopologyForm::native) return name.text;
  return is_this_system ? "this system" : "a system named by hwloc's environment variables";
}

void cannot_load(const TopologyName& name, const std::string& version) {
  const std::string what = name.origin + " '" + name.text + "' is no ";
  if (name.form == TopologyForm::synthetic) {
    throw UsageError(what +
                     "synthetic topology; write it from the outside in, like "
                     "\"package:2 [numa] core:4 l2:1 pu:2\"");
  }
  if (name.form == TopologyForm::file) {
    throw ArchiveError(what +
                       "topology: not hwloc's XML, cut short, inconsistent, or of a newer format "
                       "than this hwloc " +
                       version + "; write it anew with lstopo");
  }
  throw DeviceError("hwloc " + version +
                    " cannot read this system's topology; unset the HWLOC_* variables, or name an "
                    "hwloc XML file");
}

}  // namespace ridgeline::bench
