// What the readers of kernel files make of any text, under libFuzzer (scripts/fuzz), beyond what
// tests/ceilings/import/fuzz_test.cpp tries in a second. Only an ArchiveError of one line may come
// out, and numbers that are none never.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "ceilings/errors.hpp"
#include "ceilings/import/any.hpp"

namespace {

bool is_amount(double value) { return std::isfinite(value) && value >= 0; }

void check(const ridgeline::ceilings::KernelRun& run) {
  if (run.seconds && !(is_amount(*run.seconds) && *run.seconds > 0)) std::abort();
  if (run.launches < 1) std::abort();
  for (const ridgeline::ceilings::LevelBytes& level : run.bytes) {
    if (!is_amount(level.bytes) || level.level.empty()) std::abort();
  }
  if (!run.operations) return;
  for (const ridgeline::ceilings::OperationCount& count : *run.operations) {
    if (!is_amount(count.operations) || count.operations == 0) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const ridgeline::ceilings::KernelRuns runs =
        ridgeline::ceilings::import_runs_text(text, "FUZZ");
    if (runs.runs.empty()) std::abort();
    for (const ridgeline::ceilings::KernelRun& run : runs.runs) check(run);
    for (const std::string& warning : runs.warnings) {
      if (warning.find('\n') != std::string::npos) std::abort();
    }
  } catch (const ridgeline::ArchiveError& error) {
    const std::string_view what = error.what();
    if (!what.starts_with("FUZZ: ") || what.find('\n') != std::string_view::npos) std::abort();
  }
  return 0;
}
