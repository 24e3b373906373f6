// Google Benchmark files become archives: whole ones exactly, faulty ones as far as they are good.
#include "ceilings/import/google_benchmark/import.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "ceilings/errors.hpp"
#include "tests/ceilings/archive/examples.hpp"

namespace ridgeline::ceilings {
namespace {

using Json = nlohmann::ordered_json;
const std::string kFiles = std::string(RIDGELINE_TEST_DATA) + "/benchmark_json/";

constexpr const char* kL1 = "bandwidth/L1/core/1:0/avx512/ws:24KiB";
constexpr const char* kFma = "compute/fp64/fma-avx512/core";

// The archive's head as `ridgeline bench` puts it into the context.
Archive head() {
  Archive archive = examples::head("ridgeline bench --benchmark_out=x.json");
  archive.provenance = Provenance::measured;
  archive.device.device_class = "cpu-example-1-2-3-2c-8GiB";
  Sample l1 = examples::sample("bandwidth/L1/core/1:0/avx512", "bandwidth", Stage::confirm, 24576);
  Sample fma = examples::sample("compute/fp64/fma-avx512/core", "compute", Stage::confirm, 0);
  fma.work.operations = 4096;
  archive.samples = {l1, fma};
  for (Sample& sample : archive.samples) sample.repetitions.clear();
  return archive;
}

Json row(const std::string& name, double seconds, double passes, int order,
         const std::string& label = "") {
  return {{"name", name + "/manual_time"},
          {"run_name", name + "/manual_time"},
          {"run_type", "iteration"},
          {"repetitions", 6},
          {"threads", 1},
          {"iterations", 1},
          {"real_time", seconds * 1e9},
          {"time_unit", "ns"},
          {"bytes_per_second", 1},
          {"seconds", seconds},
          {"passes", passes},
          {"core_hz", 2.9e9},
          {"order", static_cast<double>(order)},
          {"label", label}};
}

Json file_of(const Archive& archive, std::vector<Json> rows) {
  return {{"context",
           {{"date", "2026-11-30T12:00:00+00:00"},
            {"num_cpus", 2},
            {"load_avg", {0.21, 0.3, 0.28}},
            {"library_build_type", "debug"},
            {"ridgeline", to_json(archive)},
            {"ridgeline_build_type", "Release"}}},
          {"benchmarks", rows}};
}

ImportResult import_rows(const std::vector<Json>& rows) {
  return import_benchmark_text(file_of(head(), rows).dump(1), "FILE");
}

std::string joined(const std::vector<std::string>& warnings) {
  std::string text;
  for (const std::string& warning : warnings) text += warning + "\n";
  return text;
}

bool warns(const ImportResult& result, const std::string& words) {
  const bool found = joined(result.warnings).find(words) != std::string::npos;
  EXPECT_TRUE(found) << words << " is not in:\n" << joined(result.warnings);
  // What is doubtful stays with the archive.
  const auto& notes = result.archive.environment.notes;
  EXPECT_EQ(std::count_if(notes.begin(), notes.end(),
                          [](const std::string& note) { return note.starts_with("import: "); }),
            static_cast<std::ptrdiff_t>(result.warnings.size()));
  return found;
}

std::string refusal(const std::string& text) {
  try {
    import_benchmark_text(text, "FILE");
    return "";
  } catch (const ArchiveError& error) {
    const std::string what = error.what();
    EXPECT_EQ(what.find('\n'), std::string::npos) << what;
    EXPECT_TRUE(what.starts_with("FILE: ")) << what;
    return what;
  }
}

TEST(ImportBenchmark, RowsBecomeRepetitions) {
  const ImportResult result =
      import_rows({row(kL1, 1.0000000001e-3, 15000.5, 4, "stolen-time,unsteady"),
                   row(kL1, 1.1e-3, 15000, 2), row(kFma, 2e-3, 8000, 3)});
  EXPECT_EQ(joined(result.warnings), "");
  const Archive& archive = result.archive;
  EXPECT_EQ(archive.device.device_class, "cpu-example-1-2-3-2c-8GiB");
  EXPECT_EQ(archive.command, "ridgeline bench --benchmark_out=x.json");
  EXPECT_EQ(archive.provenance, Provenance::measured);
  EXPECT_TRUE(archive.complete);
  ASSERT_EQ(archive.samples.size(), 2u);
  const auto& l1 = archive.samples[0].repetitions;
  ASSERT_EQ(l1.size(), 2u);
  EXPECT_EQ(l1[0].order, 2u) << "in the order they were taken";
  EXPECT_EQ(l1[1].seconds, 1.0000000001e-3);
  EXPECT_EQ(l1[1].passes, 15000.5);
  EXPECT_EQ(l1[1].clock_hz, 2.9e9);
  EXPECT_EQ(l1[1].flags, (std::vector{Flag::stolen_time, Flag::unsteady}));
  EXPECT_EQ(archive.samples[1].repetitions.size(), 1u);
  EXPECT_NO_THROW(check_archive(archive, "imported"));
}

TEST(ImportBenchmark, PowerAndTemperatureComeAlong) {
  Json hot = row(kL1, 1e-3, 10, 0);
  hot["power_w"] = 651.5;
  hot["temperature_c"] = 58;
  const Archive archive = import_rows({hot, row(kL1, 1e-3, 10, 1)}).archive;
  const auto& repetitions = archive.samples[0].repetitions;
  ASSERT_EQ(repetitions.size(), 2u);
  EXPECT_EQ(repetitions[0].power, 651.5);
  EXPECT_EQ(repetitions[0].temperature, 58);
  EXPECT_EQ(repetitions[1].power, 0);
}

TEST(ImportBenchmark, NamesLoseWhatGoogleBenchmarkAdds) {
  std::vector<Json> rows;
  for (const char* added :
       {"", "/manual_time", "/repeats:6/manual_time", "/iterations:1/manual_time",
        "/min_time:0.500/manual_time/threads:1", "/process_time/real_time",
        "/min_warmup_time:0.100/repeats:6/manual_time"}) {
    rows.push_back(row(kL1, 1e-3, 10, 0));
    rows.back()["name"] = std::string(kL1) + added;
  }
  EXPECT_EQ(import_rows(rows).archive.samples[0].repetitions.size(), rows.size());
}

TEST(ImportBenchmark, AggregatesAreIgnored) {
  Json mean = row(kL1, 5e-3, 1, 0);
  mean["name"] = std::string(kL1) + "/manual_time_mean";
  mean["run_type"] = "aggregate";
  mean["aggregate_name"] = "mean";
  const ImportResult result = import_rows({row(kL1, 1e-3, 10, 0), row(kFma, 1e-3, 10, 1), mean});
  EXPECT_EQ(joined(result.warnings), "");
  EXPECT_EQ(result.archive.samples[0].repetitions.size(), 1u);
}

// The coefficient of variation of a counter that is always zero.
TEST(ImportBenchmark, AggregatesThatAreNotANumberAreIgnored) {
  Json cv = row(kL1, 1, 1, 0);
  cv["run_type"] = "aggregate";
  std::string text = file_of(head(), {row(kL1, 1e-3, 10, 0), cv, row(kFma, 1e-3, 10, 1)}).dump(1);
  const std::string number = "\"real_time\": 1000000000.0";
  ASSERT_NE(text.find(number), std::string::npos);
  text.replace(text.find(number), number.size(), "\"real_time\": NaN");
  EXPECT_EQ(joined(import_benchmark_text(text, "FILE").warnings), "");
}

TEST(ImportBenchmark, ErrorsFailTheirSample) {
  Json failed = {{"name", std::string(kFma) + "/manual_time"},
                 {"run_type", "iteration"},
                 {"error_occurred", true},
                 {"error_message", "the device was lost"}};
  const ImportResult result = import_rows({row(kL1, 1e-3, 10, 0), failed});
  EXPECT_EQ(result.archive.samples[1].status, Status::failed);
  EXPECT_EQ(result.archive.samples[1].reason, "the device was lost");
  EXPECT_EQ(result.archive.samples[0].status, Status::ok);
}

TEST(ImportBenchmark, StrangersAreCountedAndNamed) {
  const ImportResult result =
      import_rows({row(kL1, 1e-3, 10, 0), row("BM_memcpy/8", 1, 1, 0), row("BM_x", 1, 1, 0)});
  EXPECT_TRUE(warns(result,
                    "2 row(s) match no sample of the context and are ignored; the first: "
                    "'BM_memcpy/8'"));
  EXPECT_TRUE(warns(result,
                    "1 row(s) are missing of the benchmarks that the context lists; the "
                    "first: 'compute/fp64/fma-avx512/core'"));
  EXPECT_EQ(result.archive.samples[1].status, Status::skipped);
}

TEST(ImportBenchmark, BadRowsAreLeftOutWithAWarning) {
  Json no_time = row(kL1, 0, 10, 1), no_passes = row(kL1, 1e-3, 0, 2), text = row(kL1, 1, 1, 3);
  Json negative = row(kL1, -1e-3, 10, 4), null = row(kL1, 1, 1, 5);
  text["seconds"] = "0.001";
  null["passes"] = nullptr;
  const ImportResult result = import_rows({row(kL1, 1e-3, 10, 0), no_time, no_passes, text,
                                           negative, null, row(kFma, 1e-3, 10, 9, "tired")});
  EXPECT_TRUE(warns(result, "5 row(s) have no time or no passes"));
  EXPECT_TRUE(warns(result, "1 row(s) carry a label with a word that is no flag's name"));
  EXPECT_EQ(result.archive.samples[0].repetitions.size(), 1u);
  EXPECT_NO_THROW(check_archive(result.archive, "imported"));
}

TEST(ImportBenchmark, ImpossibleRatesAreMarkedAndKept) {
  const ImportResult result =
      import_rows({row(kL1, 1e-6, 1.5e5, 0), row(kFma, 1e-3, 10, 1), row(kL1, 1e-3, 10, 2)});
  EXPECT_TRUE(warns(result, "1 row(s) are faster than any device"));
  EXPECT_EQ(result.archive.samples[0].repetitions.at(0).flags, std::vector{Flag::optimised_away});
  EXPECT_TRUE(result.archive.samples[0].repetitions.at(1).flags.empty());
}

TEST(ImportBenchmark, DoubtfulContextsAreSaid) {
  Json file = file_of(head(), {row(kL1, 1e-3, 10, 0), row(kFma, 1e-3, 10, 1)});
  file["context"]["ridgeline_build_type"] = "debug";
  file["context"]["load_avg"] = {63.9, 60.2, 41.0};
  ImportResult result = import_benchmark_text(file.dump(), "FILE");
  EXPECT_TRUE(warns(result, "ridgeline_build_type is debug"));
  EXPECT_TRUE(warns(result, "load average 63.9 on 2 CPUs"));
  file["context"]["ridgeline_build_type"] = "Debug";
  EXPECT_TRUE(warns(import_benchmark_text(file.dump(), "FILE"), "ridgeline_build_type is debug"));
  // The library's own "debug" is Debian's and says nothing; a list without loads neither.
  file["context"]["ridgeline_build_type"] = "Release";
  for (const Json& loads : {Json::array(), Json::array({0.4}), Json(3), Json::array({"busy"})}) {
    file["context"]["load_avg"] = loads;
    EXPECT_EQ(joined(import_benchmark_text(file.dump(), "FILE").warnings), "");
  }
}

TEST(ImportBenchmark, TruncatedFilesKeepTheirWholeRows) {
  const std::string text =
      file_of(head(), {row(kL1, 1e-3, 10, 0), row(kL1, 1e-3, 11, 1), row(kFma, 1e-3, 12, 2)})
          .dump(1);
  const std::string row_end = "\"label\": \"\"\n  }";
  ASSERT_NE(text.find(row_end), std::string::npos);
  // Up to the bracket that closes the last row's list.
  for (std::size_t size = 0; size < text.rfind(']'); size += 7) {
    const std::string cut = text.substr(0, size);
    std::size_t whole = 0;
    for (std::size_t at = 0; (at = cut.find(row_end, at)) != std::string::npos; ++at) ++whole;
    if (whole == 0) {
      EXPECT_NE(refusal(cut), "") << size;
      continue;
    }
    const ImportResult result = import_benchmark_text(cut, "FILE");
    EXPECT_TRUE(warns(result, "the file ends early (was the run killed?)")) << size;
    EXPECT_FALSE(result.archive.complete);
    const auto& samples = result.archive.samples;
    EXPECT_EQ(samples[0].repetitions.size() + samples[1].repetitions.size(), whole) << size;
  }
}

TEST(ImportBenchmark, BrokenHeadsAreRefused) {
  Json file = file_of(head(), {row(kL1, 1e-3, 10, 0)});
  file["context"]["ridgeline"] = "{\"schema\": \"2.0\"}";
  EXPECT_NE(refusal(file.dump()).find("context \"ridgeline\": /schema: major version 2"),
            std::string::npos);
  file["context"]["ridgeline"] = "{";
  EXPECT_NE(refusal(file.dump()).find("context \"ridgeline\": "), std::string::npos);
}

TEST(ImportBenchmark, OtherFilesAreRefused) {
  for (const char* text : {"", "{}", "[]", "3", "{\"benchmarks\"", "{\"context\":{}}", "<html>",
                           "{\"benchmarks\":[]}", "{\"benchmarks\":{}}", "{\"benchmarks\":[{}]}",
                           "{\"benchmarks\":[1,\"{\",[]]}", "{\"benchmarks\":\"x\"}"}) {
    EXPECT_NE(refusal(text), "") << text;
  }
  EXPECT_NE(refusal(to_json(head())).find("no list \"benchmarks\""), std::string::npos);
  EXPECT_NE(refusal("{\"benchmarks\":" + std::string(100'000, '[')), "");
}

// Files of other suites: never a row to use, always the reason.
struct Foreign {
  const char* file;
  const char* error;
};
class ForeignFile : public testing::TestWithParam<Foreign> {};
TEST_P(ForeignFile, IsRefusedWithTheCause) {
  try {
    import_benchmark(kFiles + GetParam().file);
    FAIL() << "it was taken";
  } catch (const ArchiveError& error) {
    EXPECT_NE(std::string(error.what()).find(GetParam().error), std::string::npos) << error.what();
  }
}
INSTANTIATE_TEST_SUITE_P(
    Files, ForeignFile,
    testing::Values(
        Foreign{"g02_truncated_killed.json", "the file ends early (was the run killed?)"},
        Foreign{"g02b_unclosed_no_end.json", "no row is named like a Ridgeline benchmark"},
        Foreign{"g05_odd_names_counters.json", "expected e.g. bandwidth/sweep/core/1:0/avx512/ws:"},
        Foreign{"g06_locale_thousands.json", "line 28, column 23: digits grouped by the locale"},
        Foreign{"g07_windows_path_bad_escape.json", "bad escape"},
        Foreign{"g08_bom_dup_keys_debug_build.json", "no row is named"},
        Foreign{"g09_load_avg_busy.json", "the first: 'read/DRAM/rep0'"},
        Foreign{"g12_json_then_text.json", "the text behind the JSON document is ignored"},
        Foreign{"g13_integer_overflow.json", "the number 1e400 is beyond the range of a double"}));

// The same faults in files with Ridgeline's names: how many repetitions remain, and the warning.
struct Named {
  const char* file;
  std::size_t repetitions;
  const char* warning;
};
class NamedFile : public testing::TestWithParam<Named> {};
TEST_P(NamedFile, KeepsItsGoodRows) {
  const ImportResult result = import_benchmark(kFiles + GetParam().file);
  EXPECT_TRUE(warns(result, GetParam().warning));
  EXPECT_TRUE(warns(result, "the device is unknown"));
  EXPECT_EQ(result.archive.device.device_class, "unknown");
  EXPECT_EQ(result.archive.created, "2026-03-29T01:30:00Z");
  std::size_t count = 0;
  for (const Sample& sample : result.archive.samples) {
    count += sample.repetitions.size();
    for (const Repetition& repetition : sample.repetitions) {
      const double bytes = sample.work.bytes_read + sample.work.bytes_written;
      const double rate = bytes * repetition.passes / repetition.seconds;
      EXPECT_GT(rate, 1e9) << sample.name;
      EXPECT_EQ(rate > 1e15, !repetition.flags.empty()) << sample.name;
    }
  }
  EXPECT_EQ(count, GetParam().repetitions);
  EXPECT_NO_THROW(check_archive(result.archive, "imported"));
}
INSTANTIATE_TEST_SUITE_P(
    Files, NamedFile,
    testing::Values(
        Named{"named_g02_truncated_killed.json", 8,
              "the file ends early (was the run killed?); its 8 whole"},
        Named{"named_g02b_unclosed_no_end.json", 12, "the file ends early"},
        Named{"named_g05_odd_names_counters.json", 2, "1 row(s) have a time or rate of zero"},
        Named{"named_g05_odd_names_counters.json", 2, "1 row(s) are faster than any device"},
        Named{"named_g06_locale_thousands.json", 1,
              "line 28, column 23: digits grouped by the locale"},
        Named{"named_g07_windows_path_bad_escape.json", 2,
              "the backslashes were taken as they stand"},
        Named{"named_g08_bom_dup_keys_debug_build.json", 1, "1 row(s) have a value twice"},
        Named{"named_g09_load_avg_busy.json", 5, "load average 63.9 on 2 CPUs"},
        Named{"named_g12_json_then_text.json", 2, "the text behind the JSON document is ignored"},
        Named{"named_g13_integer_overflow.json", 1, "the number 1e400 is beyond"}));

TEST(ImportBenchmark, BareNamesTellWhatTheyCan) {
  const Json file = {{"context", {{"date", "2026-11-30T12:00:00Z"}, {"num_cpus", 2}}},
                     {"benchmarks",
                      {{{"name", "compute/fp16->fp32/amx/all/ws:4KiB/manual_time"},
                        {"run_type", "iteration"},
                        {"iterations", 2},
                        {"real_time", 0.5},
                        {"time_unit", "ms"},
                        {"flops", 2e12}},
                       {{"name", "bandwidth/HBM@node2/all/2:1/avx2/ws:1.5MiB"},
                        {"iterations", 1},
                        {"real_time", 1000},
                        {"time_unit", "us"},
                        {"bytes_per_second", 3e9}}}}};
  const Archive archive = import_benchmark_text(file.dump(), "FILE").archive;
  ASSERT_EQ(archive.samples.size(), 2u);
  const Sample& amx = archive.samples[0];
  EXPECT_EQ(amx.id, "compute/fp16->fp32/amx/all");
  EXPECT_EQ(amx.accumulate, "fp32");
  EXPECT_EQ(amx.units, 2);
  EXPECT_EQ(amx.stage, Stage::confirm);
  EXPECT_DOUBLE_EQ(amx.repetitions[0].seconds, 1e-3);
  EXPECT_DOUBLE_EQ(amx.repetitions[0].passes * amx.work.operations, 2e9);
  const Sample& hbm = archive.samples[1];
  EXPECT_EQ(hbm.node, "node2");
  EXPECT_EQ(hbm.working_set, 1572864u);
  EXPECT_DOUBLE_EQ(hbm.work.bytes_read, 2 * hbm.work.bytes_written);
}

TEST(ImportBenchmark, TimesWithoutAZoneAreNotGuessed) {
  Json file = Json::parse(R"({"context":{},"benchmarks":[
    {"name":"bandwidth/L1/core/1:0/sse/ws:4KiB","real_time":1,"bytes_per_second":1e9}]})");
  for (const char* date : {"", "yesterday", "2026-03-29T02:30:00", "2026-13-01T00:00:00Z"}) {
    file["context"]["date"] = date;
    const ImportResult result = import_benchmark_text(file.dump(), "FILE");
    EXPECT_EQ(result.archive.created, "1970-01-01T00:00:00Z");
    EXPECT_TRUE(warns(result, "the time of the run is unknown"));
  }
  file["context"]["date"] = "2026-01-01T00:30:00-03:30";
  EXPECT_EQ(import_benchmark_text(file.dump(), "FILE").archive.created, "2026-01-01T04:00:00Z");
}

TEST(ImportBenchmark, FilesThatCanNotBeReadAreNamed) {
  EXPECT_THROW(import_benchmark(kFiles + "none.json"), ArchiveError);
}

}  // namespace
}  // namespace ridgeline::ceilings
