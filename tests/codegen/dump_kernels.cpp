// Prints the registry for the machine-code tests: what each kernel claims and where its code is.
//   dump_kernels         one tab-separated row a kernel below a row of column names; addresses
//                        relative to the function `codegen_anchor`
//   dump_kernels --run   also runs every kernel that this processor offers, on two quanta
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>

#include "kernels/isa/isa.hpp"
#include "kernels/registry.hpp"
#include "tests/codegen/names.hpp"

extern "C" void codegen_anchor() {}

namespace ridgeline::kernels {
namespace {

std::ptrdiff_t offset_of(CpuEntry entry) {
  return reinterpret_cast<const char*>(entry) - reinterpret_cast<const char*>(&codegen_anchor);
}

// As in the kernels' names; "bits" where numbers are only moved.
std::string_view type_of(const Kernel& kernel) {
  switch (kernel.precision) {
    case Precision::fp64:
      return "f64";
    case Precision::fp32:
      return "f32";
    case Precision::fp16:
      return "f16";
    case Precision::bf16:
      return "bf16";
    case Precision::int32:
      return "i32";
    case Precision::int8:
      return "i8";
    default:
      return "bits";
  }
}

bool runnable(const Kernel& kernel) {
  return (kernel.needs.cpu_features & ~granted_features(host_features())) == 0;
}

void run(const Kernel& kernel) {
  const auto& backend = std::get<CpuBackend>(kernel.backend);
  const std::size_t elements = kernel.quantum * (kernel.family == Family::compute ? 1u : 2u);
  const std::size_t bytes = (elements * kernel.element_bytes + 63) / 64 * 64;
  const std::size_t all = bytes * kernel.arrays;
  const std::unique_ptr<std::byte, void (*)(std::byte*)> memory(
      static_cast<std::byte*>(std::aligned_alloc(64, all)), [](std::byte* p) { std::free(p); });
  for (std::size_t at = 0; at < all; at += 4) {
    const float value = 1 + static_cast<float>(at) / 4096;
    std::memcpy(memory.get() + at, &value, sizeof value);
  }
  Slice slice;
  for (std::size_t array = 0; array < kernel.arrays; ++array) {
    slice.arrays[array] = memory.get() + array * bytes;
  }
  slice.elements = elements;
  if (backend.setup != nullptr) backend.setup(slice);
  backend.run(slice, 1);
}

void print(const Kernel& kernel) {
  const auto& backend = std::get<CpuBackend>(kernel.backend);
  const char* const tab = "\t";
  std::cout << kernel.name << tab << family_name(kernel.family) << tab << type_of(kernel) << tab
            << kernel.mix << tab << kernel.vector_bits << tab << kernel.element_bytes << tab
            << kernel.quantum << tab << kernel.work.read << tab << kernel.work.written << tab
            << kernel.work.operations << tab << kernel.arrays << tab << kernel.streaming << tab
            << feature_names(kernel.needs.cpu_features) << tab << runnable(kernel) << tab
            << offset_of(backend.run) << tab << offset_of(backend.reference) << '\n';
}

}  // namespace
}  // namespace ridgeline::kernels

int main(int argc, char** argv) {
  const bool run_too = argc > 1 && std::string_view(argv[1]) == "--run";
  std::cout << "name\tfamily\ttype\tmix\tvector_bits\telement_bytes\tquantum\tread\twritten\t"
               "operations\tarrays\tstreaming\tneeds\trunnable\trun\treference\n";
  for (const ridgeline::kernels::Kernel& kernel : ridgeline::kernels::cpu_kernels()) {
    ridgeline::kernels::print(kernel);
    if (run_too && ridgeline::kernels::runnable(kernel)) ridgeline::kernels::run(kernel);
  }
  return 0;
}
