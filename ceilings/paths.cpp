// See paths.hpp.
#include "ceilings/paths.hpp"

#include <algorithm>

namespace ridgeline::ceilings {
const std::vector<VectorIsa>& instruction_sets() {
  static const std::vector<VectorIsa> kSets{
      {"scalar", 8}, {"neon", 16},   {"sse", 16}, {"avx", 32},
      {"avx2", 32},  {"avx512", 64}, {"sve", 0},
  };
  return kSets;
}

const std::vector<TensorPath>& tensor_paths() {
  static const std::vector<TensorPath> kPaths{
      {"mma", "tensor",
       "tensor cores by mma.sync: products of small matrices held in a warp's registers; a product "
       "and its sum are 2 operations"},
      {"wgmma", "tensor",
       "tensor cores by wgmma: four warps multiply matrices that lie in shared memory; a product "
       "and its sum are 2 operations",
       "mma", "Use wgmma, the warp group's instruction, instead of mma"},
      {"tcgen05", "tensor",
       "tensor cores by tcgen05.mma: matrices in shared memory, sums in tensor memory; a product "
       "and its sum are 2 operations",
       "mma", "Use tcgen05, the newer tensor instruction, instead of mma"},
      {"cublas", "cuBLASLt",
       "a large product of matrices by NVIDIA's library cuBLASLt: a second opinion"},
      {"amx", "AMX",
       "products of tiles, added to four tiles of sums; a product and its sum are 2 operations"},
      // In archives of figures from literature.
      {"gemm", "GEMM", ""},
      {"tensor", "tensor", ""},
  };
  return kPaths;
}

const TensorPath* tensor_path_of(const std::string& path) {
  const auto& paths = tensor_paths();
  const auto found = std::find_if(paths.begin(), paths.end(), [&](const TensorPath& each) {
    return path.starts_with(each.name);
  });
  return found == paths.end() ? nullptr : &*found;
}

const VectorIsa* instruction_set_of(const std::string& path) {
  const std::string last = path.substr(path.rfind('-') + 1);  // all of it where there is no dash
  const auto& sets = instruction_sets();
  const auto found = std::find_if(sets.begin(), sets.end(),
                                  [&](const VectorIsa& set) { return last == set.name; });
  return found == sets.end() ? nullptr : &*found;
}

std::string isa_of(const std::string& path) {
  const VectorIsa* set = instruction_set_of(path);
  return set == nullptr ? "" : set->name;
}

std::string operation_of(const std::string& path) {
  if (instruction_set_of(path) == nullptr) return path;
  const std::size_t dash = path.rfind('-');
  return dash == std::string::npos ? "" : path.substr(0, dash);
}

}  // namespace ridgeline::ceilings
