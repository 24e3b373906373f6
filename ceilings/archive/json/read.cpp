// A visitor of the fields that fills records, and keeps what it does not know.
#include "ceilings/archive/json/read.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "ceilings/archive/fields.hpp"
#include "ceilings/archive/json/unknown_fields.hpp"
#include "ceilings/archive/json/validate.hpp"
#include "ceilings/errors.hpp"

namespace ridgeline::ceilings {
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

// One document being read.
struct DocumentReading {
  std::string origin;
  bool newer_minor = false;       // names that are not known are kept as unknown fields
  Json unknown = Json::object();  // see unknown_fields.hpp

  [[noreturn]] void refuse(const FieldPath& place, const std::string& what) const {
    refuse_archive(origin, place, what);
  }
  [[noreturn]] void wrong_type(const FieldPath& place, const char* wanted,
                               const Json& value) const {
    refuse(place, "must be " + std::string(wanted) + ", not " + shown(value));
  }
};

// A value in its document.
struct Found {
  const Json& json;
  FieldPath path;
  const Found* inside = nullptr;                // the list or object that it stands in
  mutable std::vector<std::string> names = {};  // of a list's elements, once somebody asked

  Found member(const Json& value, std::string_view key) const {
    return {value, path.member(key), this};
  }
  Found at(std::size_t i) const { return {json[i], path.at(i), this}; }

  // The place under which unknown fields of an object are kept.
  std::string place() const {
    if (inside == nullptr) return "";
    if (!path.element) return place_of_member(inside->place(), std::string(path.key));
    if (inside->names.empty()) inside->names = element_names(inside->json);
    return place_of_element(inside->place(), inside->names.at(path.index));
  }
};

// A visitor of fields() that takes the keys alone.
struct FieldKeys {
  std::vector<std::string_view> keys;
  template <typename T>
  void required(const char* key, T&) {
    keys.emplace_back(key);
  }
  template <typename T>
  void field(const char* key, T&) {
    keys.emplace_back(key);
  }
  template <typename T>
  void sparse(const char* key, T&) {
    keys.emplace_back(key);
  }
};

// A visitor of fields() that fills one record from one object.
class RecordReader {
 public:
  RecordReader(const Found& object, DocumentReading& reading) : object_(object), reading_(reading) {
    if (!object.json.is_object()) reading.wrong_type(object.path, "an object", object.json);
  }

  template <typename T>
  void required(const char* key, T& value) {
    const Json* found = find(key);
    if (found == nullptr) {
      reading_.refuse(object_.path.member(key),
                      "missing; every archive has it, see results/schema.json");
    }
    read(object_.member(*found, key), value);
  }
  template <typename T>
  void field(const char* key, T& value) {
    if (const Json* found = find(key)) read(object_.member(*found, key), value);
  }
  template <typename T>
  void sparse(const char* key, T& value) {
    field(key, value);
  }

  template <typename Record>
  void keep_unknown(const Record& record) {
    if (taken_ < object_.json.size()) {
      FieldKeys known;
      fields(known, record);
      for (const auto& [key, value] : object_.json.items()) {
        const bool is_known =
            std::find(known.keys.begin(), known.keys.end(), key) != known.keys.end();
        if (!is_known) append_member(unknown_, key, value);
      }
    }
    if (!unknown_.empty()) append_member(reading_.unknown, object_.place(), std::move(unknown_));
  }

 private:
  // Members come in the order of the fields, as a rule: the search begins
  // behind the last one.
  const Json* find(std::string_view key) {
    const auto& members = object_.json.get_ref<const Json::object_t&>();
    for (std::size_t i = 0; i < members.size(); ++i) {
      const std::size_t at = next_ + i < members.size() ? next_ + i : next_ + i - members.size();
      const auto& [name, value] = members.begin()[static_cast<std::ptrdiff_t>(at)];
      if (name != key) continue;
      next_ = at + 1;
      ++taken_;
      return &value;
    }
    return nullptr;
  }

  void read(const Found& from, std::string& value) {
    if (!from.json.is_string()) reading_.wrong_type(from.path, "a text", from.json);
    value = from.json.get_ref<const std::string&>();
  }
  void read(const Found& from, bool& value) {
    if (!from.json.is_boolean()) reading_.wrong_type(from.path, "true or false", from.json);
    value = from.json.get<bool>();
  }
  void read(const Found& from, double& value) {
    if (!from.json.is_number()) reading_.wrong_type(from.path, "a number", from.json);
    value = from.json.get<double>();
  }
  void read(const Found& from, std::uint64_t& value) {
    if (from.json.is_number_unsigned()) {
      value = from.json.get<std::uint64_t>();
      return;
    }
    // Other programs write whole numbers as 8388608.0; up to 2^53 that is
    // exact.
    const double number = from.json.is_number() ? from.json.get<double>() : -0.5;
    if (from.json.is_number() && number < 0) {
      reading_.refuse(from.path, "negative (" + from.json.dump() + "); must be 0 or more");
    }
    if (number != std::floor(number) || number > 0x1p53) {
      reading_.wrong_type(from.path, "a whole number below 2^64", from.json);
    }
    value = static_cast<std::uint64_t>(number);
  }
  void read(const Found& from, int& value) {
    std::uint64_t whole = 0;
    read(from, whole);
    if (whole > static_cast<std::uint64_t>(std::numeric_limits<int>::max())) {
      reading_.wrong_type(from.path, "a whole number below 2^31", from.json);
    }
    value = static_cast<int>(whole);
  }

