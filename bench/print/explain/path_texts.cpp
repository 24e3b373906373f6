// See path_texts.hpp.
#include "bench/print/explain/path_texts.hpp"

#include <array>

#include "ceilings/paths.hpp"

namespace ridgeline::bench {
namespace {

struct OperationText {
  const char *kind, *mix, *operation;  // "*": any
  const char* text;
};

// What the kernels of an operation do, and what is counted of it.
constexpr auto kOperations = std::to_array<OperationText>(
    {{"bandwidth", "1:0", "*", "every word of the set is loaded and combined by XOR"},
     {"bandwidth", "1:1", "update",
      "each word is loaded, its sign flipped, and stored in place; nothing is read besides"},
     {"bandwidth", "2:1", "update",
      "a ^= b: words of two arrays are loaded, their XOR stored in place of the first"},
     {"bandwidth", "1:1", "copy",
      "a = b by ordinary stores, for which the cache reads a's lines first: traffic is 3/2"},
     {"bandwidth", "2:1", "triad",
      "a = b + s * c in fp64 by ordinary stores: with a's lines, read first, traffic is 4/3"},
     {"bandwidth", "0:1", "write",
      "a pattern is stored everywhere by ordinary stores: with the lines read first, traffic "
      "is twice that"},
     {"bandwidth", "0:1", "nt-write", "a pattern is stored past the caches, line by line"},
     {"bandwidth", "1:1", "nt-copy", "a = b, stored past the caches: no line of a is read"},
     {"bandwidth", "2:1", "nt-triad",
      "a = b + s * c in fp64, stored past the caches: no line of a is read"},
     {"compute", "*", "fma", "independent chains of x = x * a + b in registers; 2 FLOP each"},
     {"compute", "*", "fma-add",
      "independent chains of x = x * a + b and x = x + c by turns; 3 FLOP a pair: the units "
      "for additions work beside those for FMAs"},
     {"compute", "*", "mul-add",
      "independent chains of x = x * a and x = x + b, rounded separately; 2 operations a pair"},
     {"compute", "*", "add", "independent chains of additions; 1 operation each"},
     {"compute", "*", "fma-one-chain",
      "a single chain of x = x * a + b, each waiting for the one before: its latency"},
     {"compute", "*", "dot",
      "dot products of small numbers, added to wider sums; a product and its sum are 2 "
      "operations"},
     {"latency", "*", "chase",
      "each line holds the address of the next, in random order, on huge pages where the "
      "system grants them"},
     {"latency", "*", "chase-small-pages",
      "the same on the system's smallest pages, where address translations miss as well"}});

// Empty: not by units that multiply matrices.
std::string tensor_text(const ceilings::Ceiling& ceiling) {
  const ceilings::TensorPath* tensor =
      ceiling.kind == "compute" ? ceilings::tensor_path_of(ceiling.path) : nullptr;
  return tensor == nullptr ? "" : tensor->description;
}

std::string operation_text(const ceilings::Ceiling& ceiling) {
  const std::string operation = ceilings::operation_of(ceiling.path), tensor = tensor_text(ceiling);
  if (!tensor.empty()) return tensor;
  const auto fits = [](const char* pattern, const std::string& text) {
    return std::string(pattern) == "*" || text == pattern;
  };
  for (const OperationText& one : kOperations) {
    if (ceiling.kind == one.kind && fits(one.mix, ceiling.mix) && fits(one.operation, operation)) {
      return one.text;
    }
  }
  return "kernel path " + ceiling.path;
}

struct PathText {
  const char *kind, *path;  // the path, or its first words: "ld4B" of "ld4B-cg"
  const char* text;
};

// The longest path that fits counts.
constexpr auto kPaths = std::to_array<PathText>(
    {{"bandwidth", "ld16B",
      "16 B a lane are loaded, side by side within a warp, and added up as integers; each "
      "SM has its own part of the set"},
     {"bandwidth", "ld4B", "the same with 4 B a lane"},
     {"bandwidth", "ld16B-shared-set", "every SM reads the whole set, each from another place on"},
     {"bandwidth", "ld4B-strided",
      "the lanes of a warp load 4 B each from as many lines; in the end all words of all "
      "lines"},
     {"bandwidth", "ld32B-random", "sectors of 32 B are loaded in an order without order"},
     {"bandwidth", "ld4B-2way", "4 B a lane, two lanes in each bank of shared memory"},
     {"bandwidth", "ld4B-4way", "4 B a lane, four lanes in a bank of shared memory"},
     {"bandwidth", "ld4B-8way", "4 B a lane, eight lanes in a bank of shared memory"},
     {"bandwidth", "ld4B-16way", "4 B a lane, sixteen lanes in a bank of shared memory"},
     {"bandwidth", "ld4B-32way", "4 B a lane, all lanes of a warp in one bank"},
     {"bandwidth", "st16B", "a pattern is stored everywhere, 16 B a lane"},
     {"bandwidth", "copy", "a = b"},
     {"bandwidth", "scale", "a = s * b in fp64"},
     {"bandwidth", "add", "a = b + c in fp64"},
     {"bandwidth", "triad", "a = b + s * c in fp64"},
     {"bandwidth", "update", "each word is loaded, changed, and stored in place"},
     {"bandwidth", "bulk",
      "the bulk-copy engine fills a ring of tiles in shared memory, and warps add them up"},
     {"compute", "fma",
      "independent chains of x = x * a + b, multiplier and addend the same for all; 2 FLOP "
      "each"},
     {"compute", "fma-three-registers",
      "the same, each operand from a register of its own: more than the register ports "
      "deliver"},
     {"compute", "fma-one-chain",
      "one warp on each scheduler, a single chain of x = x * a + b in it: its latency"},
     {"compute", "fma-half2", "chains of x = x * a + b in two fp16 numbers at a time"},
     {"compute", "fma-bf16x2", "chains of x = x * a + b in two bf16 numbers at a time"},
     {"compute", "fma-f32x2", "chains of x = x * a + b in two fp32 numbers at a time"},
     {"compute", "mul-add",
      "chains of x = x * a and x = x + b, rounded separately; 2 operations a pair"},
     {"compute", "mad", "chains of x = x * a + b in integers; 2 operations each"},
     {"compute", "add", "chains of additions, by turns with operations of bits; 1 each"},
     {"compute", "dp4a",
      "four products of bytes added to a 32-bit sum: 8 operations an instruction"},
     {"compute", "special", "the special function unit; 1 operation a result"},
     {"latency", "chase",
      "one thread follows a ring through the set, each line of 128 B holds the place of "
      "the next in random order"},
     {"link", "copy-engine", "blocks of pinned memory sent by the copy engine"},
     {"link", "copy-engine-unpinned", "blocks of ordinary memory: the driver copies twice"},
     {"link", "kernel", "a kernel reads or writes pinned memory of the host directly"}});

std::string gpu_path_text(const ceilings::Ceiling& ceiling) {
  std::string path = ceiling.path;
  if (ceiling.kind == "link") path = ceiling.id.substr(ceiling.id.rfind('/') + 1);
  const std::string constant = "-constant";
  const bool one_number = path.ends_with(constant);
  if (one_number) path.resize(path.size() - constant.size());
  std::string text = tensor_text(ceiling);
  std::size_t longest = 0;
  for (const PathText& one : kPaths) {
    const std::string own = one.path;
    const bool fits = path == own || path.starts_with(own + "-");
    if (ceiling.kind != one.kind || !fits) continue;
    if (own.size() > longest) text = one.text, longest = own.size();
  }
  return text.empty() || !one_number ? text : text + ", all operands one number";
}

}  // namespace

std::string path_text(const ceilings::Ceiling& ceiling, bool gpu) {
  const std::string own = gpu ? gpu_path_text(ceiling) : "";
  return own.empty() ? operation_text(ceiling) : own;
}

}  // namespace ridgeline::bench
