// Rows of a file without the archive's head: only their names and rates are known.
#include "ceilings/import/google_benchmark/bare.hpp"

#include <map>

#include "ceilings/archive/ids.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/import/google_benchmark/rows.hpp"
#include "ceilings/units.hpp"

namespace ridgeline::ceilings {
namespace {

struct BareName {
  Id id;
  std::uint64_t working_set = 0;
};

// "<id>/ws:8MiB[...]", or the id of a compute ceiling, which needs no working set; else nothing.
std::optional<BareName> read_name(const std::string& name) {
  const std::size_t mark = name.find("/ws:");
  if (mark == std::string::npos) {
    if (!name.starts_with("compute/") || id_fault(name)) return std::nullopt;
    return BareName{parse_id(name), 0};
  }
  const std::string id = name.substr(0, mark);
  if (id_fault(id)) return std::nullopt;
  const std::size_t begin = mark + 4;
  const std::size_t end = std::min(name.find('/', begin), name.size());
  try {
    return BareName{parse_id(id), parse_bytes(name.substr(begin, end - begin))};
  } catch (const UsageError&) {
    return std::nullopt;  // no size behind "ws:"
  }
}

double seconds_per_unit(const std::string& unit) {
  if (unit == "s") return 1;
  if (unit == "ms") return 1e-3;
  if (unit == "us") return 1e-6;
  return 1e-9;  // Google Benchmark's default
}

// A pass over a working set of w bytes is taken to move w bytes, split by the mix; what it moves
// really is not known, but rate = passes x bytes / seconds comes out as the row says.
PassWork nominal_work(const Id& id, std::uint64_t working_set) {
  PassWork work;
  const auto bytes = static_cast<double>(working_set);
  if (id.kind == "compute") {
    work.operations = 1;
    return work;
  }
  double loads = 1, stores = 0;
  const std::size_t colon = id.mix.find(':');
  if (colon != std::string::npos) {
    loads = std::stod(id.mix.substr(0, colon));
    stores = std::stod(id.mix.substr(colon + 1));
  } else if (id.mix == "nt") {
    loads = 0, stores = 1;
  }
  const double all = loads + stores;
  work.bytes_read = all > 0 ? bytes * loads / all : bytes;
  work.bytes_written = all > 0 ? bytes * stores / all : 0;
  return work;
}

Sample sample_of(const BareName& name, const std::string& text, int units) {
  Sample sample;
  sample.name = text;
  sample.id = to_string(name.id);
  sample.family = name.id.kind;
  sample.stage = name.id.level == "sweep" ? Stage::explore : Stage::confirm;
  sample.level = name.id.level;
  sample.node = name.id.node;
  sample.scope = name.id.scope;
  sample.mix = name.id.mix;
  sample.precision = name.id.precision;
  sample.accumulate = name.id.accumulate;
  sample.path = name.id.path;
  sample.units = sample.scope == "all" ? units : 1;
  sample.working_set = name.working_set;
  sample.work = nominal_work(name.id, name.working_set);
  return sample;
}

// B/s or operations/s: the counter that Google Benchmark's users name so; 0: none.
double rate_of(const Json& fields, bool compute) {
  if (!compute) return number_of(fields, "bytes_per_second").value_or(0);
  for (const char* counter : {"flops", "FLOPS", "FLOP/s", "items_per_second"}) {
    if (const auto rate = number_of(fields, counter)) return *rate;
  }
  return 0;
}

class BareRows {
 public:
  BareRows(Archive& archive, int units, const Renaming& renamed)
      : archive_(archive), units_(units), renamed_(renamed) {}

  void add(const BenchmarkRow& row) {
    const Json& fields = row.fields;
    if (text_of(fields, "run_type") == "aggregate") return;
    const std::string called = registered_name(text_of(fields, "name"));
    const std::string text = renamed_ ? renamed_(called) : called;
    const auto name = read_name(text);
    if (!name) return strangers_.add(called);
    if (fields.value("error_occurred", Json()) == true) return failed_.add(text);
    if (is_ambiguous(
            row, {"name", "real_time", "time_unit", "iterations", "bytes_per_second", "flops"})) {
      return ambiguous_.add(text);
    }
    add_repetition(*name, text, fields);
  }

  std::size_t finish(std::vector<std::string>& warnings) const {
    strangers_.report("are not named like a Ridgeline benchmark and are ignored", warnings);
    failed_.report("report an error and are left out", warnings);
    ambiguous_.report("have a value twice and are left out", warnings);
    empty_.report("have a time or rate of zero and are left out", warnings);
    impossible_.report("are faster than any device; the work was optimised away", warnings);
    return used_;
  }

 private:
  void add_repetition(const BareName& name, const std::string& text, const Json& fields) {
    const bool compute = name.id.kind == "compute";
    const double rate = rate_of(fields, compute);
    const double time = number_of(fields, "real_time").value_or(0) *
                        number_of(fields, "iterations").value_or(1) *
                        seconds_per_unit(text_of(fields, "time_unit"));
    const auto [found, fresh] = by_name_.emplace(text, archive_.samples.size());
    Sample sample = fresh ? sample_of(name, text, units_) : Sample{};
    const PassWork& work = fresh ? sample.work : archive_.samples[found->second].work;
    const double per_pass = work.bytes_read + work.bytes_written + work.operations;
    Repetition repetition;
    repetition.seconds = time;
    repetition.passes = rate * time / per_pass;
    repetition.order = used_;
    const bool good = time > 0 && repetition.passes > 0 && repetition.passes < 1e300;
    if (!good) {
      if (fresh) by_name_.erase(found);
      return empty_.add(text);
    }
    if (rate >= (compute ? kImpossibleOperations : kImpossibleBandwidth)) {
      repetition.flags.push_back(Flag::optimised_away);
      impossible_.add(text);
    }
    if (fresh) archive_.samples.push_back(std::move(sample));
    archive_.samples[found->second].repetitions.push_back(std::move(repetition));
    ++used_;
  }

  Archive& archive_;
  int units_;
  const Renaming& renamed_;
  std::map<std::string, std::size_t> by_name_;
  Tally strangers_, failed_, ambiguous_, empty_, impossible_;
  std::size_t used_ = 0;
};

}  // namespace

std::size_t add_bare_rows(const BenchmarkRows& file, Archive& archive,
                          std::vector<std::string>& warnings, const Renaming& renamed) {
  const double cpus = std::min(number_of(file.context, "num_cpus").value_or(1), 1e6);
  archive.device.device_class = "unknown";
  archive.device.backend = "unknown";
  archive.device.units = static_cast<int>(cpus);
  BareRows bare(archive, archive.device.units, renamed);
  for (const BenchmarkRow& row : file.rows) bare.add(row);
  return bare.finish(warnings);
}

}  // namespace ridgeline::ceilings
