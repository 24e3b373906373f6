// Tells the kinds of files apart.
#include "ceilings/import/any.hpp"

#include <algorithm>
#include <array>
#include <new>

#include "ceilings/archive/json/json.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/import/cpu/likwid.hpp"
#include "ceilings/import/cpu/likwid_sections.hpp"
#include "ceilings/import/cpu/perf.hpp"
#include "ceilings/import/list/csv_list.hpp"
#include "ceilings/import/list/json_list.hpp"
#include "ceilings/import/ncu/ncu.hpp"
#include "ceilings/import/reading/text.hpp"

namespace ridgeline::ceilings {
namespace {

[[noreturn]] void refuse(const std::string& origin, const std::string& why) {
  throw ArchiveError(one_line(origin + ": " + why));
}

// Files that people try first, and what to do with them.
struct Hint {
  std::string_view start;
  const char* advice;
};
constexpr std::array kHints{
    Hint{"NVR", "a binary report of Nsight Compute; export it: ncu --import FILE --csv --page raw"},
    Hint{"SQLite format 3",
         "a SQLite database (of Nsight Systems?); it holds no counters of "
         "kernels: profile with ncu --csv --page raw"},
    Hint{"PERFILE2", "a recording of perf record; measure with perf stat -j instead"},
    Hint{"\x1F\x8B", "compressed; decompress it first (gunzip)"},
    Hint{"PK\x03\x04", "a zip archive or a spreadsheet; save the sheet as CSV"},
};

// Tables for people.
void refuse_text_output(std::string_view text, const std::string& origin) {
  const bool ncu = text.find("Section: ") != text.npos && text.find("Metric Name ") != text.npos;
  if (ncu) refuse(origin, "Nsight Compute's tables for people; export with ncu --csv --page raw");
  if (text.find("Performance counter stats for") != text.npos) {
    refuse(origin, "perf's table for people; measure with perf stat -j (or -x,)");
  }
  if (text.find("|        Metric        |") != text.npos || text.find("LIKWID") != text.npos ||
      text.find("Runtime (RDTSC) [s]") != text.npos) {
    refuse(origin, "LIKWID's tables for people; measure with likwid-perfctr -O (or -o FILE.csv)");
  }
}

bool is_json(std::string_view text) {
  const std::string_view content = trimmed(text);
  return content.starts_with('{') || content.starts_with('[');
}

// The importers, an entry each: how the content of their files is recognised, and what reads it.
// The first that recognises it takes it.
struct Importer {
  bool (*recognises)(std::string_view text);
  KernelRuns (*read)(std::string_view text, const std::string& origin);
};
constexpr std::array kImporters{
    // Before other JSON.
    Importer{looks_like_perf_json, import_perf_json},
    Importer{is_json, import_kernel_json},
    Importer{looks_like_ncu, import_ncu},
    Importer{looks_like_likwid, import_likwid},
    Importer{looks_like_kernel_csv, import_kernel_csv},
    Importer{looks_like_perf_csv, import_perf_csv},
};

// A spreadsheet's "CSV (Macintosh)" ends its lines with CR alone.
bool has_only_returns(std::string_view text) {
  return text.find('\r') != text.npos && text.find('\n') == text.npos;
}

KernelRuns import_utf8(std::string_view text, const std::string& origin) {
  if (has_only_returns(text)) {
    std::string lines(text);
    std::replace(lines.begin(), lines.end(), '\r', '\n');
    return import_utf8(lines, origin);
  }
  if (trimmed(text).empty()) refuse(origin, "the file is empty");
  for (const Hint& hint : kHints) {
    if (text.starts_with(hint.start)) refuse(origin, hint.advice);
  }
  for (const Importer& importer : kImporters) {
    if (importer.recognises(text)) return importer.read(text, origin);
  }
  refuse_text_output(text, origin);
  refuse(origin,
         "no kind of kernel file that is known: expected ncu --csv, likwid-perfctr -O, perf stat "
         "-j, or a list with a header such as name,seconds,flop_fp32,bytes_DRAM (docs/kernels.md)");
}

}  // namespace

KernelRuns import_runs_text(std::string_view text, const std::string& origin) {
  if (is_utf16(text)) return import_utf8(utf8_of(text), origin);
  return import_utf8(without_byte_order_mark(text), origin);
}

KernelRuns import_runs(const std::string& path) {
  const std::string origin = path == "-" ? "standard input" : path;
  try {
    return import_utf8(read_utf8(path), origin);
  } catch (const std::bad_alloc&) {
    throw ArchiveError(one_line(origin + ": not enough memory to read it"));
  }
}

}  // namespace ridgeline::ceilings