  template <typename Enum, typename Name>
  void read_enum(const Found& from, Enum& value, Name name) {
    std::string list;
    for (const Enum each : {Enum{0}, Enum{1}, Enum{2}}) {
      if (from.json == name(each)) {
        value = each;
        return;
      }
      list += (list.empty() ? "" : ", ") + std::string(name(each));
    }
    reading_.wrong_type(from.path, ("one of " + list).c_str(), from.json);
  }
  void read(const Found& from, Provenance& value) { read_enum(from, value, provenance_name); }
  void read(const Found& from, Stage& value) { read_enum(from, value, stage_name); }
  void read(const Found& from, Status& value) { read_enum(from, value, status_name); }

  void read(const Found& from, std::vector<Flag>& value) {
    std::vector<std::string> names;
    read(from, names);
    value.clear();
    Json unknown = Json::array();
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (const auto flag = flag_from_name(names[i])) {
        value.push_back(*flag);
      } else if (reading_.newer_minor) {
        unknown.push_back(names[i]);
      } else {
        reading_.refuse(from.path.at(i), "'" + names[i] + "' is no reason of the closed list");
      }
    }
    if (!unknown.empty()) append_member(unknown_, std::string(from.path.key), std::move(unknown));
  }

  void read(const Found& from, std::map<std::string, std::string>& value) {
    if (!from.json.is_object()) reading_.wrong_type(from.path, "an object", from.json);
    value.clear();
    for (const auto& [key, text] : from.json.items()) read(from.member(text, key), value[key]);
  }

  template <typename T>
  void read(const Found& from, std::vector<T>& value) {
    if (!from.json.is_array()) reading_.wrong_type(from.path, "a list", from.json);
    value.clear();
    value.resize(from.json.size());
    for (std::size_t i = 0; i < value.size(); ++i) read(from.at(i), value[i]);
  }

  template <typename Record>
  requires std::is_class_v<Record>
  void read(const Found& from, Record& record) {
    RecordReader reader(from, reading_);
    fields(reader, record);
    reader.keep_unknown(record);
  }

  const Found& object_;
  DocumentReading& reading_;
  std::size_t next_ = 0, taken_ = 0;
  Json unknown_ = Json::object();
};

// Throws ArchiveError with the line and column of what is wrong.
Json parse_strictly(const std::string& text, const std::string& origin,
                    std::initializer_list<std::string_view> emptied) {
  const std::string_view json = without_byte_order_mark(text);
  Json document;
  if (const auto fault = parse_json(json, document, nullptr, emptied)) {
    const std::string where =
        fault->offset == JsonFault::kNowhere ? "" : position_in(json, fault->offset) + ": ";
    throw ArchiveError(one_line(origin + ": " + where + fault->what));
  }
  return document;
}

}  // namespace

Archive archive_from(const Json& document, const std::string& origin) {
  DocumentReading reading{origin};
  const Found whole{document, {}};
  Archive archive;
  RecordReader reader(whole, reading);
  const auto schema = document.find("schema");
  if (schema != document.end() && schema->is_string()) {
    check_schema_version(schema->get<std::string>(), origin);
    reading.newer_minor = is_newer_minor(schema->get<std::string>());
  }
  fields(reader, archive);
  reader.keep_unknown(archive);
  check_archive(archive, origin);
  if (!reading.unknown.empty()) archive.unknown_fields = reading.unknown.dump();
  return archive;
}

Sample sample_from(const Json& document, const std::string& origin) {
  DocumentReading reading{origin};
  const Found whole{document, {}};
  Sample sample;
  RecordReader reader(whole, reading);
  fields(reader, sample);
  return sample;
}

Archive parse_archive(const std::string& text, const std::string& origin) {
  return archive_from(parse_strictly(text, origin, {}), origin);
}

Archive parse_without_samples(const std::string& text, const std::string& origin) {
  return archive_from(parse_strictly(text, origin, {"samples", "placements"}), origin);
}

}  // namespace ridgeline::ceilings
