// Takes ids apart and puts them together.
#include "ceilings/archive/ids.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "ceilings/errors.hpp"

namespace ridgeline::ceilings {
namespace {

// The part at fault, thrown inside this file only.
struct Fault {
  std::string what;
};

// Plain ASCII: the classification of <cctype> would depend on the locale.
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_part_character(char c) {
  return is_letter(c) || is_digit(c) || c == '.' || c == '_' || c == '+' || c == '-';
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (std::size_t end; (end = text.find(separator, begin)) != std::string::npos; begin = end + 1) {
    parts.push_back(text.substr(begin, end - begin));
  }
  parts.push_back(text.substr(begin));
  return parts;
}

const std::string& checked(const char* part, const std::string& text) {
  if (text.empty()) throw Fault{std::string("empty ") + part};
  const auto wrong = std::find_if_not(text.begin(), text.end(), is_part_character);
  if (wrong != text.end()) {
    throw Fault{std::string(part) + " '" + text +
                "' has a character other than letters, digits and . _ + -"};
  }
  return text;
}

bool is_mix(const std::string& text) {
  if (text == "nt") return true;
  std::string_view rest = text;
  const auto skip_digits = [&rest] {
    const std::size_t before = rest.size();
    while (!rest.empty() && is_digit(rest.front())) rest.remove_prefix(1);
    return rest.size() < before && before - rest.size() <= 3;
  };
  if (!skip_digits() || rest.empty() || rest.front() != ':') return false;
  rest.remove_prefix(1);
  if (!skip_digits()) return false;
  return std::all_of(rest.begin(), rest.end(), is_part_character);
}

void read_level(const std::string& text, Id& id) {
  const std::size_t at = text.find('@');
  id.level = checked("level", text.substr(0, at));
  if (at != std::string::npos) id.node = checked("node", text.substr(at + 1));
}

void read_precision(const std::string& text, Id& id) {
  const std::size_t arrow = text.find("->");
  id.precision = checked("precision", text.substr(0, arrow));
  if (arrow != std::string::npos) {
    id.accumulate = checked("accumulate precision", text.substr(arrow + 2));
  }
}

void read_link(const std::string& text, Id& id) {
  if (std::count(text.begin(), text.end(), '-') != 1) {
    throw Fault{"link '" + text + "' is not of the form <from>-<to>"};
  }
  const std::size_t dash = text.find('-');
  id.from = checked("from", text.substr(0, dash));
  id.to = checked("to", text.substr(dash + 1));
}

void expect_parts(const std::vector<std::string>& parts, std::size_t least, std::size_t most,
                  const char* form) {
  if (parts.size() < least || parts.size() > most) {
    throw Fault{std::to_string(parts.size()) + " parts instead of the form " + form};
  }
}

Id read_id(const std::string& text) {
  const std::vector<std::string> parts = split(text, '/');
  Id id;
  id.kind = parts.front();
  if (id.kind == "bandwidth") {
    expect_parts(parts, 5, 5, "bandwidth/<level>[@<node>]/<scope>/<mix>/<path>");
    read_level(parts[1], id);
    id.scope = checked("scope", parts[2]);
    id.mix = parts[3];
    if (!is_mix(id.mix)) throw Fault{"mix '" + id.mix + "' is not loads:stores, e.g. 2:1"};
    id.path = checked("path", parts[4]);
  } else if (id.kind == "compute") {
    expect_parts(parts, 4, 4, "compute/<precision>[-><accumulate>]/<path>/<scope>");
    read_precision(parts[1], id);
    id.path = checked("path", parts[2]);
    id.scope = checked("scope", parts[3]);
  } else if (id.kind == "latency") {
    expect_parts(parts, 3, 4, "latency/<level>[@<node>]/<scope>[/<path>]");
    read_level(parts[1], id);
    id.scope = checked("scope", parts[2]);
    if (parts.size() == 4) id.path = checked("path", parts[3]);
  } else if (id.kind == "link") {
    expect_parts(parts, 3, 3, "link/<from>-<to>/<engine>");
    read_link(parts[1], id);
    id.engine = checked("engine", parts[2]);
  } else {
    throw Fault{"kind '" + id.kind + "' is none of bandwidth, compute, latency, link"};
  }
  return id;
}

bool is_sample_character(char c) {
  return is_part_character(c) || c == ':' || c == '>' || c == '@';
}

}  // namespace

Id parse_id(const std::string& text) {
  try {
    return read_id(text);
  } catch (const Fault& fault) {
    throw ArchiveError("'" + text + "' is not an id: " + fault.what);
  }
}

std::string to_string(const Id& id) {
  const std::string level = id.node.empty() ? id.level : id.level + "@" + id.node;
  if (id.kind == "bandwidth") {
    return id.kind + "/" + level + "/" + id.scope + "/" + id.mix + "/" + id.path;
  }
  if (id.kind == "compute") {
    const std::string arrow = id.accumulate.empty() ? "" : "->" + id.accumulate;
    return id.kind + "/" + id.precision + arrow + "/" + id.path + "/" + id.scope;
  }
  if (id.kind == "latency") {
    const std::string path = id.path.empty() ? "" : "/" + id.path;
    return id.kind + "/" + level + "/" + id.scope + path;
  }
  return id.kind + "/" + id.from + "-" + id.to + "/" + id.engine;
}

std::optional<std::string> id_fault(const std::string& text) {
  try {
    read_id(text);
    return std::nullopt;
  } catch (const Fault& fault) {
    return fault.what;
  }
}

std::optional<std::string> sample_id_fault(const std::string& text) {
  const std::vector<std::string> parts = split(text, '/');
  for (const char* kind : {"bandwidth", "compute", "latency", "link"}) {
    if (parts.front() == kind) return id_fault(text);
  }
  if (parts.size() < 2) return "no part behind its kind";
  for (const std::string& part : parts) {
    if (part.empty()) return "empty part";
    if (!std::all_of(part.begin(), part.end(), is_sample_character)) {
      return "part '" + part + "' has a character other than letters, digits and . _ + - : > @";
    }
  }
  return std::nullopt;
}

std::string core_kind_of(const std::string& scope) {
  const std::size_t dot = scope.find('.');
  return dot == std::string::npos ? std::string{} : scope.substr(dot + 1);
}

}  // namespace ridgeline::ceilings
