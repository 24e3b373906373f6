// What operators are asked with: numbers as people write them, and what is refused, with which
// words.
#include <gtest/gtest.h>

#include <tuple>

#include "ceilings/errors.hpp"
#include "ceilings/operators/operators.hpp"
#include "ceilings/operators/values/count.hpp"
#include "tests/ceilings/operators/usage_refusal.hpp"

namespace ridgeline::ceilings {
namespace {

using Options = std::map<std::string, std::string>;

std::string refused(const std::string& name, const Options& options) {
  return refusal([&] { cost_of({name, options}); });
}

TEST(IntensityInput, NumbersAsPeopleWriteThem) {
  const auto read = [](const std::string& text) { return parse_count(text, "n"); };
  EXPECT_EQ(read("4096"), 4096u);
  EXPECT_EQ(read("1e6"), 1'000'000u);
  EXPECT_EQ(read("1.5E+3"), 1500u);
  EXPECT_EQ(read("2.50e1"), 25u);
  EXPECT_EQ(read("2^20"), 1u << 20);
  EXPECT_EQ(read("3^0"), 1u);
  EXPECT_EQ(read("64Ki"), 65536u);
  EXPECT_EQ(read("1.5mi"), 3u << 19);
  EXPECT_EQ(read("9223372036854775807"), 9'223'372'036'854'775'807u);
  EXPECT_EQ(parse_count("0", "n", 0), 0u);
  for (const char* text : {"",
                           " 4",
                           "4 ",
                           "-1",
                           "x",
                           "0",
                           "1.5",
                           "25e-1",
                           "1e",
                           "2^",
                           "2^63",
                           "1e19",
                           "1e999999999999",
                           "9223372036854775808",
                           "8388608Ti",
                           "0x10",
                           "1,000",
                           "3.00000000000000000000001e30",
                           "4Kb",
                           "nan",
                           "inf",
                           "1e6.5"}) {
    EXPECT_NE(refusal([&] { read(text); }).find("n wants a whole number"), std::string::npos)
        << text;
  }
  EXPECT_NE(refusal([&] { read("4K"); }).find("write 1e3 or 1Ki"), std::string::npos);
}

TEST(IntensityInput, RefusalsSayHowToMend) {
  const Options image{{"input", "4x4x6"}, {"filters", "4"}, {"kernel", "5x5"}};
  const auto with = [&](const std::string& option, const std::string& value) {
    Options options = image;
    options[option] = value;
    return options;
  };
  const std::vector<std::tuple<std::string, Options, std::string>> all{
      {"gem", {}, "'gem' is no operator; they are axpy"},
      {"gemm", {{"m", "4"}}, "gemm needs --n; it takes --m, --n, --k and perhaps --batch"},
      {"axpy", {{"m", "4"}}, "axpy does not take --m; its options are --n"},
      {"axpy", {{"n", "0"}}, "at least 1"},
      {"axpy", {{"dtype", "fp12"}}, "'fp12' is no data type; they are fp64, fp32"},
      {"axpy", {{"n", "2^62"}}, "2^63 - 1"},
      {"saxpy", {{"dtype", "fp64"}}, "saxpy is of fp32; for fp64 write axpy"},
      {"gemm", {{"m", "2^21"}, {"n", "2^21"}, {"k", "2^21"}}, "2^63 - 1"},
      {"gemm", {{"m", "4"}, {"n", "4"}, {"k", "4"}, {"tile", "2,0"}}, "'--tile'"},
      {"conv2d", image, "kernel's height reaches over 5 elements, the padded input has 4"},
      {"conv2d", with("input", "4x4"), "'--input' wants 3 numbers"},
      {"conv2d", with("padding", "some"), "a number, HxW, same or valid"},
      {"conv2d", with("groups", "4"), "--groups 4 has to divide the 6 channels"},
      {"conv2d", with("dilation", "1x2x3"), "'--dilation' wants 2 numbers"},
      {"attention",
       {{"heads", "6"}, {"kv-heads", "4"}, {"sequence", "4"}, {"head-dim", "4"}},
       "--kv-heads 4 has to divide --heads 6"},
      {"attention",
       {{"heads", "1"},
        {"sequence", "4"},
        {"kv-sequence", "3"},
        {"head-dim", "4"},
        {"causal", "yes"}},
       "--causal wants at least as many keys"},
      {"spmv", {{"rows", "4"}, {"nonzeros", "17"}}, "more than a matrix of 4 x 4 has"},
      {"spmv", {{"rows", "4"}, {"nonzeros", "4"}, {"index", "12"}}, "8, 16, 32 or 64"},
      {"stencil", {{"grid", "4x4"}, {"dimensions", "3"}}, "--grid has 2 numbers"},
      {"stencil", {{"grid", "4"}, {"dimensions", "1e9"}}, "'--dimensions' can be 1 to 16"},
      {"fft", {{"size", "2^40x2^40"}}, "2^63 - 1"},
      {"fft", {{"size", "8x"}}, "'--size' wants"}};
  for (const auto& [name, options, part] : all) {
    EXPECT_NE(refused(name, options).find(part), std::string::npos) << refused(name, options);
  }
}

}  // namespace
}  // namespace ridgeline::ceilings
