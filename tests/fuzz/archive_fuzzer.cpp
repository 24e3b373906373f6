// For libFuzzer, beyond what archive_fuzz_test tries in a second:
//   clang++ -std=c++20 -g -O1 -fsanitize=fuzzer,address,undefined -I. tests/fuzz/archive_fuzzer.cpp
//     ceilings/archive*.cpp ceilings/import_*.cpp ceilings/{ids,units,flags}.cpp -o archive_fuzzer
//   ./archive_fuzzer CORPUS tests/data/archives tests/data/benchmark_json
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
