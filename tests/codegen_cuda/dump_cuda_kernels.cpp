// Prints what the CUDA kernels claim, for the machine-code tests: one tab-separated row a kernel
// and value of in_flight, below a row of column names. Needs no GPU.
//
//   dump_cuda_kernels FAMILY...   FAMILY: the families of this build, in the order of the tables
#include <iostream>
#include <string>
#include <string_view>
#include <variant>

#include "kernels/cuda/tables.hpp"
#include "kernels/gpu/backend.hpp"
#include "tests/codegen/names.hpp"

namespace ridgeline::kernels {
namespace {

// "90,100"; the shapes of this in_flight as "blocks x threads", the default marked by "*".
std::string architectures(const Requirements& needs) {
  std::string text;
  for (const std::uint16_t sm : needs.sms) text += (text.empty() ? "" : ",") + std::to_string(sm);
  return text;
}

std::string shapes_of(const Kernel& kernel, std::uint16_t in_flight) {
  std::string text;
  for (const Shape& shape : kernel.shapes) {
    if (shape.in_flight != in_flight) continue;
    text += (text.empty() ? "" : ",") + std::to_string(shape.blocks_per_unit) + "x" +
            std::to_string(shape.threads_per_block) + (&shape == &kernel.shapes[0] ? "*" : "");
  }
  return text;
}

void print(std::string_view table, const Kernel& kernel, const GpuBackend& backend,
           const GpuEntry& entry) {
  const char* const tab = "\t";
  std::cout << table << tab << kernel.name << tab << entry.symbol << tab << entry.in_flight << tab
            << family_name(kernel.family) << tab << kernel.mix << tab
            << precision_name(kernel.precision) << tab << precision_name(kernel.accumulate) << tab
            << kernel.path << tab << kernel.level << tab << kernel.vector_bits << tab
            << (kernel.role == Role::primary ? "primary" : "secondary") << tab << kernel.lacks
            << tab << kernel.work.read << tab << kernel.work.written << tab
            << kernel.work.operations << tab << kernel.arrays << tab << kernel.element_bytes << tab
            << kernel.quantum << tab << kernel.per_chain << tab << architectures(kernel.needs)
            << tab << kernel.needs.exact_sm << tab << kernel.needs.ptx_sm << tab
            << shapes_of(kernel, entry.in_flight) << tab << backend.shared_bytes << tab
            << backend.set_in_shared << tab << backend.alone << '\n';
}

}  // namespace
}  // namespace ridgeline::kernels

int main(int argc, char** argv) {
  if (static_cast<std::size_t>(argc - 1) != ridgeline::kernels::cuda_tables_count) {
    std::cerr << "usage: dump_cuda_kernels FAMILY..., all families of this build\n";
    return 2;
  }
  std::cout.precision(17);
  std::cout << "table\tname\tsymbol\tin_flight\tfamily\tmix\tprecision\taccumulate\tpath\tlevel\t"
               "vector_bits\trole\tlacks\tread\twritten\toperations\tarrays\telement_bytes\t"
               "quantum\tper_chain\tsms\texact_sm\tptx_sm\tshapes\tshared_bytes\tset_in_shared\t"
               "alone\n";
  for (std::size_t i = 0; i < ridgeline::kernels::cuda_tables_count; ++i) {
    for (const ridgeline::kernels::Kernel& kernel : ridgeline::kernels::cuda_tables[i]()) {
      const auto& backend = *std::get<const ridgeline::kernels::GpuBackend*>(kernel.backend);
      for (const ridgeline::kernels::GpuEntry& entry : backend.entries) {
        ridgeline::kernels::print(argv[i + 1], kernel, backend, entry);
      }
    }
  }
  return 0;
}
