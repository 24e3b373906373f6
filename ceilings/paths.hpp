// Paths: by which instructions work is done, as ids and archives call it ("fma-avx512",
// "nt-copy-avx2", "wgmma-n256"). What the program knows of an instruction set or of a way to
// multiply matrices is one row here; a new one is a row more.
#pragma once

#include <string>
#include <vector>

namespace ridgeline::ceilings {

struct VectorIsa {
  const char* name;      // the path's last part, or all of it: "avx512"
  int vector_bytes = 0;  // 0: the processor decides
};
// From narrow to wide.
const std::vector<VectorIsa>& instruction_sets();

// Null: the path names none.
const VectorIsa* instruction_set_of(const std::string& path);
// The instruction set's name, empty where there is none; and the path without it: "fma" of
// "fma-avx512", "update" of "update-sse", "" of "avx2".
std::string isa_of(const std::string& path);
std::string operation_of(const std::string& path);

// Through units that multiply matrices: tensor cores, AMX, and libraries on them.
struct TensorPath {
  const char* name;         // what paths begin with: "wgmma" of "wgmma-n256"
  const char* engine;       // for labels of lines: "tensor", "AMX", "cuBLASLt"
  const char* description;  // what its kernels do; empty: it has none of ours
  // Of an instruction that takes another's place: that one's name, which is then no roof beside it,
  // and what a kernel should do that uses it; else empty.
  const char* supersedes = "";
  const char* remedy = "";
};
const std::vector<TensorPath>& tensor_paths();
// Null: through vector units, or none.
const TensorPath* tensor_path_of(const std::string& path);

}  // namespace ridgeline::ceilings
