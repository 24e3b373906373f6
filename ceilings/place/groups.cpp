// Launches of one kernel as one point. See placement.hpp.
#include <algorithm>
#include <map>

#include "ceilings/place/place.hpp"

namespace ridgeline {
namespace {

constexpr std::size_t kNotes = 12;  // different ones that anyone would read

// What was collected of a launch: sums over launches of which only some have a figure would be too
// small, so that these stay apart.
std::string collected(const KernelRun& run) {
  std::string text = run.seconds ? "t" : "-";
  text += run.operations ? "o" : "-";
  text += run.bytes_from == BytesFrom::hand ? "h" : "c";
  std::vector<std::string> levels;
  for (const LevelBytes& level : run.bytes) levels.push_back(level.level);
  std::sort(levels.begin(), levels.end());
  for (const std::string& level : levels) text += '\x1f' + level;
  return text;
}

void add_operations(std::vector<OperationCount>& sum, const std::vector<OperationCount>& more) {
  for (const OperationCount& count : more) {
    const auto same = std::find_if(sum.begin(), sum.end(), [&](const OperationCount& other) {
      return other.precision == count.precision && other.accumulate == count.accumulate &&
             other.path == count.path;
    });
    if (same == sum.end()) {
      sum.push_back(count);
    } else {
      same->operations += count.operations;
    }
  }
}

void add_known(std::optional<double>& sum, const std::optional<double>& more) {
  sum = sum && more ? std::optional(*sum + *more) : std::nullopt;
}

void add_bytes(std::vector<LevelBytes>& sum, const std::vector<LevelBytes>& more) {
  for (const LevelBytes& bytes : more) {
    const auto same = std::find_if(sum.begin(), sum.end(), [&](const LevelBytes& other) {
      return other.level == bytes.level;
    });
    if (same == sum.end()) continue;  // collected() is the same of both
    same->bytes += bytes.bytes;
    add_known(same->read, bytes.read);
    add_known(same->written, bytes.written);
  }
}

// A mean by launches; what only one of them knows is taken as it is.
void add_fact(std::optional<double>& mean, double weight, const std::optional<double>& more,
              double more_weight) {
  if (!mean) {
    mean = more;
  } else if (more) {
    mean = (*mean * weight + *more * more_weight) / (weight + more_weight);
  }
}

void add_facts(KernelRun& sum, const KernelRun& run) {
  const double had = static_cast<double>(sum.launches), has = static_cast<double>(run.launches);
  LaunchFacts& facts = sum.facts;
  add_fact(facts.blocks, had, run.facts.blocks, has);
  add_fact(facts.threads_per_block, had, run.facts.threads_per_block, has);
  add_fact(facts.occupancy, had, run.facts.occupancy, has);
  add_fact(facts.sectors_per_request, had, run.facts.sectors_per_request, has);
  add_fact(facts.active_lanes, had, run.facts.active_lanes, has);
  add_fact(facts.threads, had, run.facts.threads, has);
}

void add_run(KernelRun& sum, const KernelRun& run) {
  add_facts(sum, run);
  add_known(sum.seconds, run.seconds);
  if (sum.operations && run.operations) add_operations(*sum.operations, *run.operations);
  add_bytes(sum.bytes, run.bytes);
  sum.launches += run.launches;
  for (const std::string& note : run.notes) {
    if (sum.notes.size() >= kNotes) break;
    const bool known = std::find(sum.notes.begin(), sum.notes.end(), note) != sum.notes.end();
    if (!known) sum.notes.push_back(note);
  }
}

}  // namespace

std::vector<KernelRun> grouped(const std::vector<KernelRun>& runs) {
  std::vector<KernelRun> groups;
  std::map<std::string, std::size_t> places;
  for (const KernelRun& run : runs) {
    const std::string key = run.name + '\x1e' + run.device + '\x1e' + collected(run);
    const auto [place, fresh] = places.try_emplace(key, groups.size());
    if (fresh) {
      groups.push_back(run);
    } else {
      add_run(groups[place->second], run);
    }
  }
  return groups;
}

}  // namespace ridgeline
