// The grammar of ceilings' ids, the same for the same ceiling on every machine:
//   bandwidth/<level>[@<node>]/<scope>/<mix>/<path>
//   compute/<precision>[-><accumulate>]/<path>/<scope>
//   latency/<level>[@<node>]/<scope>      (path, where more than one chase exists: latency/<level>/<scope>/<path>)
//   link/<from>-<to>/<engine>
// A part is made of letters, digits and . _ + - : (mixes) and never empty.
#pragma once

#include <optional>
#include <string>

namespace ridgeline {

struct Id {
  std::string kind;  // "bandwidth", "compute", "latency", "link"
  std::string level, node, scope, mix, precision, accumulate, path, from, to, engine;
  friend bool operator==(const Id&, const Id&) = default;
};

// Throws ArchiveError that names the part at fault.
Id parse_id(const std::string& text);
std::string to_string(const Id& id);

}  // namespace ridgeline
