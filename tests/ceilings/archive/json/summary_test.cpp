// Summaries: the same head and ceilings as the whole archive, whatever stands in its samples.
#include "ceilings/archive/json/summary.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "ceilings/archive/json/outline.hpp"
#include "ceilings/errors.hpp"

namespace ridgeline {
namespace {

std::string stored(const std::string& name) {
  return std::string(RIDGELINE_TEST_DATA "/archives/") + name + ".json";
}

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

class Stored : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Each, Stored,
                         testing::Values("schema-1.0", "schema-1.0-gpu", "schema-1.1", "schema-1.2",
                                         "simulated-cpu-3-level", "simulated-mig-slice"));

TEST_P(Stored, SummaryIsTheArchiveWithoutSamples) {
  Archive whole = read_archive(stored(GetParam()));
  whole.samples.clear();
  whole.layout_probes.clear();
  Archive summary = read_summary(stored(GetParam()));
  // Fields of newer versions are kept by their place, and those of samples have none here.
  whole.unknown_fields = summary.unknown_fields;
  EXPECT_EQ(to_json(summary), to_json(whole));
}

// All that an outline promises is what the whole archive has.
TEST_P(Stored, OutlineHasHeadAndCeilings) {
  const Archive whole = read_archive(stored(GetParam()));
  const Archive outline = read_outline(stored(GetParam()));
  EXPECT_EQ(outline.created, whole.created);
  EXPECT_EQ(outline.provenance, whole.provenance);
  EXPECT_EQ(outline.tool.method, whole.tool.method);
  EXPECT_EQ(outline.device.device_class, whole.device.device_class);
  EXPECT_EQ(outline.device.units, whole.device.units);
  ASSERT_EQ(outline.ceilings.size(), whole.ceilings.size());
  for (std::size_t i = 0; i < whole.ceilings.size(); ++i) {
    EXPECT_EQ(outline.ceilings[i].id, whole.ceilings[i].id);
    EXPECT_EQ(outline.ceilings[i].value, whole.ceilings[i].value);
    EXPECT_EQ(outline.ceilings[i].low, whole.ceilings[i].low);
    EXPECT_EQ(outline.ceilings[i].roof, whole.ceilings[i].roof);
    EXPECT_EQ(outline.ceilings[i].suspect, whole.ceilings[i].suspect);
  }
}

TEST(Summary, StringsMayHoldBracketsQuotesAndBackslashes) {
  const std::string text = R"({"a": "}]\"\\", "samples" : [ {"x": "]\\\"[", "y": [1, 2]}, "]" ] ,)"
                           R"( "b": {"samples": [3]}})";
  EXPECT_EQ(without_samples(text), R"({"a": "}]\"\\","samples":[],"b": {"samples": [3]}})");
}

TEST(Summary, OnlyListsUnderTheTopLevelAreLeftOut) {
  EXPECT_EQ(without_samples(R"({"placements": [[]], "c": 1.5e3, "d": true})"),
            R"({"placements":[],"c": 1.5e3,"d": true})");
  EXPECT_EQ(without_samples("\xEF\xBB\xBF {\"samples\":[]}\n"), "{\"samples\":[]}");
}

TEST(Summary, TheCeilingsAreHandedOut) {
  std::string_view ceilings;
  EXPECT_EQ(without_lists(R"({"a": 1, "ceilings" : [{"id": "]"} ], "samples": [1]})", {"samples"},
                          &ceilings),
            R"({"a": 1,"ceilings":[],"samples":[]})");
  EXPECT_EQ(ceilings, R"([{"id": "]"} ])");
  EXPECT_EQ(without_lists(R"({"ceilings": {}})", {}, &ceilings), "");
}

std::optional<std::vector<Ceiling>> outlined(const std::string& members) {
  return outline_ceilings("[ {" + members + "} ]");
}
const std::string kOne = R"("id":"latency/L1/core", "kind" : "latency","unit":"s", "value": 1e-9)";

TEST(Outline, CeilingsAreReadAsTheyAreWritten) {
  const auto found = outlined(kOne + R"(, "low": 0.5 ,"high":2,"repetitions":6,"units": 3,
      "evidence":["a", "]}"], "suspect": [ "unsteady" , "throttled"], "notes": ["\u00e9"])");
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 1u);
  EXPECT_EQ(found->front().id, "latency/L1/core");
  EXPECT_EQ(found->front().value, 1e-9);
  EXPECT_EQ(found->front().high, 2);
  EXPECT_EQ(found->front().units, 3);
  EXPECT_EQ(found->front().suspect, (std::vector<Flag>{Flag::unsteady, Flag::throttled}));
  EXPECT_TRUE(found->front().notes.empty());
  EXPECT_EQ(outline_ceilings("[ ]")->size(), 0u);
  EXPECT_EQ(outline_ceilings("[{" + kOne + "},\n{" + kOne + "}]")->size(), 2u);
}

