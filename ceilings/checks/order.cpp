// Wider instructions and nearer memory are never slower; where the same pipes multiply, add and do
// both in one, separate operations reach half of the FMAs' rate; one chain of FMAs waits for each.
#include "ceilings/checks/order.hpp"

#include <algorithm>
#include <tuple>

#include "ceilings/checks/quality.hpp"
#include "ceilings/limits/limits.hpp"
#include "ceilings/paths.hpp"
#include "ceilings/units.hpp"

namespace ridgeline::ceilings {
namespace {

// Wider may tie with narrower (one pipe, or a level that no width saturates); what noise and
// placement leave of a tie is below this.
constexpr double kTie = 1.05;

// A rate with its interval. Compared per cycle where both know their clock: wide instructions may
// run at a lower one, which is no fault of the measurement.
struct Rate {
  double low = 0, high = 0;
};

Rate rate_of(const Ceiling& ceiling, bool per_cycle) {
  const double scale = per_cycle ? ceiling.per_cycle / ceiling.value : 1;  // of the interval, too
  return {ceiling.low * scale, ceiling.high * scale};
}

bool clearly_faster(const Ceiling& one, const Ceiling& other) {
  if (one.value <= 0 || other.value <= 0) return false;
  const bool per_cycle = one.per_cycle > 0 && other.per_cycle > 0;
  return rate_of(one, per_cycle).low > rate_of(other, per_cycle).high * kTie;
}

void mark_both(Ceiling& faster, Ceiling& slower) {
  for (Ceiling* ceiling : {&faster, &slower}) add_flag(*ceiling, Flag::order_violated);
  faster.notes.push_back("faster than " + slower.id + ", which should be at least as fast");
  slower.notes.push_back("slower than " + faster.id + ", which should be no faster");
}

auto family_of(const Ceiling& c) {
  return std::tuple(c.kind, c.level, c.node, c.scope, c.mix, c.precision, c.accumulate,
                    operation_of(c.path));
}

// Position of a level from the core outwards; -1 where it is no part of the hierarchy.
int depth_of(const std::string& level, const DeviceRecord& device) {
  for (std::size_t i = 0; i < device.levels.size(); ++i) {
    const NominalLevel& nominal = device.levels[i];
    if (level == nominal.name && nominal.domain.empty()) return static_cast<int>(i);
  }
  return -1;
}

bool same_reads(const Ceiling& a, const Ceiling& b) {
  return a.kind == "bandwidth" && b.kind == "bandwidth" && a.mix == "1:0" && b.mix == "1:0" &&
         a.scope == b.scope && a.path == b.path;
}

// Of two rates' per-cycle intervals: outside `expected` (one over other) by more than `tolerance`.
bool clearly_off(const Rate& one, const Rate& other, double expected, double tolerance) {
  return one.low > other.high * expected * (1 + tolerance) ||
         one.high < other.low * expected * (1 - tolerance);
}

// Half of the FMAs' rate, +- 3 %, where the documented limits say so. On GPUs +- 5 %: FMAs read
// more registers at once, and their banks cost them a little more.
void check_separate(Ceiling& separate, Ceiling& fused, const DeviceRecord& device) {
  const double tolerance = device.kind == "gpu" ? 0.05 : 0.03;
  const Peak* half = peak_of(separate, device);
  const Peak* whole = peak_of(fused, device);
  if (half == nullptr || whole == nullptr || half->per_cycle * 2 != whole->per_cycle) return;
  if (separate.per_cycle <= 0 || fused.per_cycle <= 0) return;
  if (!clearly_off(rate_of(separate, true), rate_of(fused, true), 0.5, tolerance)) return;
  const std::string ratio = format_percent(separate.per_cycle / fused.per_cycle);
  for (Ceiling* ceiling : {&separate, &fused}) add_flag(*ceiling, Flag::order_violated);
  separate.notes.push_back(ratio + " of " + fused.id +
                           ", where the same pipes should make it half");
  fused.notes.push_back(separate.id + " is " + ratio + " of it, and should be half");
}

// An operation's result a documented latency after the one before, +- 5 %.
void check_chain(Ceiling& chain, const DeviceRecord& device) {
  constexpr double kTolerance = 0.05;
  const Peak* peak = peak_of(chain, device);
  if (peak == nullptr || peak->per_cycle <= 0 || chain.per_cycle <= 0) return;
  const Rate expected{peak->per_cycle, peak->per_cycle};
  if (!clearly_off(rate_of(chain, true), expected, 1, kTolerance)) return;
  add_flag(chain, Flag::order_violated);
  chain.notes.push_back("one chain reaches " + format_percent(chain.per_cycle / peak->per_cycle) +
                        " of one result a documented latency");
}

void check_operations(std::vector<Draft>& drafts, const DeviceRecord& device) {
  for (Draft& draft : drafts) {
    Ceiling& one = draft.ceiling;
    if (one.kind != "compute") continue;
    const std::string operation = operation_of(one.path);
    if (operation == "fma-one-chain") check_chain(one, device);
    if (operation != "mul-add") continue;
    for (Draft& other : drafts) {
      Ceiling& fused = other.ceiling;
      const bool pair = fused.kind == "compute" && operation_of(fused.path) == "fma" &&
                        isa_of(fused.path) == isa_of(one.path) && fused.scope == one.scope &&
                        fused.precision == one.precision;
      if (pair) check_separate(one, fused, device);
    }
  }
}

}  // namespace

void check_order(std::vector<Draft>& drafts, const DeviceRecord& device) {
  for (Draft& narrow : drafts) {
    for (Draft& wide : drafts) {
      Ceiling& faster = narrow.ceiling;
      Ceiling& slower = wide.ceiling;
      if (faster.kind == "latency" || faster.kind == "link") continue;
      const bool by_width = narrow.winner->vector_bits < wide.winner->vector_bits &&
                            !isa_of(slower.path).empty() && family_of(faster) == family_of(slower);
      const int near = depth_of(slower.level, device);
      const bool by_level =
          same_reads(faster, slower) && near >= 0 && near < depth_of(faster.level, device);
      if ((by_width || by_level) && clearly_faster(faster, slower)) mark_both(faster, slower);
    }
  }
  check_operations(drafts, device);
}

}  // namespace ridgeline::ceilings
