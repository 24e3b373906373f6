// Verdicts on kernels that no ceiling explains, or of which too little is known, in words. See
// diagnosis_text.hpp.
#include <algorithm>
#include <cmath>

#include "ceilings/place/phrases.hpp"
#include "ceilings/place/text.hpp"
#include "ceilings/units.hpp"

namespace ridgeline {
namespace {

std::string id_of(const PlacedKernel& kernel) {
  return kernel.binding != nullptr ? kernel.binding->ceiling->id : "";
}

// "5.1 % of DRAM (<id>)": what would bind.
std::string nearest_text(const PlacedKernel& kernel) {
  return percent_text(*kernel.share) + " of " + binding_text(kernel) + " (" + id_of(kernel) + ")";
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

Diagnosis diagnose_between(const DiagnosisInput& input, const std::vector<LowerCeiling>& lower) {
  const PlacedKernel& kernel = input.kernel;
  Diagnosis d;
  d.verdict = Verdict::between;
  d.words = "below " + binding_text(kernel);
  if (is_mixed(kernel)) d.words = "below mixed compute";
  d.ceiling = id_of(kernel);
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
  d.words = "latency-bound";
  d.ceiling = id_of(kernel);
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
  d.words = binds_memory(kernel) ? "memory-bound at best" : "compute-bound at best";
  d.ceiling = id_of(kernel);
  d.text = "No time was given: " + format_seconds(kernel.bound.seconds) + " at best, bound by " +
           binding_text(kernel) + " (" + id_of(kernel) + ")";
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
    d.words = "integers, no ceiling";
    d.text =
        "No floating-point work; its integer operations are not on this roof, which has no "
        "ceiling for " +
        type_name(kernel.types.front().count) + "." + rest;
    d.advice = "Characterize the device with integer ceilings, or judge it by its bandwidth.";
  } else if (work <= 0 && known.empty() && kernel.bound.seconds <= 0) {
    const bool moved = std::any_of(kernel.levels.begin(), kernel.levels.end(),
                                   [](const LevelResult& l) { return l.counted.bytes > 0; });
    d.words = moved ? "no ceiling" : "no work counted";
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
    d.words = "no ceiling" + (types.empty() ? "" : " of " + types);
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
  d.ceiling = id_of(kernel);
  const std::string known = known_shares(kernel);
  std::string missing = !kernel.operations ? "operations" : "";
  if (kernel.levels.empty()) missing += missing.empty() ? "bytes" : " and bytes";
  d.words = missing + " not collected";
  d.text = "Its " + missing + " were not collected" +
           (known.empty() ? ": nothing is known of its place."
                          : ": it reaches " + known + ", and what else binds is not known.");
  d.advice = "Collect " + missing + ", and place it again.";
  return d;
}

}  // namespace ridgeline
