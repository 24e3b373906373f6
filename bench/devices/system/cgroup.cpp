// Finds the folders of this process's control groups.
#include "bench/devices/system/cgroup.hpp"

#include <algorithm>
#include <sstream>

#include "bench/devices/system/system_files.hpp"

namespace ridgeline::bench {
namespace {

namespace fs = std::filesystem;

struct Mount {
  std::string root, point;  // inside the hierarchy; in the file system
};

bool has_word(const std::string& list, const std::string& word) {
  return ("," + list + ",").find("," + word + ",") != std::string::npos;
}

// mountinfo writes blanks and backslashes in paths as \040 and the like.
std::string unescape(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool octal = text[i] == '\\' && i + 3 < text.size() &&
                       std::all_of(text.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                   text.begin() + static_cast<std::ptrdiff_t>(i) + 4,
                                   [](char c) { return c >= '0' && c <= '7'; });
    if (!octal) {
      plain += text[i];
      continue;
    }
    plain += static_cast<char>(std::stoi(text.substr(i + 1, 3), nullptr, 8));
    i += 3;
  }
  return plain;
}

// Mounts of the controller's version 1 hierarchy, or (empty controller) of version 2.
std::vector<Mount> mounts_of(const std::string& root, const std::string& controller) {
  std::vector<Mount> mounts;
  std::istringstream lines(read_text(root + "/proc/self/mountinfo"));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t dash = line.find(" - ");
    if (dash == std::string::npos) continue;
    std::string skipped, inside, point, type, source, options;
    std::istringstream(line.substr(0, dash)) >> skipped >> skipped >> skipped >> inside >> point;
    std::istringstream(line.substr(dash + 3)) >> type >> source >> options;
    const bool wanted =
        controller.empty() ? type == "cgroup2" : type == "cgroup" && has_word(options, controller);
    if (wanted) mounts.push_back({unescape(inside), unescape(point)});
  }
  return mounts;
}

// The process's group: "4:cpu,cpuacct:/a" for version 1, "0::/a" for version 2.
std::string group_of(const std::string& root, const std::string& controller) {
  std::istringstream lines(read_text(root + "/proc/self/cgroup"));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string names = line.substr(first + 1, second - first - 1);
    if (controller.empty() ? names.empty() : has_word(names, controller)) {
      return line.substr(second + 1);
    }
  }
  return "/";
}

// The part of a group's path below the mount's root; empty where it lies outside (a process of
// another cgroup namespace shows as "/../x").
std::string below(const std::string& group, const std::string& mount_root) {
  if (group.find("/..") != std::string::npos) return "";
  if (mount_root == "/") return group;
  if (group == mount_root) return "";
  return group.starts_with(mount_root + "/") ? group.substr(mount_root.size()) : "";
}

void add_chain(const std::string& root, const std::string& controller,
               std::vector<fs::path>& folders) {
  std::vector<Mount> mounts = mounts_of(root, controller);
  if (mounts.empty()) {  // no mountinfo to be read: where they usually are
    mounts.push_back({"/", controller.empty() ? "/sys/fs/cgroup" : "/sys/fs/cgroup/" + controller});
  }
  const std::string group = group_of(root, controller);
  const Mount mount =
      *std::max_element(mounts.begin(), mounts.end(), [&](const Mount& a, const Mount& b) {
        return below(group, a.root).size() < below(group, b.root).size();
      });
  std::string inside = below(group, mount.root);
  std::error_code ignored;
  while (true) {
    while (inside.ends_with('/')) inside.pop_back();
    const fs::path folder = root + mount.point + inside;
    if (fs::is_directory(folder, ignored)) folders.push_back(folder);
    if (inside.empty()) break;
    inside.resize(std::min(inside.rfind('/'), inside.size()));
  }
}

}  // namespace

std::vector<fs::path> cgroup_folders(const std::string& root, const std::string& controller) {
  std::vector<fs::path> folders;
  add_chain(root, controller, folders);
  add_chain(root, "", folders);
  return folders;
}

}  // namespace ridgeline::bench
