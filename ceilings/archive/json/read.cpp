// JSON text as an archive: types, required fields and words are checked while it is read.
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "ceilings/archive/fields.hpp"
#include "ceilings/archive/json/json.hpp"
#include "ceilings/archive/json/validate.hpp"
#include "ceilings/errors.hpp"

namespace ridgeline {
namespace {

// What a value is, for messages: 'a text ("12")'.
std::string shown(const Json& value) {
  std::string text = value.is_structured()
                         ? ""
                         : " (" + value.dump(-1, ' ', false, Json::error_handler_t::replace) + ")";
  if (text.size() > 50) text = text.substr(0, 40) + "...)";
  const std::string kind = value.is_object()    ? "an object"
                           : value.is_array()   ? "a list"
                           : value.is_string()  ? "a text"
                           : value.is_boolean() ? "true or false"
                           : value.is_null()    ? "null"
                                                : "a number";
  return kind + (value.is_null() ? "" : valid_utf8(text));
}

// A key as a step of a JSON pointer (RFC 6901).
std::string step(const std::string& key) {
  std::string text = "/";
  for (const char c : key) {
    if (c == '~') {
      text += "~0";
    } else if (c == '/') {
      text += "~1";
    } else {
      text += c;
    }
  }
  return text;
}

struct Origin {
  std::string name;
  bool newer_minor = false;  // words that are not known are left to the unknown fields

  [[noreturn]] void refuse(const std::string& place, const std::string& what) const {
    refuse_archive(name, place.empty() ? "/" : place, what);
  }
  [[noreturn]] void wrong_type(const std::string& place, const char* wanted,
                               const Json& value) const {
    refuse(place, "must be " + std::string(wanted) + ", not " + shown(value));
  }
};

// A visitor of fields() that fills one record from one object.
class Reader {
 public:
  Reader(const Json& object, std::string place, const Origin& origin)
      : object_(object), place_(std::move(place)), origin_(origin) {
    if (!object.is_object()) origin.wrong_type(place_, "an object", object);
  }

  template <typename T>
  void required(const char* key, T& value) {
    const auto found = object_.find(key);
    if (found == object_.end()) {
      origin_.refuse(place_ + "/" + key, "missing; every archive has it, see results/schema.json");
    }
    read(*found, place_ + "/" + key, value);
  }
  template <typename T>
  void field(const char* key, T& value) {
    const auto found = object_.find(key);
    if (found != object_.end()) read(*found, place_ + "/" + key, value);
  }
  template <typename T>
  void sparse(const char* key, T& value) {
    field(key, value);
  }

 private:
  void read(const Json& from, const std::string& place, std::string& value) const {
    if (!from.is_string()) origin_.wrong_type(place, "a text", from);
    value = from.get<std::string>();
  }
  void read(const Json& from, const std::string& place, bool& value) const {
    if (!from.is_boolean()) origin_.wrong_type(place, "true or false", from);
    value = from.get<bool>();
  }
  void read(const Json& from, const std::string& place, double& value) const {
    if (!from.is_number()) origin_.wrong_type(place, "a number", from);
    value = from.get<double>();
  }
  void read(const Json& from, const std::string& place, std::uint64_t& value) const {
    if (from.is_number_unsigned()) {
      value = from.get<std::uint64_t>();
      return;
    }
    // Other programs write whole numbers as 8388608.0; up to 2^53 that is exact.
    const double number = from.is_number() ? from.get<double>() : -0.5;
    if (from.is_number() && number < 0) {
      origin_.refuse(place, "negative (" + from.dump() + "); must be 0 or more");
    }
    if (number != std::floor(number) || number > 0x1p53) {
      origin_.wrong_type(place, "a whole number below 2^64", from);
    }
    value = static_cast<std::uint64_t>(number);
  }
  void read(const Json& from, const std::string& place, int& value) const {
    std::uint64_t whole = 0;
    read(from, place, whole);
    if (whole > static_cast<std::uint64_t>(std::numeric_limits<int>::max())) {
      origin_.wrong_type(place, "a whole number below 2^31", from);
    }
    value = static_cast<int>(whole);
  }

  template <typename Enum, typename Name>
  void read_word(const Json& from, const std::string& place, Enum& value, Name name) const {
    std::string list;
    for (const Enum word : {Enum{0}, Enum{1}, Enum{2}}) {
      if (from == name(word)) {
        value = word;
        return;
      }
      list += (list.empty() ? "" : ", ") + std::string(name(word));
    }
    origin_.wrong_type(place, ("one of " + list).c_str(), from);
  }
  void read(const Json& from, const std::string& place, Provenance& value) const {
    read_word(from, place, value, provenance_name);
  }
  void read(const Json& from, const std::string& place, Stage& value) const {
    read_word(from, place, value, stage_name);
  }
  void read(const Json& from, const std::string& place, Status& value) const {
    read_word(from, place, value, status_name);
  }

  void read(const Json& from, const std::string& place, std::vector<Flag>& value) const {
    std::vector<std::string> names;
    read(from, place, names);
    value.clear();
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto flag = flag_from_name(names[i]);
      if (flag) value.push_back(*flag);
      if (flag || origin_.newer_minor) continue;
      origin_.refuse(place + "/" + std::to_string(i),
                     "'" + names[i] + "' is no reason of the closed list");
    }
  }

  void read(const Json& from, const std::string& place,
            std::map<std::string, std::string>& value) const {
    if (!from.is_object()) origin_.wrong_type(place, "an object", from);
    value.clear();
    for (const auto& [key, text] : from.items()) read(text, place + step(key), value[key]);
  }

  template <typename T>
  void read(const Json& from, const std::string& place, std::vector<T>& value) const {
    if (!from.is_array()) origin_.wrong_type(place, "a list", from);
    value.clear();
    value.resize(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) {
      read(from[i], place + "/" + std::to_string(i), value[i]);
    }
  }

  template <typename Record>
  requires std::is_class_v<Record>
  void read(const Json& from, const std::string& place, Record& record) const {
    Reader reader(from, place, origin_);
    fields(reader, record);
  }

  const Json& object_;
  std::string place_;
  const Origin& origin_;
};

Archive archive_of(const Json& document, Origin origin) {
  if (!document.is_object()) origin.wrong_type("", "an object", document);
  const auto schema = document.find("schema");
  if (schema != document.end() && schema->is_string()) {
    check_schema_version(schema->get<std::string>(), origin.name);
    origin.newer_minor = is_newer_minor(schema->get<std::string>());
  }
  Archive archive;
  Reader reader(document, "", origin);
  fields(reader, archive);
  check_archive(archive, origin.name);
  const Json unknown = unknown_fields_of(document, document_of(archive));
  if (!unknown.empty()) archive.unknown_fields = unknown.dump();
  return archive;
}

}  // namespace

Archive parse_archive(const std::string& text, const std::string& origin) {
  const std::string_view json = without_byte_order_mark(text);
  Json document;
  if (const auto fault = parse_json(json, document)) {
    const std::string where =
        fault->offset == JsonFault::kNowhere ? "" : position_in(json, fault->offset) + ": ";
    throw ArchiveError(one_line(origin + ": " + where + fault->what));
  }
  return archive_of(document, Origin{origin});
}

}  // namespace ridgeline
