// Plans for GPUs: which launch shapes, which tensor kernels, which links, how long. Nothing is run.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "bench/plan/plan.hpp"
#include "bench/plan/series.hpp"
#include "bench/run/sample.hpp"
#include "ceilings/archive/ids.hpp"
#include "tests/bench/plan/gpu_machines.hpp"

namespace ridgeline::bench {
namespace {

using gpus::kGiB;
using gpus::kKiB;
using gpus::kMiB;

struct Planned {
  explicit Planned(Machine gpu) : machine(std::move(gpu)) {}
  std::vector<Case> operator()(ceilings::Stage stage) const {
    return plan(machine, kernels, gpus::levels(machine), options, stage, knowledge, operations);
  }
  Machine machine;
  std::span<const kernels::Kernel> kernels = gpus::kernels();
  PlanOptions options;
  Knowledge knowledge;
  std::vector<Operation> operations;
};

std::vector<Case> of(const std::vector<Case>& cases, const std::string& start) {
  std::vector<Case> found;
  for (const Case& c : cases) {
    if (c.skip.empty() && id_of(c).starts_with(start)) found.push_back(c);
  }
  return found;
}

// A sample of the search, at a rate of operations or bytes.
ceilings::Sample searched(const Case& c, double rate) {
  ceilings::Sample sample = sample_of(c);
  const double work = std::max(sample.work.bytes_read, sample.work.operations);
  for (int i = 0; i < 3; ++i) {
    ceilings::Repetition repetition;
    repetition.seconds = 1;
    repetition.passes = rate / work;
    sample.repetitions.push_back(repetition);
  }
  return sample;
}

TEST(PlanGpu, ShapesThatNoSmCanHoldAreLeftOut) {
  const auto shapes = [](const Machine& gpu) {
    std::set<std::pair<int, int>> found;
    for (const Case& c :
         of(Planned(gpu)(ceilings::Stage::explore), "bandwidth/DRAM/chip/1:0/ld16B")) {
      found.insert({c.shape.blocks_per_unit, c.shape.threads_per_block});
    }
    return found;
  };
  using Found = std::set<std::pair<int, int>>;
  EXPECT_EQ(shapes(gpus::h200()), (Found{{2, 1024}, {2, 512}, {1, 1024}, {32, 64}}));
  // 1024 threads and 16 blocks an SM; 1536 and 16.
  EXPECT_EQ(shapes(gpus::t4()), (Found{{2, 512}, {1, 1024}}));
  EXPECT_EQ(shapes(gpus::rtx_3060_ti()), (Found{{2, 512}, {1, 1024}}));
  Machine unknown = gpus::t4();
  unknown.threads_per_unit = unknown.blocks_per_unit = 0;
  EXPECT_EQ(shapes(unknown).size(), 4u);
  // What sweeps and unsearched kernels take is the first that fits, not the first of the list.
  EXPECT_EQ(of(Planned(gpus::t4())(ceilings::Stage::explore), "bandwidth/sweep").front().shape,
            (kernels::Shape{2, 512, 4}));
  EXPECT_EQ(of(Planned(gpus::t4())(ceilings::Stage::confirm), "compute/fp32/fma").front().shape,
            (kernels::Shape{2, 512, 4}));
}

TEST(PlanGpu, AKernelWithoutAShapeThatFitsSaysSo) {
  Planned planned(gpus::h200());
  planned.machine.threads_per_unit = 48;
  bool said = false;
  for (const Case& c : planned(ceilings::Stage::confirm)) {
    EXPECT_FALSE(c.skip.empty() && c.kernel->name == "fma");
    said = said || (c.kernel->name == "fma" && c.skip.find("48 threads") != std::string::npos);
  }
  EXPECT_TRUE(said);
}

TEST(PlanGpu, OneSmGetsOneBlock) {
  for (const ceilings::Stage stage : {ceilings::Stage::explore, ceilings::Stage::confirm}) {
    for (const Case& c : Planned(gpus::h200())(stage)) {
      if (c.scope.name == "sm") {
        EXPECT_EQ(c.shape.blocks_per_unit, 1) << name_of(c);
      }
    }
  }
  const std::vector<Case> confirm = Planned(gpus::h200())(ceilings::Stage::confirm);
  EXPECT_FALSE(of(confirm, "bandwidth/L1/sm/1:0/ld16B").empty());
  EXPECT_FALSE(of(confirm, "bandwidth/shared/sm/1:0/ld16B").empty());
  EXPECT_EQ(of(confirm, "bandwidth/L1/chip/1:0/ld16B").front().scope.units.size(), 132u);
}

TEST(PlanGpu, TheSweepIsMadeWithThePlainRead) {
  const std::vector<Case> sweep =
      of(Planned(gpus::h200())(ceilings::Stage::explore), "bandwidth/sweep");
  ASSERT_GT(sweep.size(), 30u);
  for (const Case& c : sweep) EXPECT_EQ(c.kernel->path, "ld16B");
  EXPECT_GE(sweep.back().working_set, kGiB);
  EXPECT_LE(sweep.front().working_set, 50 * kMiB / 8);
  for (const Case& c : of(Planned(gpus::h200())(ceilings::Stage::explore), "bandwidth/shared/sm")) {
    EXPECT_LE(c.working_set, 227 * kKiB);
  }
}

TEST(PlanGpu, MemorySetsAreFarBeyondTheCaches) {
  for (const Machine& gpu : {gpus::h200(), gpus::t4(), gpus::rtx_3060_ti()}) {
    for (const Case& c : of(Planned(gpu)(ceilings::Stage::confirm), "bandwidth/DRAM/chip")) {
      EXPECT_GE(c.working_set, kGiB) << name_of(c);
      EXPECT_GE(c.seconds, 30e-3);
      EXPECT_GE(c.repetitions, 6);
    }
    for (const Case& c : of(Planned(gpu)(ceilings::Stage::confirm), "bandwidth/L2/chip")) {
      EXPECT_GE(c.seconds, 5e-3);
    }
  }
}

TEST(PlanGpu, FoundShapesAreConfirmed) {
  Planned planned(gpus::h200());
  for (const Case& c : planned(ceilings::Stage::explore)) {
    const bool best = c.shape == kernels::Shape{32, 64, 4} || c.shape == kernels::Shape{1, 1024, 8};
    planned.knowledge.samples.push_back(searched(c, best ? 2e12 : 1e12));
  }
  planned.options.profile.best_shapes = 1;
  for (const char* id :
       {"bandwidth/DRAM/chip/1:0/ld16B", "bandwidth/L2/chip/1:0/ld16B", "compute/fp32/fma/chip"}) {
    for (const Case& c : of(planned(ceilings::Stage::confirm), id)) {
      EXPECT_EQ(c.shape, (kernels::Shape{32, 64, 4})) << name_of(c);
    }
  }
  // Variants of a level share what was found for it.
  ceilings::Level near{"L2", "chip", "", "near", 4 * kMiB, 20 * kMiB, 50 * kMiB, 1e13, {}, 0, 0};
  ceilings::Level far{"L2", "chip", "", "far", 24 * kMiB, 48 * kMiB, 50 * kMiB, 6e12, {}, 0, 0};
  planned.knowledge.levels = {near, far};
  for (const Case& c : of(planned(ceilings::Stage::confirm), "bandwidth/L2@near/chip/1:0/ld16B")) {
    EXPECT_EQ(c.shape, (kernels::Shape{32, 64, 4})) << name_of(c);
  }
}

TEST(PlanGpu, OnlyTheWinnerOfATypeAndPathIsHeated) {
  Planned planned(gpus::h200());
  const std::vector<Case> search = of(planned(ceilings::Stage::explore), "compute/fp16->fp32");
  EXPECT_EQ(search.size(), 6u);  // three kernels of two shapes
  for (const Case& c : search) {
    EXPECT_EQ(c.mode, Mode::burst);
    EXPECT_EQ(c.data, DataKind::random);
    EXPECT_LE(c.seconds, 5e-3);
    const bool best = c.kernel->name == "wgmma64" && c.shape == kernels::Shape{1, 256, 2};
    planned.knowledge.samples.push_back(searched(c, best ? 9e14 : 5e14));
  }
  const std::vector<Case> confirm = of(planned(ceilings::Stage::confirm), "compute/fp16->fp32");
  std::set<std::string> ids;
  for (const Case& c : confirm) {
    ids.insert(id_of(c));
    if (c.kernel->name == "wgmma64") {
      EXPECT_EQ(c.shape, (kernels::Shape{1, 256, 2}));
    }
    const bool constant = c.data == DataKind::constant;
    EXPECT_EQ(c.mode, constant ? Mode::burst : Mode::sustained);
    EXPECT_GT(constant ? c.rest : c.warm_up, 0.2);
    EXPECT_EQ(constant ? c.warm_up : c.rest, 0);
    EXPECT_EQ(sample_of(c).role, constant ? "secondary" : "primary");
  }
  EXPECT_EQ(ids, (std::set<std::string>{"compute/fp16->fp32/mma-m16n8k16/chip",
                                        "compute/fp16->fp32/mma-m16n8k16-constant/chip",
                                        "compute/fp16->fp32/wgmma-n64/chip",
                                        "compute/fp16->fp32/wgmma-n64-constant/chip"}));
  // Nothing of it shares a series with anything else.
  std::multiset<std::string> series;
  for (const Case& c : planned(ceilings::Stage::confirm)) {
    if (c.skip.empty()) series.insert(series_of(c));
  }
  for (const Case& c : confirm) EXPECT_EQ(series.count(series_of(c)), 1u) << name_of(c);
}

TEST(PlanGpu, CodeForOneArchitectureIsForThatOneOnly) {
  const auto reason = [](const Machine& gpu) {
    for (const Case& c : Planned(gpu)(ceilings::Stage::confirm)) {
      if (c.kernel->name == "wgmma256" && !c.skip.empty()) return c.skip;
    }
    return std::string();
  };
  EXPECT_EQ(reason(gpus::h200()), "");
  EXPECT_EQ(reason(gpus::t4()), "is built for sm_90a; this is sm_75");
  Machine newer = gpus::h200();
  newer.sm = 103;  // within the major version of sm_100's code
  EXPECT_EQ(reason(newer), "is built for sm_90a; this is sm_103");
  EXPECT_FALSE(
      of(Planned(newer)(ceilings::Stage::confirm), "bandwidth/DRAM/chip/1:0/ld16B").empty());
  newer.sm = 130;  // no machine code, and no PTX comes along
  EXPECT_TRUE(of(Planned(newer)(ceilings::Stage::confirm), "bandwidth/").empty());
  Planned later(newer);
  std::vector<kernels::Kernel> with_ptx = gpus::kernels();
  for (kernels::Kernel& kernel : with_ptx) kernel.needs.ptx_sm = kernel.needs.exact_sm ? 0 : 100;
  later.kernels = with_ptx;
  EXPECT_FALSE(of(later(ceilings::Stage::confirm), "bandwidth/DRAM/chip/1:0/ld16B").empty());
  EXPECT_TRUE(of(later(ceilings::Stage::confirm), "compute/fp16->fp32/wgmma").empty());
}

TEST(PlanGpu, AChaseIsOneSmsWithTheWholeRing) {
  const std::vector<Case> cases = of(Planned(gpus::h200())(ceilings::Stage::confirm), "latency/");
  std::set<std::string> ids;
  for (const Case& c : cases) {
    ids.insert(id_of(c));
    EXPECT_EQ(c.scope.units.size(), 1u);
  }
  EXPECT_EQ(ids, (std::set<std::string>{"latency/L1/sm/chase", "latency/L2/sm/chase",
                                        "latency/DRAM/sm/chase"}));
  EXPECT_GE(of(cases, "latency/DRAM").front().working_set, 4 * 50 * kMiB);
  EXPECT_GT(of(cases, "latency/L2").front().working_set, 2 * 256 * kKiB);
}

TEST(PlanGpu, OperationsAreCasesOfTheirOwn) {
  Planned planned(gpus::h200());
  Operation up, both, product;
  up.id = "link/host-device/copy-engine";
  up.to_device = true;
  both.id = "link/both-ways/copy-engine";
  both.to_device = both.from_device = true;
  product.id = "compute/fp16->fp32/cublaslt/chip";
  product.agent = Agent::library;
  product.precision = kernels::Precision::fp16;
  product.accumulate = kernels::Precision::fp32;
  product.role = kernels::Role::secondary;
  product.lacks = "bare instructions";
  product.work.operations = 1e12;
  planned.operations = {up, both, product};
  const std::vector<Case> confirm = planned(ceilings::Stage::confirm);
  const Case one = of(confirm, up.id).at(0), two = of(confirm, both.id).at(0);
  EXPECT_EQ(one.working_set, 256 * kMiB);
  EXPECT_EQ(sample_of(one).work.bytes_read, 256.0 * kMiB);
  EXPECT_EQ(sample_of(two).work.bytes_read, 512.0 * kMiB);
  EXPECT_EQ(sample_of(one).family, "link");
  EXPECT_EQ(sample_of(one).path, "copy-engine");
  EXPECT_EQ(name_of(one), "link/host-device/copy-engine/ws:256MiB");
  const Case library = of(confirm, product.id).at(0);
  const ceilings::Sample sample = sample_of(library);
  EXPECT_EQ(sample.family, "compute");
  EXPECT_EQ(sample.precision + "->" + sample.accumulate, "fp16->fp32");
  EXPECT_EQ(sample.path, "cublaslt");
  EXPECT_EQ(sample.role, "secondary");
  EXPECT_EQ(sample.work.operations, 1e12);
  EXPECT_GT(library.warm_up, 0);  // compared with what tensor cores sustain
  EXPECT_NE(series_of(library), series_of(one));
  EXPECT_TRUE(of(planned(ceilings::Stage::explore), "link/").empty());
  planned.options.only = "link/";
  EXPECT_TRUE(planned(ceilings::Stage::explore).empty());
  EXPECT_EQ(planned(ceilings::Stage::confirm).size(), 2u);
  // All links hold their blocks at once.
  planned.machine.memory.bytes = kGiB;
  EXPECT_LE(of(planned(ceilings::Stage::confirm), up.id).at(0).working_set, kGiB / 32);
}

TEST(PlanGpu, OnlySearchesWhatWasAskedFor) {
  Planned planned(gpus::h200());
  planned.options.only = "compute/fp32";
  for (const Case& c : planned(ceilings::Stage::explore))
    EXPECT_EQ(c.kernel->name, "fma") << name_of(c);
  EXPECT_EQ(planned(ceilings::Stage::explore).size(), 4u);
  planned.options.only = "wgmma-n64";
  EXPECT_EQ(planned(ceilings::Stage::explore).size(), 2u);
  EXPECT_EQ(planned(ceilings::Stage::confirm).size(), 2u);
  planned.options.only = "wgmma-n64-constant";
  EXPECT_EQ(planned(ceilings::Stage::confirm).size(), 1u);
  planned.options.only = "bandwidth/L2";
  EXPECT_FALSE(of(planned(ceilings::Stage::explore), "bandwidth/sweep").empty());
  EXPECT_TRUE(of(planned(ceilings::Stage::explore), "compute").empty());
}

TEST(PlanGpu, NamesAreUniqueAndSeriesStayTogether) {
  for (const Machine& gpu : {gpus::h200(), gpus::t4(), gpus::rtx_3060_ti()}) {
    for (const ceilings::Stage stage :
         {ceilings::Stage::explore, ceilings::Stage::confirm, ceilings::Stage::empirical}) {
      std::set<std::string> names, seen;
      std::string last;
      for (const Case& c : Planned(gpu)(stage)) {
        EXPECT_TRUE(names.insert(name_of(c)).second) << name_of(c);
        EXPECT_FALSE(ceilings::sample_id_fault(id_of(c))) << id_of(c);
        if (!c.skip.empty()) continue;
        const std::string series = series_of(c);
        if (series != last) {
          EXPECT_TRUE(seen.insert(series).second) << series << " comes twice";
        }
        last = series;
      }
    }
  }
}

}  // namespace
}  // namespace ridgeline::bench
