// Verdicts at and above ceilings, in words. See diagnosis_text.hpp.
#include "ceilings/place/text.hpp"

#include <algorithm>

#include "ceilings/place/phrases.hpp"
#include "ceilings/units.hpp"

namespace ridgeline {
namespace {

const char* unit_of(const Placement& placement) { return placement.integer ? "OP/s" : "FLOP/s"; }

std::string id_of(const Placement& placement) {
  return placement.binding != nullptr ? placement.binding->ceiling->id : "";
}

// "No floating-point work. ", "Integers only. "; empty for what computes in floating point.
std::string work_text(const Placement& placement) {
  if (!placement.operations) return "Operations were not collected. ";
  if (*placement.operations <= 0) return "No floating-point work. ";
  return placement.integer ? "No floating-point work, integers only. " : "";
}

// The kernel's intensity at the level that binds, and its side of the ridge.
std::string ridge_sentence(const Placement& placement) {
  const LevelPlace* level = binding_place(placement);
  const std::string side = side_text(placement);
  if (level == nullptr || side.empty()) return side.empty() ? "" : " It lies " + side + ".";
  return " Its " + intensity_text(*level->intensity, placement) + " lie " + side + ".";
}

std::string compute_text(const Placement& placement) {
  const TypePlace* type = binding_type(placement);
  if (type == nullptr) return "the compute ceilings";
  if (placement.types.size() == 1) return held_text(*type->own, unit_of(placement));
  return format_rate(*placement.operations / placement.compute.seconds, unit_of(placement)) +
         ", what the ceilings of its " + std::to_string(placement.types.size()) +
         " types and paths give in sum (mostly " + type->own->line->ceiling->id + ")";
}

const TypePlace* longest_at_roof(const Placement& placement) {
  const TypePlace* longest = nullptr;
  for (const TypePlace& type : placement.types) {
    const bool more = longest == nullptr || type.roof_seconds > longest->roof_seconds;
    if (type.roof && more) longest = &type;
  }
  return longest;
}

// Under its own mix's ceiling no kernel need stay; under the level's roof it has to.
std::string own_mix_sentence(const Placement& placement) {
  if (placement.share.value_or(0) <= kAboveRoof) return "";
  if (placement.binding_level.empty() && has_several_precisions(placement)) {
    return " That is more than one after the other would give: vector and tensor units overlap.";
  }
  return " That is above the ceiling of its own mix or path, and below the roof: possible.";
}

std::string joined(const std::vector<std::string>& parts, const char* separator) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : separator) + part;
  return text;
}

}  // namespace

Diagnosis say_above_roof(const Scene& scene) {
  const Placement& placement = scene.placement;
  Diagnosis d;
  d.verdict = Verdict::above_roof;
  const std::string factor = times_text(*placement.roof_share);
  d.words = "ABOVE THE ROOF, " + factor;
  d.causes = excess_causes(placement, scene.roofline, scene.archive);
  d.text = "ABOVE THE ROOF by a factor of " + factor.substr(0, factor.find(' ')) +
           ": no kernel can be faster than ";
  // Not what binds: its own mix's or path's ceiling may lie lower, and another roof be broken.
  const LevelPlace* level = roof_level(placement);
  const TypePlace* type = longest_at_roof(placement);
  if (level != nullptr) {
    d.ceiling = level->roof->line->ceiling->id;
    d.text += "the roof of " + level->counted.level + ", " + held_text(*level->roof, "B/s") +
              ", and this one would have moved " + format_rate(level->bandwidth.value_or(0), "B/s");
  } else if (type != nullptr) {
    d.ceiling = type->roof->line->ceiling->id;
    d.text += placement.types.size() == 1
                  ? "the roof of " + type_name(type->count) + ", " +
                        held_text(*type->roof, unit_of(placement))
                  : "the roofs of its types allow: they need " +
                        format_seconds(placement.compute_roof_seconds) + ", and it took " +
                        format_seconds(*placement.run.seconds) + " (mostly " + d.ceiling + ")";
  }
  d.text += ". Likely causes: " + joined(d.causes, "; ") + ".";
  d.advice = "Check counts, unit of the time, and archive before reading anything else off it.";
  return d;
}

