// Records of an archive as JSON documents, in the order of their fields.
#pragma once

#include "ceilings/archive.hpp"
#include "ceilings/archive/json/json.hpp"

namespace ridgeline::ceilings {

// `archive.unknown_fields` are not in it.
Json document_of(const Archive& archive);

Json document_of(const Sample& sample);

}  // namespace ridgeline::ceilings
