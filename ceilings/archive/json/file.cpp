// A temporary file in the same folder, and a rename that never replaces an
// existing file.
#include "ceilings/archive/json/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <new>

#include "ceilings/errors.hpp"

namespace ridgeline::ceilings {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& path, const std::string& what) {
  throw ArchiveError(path + ": " + what);
}

std::string reason(int error) { return std::strerror(error); }

class File {
 public:
  File(const std::string& path, int flags)
      : descriptor_(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {}
  ~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  explicit operator bool() const { return descriptor_ >= 0; }
  int get() const { return descriptor_; }

 private:
  int descriptor_;
};

// A file that is gone at the end of its scope.
class Temporary {
 public:
  explicit Temporary(std::string path) : path_(std::move(path)) {}
  ~Temporary() { ::unlink(path_.c_str()); }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

fs::path folder_of(const std::string& path) {
  const fs::path parent = fs::path(path).parent_path();
  return parent.empty() ? fs::path(".") : parent;
}

bool has_results_folder(const fs::path& folder) {
  return std::any_of(folder.begin(), folder.end(),
                     [](const fs::path& part) { return part == "results"; });
}

// Simulated figures must never lie beside measured ones, whatever links lead
// there.
void refuse_simulated_results(const std::string& path, Provenance provenance) {
  if (provenance != Provenance::simulated) return;
  std::error_code ignored;
  const fs::path plain = fs::absolute(folder_of(path), ignored).lexically_normal();
  const fs::path real = fs::weakly_canonical(folder_of(path), ignored);
  if (has_results_folder(plain) || has_results_folder(real)) {
    refuse(path,
           "a simulated archive is never written below a folder 'results'; "
           "name another place with --out");
  }
}

void refuse_existing(const std::string& path) {
  refuse(path, "exists already and is never overwritten; name another file with --out");
}

void make_folder(const std::string& path) {
  std::error_code error;
  fs::create_directories(folder_of(path), error);
  if (error) refuse(path, "its folder can't be made: " + error.message());
}

// Of its thread alone: several may write at once.
std::string temporary_name(const std::string& path) {
  const std::string name = fs::path(path).filename().string();
  return (folder_of(path) / ("." + name + "." + std::to_string(::gettid()) + ".tmp")).string();
}

void write_all(int file, const std::string& text, const std::string& path) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t written = ::write(file, text.data() + done, text.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) refuse(path, "can't be written: " + reason(errno));
    done += static_cast<std::size_t>(written);
  }
  if (::fsync(file) != 0) refuse(path, "can't be written to disk: " + reason(errno));
}

// Gives the temporary file its name unless that is taken. Some file systems
// know only one of the two ways (NFS has no renaming without replacing, FAT no
// links).
void publish(const std::string& temporary, const std::string& path) {
  if (::renameat2(AT_FDCWD, temporary.c_str(), AT_FDCWD, path.c_str(), RENAME_NOREPLACE) == 0) {
    return;
  }
  if (errno != EEXIST && ::link(temporary.c_str(), path.c_str()) == 0) return;
  if (errno == EEXIST) refuse_existing(path);
  refuse(path, "can't be written: " + reason(errno));
}

}  // namespace

std::string read_file(const std::string& path, std::size_t limit) {
  const File file(path, O_RDONLY);
  if (!file) refuse(path, "can't be read: " + reason(errno));
  std::string text;
  std::string block(std::size_t{1} << 16, '\0');
  for (;;) {
    const ssize_t got = ::read(file.get(), block.data(), block.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) refuse(path, "can't be read: " + reason(errno));
    if (got == 0) return text;
    text.append(block, 0, static_cast<std::size_t>(got));
    if (text.size() > limit) {
      refuse(path, "larger than " + std::to_string(limit >> 20) + " MiB; not a file of this kind");
    }
  }
}

Archive read_archive(const std::string& path) {
  try {
    return parse_archive(read_file(path, kLargestArchive), path);
  } catch (const std::bad_alloc&) {
    refuse(path, "not enough memory to read it");
  }
}

void write_archive(const Archive& archive, const std::string& path) {
  refuse_simulated_results(path, archive.provenance);
  check_archive(archive, path);
  const std::string text = to_json(archive);
  make_folder(path);
  const Temporary temporary(temporary_name(path));
  ::unlink(temporary.path().c_str());  // of a killed thread that had the same number
  {
    const File file(temporary.path(), O_WRONLY | O_CREAT | O_EXCL);
    if (!file) refuse(path, "can't be written: " + reason(errno));
    write_all(file.get(), text, path);
  }
  publish(temporary.path(), path);
  const File folder(folder_of(path).string(), O_RDONLY | O_DIRECTORY);
  if (folder) ::fsync(folder.get());  // the name is on disk too; not all file systems can
}

void check_writable(const std::string& path, Provenance provenance) {
  refuse_simulated_results(path, provenance);
  std::error_code ignored;
  if (fs::exists(fs::symlink_status(path, ignored))) refuse_existing(path);
  make_folder(path);
  const Temporary temporary(temporary_name(path));
  ::unlink(temporary.path().c_str());
  const File file(temporary.path(), O_WRONLY | O_CREAT | O_EXCL);
  if (!file) refuse(path, "can't be written: " + reason(errno));
}

}  // namespace ridgeline::ceilings
