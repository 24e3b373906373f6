// ridgeline assemble: the roofline of samples that were measured before, here or elsewhere.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <ostream>
#include <string>

#include "bench/cli/commands.hpp"
#include "bench/cli/renaming.hpp"
#include "bench/cli/shared_options.hpp"
#include "bench/print/archive/archive_document.hpp"
#include "bench/run/journal.hpp"
#include "ceilings/archive.hpp"
#include "ceilings/archive/path.hpp"
#include "ceilings/derive/derive.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/import/google_benchmark/import.hpp"
#include "ceilings/text/text.hpp"

namespace ridgeline::bench {
namespace {

// By its keys, also where the file is cut short: archives have "schema", Google Benchmark's
// files "context" and "benchmarks". (Inside a context that holds an archive, quotes are escaped.)
bool is_benchmark_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const auto has = [&](const char* key) { return text.find(key) != std::string::npos; };
  return !has("\"schema\"") && (has("\"context\"") || has("\"benchmarks\""));
}

ceilings::Archive read_samples(const std::string& path, const ceilings::Renaming& renamed) {
  if (path.ends_with(".journal.jsonl")) return read_journal(path);
  if (is_benchmark_file(path)) return ceilings::import_benchmark(path, renamed).archive;
  return ceilings::read_archive(path);
}

// `out`: a folder that exists or ends in '/', or a file.
std::string output_path(const std::string& out, const ceilings::Archive& archive) {
  const bool folder = out.ends_with("/") || std::filesystem::is_directory(out);
  return folder ? ceilings::archive_path(out, archive) : out;
}

int run(const Arguments& given, const Console& console) {
  const Format format = format_of(given);
  ceilings::Archive archive = read_samples(given.operands.front(), renaming_of(given.text("as")));
  if (archive.samples.empty() && !archive.ceilings.empty()) {
    throw ArchiveError(sanitized(given.operands.front()) +
                       ": has ceilings but no samples to build them from" +
                       (archive.provenance == ceilings::Provenance::published
                            ? ", since its figures are published ones"
                            : "") +
                       "; `ridgeline show` prints it as it is");
  }
  ceilings::derive(archive);
  std::string path;
  if (given.has("out")) {
    path = output_path(given.text("out"), archive);
    ceilings::write_archive(archive, path);
  }
  Document document = archive_document(archive);
  document.facts.push_back({"archive", "", text_cell(path)});
  write(console.out, document, format, console.terminal);
  if (format == Format::table && !path.empty()) {
    console.out << "Archive: " << sanitized(path, console.terminal.ascii) << "\n";
  }
  return 0;
}

}  // namespace

Command assemble_command() {
  CommandSyntax syntax;
  syntax.name = "assemble";
  syntax.summary = "build the roofline from samples measured before, and print it";
  syntax.operands = "FILE";
  syntax.least = syntax.most = 1;
  syntax.reads_files = true;
  syntax.options = {{"out", "PATH", "Write it as a new archive: a file, or a folder", {}, "", 'o'},
                    {"as",
                     "NAMES",
                     "What another program's benchmarks measure: GLOB=ID[*BYTES], several by ','",
                     {},
                     ""},
                    format_option()};
  syntax.examples = {
      {"ridgeline assemble bench.json -o roofline.json",
       "From the JSON output of 'ridgeline bench' on any machine"},
      {"ridgeline assemble results/intel-xeon-processor/2026-11-30T10-24-25Z.json",
       "Anew from an archive's samples, by this version's rules"},
      {"ridgeline assemble results/intel-xeon-processor/DATE.json.journal.jsonl -o results/",
       "What a killed run had finished"},
      {"ridgeline assemble theirs.json --as 'BM_Sum/*=bandwidth/sweep/core/1:0/sum*8'",
       "From any Google Benchmark program: BM_Sum/4096 reads 4096 numbers of 8 bytes"}};
  syntax.details = {
      "FILE is Google Benchmark's JSON, an archive, or the journal (.journal.jsonl) of a run that "
      "did not end. Nothing is measured; FILE is not changed.",
      "--as names the benchmarks of other programs. GLOB is held against a benchmark's name "
      "(* and ?), ID is a ceiling's id; 'sweep' in the place of the level lets the levels be "
      "found. "
      "The last number of the name, times BYTES (1 without), is the working set. The rate is the "
      "counter bytes_per_second (SetBytesProcessed), of compute flops or items_per_second."};
  return {syntax, run};
}

}  // namespace ridgeline::bench