Diagnosis say_on_bandwidth(const Scene& scene) {
  const Placement& placement = scene.placement;
  const LevelPlace& level = *binding_place(placement);
  Diagnosis d;
  d.verdict = Verdict::on_bandwidth;
  d.words = "on " + level.counted.level + " bandwidth";
  d.ceiling = id_of(placement);
  const std::string bound =
      "bandwidth-bound, " + percent_text(*level.share) + " of " + level.counted.level;
  const std::string work = work_text(placement);
  d.text = work +
           (work.empty() ? "On the bandwidth roof of " + level.counted.level + ": " +
                               percent_text(*level.share) + " of "
                         : std::string(1, 'B') + bound.substr(1) + ", ") +
           held_text(*level.own, "B/s") +
           (level.own_mix ? ", the ceiling of its own mix of reads and writes." : ".") +
           own_mix_sentence(placement) + ridge_sentence(placement);
  d.advice =
      "Only less traffic helps: fuse with the kernels before and after, tile for reuse in a "
      "nearer level, use smaller types, leave out what is read twice.";
  if (level.counted.level != "DRAM") {
    d.advice = "Only less traffic at this level helps: reuse in registers, " +
               std::string(level.counted.level == "L1" || level.counted.level == "shared"
                               ? "wider accesses, smaller types."
                               : "tile for a nearer level, use smaller types.");
  }
  return d;
}

Diagnosis say_on_compute(const Scene& scene) {
  const Placement& placement = scene.placement;
  Diagnosis d;
  d.verdict = Verdict::on_compute;
  d.words = "on " + binding_text(placement) + " compute";
  if (is_mixed(placement)) d.words = "on mixed compute";
  d.ceiling = id_of(placement);
  d.text = (placement.integer ? work_text(placement) : "") + "On the compute roof of " +
           binding_text(placement) + ": " + percent_text(*placement.share) + " of " +
           compute_text(placement) + "." + own_mix_sentence(placement) + ridge_sentence(placement);
  const TypePlace* type = binding_type(placement);
  const bool tensor = type != nullptr && is_matrix_path(type->own->line->ceiling->path);
  const bool cpu = scene.archive.device.kind == "cpu";
  d.advice = tensor ? "A lower precision is the only faster path, or an algorithm with fewer "
                      "operations."
                    : std::string("Take a faster path, ") +
                          (cpu ? "matrix units (AMX) if it has them" : "tensor cores") +
                          " or a lower precision, or an algorithm with fewer operations.";
  return d;
}

Diagnosis say_at_ridge(const Scene& scene, const LevelPlace& level) {
  const Placement& placement = scene.placement;
  Diagnosis d;
  d.verdict = Verdict::at_ridge;
  d.words = "at the ridge";
  d.ceiling = id_of(placement);
  d.text = "At the ridge: " + level.counted.level + " needs " +
           format_seconds(level.bound.seconds) + " at " + held_text(*level.own, "B/s") +
           ", arithmetic " + format_seconds(placement.compute.seconds) + " at " +
           compute_text(placement) + "; the kernel takes " +
           format_seconds(*placement.run.seconds) + ", and the ceilings do not tell the two apart.";
  d.advice =
      "Both have to give: less traffic helps only together with fewer or faster operations. "
      "A kernel in balance is well used hardware.";
  return d;
}

Diagnosis say_under_secondary(const Scene& scene, const Secondary& secondary, double best_seconds) {
  const Placement& placement = scene.placement;
  const double seconds = *placement.run.seconds;
  Diagnosis d;
  d.verdict = Verdict::under_secondary;
  d.technique = secondary.technique;
  d.words = "lacks " + secondary.technique;
  d.ceiling = secondary.ceiling->id;
  d.gain = seconds / best_seconds;
  const char* unit = secondary.level.empty() ? unit_of(placement) : "B/s";
  const bool partial = secondary.technique == "occupancy" || secondary.technique == "all cores";
  d.text = "At " + percent_text(secondary.seconds / seconds) + " of a secondary ceiling, " +
           format_rate(secondary.value, unit) + " (" + (partial ? "the working part of " : "") +
           secondary.ceiling->id + "): what " + (secondary.supported ? "is" : "may be") +
           " missing is " + secondary.technique + ". Removing that gains at most " +
           times_text(*d.gain) + "." + ridge_sentence(placement);
  d.advice = technique_remedy(secondary.technique);
  for (const std::string& cause : causes_of(placement, scene.archive)) d.causes.push_back(cause);
  return d;
}

}  // namespace ridgeline
