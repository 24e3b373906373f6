// The grammar of ceilings' ids, the same for the same ceiling on every machine:
//   bandwidth/<level>[@<node>]/<scope>/<mix>/<path>
//   compute/<precision>[-><accumulate>]/<path>/<scope>
//   latency/<level>[@<node>]/<scope>[/<path>]   (path: where more than one chase exists)
//   link/<from>-<to>/<engine>
// A part is made of letters, digits and . _ + - and is never empty. A mix is loads:stores ("2:1"),
// perhaps with a word after it ("0:1-nt"), or "nt". <node> is a memory node ("DRAM@node1") or the
// variant of a level ("L2@near"). <scope> may carry the kind of core: "core.kind1". <from> and
// <to> hold no "-".
#pragma once

#include <optional>
#include <string>

namespace ridgeline::ceilings {

struct Id {
  std::string kind;  // "bandwidth", "compute", "latency", "link"
  std::string level, node, scope, mix, precision, accumulate, path, from, to, engine;
  friend bool operator==(const Id&, const Id&) = default;
};

// Throws ArchiveError that names the part at fault. to_string(parse_id(text)) == text.
Id parse_id(const std::string& text);
std::string to_string(const Id& id);

// What is wrong with a text that has to be an id; nothing where it is one.
std::optional<std::string> id_fault(const std::string& text);

// The same for a sample's id, which need not become a ceiling: an id, or parts of the same letters
// behind another kind ("intensity/...").
std::optional<std::string> sample_id_fault(const std::string& text);

// "kind1" of the scope "core.kind1"; empty where a scope is of all kinds of cores.
std::string core_kind_of(const std::string& scope);

}  // namespace ridgeline::ceilings
