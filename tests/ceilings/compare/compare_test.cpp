// Comparisons by arithmetic that can be done by hand: ratios, crossovers, groups, drift, settings.
#include "ceilings/compare/compare.hpp"
#include "ceilings/compare/crossover.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "bench/print/compare/names.hpp"
#include "ceilings/compare/groups.hpp"
#include "ceilings/compare/settings.hpp"
#include "tests/ceilings/table_archives.hpp"

namespace ridgeline::ceilings {
namespace {

using namespace tests;

// One memory level and one precision, both measured without any spread.
Archive card(double bytes, double flop, const std::string& name = "card") {
  Archive archive = cpu_head();
  archive.device.kind = "gpu";
  archive.device.device_class = name;
  archive.ceilings = {as_roof(bandwidth("DRAM", "chip", 100, "1:0", "ld16B", bytes)),
                      as_roof(compute("fp64", "fma", "chip", 100, flop))};
  return archive;
}

const ComparedRow* find_row(const std::vector<ComparedRow>& rows, const std::string& key) {
  const auto found = std::find_if(rows.begin(), rows.end(),
                                  [&](const ComparedRow& row) { return key_of(row.name) == key; });
  return found == rows.end() ? nullptr : &*found;
}

std::vector<ComparedRow> rows_of(const std::vector<Archive>& archives) {
  std::vector<std::vector<NamedFigure>> figures;
  for (const Archive& archive : archives) figures.push_back(main_figures(archive));
  return compared_rows(figures);
}

// A: 1 TB/s and 100 TFLOP/s; B: 2 TB/s and 50 TFLOP/s. Below 50 FLOP/B B is faster (at 10: 20
// against 10 TFLOP/s), at 50 both give 50 TFLOP/s, above A is (at 100: 50 against 100).
TEST(Crossover, WhereTheFasterMemoryReachesItsComputeRoof) {
  const auto found = crossovers(card(1e12, 100e12), card(2e12, 50e12));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_DOUBLE_EQ(found[0].intensity, 50);
  EXPECT_DOUBLE_EQ(found[0].base_ridge, 100);
  EXPECT_DOUBLE_EQ(found[0].other_ridge, 25);
  EXPECT_DOUBLE_EQ(ratio_at(found[0], 10), 2);
  EXPECT_DOUBLE_EQ(ratio_at(found[0], 30), 50.0 / 30);
  EXPECT_DOUBLE_EQ(ratio_at(found[0], 50), 1);
  EXPECT_DOUBLE_EQ(ratio_at(found[0], 100), 0.5);
  EXPECT_DOUBLE_EQ(ratio_at(found[0], 1000), 0.5);
}

TEST(Crossover, IsTheSameTheOtherWayRound) {
  const auto found = crossovers(card(2e12, 50e12), card(1e12, 100e12));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_DOUBLE_EQ(found[0].intensity, 50);
  EXPECT_DOUBLE_EQ(ratio_at(found[0], 10), 0.5);
}

TEST(Crossover, ThereIsNoneWhereOneLeadsInBoth) {
  EXPECT_EQ(crossovers(card(1e12, 50e12), card(2e12, 100e12))[0].intensity, 0);
  EXPECT_EQ(crossovers(card(1e12, 50e12), card(1e12, 100e12))[0].intensity, 0);
  EXPECT_EQ(crossovers(card(1e12, 50e12), card(1e12, 50e12))[0].intensity, 0);
}

// Two rooflines min(P, B x AI) can't cross twice: their ratio moves one way only.
TEST(Crossover, TheRatioChangesSidesAtMostOnce) {
  for (const double bytes : {0.3e12, 1e12, 2.5e12}) {
    for (const double flop : {20e12, 60e12, 100e12, 250e12}) {
      const Crossover one = crossovers(card(1e12, 60e12), card(bytes, flop))[0];
      int turns = 0;
      double last = 0;
      for (double at = 1e-3; at < 1e5; at *= 1.01) {
        const double side = ratio_at(one, at) - 1;
        if (std::abs(side) < 1e-9) continue;
        turns += last * side < 0 ? 1 : 0;
        last = side;
      }
      EXPECT_EQ(turns, one.intensity > 0 ? 1 : 0) << bytes << " " << flop;
      if (one.intensity > 0) {
        EXPECT_NEAR(ratio_at(one, one.intensity), 1, 1e-12);
      }
    }
  }
}

TEST(Rows, RatesByRatioTimesByItsInverse) {
  Archive slow = cpu_archive(), fast = cpu_archive();
  for (Ceiling& ceiling : fast.ceilings) {
    if (ceiling.id == "bandwidth/DRAM/all/1:0/avx512") ceiling.value *= 2;
    if (ceiling.kind == "latency") ceiling.value /= 4;
  }
  const auto rows = rows_of({slow, fast});
  const ComparedRow* dram = find_row(rows, "bandwidth/DRAM/reference");
  ASSERT_NE(dram, nullptr);
  EXPECT_DOUBLE_EQ(ratio_of(*dram->figures[1], *dram->figures[0], dram->name), 2);
  const ComparedRow* latency = find_row(rows, "latency/DRAM");
  ASSERT_NE(latency, nullptr);
  EXPECT_DOUBLE_EQ(ratio_of(*latency->figures[1], *latency->figures[0], latency->name), 4);
}

// Of some published cards nobody says how many SMs they have.
TEST(Rows, NothingPerUnitWhereUnitsAreUnknown) {
  Archive unknown = card(1e12, 100e12);
  for (Ceiling& ceiling : unknown.ceilings) ceiling.units = 1;
  unknown.device.units = 0;
  EXPECT_EQ(find_row(rows_of({unknown}), "bandwidth/DRAM/reference")->figures[0]->per_unit, 0);
  unknown.device.units = 50;  // and then a chip's ceilings are of all of them
  EXPECT_DOUBLE_EQ(find_row(rows_of({unknown}), "bandwidth/DRAM/reference")->figures[0]->per_unit,
                   20e9);
}

// Old archives have latencies whose level is only in the id.
TEST(Rows, NoRowIsWithoutAName) {
  Archive archive = cpu_archive();
  for (Ceiling& ceiling : archive.ceilings) {
    if (ceiling.kind == "latency") ceiling.level.clear();
  }
  EXPECT_EQ(find_row(rows_of({archive}), "latency/"), nullptr);
}

TEST(Rows, TheWholeDeviceComesFirst) {
  const auto rows = rows_of({cpu_archive(), cpu_archive()});
  const ComparedRow* fp64 = find_row(rows, "compute/fp64/reference");
  ASSERT_NE(fp64, nullptr);
  EXPECT_EQ(fp64->figures[0]->id, "compute/fp64/fma-avx512/all");
  EXPECT_DOUBLE_EQ(fp64->figures[0]->per_unit, 79e9);
  EXPECT_EQ(find_row(rows, "bandwidth/L1/reference"), nullptr) << "one core's only";
}

TEST(Rows, WhatOneHasNotIsEmpty) {
  const auto rows = rows_of({cpu_archive(), gpu_archive()});
  const ComparedRow* fp64 = find_row(rows, "compute/fp64/reference");
  ASSERT_NE(fp64, nullptr);
  EXPECT_TRUE(fp64->figures[0].has_value());
  EXPECT_FALSE(fp64->figures[1].has_value());
  const ComparedRow* shared = find_row(rows, "bandwidth/shared/reference");
  ASSERT_NE(shared, nullptr);
  EXPECT_FALSE(shared->figures[0].has_value());
  EXPECT_DOUBLE_EQ(shared->figures[1]->value, 132 * 217e9) << "one SM's counts for all";
}

TEST(Rows, APartStandsInForTheWholeLevel) {
  Archive parts = card(1e12, 1e12), whole = card(1e12, 1e12);
  for (const auto& [node, value] : {std::pair("near", 9e12), std::pair("far", 6e12)}) {
    Ceiling part = as_roof(bandwidth("L2", "chip", 100, "1:0", "ld16B", value));
    part.node = node;
    part.id = std::string("bandwidth/L2@") + node + "/chip/1:0/ld16B";
    parts.ceilings.push_back(part);
  }
  whole.ceilings.push_back(as_roof(bandwidth("L2", "chip", 100, "1:0", "ld16B", 4.5e12)));
  const auto rows = rows_of({whole, parts});
  const ComparedRow* row = find_row(rows, "bandwidth/L2/reference");
  ASSERT_NE(row, nullptr);
  EXPECT_DOUBLE_EQ(row->figures[1]->value, 9e12);
  EXPECT_FALSE(find_row(rows, "bandwidth/L2@far/reference")->figures[0].has_value());
}

TEST(Rows, ConstantOperandsAreNoRoof) {
  Archive archive = card(1e12, 1e12);
  archive.ceilings.push_back(
      secondary(compute("fp16", "wgmma-n256-constant", "chip", 100, 900e12), ""));
  EXPECT_EQ(find_row(rows_of({archive, archive}), "compute/fp16/reference"), nullptr);
  EXPECT_EQ(all_figures(archive).size(), 3U);
}

TEST(Rows, ASecondaryThatStandsAloneSaysWhatItLacks) {
  Archive archive = card(1e12, 1e12);
  archive.ceilings.push_back(secondary(compute("int8", "dp4a", "chip", 100, 1e14), "tensor cores"));
  const auto rows = rows_of({archive, archive});
  EXPECT_EQ(find_row(rows, "compute/int8/reference")->figures[0]->lacks, "tensor cores");
  EXPECT_EQ(find_row(rows, "compute/fp64/reference")->figures[0]->lacks, "");
  bench::Comparison comparison;
  comparison.archives = {archive, archive};
  bool said = false;
  for (const std::string& line : bench::compared_legend(comparison, rows)) {
    said = said || line.find("int8 (A's without tensor cores, B's without") != std::string::npos;
  }
  EXPECT_TRUE(said);
}

TEST(Significance, ByIntervals) {
  Figure low, high;
  low.value = 100, low.low = 98, low.high = 101;
  high.value = 103, high.low = 101, high.high = 104;
  EXPECT_EQ(significance_of(low, high), Significance::overlaps) << "they share 101";
  high.low = 101.5;
  EXPECT_EQ(significance_of(low, high), Significance::differs);
  EXPECT_EQ(significance_of(high, low), Significance::differs);
  high.low = high.high = 0;
  EXPECT_EQ(significance_of(low, high), Significance::unknown);
}

// Median 10, absolute deviations 1 0 1 0 2 ...: MAD 1; 20 has the score 0.6745 x 10 / 1.
TEST(Outliers, ModifiedScores) {
  const std::vector<double> scores = modified_scores({9, 10, 11, 10, 20, 8, 12});
  EXPECT_NEAR(scores[4], 6.745, 1e-9);
  EXPECT_NEAR(scores[0], -0.6745, 1e-9);
  EXPECT_EQ(modified_scores({1, 2, 3, 100}), (std::vector<double>{0, 0, 0, 0})) << "too few";
  EXPECT_EQ(modified_scores({5, 5, 5, 5, 5})[0], 0);
  // More than half are equal: MAD is 0, the mean deviation 1/6 x 3 stands in: 3 / (1.2533 x 0.5).
  EXPECT_NEAR(modified_scores({5, 5, 5, 5, 5, 8})[5], 3 / (1.2533 * 0.5), 1e-9);
}

std::vector<ArchiveDigest> series(const std::vector<double>& bytes) {
  std::vector<ArchiveDigest> digests;
  for (const double value : bytes) {
    digests.push_back(digest_of(card(value, 1e12), std::to_string(digests.size())));
  }
  return digests;
}

TEST(Groups, ByClassAndProvenanceNeverByName) {
  std::vector<ArchiveDigest> digests = series({1e12, 1e12, 1e12});
  digests[1].device_class = "other";
  digests[2].provenance = Provenance::published;
  EXPECT_EQ(groups_of(digests).size(), 3U);
  digests[1].device_class = digests[0].device_class;
  digests[1].model = "another name of the same";
  EXPECT_EQ(groups_of(digests).size(), 2U);
}

TEST(Groups, MedianSpreadAndOutliers) {
  const auto groups = groups_of(series({9e12, 10e12, 11e12, 10e12, 20e12, 8e12, 12e12}));
  ASSERT_EQ(groups.size(), 1U);
  const GroupRow& row = groups[0].rows[0];
  EXPECT_EQ(key_of(row.name), "bandwidth/DRAM/reference");
  EXPECT_DOUBLE_EQ(row.median, 10e12);
  EXPECT_DOUBLE_EQ(row.spread, 1.2);
  ASSERT_EQ(row.outliers.size(), 1U);
  EXPECT_EQ(row.outliers[0].archive, 4U);
}

Drift verdict(double from, double to, double tolerance) {
  for (const Change& change : changes_against(series({from, to}), 0, tolerance)) {
    if (change.name.subject == "DRAM") return change.verdict;
  }
  return Drift::missing;
}

// The examples' intervals reach from 0.99 to 1.005 of the value.
TEST(Drift, LossesBeyondToleranceAndInterval) {
  EXPECT_EQ(verdict(100, 96, 0.03), Drift::loss);
  EXPECT_EQ(verdict(100, 97, 0.03), Drift::steady) << "exactly what is tolerated";
  EXPECT_EQ(verdict(100, 99, 0.001), Drift::steady) << "the intervals overlap";
  EXPECT_EQ(verdict(100, 104, 0.03), Drift::gain);
  EXPECT_EQ(verdict(100, 100, 0), Drift::steady);
}

TEST(Drift, WithoutIntervalsTheChangeCounts) {
  auto digests = series({100, 96});
  for (NamedFigure& each : digests[1].figures) each.figure.low = each.figure.high = 0;
  EXPECT_EQ(changes_against(digests, 0, 0.03)[0].verdict, Drift::loss);
  digests[1].figures.clear();
  EXPECT_EQ(changes_against(digests, 0, 0.03)[0].verdict, Drift::missing);
}

TEST(Drift, LongerLatenciesAreLosses) {
  std::vector<ArchiveDigest> digests{digest_of(cpu_archive(), "a"), digest_of(cpu_archive(), "b")};
  for (NamedFigure& each : digests[1].figures) {
    if (each.name.kind != "latency") continue;
    for (double* part : {&each.figure.value, &each.figure.low, &each.figure.high}) *part *= 1.2;
  }
  const auto changes = changes_against(digests, 0, 0.03);
  EXPECT_EQ(std::count_if(changes.begin(), changes.end(),
                          [](const Change& c) { return c.verdict == Drift::loss; }),
            1);
}

TEST(Settings, OnlyThoseThatDifferTheTellingOnesFirst) {
  Archive a = cpu_archive(), b = cpu_archive();
  a.environment.facts = {{"ecc", "on"}, {"aardvark", "1"}, {"driver", "580"}};
  b.environment.facts = {{"ecc", "off"}, {"aardvark", "2"}, {"driver", "580"}};
  b.device.attributes = {{"mig_profile", "1g.18gb"}};
  const auto settings = differing_settings({&a, &b});
  ASSERT_EQ(settings.size(), 3U);
  EXPECT_EQ(settings[0].name, "ecc");
  EXPECT_EQ(settings[1].name, "mig_profile");
  EXPECT_EQ(settings[1].values, (std::vector<std::string>{"", "1g.18gb"}));
  EXPECT_EQ(settings[2].name, "aardvark");
}

TEST(Settings, ClocksWithinHalfAPercentAreTheSame) {
  Archive a = cpu_archive(), b = cpu_archive();
  for (Ceiling& ceiling : b.ceilings) ceiling.clock_hz *= 1.004;
  EXPECT_TRUE(differing_settings({&a, &b}).empty());
  for (Ceiling& ceiling : b.ceilings) ceiling.clock_hz *= 1.004;
  ASSERT_EQ(differing_settings({&a, &b}).size(), 1U);
}

TEST(Words, Letters) {
  EXPECT_EQ(bench::letter_of(0), "A");
  EXPECT_EQ(bench::letter_of(25), "Z");
  EXPECT_EQ(bench::letter_of(26), "AA");
  EXPECT_EQ(bench::heading_of(1, Provenance::published), "B published");
  EXPECT_EQ(bench::ratio_text(1.0526), "1.053");
  EXPECT_EQ(bench::ratio_text(0), "-");
}

TEST(Words, DifferentMethodsAreAWarning) {
  std::vector<ArchiveDigest> digests = series({1e12, 1e12});
  EXPECT_TRUE(bench::cautions(digests).empty());
  digests[1].method = 1;
  ASSERT_EQ(bench::cautions(digests).size(), 1U);
  EXPECT_NE(bench::cautions(digests)[0].find("1 and " + std::to_string(kMethodVersion)),
            std::string::npos);
}

}  // namespace
}  // namespace ridgeline::ceilings
