// The project's own lists, LIKWID's and perf's output, and telling the kinds apart.
#include "ceilings/import/any.hpp"

#include <gtest/gtest.h>

#include "ceilings/errors.hpp"
#include "tests/ceilings/import/checks.hpp"

namespace ridgeline::ceilings {
namespace {

const std::string kData = RIDGELINE_TEST_DATA;

using Counts = std::vector<OperationCount>;
using Levels = std::vector<LevelBytes>;

TEST(ImportRuns, ListOfKernels) {
  const KernelRuns runs = import_runs(kData + "/kernels/list.csv");
  EXPECT_EQ(runs.source, "kernel list");
  ASSERT_EQ(runs.runs.size(), 4u);
  const KernelRun& saxpy = runs.runs[0];
  EXPECT_EQ(saxpy.name, "saxpy, n = 1e9");
  EXPECT_EQ(saxpy.seconds, 0.012);
  EXPECT_EQ(saxpy.operations, (Counts{{"fp32", "", "fma", 2e9}}));
  EXPECT_EQ(saxpy.bytes, (Levels{{"DRAM", 12e9, 8e9, 4e9}, {"L2", 12e9, {}, {}}}));
  EXPECT_EQ(saxpy.bytes_from, BytesFrom::hand);
  const KernelRun& gemm = runs.runs[1];
  EXPECT_EQ(gemm.operations, (Counts{{"fp16", "fp32", "matrix", 3e12}}));  // MACs count 2
  EXPECT_EQ(gemm.launches, 10u);
  EXPECT_EQ(gemm.bytes_from, BytesFrom::counters);
  EXPECT_EQ(runs.runs[2].operations, Counts{});
  EXPECT_EQ(runs.runs[2].bytes[0].bytes, 2.0 * (1 << 30));
  EXPECT_EQ(runs.runs[3].operations, (Counts{{"int32", "", "", 2e9}}));
  EXPECT_TRUE(mentions(runs.runs[3].notes, "lower bound"));
  EXPECT_TRUE(runs.warnings.empty());
}

TEST(ImportRuns, ListOfKernelsFromASpreadsheet) {
  const KernelRuns runs = import_runs(kData + "/kernels/list_german.csv");
  ASSERT_EQ(runs.runs.size(), 1u);
  EXPECT_EQ(runs.runs[0].seconds, 0.125);
  EXPECT_EQ(runs.runs[0].operations, (Counts{{"", "", "", 1.25e9}}));
  EXPECT_EQ(runs.runs[0].bytes, (Levels{{"DRAM", 2.5e9, {}, {}}, {"L3@node1", 3e9, {}, {}}}));
  for (const char* word : {"'colour' is not known", "did you mean flop_fp32?",
                           "'-1' is negative: bad time", "'3 GBit' has an unknown suffix"}) {
    EXPECT_TRUE(mentions(runs.warnings, word)) << word;
  }
}

TEST(ImportRuns, ListOfKernelsInJson) {
  const KernelRuns runs = import_runs(kData + "/kernels/list.json");
  ASSERT_EQ(runs.runs.size(), 3u);
  EXPECT_EQ(runs.runs[0].operations, (Counts{{"fp32", "", "", 2e9}}));
  EXPECT_FALSE(runs.runs[1].operations.has_value());
  EXPECT_EQ(runs.runs[2].operations, (Counts{{"fp64", "", "", 5e9}}));
  EXPECT_EQ(runs.runs[2].facts.threads, 8);
  EXPECT_TRUE(mentions(runs.warnings, "'soon' is no number: wrong"));
  const KernelRuns bare =
      import_runs_text(R"([{"name": "k", "macs": 3, "bytes_L1": null}])", "file");
  EXPECT_EQ(bare.runs[0].operations, (Counts{{"", "", "", 6}}));
  EXPECT_TRUE(bare.runs[0].bytes.empty());
}

TEST(ImportRuns, ValuesOfKernelLists) {
  const auto seconds = [](const std::string& value) {
    return import_runs_text("name,seconds,flop\nk," + value + ",1\n", "file").runs[0].seconds;
  };
  EXPECT_EQ(seconds("3us"), 3e-6);
  EXPECT_EQ(seconds("2 min"), 120);
  EXPECT_EQ(seconds("1.5e-3 s"), 1.5e-3);
  EXPECT_EQ(seconds(""), std::nullopt);
  const auto bytes = [](const std::string& value) {
    return import_runs_text("name,seconds,bytes_L2\nk,1," + value + "\n", "file")
        .runs[0]
        .bytes[0]
        .bytes;
  };
  EXPECT_EQ(bytes("4K"), 4096);  // as everywhere in the program
  EXPECT_EQ(bytes("4kB"), 4000);
  EXPECT_EQ(bytes("1.5GiB"), 1.5 * (1 << 30));
  EXPECT_EQ(bytes("2e9"), 2e9);
  for (const char* row : {"k,0,1", "k,nan,1", "k,1,-1", "k,1 day,1", "k,1e400,1"}) {
    EXPECT_NE(error_of(std::string("name,seconds,flop\n") + row + "\n").find("kernel left out"),
              std::string::npos)
        << row;
  }
  EXPECT_NE(error_of("name,seconds,launches\nk,1,0.5\n").find("whole number"), std::string::npos);
  EXPECT_NE(error_of("name,bytes_L2,bytes_L2_read,bytes_L2_written\nk,9,1,2\n").find("not the sum"),
            std::string::npos);
  EXPECT_NE(error_of("name,flop,flop\nk,1,2\n").find("comes twice"), std::string::npos);
  EXPECT_NE(error_of("name,device,flop\nk,0,\n").find("neither time"), std::string::npos);
}

TEST(ImportRuns, ListsAreReadAndFaultsNamedAsMeant) {
  // The numbers before suffixes are evidence of the decimal mark, too.
  const KernelRuns english = import_runs_text("name;seconds;flop\na;0.25ms;1\nb;1.500ms;1\n", "f");
  EXPECT_DOUBLE_EQ(english.runs.at(1).seconds.value(), 1.5e-3);
  const KernelRuns german = import_runs_text("name;seconds;flop\na;0,25ms;1\nb;1.500ms;1\n", "f");
  EXPECT_DOUBLE_EQ(german.runs.at(1).seconds.value(), 1.5);
  EXPECT_EQ(import_runs_text("name,flop\ra,1\rb,2\r", "file").runs.size(), 2u);
  const KernelRuns runs =
      import_runs_text("name,seconds,bytes_HBM,flop\na,1,2,3\nb,1,2\nc,1,2,3\n", "file");
  EXPECT_EQ(runs.runs.size(), 2u);
  EXPECT_TRUE(mentions(runs.warnings, "levels are L1, shared, L2, L3, DRAM"));
  EXPECT_TRUE(runs.warnings.back().ends_with(": b,1,2")) << runs.warnings.back();
}

TEST(ImportRuns, LikwidRegions) {
  const KernelRuns runs = import_runs(kData + "/likwid/mem_dp_regions.csv");
  EXPECT_EQ(runs.source, "likwid-perfctr");
  ASSERT_EQ(runs.runs.size(), 1u);
  const KernelRun& run = runs.runs[0];
  EXPECT_EQ(run.name, "triad");
  EXPECT_EQ(run.launches, 10u);
  EXPECT_EQ(run.seconds, 0.5);  // of the slowest thread, not their sum
  EXPECT_EQ(
      run.operations,
      (Counts{{"fp64", "", "sse", 2e5}, {"fp64", "", "scalar", 8e4}, {"fp64", "", "avx512", 4e8}}));
  EXPECT_EQ(run.bytes, (Levels{{"DRAM", 6e9, 4e9, 2e9}}));
  EXPECT_EQ(run.facts.threads, 2);
  EXPECT_EQ(run.bytes_from, BytesFrom::counters);
}

TEST(ImportRuns, LikwidGroupsComeTogetherByTheirRates) {
  const KernelRuns runs = import_runs(kData + "/likwid/two_groups.csv");
  ASSERT_EQ(runs.runs.size(), 1u);
  EXPECT_EQ(runs.runs[0].seconds, 2);
  EXPECT_EQ(runs.runs[0].operations, (Counts{{"fp32", "", "", 3e9}}));
  EXPECT_EQ(runs.runs[0].bytes, (Levels{{"DRAM", 6e9, {}, {}}}));
  EXPECT_TRUE(mentions(runs.runs[0].notes, "measured apart"));
  const std::string nothing =
      "TABLE,Group 1 Metric,L2CACHE,1\nMetric,HWThread 0\nL2 miss rate,0.5\n";
  EXPECT_NE(error_of(nothing).find("measure a group such as MEM_DP"), std::string::npos);
}

TEST(ImportRuns, PerfJson) {
  const KernelRuns runs = import_runs(kData + "/perf/intel.jsonl");
  EXPECT_EQ(runs.source, "perf stat");
  ASSERT_EQ(runs.runs.size(), 1u);
  const KernelRun& run = runs.runs[0];
  EXPECT_EQ(run.seconds, 1);
  EXPECT_EQ(run.operations, (Counts{{"fp64", "", "scalar", 1e6}, {"fp64", "", "avx2", 1e9}}));
  EXPECT_EQ(run.bytes, (Levels{{"DRAM", 0xC0000000p0, 0x80000000p0, 0x40000000p0}}));
  EXPECT_TRUE(mentions(run.notes, "67 % of the time"));
  EXPECT_TRUE(mentions(run.notes, "lower bound: not counted were fp_arith_inst_retired.512b"));
  EXPECT_EQ(runs.warnings.size(), 1u);
}

TEST(ImportRuns, PerfCsv) {
  const KernelRun run = import_runs(kData + "/perf/amd.csv").runs.at(0);
  EXPECT_EQ(run.seconds, 0.5);  // 2 s of tasks on 4 CPUs
  EXPECT_EQ(run.operations, (Counts{{"", "", "", 8e9}}));
  EXPECT_EQ(run.bytes, (Levels{{"DRAM", 6.4e8, 6.4e8, {}}}));
  EXPECT_TRUE(mentions(run.notes, "last-level load misses"));
  // Per CPU, in intervals, with another separator.
  const std::string spread =
      "0.100;CPU0;1000;;fp_arith_inst_retired.scalar_single;9;100.00;;\n"
      "0.100;CPU1;500;;fp_arith_inst_retired.scalar_single;9;100.00;;\n"
      "0.200;CPU0;250;;fp_arith_inst_retired.scalar_single;9;100.00;;\n";
  const KernelRun sum = import_runs_text(spread, "file").runs.at(0);
  EXPECT_EQ(sum.operations, (Counts{{"fp32", "", "scalar", 1750}}));
  EXPECT_EQ(sum.seconds, 0.2);
  const std::string line = "5,,fp_ret_sse_avx_ops.all,9,100.00,,\n";
  EXPECT_EQ(import_runs_text(line + line, "file").runs.size(), 2u);  // another run
  EXPECT_NE(error_of("<not supported>,,fp_ret_sse_avx_ops.all,0,100.00,,\n").find("not counted"),
            std::string::npos);
}

// As several versions of perf print, in JSON and CSV.
TEST(ImportRuns, PerfOfManyVersions) {
  const auto run_of = [](const std::string& text) {
    return import_runs_text(text, "file").runs.at(0);
  };
  // Derived values as texts, and a comma behind the last pair.
  const std::string flop =
      R"({"counter-value" : "8.000000", "unit" : "", "event" : "fp_ret_sse_avx_ops.all", )"
      R"("event-runtime" : 9, "pcnt-running" : 100.00, })"
      "\n";
  const std::string clock =
      R"("counter-value" : "2000.000000", "unit" : "msec", "event" : "cpu-clock", )"
      R"("pcnt-running" : 100.00, "metric-value" : "4.000000", "metric-unit" : "CPUs utilized"})"
      "\n";
  EXPECT_EQ(run_of(flop + "{" + clock).seconds, 0.5);
  EXPECT_EQ(run_of(flop + "{" + clock).operations, (Counts{{"", "", "", 8}}));
  // Clocks of several sockets add up, and so do the CPUs that each of them used.
  const std::string sockets =
      R"({"socket" : "S0", "counters" : 8, )" + clock + R"({"socket" : "S1", )" + clock;
  EXPECT_EQ(run_of(flop + sockets).seconds, 0.5);
  EXPECT_EQ(run_of("5,,fp_ret_sse_avx_ops.all,0.31%,9,100.00,,\n"
                   "2000,msec,task-clock,0.02%,9,100.00,4.000,CPUs utilized\n")
                .seconds,
            0.5);
  // One time, though each thread prints it.
  const std::string threads =
      "a-1,1e9,ns,duration_time,1,100.00,,\na-2,1e9,ns,duration_time,1,100.00,,\n"
      "a-1,5,,fp_ret_sse_avx_ops.all,9,100.00,,\na-2,5,,fp_ret_sse_avx_ops.all,9,100.00,,\n";
  EXPECT_EQ(run_of(threads).seconds, 1);
  EXPECT_EQ(run_of(threads).operations, (Counts{{"", "", "", 10}}));
  const KernelRuns groups = import_runs_text(
      "5,,fp_ret_sse_avx_ops.all,a.slice,9,100.00,,\n7,,fp_ret_sse_avx_ops.all,b,9,100.00,,\n",
      "file");
  ASSERT_EQ(groups.runs.size(), 2u);
  EXPECT_EQ(groups.runs[0].name, "cgroup a.slice");
  EXPECT_EQ(groups.runs[1].operations, (Counts{{"", "", "", 7}}));
  const KernelRun traffic = run_of(
      "2,MiB,uncore_imc/data_reads/,9,100.00,,\n1,MiB,uncore_imc_free_running_0/write/,9,100.00,,\n"
      "1,,unc_mc1_rdcas_count_freerun,9,100.00,,\n");
  EXPECT_EQ(traffic.bytes, (Levels{{"DRAM", 3145792, 2097216, 1048576}}));
}

TEST(ImportRuns, OtherFilesAreNamed) {
  for (const auto& [text, advice] : std::vector<std::pair<std::string, std::string>>{
           {"", "empty"},
           {" \n", "empty"},
           {std::string("NVR\0\1", 5), "ncu --import FILE --csv"},
           {"SQLite format 3", "SQLite"},
           {"PERFILE2", "perf stat -j"},
           {"\x1F\x8B", "decompress"},
           {"    Section: Occupancy\n    Metric Name     Metric Unit\n", "--csv --page raw"},
           {" Performance counter stats for 'ls':\n", "perf stat -j"},
           {"| Runtime (RDTSC) [s] | 1 |\n", "likwid-perfctr -O"},
           {R"({"context": {}, "benchmarks": []})", "assemble"},
           {R"({"schema": "1.2", "ceilings": []})", "--on"},
           {R"({"kernels": 3})", "expected {\"kernels\""},
           {"[]", "empty"},
           {"{\"kernels\": [", "line 1"},
           {"some words\n", "no kind of kernel file"}}) {
    const std::string error = error_of(text);
    EXPECT_TRUE(error.starts_with("file: ")) << text;
    EXPECT_NE(error.find(advice), std::string::npos) << error;
    EXPECT_EQ(error.find('\n'), std::string::npos);
  }
  EXPECT_THROW(import_runs("/nonexistent/file.csv"), ArchiveError);
}

}  // namespace
}  // namespace ridgeline::ceilings
