// Rows of a file whose context holds the archive's head: each is a repetition of a known sample.
#include "ceilings/import/google_benchmark/known.hpp"

#include <algorithm>
#include <unordered_map>

#include "ceilings/import/google_benchmark/rows.hpp"

namespace ridgeline::ceilings {
namespace {

class KnownRows {
 public:
  explicit KnownRows(Archive& archive) : archive_(archive), seen_(archive.samples.size(), false) {
    for (std::size_t i = 0; i < archive.samples.size(); ++i) {
      by_name_.emplace(archive.samples[i].name, i);  // the first of a name that two stages share
    }
  }

  void add(const BenchmarkRow& row) {
    const Json& fields = row.fields;
    const bool aggregate =
        text_of(fields, "run_type") == "aggregate" || !text_of(fields, "aggregate_name").empty();
    if (aggregate) return;
    const std::string name = registered_name(text_of(fields, "name"));
    const auto found = by_name_.find(name);
    if (found == by_name_.end()) return strangers_.add(name);
    Sample& sample = archive_.samples[found->second];
    seen_[found->second] = true;
    if (fields.value("error_occurred", Json()) == true) return fail(sample, fields);
    if (is_ambiguous(row, {"name", "seconds", "passes", "core_hz", "handoff_s", "width", "power_w",
                           "temperature_c", "order", "label"})) {
      return ambiguous_.add(name);
    }
    add_repetition(sample, fields);
  }

  std::size_t finish(std::vector<std::string>& warnings) {
    strangers_.report("match no sample of the context and are ignored", warnings);
    ambiguous_.report("have a counter twice and are left out", warnings);
    empty_.report("have no time or no passes (counters seconds, passes) and are left out",
                  warnings);
    impossible_.report("are faster than any device; the work was optimised away", warnings);
    words_.report("carry a label with a word that is no flag's name", warnings);
    Tally missing;
    for (std::size_t i = 0; i < seen_.size(); ++i) {
      Sample& sample = archive_.samples[i];
      // Repetitions in the order they were taken: a trend would not be seen otherwise.
      std::ranges::stable_sort(sample.repetitions, {}, &Repetition::order);
      if (seen_[i] || sample.status != Status::ok) continue;
      missing.add(sample.name);
      sample.status = Status::skipped;
      sample.reason = "no row in the benchmark file";
    }
    missing.report("are missing of the benchmarks that the context lists", warnings);
    return used_;
  }

 private:
  void fail(Sample& sample, const Json& fields) {
    ++used_;
    sample.status = Status::failed;
    sample.reason = text_of(fields, "error_message");
    if (sample.reason.empty()) sample.reason = "the benchmark reported an error";
  }

  void add_repetition(Sample& sample, const Json& fields) {
    Repetition repetition;
    repetition.seconds = number_of(fields, "seconds").value_or(0);
    repetition.passes = number_of(fields, "passes").value_or(0);
    repetition.clock_hz = number_of(fields, "core_hz").value_or(0);
    repetition.cache_line_latency = number_of(fields, "handoff_s").value_or(0);
    repetition.width = number_of(fields, "width").value_or(0);
    repetition.power = number_of(fields, "power_w").value_or(0);
    repetition.temperature = number_of(fields, "temperature_c").value_or(0);
    // Counters are doubles; a count of repetitions stays far below 2^53.
    const double order = std::min(number_of(fields, "order").value_or(0), 0x1p53);
    repetition.order = static_cast<std::uint64_t>(order);
    if (!(repetition.seconds > 0) || !(repetition.passes > 0)) return empty_.add(sample.name);
    repetition.flags = flags_of(text_of(fields, "label"), sample.name);
    mark_impossible(sample, repetition);
    sample.repetitions.push_back(std::move(repetition));
    ++used_;
  }

  void mark_impossible(const Sample& sample, Repetition& repetition) {
    const double passes = repetition.passes / repetition.seconds;
    const double bytes = (sample.work.bytes_read + sample.work.bytes_written) * passes;
    const double operations = sample.work.operations * passes;
    if (bytes < kImpossibleBandwidth && operations < kImpossibleOperations) return;
    impossible_.add(sample.name);
    const auto marked = std::ranges::find(repetition.flags, Flag::optimised_away);
    if (marked == repetition.flags.end()) repetition.flags.push_back(Flag::optimised_away);
  }

  std::vector<Flag> flags_of(const std::string& label, const std::string& name) {
    std::vector<Flag> flags;
    for (std::size_t begin = 0; begin < label.size();) {
      const std::size_t end = std::min(label.find(',', begin), label.size());
      const std::string word = label.substr(begin, end - begin);
      begin = end + 1;
      if (word.empty()) continue;
      const auto flag = flag_from_name(word);
      if (flag) {
        flags.push_back(*flag);
      } else {
        words_.add(name);
      }
    }
    return flags;
  }

  Archive& archive_;
  std::vector<bool> seen_;
  std::unordered_map<std::string, std::size_t> by_name_;
  Tally strangers_, ambiguous_, empty_, impossible_, words_;
  std::size_t used_ = 0;
};

}  // namespace

std::size_t add_known_rows(const std::vector<BenchmarkRow>& rows, Archive& archive,
                           std::vector<std::string>& warnings) {
  KnownRows known(archive);
  for (const BenchmarkRow& row : rows) known.add(row);
  return known.finish(warnings);
}

}  // namespace ridgeline::ceilings
