// Aligns plateaus with the levels that the topology knows, in order, at the least disagreement, and
// says in notes where they differ. Capacities are compared in octaves.
#include "ceilings/levels/naming.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ceilings/archive/level_names.hpp"
#include "ceilings/units.hpp"

namespace ridgeline::ceilings {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Costs of the alignment, in octaves of disagreement. Hypervisors report capacities wrong by any
// factor, so a plateau and a level in the same place of the order match however far apart.
constexpr double kMostDisagreement = 4;
constexpr double kUnknownCapacity = 1;
constexpr double kMissingLevel = 3;         // a level without a plateau
constexpr double kMissingUnknownLevel = 2;  // the same, of unknown capacity
constexpr double kExtraPlateau = 3.5;       // a plateau without a level
constexpr double kNearAndFar = 1;           // two plateaus for one level
constexpr double kDisagrees = 1.5;          // ratio of capacities that is worth a note

enum class Step : std::uint8_t { none, match, near_far, skip_level, skip_plateau };

double octaves(std::uint64_t a, std::uint64_t b) {
  return std::log2(static_cast<double>(a) / static_cast<double>(b));
}

bool disagree(std::uint64_t a, std::uint64_t b) {
  return std::abs(octaves(a, b)) > std::log2(kDisagrees);
}

class Alignment {
 public:
  Alignment(std::span<const Plateau> plateaus, std::span<const NominalLevel> nominal);
  std::vector<Level> levels(const std::string& scope, const std::string& domain);

 private:
  struct Cell {
    double cost = kInfinity;
    Step step = Step::none;
  };
  Cell& cell(std::size_t i, std::size_t j) { return cells_[i * (levels_.size() + 1) + j]; }
  bool is_last(std::size_t i) const { return i + 1 == plateaus_.size(); }
  std::uint64_t end() const { return plateaus_.back().last; }
  double match(std::size_t i, std::size_t j) const;
  double match_open_end(const NominalLevel& level) const;
  double near_and_far(std::size_t far, std::size_t j) const;
  double skip_level(const NominalLevel& level) const;
  void align();
  void place(std::size_t i, std::size_t j, const char* variant);
  void name_extra(std::size_t i);
  void note_missing(std::size_t j);

