// The kernel tables of a build for any other processor: plain C++ only.
#include "kernels/cpu/tables.hpp"

namespace ridgeline::kernels {

constinit const KernelTable* const all_tables[] = {&scalar::table};
constinit const std::size_t all_tables_count = sizeof all_tables / sizeof all_tables[0];

}  // namespace ridgeline::kernels
