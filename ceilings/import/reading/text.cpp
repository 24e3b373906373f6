// Reads files of other programs, and makes UTF-8 of UTF-16 (PowerShell's redirection writes it).
#include "ceilings/import/reading/text.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <system_error>

#include "ceilings/archive/json/json.hpp"
#include "ceilings/errors.hpp"

namespace ridgeline::ceilings {
namespace {

constexpr std::size_t kLargest = std::size_t{1} << 30;
constexpr std::size_t kBlock = std::size_t{1} << 20;
constexpr std::size_t kLook = 4096;  // bytes that tell the encoding

enum class Encoding : std::uint8_t { utf8, little, big };

// Without a mark: ASCII in UTF-16 has a zero in every other byte.
Encoding guessed(std::string_view bytes) {
  if (bytes.starts_with("\xFF\xFE")) return Encoding::little;
  if (bytes.starts_with("\xFE\xFF")) return Encoding::big;
  const std::size_t pairs = std::min(bytes.size(), kLook) / 2;
  if (pairs < 4) return Encoding::utf8;
  std::size_t even = 0, odd = 0;
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    even += bytes[2 * pair] == '\0' ? 1 : 0;
    odd += bytes[2 * pair + 1] == '\0' ? 1 : 0;
  }
  if (odd >= pairs * 3 / 4 && even <= pairs / 8) return Encoding::little;
  if (even >= pairs * 3 / 4 && odd <= pairs / 8) return Encoding::big;
  return Encoding::utf8;
}

void append_utf8(std::uint32_t code, std::string& out) {
  const auto byte = [&out](std::uint32_t value) { out += static_cast<char>(value); };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xC0 | code >> 6);
    byte(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    byte(0xE0 | code >> 12);
    byte(0x80 | (code >> 6 & 0x3F));
    byte(0x80 | (code & 0x3F));
  } else {
    byte(0xF0 | code >> 18);
    byte(0x80 | (code >> 12 & 0x3F));
    byte(0x80 | (code >> 6 & 0x3F));
    byte(0x80 | (code & 0x3F));
  }
}

// Takes blocks as they come, so that a large file is never held in both encodings.
struct Utf16 {
  bool big = false;
  std::uint32_t high = 0;  // a high surrogate that waits for its other half
  int kept = -1;           // the first byte of a unit that a block cut

  void unit(std::uint32_t value, std::string& out) {
    if (high != 0 && value >= 0xDC00 && value < 0xE000) {
      append_utf8(0x10000 + ((high - 0xD800) << 10) + (value - 0xDC00), out);
      high = 0;
      return;
    }
    if (high != 0) append_utf8(0xFFFD, out);
    high = value >= 0xD800 && value < 0xDC00 ? value : 0;
    if (high != 0) return;
    append_utf8(value >= 0xDC00 && value < 0xE000 ? 0xFFFD : value, out);
  }
  void block(std::string_view bytes, std::string& out) {
    for (const char c : bytes) {
      const int byte = static_cast<unsigned char>(c);
      if (kept < 0) {
        kept = byte;
        continue;
      }
      unit(static_cast<std::uint32_t>(big ? kept << 8 | byte : byte << 8 | kept), out);
      kept = -1;
    }
  }
  void finish(std::string& out) {
    if (high != 0 || kept >= 0) append_utf8(0xFFFD, out);
  }
};

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw ArchiveError(one_line((path == "-" ? "standard input" : path) + ": " + why));
}

struct Input {
  int descriptor;
  bool mine;
  Input(const Input&) = delete;
  explicit Input(const std::string& path)
      : descriptor(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC)),
        mine(path != "-") {}
  ~Input() {
    if (mine && descriptor >= 0) ::close(descriptor);
  }
};

// 0 at the end.
std::size_t read_block(const Input& input, std::string& block, const std::string& path) {
  for (;;) {
    const ssize_t got = ::read(input.descriptor, block.data(), block.size());
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR) refuse(path, "can't be read: " + std::generic_category().message(errno));
  }
}

}  // namespace

bool is_utf16(std::string_view bytes) { return guessed(bytes) != Encoding::utf8; }

std::string utf8_of(std::string_view bytes) {
  std::string text;
  Utf16 decoder{guessed(bytes) == Encoding::big};
  decoder.block(bytes, text);
  decoder.finish(text);
  return std::string(without_byte_order_mark(text));
}

std::string read_utf8(const std::string& path) {
  const Input input(path);
  if (input.descriptor < 0)
    refuse(path, "can't be read: " + std::generic_category().message(errno));
  std::string text, block(kBlock, '\0');
  struct stat facts {};
  const bool known = ::fstat(input.descriptor, &facts) == 0 && S_ISREG(facts.st_mode);
  if (known) text.reserve(std::min(kLargest, static_cast<std::size_t>(facts.st_size) + 1));
  Utf16 decoder;
  bool first = true, wide = false;
  while (const std::size_t got = read_block(input, block, path)) {
    const std::string_view bytes(block.data(), got);
    if (first) wide = is_utf16(bytes);
    if (first) decoder.big = guessed(bytes) == Encoding::big;
    first = false;
    if (wide) {
      decoder.block(bytes, text);
    } else {
      text.append(bytes);
    }
    if (text.size() > kLargest) refuse(path, "larger than 1 GiB; export fewer kernels at a time");
  }
  decoder.finish(text);
  text.erase(0, text.size() - without_byte_order_mark(text).size());
  return text;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t from = text.find_first_not_of(kBlanks);
  if (from == std::string_view::npos) return {};
  return text.substr(from, text.find_last_not_of(kBlanks) - from + 1);
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return lower;
}

bool same_word(std::string_view a, std::string_view b) {
  return a.size() == b.size() && lower_case(a) == lower_case(b);
}

bool all_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::string_view next_line(std::string_view text, std::size_t& at) {
  const std::size_t end = std::min(text.find('\n', at), text.size());
  std::string_view line = text.substr(at, end - at);
  at = std::min(end + 1, text.size());
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace ridgeline::ceilings
