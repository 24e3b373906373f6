// See report_file.hpp.
#include "bench/report/report_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "ceilings/errors.hpp"
#include "ceilings/text/text.hpp"

namespace ridgeline::bench {
namespace {

// What bench/report/page/report.html says of itself near its beginning.
constexpr std::string_view kMark = "<meta name=\"generator\" content=\"Ridgeline\">";

bool is_report(const std::string& path) {
  std::string head(2000, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  return head.find(kMark) != std::string::npos;
}

[[noreturn]] void fail(const std::string& path, const std::string& why) {
  throw DeviceError("cannot write the report " + sanitized(path) + ": " + why +
                    "; choose another --out, in a folder that exists");
}

}  // namespace

void write_report(const std::string& given, const std::string& page) {
  std::error_code ignored;
  // A link stays one: what it points to is written.
  const bool link = std::filesystem::is_symlink(given, ignored);
  const std::string path = link ? std::filesystem::canonical(given, ignored).string() : given;
  if (path.empty()) {
    throw UsageError(sanitized(given) + " is a link to nothing; choose another --out");
  }
  const bool there = std::filesystem::exists(path, ignored);
  if (there && (!std::filesystem::is_regular_file(path, ignored) || !is_report(path))) {
    throw UsageError(sanitized(path) +
                     " exists, is no report and is not replaced; choose another --out");
  }
  const std::string temporary = path + "." + std::to_string(::getpid()) + ".new";
  std::ofstream file(temporary, std::ios::binary | std::ios::trunc);
  if (!file) fail(path, std::strerror(errno));
  file << page;
  file.close();
  const bool written = static_cast<bool>(file);
  const std::string why = std::strerror(errno);
  std::error_code refused;
  if (written) std::filesystem::rename(temporary, path, refused);
  if (written && !refused) return;
  std::filesystem::remove(temporary, ignored);
  fail(path, written ? refused.message() : why);
}

}  // namespace ridgeline::bench
