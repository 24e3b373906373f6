// The kernel tables of an x86-64 build, from narrow to wide.
#include "kernels/cpu/tables.hpp"

namespace ridgeline::kernels {

constinit const KernelTable* const all_tables[] = {
    &scalar::table,      &fma128::scalar_table, &sse::table,    &fma128::sse_table,
    &avx2::table,        &avx_vnni::table,      &avx512::table, &avx512_vnni::table,
    &avx512_bf16::table, &avx512_fp16::table,   &amx::table,
};
constinit const std::size_t all_tables_count = sizeof all_tables / sizeof all_tables[0];

}  // namespace ridgeline::kernels
