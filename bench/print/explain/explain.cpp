// See explain.hpp. docs/method.md says the same at length.
#include "bench/print/explain/explain.hpp"

#include <algorithm>
#include <cmath>

#include "bench/print/archive/names.hpp"
#include "bench/print/explain/path_texts.hpp"
#include "ceilings/text/text.hpp"
#include "ceilings/units.hpp"

namespace ridgeline::bench {
namespace {

std::string value_line(const ceilings::Ceiling& c) {
  std::string line = c.id + ": " + value_text(c.value, c.unit);
  if (!c.source.empty()) return line + ", published: " + c.source + ".";
  line += ", the median of " +
          counted(static_cast<std::size_t>(std::max(0, c.repetitions)), "repetition");
  if (c.high > 0) {
    line += "; 95 % interval " + value_text(c.low, c.unit) + " to " + value_text(c.high, c.unit);
  }
  if (c.best > 0) line += "; best " + value_text(c.best, c.unit);
  return line + ".";
}

std::string work_line(const ceilings::Ceiling& c, const ceilings::Archive& archive) {
  std::string line = "What ran: " + path_text(c, archive.device.kind == "gpu");
  const auto samples = evidence_of(c, archive);
  if (!samples.empty()) {
    const int bits = samples.front()->vector_bits;
    if (c.kind != "latency" && bits > 0) line += "; " + std::to_string(bits) + " bits at a time";
    if (!samples.front()->kernel.empty()) line += " (kernel " + samples.front()->kernel + ")";
  }
  line += ".";
  const bool allocates = std::abs(c.traffic - c.value) > 1e-3 * c.value;
  if (c.kind == "bandwidth" && c.traffic > 0 && allocates) {
    line +=
        " Counted: the bytes asked for; with write-allocate " + format_rate(c.traffic, "B/s") + ".";
  }
  return line;
}

std::string where_line(const ceilings::Ceiling& c, const ceilings::Archive& archive) {
  std::string line = "Where: " + (c.kind == "link" ? ceiling_text(c)
                                                   : units_text(c.scope, c.units, archive.device));
  const std::string sets = working_sets_text(evidence_of(c, archive));
  if (!sets.empty()) line += ", working set " + sets;
  if (c.cache_line_latency > 0) {
    line += ", a cache line between them and back in " + format_seconds(c.cache_line_latency);
  }
  if (c.clock_hz > 0) line += ", at " + format_hertz(c.clock_hz);
  if (c.per_cycle > 0) {
    const std::string work = c.unit == "s" ? "cycles" : c.unit.substr(0, c.unit.find('/'));
    line += ": " + plain_text(c.per_cycle) + " " + work +
            (c.unit == "s" ? "" : " a cycle and " + archive.device.unit_name);
  }
  if (c.limit <= 0) return line + ". No limit is documented.";
  return line + ", " + format_percent(c.share) + " of the documented limit (" + c.limit_source +
         ").";
}

std::string doubt_line(const ceilings::Ceiling& c) {
  std::vector<std::string> doubts;
  for (const ceilings::Flag flag : c.suspect) {
    doubts.push_back(std::string(ceilings::flag_name(flag)) + " (" + ceilings::flag_text(flag) +
                     ")");
  }
  std::string line = doubts.empty() ? "" : "Suspect: " + joined(doubts, "; ") + ".";
  if (!c.lacks.empty()) line += (line.empty() ? "" : " ") + std::string("Lacks ") + c.lacks + ".";
  if (c.notes.empty()) return line;
  return line + (line.empty() ? "" : " ") + "Noted: " + joined(c.notes, "; ") + ".";
}

}  // namespace

std::vector<std::string> explanation(const ceilings::Ceiling& ceiling,
                                     const ceilings::Archive& archive) {
  std::vector<std::string> lines{value_line(ceiling)};
  if (ceiling.source.empty()) lines.push_back(work_line(ceiling, archive));
  lines.push_back(where_line(ceiling, archive));
  const std::string doubts = doubt_line(ceiling);
  if (!doubts.empty()) lines.push_back(doubts);
  return lines;
}

std::vector<const ceilings::Ceiling*> ceilings_like(const ceilings::Archive& archive,
                                                    const std::string& wanted) {
  if (const ceilings::Ceiling* exact = find_ceiling(archive, wanted)) return {exact};
  std::vector<const ceilings::Ceiling*> found;
  for (const ceilings::Ceiling& ceiling : archive.ceilings) {
    if (fits_pattern(wanted, ceiling.id)) found.push_back(&ceiling);
  }
  return found;
}

}  // namespace ridgeline::bench
