// JSON lines: the head, then a line where a sample begins, then a line a repetition.
#include "bench/run/journal.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "ceilings/errors.hpp"

namespace ridgeline {
namespace {

using nlohmann::json;

void write_line(int file, const json& line) {
  const std::string text = line.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t wrote = write(file, text.data() + done, text.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) throw DeviceError(std::string("cannot write the journal: ") + strerror(errno));
    done += static_cast<std::size_t>(wrote);
  }
}

// A sample's own JSON form, by way of an archive that holds just this one.
json sample_json(const Sample& sample) {
  Archive shell;
  shell.samples.push_back(sample);
  return json::parse(to_json(shell)).at("samples").at(0);
}

json flags_json(const std::vector<Flag>& flags) {
  json names = json::array();
  for (const Flag flag : flags) names.push_back(flag_name(flag));
  return names;
}

Repetition repetition_from(const json& row) {
  Repetition repetition;
  repetition.seconds = row.at(2);
  repetition.passes = row.at(3);
  repetition.clock_hz = row.at(4);
  repetition.order = row.at(5);
  repetition.cache_line_latency = row.at(7);
  repetition.width = row.at(8);
  if (row.size() > 10) {  // journals before schema 1.2 have neither
    repetition.power = row.at(9);
    repetition.temperature = row.at(10);
  }
  for (const json& name : row.at(6)) {
    if (const auto flag = flag_from_name(name)) repetition.flags.push_back(*flag);
  }
  return repetition;
}

LayoutProbe probe_from(const json& row) {
  LayoutProbe probe{row.at(0), {}};
  for (const json& h : row.at(1)) probe.latencies.push_back({h.at(0), h.at(1), h.at(2)});
  return probe;
}

// Puts an archive together again from a journal's lines.
class Replay {
 public:
  Replay(const json& head, const std::string& path)
      : archive(parse_archive(head.dump(), path)), head_(head), path_(path) {}

  void take(const json& line) {
    if (line.contains("sample")) take_sample(line["sample"]);
    if (line.contains("rep")) take_repetition(line["rep"]);
    if (line.contains("placement")) archive.layout_probes.push_back(probe_from(line["placement"]));
  }

  Archive archive;

 private:
  using Key = std::pair<std::string, int>;  // a sample's name and stage

  void take_sample(const json& described) {
    json shell = head_;
    shell["samples"] = json::array({described});
    Sample sample = parse_archive(shell.dump(), path_).samples.at(0);
    const auto [place, fresh] =
        places_.emplace(Key{sample.name, static_cast<int>(sample.stage)}, archive.samples.size());
    if (fresh) {
      archive.samples.push_back(std::move(sample));
      return;
    }
    Sample& known = archive.samples[place->second];  // described again, with its status
    sample.repetitions = std::move(known.repetitions);
    known = std::move(sample);
  }

  void take_repetition(const json& row) {
    const auto place = places_.find(Key{row.at(0).get<std::string>(), row.at(1).get<int>()});
    if (place == places_.end()) return;
    archive.samples[place->second].repetitions.push_back(repetition_from(row));
  }

  json head_;
  std::string path_;
  std::map<Key, std::size_t> places_;
};

}  // namespace

Journal::Journal(const std::string& path, const Archive& head) : path_(path) {
  file_ = open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0644);
  if (file_ < 0) {
    throw DeviceError("cannot write " + path + " (" + strerror(errno) +
                      "); choose another folder with --out");
  }
  write_line(file_, {{"head", json::parse(to_json(head))}});
}

Journal::~Journal() {
  if (file_ >= 0) close(file_);
}

void Journal::begin(const Sample& sample) { write_line(file_, {{"sample", sample_json(sample)}}); }

void Journal::append(const std::string& name, Stage stage, const Repetition& repetition) {
  ++repetitions_;
  write_line(file_, {{"rep",
                      {name, static_cast<int>(stage), repetition.seconds, repetition.passes,
                       repetition.clock_hz, repetition.order, flags_json(repetition.flags),
                       repetition.cache_line_latency, repetition.width, repetition.power,
                       repetition.temperature}}});
}

void Journal::probe(const LayoutProbe& probe) {
  json handoffs = json::array();
  for (const CacheLineLatency& h : probe.latencies) handoffs.push_back({h.from, h.to, h.seconds});
  write_line(file_, {{"placement", {probe.order, handoffs}}});
}

void Journal::remove() { unlink(path_.c_str()); }

Archive read_journal(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw ArchiveError(path + ": cannot be opened; is the name right?");
  std::string text;
  if (!std::getline(file, text)) throw ArchiveError(path + ": empty, so no journal");
  const json head = json::parse(text, nullptr, false);
  if (head.is_discarded() || !head.contains("head")) {
    throw ArchiveError(path + ": its first line is no journal's head");
  }
  Replay replay(head["head"], path);
  while (std::getline(file, text)) {
    const json line = json::parse(text, nullptr, false);
    if (line.is_discarded()) break;  // cut short when the run was killed; nothing follows
    try {
      replay.take(line);
    } catch (const json::exception&) {
      throw ArchiveError(path + ": a line is not a journal's: " + text.substr(0, 80));
    }
  }
  Archive archive = std::move(replay.archive);
  archive.complete = false;
  if (archive.incomplete_reason.empty()) archive.incomplete_reason = "the run was killed";
  return archive;
}

}  // namespace ridgeline
