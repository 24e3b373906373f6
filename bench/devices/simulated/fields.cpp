// Checks of single values in a simulated device's file.
#include "bench/devices/simulated/fields.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "ceilings/errors.hpp"

namespace ridgeline::bench {

Fields::Fields(const ceilings::Json& json, std::string origin, std::string place)
    : json_(json), origin_(std::move(origin)), place_(std::move(place)) {
  if (!json_.is_object()) fail("is not an object");
}

void Fields::fail(const std::string& what) const {
  throw ArchiveError(origin_ + ": " + (place_.empty() ? "the document" : place_) + " " + what);
}

bool Fields::has(const char* key) {
  seen_.insert(key);
  return json_.contains(key);
}

double Fields::number(const char* key, double fallback, double least, double most) {
  if (!has(key)) return fallback;
  const ceilings::Json& value = json_[key];
  if (!value.is_number()) fail(std::string("has a '") + key + "' that is no number");
  const auto number = value.get<double>();
  if (!(number >= least && number <= most)) {
    fail(std::string("has '") + key + "' out of range: " + value.dump());
  }
  return number;
}

double Fields::needed(const char* key, double least) {
  if (!has(key)) fail(std::string("lacks '") + key + "'");
  return number(key, 0, least);
}

std::uint64_t Fields::count(const char* key, std::uint64_t fallback, double most) {
  if (!has(key)) return fallback;
  return static_cast<std::uint64_t>(number(key, 0, 0, most));
}

int Fields::integer(const char* key, int fallback, double most) {
  return static_cast<int>(count(key, static_cast<std::uint64_t>(fallback), most));
}

std::string Fields::text(const char* key, const std::string& fallback) {
  if (!has(key)) return fallback;
  if (!json_[key].is_string()) fail(std::string("has a '") + key + "' that is no text");
  return json_[key].get<std::string>();
}

std::map<std::string, double> Fields::factors(const char* key) {
  std::map<std::string, double> found;
  if (!has(key)) return found;
  Fields inner = object(key);
  for (const auto& entry : json_[key].items()) {
    found[entry.key()] = inner.number(entry.key().c_str(), 1);
  }
  return found;
}

Fields Fields::object(const char* key) { return {json_[key], origin_, inside(key)}; }

const ceilings::Json& Fields::raw(const char* key) {
  seen_.insert(key);
  return json_[key];
}

std::vector<Fields> Fields::list(const char* key) {
  std::vector<Fields> elements;
  if (!has(key)) return elements;
  if (!json_[key].is_array()) fail(std::string("has a '") + key + "' that is no list");
  for (const ceilings::Json& element : json_[key]) {
    const std::string place = inside(key) + "[" + std::to_string(elements.size()) + "]";
    elements.emplace_back(element, origin_, place);
  }
  return elements;
}

void Fields::finish() const {
  for (const auto& entry : json_.items()) {
    if (!seen_.contains(entry.key())) fail("has an unknown key '" + entry.key() + "'");
  }
}

std::string Fields::inside(const char* key) const {
  return place_.empty() ? key : place_ + "." + std::string(key);
}

}  // namespace ridgeline::bench
