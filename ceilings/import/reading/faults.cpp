// See faults.hpp.
#include "ceilings/import/reading/faults.hpp"

#include <algorithm>

#include "ceilings/archive/json/json.hpp"

namespace ridgeline::ceilings {
namespace {

constexpr std::size_t kNamed = 3;
constexpr std::size_t kMostKinds = 32;  // a hostile file may have a kind a line
constexpr std::size_t kNameLength = 80;

}  // namespace

void Faults::add(const std::string& what, const std::string& name) {
  const auto same = [&what](const Kind& kind) { return kind.what == what; };
  auto kind = std::find_if(kinds_.begin(), kinds_.end(), same);
  if (kind == kinds_.end() && kinds_.size() == kMostKinds) --kind;
  if (kind == kinds_.end()) kind = kinds_.insert(kind, Kind{one_line(what), 0, {}});
  ++kind->count;
  if (kind->first.size() < kNamed) kind->first.push_back(short_name(name));
}

std::vector<std::string> Faults::sentences() const {
  std::vector<std::string> all;
  for (const Kind& kind : kinds_) {
    std::string sentence = kind.what;
    if (kind.count > 1) sentence += " (" + std::to_string(kind.count) + " times)";
    for (std::size_t at = 0; at < kind.first.size(); ++at) {
      sentence += (at == 0 ? ": " : ", ") + kind.first[at];
    }
    if (kind.count > kind.first.size()) sentence += ", ...";
    all.push_back(sentence);
  }
  return all;
}

std::string short_name(std::string_view name) {
  if (name.size() <= kNameLength) return one_line(std::string(name));
  return one_line(std::string(name.substr(0, kNameLength)) + "...");
}

}  // namespace ridgeline::ceilings
