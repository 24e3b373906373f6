// See explain.hpp. docs/method.md says the same at length.
#include "bench/print/explain/explain.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "bench/print/archive/archive_document.hpp"
#include "ceilings/samples/series.hpp"
#include "ceilings/text/text.hpp"
#include "ceilings/units.hpp"

namespace ridgeline {
namespace {

struct Words {
  const char *kind, *mix, *operation;  // "*": any
  const char* text;
};

// What the kernels of an operation do, and what is counted of it.
constexpr std::array kWords{
    Words{"bandwidth", "1:0", "*", "every word of the set is loaded and combined by XOR"},
    Words{"bandwidth", "1:1", "update",
          "each word is loaded, its sign flipped, and stored in place; nothing is read besides"},
    Words{"bandwidth", "2:1", "update",
          "a ^= b: words of two arrays are loaded, their XOR stored in place of the first"},
    Words{"bandwidth", "1:1", "copy",
          "a = b by ordinary stores, for which the cache reads a's lines first: traffic is 3/2"},
    Words{"bandwidth", "2:1", "triad",
          "a = b + s * c in fp64 by ordinary stores: with a's lines, read first, traffic is 4/3"},
    Words{"bandwidth", "0:1", "write",
          "a pattern is stored everywhere by ordinary stores: with the lines read first, traffic "
          "is twice that"},
    Words{"bandwidth", "0:1", "nt-write", "a pattern is stored past the caches, line by line"},
    Words{"bandwidth", "1:1", "nt-copy", "a = b, stored past the caches: no line of a is read"},
    Words{"bandwidth", "2:1", "nt-triad",
          "a = b + s * c in fp64, stored past the caches: no line of a is read"},
    Words{"compute", "*", "fma", "independent chains of x = x * a + b in registers; 2 FLOP each"},
    Words{"compute", "*", "fma-add",
          "independent chains of x = x * a + b and x = x + c by turns; 3 FLOP a pair: the units "
          "for additions work beside those for FMAs"},
    Words{"compute", "*", "mul-add",
          "independent chains of x = x * a and x = x + b, rounded separately; 2 operations a pair"},
    Words{"compute", "*", "add", "independent chains of additions; 1 operation each"},
    Words{"compute", "*", "fma-one-chain",
          "a single chain of x = x * a + b, each waiting for the one before: its latency"},
    Words{"compute", "*", "dot",
          "dot products of small numbers, added to wider sums; a product and its sum are 2 "
          "operations"},
    Words{"compute", "*", "amx",
          "products of tiles, added to four tiles of sums; a product and its sum are 2 operations"},
    Words{"latency", "*", "chase",
          "each line holds the address of the next, in random order, on huge pages where the "
          "system grants them"},
    Words{"latency", "*", "chase-small-pages",
          "the same on the system's smallest pages, where address translations miss as well"},
};

std::string what_ran(const Ceiling& ceiling) {
  const std::string operation = operation_of(ceiling.path);
  const auto fits = [](const char* pattern, const std::string& text) {
    return std::string(pattern) == "*" || text == pattern;
  };
  for (const Words& words : kWords) {
    if (ceiling.kind == words.kind && fits(words.mix, ceiling.mix) &&
        fits(words.operation, operation)) {
      return words.text;
    }
  }
  return "kernel path " + ceiling.path;
}

std::string in_unit(double value, const std::string& unit) {
  return unit == "s" ? format_seconds(value) : format_rate(value, unit);
}

std::string value_line(const Ceiling& c) {
  std::string line = c.id + ": " + in_unit(c.value, c.unit);
  if (!c.source.empty()) return line + ", published: " + c.source + ".";
  line += ", the median of " +
          counted(static_cast<std::size_t>(std::max(0, c.repetitions)), "repetition");
  if (c.high > 0) {
    line += "; 95 % interval " + in_unit(c.low, c.unit) + " to " + in_unit(c.high, c.unit);
  }
  if (c.best > 0) line += "; best " + in_unit(c.best, c.unit);
  return line + ".";
}

std::string work_line(const Ceiling& c, const Archive& archive) {
  const std::string gpu = archive.device.kind == "gpu" ? gpu_words(c) : "";
  std::string line = "What ran: " + (gpu.empty() ? what_ran(c) : gpu);
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

std::string place_line(const Ceiling& c, const Archive& archive) {
  std::string line = "Where: " + (c.kind == "link" ? ceiling_text(c)
                                                   : place_text(c.scope, c.units, archive.device));
  const std::string sets = working_sets_text(evidence_of(c, archive));
  if (!sets.empty()) line += ", working set " + sets;
  if (c.handoff > 0) {
    line += ", a cache line between them and back in " + format_seconds(c.handoff);
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

std::string doubt_line(const Ceiling& c) {
  std::vector<std::string> doubts;
  for (const Flag flag : c.suspect) {
    doubts.push_back(std::string(flag_name(flag)) + " (" + flag_text(flag) + ")");
  }
  std::string line = doubts.empty() ? "" : "Suspect: " + joined(doubts, "; ") + ".";
  if (!c.lacks.empty()) line += (line.empty() ? "" : " ") + std::string("Lacks ") + c.lacks + ".";
  if (c.notes.empty()) return line;
  return line + (line.empty() ? "" : " ") + "Noted: " + joined(c.notes, "; ") + ".";
}

}  // namespace

std::vector<std::string> explanation(const Ceiling& ceiling, const Archive& archive) {
  std::vector<std::string> lines{value_line(ceiling)};
  if (ceiling.source.empty()) lines.push_back(work_line(ceiling, archive));
  lines.push_back(place_line(ceiling, archive));
  const std::string doubts = doubt_line(ceiling);
  if (!doubts.empty()) lines.push_back(doubts);
  return lines;
}

std::vector<const Ceiling*> ceilings_like(const Archive& archive, const std::string& wanted) {
  if (const Ceiling* exact = find_ceiling(archive, wanted)) return {exact};
  std::vector<const Ceiling*> found;
  for (const Ceiling& ceiling : archive.ceilings) {
    if (fits_pattern(wanted, ceiling.id)) found.push_back(&ceiling);
  }
  return found;
}

}  // namespace ridgeline
