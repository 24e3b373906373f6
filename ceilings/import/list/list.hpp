// Imports the project's own list of kernels, as CSV or JSON; docs/kernels.md describes it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ceilings/import/reading/faults.hpp"
#include "ceilings/import/reading/number.hpp"
#include "ceilings/place/kernel_run.hpp"

namespace ridgeline {

// True where some line is a header with a column "name" and another that is known.
bool looks_like_kernel_csv(std::string_view text);

// Throw ArchiveError where no kernel is usable. A kernel with an unusable value is left out, named
// in a warning; unknown columns are ignored, with a warning that says what was probably meant.
KernelRuns import_kernel_csv(std::string_view text, const std::string& origin);
KernelRuns import_kernel_json(std::string_view text, const std::string& origin);

// What a column or key means.
struct KernelColumn {
  enum class Kind : std::uint8_t {
    name,
    device,
    seconds,
    launches,
    operations,
    bytes,
    bytes_from,
    blocks,
    threads_per_block,
    occupancy,
    sectors_per_request,
    active_lanes,
    threads,
  } kind = Kind::name;
  enum class Part : std::uint8_t { all, read, written } part = Part::all;  // of bytes
  std::string level;                                                       // of bytes
  std::string precision, accumulate, path;                                 // of operations
  double factor = 1;                                                       // 2 of MACs
};

// False: no such column.
bool kernel_column(std::string_view title, KernelColumn& column);
// The same; if it is not known, `near` is what was probably meant (or empty). Takes longer then.
bool kernel_column(std::string_view title, KernelColumn& column, std::string& near);
// "column 'x' is not known and was ignored; did you mean y?", where one is near.
std::string unknown_column(const std::string& title);

// A value without its suffix: "12,5" of "12,5 ms".
std::string_view number_part(std::string_view text);

// Adds a value to a run. Empty and "n/a" cells are not collected. Returns what is wrong with the
// value ("is negative"), or nothing.
std::string set_value(const KernelColumn& column, std::string_view text, char decimal,
                      KernelRun& run);

// After the last value: sums of reads and writes. Returns what is wrong with the kernel, or
// nothing.
std::string finish_run(KernelRun& run);

}  // namespace ridgeline
