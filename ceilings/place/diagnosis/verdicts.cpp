// See verdicts.hpp.
#include "ceilings/place/diagnosis/verdicts.hpp"

#include <algorithm>
#include <cmath>

#include "ceilings/archive/level_names.hpp"
#include "ceilings/place/diagnosis/causes.hpp"
#include "ceilings/place/diagnosis/phrases.hpp"
#include "ceilings/place/diagnosis/thresholds.hpp"
#include "ceilings/place/type_ceilings.hpp"
#include "ceilings/text/text.hpp"
#include "ceilings/units.hpp"

namespace ridgeline::ceilings {
namespace {

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

// "5.1 % of DRAM (<id>)": what would bind.
std::string nearest_text(const PlacedKernel& kernel) {
  return percent_text(*kernel.share) + " of " + binding_text(kernel) + " (" + binding_id(kernel) +
         ")";
}

// Left of the ridge alone does not make a kernel memory-bound, nor right of it compute-bound.
std::string potential_text(const PlacedKernel& kernel, const char* but) {
  const std::string side = side_text(kernel);
  if (side.empty()) return "";
  return std::string(side.starts_with("left") ? " Potentially memory-bound ("
                                              : " Potentially compute-bound (") +
         side + "), but " + but;
}

std::string causes_text(const std::vector<std::string>& causes, const DiagnosisInput& input) {
  std::string text;
  for (const std::string& cause : causes) {
    text += (text.empty() ? "" : ", ") + cause_text(cause, input.kernel, input.archive);
  }
  return text;
}

std::string remedies_text(const std::vector<std::string>& causes) {
  std::string text;
  for (const std::string& cause : causes) {
    if (text.size() < 160) text += (text.empty() ? "" : " ") + remedy_text(cause);
  }
  return text;
}

// The ceiling that comes next above the point: a secondary one, or what binds.
std::string neighbours_text(const PlacedKernel& kernel, const std::vector<LowerCeiling>& lower) {
  const double seconds = *kernel.run.seconds;
  const LowerCeiling *above = nullptr, *below = nullptr;
  for (const LowerCeiling& one : lower) {
    if (one.level != kernel.binding_level) continue;
    if (one.seconds <= seconds && (above == nullptr || one.seconds > above->seconds)) above = &one;
    if (one.seconds > seconds && (below == nullptr || one.seconds < below->seconds)) below = &one;
  }
  if (above == nullptr && below == nullptr) return " No other ceiling of this archive is near.";
  const auto named = [seconds](const LowerCeiling& one) {
    return one.ceiling->id + " (" + times_text(seconds / one.seconds) + " its rate; lacks " +
           one.technique + ")";
  };
  std::string text = " Next above: ";
  text += above != nullptr ? named(*above) : "the ceiling that binds";
  text += "; next below: ";
  text += below != nullptr ? named(*below) : std::string("none");
  return text + ".";
}

// What multiply-adds counted as one operation each look like, where hands counted them.
std::string half_text(const PlacedKernel& kernel) {
  const bool hand = kernel.run.bytes_from == BytesFrom::hand;
  if (!hand || !kernel.binding_level.empty() || kernel.integer) return "";
  if (std::abs(*kernel.share - 0.5) > 0.5 * kNearDouble) return "";
  return " Half of a compute ceiling is also what multiply-adds look like that were counted as one "
         "operation each; they are 2 FLOP.";
}

// A path that is not the fastest has a ceiling of its own, and a kernel under that lacks both.
std::string path_text(const std::optional<MissingTechnique>& lack, const PlacedKernel& kernel) {
  if (!lack) return "";
  return " Its path lacks " + lack->own.technique + ": with that, its compute ceiling is " +
         times_text(kernel.compute.seconds / lack->better_seconds) + " as high.";
}

std::optional<MissingTechnique> lack_of(const DiagnosisInput& input) {
  if (!input.kernel.binding_level.empty()) return std::nullopt;
  return missing_technique(input.kernel, input.roofline);
}

std::string with_remedy(const std::optional<MissingTechnique>& lack, const std::string& advice) {
  if (!lack) return advice;
  return technique_remedy(lack->own.technique) + (advice.empty() ? "" : " " + advice);
}

bool binds_memory(const PlacedKernel& kernel) { return !kernel.binding_level.empty(); }

// The shares that are known, where not all is.
std::string known_shares(const PlacedKernel& kernel) {
  std::string text;
  for (const LevelResult& level : kernel.levels) {
    if (level.share) {
      text +=
          (text.empty() ? "" : ", ") + percent_text(*level.share) + " of " + level.counted.level;
    }
  }
  if (kernel.compute.seconds > 0 && kernel.run.seconds && !kernel.lacks_ceiling) {
    text += (text.empty() ? "" : ", ") +
            percent_text(kernel.compute.seconds / *kernel.run.seconds) + " of the compute ceiling";
  }
  return text;
}

}  // namespace

Diagnosis diagnose_above_roof(const DiagnosisInput& input) {
  const PlacedKernel& kernel = input.kernel;
  Diagnosis d;
  d.verdict = Verdict::above_roof;
  const std::string factor = times_text(*kernel.roof_share);
  d.label = "ABOVE THE ROOF, " + factor;
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
  d.label = "on " + level.counted.level + " bandwidth";
  d.ceiling = binding_id(kernel);
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
  if (!is_memory_name(level.counted.level)) {
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
  d.label = "on " + binding_text(kernel) + " compute";
  if (is_mixed(kernel)) d.label = "on mixed compute";
  d.ceiling = binding_id(kernel);
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
  d.label = "at the ridge";
  d.ceiling = binding_id(kernel);
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
  d.label = "lacks " + secondary.technique;
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

Diagnosis diagnose_between(const DiagnosisInput& input, const std::vector<LowerCeiling>& lower) {
  const PlacedKernel& kernel = input.kernel;
  Diagnosis d;
  d.verdict = Verdict::between;
  d.label = "below " + binding_text(kernel);
  if (is_mixed(kernel)) d.label = "below mixed compute";
  d.ceiling = binding_id(kernel);
  d.gain = 1 / *kernel.share;
  d.causes = causes_of(kernel, input.archive);
  d.text = "Between ceilings: " + nearest_text(kernel) + "." +
           potential_text(kernel, "not at that ceiling.") + neighbours_text(kernel, lower) +
           half_text(kernel);
  const std::optional<MissingTechnique> lack = lack_of(input);
  d.text += path_text(lack, kernel);
  const std::string causes = causes_text(d.causes, input);
  if (!causes.empty()) d.text += " Seen: " + causes + ".";
  d.advice = with_remedy(lack, remedies_text(d.causes));
  if (!d.advice.empty()) return d;
  d.advice =
      binds_memory(kernel)
          ? "Fix the accesses first: contiguous (coalesced) and aligned, enough of them in flight, "
            "data near; then cut traffic."
          : "Look for parallelism within a thread (ILP), lanes without work (divergence, masks), "
            "and work on units other than the one counted (loads, conversions, special "
            "functions).";
  const std::string wanted = wanted_facts(kernel, input.archive);
  if (!wanted.empty()) d.advice += " " + wanted;
  return d;
}

Diagnosis diagnose_far_under(const DiagnosisInput& input) {
  const PlacedKernel& kernel = input.kernel;
  Diagnosis d;
  d.verdict = Verdict::far_under;
  d.label = "latency-bound";
  d.ceiling = binding_id(kernel);
  d.gain = 1 / *kernel.share;
  d.causes = causes_of(kernel, input.archive);
  d.text = "Far under every ceiling, latency-bound: it reaches " + nearest_text(kernel) + "." +
           potential_text(kernel, "neither bandwidth nor arithmetic limits it at that share.");
  const std::string causes = causes_text(d.causes, input);
  d.text += causes.empty()
                ? " Latency, launches, waiting or imbalance: the facts given do not tell "
                  "which."
                : " Likely: " + causes + ".";
  const std::optional<MissingTechnique> lack = lack_of(input);
  d.text += path_text(lack, kernel);
  d.advice = with_remedy(lack, remedies_text(d.causes));
  const std::string wanted = wanted_facts(kernel, input.archive);
  if (d.advice.empty()) {
    d.advice =
        "Give it more independent work at a time: larger batches, more threads, more loads "
        "in flight; look at how evenly the work is spread.";
    if (!wanted.empty()) d.advice += " " + wanted;
  }
  return d;
}

Diagnosis diagnose_not_timed(const DiagnosisInput& input) {
  const PlacedKernel& kernel = input.kernel;
  Diagnosis d;
  d.verdict = Verdict::not_timed;
  d.label = binds_memory(kernel) ? "memory-bound at best" : "compute-bound at best";
  d.ceiling = binding_id(kernel);
  d.text = "No time was given: " + format_seconds(kernel.bound.seconds) + " at best, bound by " +
           binding_text(kernel) + " (" + binding_id(kernel) + ")";
  if (kernel.attainable) {
    d.text += ", attainable " + format_rate(*kernel.attainable, kernel.integer ? "OP/s" : "FLOP/s");
  }
  const std::string side = side_text(kernel);
  d.text += side.empty() ? "." : "; " + side + ".";
  d.advice = "Measure its time to see how much of that it reaches.";
  return d;
}

Diagnosis diagnose_no_ceiling(const DiagnosisInput& input) {
  const PlacedKernel& kernel = input.kernel;
  Diagnosis d;
  d.verdict = Verdict::no_ceiling;
  const std::string known = known_shares(kernel);
  const std::string rest = known.empty() ? "" : " It reaches " + known + ".";
  const double work = kernel.operations.value_or(0);
  if (kernel.integer) {
    d.label = "integers, no ceiling";
    d.text =
        "No floating-point work; its integer operations are not on this roof, which has no "
        "ceiling for " +
        type_name(kernel.types.front().count) + "." + rest;
    d.advice = "Characterize the device with integer ceilings, or judge it by its bandwidth.";
  } else if (work <= 0 && known.empty() && kernel.bound.seconds <= 0) {
    const bool moved = std::any_of(kernel.levels.begin(), kernel.levels.end(),
                                   [](const LevelResult& l) { return l.counted.bytes > 0; });
    d.label = moved ? "no ceiling" : "no work counted";
    d.text = moved ? "The archive has no ceiling of the levels that it moves bytes at."
                   : "Everything was collected, and there was neither floating-point work nor a "
                     "byte moved: nothing of it is on a roof.";
    d.advice = moved ? "Use an archive that has them, or count bytes at another level."
                     : "Such a kernel is as long as its launch; fuse it, or leave it out.";
  } else {
    std::string types;
    for (const TypeResult& type : kernel.types) {
      if (!type.own) types += (types.empty() ? "" : ", ") + type_name(type.count);
    }
    d.label = "no ceiling" + (types.empty() ? "" : " of " + types);
    d.text = "The archive has no ceiling of " +
             (types.empty() ? "the levels that it moves bytes at" : types) +
             ", and none is made up." + rest;
    d.advice = "Use an archive that has it: characterize the device with this precision.";
  }
  return d;
}

Diagnosis diagnose_not_collected(const DiagnosisInput& input) {
  const PlacedKernel& kernel = input.kernel;
  Diagnosis d;
  d.verdict = Verdict::not_collected;
  d.ceiling = binding_id(kernel);
  const std::string known = known_shares(kernel);
  std::string missing = !kernel.operations ? "operations" : "";
  if (kernel.levels.empty()) missing += missing.empty() ? "bytes" : " and bytes";
  d.label = missing + " not collected";
  d.text = "Its " + missing + " were not collected" +
           (known.empty() ? ": nothing is known of its place."
                          : ": it reaches " + known + ", and what else binds is not known.");
  d.advice = "Collect " + missing + ", and place it again.";
  return d;
}

}  // namespace ridgeline::ceilings
