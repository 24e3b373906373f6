// See closing.hpp.
#include "bench/print/archive/closing.hpp"

#include <algorithm>

#include "bench/print/add_once.hpp"
#include "bench/print/archive/names.hpp"
#include "ceilings/roofline.hpp"
#include "ceilings/text/text.hpp"

namespace ridgeline::bench {
namespace {

struct Balance {
  const ceilings::Ceiling* bandwidth = nullptr;
  const ceilings::Ceiling* compute = nullptr;
  double intensity = 0;
};

// Reference lines only: read bandwidth against the FMA path, the pair that every device has.
std::vector<Balance> balances(const ceilings::Archive& archive, const std::string& precision) {
  std::vector<Balance> all;
  for (const ceilings::Ridge& ridge : archive.ridges) {
    const Balance one{find_ceiling(archive, ridge.bandwidth), find_ceiling(archive, ridge.compute),
                      ridge.intensity};
    if (one.bandwidth == nullptr || one.compute == nullptr) continue;
    const bool reference = one.bandwidth->reference && one.compute->reference;
    if (reference && one.compute->precision == precision && ridge.intensity > 0) {
      all.push_back(one);
    }
  }
  return all;
}

// The level farthest away of each scope: the one with the highest ridge. What one SM of a GPU has
// to itself is no scope that a kernel runs in, where the whole chip was measured.
std::vector<Balance> farthest(const std::vector<Balance>& all) {
  const bool chip = std::any_of(all.begin(), all.end(),
                                [](const Balance& one) { return one.bandwidth->scope == "chip"; });
  std::vector<Balance> kept;
  for (const Balance& one : all) {
    if (chip && one.bandwidth->scope == "sm") continue;
    const auto same = std::find_if(kept.begin(), kept.end(), [&](const Balance& other) {
      return other.bandwidth->scope == one.bandwidth->scope;
    });
    if (same == kept.end()) {
      kept.push_back(one);
    } else if (one.intensity > same->intensity) {
      *same = one;
    }
  }
  return kept;
}

}  // namespace

std::string balance_line(const ceilings::Archive& archive) {
  for (const auto& [precision, kernel] :
       {std::pair{"fp64", "A double-precision kernel"}, {"fp32", "A single-precision kernel"}}) {
    const std::vector<Balance> ridges = farthest(balances(archive, precision));
    if (ridges.empty()) continue;
    std::vector<std::string> needs;
    std::string level;
    for (const Balance& ridge : ridges) {
      const ceilings::Ceiling& line = *ridge.bandwidth;
      const std::string from = level == ceilings::level_name(line)
                                   ? ""
                                   : " FLOP per byte from " + ceilings::level_name(line);
      level = ceilings::level_name(line);
      needs.push_back(plain_text(ridge.intensity) + from + " with " +
                      units_text(line.scope, line.units, archive.device));
    }
    return std::string(kernel) + " needs " + joined(needs, ", ") +
           ", to be bound by arithmetic; with less, memory binds it.";
  }
  return "No balance can be given: no ridge point of a floating-point FMA ceiling was derived.";
}

std::string quality_line(const ceilings::Archive& archive) {
  std::vector<std::string> findings;
  std::vector<ceilings::Flag> flags;
  std::size_t suspects = 0;
  for (const ceilings::Ceiling& ceiling : archive.ceilings) {
    suspects += ceiling.suspect.empty() ? 0 : 1;
    for (const ceilings::Flag flag : ceiling.suspect) {
      add_once(flags, flag);
    }
  }
  if (suspects > 0) {
    findings.push_back(std::to_string(suspects) + " of " +
                       counted(archive.ceilings.size(), "ceiling") + " suspect (" +
                       flag_names(flags, ", ") + ")");
  }
  const auto failed =
      std::count_if(archive.samples.begin(), archive.samples.end(),
                    [](const ceilings::Sample& s) { return s.status == ceilings::Status::failed; });
  if (failed > 0) findings.push_back(counted(static_cast<std::size_t>(failed), "case") + " failed");
  if (!archive.complete) findings.push_back("the run is incomplete");
  if (archive.ceilings.empty()) findings.push_back("no ceiling was measured");
  return findings.empty() ? "Nothing was suspect." : "Take care: " + joined(findings, "; ") + ".";
}

}  // namespace ridgeline::bench
