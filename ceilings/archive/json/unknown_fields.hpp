// Fields of newer minor versions, which this version keeps without knowing
// them: an object of objects by the place they were found at ("", "/device",
// "/samples[explore <name>]/work"). Elements of lists are called by their names
// or ids, else by their position, so that a field follows its element where
// others are added or removed.
#pragma once

#include <string>
#include <vector>

#include "ceilings/archive/json/json.hpp"

namespace ridgeline::ceilings {

// What each element of a list is called inside places.
std::vector<std::string> element_names(const Json& list);

// The place of a member of an object at `place`, and of a list's element.
std::string place_of_member(const std::string& place, const std::string& key);
std::string place_of_element(const std::string& place, const std::string& name);

// Puts unknown fields back, where their place still exists. Of a list of names,
// those that the document's list has not.
void restore_unknown_fields(Json& document, const Json& unknown);

}  // namespace ridgeline::ceilings
