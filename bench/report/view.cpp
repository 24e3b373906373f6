// See report_view.hpp.
#include "bench/report/view.hpp"

#include <set>

#include "bench/print/archive/archive_document.hpp"
#include "bench/print/archive/lines.hpp"
#include "ceilings/text/text.hpp"

namespace ridgeline {
namespace {

void add(Table& table, const std::string& first, const std::string& second) {
  table.rows.push_back({{text_cell(first), text_cell(second)}, Emphasis::plain, 0});
}

}  // namespace

Document report_view(const Archive& archive, const Archive& drawn) {
  const Document head = archive_head(archive);
  Table banners = program_table("banners", {"text"});
  for (const std::string& banner : head.banners) {
    banners.rows.push_back({{text_cell(banner)}, Emphasis::plain, 0});
  }
  Table facts = program_table("facts", {"name", "text"});
  for (const Fact& fact : head.facts) {
    const bool known = fact.value.text != Cell{}.text && !fact.value.text.empty();
    if (!fact.title.empty() && known) add(facts, fact.title, fact.value.text);
  }
  Table environment = program_table("environment", {"name", "value"});
  for (const auto& [name, value] : archive.environment.facts) add(environment, name, value);
  std::set<Flag> seen;
  for (const Ceiling& ceiling : archive.ceilings) {
    seen.insert(ceiling.suspect.begin(), ceiling.suspect.end());
  }
  Table flags = program_table("flags", {"flag", "text"});
  for (const Flag flag : seen) add(flags, flag_name(flag), flag_text(flag));
  Document document;
  document.tables = {banners,
                     facts,
                     environment,
                     flags,
                     scope_table(drawn),
                     line_table(drawn),
                     sweep_table(archive),
                     curve_table(archive)};
  return document;
}

}  // namespace ridgeline
