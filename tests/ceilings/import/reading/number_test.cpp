// Numbers in any locale, units, and rows of separated values.
#include "ceilings/import/reading/number.hpp"

#include <gtest/gtest.h>

#include "ceilings/import/ncu/units.hpp"
#include "ceilings/import/reading/csv.hpp"
#include "ceilings/import/reading/text.hpp"

namespace ridgeline::ceilings {
namespace {

double read(const std::string& text, char decimal = '.', bool whole = false) {
  const Number number = parse_number(text, decimal, whole);
  EXPECT_EQ(number.fault, NumberFault::none) << text;
  return number.value;
}

TEST(ImportNumber, Locales) {
  for (const char* text :
       {"1,234,567.5", "1'234'567.5", "1234567.5",
        "1\xC2\xA0"
        "234\xC2\xA0"
        "567.5",
        "1\xE2\x80\xAF"
        "234\xE2\x80\xAF"
        "567.5",
        "12,34,567.5", " 1 234 567.5 ", "1.2345675e6", "1.234.567,5", "1234567,5", "1 234 567,5",
        "1\xD9\xAC"
        "234\xD9\xAC"
        "567\xD9\xAB"
        "5"}) {
    EXPECT_EQ(read(text), 1234567.5) << text;
  }
  EXPECT_EQ(read("412,608"), 412608);
  EXPECT_EQ(read("412,608", ','), 412.608);
  EXPECT_EQ(read("412.608"), 412.608);
  EXPECT_EQ(read("412.608", ','), 412608);
  EXPECT_EQ(read("412.608", '.', true), 412608);  // a count has no decimals
  EXPECT_EQ(read("0,125"), 0.125);                // no group begins with 0
  EXPECT_EQ(read("-3"), -3);
  EXPECT_EQ(read("18,446,744,073,709,551,615"), 18446744073709551615.0);
}

TEST(ImportNumber, WhatIsNone) {
  for (const char* text : {"nan", "(!) nan", "1.2.3", "0x10", "1,23,4", "1,,2", "--1", "1e", "e5",
                           ".", ",", "12 apples", "1,2345,678", "1.5.", "1e99999"}) {
    EXPECT_EQ(parse_number(text, '.').fault, NumberFault::not_a_number) << text;
  }
  EXPECT_EQ(parse_number("", '.').fault, NumberFault::empty);
  EXPECT_EQ(parse_number(" ", '.').fault, NumberFault::empty);
  EXPECT_EQ(parse_number("inf", '.').fault, NumberFault::infinite);
  EXPECT_EQ(parse_number("1e999", '.').fault, NumberFault::infinite);
  EXPECT_EQ(parse_number("n/a", '.').fault, NumberFault::not_collected);
  EXPECT_EQ(parse_number("<not supported>", '.').fault, NumberFault::not_collected);
}

TEST(ImportNumber, EvidenceOfAFile) {
  DecimalVotes votes;
  for (const char* text : {"412,608", "17", "", "1.2.3", "n/a"}) vote(text, false, votes);
  EXPECT_EQ(votes.point + votes.comma, 0u);
  vote("412,608", true, votes);  // a count
  EXPECT_EQ(decimal_mark(votes), '.');
  EXPECT_TRUE(is_unanimous(votes));
  vote("1.234,5", false, votes);
  vote("12,5", false, votes);
  EXPECT_EQ(decimal_mark(votes), ',');
  EXPECT_FALSE(is_unanimous(votes));
}

TEST(ImportNumber, UnitsOldAndNew) {
  const auto is = [](const char* text, Dimension dimension, double factor) {
    const NcuUnit unit = ncu_unit(text);
    EXPECT_EQ(unit.dimension, dimension) << text;
    EXPECT_NEAR(unit.factor, factor, factor * 1e-15) << text;
  };
  is("nsecond", Dimension::second, 1e-9);
  is("ns", Dimension::second, 1e-9);
  is("usecond", Dimension::second, 1e-6);
  is("msecond", Dimension::second, 1e-3);
  is("ms", Dimension::second, 1e-3);
  is("second", Dimension::second, 1);
  is("Kbyte", Dimension::byte, 1e3);
  is("Mbyte", Dimension::byte, 1e6);
  is("Tbyte", Dimension::byte, 1e12);
  is("KiB", Dimension::byte, 1024);
  is("Gbyte/second", Dimension::byte, 1e9);
  is("cycle/nsecond", Dimension::hertz, 1e9);
  is("cycle/usecond", Dimension::hertz, 1e6);
  is("Ghz", Dimension::hertz, 1e9);
  is("sector", Dimension::sector, 1);
  is("inst/cycle", Dimension::inst, 1);
  is("furlong", Dimension::unknown, 1);
  EXPECT_EQ(ncu_unit("byte/block").per, Dimension::none);
  EXPECT_FALSE(ncu_unit(" ").given);
}

TEST(ImportNumber, RowsOfValues) {
  const std::string text = "a,\"b \"\"c\"\", d\",\"e\r\nf\"\r\n\"x\"y,z\nlast,\"cut";
  std::size_t at = 0;
  CsvRow row;
  read_csv_row(text, at, ',', row);
  ASSERT_EQ(row.fields.size(), 3u);
  EXPECT_EQ(unquoted(row.fields[1]), "b \"c\", d");
  EXPECT_EQ(row.fields[2].text, "e\r\nf");
  EXPECT_EQ(row.end, CsvEnd::line);
  read_csv_row(text, at, ',', row);
  EXPECT_EQ(row.end, CsvEnd::malformed);
  read_csv_row(text, at, ',', row);
  EXPECT_EQ(row.fields[0].text, "last");
  EXPECT_EQ(row.end, CsvEnd::cut);
  EXPECT_EQ(at, text.size());
}

TEST(ImportNumber, Utf16) {
  using namespace std::string_literals;
  const std::string little = "\xFF\xFE\x41\x00\x3C\xD8\x89\xDF\xA9\x03\x00\xDC"s;
  EXPECT_TRUE(is_utf16(little));
  EXPECT_EQ(utf8_of(little), "A\xF0\x9F\x8E\x89\xCE\xA9\xEF\xBF\xBD");
  EXPECT_EQ(utf8_of("\xFE\xFF\x00\x41\x03\xA9"s), "A\xCE\xA9");
  EXPECT_TRUE(is_utf16("n\0a\0m\0e\0,\0s\0"s));
  EXPECT_FALSE(is_utf16("name,seconds"));
}

}  // namespace
}  // namespace ridgeline::ceilings
