// Keeps the fields of newer minor versions: finds what this version does not know, and puts it back
// when the archive is written again.
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "ceilings/archive/json/json.hpp"

namespace ridgeline {
namespace {

// What tells an element of an array from the others, whatever its position: the texts among its
// own names and ids; where there are none, or two alike, its position.
std::vector<std::string> element_keys(const Json& array) {
  constexpr std::array kNames{"stage",   "name", "id",        "key",    "sample",
                              "variant", "node", "bandwidth", "compute"};
  std::vector<std::string> keys;
  std::unordered_map<std::string, int> seen;
  for (const Json& element : array) {
    std::string key;
    for (const char* name : kNames) {
      if (!element.is_object()) break;
      const auto found = element.find(name);
      if (found == element.end() || !found->is_string() ||
          found->get_ref<const std::string&>().empty())
        continue;
      key += (key.empty() ? "" : " ") + found->get<std::string>();
    }
    const int occurrence = ++seen[key];
    if (key.empty() || occurrence > 1) key += "#" + std::to_string(occurrence);
    keys.push_back(std::move(key));
  }
  return keys;
}

std::string inside(const std::string& place, const std::string& key) { return place + "/" + key; }
std::string inside_array(const std::string& place, const std::string& key) {
  return place + "[" + key + "]";
}

bool is_text_list(const Json& value) {
  return value.is_array() && !value.empty() && value.front().is_string();
}

void append(Json& object, const std::string& key, Json value) {
  object.get_ref<Json::object_t&>().push_back(Json::object_t::value_type(key, std::move(value)));
}

void collect(const Json& document, const Json& known, const std::string& place, Json& unknown);

void collect_object(const Json& document, const Json& known, const std::string& place,
                    Json& unknown) {
  Json extra = Json::object();
  for (const auto& [key, value] : document.items()) {
    const auto found = known.find(key);
    if (found == known.end()) {
      append(extra, key, value);
    } else if (is_text_list(value) && found->is_array()) {
      // Words that a newer version added to a closed list.
      Json words = Json::array();
      for (const Json& word : value) {
        if (std::find(found->begin(), found->end(), word) == found->end()) words.push_back(word);
      }
      if (!words.empty()) append(extra, key, words);
    } else {
      collect(value, *found, inside(place, key), unknown);
    }
  }
  if (!extra.empty()) append(unknown, place, std::move(extra));
}

void collect(const Json& document, const Json& known, const std::string& place, Json& unknown) {
  if (document.is_object() && known.is_object()) {
    collect_object(document, known, place, unknown);
  } else if (document.is_array() && known.is_array()) {
    const std::vector<std::string> keys = element_keys(document);
    for (std::size_t i = 0; i < std::min(document.size(), known.size()); ++i) {
      collect(document[i], known[i], inside_array(place, keys[i]), unknown);
    }
  }
}

using Extras = std::unordered_map<std::string, const Json*>;

void put_back(Json& object, const Json& extra) {
  for (const auto& [key, value] : extra.items()) {
    const auto found = object.find(key);
    if (found == object.end()) {
      append(object, key, value);
    } else if (found->is_array() && value.is_array()) {
      for (const Json& word : value) {
        if (std::find(found->begin(), found->end(), word) == found->end()) found->push_back(word);
      }
    }
  }
}

void restore(Json& document, const std::string& place, const Extras& extras) {
  if (document.is_object()) {
    for (auto& [key, value] : document.get_ref<Json::object_t&>()) {
      if (value.is_structured()) restore(value, inside(place, key), extras);
    }
    const auto extra = extras.find(place);
    if (extra != extras.end()) put_back(document, *extra->second);
  } else if (document.is_array()) {
    const std::vector<std::string> keys = element_keys(document);
    for (std::size_t i = 0; i < document.size(); ++i) {
      if (document[i].is_structured()) {
        restore(document[i], inside_array(place, keys[i]), extras);
      }
    }
  }
}

}  // namespace

Json unknown_fields_of(const Json& document, const Json& known) {
  Json unknown = Json::object();
  collect(document, known, "", unknown);
  return unknown;
}

void restore_unknown_fields(Json& document, const Json& unknown) {
  Extras extras;
  for (const auto& [place, extra] : unknown.items()) {
    if (extra.is_object()) extras.emplace(place, &extra);
  }
  if (!extras.empty()) restore(document, "", extras);
}

}  // namespace ridgeline
