// What elements are called, and unknown fields put back.
#include "ceilings/archive/json/unknown_fields.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <unordered_map>

namespace ridgeline::ceilings {
namespace {

using Extras = std::unordered_map<std::string, const Json*>;

void put_back(Json& object, const Json& extra) {
  for (const auto& [key, value] : extra.items()) {
    const auto found = object.find(key);
    if (found == object.end()) {
      append_member(object, key, value);
    } else if (found->is_array() && value.is_array()) {
      for (const Json& name : value) {
        if (std::find(found->begin(), found->end(), name) == found->end()) found->push_back(name);
      }
    }
  }
}

void restore(Json& document, const std::string& place, const Extras& extras) {
  if (document.is_object()) {
    for (auto& [key, value] : document.get_ref<Json::object_t&>()) {
      if (value.is_structured()) restore(value, place_of_member(place, key), extras);
    }
    const auto extra = extras.find(place);
    if (extra != extras.end()) put_back(document, *extra->second);
  } else if (document.is_array()) {
    const std::vector<std::string> names = element_names(document);
    for (std::size_t i = 0; i < document.size(); ++i) {
      if (document[i].is_structured()) {
        restore(document[i], place_of_element(place, names[i]), extras);
      }
    }
  }
}

}  // namespace

// The texts among an element's own names and ids; where there are none, or two
// alike, its position.
std::vector<std::string> element_names(const Json& list) {
  constexpr std::array kKeys{"stage",   "name", "id",        "key",    "sample",
                             "variant", "node", "bandwidth", "compute"};
  std::vector<std::string> names;
  std::unordered_map<std::string, int> seen;
  for (const Json& element : list) {
    std::string name;
    for (const char* key : kKeys) {
      if (!element.is_object()) break;
      const auto found = element.find(key);
      if (found == element.end() || !found->is_string() ||
          found->get_ref<const std::string&>().empty())
        continue;
      name += (name.empty() ? "" : " ") + found->get<std::string>();
    }
    const int occurrence = ++seen[name];
    if (name.empty() || occurrence > 1) name += "#" + std::to_string(occurrence);
    names.push_back(std::move(name));
  }
  return names;
}

std::string place_of_member(const std::string& place, const std::string& key) {
  return place + "/" + key;
}

std::string place_of_element(const std::string& place, const std::string& name) {
  return place + "[" + name + "]";
}

void restore_unknown_fields(Json& document, const Json& unknown) {
  Extras extras;
  for (const auto& [place, extra] : unknown.items()) {
    if (extra.is_object()) extras.emplace(place, &extra);
  }
  if (!extras.empty()) restore(document, "", extras);
}

}  // namespace ridgeline::ceilings
