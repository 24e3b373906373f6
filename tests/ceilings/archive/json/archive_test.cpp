// Archives as text: nothing is lost on the way there and back, and nothing broken gets through.
#include "ceilings/archive.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "ceilings/archive/fields.hpp"
#include "ceilings/errors.hpp"
#include "tests/ceilings/archive/examples.hpp"

namespace ridgeline::ceilings {
namespace {

using Json = nlohmann::ordered_json;
const std::string kArchives = std::string(RIDGELINE_TEST_DATA) + "/archives/";

std::string content(const std::string& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// The message of the ArchiveError that parsing throws; empty where it throws none.
std::string refusal(const std::string& text) {
  try {
    parse_archive(text, "FILE");
    return "";
  } catch (const ArchiveError& error) {
    EXPECT_EQ(error.exit_code(), 4);
    const std::string what = error.what();
    EXPECT_EQ(what.find('\n'), std::string::npos) << "more than one line: " << what;
    EXPECT_TRUE(what.starts_with("FILE: ")) << what;
    return what;
  }
}

std::string again(const std::string& text) { return to_json(parse_archive(text, "FILE")); }

class Kept : public testing::TestWithParam<const char*> {};

// Archives of released versions are read forever, and written again byte for byte.
TEST_P(Kept, IsReadAndWrittenUnchanged) {
  const std::string text = content(kArchives + GetParam());
  const Archive archive = parse_archive(text, GetParam());
  EXPECT_EQ(archive.unknown_fields, "");
  EXPECT_EQ(to_json(archive), text);
}
INSTANTIATE_TEST_SUITE_P(Archives, Kept,
                         testing::Values("schema-1.0.json", "schema-1.0-gpu.json",
                                         "schema-1.1.json", "schema-1.2.json", "schema-1.3.json"));

TEST(Archive, KeptOnesAreTheExamples) {
  EXPECT_EQ(to_json(examples::cpu()), content(kArchives + "schema-1.0.json"));
  EXPECT_EQ(to_json(examples::gpu()), content(kArchives + "schema-1.0-gpu.json"));
  EXPECT_EQ(to_json(examples::placed()), content(kArchives + "schema-1.1.json"));
  EXPECT_EQ(to_json(examples::heated()), content(kArchives + "schema-1.2.json"));
  EXPECT_EQ(to_json(examples::published()), content(kArchives + "schema-1.3.json"));
}

// What differs from the default in one of the examples must arrive: spot checks in every record.
TEST(Archive, FieldsArrive) {
  const Archive a = parse_archive(to_json(examples::gpu()), "gpu");
  EXPECT_EQ(a.tool.compiler, "g++ 12.2.0");
  EXPECT_EQ(a.provenance, Provenance::simulated);
  EXPECT_EQ(a.device.unit_name, "SM");
  EXPECT_EQ(a.device.levels.at(0).domain, "sm");
  EXPECT_EQ(a.device.levels.at(3).node, "node0");
  EXPECT_EQ(a.device.peaks.at(1).per_second, 4.8e12);
  EXPECT_EQ(a.device.attributes.at("pci_bus_id"), "00000000:1B:00.0");
  EXPECT_EQ(a.environment.facts.at("ecc"), "on");
  const Sample& tensor = a.samples.at(0);
  EXPECT_EQ(tensor.shape, (SampleShape{1, 128, 8}));
  EXPECT_EQ(tensor.accumulate, "fp32");
  EXPECT_EQ(tensor.mode, "burst");
  EXPECT_EQ(tensor.repetitions.at(1).flags, (std::vector{Flag::stolen_time, Flag::clock_changed}));
  EXPECT_EQ(tensor.repetitions.at(5).order, 50u);
  EXPECT_EQ(a.levels.at(1).variant, "far");
  EXPECT_EQ(a.ceilings.at(0).suspect, std::vector{Flag::code_not_checked});
  EXPECT_EQ(a.ridges.at(0).intensity, 91);
  const Archive c = parse_archive(to_json(examples::cpu()), "cpu");
  EXPECT_EQ(c.samples.at(2).status, Status::failed);
  EXPECT_EQ(c.samples.at(3).stage, Stage::empirical);
  EXPECT_TRUE(c.ceilings.at(0).roof);
  EXPECT_EQ(c.ceilings.at(0).traffic, c.ceilings.at(0).value);
  EXPECT_TRUE(c.empirical.at(0).near_ridge);
}

// Converts to anything: how many of these a record takes in braces is how many members it has.
struct Anything {
  template <typename T>
  operator T() const;
};
template <typename Record, std::size_t... I>
constexpr bool takes(std::index_sequence<I...>) {
  return requires { Record{(static_cast<void>(I), Anything{})...}; };
}
template <typename Record, std::size_t N = 1>
constexpr std::size_t members() {
  if constexpr (takes<Record>(std::make_index_sequence<N>{})) {
    return members<Record, N + 1>();
  } else {
    return N - 1;
  }
}

struct FieldCounter {
  std::size_t count = 0;
  void required(const char*, const auto&) { ++count; }
  void field(const char*, const auto&) { ++count; }
  void sparse(const char*, const auto&) { ++count; }
};
template <typename Record>
std::size_t listed() {
  FieldCounter counter;
  const Record record;
  fields(counter, record);
  return counter.count;
}

// A member that somebody adds to a record and forgets in fields.hpp would be lost.
TEST(Archive, EveryMemberIsWritten) {
  EXPECT_EQ(listed<ToolRecord>(), members<ToolRecord>());
  EXPECT_EQ(listed<Peak>(), members<Peak>());
  EXPECT_EQ(listed<NominalLevel>(), members<NominalLevel>());
  EXPECT_EQ(listed<DeviceRecord>(), members<DeviceRecord>());
  EXPECT_EQ(listed<EnvironmentRecord>(), members<EnvironmentRecord>());
  EXPECT_EQ(listed<PassWork>(), members<PassWork>());
  EXPECT_EQ(listed<Repetition>(), members<Repetition>());
  EXPECT_EQ(listed<SampleShape>(), members<SampleShape>());
  EXPECT_EQ(listed<Sample>(), members<Sample>());
  EXPECT_EQ(listed<Level>(), members<Level>());
  EXPECT_EQ(listed<Ceiling>(), members<Ceiling>());
  EXPECT_EQ(listed<Ridge>(), members<Ridge>());
  EXPECT_EQ(listed<EmpiricalPoint>(), members<EmpiricalPoint>());
  EXPECT_EQ(listed<Archive>() + 1, members<Archive>()) << "all but unknown_fields";
}

TEST(Archive, NumbersKeepEveryBit) {
  Archive a = examples::cpu();
  const std::vector<double> odd{0.1,
                                1.0 / 3.0,
                                5e-324,
                                1.7976931348623157e308,
                                123456789012345680.0,
                                9007199254740993.0,
                                2.2250738585072014e-308,
                                0.30000000000000004};
  a.samples[0].repetitions.clear();
  for (const double value : odd) {
    a.samples[0].repetitions.push_back({value, value, value, ~std::uint64_t{0}, {}});
  }
  a.samples[0].working_set = ~std::uint64_t{0};
  const Archive b = parse_archive(to_json(a), "odd");
  EXPECT_EQ(b.samples[0].working_set, ~std::uint64_t{0});
  for (std::size_t i = 0; i < odd.size(); ++i) {
    EXPECT_EQ(b.samples[0].repetitions.at(i).seconds, odd[i]);
    EXPECT_EQ(b.samples[0].repetitions.at(i).order, ~std::uint64_t{0});
  }
}

TEST(Archive, StaysSmallAndReadable) {
  Archive a = examples::cpu();
  a.samples.clear();
  for (int i = 0; i < 200; ++i) {
    Sample s = examples::sample("bandwidth/sweep/core/1:0/avx512", "bandwidth", Stage::explore,
                                examples::kKiB * static_cast<std::uint64_t>(i + 1));
    s.repetitions =
        examples::repetitions(12, 1.0123456789123e-3 + 1e-9 * i, 1234.5, 2.9123456789e9);
    a.samples.push_back(s);
  }
  const std::string text = to_json(a);
  EXPECT_LT(text.size(), 500'000u);
  std::stringstream lines(text);
  std::size_t with_seconds = 0, longest = 0;
  for (std::string line; std::getline(lines, line);) {
    with_seconds += line.find("\"seconds\"") != std::string::npos;
    longest = std::max(longest, line.size());
  }
  EXPECT_EQ(with_seconds, 2400u) << "one repetition a line";
  EXPECT_LT(longest, 240u);
}

TEST(Archive, FieldsOfNewerMinorVersionsSurvive) {
  Json document = Json::parse(content(kArchives + "schema-1.0.json"));
  document["schema"] = "1.7";
  document["weather"] = {{"rain", true}, {"list", {1, 2.5, nullptr}}};
  document["device"]["socket"] = "LGA";
  document["device"]["levels"][1]["ways"] = 16;
  document["samples"][0]["work"]["bytes_prefetched"] = 64;
  document["samples"][4]["repetitions"][2]["temperature"] = 41.5;
  document["samples"][0]["repetitions"][1]["flags"].push_back("too-hot");
  document["ceilings"][1]["suspect"] = {"too-hot"};
  document["ceilings"][1]["energy"] = 1e-12;
  document["environment"]["units"] = "SI";
  const std::string text = document.dump();
  const Archive archive = parse_archive(text, "newer");
  EXPECT_EQ(archive.schema, "1.7");
  EXPECT_NE(archive.unknown_fields, "");
  // Equal as sets of keys and values; the order of added keys is free.
  EXPECT_EQ(nlohmann::json::parse(to_json(archive)), nlohmann::json::parse(text));
  EXPECT_EQ(again(to_json(archive)), to_json(archive));
}

TEST(Archive, UnknownFieldsFollowTheirElement) {
  Json document = Json::parse(content(kArchives + "schema-1.0.json"));
  document["schema"] = "1.4";
  document["ceilings"][1]["energy"] = 7;
  document["samples"][3]["colour"] = "red";
  Archive archive = parse_archive(document.dump(), "newer");
  std::swap(archive.ceilings[0], archive.ceilings[1]);
  archive.samples.erase(archive.samples.begin());
  const Json written = Json::parse(to_json(archive));
  EXPECT_EQ(written["ceilings"][0]["energy"], 7);
  EXPECT_FALSE(written["ceilings"][1].contains("energy"));
  EXPECT_EQ(written["samples"][2]["colour"], "red");
}

TEST(Archive, WordsOfNewerMinorVersionsAreTaken) {
  Json document = Json::parse(content(kArchives + "schema-1.0.json"));
  document["samples"][0]["family"] = "sorting";
  EXPECT_NE(refusal(document.dump()), "");
  document["schema"] = "1.9";
  EXPECT_EQ(refusal(document.dump()), "");
}

TEST(Archive, OnlyTheNecessaryIsRequired) {
  const Archive a = parse_archive(
      R"({"schema":"1.0","tool":{"name":"by hand"},"created":"2020-05-01T00:00:00Z",
          "provenance":"published","citation":"a paper","device":{"class":"x","kind":"gpu"},
          "samples":[],"ceilings":[{"id":"bandwidth/DRAM/chip/1:0/ld16B","kind":"bandwidth",
          "unit":"B/s","value":1700000000000}]})",
      "hand");
  EXPECT_EQ(a.ceilings.at(0).value, 1.7e12);
  EXPECT_EQ(a.device.unit_name, "core");
  EXPECT_TRUE(a.complete);
}

TEST(Archive, WholeNumbersWrittenAsDoublesAreTaken) {
  Json document = Json::parse(content(kArchives + "schema-1.0.json"));
  document["samples"][0]["working_set"] = 8388608.0;
  EXPECT_EQ(parse_archive(document.dump(), "js").samples[0].working_set, 8388608u);
}

TEST(Archive, ByteOrderMarkIsTolerated) {
  EXPECT_EQ(refusal("\xEF\xBB\xBF" + content(kArchives + "schema-1.0.json")), "");
}

TEST(Archive, EveryFaultIsRefusedWithItsPlace) {
  const Json faults = Json::parse(content(kArchives + "faults.json"));
  const Json good = Json::parse(content(kArchives + "schema-1.0.json"));
  ASSERT_GT(faults["edits"].size(), 150u);
  for (const Json& fault : faults["edits"]) {
    Json document = good;
    const Json::json_pointer at(fault["at"].get<std::string>());
    if (fault.contains("remove")) {
      Json& parent = document[at.parent_pointer()];
      parent.erase(at.back());
    } else {
      document[at] = fault["value"];
    }
    const std::string error = refusal(document.dump());
    EXPECT_NE(error.find(fault["error"].get<std::string>()), std::string::npos)
        << fault["what"] << " gave: " << error;
  }
}

TEST(Archive, EveryFaultOfTheTextIsRefusedWithItsPlace) {
  const Json faults = Json::parse(content(kArchives + "faults.json"));
  const std::string good = content(kArchives + "schema-1.0.json");
  ASSERT_GE(faults["texts"].size(), 15u);
  for (const Json& fault : faults["texts"]) {
    const std::string find = fault["find"];
    std::string text = good;
    ASSERT_NE(text.find(find), std::string::npos) << find;
    text.replace(text.find(find), find.size(), fault["replace"].get<std::string>());
    const std::string error = refusal(text);
    EXPECT_NE(error.find(fault["error"].get<std::string>()), std::string::npos)
        << fault["what"] << " gave: " << error;
  }
}

TEST(Archive, TruncatedFilesAreRefusedWhereverTheyEnd) {
  const std::string text = to_json(examples::cpu());
  // Up to the last bracket; what follows is white space.
  for (std::size_t size = 0; size + 2 < text.size(); size += size < 64 ? 1 : 13) {
    const std::string error = refusal(text.substr(0, size));
    const char* expected = size == 0 ? "the file is empty" : "the document ends early";
    EXPECT_NE(error.find(expected), std::string::npos) << size << ": " << error;
  }
}

TEST(Archive, TextBehindTheDocumentIsRefused) {
  const std::string text = to_json(examples::cpu());
  const std::string error = refusal(text + "***WARNING***");
  const auto line = 1 + std::count(text.begin(), text.end(), '\n');
  EXPECT_EQ(error, "FILE: line " + std::to_string(line) +
                       ", column 1: text behind the end of the JSON document; remove it");
  EXPECT_NE(refusal(text + text), "");
  EXPECT_EQ(refusal(text + " \r\n\t"), "");
}

TEST(Archive, OtherDocumentsAreRefused) {
  for (const char* text : {"[]", "null", "3", "\"text\"", "{}", "true", "{\"schema\":null}",
                           "\xFF\xFE", "<html>", "\xEF\xBB\xBF"}) {
    EXPECT_NE(refusal(text), "") << text;
  }
  EXPECT_NE(refusal(std::string("\0\0\0\0", 4)), "");
}

TEST(Archive, DepthBombsAreRefused) {
  const std::string deep(100'000, '[');
  EXPECT_NE(refusal(deep).find("more than 64 levels"), std::string::npos);
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += "{\"a\":";
  EXPECT_NE(refusal(objects).find("more than 64 levels"), std::string::npos);
  std::string inside = content(kArchives + "schema-1.0.json");
  inside.insert(1, "\"new\": " + std::string(63, '[') + std::string(63, ']') + ",");
  EXPECT_EQ(refusal(inside), "");
}

TEST(Archive, ManyKeysTakeNoQuadraticTime) {
  std::string keys = "{";
  for (int i = 0; i < 200'000; ++i) keys += "\"k" + std::to_string(i) + "\":0,";
  std::string text = content(kArchives + "schema-1.0.json");
  text.insert(1, "\"new\": " + keys + "\"end\":1},");
  EXPECT_EQ(refusal(text), "");
  text.replace(text.find("\"end\""), 5, "\"k77\"");
  EXPECT_NE(refusal(text).find("/new/k77: this key comes twice"), std::string::npos);
}

TEST(Archive, BytesThatAreNoTextAreReplaced) {
  Archive a = examples::cpu();
  a.device.model = "Intel\xAE Xeon\xFF\xC3";
  a.device.attributes["na\xFFme"] = "\xF0\x9F\x98";
  a.command = std::string("nul\0 and\x1b[31m", 13);
  const Archive b = parse_archive(to_json(a), "bytes");
  EXPECT_EQ(b.device.model, "Intel\uFFFD Xeon\uFFFD\uFFFD");
  EXPECT_EQ(b.device.attributes.count("na\uFFFDme"), 1u);
  EXPECT_EQ(b.command, a.command);
}

TEST(Archive, MessagesStayOnOneLine) {
  Json document = Json::parse(content(kArchives + "schema-1.0.json"));
  document["samples"][0]["id"] = "two\nlines\x1b[31m";
  const std::string error = refusal(document.dump());  // checks for line breaks itself
  EXPECT_EQ(error.find('\x1b'), std::string::npos);
}

TEST(Archive, NumbersThatNoReaderTakesAreNotWritten) {
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), -1.0}) {
    Archive a = examples::cpu();
    a.ceilings[1].value = bad;
    try {
      to_json(a);
      ADD_FAILURE() << bad << " was written";
    } catch (const ArchiveError& error) {
      EXPECT_NE(std::string(error.what()).find("/ceilings/1/value"), std::string::npos);
    }
  }
}

TEST(Archive, HeadsWithoutSamplesOrDetailsCanBeWritten) { EXPECT_NO_THROW(to_json(Archive{})); }

TEST(Flags, NamesAndTexts) {
  for (int i = 0; i <= static_cast<int>(Flag::thermally_limited); ++i) {
    const Flag flag = static_cast<Flag>(i);
    EXPECT_EQ(flag_from_name(flag_name(flag)), flag);
    EXPECT_GT(std::string(flag_text(flag)).size(), 10u);
  }
  EXPECT_STREQ(flag_name(Flag::above_limit), "above-limit");
  EXPECT_STREQ(flag_name(Flag::code_not_checked), "code-not-checked");
  EXPECT_STREQ(flag_name(Flag::power_limited), "power-limited");
  EXPECT_STREQ(flag_name(Flag::thermally_limited), "thermally-limited");
  EXPECT_EQ(flag_from_name("above_limit"), std::nullopt);
  EXPECT_EQ(flag_from_name(""), std::nullopt);
}

}  // namespace
}  // namespace ridgeline::ceilings
