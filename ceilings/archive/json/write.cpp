// A visitor of the fields that builds documents.
#include "ceilings/archive/json/write.hpp"

#include <nlohmann/json.hpp>

#include "ceilings/archive/fields.hpp"
#include "ceilings/archive/json/unknown_fields.hpp"
#include "ceilings/archive/json/validate.hpp"
#include "ceilings/errors.hpp"

namespace ridgeline::ceilings {
namespace {

// A visitor of fields() that builds one object.
class Writer {
 public:
  template <typename T>
  void required(const char* key, const T& value) {
    append_member(object_, key, document(value));
  }
  template <typename T>
  void field(const char* key, const T& value) {
    append_member(object_, key, document(value));
  }
  template <typename T>
  void sparse(const char* key, const T& value) {
    if (!is_empty(value)) append_member(object_, key, document(value));
  }
  Json take() { return std::move(object_); }

 private:
  template <typename T>
  static bool is_empty(const T& value) {
    if constexpr (std::is_arithmetic_v<T>) {
      return value == T{};
    } else {
      return value.empty();
    }
  }

  static Json document(const std::string& text) { return valid_utf8(text); }
  static Json document(double value) { return value; }
  static Json document(bool value) { return value; }
  static Json document(int value) { return value; }
  static Json document(std::uint64_t value) { return value; }
  static Json document(Flag flag) { return flag_name(flag); }
  static Json document(Provenance provenance) { return provenance_name(provenance); }
  static Json document(Stage stage) { return stage_name(stage); }
  static Json document(Status status) { return status_name(status); }

  static Json document(const std::map<std::string, std::string>& map) {
    Json object = Json::object();
    for (const auto& [key, value] : map) object[valid_utf8(key)] = valid_utf8(value);
    return object;
  }

  template <typename T>
  static Json document(const std::vector<T>& values) {
    Json array = Json::array();
    for (const T& value : values) array.push_back(document(value));
    return array;
  }

  template <typename Record>
  requires std::is_class_v<Record>
  static Json document(const Record& record) {
    Writer writer;
    fields(writer, record);
    return writer.take();
  }

  Json object_ = Json::object();
};

}  // namespace

Json document_of(const Archive& archive) {
  Writer writer;
  fields(writer, archive);
  return writer.take();
}

Json document_of(const Sample& sample) {
  Writer writer;
  fields(writer, sample);
  return writer.take();
}

std::string to_json(const Archive& archive) {
  check_numbers(archive, "archive");
  Json document = document_of(archive);
  if (!archive.unknown_fields.empty()) {
    Json unknown;
    if (parse_json(archive.unknown_fields, unknown) || !unknown.is_object()) {
      throw ArchiveError("archive: its unknown fields are not a JSON object");
    }
    restore_unknown_fields(document, unknown);
  }
  return print_json(document);
}

}  // namespace ridgeline::ceilings
