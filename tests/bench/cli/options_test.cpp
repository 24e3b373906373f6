// The command line: what is accepted, what is refused in which words, what help says.
#include "bench/cli/options.hpp"

#include <gtest/gtest.h>

#include "bench/cli/commands.hpp"
#include "bench/cli/shared_options.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/text/text.hpp"

namespace ridgeline::bench {
namespace {

using Strings = std::vector<std::string>;

CommandSyntax example() {
  CommandSyntax syntax;
  syntax.name = "example";
  syntax.summary = "show how it is done";
  syntax.operands = "FILE";
  syntax.least = syntax.most = 1;
  syntax.options = {{"format", "FORMAT", "How", {"table", "json"}, "table"},
                    {"threads", "N", "How many", {}, ""},
                    {"strict", "", "A switch", {}, ""},
                    {"out", "PATH", "Where", {}, "", 'o'}};
  syntax.examples = {{"ridgeline example file", "does nothing"}};
  syntax.passthrough = "--benchmark_";
  return syntax;
}

Arguments parsed(const Strings& arguments) { return parse_arguments(example(), arguments); }

// The message of the UsageError that the arguments cause; empty: none.
std::string refusal(const Strings& arguments) {
  try {
    parsed(arguments);
    return "";
  } catch (const UsageError& error) {
    EXPECT_EQ(error.exit_code(), 2);
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << "one line";
    return error.what();
  }
}

bool mentions(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Options, ValuesSwitchesAndOperands) {
  const Arguments given =
      parsed({"--format=json", "file", "--threads", "3", "-o", "x", "--strict"});
  EXPECT_EQ(given.text("format"), "json");
  EXPECT_EQ(given.number("threads", 1, 64), 3);
  EXPECT_EQ(given.text("out"), "x");
  EXPECT_TRUE(given.has("strict"));
  EXPECT_EQ(given.operands, Strings{"file"});
}

TEST(Options, WhatIsNotGiven) {
  const Arguments given = parsed({"file"});
  EXPECT_EQ(given.text("format"), "table");
  EXPECT_FALSE(given.has("strict"));
  EXPECT_FALSE(given.has("threads"));
  EXPECT_EQ(given.text("out"), "");
  EXPECT_EQ(given.number("threads", 1, 64), 1);
}

TEST(Options, UnknownOptionNamesTheNearest) {
  EXPECT_TRUE(mentions(refusal({"file", "--formt", "json"}), "did you mean '--format'?"));
  EXPECT_TRUE(mentions(refusal({"file", "--formt"}), "'--formt'"));
  EXPECT_TRUE(mentions(refusal({"file", "--xyzzy"}), "'ridgeline example --help'"));
  EXPECT_NE(refusal({"file", "--form", "json"}), "") << "no guessing from the first letters";
  EXPECT_TRUE(mentions(refusal({"file", "-q"}), "-q"));
}

TEST(Options, ValuesThatCannotBe) {
  EXPECT_TRUE(mentions(refusal({"file", "--format", "xml"}), "table, json, not 'xml'"));
  EXPECT_TRUE(mentions(refusal({"file", "--threads"}), "'--threads' needs a value"));
  EXPECT_TRUE(mentions(refusal({"file", "--strict=no"}), "'--strict' takes no value"));
  EXPECT_TRUE(mentions(refusal({"file", "--out", ""}), "--out"));
  EXPECT_TRUE(mentions(refusal({"file", "--out", "a", "--out", "b"}), "twice"));
  for (const char* bad : {"0", "65", "x", "3x", "1e3", "99999999999999999999", "3.5"}) {
    const Arguments given = parsed({"file", "--threads", bad});
    EXPECT_THROW(given.number("threads", 1, 64), UsageError) << bad;
  }
}

TEST(Options, Operands) {
  EXPECT_TRUE(mentions(refusal({}), "'example' needs FILE"));
  EXPECT_TRUE(mentions(refusal({"a", "b"}), "'b'"));
  EXPECT_EQ(parsed({"--", "--strict"}).operands, Strings{"--strict"});
}

TEST(Options, HandedOnUntouched) {
  const Arguments given =
      parsed({"--benchmark_filter=a b|c", "file", "--benchmark_list_tests", "--benchmark_x=--y"});
  EXPECT_EQ(given.passed_through,
            (Strings{"--benchmark_filter=a b|c", "--benchmark_list_tests", "--benchmark_x=--y"}));
  EXPECT_EQ(given.operands, Strings{"file"});
}

TEST(Options, CommandLineCanBeTypedAgain) {
  EXPECT_EQ(parsed({"my file", "--out=it's"}).command_line,
            "ridgeline example 'my file' '--out=it'\\''s'");
  EXPECT_EQ(parsed({"file", "--threads", "2"}).command_line, "ridgeline example file --threads 2");
}

TEST(Options, HelpBeforeEverythingElse) {
  EXPECT_TRUE(parsed({"--help"}).help);
  EXPECT_TRUE(parsed({"--xyzzy", "-h"}).help);
  EXPECT_FALSE(parsed({"--", "--help"}).help) << "an operand of that name";
  const std::string text = help_text(example());
  for (const char* part : {"example", "--format FORMAT", "table, json", "-o, --out PATH",
                           "Examples:", "ridgeline example file"}) {
    EXPECT_TRUE(mentions(text, part)) << part;
  }
}

TEST(Options, EveryCommandHasHelpWithAnExampleOfItself) {
  for (const Command& command : commands()) {
    const std::string text = help_text(command.syntax);
    EXPECT_FALSE(command.syntax.examples.empty()) << command.syntax.name;
    for (const Example& one : command.syntax.examples) {
      EXPECT_TRUE(one.command.starts_with("ridgeline " + command.syntax.name)) << one.command;
    }
    EXPECT_TRUE(mentions(text, "Usage: ridgeline " + command.syntax.name));
    std::size_t begin = 0;
    for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
      EXPECT_LE(columns_of(text.substr(begin, end - begin)), 90u)
          << text.substr(begin, end - begin);
    }
  }
}

TEST(Options, CallsOfTheProgram) {
  EXPECT_THROW(parse_call({}), UsageError);
  EXPECT_EQ(parse_call({"show", "x.json"}).given.operands, Strings{"x.json"});
  EXPECT_NO_THROW(parse_call({"--help"}));
  EXPECT_NO_THROW(parse_call({"--version"}));
  EXPECT_NO_THROW(parse_call({"characterize", "--help"})) << "help needs no hardware";
  try {
    parse_call({"charaterize"});
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_TRUE(mentions(error.what(), "did you mean 'characterize'?")) << error.what();
  }
}

TEST(Options, PlanningOptions) {
  CommandSyntax syntax = example();
  syntax.least = 0;
  syntax.options = planning_options();
  const auto options = [&](const Strings& arguments) {
    return plan_options_of(parse_arguments(syntax, arguments));
  };
  EXPECT_EQ(options({}).profile.name, "standard");
  EXPECT_EQ(options({}).threads, 0) << "one a core";
  EXPECT_EQ(options({"--memory", "2GiB"}).memory_limit, std::uint64_t{2} << 30);
  EXPECT_EQ(options({"--profile", "quick", "--only", "compute/*", "--threads", "2"}).threads, 2);
  EXPECT_THROW(options({"--memory", "0"}), UsageError);
  EXPECT_THROW(options({"--memory", "much"}), UsageError);
  EXPECT_THROW(options({"--threads", "0"}), UsageError);
  EXPECT_THROW(options({"--profile", "fast"}), UsageError);
}

}  // namespace
}  // namespace ridgeline::bench
