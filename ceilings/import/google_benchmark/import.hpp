// Builds an archive from a Google Benchmark JSON file, as `ridgeline bench --benchmark_out=FILE
// --benchmark_out_format=json` writes it.
//
// What the writer and this reader agree on:
// - the custom context key "ridgeline" holds, as a text, the JSON of an archive whose samples have
//   no repetitions;
// - a row with run_type "iteration" is one repetition of the sample that has the row's name without
//   what Google Benchmark adds behind it ("/manual_time", "/repeats:6", "/iterations:1", ...);
// - its counters are "seconds" and "passes" of that repetition, "core_hz" and "order"; its label is
//   a list of flags' names, separated by commas; rows of errors fail their sample.
// Counters bytes_per_second and flops are for people, and for files without that context.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ceilings/archive.hpp"

namespace ridgeline::ceilings {

struct ImportResult {
  Archive archive;                    // not yet derived
  std::vector<std::string> warnings;  // one sentence each; also among the environment's notes
};

// What a benchmark of another program is called here: "<id>/ws:SIZE" (or a compute id alone); the
// name itself, or anything else that is no id, where it is none of ours.
using Renaming = std::function<std::string(const std::string& name)>;

// Takes every whole row it can use and says what it left out. Without the context, rows whose names
// are ids with "/ws:SIZE" (perhaps by `renamed`) and that have a rate are taken, and the device is
// "unknown". Rates are the counters bytes_per_second, or flops (also FLOPS, FLOP/s); without one of
// those, of compute, items_per_second. Throws ArchiveError where no row can be used, with the
// cause.
ImportResult import_benchmark(const std::string& path, const Renaming& renamed = nullptr);

// The same from the file's text; `origin` names it in messages.
ImportResult import_benchmark_text(const std::string& text, const std::string& origin,
                                   const Renaming& renamed = nullptr);

}  // namespace ridgeline::ceilings
