// Options become a row of a kernel list, so that both mean the same.
#include "bench/cli/kernel_options.hpp"

#include <algorithm>
#include <set>

#include "ceilings/errors.hpp"
#include "ceilings/import/list/values.hpp"
#include "ceilings/text/text.hpp"

namespace ridgeline::bench {
namespace {

// As the command line calls things, which knows neither "flop_double" nor "bytes_HBM".
std::string unknown_text(const std::string& option, const std::string& column,
                         const std::string& near) {
  const std::string start = "option '--" + option + "': ";
  const std::string name = column.substr(column.find('_') + 1);
  if (option == "bytes") {
    return start + "the level '" + name +
           "' is not known; it can be L1, shared, L2, L3, DRAM (any device memory) or a node's, "
           "DRAM@node1, each with _read or _written behind it";
  }
  if (option == "flop" || option == "macs") {
    const std::string meant = near.substr(near.find('_') + 1);
    return start + "the type '" + name + "' is not known; " +
           (near.empty() ? "it is a precision (fp64, fp32, tf32, fp16, bf16, fp8, int32, int8, "
                           "...), perhaps with the one it adds up in (fp16->fp32) and a path "
                           "(fp32_fma)"
                         : "did you mean '" + meant + "'?");
  }
  return start + "'" + column + "' is not known" +
         (near.empty() ? "; docs/kernels.md lists what is" : "; did you mean '" + near + "'?");
}

// A column of a kernel list and its value; `option` is named where something is wrong.
void set(const std::string& option, const std::string& column, const std::string& value,
         ceilings::KernelRun& run) {
  ceilings::KernelColumn known;
  std::string near;
  if (!ceilings::kernel_column(column, known, near))
    throw UsageError(unknown_text(option, column, near));
  const std::string fault = ceilings::set_value(known, value, '.', run);
  if (!fault.empty()) throw UsageError("option '--" + option + "': " + fault);
}

// "12GB", or "DRAM=12GB,L2=30GB": `alone` is the column of a value without a key; keys stand
// behind `start`.
void set_list(const Arguments& given, const std::string& option, const std::string& start,
              const std::string& alone, ceilings::KernelRun& run) {
  if (!given.has(option)) return;
  std::set<std::string> seen;
  for (const std::string& part : split(given.text(option))) {
    const std::size_t equals = part.find('=');
    const std::string value = equals == std::string::npos ? part : part.substr(equals + 1);
    if (value.empty()) {
      throw UsageError("option '--" + option + "' has an empty value in '" + given.text(option) +
                       "'");
    }
    if (equals == std::string::npos && alone.empty()) {
      throw UsageError("option '--" + option + "' wants NAME=VALUE, not '" + part + "'");
    }
    const std::string column = equals == std::string::npos ? alone : start + part.substr(0, equals);
    // "1,000,000" would be three values.
    if (!seen.insert(column).second) {
      throw UsageError("option '--" + option + "' gives one thing twice in '" + given.text(option) +
                       "'; commas stand between values, not in numbers: 1000000, 1e6");
    }
    set(option, column, value, run);
  }
}

// "fp32" and "fma" become "_fp32_fma", as in a kernel list's columns.
std::string type_of(const Arguments& given) {
  if (!given.has("precision")) {
    if (given.has("path")) throw UsageError("option '--path' needs '--precision'");
    return "";
  }
  return "_" + given.text("precision") + (given.has("path") ? "_" + given.text("path") : "");
}

// Integers are OP in a list, and FLOP on the command line as well.
std::string operations_column(const Arguments& given, const char* start) {
  const std::string type = type_of(given);
  return (type.starts_with("_int") && std::string(start) == "flop" ? "op" : start) + type;
}

void set_operations(const Arguments& given, ceilings::KernelRun& run) {
  set_list(given, "flop", "flop_", operations_column(given, "flop"), run);
  set_list(given, "macs", "macs_", operations_column(given, "macs"), run);
}

}  // namespace

std::vector<Option> kernel_options() {
  return {
      {"name", "NAME", "One kernel by options: its name", {}, ""},
      {"seconds", "TIME", "Its time: 0.012, 12ms, 350us; without it: what is attainable", {}, ""},
      {"launches", "N", "Launches that time, operations and bytes are the sums of", {}, ""},
      {"flop",
       "N",
       "Its operations, 1 FMA = 2 FLOP: 2e9, 4TFLOP, 0 for a copy; or by type: "
       "'fp32_fma=1e9,fp16->fp32=2e12'",
       {},
       ""},
      {"macs", "N", "The same counted in multiply-adds, each 2 FLOP", {}, ""},
      {"precision",
       "TYPE",
       "Type of a plain --flop: fp64, fp32, 'fp16->fp32' (fp16 added up in fp32), int32, ...",
       {},
       ""},
      {"path",
       "PATH",
       "How they went: fma, mul-add, matrix (tensor cores, AMX), or an instruction set",
       {},
       ""},
      {"bytes",
       "N",
       "Bytes moved in DRAM: 12GB; or by level: DRAM_read=8GB,DRAM_written=4GB,L2=30GB",
       {},
       ""},
      {"bytes-from", "SOURCE", "Who counted the bytes; hand unless told", {"hand", "counters"}, ""},
      {"facts",
       "LIST",
       "What else is known, to explain a low point: threads=8 of a CPU, of a GPU blocks=40, "
       "occupancy=30%, sectors_per_request=32 (of a load), active_lanes=20 (of a warp's 32)",
       {},
       ""}};
}

bool has_kernel_options(const Arguments& given) {
  const std::vector<Option> options = kernel_options();
  return std::any_of(options.begin(), options.end(),
                     [&](const Option& option) { return given.has(option.name); });
}

ceilings::KernelRuns kernel_of(const Arguments& given) {
  ceilings::KernelRun run;
  run.name = given.has("name") ? given.text("name") : "kernel";
  run.bytes_from = ceilings::BytesFrom::hand;
  for (const char* plain : {"seconds", "launches"}) {
    if (given.has(plain)) set(plain, plain, given.text(plain), run);
  }
  if (given.has("bytes-from")) set("bytes-from", "bytes_from", given.text("bytes-from"), run);
  set_operations(given, run);
  set_list(given, "bytes", "bytes_", "bytes_DRAM", run);
  set_list(given, "facts", "", "", run);
  if (!run.operations && run.bytes.empty()) {
    throw UsageError("a kernel needs --flop (or --macs), --bytes, or both; 0 is a value, too");
  }
  const std::string fault = ceilings::finish_run(run);
  if (!fault.empty()) throw UsageError("the kernel of the options: " + fault);
  return {"options", {run}, {}};
}

}  // namespace ridgeline::bench
