// The kernel tables of the instruction sets, one per file. A table is plain constant data, so that
// the files built for wider instruction sets define nothing else that the linker could pick.
#pragma once

#include <cstddef>

#include "kernels/kernel.hpp"

namespace ridgeline::kernels {

struct KernelTable {
  const Kernel* first;
  std::size_t count;
};

namespace scalar {
extern const KernelTable table;
}
namespace fma_scalar {
extern const KernelTable table;
}
namespace neon {
extern const KernelTable table;
}
namespace sse {
extern const KernelTable table;
}
namespace fma128 {
extern const KernelTable scalar_table, sse_table;
}
namespace avx2 {
extern const KernelTable table;
}
namespace avx_vnni {
extern const KernelTable table;
}
namespace avx512 {
extern const KernelTable table;
}
namespace avx512_vnni {
extern const KernelTable table;
}
namespace avx512_bf16 {
extern const KernelTable table;
}
namespace avx512_fp16 {
extern const KernelTable table;
}
namespace amx {
extern const KernelTable table;
}

// The tables that this build has, narrow to wide: x86/tables.cpp, aarch64/tables.cpp or
// portable/tables.cpp.
extern const KernelTable* const all_tables[];
extern const std::size_t all_tables_count;

}  // namespace ridgeline::kernels
