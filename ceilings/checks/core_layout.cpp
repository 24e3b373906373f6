// Latencies to layouts: neighbours on a logarithmic scale belong together.
#include "ceilings/checks/core_layout.hpp"

#include <algorithm>
#include <cmath>

#include "ceilings/archive/ids.hpp"
#include "ceilings/checks/quality.hpp"
#include "ceilings/stats.hpp"
#include "ceilings/units.hpp"

namespace ridgeline::ceilings {
namespace {

constexpr double kApart = 1.6;          // between neighbouring latencies
constexpr double kAlike = 1.2;          // how near its own kind a latency has to be
constexpr double kLeastShare = 0.05;    // of all latencies, for a layout of its own
constexpr std::size_t kLeastCount = 3;  // the same
constexpr double kOneChip = 300e-9;     // s; longer ways leave the chip

std::vector<double> latencies_of(const Archive& archive) {
  std::vector<double> all;
  for (const Sample& sample : archive.samples) {
    for (const Repetition& each : sample.repetitions) {
      if (each.cache_line_latency > 0) all.push_back(each.cache_line_latency);
    }
  }
  for (const LayoutProbe& probe : archive.layout_probes) {
    double sum = 0;
    for (const CacheLineLatency& each : probe.latencies) sum += each.seconds;
    if (sum > 0) all.push_back(sum / static_cast<double>(probe.latencies.size()));
  }
  std::sort(all.begin(), all.end());
  return all;
}

// Without those that stand alone: interruptions, which would bridge the way from one layout to
// the next. `all` in rising order.
std::vector<double> without_strays(const std::vector<double>& all) {
  const auto share = kLeastShare * static_cast<double>(all.size());
  const auto least = std::max(kLeastCount, static_cast<std::size_t>(share));
  std::vector<double> kept;
  for (const double value : all) {
    const auto first = std::lower_bound(all.begin(), all.end(), value / kAlike);
    const auto last = std::upper_bound(all.begin(), all.end(), value * kAlike);
    if (static_cast<std::size_t>(last - first) >= least) kept.push_back(value);
  }
  return kept.empty() ? all : kept;
}

// True where the topology puts all units that were used under one cache.
bool share_one_cache(const DeviceRecord& device) {
  return std::any_of(device.levels.begin(), device.levels.end(), [&](const NominalLevel& level) {
    return level.node.empty() && level.instances == 1 && device.units > 1 &&
           level.units_per_instance >= device.units;
  });
}

std::size_t nearest(double latency, const std::vector<CoreLayout>& layouts) {
  std::size_t best = 0;
  const auto distance = [&](std::size_t i) {
    return std::abs(std::log(layouts[i].latency / latency));
  };
  for (std::size_t i = 1; i < layouts.size(); ++i) {
    if (distance(i) < distance(best)) best = i;
  }
  return best;
}

// An id with another scope; kinds that have none keep theirs.
std::string with_scope(const std::string& text, const std::string& scope) {
  if (id_fault(text)) return text;
  Id id = parse_id(text);
  id.scope = scope;
  return to_string(id);
}

void add_variants(const Sample& sample, const std::vector<CoreLayout>& layouts,
                  std::vector<Sample>& samples) {
  for (std::size_t i = 0; i < layouts.size(); ++i) {
    Sample part = sample;
    std::erase_if(part.repetitions, [&](const Repetition& each) {
      return nearest(
                 each.cache_line_latency > 0 ? each.cache_line_latency : layouts.front().latency,
                 layouts) != i;
    });
    if (part.repetitions.empty()) continue;
    if (!layouts[i].variant.empty()) {
      part.scope += "." + layouts[i].variant;
      part.id = with_scope(part.id, part.scope);
    }
    samples.push_back(std::move(part));
  }
}

}  // namespace

std::vector<CoreLayout> core_layouts_of(const Archive& archive) {
  const std::vector<double> all = without_strays(latencies_of(archive));
  std::vector<CoreLayout> found;
  for (std::size_t first = 0, i = 1; i <= all.size(); ++i) {
    if (i < all.size() && all[i] <= kApart * all[i - 1]) continue;
    const std::vector<double> group(all.begin() + static_cast<std::ptrdiff_t>(first),
                                    all.begin() + static_cast<std::ptrdiff_t>(i));
    if (!group.empty()) found.push_back({median(group), "", ""});
    first = i;
  }
  const bool together = share_one_cache(archive.device);
  int far = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const bool contradicts = together && found[i].latency > kOneChip;
    if (i == 0 && !contradicts) continue;
    found[i].variant = ++far == 1 ? "far" : "far" + std::to_string(far);
    if (!contradicts) continue;
    found[i].note = "a cache line takes " + format_seconds(found[i].latency) +
                    " between its units and back, though the topology puts them under one cache: "
                    "they sat apart";
  }
  return found;
}

Archive split_by_layout(const Archive& archive, const std::vector<CoreLayout>& layouts) {
  Archive split = archive;
  const bool as_expected = layouts.size() == 1 && layouts.front().variant.empty();
  if (layouts.empty() || as_expected) return split;
  split.samples.clear();
  for (const Sample& sample : archive.samples) {
    const bool several =
        std::any_of(sample.repetitions.begin(), sample.repetitions.end(),
                    [](const Repetition& each) { return each.cache_line_latency > 0; });
    if (several) {
      add_variants(sample, layouts, split.samples);
    } else {
      split.samples.push_back(sample);
    }
  }
  return split;
}

void note_layout(Ceiling& ceiling, const Sample& winner, const std::vector<CoreLayout>& layouts) {
  std::vector<double> latencies;
  for (const Repetition& each : winner.repetitions) {
    if (each.cache_line_latency > 0) latencies.push_back(each.cache_line_latency);
  }
  if (latencies.empty() || layouts.empty()) return;
  ceiling.cache_line_latency = median(latencies);
  const CoreLayout& own = layouts[nearest(ceiling.cache_line_latency, layouts)];
  if (!own.note.empty()) ceiling.notes.push_back(own.note);
  if (layouts.size() < 2) return;
  add_flag(ceiling, Flag::placement_moved);
  std::string others;
  for (const CoreLayout& other : layouts) {
    if (&other != &own) others += (others.empty() ? "" : ", ") + format_seconds(other.latency);
  }
  ceiling.notes.push_back("measured while a cache line took " + format_seconds(own.latency) +
                          " between its units and back; at other times of the run " + others);
}

}  // namespace ridgeline::ceilings
