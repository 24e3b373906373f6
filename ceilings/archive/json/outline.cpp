// The little of an archive that a comparison of thousands needs. See archive_summary.hpp.
#include <nlohmann/json.hpp>

#include "ceilings/archive/fields.hpp"
#include "ceilings/archive/json/json.hpp"
#include "ceilings/archive/json/outline.hpp"
#include "ceilings/archive/json/summary.hpp"
#include "ceilings/errors.hpp"

namespace ridgeline {
namespace {

// Something that the strict reader has to say, or is more lenient about.
struct Irregular {};

// A visitor of fields() that fills a record's plain members; lists of records are left out.
class Outline {
 public:
  explicit Outline(const Json& object) : object_(object) {
    if (!object.is_object()) throw Irregular{};
  }

  template <typename T>
  void required(const char* key, T& value) {
    const auto found = object_.find(key);
    if (found == object_.end()) throw Irregular{};
    read(*found, value);
  }
  template <typename T>
  void field(const char* key, T& value) {
    const auto found = object_.find(key);
    if (found != object_.end()) read(*found, value);
  }
  template <typename T>
  void sparse(const char* key, T& value) {
    field(key, value);
  }

 private:
  static void read(const Json& from, std::string& value) {
    if (!from.is_string()) throw Irregular{};
    value = from.get_ref<const std::string&>();
  }
  static void read(const Json& from, bool& value) {
    if (!from.is_boolean()) throw Irregular{};
    value = from.get<bool>();
  }
  static void read(const Json& from, double& value) {
    if (!from.is_number()) throw Irregular{};
    value = from.get<double>();
  }
  static void read(const Json& from, int& value) {
    if (!from.is_number_unsigned() || from.get<std::uint64_t>() > 0x7fffffff) throw Irregular{};
    value = from.get<int>();
  }
  static void read(const Json& from, std::uint64_t& value) {
    if (!from.is_number_unsigned()) throw Irregular{};
    value = from.get<std::uint64_t>();
  }
  static void read(const Json& from, Provenance& value) {
    for (const Provenance word :
         {Provenance::measured, Provenance::published, Provenance::simulated}) {
      if (from != provenance_name(word)) continue;
      value = word;
      return;
    }
    throw Irregular{};
  }
  template <typename T>
  requires Is<T, ToolRecord> || Is<T, DeviceRecord>
  static void read(const Json& from, T& value) {
    Outline outline(from);
    fields(outline, value);
  }
  template <typename T>
  static void read(const Json&, T&) {}  // not needed

  const Json& object_;
};

}  // namespace

Archive parse_outline(const std::string& text, const std::string& origin) {
  try {
    Json document;
    std::string_view ceilings = "[]";
    const std::string kept =
        without_lists(text, {"samples", "placements", "levels", "ridges", "empirical"}, &ceilings);
    if (kept.empty() || parse_json(kept, document)) throw Irregular{};
    Archive archive;
    Outline outline(document);
    fields(outline, archive);
    auto outlined = outline_ceilings(ceilings);
    if (!outlined) throw Irregular{};
    archive.ceilings = std::move(*outlined);
    check_archive(archive, origin);
    return archive;
  } catch (const Irregular&) {
    return parse_summary(text, origin);
  } catch (const ArchiveError&) {
    return parse_summary(text, origin);
  }
}

Archive read_outline(const std::string& path) {
  constexpr std::size_t kLargestArchive = std::size_t{256} << 20;  // as read_archive
  return parse_outline(read_file(path, kLargestArchive), path);
}

}  // namespace ridgeline
