// Summaries: the same head and ceilings as the whole archive, whatever stands in its samples.
#include "ceilings/archive/json/summary.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "ceilings/errors.hpp"

namespace ridgeline::ceilings {
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

// A small archive with this list of samples, and the members of its only ceiling.
std::string made(const std::string& samples, const std::string& ceiling) {
  return R"({"schema": "1.3", "tool": {"name": "t"}, "created": "2026-11-30T12:00:00Z",)"
         R"("provenance": "measured", "device": {"class": "c", "kind": "cpu",)"
         R"("attributes": {"a": "b"}},)"
         R"("samples": )" +
         samples + R"(, "ceilings": [ {)" + ceiling + "} ]}";
}
const std::string kOne = R"("id":"latency/L1/core", "kind" : "latency","unit":"s", "value": 1e-9)";

TEST(Summary, BracketsAndQuotesInsideStringsOfSamplesEndNothing) {
  for (const char* samples : {"[]", R"([ {"x": "]\\\"[", "y": [1, 2]}, "]" ])", R"(["}]\"\\"])"}) {
    EXPECT_EQ(parse_summary(made(samples, kOne), "file").ceilings.size(), 1U) << samples;
  }
}

TEST(Summary, CeilingsAreReadAsTheyAreWritten) {
  const Archive found = parse_summary(
      made("[]", kOne +
                     R"(, "low": 0.5 ,"high":2,"repetitions":6,"units": 3, "evidence":["a", "]}"],
           "suspect": [ "unsteady" , "throttled"], "notes": ["\u00e9", "a \"b\"", ")"
                     "\xc3\xa9"
                     R"("])"),
      "file");
  ASSERT_EQ(found.ceilings.size(), 1U);
  const Ceiling& ceiling = found.ceilings.front();
  EXPECT_EQ(ceiling.id, "latency/L1/core");
  EXPECT_EQ(ceiling.value, 1e-9);
  EXPECT_EQ(ceiling.high, 2);
  EXPECT_EQ(ceiling.units, 3);
  EXPECT_EQ(ceiling.evidence, (std::vector<std::string>{"a", "]}"}));
  EXPECT_EQ(ceiling.suspect, (std::vector<Flag>{Flag::unsteady, Flag::throttled}));
  EXPECT_EQ(ceiling.notes, (std::vector<std::string>{"\u00e9", "a \"b\"", "\u00e9"}));
  EXPECT_EQ(found.device.attributes.at("a"), "b");
}

// Whatever is unusual comes out as the strict reader has it: its archive, or its message.
TEST(Summary, TheUnusualIsReadAsTheReaderDoes) {
  const auto result = [](const auto& parse) {
    try {
      return to_json(parse());
    } catch (const ArchiveError& error) {
      return std::string(error.what());
    }
  };
  std::vector<std::string> texts;
  for (const char* members :
       {"", R"("id":"x")", R"("kind":"latency","id":"latency/L1/core","unit":"s","value":1)",
        R"("id":"latency/L\u0031/core","kind":"latency","unit":"s","value":1)",
        R"("id":"\xc3\xa9","kind":"latency","unit":"s","value":1)",
        R"("id":"latency/L1/core","kind":"latency","unit":"s","value":"1")",
        R"("id":"latency/L1/core","kind":"latency","unit":"s","value":01)",
        R"("id":"latency/L1/core","kind":"latency","unit":"s","value":1.)",
        R"("id":"latency/L1/core","kind":"latency","unit":"s","value":+1)",
        R"("id":"latency/L1/core","kind":"latency","unit":"s","value":-0)",
        R"("id":"latency/L1/core","kind":"latency","unit":"s","value":nan)",
        R"("id":"latency/L1/core","kind":"latency","unit":"s","value":1e400)",
        R"("id":"latency/L1/core","kind":"latency","unit":"s","value":1e-400)"}) {
    texts.push_back(made("[]", members));
  }
  for (const char* more :
       {R"(,"weather":1)", R"(,"value":2)", R"(,"units":1.5)", R"(,"units":2.0)", R"(,"roof":1)",
        R"(,"suspect":["rain"])", R"(,"suspect":["unsteady",])", R"(,"suspect":[,])",
        R"(,"suspect":{})", R"(,"low":1 "high":2)", ",", R"(,"notes":["a\x01"])",
        R"(,"notes":["\xff"])", R"(,"notes":["\q"])", R"(,"notes":["a)"}) {
    texts.push_back(made("[]", kOne + more));
  }
  const std::string good = made("[]", kOne);
  texts.insert(texts.end(),
               {good + " x", good.substr(0, good.size() - 1), good + "\n", "\xEF\xBB\xBF" + good});
  std::string twice = good, newer = good;
  twice.replace(twice.find(R"("a": "b")"), 8, R"("a": "b", "a": "c")");
  newer.replace(newer.find("1.3"), 3, "1.9");
  newer.insert(newer.size() - 1, R"(, "weather": "\u2600")");
  texts.insert(texts.end(), {twice, newer});
  for (const std::string& text : texts) {
    const std::string whole = result([&] { return parse_archive(text, "file"); });
    EXPECT_EQ(result([&] { return parse_summary(text, "file"); }), whole) << text;
  }
}

TEST(Summary, SamplesUnderAnEscapedKeyAreLeftOutToo) {
  std::string text = text_of(stored("schema-1.2"));
  text.replace(text.find("\"samples\""), 9, "\"sampl\\u0065s\"");
  EXPECT_FALSE(parse_archive(text, "file").samples.empty());
  EXPECT_TRUE(parse_summary(text, "file").samples.empty());
}

TEST(Summary, WhatIsNoArchiveIsRefused) {
  for (const char* text : {"", "[]", "{", "{}", "{\"a\"}", "{\"a\":}", "{\"samples\": {}}",
                           "{\"samples\": [}", "{\"samples\": [1]} x", "{\"a\": \"b",
                           "{\"a\": 1 \"b\": 2}", "{a: 1}", "{\"samples\": [\"]"}) {
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
}  // namespace ridgeline::ceilings
