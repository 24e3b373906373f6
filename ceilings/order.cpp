// Ceilings against each other: wider instructions and nearer memory are never slower.
#include <algorithm>
#include <tuple>

#include "ceilings/suspicion.hpp"
#include "ceilings/working_set.hpp"

namespace ridgeline {
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
  const double scale = per_cycle ? ceiling.per_cycle / ceiling.value : 1;
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

}  // namespace

void judge_order(std::vector<Draft>& drafts, const DeviceRecord& device) {
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
}

}  // namespace ridgeline