TEST(Outline, WhateverIsUnusualIsLeftToTheOthers) {
  for (const char* members :
       {"", R"("id":"x")", R"("kind":"latency","id":"a","unit":"s","value":1)",
        R"("id":"\u0061","kind":"latency","unit":"s","value":1)",
        R"("id":"\xc3\xa9","kind":"latency","unit":"s","value":1)",
        R"("id":"a","kind":"latency","unit":"s","value":"1")",
        R"("id":"a","kind":"latency","unit":"s","value":01)",
        R"("id":"a","kind":"latency","unit":"s","value":1.)",
        R"("id":"a","kind":"latency","unit":"s","value":+1)",
        R"("id":"a","kind":"latency","unit":"s","value":nan)",
        R"("id":"a","kind":"latency","unit":"s","value":1e400)"}) {
    EXPECT_FALSE(outlined(members)) << members;
  }
  for (const char* more : {R"(,"weather":1)", R"(,"value":2)", R"(,"units":1.5)", R"(,"roof":1)",
                           R"(,"suspect":["rain"])", R"(,"suspect":["unsteady",])",
                           R"(,"suspect":[,])", R"(,"suspect":{})", R"(,"low":1 "high":2)", ","}) {
    EXPECT_FALSE(outlined(kOne + more)) << more;
  }
  for (const char* list : {"{}", "1", "[", "[1]", "[{}", "[{}]", "[,]"}) {
    EXPECT_FALSE(outline_ceilings(list)) << list;
  }
}

TEST(Summary, SamplesUnderAnEscapedKeyAreLeftOutToo) {
  std::string text = text_of(stored("schema-1.2"));
  text.replace(text.find("\"samples\""), 9, "\"sampl\\u0065s\"");
  EXPECT_FALSE(parse_archive(text, "file").samples.empty());
  EXPECT_TRUE(parse_summary(text, "file").samples.empty());
}

TEST(Summary, AnythingIrregularIsLeftToTheReader) {
  for (const char* text : {"", "[]", "{", "{}", "{\"a\"}", "{\"a\":}", "{\"samples\": {}}",
                           "{\"samples\": [}", "{\"samples\": [1]} x", "{\"a\": \"b",
                           "{\"a\": 1 \"b\": 2}", "{a: 1}", "{\"samples\": [\"]"}) {
    const std::string kept = without_samples(text);
    EXPECT_TRUE(kept.empty()) << text << " became " << kept;
    EXPECT_THROW(parse_summary(text, "x"), ArchiveError) << text;
  }
}

// The message is the one of the whole file, with the place in the file.
TEST(Summary, MessagesAreThoseOfTheWholeFile) {
  const std::string good = text_of(stored("simulated-cpu-3-level"));
  const auto message = [](const auto& read) {
    try {
      read();
    } catch (const ArchiveError& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  std::string broken = good, negative = good, cut = good.substr(0, good.size() / 2);
  broken.replace(broken.rfind("\"ridges\""), 8, "\"ridges\" x");
  negative.replace(negative.rfind("\"value\": "), 9, "\"value\": -");
  for (const std::string& text : {broken, negative, cut}) {
    const std::string whole = message([&] { parse_archive(text, "file"); });
    EXPECT_EQ(message([&] { parse_summary(text, "file"); }), whole);
    EXPECT_NE(whole, "none");
  }
}

TEST(Summary, FaultsInsideSamplesGoUnseen) {
  std::string text = text_of(stored("schema-1.2"));
  const std::size_t samples = text.find("\"samples\"");
  const std::size_t seconds = text.find("\"seconds\": ", samples);
  ASSERT_NE(seconds, std::string::npos);
  text.insert(seconds + 11, "-");
  EXPECT_THROW(parse_archive(text, "file"), ArchiveError);
  EXPECT_FALSE(parse_summary(text, "file").ceilings.empty());
}

TEST(Summary, MissingFilesAreNamed) {
  try {
    read_summary("/nowhere/at all.json");
    FAIL() << "was read";
  } catch (const ArchiveError& error) {
    EXPECT_NE(std::string(error.what()).find("at all.json"), std::string::npos);
  }
}

}  // namespace
}  // namespace ridgeline
