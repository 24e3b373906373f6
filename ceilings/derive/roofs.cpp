// Roofs, reference lines and ridge points.
#include "ceilings/derive/roofs.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <tuple>

#include "ceilings/checks/quality.hpp"
#include "ceilings/paths.hpp"
#include "ceilings/roofline.hpp"

namespace ridgeline::ceilings {
namespace {

using RoofGroup = std::vector<Draft*>;

// Drafts that share a roof: a level, node and scope, or a precision and scope.
std::map<std::string, RoofGroup> groups_of(std::vector<Draft>& drafts) {
  std::map<std::string, RoofGroup> groups;
  for (Draft& draft : drafts) {
    const Ceiling& c = draft.ceiling;
    const bool roofed = c.kind == "bandwidth" || c.kind == "compute";
    if (!roofed || is_failed(c) || c.value <= 0) continue;
    const std::string key =
        c.kind == "bandwidth" ? c.level + "@" + c.node : c.precision + "->" + c.accumulate;
    groups[c.kind + "/" + key + "/" + c.scope].push_back(&draft);
  }
  return groups;
}

Draft* highest(const RoofGroup& group, const std::function<bool(const Draft&)>& wanted) {
  Draft* best = nullptr;
  for (Draft* draft : group) {
    if (!wanted(*draft)) continue;
    if (best == nullptr || draft->ceiling.value > best->ceiling.value) best = draft;
  }
  return best;
}

bool is_primary(const Draft& draft) { return draft.ceiling.role == "primary"; }

bool is_read(const Draft& draft) { return draft.ceiling.mix == "1:0" && is_primary(draft); }

bool is_fma(const Draft& draft) {
  return operation_of(draft.ceiling.path) == "fma" && is_primary(draft);
}

Draft* widest_read(const RoofGroup& group) {
  int bits = 0;
  for (const Draft* draft : group) {
    if (is_read(*draft)) bits = std::max(bits, draft->winner->vector_bits);
  }
  return highest(group, [bits](const Draft& draft) {
    return is_read(draft) && draft.winner->vector_bits == bits;
  });
}

// One number in all operands costs little power: it shows what an instruction can do, and nothing
// that computes with data gets there.
bool has_real_data(const Draft& draft) { return draft.winner->data != "constant"; }

void mark(const RoofGroup& group) {
  const bool bandwidth = group.front()->ceiling.kind == "bandwidth";
  Draft* roof = highest(group, has_real_data);
  if (roof == nullptr) return;
  Draft* reference = bandwidth ? widest_read(group) : highest(group, is_fma);
  if (reference == nullptr && !bandwidth) reference = roof;
  roof->ceiling.roof = true;
  if (reference != nullptr) reference->ceiling.reference = true;
}

// A kernel says that it lacks SIMD width by its place in the build; whether it does is known only
// now: where the machine offers nothing wider for the same operation it is the primary one.
void promote_widest(std::vector<Draft>& drafts) {
  for (Draft& draft : drafts) {
    Ceiling& c = draft.ceiling;
    if (c.lacks != "SIMD width") continue;
    const auto family = [](const Ceiling& x) {
      return std::tuple(x.kind, x.level, x.node, x.scope, x.mix, x.precision, x.accumulate,
                        operation_of(x.path));
    };
    const bool beaten = std::any_of(drafts.begin(), drafts.end(), [&](const Draft& other) {
      return family(other.ceiling) == family(c) && !is_failed(other.ceiling) &&
             other.winner->vector_bits > draft.winner->vector_bits;
    });
    if (beaten || is_failed(c)) continue;
    c.role = "primary";
    c.lacks.clear();
  }
}

// Where the same product has an instruction that takes another's place (wgmma that of mma.sync,
// which every GPU has), that one is the way to the tensor cores' peak.
void demote_older_instructions(std::vector<Draft>& drafts) {
  const auto is_beside = [&](const Ceiling& c, const TensorPath& newer) {
    return std::any_of(drafts.begin(), drafts.end(), [&](const Draft& other) {
      const Ceiling& o = other.ceiling;
      return o.kind == "compute" && o.path.starts_with(newer.name) && !is_failed(o) &&
             std::tie(o.precision, o.accumulate, o.scope) ==
                 std::tie(c.precision, c.accumulate, c.scope);
    });
  };
  for (Draft& draft : drafts) {
    Ceiling& c = draft.ceiling;
    if (c.kind != "compute" || !c.lacks.empty()) continue;
    for (const TensorPath& newer : tensor_paths()) {
      const std::string older = newer.supersedes;
      if (older.empty() || !c.path.starts_with(older + "-") || !is_beside(c, newer)) continue;
      c.role = "secondary";
      c.lacks = newer.name;
    }
  }
}

}  // namespace

void mark_roofs(std::vector<Draft>& drafts) {
  promote_widest(drafts);
  demote_older_instructions(drafts);
  for (auto& [key, group] : groups_of(drafts)) {
    RoofGroup sound;
    for (Draft* draft : group) {
      if (!has_flag(draft->ceiling, Flag::cache_resident)) sound.push_back(draft);
    }
    mark(sound.empty() ? group : sound);
  }
}

double ridge_intensity(const Ceiling& bandwidth, const Ceiling& compute) {
  if (bandwidth.value <= 0 || compute.value <= 0 || !is_floating(compute.precision)) return 0;
  if (bandwidth.scope == compute.scope) return compute.value / bandwidth.value;
  if (bandwidth.scope != "sm" || compute.scope != "chip") return 0;
  const double chips = static_cast<double>(std::max(1, compute.units)) /
                       static_cast<double>(std::max(1, bandwidth.units));
  return compute.value / (bandwidth.value * chips);
}

std::vector<Ridge> ridges_of(const std::vector<Ceiling>& ceilings) {
  std::vector<Ridge> ridges;
  for (const Ceiling& bandwidth : ceilings) {
    if (bandwidth.kind != "bandwidth") continue;
    for (const Ceiling& compute : ceilings) {
      if (compute.kind != "compute") continue;
      const bool pair =
          (bandwidth.reference && compute.reference) || (bandwidth.roof && compute.roof);
      const double intensity = pair ? ridge_intensity(bandwidth, compute) : 0;
      if (intensity > 0) ridges.push_back({bandwidth.id, compute.id, intensity});
    }
  }
  return ridges;
}

}  // namespace ridgeline::ceilings
