// Who works: one unit of each kind, all of them, those near a memory node; and who can run what.
#include "bench/plan/sizing/targets.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "ceilings/errors.hpp"
#include "ceilings/paths.hpp"
#include "kernels/cuda/compute_capability.hpp"
#include "kernels/isa/isa.hpp"

namespace ridgeline::bench {
namespace {

std::vector<SweepTarget> core_targets(const Machine& machine) {
  std::vector<SweepTarget> targets;
  for (std::size_t kind = 0; kind < machine.kinds.size(); ++kind) {
    const auto first = std::find_if(machine.units.begin(), machine.units.end(), [&](const Unit& u) {
      return u.kind == static_cast<int>(kind);
    });
    if (first == machine.units.end()) continue;
    const std::string& name = machine.kinds[kind].name;
    targets.push_back({{name.empty() ? "core" : "core." + name, {first->index}}, name, ""});
  }
  return targets;
}

std::vector<int> all_units(const Machine& machine) {
  std::vector<int> units;
  for (const Unit& unit : machine.units) units.push_back(unit.index);
  return units;
}

// "node0": the first of the nodes that are near to the same units; "all" where that is everyone.
std::string scope_of_node(const Machine& machine, const MemoryNode& node) {
  if (machine.units.size() == 1) return "core";
  if (node.local_units.empty() || node.local_units.size() == machine.units.size()) return "all";
  int first = node.os_index;
  for (const MemoryNode& other : machine.nodes) {
    if (other.allowed && other.local_units == node.local_units) {
      first = std::min(first, other.os_index);
    }
  }
  return "node" + std::to_string(first);
}

std::string sm_names(const kernels::Requirements& needs) {
  std::string names;
  for (const std::uint16_t sm : needs.sms) {
    names += (names.empty() ? "sm_" : ", sm_") + std::to_string(sm) + (needs.exact_sm ? "a" : "");
  }
  return names;
}

}  // namespace

std::vector<SweepTarget> sweep_targets(const PlanInput& in) {
  if (!in.machine.gpu) return core_targets(in.machine);
  std::vector<SweepTarget> targets;
  if (in.machine.units.empty()) return targets;
  targets.push_back({{"chip", all_units(in.machine)}, "", ""});
  std::set<std::string_view> seen{""};
  for (const kernels::Kernel& kernel : in.kernels) {
    if (kernel.family != kernels::Family::bandwidth || !seen.insert(kernel.level).second) continue;
    targets.push_back({{"sm", {in.machine.units.front().index}}, "", std::string(kernel.level)});
  }
  return targets;
}

std::optional<Scope> whole_scope(const PlanInput& in) {
  std::vector<int> units = all_units(in.machine);
  const int threads = in.options.threads;
  if (!in.machine.gpu && threads > 0) {
    if (static_cast<std::size_t>(threads) > units.size()) {
      throw UsageError("--threads " + std::to_string(threads) + ": only " +
                       std::to_string(units.size()) + " cores may be used (" + in.machine.source +
                       ")");
    }
    units.resize(static_cast<std::size_t>(threads));
  }
  if (units.size() < 2) return std::nullopt;
  return Scope{in.machine.gpu ? "chip" : "all", std::move(units)};
}

std::vector<NodeTarget> node_targets(const PlanInput& in) {
  const auto allowed = std::count_if(in.machine.nodes.begin(), in.machine.nodes.end(),
                                     [](const MemoryNode& node) { return node.allowed; });
  std::vector<NodeTarget> targets;
  if (allowed < 2 || in.machine.gpu || in.machine.units.empty()) return targets;
  for (const MemoryNode& node : in.machine.nodes) {
    if (!node.allowed) continue;
    std::vector<int> units = node.local_units;
    if (units.empty()) units = all_units(in.machine);
    if (in.options.threads > 0) {
      units.resize(std::min(units.size(), static_cast<std::size_t>(in.options.threads)));
    }
    targets.push_back({{scope_of_node(in.machine, node), units}, node.os_index, node.kind});
  }
  return targets;
}

std::string unmet_needs(const Machine& machine, const kernels::Kernel& kernel) {
  const std::uint32_t missing = kernel.needs.cpu_features & ~machine.cpu_features;
  if (!machine.gpu && (missing & machine.refused_features) != 0) {
    return "needs " + kernels::feature_names(missing) +
           ", which the system refuses to this process (arch_prctl ARCH_REQ_XCOMP_PERM)";
  }
  if (!machine.gpu && missing != 0) {
    return "needs " + kernels::feature_names(missing) + ", which this CPU lacks";
  }
  if (machine.gpu && !kernels::runs_on(kernel.needs, machine.sm)) {
    return "is built for " + sm_names(kernel.needs) + "; this is sm_" + std::to_string(machine.sm);
  }
  return "";
}

namespace {

// GPU kernels that differ in how they share a set or move it come as wide as the plain one: the
// first of the list is meant.
const kernels::Kernel* first_read(const PlanInput& in, const std::string& fixed_level) {
  const kernels::Kernel* first = nullptr;
  for (const kernels::Kernel& kernel : in.kernels) {
    const bool read = kernel.family == kernels::Family::bandwidth && kernel.mix == "1:0" &&
                      kernel.level == fixed_level && kernel.role == kernels::Role::primary;
    if (!read) continue;
    if (unmet_needs(in.machine, kernel).empty()) return &kernel;
    if (first == nullptr) first = &kernel;
  }
  return first;
}

}  // namespace

const kernels::Kernel* widest_read(const PlanInput& in, const std::string& fixed_level) {
  if (in.machine.gpu) return first_read(in, fixed_level);
  const kernels::Kernel* best = nullptr;
  bool best_runs = false;
  for (const kernels::Kernel& kernel : in.kernels) {
    if (kernel.family != kernels::Family::bandwidth || kernel.mix != "1:0" ||
        kernel.level != fixed_level || kernel.lacks == "parallelism") {
      continue;
    }
    const bool runs = unmet_needs(in.machine, kernel).empty();
    const bool wider =
        best != nullptr && runs == best_runs &&
        (kernel.vector_bits > best->vector_bits ||
         (best->role == kernels::Role::secondary && kernel.role == kernels::Role::primary &&
          kernel.vector_bits == best->vector_bits));
    if (best == nullptr || (runs && !best_runs) || wider) {
      best = &kernel;
      best_runs = runs;
    }
  }
  return best;
}

std::vector<const kernels::Kernel*> kernels_of(const PlanInput& in, kernels::Family family,
                                               const std::string& fixed_level) {
  std::vector<const kernels::Kernel*> found;
  for (const kernels::Kernel& kernel : in.kernels) {
    if (kernel.family == family && kernel.level == fixed_level) found.push_back(&kernel);
  }
  return found;
}

std::vector<const kernels::Kernel*> widest_of(const PlanInput& in,
                                              std::vector<const kernels::Kernel*> kernels,
                                              Narrow narrow) {
  if (narrow == Narrow::all) return kernels;
  const auto kind_of = [](const kernels::Kernel& kernel) {
    return std::pair(kernel.mix, ceilings::operation_of(std::string(kernel.path)));
  };
  std::map<std::pair<std::string_view, std::string>, const kernels::Kernel*> widest;
  for (const kernels::Kernel* kernel : kernels) {
    if (!unmet_needs(in.machine, *kernel).empty()) continue;
    const kernels::Kernel*& best = widest[kind_of(*kernel)];
    if (best == nullptr || kernel->vector_bits > best->vector_bits) best = kernel;
  }
  std::erase_if(kernels, [&](const kernels::Kernel* k) {
    const bool kept = narrow == Narrow::reads && k->mix == "1:0";
    return !kept && widest[kind_of(*k)] != k;
  });
  return kernels;
}

}  // namespace ridgeline::bench
