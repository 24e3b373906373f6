// Verdicts at and above ceilings, in words. See diagnosis_text.hpp.
#include "ceilings/place/text.hpp"

#include <algorithm>

#include "ceilings/place/phrases.hpp"
#include "ceilings/units.hpp"

namespace ridgeline {
namespace {

const char* unit_of(const PlacedKernel& kernel) { return kernel.integer ? "OP/s" : "FLOP/s"; }

std::string id_of(const PlacedKernel& kernel) {
  return kernel.binding != nullptr ? kernel.binding->ceiling->id : "";
}

// "No floating-point work. ", "Integers only. "; empty for what computes in floating point.
std::string work_text(const PlacedKernel& kernel) {
  if (!kernel.operations) return "Operations were not collected. ";
  if (*kernel.operations <= 0) return "No floating-point work. ";
  return kernel.integer ? "No floating-point work, integers only. " : "";
}

// The kernel's intensity at the level that binds, and its side of the ridge.
std::string ridge_sentence(const PlacedKernel& kernel) {
  const LevelResult* level = binding_level_of(kernel);
  const std::string side = side_text(kernel);
  if (level == nullptr || side.empty()) return side.empty() ? "" : " It lies " + side + ".";
  return " Its " + intensity_text(*level->intensity, kernel) + " lie " + side + ".";
}

std::string compute_text(const PlacedKernel& kernel) {
  const TypeResult* type = binding_type(kernel);
  if (type == nullptr) return "the compute ceilings";
  if (kernel.types.size() == 1) return match_text(*type->own, unit_of(kernel));
  return format_rate(*kernel.operations / kernel.compute.seconds, unit_of(kernel)) +
         ", what the ceilings of its " + std::to_string(kernel.types.size()) +
         " types and paths give in sum (mostly " + type->own->line->ceiling->id + ")";
}

const TypeResult* longest_at_roof(const PlacedKernel& kernel) {
  const TypeResult* longest = nullptr;
  for (const TypeResult& type : kernel.types) {
    const bool more = longest == nullptr || type.roof_seconds > longest->roof_seconds;
    if (type.roof && more) longest = &type;
  }
  return longest;
}

// Under its own mix's ceiling no kernel need stay; under the level's roof it has to.
std::string own_mix_sentence(const PlacedKernel& kernel) {
  if (kernel.share.value_or(0) <= kAboveRoof) return "";
  if (kernel.binding_level.empty() && has_several_precisions(kernel)) {
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

Diagnosis diagnose_above_roof(const DiagnosisInput& input) {
  const PlacedKernel& kernel = input.kernel;
  Diagnosis d;
  d.verdict = Verdict::above_roof;
  const std::string factor = times_text(*kernel.roof_share);
  d.words = "ABOVE THE ROOF, " + factor;
  d.causes = excess_causes(kernel, input.roofline, input.archive);
  d.text = "ABOVE THE ROOF by a factor of " + factor.substr(0, factor.find(' ')) +
           ": no kernel can be faster than ";
  // Not what binds: its own mix's or path's ceiling may lie lower, and another roof be broken.
  const LevelResult* level = roof_level(kernel);
  const TypeResult* type = longest_at_roof(kernel);
  if (level != nullptr) {
    d.ceiling = level->roof->line->ceiling->id;
    d.text += "the roof of " + level->counted.level + ", " + match_text(*level->roof, "B/s") +
              ", and this one would have moved " + format_rate(level->bandwidth.value_or(0), "B/s");
  } else if (type != nullptr) {
    d.ceiling = type->roof->line->ceiling->id;
    d.text += kernel.types.size() == 1
                  ? "the roof of " + type_name(type->count) + ", " +
                        match_text(*type->roof, unit_of(kernel))
                  : "the roofs of its types allow: they need " +
                        format_seconds(kernel.compute_roof_seconds) + ", and it took " +
                        format_seconds(*kernel.run.seconds) + " (mostly " + d.ceiling + ")";
  }
  d.text += ". Likely causes: " + joined(d.causes, "; ") + ".";
  d.advice = "Check counts, unit of the time, and archive before reading anything else off it.";
  return d;
}

Diagnosis diagnose_on_bandwidth(const DiagnosisInput& input) {
  const PlacedKernel& kernel = input.kernel;
  const LevelResult& level = *binding_level_of(kernel);
  Diagnosis d;
  d.verdict = Verdict::on_bandwidth;
  d.words = "on " + level.counted.level + " bandwidth";
  d.ceiling = id_of(kernel);
  const std::string bound =
      "bandwidth-bound, " + percent_text(*level.share) + " of " + level.counted.level;
  const std::string work = work_text(kernel);
  d.text = work +
           (work.empty() ? "On the bandwidth roof of " + level.counted.level + ": " +
                               percent_text(*level.share) + " of "
                         : std::string(1, 'B') + bound.substr(1) + ", ") +
           match_text(*level.own, "B/s") +
           (level.own_mix ? ", the ceiling of its own mix of reads and writes." : ".") +
           own_mix_sentence(kernel) + ridge_sentence(kernel);
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

Diagnosis diagnose_on_compute(const DiagnosisInput& input) {
  const PlacedKernel& kernel = input.kernel;
  Diagnosis d;
  d.verdict = Verdict::on_compute;
  d.words = "on " + binding_text(kernel) + " compute";
  if (is_mixed(kernel)) d.words = "on mixed compute";
  d.ceiling = id_of(kernel);
  d.text = (kernel.integer ? work_text(kernel) : "") + "On the compute roof of " +
           binding_text(kernel) + ": " + percent_text(*kernel.share) + " of " +
           compute_text(kernel) + "." + own_mix_sentence(kernel) + ridge_sentence(kernel);
  const TypeResult* type = binding_type(kernel);
  const bool tensor = type != nullptr && is_matrix_path(type->own->line->ceiling->path);
  const bool cpu = input.archive.device.kind == "cpu";
  d.advice = tensor ? "A lower precision is the only faster path, or an algorithm with fewer "
                      "operations."
                    : std::string("Take a faster path, ") +
                          (cpu ? "matrix units (AMX) if it has them" : "tensor cores") +
                          " or a lower precision, or an algorithm with fewer operations.";
  return d;
}

Diagnosis diagnose_at_ridge(const DiagnosisInput& input, const LevelResult& level) {
  const PlacedKernel& kernel = input.kernel;
  Diagnosis d;
  d.verdict = Verdict::at_ridge;
  d.words = "at the ridge";
  d.ceiling = id_of(kernel);
  d.text = "At the ridge: " + level.counted.level + " needs " +
           format_seconds(level.bound.seconds) + " at " + match_text(*level.own, "B/s") +
           ", arithmetic " + format_seconds(kernel.compute.seconds) + " at " +
           compute_text(kernel) + "; the kernel takes " + format_seconds(*kernel.run.seconds) +
           ", and the ceilings do not tell the two apart.";
  d.advice =
      "Both have to give: less traffic helps only together with fewer or faster operations. "
      "A kernel in balance is well used hardware.";
  return d;
}

Diagnosis diagnose_under_secondary(const DiagnosisInput& input, const LowerCeiling& secondary,
                                   double best_seconds) {
  const PlacedKernel& kernel = input.kernel;
  const double seconds = *kernel.run.seconds;
  Diagnosis d;
  d.verdict = Verdict::under_secondary;
  d.technique = secondary.technique;
  d.words = "lacks " + secondary.technique;
  d.ceiling = secondary.ceiling->id;
  d.gain = seconds / best_seconds;
  const char* unit = secondary.level.empty() ? unit_of(kernel) : "B/s";
  const bool partial = secondary.technique == "occupancy" || secondary.technique == "all cores";
  d.text = "At " + percent_text(secondary.seconds / seconds) + " of a secondary ceiling, " +
           format_rate(secondary.value, unit) + " (" + (partial ? "the working part of " : "") +
           secondary.ceiling->id + "): what " + (secondary.supported ? "is" : "may be") +
           " missing is " + secondary.technique + ". Removing that gains at most " +
           times_text(*d.gain) + "." + ridge_sentence(kernel);
  d.advice = technique_remedy(secondary.technique);
  for (const std::string& cause : causes_of(kernel, input.archive)) d.causes.push_back(cause);
  return d;
}

}  // namespace ridgeline
