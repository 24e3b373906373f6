// See level_ceilings.hpp.
#include "ceilings/place/level_ceilings.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "ceilings/checks/quality.hpp"

namespace ridgeline::ceilings {
namespace {

// Measured mixes lie at shares of 0, 1/3, 1/2 and 1: a quarter away is still the nearest of all
// four, and farther away none was measured near.
constexpr double kNearestMix = 0.25;

// Traffic per program byte.
double traffic_factor_of(const Line& line) { return line.traffic / line.value; }

CeilingMatch match_of(const Line& line, BytesFrom from) {
  const double factor = from == BytesFrom::counters ? traffic_factor_of(line) : 1;
  return {&line, line.value * factor, line.low * factor, line.high * factor};
}

// The share of stores in the bytes that are counted; negative: the mix is no ratio.
double store_share(const Line& line, BytesFrom from) {
  const std::string& mix = line.ceiling->mix;
  double share = -1;
  if (mix == "nt") {
    share = 1;
  } else {
    double loads = 0, stores = 0;
    const char* end = mix.data() + mix.size();
    const auto first = std::from_chars(mix.data(), end, loads);
    if (first.ec != std::errc{} || first.ptr == end || *first.ptr != ':') return -1;
    const auto second = std::from_chars(first.ptr + 1, end, stores);
    if (second.ec != std::errc{} || loads + stores <= 0) return -1;
    share = stores / (loads + stores);
  }
  // Lines that a write-allocate cache reads before it stores are loads to a counter.
  return from == BytesFrom::counters ? share / traffic_factor_of(line) : share;
}

// Lines that a kernel of their mix can be expected to reach.
bool is_sound(const Line& line) {
  return line.ceiling->role == "primary" && !has_flag(*line.ceiling, Flag::cache_resident);
}

std::vector<const Line*> lines_of(const Roofline& roofline, const std::string& level) {
  std::vector<const Line*> exact, any;
  for (const Line& line : roofline.bandwidths) {
    if (level_name(*line.ceiling) == level) exact.push_back(&line);
    if (line.ceiling->level == level) any.push_back(&line);
  }
  return exact.empty() ? any : exact;
}

std::optional<CeilingMatch> of_own_mix(const std::vector<const Line*>& lines, double wanted,
                                       BytesFrom from) {
  double nearest = kNearestMix;
  for (const Line* line : lines) {
    const double share = store_share(*line, from);
    if (is_sound(*line) && share >= 0) nearest = std::min(nearest, std::abs(share - wanted));
  }
  std::optional<CeilingMatch> best;
  for (const Line* line : lines) {
    const double share = store_share(*line, from);
    if (!is_sound(*line) || share < 0 || std::abs(share - wanted) > nearest + 1e-9) continue;
    const CeilingMatch candidate = match_of(*line, from);
    if (!best || candidate.value > best->value) best = candidate;
  }
  return best;
}

}  // namespace

LevelCeilings level_ceilings(const LevelBytes& bytes, BytesFrom from, const Roofline& roofline) {
  LevelCeilings ceilings;
  const Line* roof = bandwidth_roof(roofline, bytes.level);
  if (roof == nullptr) return ceilings;
  ceilings.roof = match_of(*roof, from);
  const std::vector<const Line*> lines = lines_of(roofline, bytes.level);
  // In traffic another mix may be the highest.
  for (const Line* line : lines) {
    const CeilingMatch candidate = match_of(*line, from);
    if (is_sound(*line) && candidate.value > ceilings.roof->value) ceilings.roof = candidate;
  }
  const double read = bytes.read.value_or(0), written = bytes.written.value_or(0);
  if (bytes.read && bytes.written && read + written > 0) {
    ceilings.own = of_own_mix(lines, written / (read + written), from);
  }
  ceilings.own_mix = ceilings.own.has_value();
  if (!ceilings.own) ceilings.own = ceilings.roof;
  return ceilings;
}

}  // namespace ridgeline::ceilings
