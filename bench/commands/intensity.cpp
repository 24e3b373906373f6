// ridgeline intensity: operators' FLOP and bytes by formula, and what an archive makes of them.
#include <algorithm>
#include <filesystem>

#include "bench/cli/commands.hpp"
#include "bench/cli/input_files.hpp"
#include "bench/cli/shared_options.hpp"
#include "bench/print/operators/bounds.hpp"
#include "bench/print/operators/fusion.hpp"
#include "bench/print/operators/operators.hpp"
#include "ceilings/archive/json/summary.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/operators/operators.hpp"
#include "ceilings/operators/values/dtypes.hpp"
#include "ceilings/roofline/theoretical.hpp"
#include "ceilings/text/text.hpp"

namespace ridgeline::bench {
namespace {

// The nearest known name, where one is near, in the words of the other commands.
void check_name(const std::string& word, const char* kind, const std::vector<std::string>& known) {
  if (std::find(known.begin(), known.end(), word) != known.end()) return;
  const std::string near = nearest(word, known);
  if (near.empty()) return;  // the library's message lists all
  throw UsageError("'" + word + "' is no " + kind + "; did you mean '" + near + "'?");
}

void check_operator(const std::string& name) {
  std::vector<std::string> known;
  for (const ceilings::OperatorInfo& info : ceilings::operators()) {
    known.push_back(info.name);
    known.insert(known.end(), info.aliases.begin(), info.aliases.end());
  }
  check_name(name, "operator", known);
  ceilings::operator_named(name);
}

void check_dtype(const Arguments& given, const char* option) {
  if (!given.has(option)) return;
  try {
    ceilings::dtype_named(given.text(option));
  } catch (const UsageError&) {
    std::vector<std::string> known;
    for (const ceilings::Dtype& dtype : ceilings::dtypes()) {
      known.push_back(dtype.name);
      known.insert(known.end(), dtype.aliases.begin(), dtype.aliases.end());
    }
    check_name(given.text(option), "data type", known);
    throw;
  }
}

// The operators in their order: `gemm --fuse elementwise` and `--fuse gemm,elementwise` are the
// same.
std::vector<std::string> chain_of(const Arguments& given) {
  std::vector<std::string> chain = given.operands;
  if (!given.has("fuse")) return chain;
  std::vector<std::string> fused = split(given.text("fuse"));
  const bool repeated = !chain.empty() && fused.size() > 1 && fused.front() == chain.front() &&
                        !ceilings::operator_named(fused.front()).follows;
  if (repeated) fused.erase(fused.begin());
  chain.insert(chain.end(), fused.begin(), fused.end());
  for (const std::string& name : chain) check_operator(name);
  if (chain.size() < 2) {
    throw UsageError("--fuse wants at least two operators: '" + chain.front() +
                     " --fuse elementwise', or '--fuse " + chain.front() + ",elementwise'");
  }
  return chain;
}

ceilings::OperatorRequest request_of(const Arguments& given, const std::string& name) {
  ceilings::OperatorRequest request{name, {}};
  std::vector<std::string> options{"dtype", "dtype-out", "accumulate"};
  for (const std::string& option : options) check_dtype(given, option.c_str());
  for (const ceilings::OperatorOption& option : ceilings::operator_options())
    options.push_back(option.name);
  for (const std::string& option : options) {
    if (given.has(option)) request.options[option] = given.text(option);
  }
  return request;
}

std::vector<Measured> measured_of(const Arguments& given) {
  std::vector<Measured> all;
  for (const std::string& file : input_files(given, "on")) {
    all.push_back({std::filesystem::path(file).stem().string(), ceilings::read_summary(file), {}});
  }
  for (Measured& measured : all) {
    ceilings::add_theoretical(measured.archive);
    measured.roofline = ceilings::roofline_of(measured.archive, given.text("scope"));
  }
  return all;
}

ceilings::UnitChoice choice_of(const Arguments& given) {
  const std::string path = given.text("path");
  return path == "vector"   ? ceilings::UnitChoice::vector
         : path == "matrix" ? ceilings::UnitChoice::matrix
                            : ceilings::UnitChoice::automatic;
}

void check_alone(const Arguments& given) {
  for (const char* option : {"scope", "path"}) {
    if (given.has(option) && !given.has("on")) {
      throw UsageError(std::string("option '--") + option + "' needs --on ARCHIVE");
    }
  }
}

Document document_of(const Arguments& given) {
  check_alone(given);
  const std::vector<std::string> chain = chain_of(given);
  if (chain.empty()) {
    if (given.values.size() > 1)
      throw UsageError("which operator? 'ridgeline intensity' lists them");
    return operator_list();
  }
  check_operator(chain.front());
  const ceilings::OperatorRequest request = request_of(given, chain.front());
  const std::vector<Measured> measured = measured_of(given);
  if (chain.size() > 1) {
    return fusion_document(ceilings::fused_cost(request, {chain.begin() + 1, chain.end()}),
                           measured, choice_of(given));
  }
  const ceilings::OperatorCost cost = ceilings::cost_of(request);
  Document document = cost_document(cost);
  add_banners(document, measured);
  if (!measured.empty()) add_bounds(document, cost, measured, choice_of(given));
  return document;
}

int run(const Arguments& given, const Console& console) {
  write(console.out, document_of(given), format_of(given), console.terminal);
  return 0;
}

std::vector<Option> options() {
  std::vector<Option> all{
      {"dtype",
       "TYPE",
       "Type of the elements: fp64, fp32 (without it), tf32, fp16, bf16, fp8, "
       "fp6, fp4, int64, int32, int16, int8, int4",
       {},
       ""},
      {"dtype-out", "TYPE", "Type of the output, where it is another", {}, ""},
      {"accumulate", "TYPE", "Type in which matrix units add up, for --on", {}, ""},
      {"on",
       "ARCHIVE",
       "Say which side of the ridge the operator lies on, and its best possible "
       "time; several archives with commas between them",
       {},
       ""},
      {"path",
       "UNITS",
       "For --on: which units multiply matrices (without it: the faster ones)",
       {"auto", "vector", "matrix"},
       ""},
      {"scope",
       "SCOPE",
       "For --on: the roofline of this scope (without it: the whole device)",
       {},
       ""},
      {"fuse",
       "OP[,OP...]",
       "Run these operators on the output of the first as one kernel, and "
       "show what that saves",
       {},
       ""}};
  for (const ceilings::OperatorOption& option : ceilings::operator_options()) {
    all.push_back({option.name, option.value, option.help, {}, ""});
  }
  all.push_back(format_option());
  return all;
}

}  // namespace

Command intensity_command() {
  CommandSyntax syntax;
  syntax.name = "intensity";
  syntax.summary = "FLOP, bytes and arithmetic intensity of an operator by formula";
  syntax.operands = "[OP]";
  syntax.most = 1;
  syntax.options = options();
  syntax.examples = {
      {"ridgeline intensity", "The operators, with the options that each takes"},
      {"ridgeline intensity conv2d --input 64x64x128 --filters 256 --kernel 3x3 --padding 1",
       "2 415 919 104 FLOP over 7 471 104 B: 323.4 FLOP/B"},
      {"ridgeline intensity gemm --m 4096 --n 4096 --k 4096 --tile 32,64,128 --dtype fp16",
       "Traffic in tiles: intensity grows with the tile"},
      {"ridgeline intensity attention --heads 16 --sequence 4096 --head-dim 64 --on ARCHIVE",
       "Naive and fused, which side of the ridge, and the best possible time"},
      {"ridgeline intensity gemm --m 4096 --n 4096 --k 64 --fuse elementwise,softmax",
       "What one kernel saves over three"}};
  syntax.details = {
      "Counts what an operator cannot do without: operations by formula (1 FMA = 2 FLOP), and each "
      "tensor moved once, in bytes that the program asks for (no write-allocate). Touches no "
      "hardware.",
      "Numbers are whole: 4096, 1e6, 2^20, 64Ki, 1Mi. K, M and G without an i are refused, since "
      "they mean 1000 to some and 1024 to others.",
      "--fuse: operators behind the first take the output before them, and their other options "
      "(--flop, --inputs, ...) from this line. '--fuse A,B' without OP is 'A --fuse B'."};
  return {syntax, run};
}

}  // namespace ridgeline::bench
