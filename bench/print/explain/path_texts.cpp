// What the kernels of a GPU do, in words, by the path of their ceilings. docs/method.md says the
// same at length.
#include <array>

#include "bench/print/explain/explain.hpp"

namespace ridgeline {
namespace {

struct PathWords {
  const char *kind, *path;  // the path, or its first words: "mma" of "mma-m16n8k16"
  const char* text;
};

// The longest path that fits counts.
constexpr std::array kPaths{
    PathWords{"bandwidth", "ld16B",
              "16 B a lane are loaded, side by side within a warp, and added up as integers; each "
              "SM has its own part of the set"},
    PathWords{"bandwidth", "ld4B", "the same with 4 B a lane"},
    PathWords{"bandwidth", "ld16B-shared-set",
              "every SM reads the whole set, each from another place on"},
    PathWords{"bandwidth", "ld4B-strided",
              "the lanes of a warp load 4 B each from as many lines; in the end all words of all "
              "lines"},
    PathWords{"bandwidth", "ld32B-random", "sectors of 32 B are loaded in an order without order"},
    PathWords{"bandwidth", "ld4B-2way", "4 B a lane, two lanes in each bank of shared memory"},
    PathWords{"bandwidth", "ld4B-4way", "4 B a lane, four lanes in a bank of shared memory"},
    PathWords{"bandwidth", "ld4B-8way", "4 B a lane, eight lanes in a bank of shared memory"},
    PathWords{"bandwidth", "ld4B-16way", "4 B a lane, sixteen lanes in a bank of shared memory"},
    PathWords{"bandwidth", "ld4B-32way", "4 B a lane, all lanes of a warp in one bank"},
    PathWords{"bandwidth", "st16B", "a pattern is stored everywhere, 16 B a lane"},
    PathWords{"bandwidth", "copy", "a = b"},
    PathWords{"bandwidth", "scale", "a = s * b in fp64"},
    PathWords{"bandwidth", "add", "a = b + c in fp64"},
    PathWords{"bandwidth", "triad", "a = b + s * c in fp64"},
    PathWords{"bandwidth", "update", "each word is loaded, changed, and stored in place"},
    PathWords{"bandwidth", "bulk",
              "the bulk-copy engine fills a ring of tiles in shared memory, and warps add them up"},
    PathWords{"compute", "fma",
              "independent chains of x = x * a + b, multiplier and addend the same for all; 2 FLOP "
              "each"},
    PathWords{"compute", "fma-three-registers",
              "the same, each operand from a register of its own: more than the register ports "
              "deliver"},
    PathWords{"compute", "fma-one-chain",
              "one warp on each scheduler, a single chain of x = x * a + b in it: its latency"},
    PathWords{"compute", "fma-half2", "chains of x = x * a + b in two fp16 numbers at a time"},
    PathWords{"compute", "fma-bf16x2", "chains of x = x * a + b in two bf16 numbers at a time"},
    PathWords{"compute", "fma-f32x2", "chains of x = x * a + b in two fp32 numbers at a time"},
    PathWords{"compute", "mul-add",
              "chains of x = x * a and x = x + b, rounded separately; 2 operations a pair"},
    PathWords{"compute", "mad", "chains of x = x * a + b in integers; 2 operations each"},
    PathWords{"compute", "add", "chains of additions, by turns with operations of bits; 1 each"},
    PathWords{"compute", "dp4a",
              "four products of bytes added to a 32-bit sum: 8 operations an instruction"},
    PathWords{"compute", "special", "the special function unit; 1 operation a result"},
    PathWords{"compute", "mma",
              "tensor cores by mma.sync: products of small matrices held in a warp's registers; a "
              "product and its sum are 2 operations"},
    PathWords{"compute", "wgmma",
              "tensor cores by wgmma: four warps multiply matrices that lie in shared memory; a "
              "product and its sum are 2 operations"},
    PathWords{"compute", "tcgen05",
              "tensor cores by tcgen05.mma: matrices in shared memory, sums in tensor memory; a "
              "product and its sum are 2 operations"},
    PathWords{"compute", "cublaslt",
              "a large product of matrices by NVIDIA's library cuBLASLt: a second opinion"},
    PathWords{"latency", "chase",
              "one thread follows a ring through the set, each line of 128 B holds the place of "
              "the next in random order"},
    PathWords{"link", "copy-engine", "blocks of pinned memory sent by the copy engine"},
    PathWords{"link", "copy-engine-unpinned", "blocks of ordinary memory: the driver copies twice"},
    PathWords{"link", "kernel", "a kernel reads or writes pinned memory of the host directly"},
};

}  // namespace

std::string gpu_words(const Ceiling& ceiling) {
  std::string path = ceiling.path;
  if (ceiling.kind == "link") path = ceiling.id.substr(ceiling.id.rfind('/') + 1);
  const std::string constant = "-constant";
  const bool one_number = path.ends_with(constant);
  if (one_number) path.resize(path.size() - constant.size());
  const PathWords* best = nullptr;
  for (const PathWords& words : kPaths) {
    const std::string own = words.path;
    const bool fits = path == own || path.starts_with(own + "-");
    if (ceiling.kind != words.kind || !fits) continue;
    if (best == nullptr || own.size() > std::string(best->path).size()) best = &words;
  }
  if (best == nullptr) return "";
  return best->text + std::string(one_number ? ", all operands one number" : "");
}

}  // namespace ridgeline
