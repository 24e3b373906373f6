// Documents as JSON: one value by two ways, the digits of numbers, hostile text.
#include "bench/print/json.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

namespace ridgeline::bench {
namespace {

using nlohmann::ordered_json;

Document document_of_all() {
  Document document;
  document.facts = {{"device", "Device", text_cell("card")},
                    {"unknown", "", text_cell("")},
                    {"units", "", count_cell(132)}};
  Table rows = program_table("rows", {"name", "value", "good"});
  rows.rows.push_back({{text_cell("a"), number_cell(0.1, ""), {"", true}}});
  rows.later = 2;
  rows.make = [](std::size_t at) { return Row{{text_cell("later"), count_cell(at), {"", false}}}; };
  Table people{"", "For people", Audience::people, {{"", "name"}}};
  people.rows.push_back({{text_cell("nobody")}});
  document.tables = {rows, people, program_table("empty", {"name"})};
  return document;
}

TEST(DocumentJson, HasFactsThenRowsOfTablesForPrograms) {
  const ordered_json value = json_of(document_of_all());
  EXPECT_EQ(json_text(value), R"({"device": "card", "unknown": null, "units": 132, "rows": [)"
                              R"({"name": "a", "value": 0.1, "good": true}, )"
                              R"({"name": "later", "value": 0, "good": false}, )"
                              R"({"name": "later", "value": 1, "good": false}], "empty": []})");
}

TEST(DocumentJson, IsTheSameWrittenLineByLine) {
  std::ostringstream out;
  write_json(out, document_of_all());
  EXPECT_EQ(ordered_json::parse(out.str()), json_of(document_of_all()));
  EXPECT_NE(out.str().find("\n    {\"name\": \"a\", \"value\": 0.1, \"good\": true},\n"),
            std::string::npos);
}

TEST(DocumentJson, WithoutAnythingIsAnObject) {
  std::ostringstream out;
  write_json(out, {});
  EXPECT_EQ(ordered_json::parse(out.str()), ordered_json::object());
  EXPECT_EQ(json_text(json_of(Document{})), "{}");
}

TEST(DocumentJson, AKeyThatComesTwiceIsAFaultOfTheProgram) {
  Document document;
  document.facts = {{"rows", "", count_cell(1)}};
  document.tables = {program_table("rows", {"name"})};
  std::ostringstream out;
  EXPECT_THROW(json_of(document), std::logic_error);
  EXPECT_THROW(write_json(out, document), std::logic_error);
}

TEST(DocumentJson, NumbersAreTheShortestThatReadBackTheSame) {
  EXPECT_EQ(json_text(json_of(Raw{20.0})), "20");
  EXPECT_EQ(json_text(json_of(Raw{2e13})), "2e+13");
  EXPECT_EQ(json_text(json_of(Raw{1.0 / 3})), "0.3333333333333333");
  EXPECT_EQ(json_text(json_of(Raw{std::int64_t{9007199254740993}})), "9007199254740993");
  EXPECT_EQ(json_text(json_of(Raw{std::numeric_limits<double>::infinity()})), "null");
  EXPECT_EQ(json_text(json_of(Raw{std::numeric_limits<double>::quiet_NaN()})), "null");
}

TEST(DocumentJson, HostileTextIsEscapedAndReadsBack) {
  const std::string hostile = "a\"b\\c\n\x1b[31m\u202e\u200b µ";
  const std::string text = json_text(json_of(Raw{hostile}));
  EXPECT_EQ(text, R"("a\"b\\c\u000a\u001b[31m\u202e\u200b µ")");
  EXPECT_EQ(ordered_json::parse(text), hostile);
  EXPECT_EQ(json_text(json_of(Raw{std::string("x\xff")})), R"("x\ufffd")");
}

}  // namespace
}  // namespace ridgeline::bench
