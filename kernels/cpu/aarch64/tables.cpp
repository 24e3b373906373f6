// The kernel tables of an AArch64 build, from narrow to wide.
#include "kernels/cpu/tables.hpp"

namespace ridgeline::kernels {

constinit const KernelTable* const all_tables[] = {
    &scalar::table,
    &fma_scalar::table,
    &neon::table,
};
constinit const std::size_t all_tables_count = sizeof all_tables / sizeof all_tables[0];

}  // namespace ridgeline::kernels
