// Which kernels are worth confirming.
#include <algorithm>
#include <map>
#include <utility>

#include "bench/plan/stages.hpp"
#include "ceilings/samples/series.hpp"

namespace ridgeline {

std::vector<const Kernel*> kernels_of(const PlanInput& in, Family family,
                                      const std::string& fixed_level) {
  std::vector<const Kernel*> found;
  for (const Kernel& kernel : in.kernels) {
    if (kernel.family == family && kernel.level == fixed_level) found.push_back(&kernel);
  }
  return found;
}

std::vector<const Kernel*> widest_of(const PlanInput& in, std::vector<const Kernel*> kernels,
                                     Narrow narrow) {
  if (narrow == Narrow::all) return kernels;
  const auto kind_of = [](const Kernel& kernel) {
    return std::pair(kernel.mix, operation_of(std::string(kernel.path)));
  };
  std::map<std::pair<std::string_view, std::string>, const Kernel*> widest;
  for (const Kernel* kernel : kernels) {
    if (!unmet_needs(in.machine, *kernel).empty()) continue;
    const Kernel*& best = widest[kind_of(*kernel)];
    if (best == nullptr || kernel->vector_bits > best->vector_bits) best = kernel;
  }
  std::erase_if(kernels, [&](const Kernel* k) {
    const bool kept = narrow == Narrow::reads && k->mix == "1:0";
    return !kept && widest[kind_of(*k)] != k;
  });
  return kernels;
}

}  // namespace ridgeline
