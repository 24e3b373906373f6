// What is printed of an archive: goldens at several widths and formats, marks, hostile names.
#include "bench/print/archive/archive_document.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "bench/print/archive/names.hpp"
#include "ceilings/text/text.hpp"
#include "tests/ceilings/table_archives.hpp"

namespace ridgeline::bench {
namespace {

using namespace ceilings::tests;

std::string shown(const ceilings::Archive& archive, Format format, const Terminal& terminal = {}) {
  std::ostringstream out;
  write(out, archive_document(archive), format, terminal);
  return out.str();
}

// Compares with tests/goldens/<name>; RIDGELINE_WRITE_GOLDENS=1 writes them anew, to be read
// before they are committed.
void expect_golden(const std::string& name, const std::string& text) {
  const std::string path = std::string(RIDGELINE_SOURCE) + "/tests/goldens/" + name;
  if (std::getenv("RIDGELINE_WRITE_GOLDENS") != nullptr) std::ofstream(path) << text;
  std::ifstream file(path);
  ASSERT_TRUE(file) << path << " is missing";
  std::stringstream golden;
  golden << file.rdbuf();
  EXPECT_EQ(golden.str(), text) << path;
}

std::size_t widest_line(const std::string& text) {
  std::istringstream lines(text);
  std::size_t widest = 0;
  for (std::string line; std::getline(lines, line);) widest = std::max(widest, columns_of(line));
  return widest;
}

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(Table, Cpu) { expect_golden("cpu.txt", shown(cpu_archive(), Format::table)); }
TEST(Table, CpuMarkdown) { expect_golden("cpu.md", shown(cpu_archive(), Format::markdown)); }
TEST(Table, CpuCsv) { expect_golden("cpu.csv", shown(cpu_archive(), Format::csv)); }
TEST(Table, CpuJson) { expect_golden("cpu.json", shown(cpu_archive(), Format::json)); }
TEST(Table, SimulatedGpu) { expect_golden("gpu.txt", shown(gpu_archive(), Format::table)); }

TEST(Table, EightyColumns) {
  const std::string text = shown(cpu_archive(), Format::table, {80, false, true});
  EXPECT_LE(widest_line(text), 80u);
  EXPECT_NE(text.find("316.8 GB/s"), std::string::npos);
  EXPECT_NE(text.find("!1 !2"), std::string::npos) << "marks are never dropped";
  expect_golden("cpu_80.txt", text);
}

TEST(Table, FitsAnyWidthDownToForty) {
  for (std::size_t width = 40; width <= 200; width += 7) {
    const std::string text = shown(cpu_archive(), Format::table, {width, false, true});
    EXPECT_LE(widest_line(text), width) << width;
  }
}

TEST(Table, ColourOnlyWhereAskedFor) {
  EXPECT_EQ(shown(cpu_archive(), Format::table, {100, false, false}).find('\x1b'),
            std::string::npos);
  const std::string coloured = shown(cpu_archive(), Format::table, {100, true, false});
  EXPECT_NE(coloured.find("\x1b[1m"), std::string::npos);
  EXPECT_EQ(occurrences(coloured, "\x1b[") % 2, 0u) << "each dress is taken off again";
  for (const Format format : {Format::json, Format::csv, Format::markdown}) {
    EXPECT_EQ(shown(cpu_archive(), format, {100, true, false}).find('\x1b'), std::string::npos);
  }
}

TEST(Table, SuspectIsMarkedWithItsReason) {
  const std::string text = shown(cpu_archive(), Format::table);
  EXPECT_NE(text.find("!1  suspect, above-limit: "), std::string::npos);
  EXPECT_NE(text.find("!2  suspect, unsteady: "), std::string::npos);
  EXPECT_NE(text.find("n1  two sizes differed by 4 %"), std::string::npos);
  EXPECT_NE(text.find("1 of 11 ceilings suspect (above-limit, unsteady)"), std::string::npos);
  EXPECT_NE(text.find("1 case failed"), std::string::npos);
  EXPECT_NE(text.find("element 17 was not read"), std::string::npos);
}

TEST(Table, EverySuspectReasonHasAMark) {
  ceilings::Archive archive = cpu_head();
  ceilings::Ceiling ceiling = as_roof(bandwidth("L1", "core", 1, "1:0", "avx512", 1e11));
  std::size_t flags = 0;
  for (int i = 0; i <= static_cast<int>(ceilings::Flag::thermally_limited); ++i, ++flags) {
    ceiling.suspect.push_back(static_cast<ceilings::Flag>(i));
  }
  archive.ceilings = {ceiling};
  const std::string text = shown(archive, Format::table);
  EXPECT_EQ(occurrences(text, "  suspect, "), flags);
  for (const ceilings::Flag flag : ceiling.suspect)
    EXPECT_NE(text.find(ceilings::flag_name(flag)), std::string::npos);
}

TEST(Table, NothingSuspect) {
  ceilings::Archive archive = cpu_head();
  archive.ceilings = {as_roof(bandwidth("L1", "core", 1, "1:0", "avx512", 1e11))};
  const std::string text = shown(archive, Format::table);
  EXPECT_NE(text.find("Nothing was suspect."), std::string::npos);
  EXPECT_NE(text.find("No documented limits are known"), std::string::npos);
}

TEST(Table, NotesThatDifferInCountsAreOneLine) {
  ceilings::Archive archive = cpu_head();
  archive.ceilings = {as_roof(bandwidth("L1", "core", 1, "1:0", "avx512", 1e11)),
                      bandwidth("L1", "core", 1, "1:1", "update-avx512", 9e10)};
  archive.ceilings[0].notes = {"3 of 12 repetitions: clock-changed", "sized by 2 of 3 caches"};
  archive.ceilings[1].notes = {"1 of 24 repetitions: clock-changed"};
  const std::string text = shown(archive, Format::table);
  EXPECT_EQ(occurrences(text, "clock-changed"), 1u);
  EXPECT_NE(text.find("n1  some repetitions: clock-changed"), std::string::npos);
  EXPECT_NE(text.find("n2  sized by 2 of 3 caches"), std::string::npos);
  EXPECT_NE(text.find("L1 update, avx512"), std::string::npos) << "the operation is named once";
  const auto json = nlohmann::json::parse(shown(archive, Format::json));
  EXPECT_EQ(json["ceilings"][1]["notes"], "1 of 24 repetitions: clock-changed");
}

TEST(Table, EachOperationHasItsWords) {
  struct Row {
    const char *level, *mix, *path, *text;
  };
  for (const Row& row : {
           Row{"L1", "1:0", "avx512", "L1 read, avx512"},
           Row{"L1", "1:1", "copy-avx512", "L1 copy, avx512"},
           Row{"L2", "1:1", "update-avx512", "L2 update, avx512"},
           Row{"L2", "2:1", "update-avx512", "L2 2:1 update, avx512"},
           Row{"L2", "2:1", "triad-avx512", "L2 triad, avx512"},
           Row{"L3", "0:1", "write-sse", "L3 write, sse"},
           Row{"DRAM", "0:1", "nt-write-avx512", "DRAM non-temporal write, avx512"},
           Row{"DRAM", "1:1", "nt-copy-avx2", "DRAM non-temporal copy, avx2"},
           Row{"DRAM", "2:1", "nt-triad-avx2", "DRAM non-temporal triad, avx2"},
           Row{"L2", "2:1", "ld16B", "L2 2:1, ld16B"},
           Row{"DRAM", "0:1", "st16B", "DRAM write, st16B"},
       }) {
    EXPECT_EQ(ceiling_text(bandwidth(row.level, "core", 1, row.mix, row.path, 1e9)), row.text);
  }
}

TEST(Table, MarksAreInOrder) {
  ceilings::Archive archive = cpu_archive();
  archive.ceilings[0].suspect = {ceilings::Flag::unsteady};
  const std::string text = shown(archive, Format::table);
  EXPECT_EQ(occurrences(text, "!1 !2"), 1u) << "unsteady came up first, above-limit second";
  EXPECT_EQ(occurrences(text, "!2 !1"), 0u);
}

TEST(Table, ARoofMayLackSomething) {
  ceilings::Archive archive = cpu_head();
  archive.ceilings = {
      as_roof(secondary(bandwidth("DRAM", "core", 1, "1:0", "avx2", 2e10), "SIMD width"), false)};
  EXPECT_NE(shown(archive, Format::table).find("roof, lacks SIMD width"), std::string::npos);
}

TEST(Table, LatencyIsInCycles) {
  ceilings::Archive archive = cpu_head();
  ceilings::Ceiling latency = bandwidth("L1", "core", 1, "", "chase", 2e-9);
  latency.kind = "latency";
  latency.unit = "s";
  latency.per_cycle = 5;
  archive.ceilings = {latency};
  EXPECT_NE(shown(archive, Format::table).find("5.00 cycles"), std::string::npos);
}

TEST(Table, RidgesOfTheSamePlaceAreOneLine) {
  ceilings::Archive archive = cpu_archive();
  const std::string text = shown(archive, Format::table);
  const std::string ridges = text.substr(text.find("Ridge points"), 400);
  EXPECT_NE(ridges.find("DRAM read, avx512  1 thread               5.58             11.15"),
            std::string::npos);
  archive.ridges.push_back({"bandwidth/gone", "compute/gone", 7});
  EXPECT_NE(shown(archive, Format::table).find("bandwidth/gone"), std::string::npos);
}

TEST(Table, IncompleteAndPublishedAreLoud) {
  ceilings::Archive archive = cpu_archive();
  archive.complete = false;
  archive.incomplete_reason = "interrupted by SIGINT";
  archive.provenance = ceilings::Provenance::published;
  archive.citation = "A. Author, 2026";
  for (const Format format : {Format::table, Format::markdown}) {
    const std::string text = shown(archive, format);
    EXPECT_NE(text.find("INCOMPLETE: interrupted by SIGINT"), std::string::npos);
    EXPECT_NE(text.find("PUBLISHED: taken from A. Author, 2026"), std::string::npos);
    EXPECT_LT(text.find("PUBLISHED"), text.find("Example CPU"));
  }
  const auto json = nlohmann::json::parse(shown(archive, Format::json));
  EXPECT_EQ(json["provenance"], "published");
  EXPECT_EQ(json["complete"], false);
}

TEST(Table, NoCeilings) {
  const ceilings::Archive archive = cpu_head();
  const std::string text = shown(archive, Format::table);
  EXPECT_NE(text.find("No ceiling was measured."), std::string::npos);
  EXPECT_NE(text.find("No balance can be given"), std::string::npos);
  EXPECT_EQ(text.find("Nothing was suspect"), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(shown(archive, Format::json))["ceilings"].size(), 0u);
  EXPECT_EQ(occurrences(shown(archive, Format::csv), "\n"), 1u) << "only the header";
}

TEST(Table, EachCeilingSaysHowManyWorked) {
  const std::string text = shown(cpu_archive(), Format::table);
  EXPECT_NE(text.find("1 thread "), std::string::npos);
  EXPECT_NE(text.find("2 threads "), std::string::npos);
  EXPECT_NE(shown(gpu_archive(), Format::table).find("132 SMs "), std::string::npos);
}

TEST(Table, JsonCarriesRawNumbers) {
  const auto json = nlohmann::json::parse(shown(cpu_archive(), Format::json));
  ASSERT_EQ(json["ceilings"].size(), 11u);
  EXPECT_EQ(json["ceilings"][0]["id"], "bandwidth/L1/core/1:0/avx512");
  EXPECT_EQ(json["ceilings"][0]["value"].get<double>(), 316.8e9);
  EXPECT_TRUE(json["ceilings"][3]["limit"].is_null()) << "unknown is not zero";
  EXPECT_EQ(json["ceilings"][2]["suspect"], "above-limit unsteady");
  EXPECT_EQ(json["empirical"][1]["near_ridge"], true);
  EXPECT_EQ(json["ridges"][0]["bandwidth"], "bandwidth/L1/core/1:0/avx512");
}

TEST(Table, HostileNamesAreHarmless) {
  ceilings::Archive archive = cpu_archive();
  archive.device.model = "\x1b[2J\x1b]0;pwned\a\nevil\r" + std::string(5000, 'x') + "\xff";
  archive.ceilings[0].path = "a|b\"c,d\te\u202e\n";
  archive.environment.notes = {
      "line one\nline two\x9b"
      "31m"};
  for (const bool ascii : {false, true}) {
    const std::string text = shown(archive, Format::table, {80, false, ascii});
    EXPECT_LE(widest_line(text), 100u);
    EXPECT_EQ(text.find_first_of("\x1b\a\r\t"), std::string::npos);
    EXPECT_EQ(text.find("\u202e"), std::string::npos);
    EXPECT_NE(text.find("\\x1b[2J"), std::string::npos) << "shown, not hidden";
  }
  const std::string csv = shown(archive, Format::csv);
  EXPECT_EQ(occurrences(csv, "\n"), 12u) << "one line a record";
  EXPECT_EQ(shown(archive, Format::markdown).find_first_of("\x1b\a\r"), std::string::npos);
  const auto json = nlohmann::json::parse(shown(archive, Format::json));
  EXPECT_EQ(json["device"].get<std::string>().substr(0, 4), "\x1b[2J") << "exact in JSON";
}

TEST(Table, AsciiWhereTheLocaleIsNotUtf8) {
  ceilings::Archive archive = cpu_archive();
  archive.device.model = "Ex\u00e4mple \u4e2d\u6587";
  const std::string text = shown(archive, Format::table, {60, false, true});
  for (const char c : text) EXPECT_TRUE(c == '\n' || (c >= ' ' && c <= '~'));
}

TEST(Text, PartsBetweenCommas) {
  EXPECT_EQ(split("a"), (std::vector<std::string>{"a"}));
  EXPECT_EQ(split("a,,b,"), (std::vector<std::string>{"a", "", "b", ""}));
  EXPECT_EQ(split("").size(), 1u);
}

TEST(Text, WidthKnowsWideAndCombining) {
  EXPECT_EQ(columns_of("abc"), 3u);
  EXPECT_EQ(columns_of("\u4e2d\u6587"), 4u);
  EXPECT_EQ(columns_of("e\u0301"), 1u);
  EXPECT_EQ(fitted("\u4e2d\u6587\u4e2d", 4, false), "\u4e2d\u2026");
  EXPECT_EQ(fitted("abcdefgh", 6, true), "abc...");
}

TEST(Text, SanitizedShowsBadBytes) {
  EXPECT_EQ(sanitized("a\x1b[31m"), "a\\x1b[31m");
  EXPECT_EQ(sanitized("\xc3(\xff"), "\\xc3(\\xff");
  EXPECT_EQ(sanitized("\xc0\xaf"), "\\xc0\\xaf") << "overlong form";
  EXPECT_EQ(sanitized("\u00e4"), "\u00e4");
  EXPECT_EQ(sanitized("\u00e4", true), "\\u00e4");
  EXPECT_EQ(sanitized("\u202e"), "\\u202e");
}

TEST(Text, NearestWord) {
  const std::vector<std::string> words{"devices", "plan", "characterize", "show"};
  EXPECT_EQ(nearest("charaterize", words), "characterize");
  EXPECT_EQ(nearest("paln", words), "plan");
  EXPECT_EQ(nearest("xyzzy", words), "");
  EXPECT_EQ(nearest(std::string(100000, 'a'), words), "");
}

}  // namespace
}  // namespace ridgeline::bench
