// Where an archive is kept: safe names made of what the hardware calls itself.
#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "ceilings/archive/path.hpp"

namespace ridgeline::ceilings {
namespace {

constexpr std::size_t kLongestName = 80;

bool is_safe(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '+';
}

void remove_all(std::string& text, std::string_view word) {
  for (std::size_t at; (at = text.find(word)) != std::string::npos;) text.erase(at, word.size());
}

// Lower case; whatever is not a letter, digit or . _ + becomes one "-"; none of these at the ends.
std::string slug(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  for (const char* mark : {"(r)", "(tm)", "(c)"}) remove_all(text, mark);
  std::string name;
  for (const char c : text) {
    if (is_safe(c)) {
      name += c;
    } else if (!name.empty() && name.back() != '-') {
      name += '-';
    }
  }
  name.resize(std::min(name.size(), kLongestName));
  const auto first = name.find_first_not_of("-.");
  const auto last = name.find_last_not_of("-.");
  return first == std::string::npos ? "" : name.substr(first, last - first + 1);
}

std::string vendor_name(const std::string& vendor) {
  const std::string name = slug(vendor);
  if (name == "genuineintel") return "intel";
  if (name == "authenticamd") return "amd";
  if (name == "nvidia-corporation") return "nvidia";
  return name;
}

std::string device_name(const DeviceRecord& device) {
  const std::string vendor = vendor_name(device.vendor);
  std::string model = slug(device.model);
  const bool repeats = !vendor.empty() && (model == vendor || model.starts_with(vendor + "-"));
  if (repeats) model = slug(model.substr(vendor.size()));
  if (model.empty()) model = "unknown-" + (device.kind.empty() ? "device" : slug(device.kind));
  return vendor.empty() ? model : vendor + "-" + model;
}

// "2026-11-30T12:00:00Z" -> "2026-11-30T12-00-00Z"
std::string time_name(const std::string& created) {
  std::string name;
  for (const char c : created) {
    const bool keep = is_safe(c) || c == 'T' || c == 'Z';
    name += keep ? c : '-';
  }
  return name.empty() ? "unknown-time" : name;
}

}  // namespace

std::string archive_path(const std::string& results, const Archive& archive) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(results) / device_name(archive.device);
  const std::string time = time_name(archive.created);
  std::error_code ignored;
  fs::path path = folder / (time + ".json");
  for (int i = 2; fs::exists(fs::symlink_status(path, ignored)); ++i) {
    path = folder / (time + "-" + std::to_string(i) + ".json");
  }
  return path.string();
}

}  // namespace ridgeline::ceilings
