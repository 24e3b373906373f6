// Links, copy engines and library products: what a device lists besides its kernels, each a case.
#include "bench/plan/operations.hpp"

#include <algorithm>

#include "bench/plan/sizing/gpu_cost.hpp"

namespace ridgeline::bench {
namespace {

// s of a repetition. A link's block takes 5 to 20 ms on today's buses.
constexpr double kLinkSeconds = 20e-3;
// B/s of the slowest link that is usual (eight lanes of PCIe 3.0), operations/s of a small GPU.
constexpr double kSlowLink = 6e9, kSlowProduct = 20e12;

bool is_link(const Operation& operation) { return operation.id.starts_with("link/"); }

// Blocks under way at once: one each way.
int directions(const Operation& operation) {
  return std::max(1, int{operation.to_device} + int{operation.from_device});
}

// All links of a device hold their blocks at once, both ways two of them.
void size_link(const PlanInput& in, Case& c) {
  constexpr std::uint64_t kBlocks = 32, kMiB = std::uint64_t{1} << 20;
  c.working_set = in.options.profile.link_bytes;
  for (const std::uint64_t bound : {in.machine.memory.bytes, in.options.memory_limit}) {
    if (bound == 0) continue;  // unknown, or not given
    c.working_set =
        std::min(c.working_set, std::max(bound / kBlocks / kMiB, std::uint64_t{1}) * kMiB);
  }
  c.operation->work.read = static_cast<double>(c.working_set) * directions(*c.operation);
}

}  // namespace

std::vector<Case> operation_cases(const PlanInput& in, const Scope& scope, bool links) {
  const Profile& profile = in.options.profile;
  std::vector<Case> cases;
  for (const Operation& operation : in.operations) {
    if (is_link(operation) != links) continue;
    Case c;
    c.operation = operation;
    c.stage = ceilings::Stage::confirm;
    c.level = "";
    c.scope = scope;
    c.repetitions = profile.memory_repetitions;
    double pass = operation.work.operations / kSlowProduct;
    if (links) {
      size_link(in, c);
      pass = static_cast<double>(c.working_set) / kSlowLink;
      c.seconds = kLinkSeconds;
    } else {
      // Matrix products heat the device as tensor cores do, and are compared with those.
      c.repetitions = profile.confirm_repetitions;
      c.warm_up = profile.warm_up;
      c.seconds = sustained_seconds();
    }
    c.predicted_seconds = gpu_seconds(c, pass);
    cases.push_back(c);
  }
  return cases;
}

}  // namespace ridgeline::bench
