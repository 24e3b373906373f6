// What the readers of archives and of benchmark files make of any text, under libFuzzer
// (scripts/fuzz). Only an ArchiveError of one line may come out, or an archive that can be written
// and read again. Where the whole archive can be read, so can its summary, which has the same
// ceilings; where it can't, the summary may have passed over a fault inside what it leaves out.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "ceilings/archive.hpp"
#include "ceilings/archive/json/summary.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/import/google_benchmark/import.hpp"

namespace {

using ridgeline::ceilings::Archive;

// What `read` gives; nothing where it refuses the text with a message of one line.
template <typename Read>
auto result_of(const Read& read) -> std::optional<decltype(read())> {
  try {
    return read();
  } catch (const ridgeline::ArchiveError& error) {
    const std::string_view what = error.what();
    if (!what.starts_with("FUZZ") || what.find('\n') != std::string_view::npos) std::abort();
    return std::nullopt;
  }
}

// All but samples and placements, and the fields of newer versions, which are kept by their place.
std::string without_samples(Archive archive) {
  archive.samples.clear();
  archive.layout_probes.clear();
  archive.unknown_fields.clear();
  return ridgeline::ceilings::to_json(archive);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto whole = result_of([&] { return ridgeline::ceilings::parse_archive(text, "FUZZ"); });
  const auto summary = result_of([&] { return ridgeline::ceilings::parse_summary(text, "FUZZ"); });
  if (whole) {
    const std::string written = ridgeline::ceilings::to_json(*whole);
    if (ridgeline::ceilings::to_json(ridgeline::ceilings::parse_archive(written, "FUZZ")) !=
        written)
      std::abort();
    if (!summary || without_samples(*summary) != without_samples(*whole)) std::abort();
  }
  if (summary && !(summary->samples.empty() && summary->layout_probes.empty())) std::abort();
  const auto imported =
      result_of([&] { return ridgeline::ceilings::import_benchmark_text(text, "FUZZ"); });
  if (imported) ridgeline::ceilings::to_json(imported->archive);
  return 0;
}
