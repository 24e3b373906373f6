// The numbers an archive may contain, and the versions this program reads.
#include "ceilings/archive/json/validate.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "ceilings/archive/fields.hpp"
#include "ceilings/archive/json/json.hpp"
#include "ceilings/errors.hpp"

namespace ridgeline {
namespace {

// A visitor of fields() that looks at every number. No number of an archive may be negative.
class NumberCheck {
 public:
  NumberCheck(const std::string& origin, std::string place)
      : origin_(origin), place_(std::move(place)) {}

  template <typename T>
  void required(const char* key, const T& value) {
    look(value, place_ + "/" + key);
  }
  template <typename T>
  void field(const char* key, const T& value) {
    look(value, place_ + "/" + key);
  }
  template <typename T>
  void sparse(const char* key, const T& value) {
    look(value, place_ + "/" + key);
  }

 private:
  void look(double value, const std::string& place) const {
    if (std::isnan(value)) refuse_archive(origin_, place, "not a number (NaN)");
    if (std::isinf(value)) refuse_archive(origin_, place, "infinite");
    if (value < 0) negative(place, value);
  }
  void look(int value, const std::string& place) const {
    if (value < 0) negative(place, value);
  }
  template <typename T>
  void look(const std::vector<T>& values, const std::string& place) const {
    if constexpr (std::is_class_v<T> && !std::is_same_v<T, std::string>) {
      for (std::size_t i = 0; i < values.size(); ++i) {
        look(values[i], place + "/" + std::to_string(i));
      }
    }
  }
  template <typename T>
  void look(const T& value, const std::string& place) const {
    if constexpr (requires(NumberCheck v) { fields(v, value); }) {
      NumberCheck check(origin_, place);
      fields(check, value);
    }
  }
  [[noreturn]] void negative(const std::string& place, double value) const {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    refuse_archive(origin_, place,
                   "negative (" + std::string(text.data(), end) + "); must be 0 or more");
  }

  const std::string& origin_;
  std::string place_;
};

// "1.0" -> {1, 0}
std::optional<std::pair<int, int>> version_of(const std::string& schema) {
  int major = 0, minor = 0;
  const char* end = schema.data() + schema.size();
  const auto first = std::from_chars(schema.data(), end, major);
  if (first.ec != std::errc{} || first.ptr == end || *first.ptr != '.') return std::nullopt;
  const auto second = std::from_chars(first.ptr + 1, end, minor);
  if (second.ec != std::errc{} || second.ptr != end || major < 0 || minor < 0) return std::nullopt;
  return std::pair{major, minor};
}

}  // namespace

void refuse_archive(const std::string& origin, const std::string& place, const std::string& what) {
  throw ArchiveError(one_line(origin + ": " + place + ": " + what));
}

void check_numbers(const Archive& archive, const std::string& origin) {
  NumberCheck check(origin, "");
  fields(check, archive);
}

void check_schema_version(const std::string& schema, const std::string& origin) {
  const auto version = version_of(schema);
  if (!version)
    refuse_archive(origin, "/schema", "'" + schema + "' is not a version like " + kSchemaVersion);
  if (version->first != version_of(kSchemaVersion)->first) {
    refuse_archive(origin, "/schema",
                   "major version " + std::to_string(version->first) +
                       " is not known; this program reads " + kSchemaVersion +
                       " and its successors of the same major version");
  }
}

bool is_newer_minor(const std::string& schema) {
  const auto version = version_of(schema);
  return version && *version > *version_of(kSchemaVersion);
}

}  // namespace ridgeline
