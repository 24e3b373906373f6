// What read_archive and import_benchmark make of any text, under libFuzzer (scripts/fuzz): only an
// ArchiveError of one line may come out, or an archive that can be written and read again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "ceilings/archive.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/import_benchmark.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const ridgeline::Archive archive = ridgeline::parse_archive(text, "FUZZ");
    const std::string written = ridgeline::to_json(archive);
    if (ridgeline::to_json(ridgeline::parse_archive(written, "FUZZ")) != written) std::abort();
  } catch (const ridgeline::ArchiveError&) {
  }
  try {
    ridgeline::to_json(ridgeline::import_benchmark_text(text, "FUZZ").archive);
  } catch (const ridgeline::ArchiveError&) {
  }
  return 0;
}