  std::span<const Plateau> plateaus_;
  std::vector<NominalLevel> levels_;  // caches, nearest first, and one memory
  bool any_cache_ = false;
  std::uint64_t largest_cache_ = 0;
  std::vector<Cell> cells_;  // cost of the first i plateaus against the first j levels
  std::vector<Level> out_;
};

Alignment::Alignment(std::span<const Plateau> plateaus, std::span<const NominalLevel> nominal)
    : plateaus_(plateaus) {
  NominalLevel memory;
  memory.name = "DRAM";
  const auto known = std::find_if(nominal.begin(), nominal.end(),
                                  [](const NominalLevel& level) { return is_memory(level); });
  if (known != nominal.end()) memory = *known;
  for (const NominalLevel& level : nominal) {
    if (is_memory(level)) continue;
    levels_.push_back(level);
    // A cache as large as the memory is a hypervisor's invention.
    if (memory.bytes > 0 && level.bytes >= memory.bytes) levels_.back().bytes = 0;
    largest_cache_ = std::max(largest_cache_, levels_.back().bytes);
  }
  any_cache_ = !levels_.empty();
  levels_.push_back(memory);
  cells_.resize((plateaus.size() + 1) * (levels_.size() + 1));
  align();
}

double Alignment::match(std::size_t i, std::size_t j) const {
  const NominalLevel& level = levels_[j];
  if (is_last(i)) return match_open_end(level);
  if (is_memory(level)) return kInfinity;
  if (level.bytes == 0) return kUnknownCapacity;
  return std::min(std::abs(octaves(plateaus_[i].last, level.bytes)), kMostDisagreement);
}

// The last plateau has no end in sight: memory, where the sweep went well past every cache, or a
// cache that the sweep has not left.
double Alignment::match_open_end(const NominalLevel& level) const {
  if (is_memory(level)) {
    const double missing = largest_cache_ == 0 ? 0 : 1 + octaves(largest_cache_, end());
    return std::clamp(missing, 0.0, kMissingLevel);
  }
  if (level.bytes == 0) return kUnknownCapacity + kMissingUnknownLevel;
  const double beyond = octaves(end(), level.bytes) - std::log2(kDisagrees);
  return 0.5 + std::clamp(2 * beyond, 0.0, 2 * kMostDisagreement);
}

// Two plateaus within one capacity: the halves of a GPU's L2, or slices of a CPU's L3.
double Alignment::near_and_far(std::size_t far, std::size_t j) const {
  const NominalLevel& level = levels_[j];
  if (far == 0 || is_last(far) || is_memory(level) || level.bytes == 0) return kInfinity;
  if (level.name == "L1") return kInfinity;
  const double near_part = octaves(plateaus_[far - 1].last, level.bytes);
  // A guest may see the L3 of a whole socket and share it: its part shows far below that.
  constexpr double kSmallestPart = -4.5;  // octaves
  const bool inside = near_part > kSmallestPart && octaves(plateaus_[far].last, level.bytes) < 1;
  const bool is_level_before =
      j > 0 && levels_[j - 1].bytes > 0 && !disagree(plateaus_[far - 1].last, levels_[j - 1].bytes);
  return inside && !is_level_before ? match(far, j) + kNearAndFar : kInfinity;
}

double Alignment::skip_level(const NominalLevel& level) const {
  if (is_memory(level)) return 0;
  if (level.bytes == 0) return kMissingUnknownLevel;
  return level.bytes >= end() ? 0 : kMissingLevel;  // the sweep doesn't reach it
}

void Alignment::align() {
  for (std::size_t i = 0; i <= plateaus_.size(); ++i) {
    for (std::size_t j = 0; j <= levels_.size(); ++j) {
      Cell& here = cell(i, j);
      if (i == 0 && j == 0) here.cost = 0;
      const auto offer = [&here](double cost, Step step) {
        if (cost < here.cost) here = {cost, step};
      };
      // First, so that of equals the nearer levels are the ones that are there.
      if (j > 0) offer(cell(i, j - 1).cost + skip_level(levels_[j - 1]), Step::skip_level);
      if (i > 0 && j > 0) offer(cell(i - 1, j - 1).cost + match(i - 1, j - 1), Step::match);
      if (i > 1 && j > 0) {
        offer(cell(i - 2, j - 1).cost + near_and_far(i - 1, j - 1), Step::near_far);
      }
      if (i > 0) offer(cell(i - 1, j).cost + kExtraPlateau, Step::skip_plateau);
    }
  }
}

void Alignment::place(std::size_t i, std::size_t j, const char* variant) {
  const NominalLevel& nominal = levels_[j];
  Level& level = out_[i];
  level.name = nominal.name;
  level.variant = variant;
  level.nominal = nominal.bytes;
  if (is_memory(nominal)) return;
  if (nominal.bytes == 0) {
    level.notes.push_back("the name is assumed from the order: the topology has no size of it");
  }
  if (level.knee == 0) {
    level.notes.push_back("the sweep ends inside " + level.name);
  } else if (nominal.bytes > 0 && level.variant != "near" && disagree(level.knee, nominal.bytes)) {
    level.notes.push_back("the topology says " + format_bytes(nominal.bytes) + ", the data says " +
                          format_bytes(level.knee));
  }
}

// A plateau that the topology knows nothing of: the next number, if no level has it.
void Alignment::name_extra(std::size_t i) {
  Level& level = out_[i];
  const std::string before = i == 0 ? "L0" : out_[i - 1].name;
  const bool numbered = before.size() == 2 && is_cache_name(before) && before[1] < '9';
  const std::string next =
      numbered ? std::string{'L', static_cast<char>(before[1] + 1)} : before + "+";
  const bool taken = std::any_of(levels_.begin(), levels_.end(),
                                 [&](const NominalLevel& l) { return l.name == next; });
  level.name = !taken ? next : i == 0 ? before : before + "+";
  level.notes.push_back(any_cache_ ? "the name is assumed: the topology has no such level"
                                   : "the name is assumed: the topology tells no caches");
}

// Level j has no plateau of its own: said at the plateau that it hides in.
void Alignment::note_missing(std::size_t j) {
  const NominalLevel& missing = levels_[j];
  if (is_memory(missing) || missing.bytes >= end()) return;
  std::size_t next = 0;  // the first plateau of a farther level
  while (next < out_.size() &&
         std::none_of(levels_.begin() + static_cast<std::ptrdiff_t>(j), levels_.end(),
                      [&](const NominalLevel& l) { return l.name == out_[next].name; })) {
    ++next;
  }
  const bool before = next > 0 && (next == out_.size() ||
                                   (missing.bytes > 0 && missing.bytes < 2 * out_[next - 1].knee));
  Level& neighbour = out_[before ? next - 1 : next];
  neighbour.notes.push_back(missing.name + " was not told apart from " + neighbour.name);
}

std::vector<Level> Alignment::levels(const std::string& scope, const std::string& domain) {
  for (std::size_t i = 0; i < plateaus_.size(); ++i) {
    Level level;
    level.scope = scope;
    level.domain = domain;
    level.first = plateaus_[i].first;
    level.knee = is_last(i) ? 0 : plateaus_[i].last;
    level.bandwidth = plateaus_[i].bandwidth;
    out_.push_back(level);
  }
  std::vector<std::size_t> extra, missing;
  std::size_t i = plateaus_.size(), j = levels_.size();
  while (i > 0 || j > 0) {
    switch (cell(i, j).step) {
      case Step::near_far:
        place(i - 1, j - 1, "far");
        place(i - 2, j - 1, "near");
        i -= 2, --j;
        break;
      case Step::skip_level:
        missing.push_back(--j);
        break;
      case Step::skip_plateau:
        extra.push_back(--i);
        break;
      default:
        place(--i, --j, "");
    }
  }
  std::for_each(extra.rbegin(), extra.rend(), [this](std::size_t k) { name_extra(k); });
  std::for_each(missing.rbegin(), missing.rend(), [this](std::size_t k) { note_missing(k); });
  return std::move(out_);
}

}  // namespace

std::vector<Level> name_levels(std::span<const Plateau> plateaus,
                               std::span<const NominalLevel> nominal, const std::string& scope,
                               const std::string& domain) {
  if (plateaus.empty()) return {};
  std::vector<Level> levels = Alignment(plateaus, nominal).levels(scope, domain);
  if (levels.size() == 1) levels[0].notes.push_back("flat: one bandwidth at all sizes");
  return levels;
}

}  // namespace ridgeline::ceilings
