// Nsight Compute's exports: files met in the wild with the right numbers, and their kinds of oddity
// one by one.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "ceilings/errors.hpp"
#include "ceilings/import/any.hpp"
#include "tests/ceilings/import/checks.hpp"

namespace ridgeline::ceilings {
namespace {

const std::string kFolder = std::string(RIDGELINE_TEST_DATA) + "/ncu/";

double flop(const KernelRun& run) {
  double sum = 0;
  for (const OperationCount& count : run.operations.value()) {
    if (count.path != "matrix") sum += count.operations;
  }
  return sum;
}

double bytes_of(const KernelRun& run, const std::string& level) {
  for (const LevelBytes& bytes : run.bytes) {
    if (bytes.level == level) return bytes.bytes;
  }
  return -1;
}

double operations(const KernelRun& run, const OperationCount& kind) {
  double sum = 0;
  for (const OperationCount& count : run.operations.value()) {
    const bool same = count.precision == kind.precision && count.accumulate == kind.accumulate &&
                      count.path == kind.path;
    if (same) sum += count.operations;
  }
  return sum;
}

// A table with a row a metric, of launches {id, name, metrics {name, unit, value}}.
struct Row {
  std::string id, name, metric, unit, value, process = "1";
};
std::string table(const std::vector<Row>& rows) {
  std::string text =
      "\"ID\",\"Process ID\",\"Kernel Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n";
  for (const Row& row : rows) {
    text += "\"" + row.id + "\",\"" + row.process + "\",\"" + row.name + "\",\"" + row.metric +
            "\",\"" + row.unit + "\",\"" + row.value + "\"\n";
  }
  return text;
}
const Row kTime{"0", "k", "gpu__time_duration.sum", "us", "10"};
const Row kBytes{"0", "k", "dram__bytes.sum", "Mbyte", "2"};

void expect_kernel(const KernelRun& run, const nlohmann::json& right, double tolerance) {
  const auto near = [tolerance](double is, double should) {
    EXPECT_NEAR(is, should, std::max(1e-12, tolerance) * should);
  };
  near(run.seconds.value(), right["time_s"]);
  near(flop(run), right["flop"]);
  near(bytes_of(run, "DRAM"), right["dram_bytes"]);
  if (bytes_of(run, "L2") >= 0) near(bytes_of(run, "L2"), right["l2_bytes"]);
  if (bytes_of(run, "L1") >= 0) near(bytes_of(run, "L1"), right["l1_bytes"]);
  EXPECT_EQ(run.bytes_from, BytesFrom::counters);
  EXPECT_EQ(run.launches, 1u);
}

TEST(ImportNcu, FilesMetInTheWild) {
  const nlohmann::json expected = nlohmann::json::parse(std::ifstream(kFolder + "EXPECTED.json"));
  int kernels = 0;
  for (const auto& [file, right] : expected.items()) {
    SCOPED_TRACE(file);
    if (right.contains("error") || !right.contains("kernels")) continue;
    const KernelRuns runs = import_runs(kFolder + file);
    EXPECT_EQ(runs.source, "Nsight Compute");
    ASSERT_EQ(runs.runs.size(), right["kernels"].size());
    for (std::size_t at = 0; at < runs.runs.size(); ++at) {
      expect_kernel(runs.runs[at], right["kernels"][at], right.value("tolerance", 0.0));
      const std::string name = right["kernels"][at]["kernel"];
      const bool cut = file.starts_with("n01") && at == 0;
      EXPECT_EQ(runs.runs[at].name, cut ? "unnamed>::" + name : name);
      ++kernels;
    }
    EXPECT_TRUE(runs.warnings.empty());
  }
  EXPECT_EQ(kernels, 8);
}

TEST(ImportNcu, NoPermissionIsOneClearError) {
  try {
    import_runs(kFolder + "n04_all_na_permission.csv");
    FAIL();
  } catch (const ArchiveError& error) {
    const std::string what = error.what();
    EXPECT_NE(what.find("ERR_NVGPUCTRPERM"), std::string::npos);
    EXPECT_NE(what.find("NVreg_RestrictProfilingToAdminUsers=0"), std::string::npos);
  }
  // Also where ncu's own message went elsewhere.
  Row time = kTime, bytes = kBytes;
  time.value = bytes.value = "n/a";
  EXPECT_NE(error_of(table({time, bytes})).find("all 2 values are n/a"), std::string::npos);
}

TEST(ImportNcu, TruncatedFilesGiveWholeLaunchesOnly) {
  const KernelRuns runs = import_runs(kFolder + "n08_truncated.csv");
  EXPECT_EQ(runs.runs.size(), 2u);
  EXPECT_TRUE(mentions(runs.warnings, "ends early"));
  // Cut anywhere, a file of three launches never gives one with half of its metrics.
  std::stringstream whole;
  whole << std::ifstream(kFolder + "n01_long_bom_crlf_preamble.csv").rdbuf();
  const std::string text = whole.str();
  for (std::size_t size = text.size() / 2; size < text.size(); size += 37) {
    const KernelRuns cut = import_runs_text(text.substr(0, size), "cut");
    for (const KernelRun& run : cut.runs) {
      EXPECT_TRUE(run.seconds && run.operations && run.bytes.size() == 3) << size;
      EXPECT_FALSE(mentions(run.notes, "lower bound")) << size;
    }
  }
}

TEST(ImportNcu, TensorWork) {
  const KernelRun run = import_runs(kFolder + "n11_tensor_core.csv").runs.at(0);
  EXPECT_EQ(flop(run), 5242880);
  EXPECT_EQ(operations(run, {"fp16", "fp32", "matrix"}), 137438953472);

  const std::vector<KernelRun> runs = import_runs(kFolder + "tensor_packed_partial.csv").runs;
  ASSERT_EQ(runs.size(), 4u);
  EXPECT_EQ(operations(runs[0], {"fp16", "", "matrix"}), 1e9);
  EXPECT_EQ(operations(runs[0], {"fp16", "fp32", "matrix"}), 2e9);  // neither sum counted again
  EXPECT_EQ(operations(runs[0], {"int8", "int32", "matrix"}), 4e6);
  EXPECT_EQ(operations(runs[0], {"fp8", "fp32", "matrix"}), 7e6);
  EXPECT_EQ(runs[0].operations->size(), 5u);  // dense and sparse fp16 apart
  EXPECT_TRUE(mentions(runs[0].notes, "2:4-sparse"));
  // FMA 2, pairs 4; half always in pairs.
  EXPECT_EQ(operations(runs[1], {"fp32", "", "fma"}), 2 * 100 + 4 * 1000);
  EXPECT_EQ(operations(runs[1], {"fp32", "", "mul-add"}), 11 + 2 * 220);
  EXPECT_EQ(operations(runs[1], {"fp16", "", "fma"}), 4 * 5000);
  EXPECT_EQ(operations(runs[1], {"fp16", "", "mul-add"}), 2 * 330);
  // Tensor work that nobody counted is never placed at its few FLOP on CUDA cores.
  EXPECT_FALSE(runs[2].operations.has_value());
  EXPECT_TRUE(mentions(runs[2].notes, "sm__ops_path_tensor_"));
}

TEST(ImportNcu, WhatWasNotCollectedIsNotZero) {
  const KernelRun half = import_runs(kFolder + "tensor_packed_partial.csv").runs.at(3);
  EXPECT_TRUE(mentions(half.notes, "fadd and fmul were not collected"));
  EXPECT_EQ(bytes_of(half, "DRAM"), -1);  // negative: not taken
  EXPECT_TRUE(mentions(half.notes, "dram__bytes.sum"));
  EXPECT_EQ(bytes_of(half, "L2"), 32000);
  const KernelRun bytes_only = import_runs_text(table({kTime, kBytes}), "file").runs.at(0);
  EXPECT_FALSE(bytes_only.operations.has_value());
  const KernelRun no_time = import_runs_text(table({kBytes}), "file").runs.at(0);
  EXPECT_FALSE(no_time.seconds.has_value());
  const Row zero{"0", "k", "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", "inst", "0"};
  Row no_add = zero, no_mul = zero;
  no_add.metric = "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum";
  no_mul.metric = "smsp__sass_thread_inst_executed_op_fmul_pred_on.sum";
  const std::vector<Row> none{kTime, zero, no_add, no_mul};
  EXPECT_TRUE(import_runs_text(table(none), "file").runs.at(0).operations->empty());
  // No FMA alone is no kernel without floating-point work: additions may have run.
  EXPECT_FALSE(import_runs_text(table({kTime, zero}), "file").runs.at(0).operations);
  const Row integer{"0", "k", "smsp__sass_thread_inst_executed_op_integer_pred_on.sum", "inst",
                    "7"};
  const KernelRun both =
      import_runs_text(table({kTime, zero, no_add, no_mul, integer}), "file").runs.at(0);
  EXPECT_EQ(operations(both, {"int32", "", ""}), 7);
  EXPECT_FALSE(import_runs_text(table({kTime, integer}), "file").runs.at(0).operations);
}

TEST(ImportNcu, BadTimesRejectTheirLaunch) {
  const KernelRuns runs = import_runs(kFolder + "n12_bad_values.csv");
  ASSERT_EQ(runs.runs.size(), 1u);
  for (const char* word :
       {"not a number (4 times)", "infinite", "negative", "empty", "overflowed"}) {
    EXPECT_TRUE(mentions(runs.warnings, word)) << word;
  }
  EXPECT_TRUE(mentions(runs.warnings, "axpy_blend(float *, const float *, float, int) (ID 7)"));
  for (const auto& [value, unit] : {std::pair{"0", "ns"}, {"90000", "s"}, {"5", "fortnight"}}) {
    Row time = kTime;
    time.value = value;
    time.unit = unit;
    EXPECT_NE(error_of(table({time, kBytes})).find("no launch is usable"), std::string::npos);
  }
}

TEST(ImportNcu, LocalesOfTheRawPage) {
  for (const char* file :
       {"raw_german_utf16_two_processes.csv", "raw_french.csv", "raw_swiss.csv"}) {
    SCOPED_TRACE(file);
    const KernelRuns runs = import_runs(kFolder + file);
    ASSERT_EQ(runs.runs.size(), std::string(file).find("two") != std::string::npos ? 3u : 1u);
    for (const KernelRun& run : runs.runs) {
      EXPECT_NEAR(run.seconds.value(), 0.000412608, 1e-15);
      EXPECT_NEAR(bytes_of(run, "DRAM"), 402554880, 1e-3);
      EXPECT_EQ(flop(run), 134217728);
      EXPECT_EQ(run.facts.occupancy, 0.875);
      EXPECT_EQ(run.facts.active_lanes, 31.25);
      EXPECT_EQ(run.facts.sectors_per_request, 4);
      EXPECT_EQ(run.facts.blocks, 65536);
      EXPECT_EQ(run.facts.threads_per_block, 256);
    }
  }
}

TEST(ImportNcu, LabelsAndRatesOfTheDetailsPage) {
  const KernelRun run = import_runs(kFolder + "details_labels_per_cycle.csv").runs.at(0);
  EXPECT_NEAR(run.seconds.value(), 1e-4, 1e-18);
  EXPECT_NEAR(bytes_of(run, "DRAM"), 2.5e12 * 1e-4, 1);
  EXPECT_EQ(operations(run, {"fp64", "", "fma"}), 2 * 1000.0 * 150000);
  EXPECT_EQ(operations(run, {"fp64", "", "mul-add"}), 500.0 * 150000);
  EXPECT_EQ(run.facts.occupancy, 0.625);
}

// As `--set roofline` collects them: by the charts' labels, derived, and beside their instances.
TEST(ImportNcu, NamesOfTheRooflineCharts) {
  const Row clock{"0", "k", "SM Frequency", "Ghz", "1.50"};  // 15000 cycles
  const auto flop_of = [&](const std::string& metric, const char* unit, const char* value) {
    const std::string text = table({kTime, clock, {"0", "k", metric, unit, value}});
    return flop(import_runs_text(text, "file").runs.at(0));
  };
  const std::string start = "Predicated-On ";
  EXPECT_DOUBLE_EQ(flop_of(start + "FFMA Operations Per Cycle", "inst", "2,000.00"), 3e7);
  EXPECT_DOUBLE_EQ(
      flop_of(start + "FFMA Thread Instructions Executed Per Cycle", "inst/cycle", "1,000"), 3e7);
  EXPECT_DOUBLE_EQ(flop_of(start + "HFMA Operations Per Cycle", "inst", "4,000.00"), 6e7);
  EXPECT_DOUBLE_EQ(
      flop_of(start + "DADD Thread Instructions Executed Per Cycle", "inst/cycle", "10"), 1.5e5);
  const std::string derived = "derived__smsp__sass_thread_inst_executed_op_ffma_pred_on_x2";
  EXPECT_DOUBLE_EQ(flop_of(derived, "inst", "2,000.00"), 3e7);
  EXPECT_DOUBLE_EQ(flop_of("FFMA (" + derived + ")", "inst/cycle", "2,000.00"), 3e7);
  const Row peak{"0", "k", "Theoretical Predicated-On FFMA Operations", "inst", "33,792"};
  const Row traffic{"0", "k", "DRAM Bandwidth", "Tbyte/s", "2.00"};
  const KernelRun run = import_runs_text(table({kTime, clock, peak, traffic}), "file").runs.at(0);
  EXPECT_FALSE(run.operations.has_value());
  EXPECT_NEAR(bytes_of(run, "DRAM"), 2e7, 1);
  const Row instances{"0", "k", "dram__bytes.sum", "byte", "2,000 (1,500; 500)"};
  const KernelRun sum = import_runs_text(table({kTime, instances}), "file").runs.at(0);
  EXPECT_EQ(bytes_of(sum, "DRAM"), 2000);
}

TEST(ImportNcu, RatesOfUnknownLengthAreNamed) {
  const Row rate{"0", "k", "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum.per_cycle_elapsed",
                 "inst/cycle", "10"};
  const KernelRuns runs = import_runs_text(table({kTime, kBytes, rate}), "file");
  EXPECT_FALSE(runs.runs.at(0).operations.has_value());
  EXPECT_TRUE(mentions(runs.warnings, "per cycle, and elapsed cycles were not collected"));
}

TEST(ImportNcu, TensorWorkShowsInAnyForm) {
  const Row few{"0", "k", "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", "inst", "7"};
  const auto counted = [&](const std::string& metric) {
    const std::string text = table({kTime, few, {"0", "k", metric, "", "0.5"}});
    return import_runs_text(text, "file").runs.at(0).operations.has_value();
  };
  for (const char* metric :
       {"sm__inst_executed_pipe_tensor.sum", "sm__inst_executed_pipe_tensor.sum.per_cycle_elapsed",
        "derived__sm__inst_executed_pipe_tensor_x512",
        "sm__inst_executed_pipe_tensor_op_hmma_v2.sum.per_second",
        "sm__pipe_tensor_cycles_active_v2.avg.pct_of_peak_sustained_active",
        "sm__inst_executed_pipe_tc.sum"}) {
    EXPECT_FALSE(counted(metric)) << metric;
  }
  EXPECT_TRUE(counted("sm__inst_executed_pipe_tensor.sum.peak_sustained"));
  EXPECT_TRUE(counted("sm__inst_executed_pipe_fma.sum"));
}

TEST(ImportNcu, LaunchesAreToldApart) {
  Row other = kTime, process = kTime;
  other.name = "k2";
  process.process = "2";
  // Sorted by metric, with an ID twice in two processes and of two kernels.
  Row bytes = kBytes, other_bytes = kBytes;
  other_bytes.name = "k2";
  const std::string text = table({kTime, other, process, bytes, other_bytes});
  const KernelRuns runs = import_runs_text(text, "file");
  ASSERT_EQ(runs.runs.size(), 3u);
  EXPECT_EQ(bytes_of(runs.runs[1], "DRAM"), 2e6);
  EXPECT_EQ(bytes_of(runs.runs[2], "DRAM"), -1);
  // A repeated header begins another report.
  EXPECT_EQ(import_runs_text(text + text, "file").runs.size(), 6u);
}

TEST(ImportNcu, OutputBetweenRows) {
  const std::string header = table({});
  const std::string time = table({kTime}).substr(header.size());
  const std::string bytes = table({kBytes}).substr(header.size());
  const std::string text = "\"quoted\" nonsense, 3\n" + header + time +
                           "\"open quote, 5\n12 steps\n" + "==WARNING== \"odd\n" + "\"a\",\"b\"\n" +
                           bytes;
  const KernelRuns runs = import_runs_text(text, "file");
  ASSERT_EQ(runs.runs.size(), 1u);
  EXPECT_EQ(bytes_of(runs.runs[0], "DRAM"), 2e6);
  EXPECT_TRUE(runs.warnings.empty());
}

TEST(ImportNcu, ErrorsSayWhatToDo) {
  EXPECT_NE(error_of("==PROF== Connected to process 1\n==WARNING== No kernels were profiled.\n")
                .find("No kernels were profiled"),
            std::string::npos);
  EXPECT_NE(error_of("==ERROR== ERR_NVGPUCTRPERM\n").find("as root"), std::string::npos);
  EXPECT_NE(error_of(table({})).find("the table is empty"), std::string::npos);
  const Row useless{"0", "k", "sm__throughput.avg.pct_of_peak_sustained_elapsed", "%", "12"};
  EXPECT_NE(error_of(table({useless})).find("none of its metrics is of use"), std::string::npos);
}

TEST(ImportNcu, PerKernelSummaries) {
  const KernelRun run =
      import_runs_text(
          "\"Process ID\",\"Kernel Name\",\"Invocations\",\"Metric Name\",\"Metric Unit\","
          "\"Minimum\",\"Maximum\",\"Average\"\n"
          "\"1\",\"k\",\"4\",\"gpu__time_duration.sum\",\"us\",\"1\",\"3\",\"2.5\"\n"
          "\"1\",\"k\",\"4\",\"dram__bytes.sum\",\"byte\",\"1\",\"3\",\"100\"\n",
          "file")
          .runs.at(0);
  EXPECT_EQ(run.launches, 4u);
  EXPECT_NEAR(run.seconds.value(), 1e-5, 1e-18);
  EXPECT_EQ(bytes_of(run, "DRAM"), 400);
}

}  // namespace
}  // namespace ridgeline::ceilings
