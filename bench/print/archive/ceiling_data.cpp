// The ceilings of an archive for programs: every field, in SI base units. See table.hpp.
#include <utility>

#include "bench/print/archive/archive_document.hpp"
#include "ceilings/text/text.hpp"

namespace ridgeline {
namespace {

Raw known(double value) { return value > 0 ? Raw(value) : Raw(); }

Row program_row(const Ceiling& c, const Archive& archive) {
  std::vector<Raw> values{text_cell(c.id).raw,
                          text_cell(c.kind).raw,
                          text_cell(c.level).raw,
                          text_cell(c.node).raw,
                          text_cell(c.scope).raw,
                          std::int64_t{c.units},
                          text_cell(c.mix).raw,
                          text_cell(c.precision).raw,
                          text_cell(c.accumulate).raw,
                          text_cell(c.path).raw,
                          text_cell(c.role).raw,
                          text_cell(c.lacks).raw,
                          c.roof,
                          c.reference,
                          text_cell(c.unit).raw,
                          c.value,
                          c.best,
                          c.spread,
                          c.low,
                          c.high,
                          std::int64_t{c.repetitions},
                          known(c.traffic),
                          known(c.handoff),
                          known(c.clock_hz),
                          known(c.per_cycle),
                          known(c.limit),
                          text_cell(c.limit_source).raw,
                          known(c.share),
                          text_cell(working_sets_text(evidence_of(c, archive))).raw,
                          text_cell(flag_names(c.suspect)).raw,
                          text_cell(joined(c.notes, "; ")).raw,
                          text_cell(c.source).raw,
                          text_cell(provenance_name(archive.provenance)).raw};
  Row row;
  for (Raw& value : values) row.cells.push_back({"", std::move(value)});
  return row;
}

}  // namespace

Table ceiling_data(const Archive& archive) {
  Table table;
  table.key = "ceilings";
  table.audience = Audience::programs;
  for (const char* key :
       {"id",        "kind",      "level",        "node",    "scope",        "units",
        "mix",       "precision", "accumulate",   "path",    "role",         "lacks",
        "roof",      "reference", "unit",         "value",   "best",         "spread",
        "low",       "high",      "repetitions",  "traffic", "handoff",      "clock_hz",
        "per_cycle", "limit",     "limit_source", "share",   "working_sets", "suspect",
        "notes",     "source",    "provenance"}) {
    table.columns.push_back({key, key, false, 0});
  }
  for (const Ceiling& ceiling : archive.ceilings) {
    table.rows.push_back(program_row(ceiling, archive));
  }
  return table;
}

}  // namespace ridgeline
