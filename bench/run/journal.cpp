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

#include "ceilings/archive/json/read.hpp"
#include "ceilings/archive/json/write.hpp"
#include "ceilings/errors.hpp"

namespace ridgeline::bench {
namespace {

void write_line(int file, const ceilings::Json& line) {
  const std::string text =
      line.dump(-1, ' ', false, ceilings::Json::error_handler_t::replace) + "\n";
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t wrote = write(file, text.data() + done, text.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) throw DeviceError(std::string("cannot write the journal: ") + strerror(errno));
    done += static_cast<std::size_t>(wrote);
  }
}

ceilings::Json flags_json(const std::vector<ceilings::Flag>& flags) {
  ceilings::Json names = ceilings::Json::array();
  for (const ceilings::Flag flag : flags) names.push_back(ceilings::flag_name(flag));
  return names;
}

ceilings::Repetition repetition_from(const ceilings::Json& row) {
  ceilings::Repetition repetition;
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
  for (const ceilings::Json& name : row.at(6)) {
    if (const auto flag = ceilings::flag_from_name(name)) repetition.flags.push_back(*flag);
  }
  return repetition;
}

ceilings::LayoutProbe probe_from(const ceilings::Json& row) {
  ceilings::LayoutProbe probe{row.at(0), {}};
  for (const ceilings::Json& h : row.at(1)) probe.latencies.push_back({h.at(0), h.at(1), h.at(2)});
  return probe;
}

// Puts an archive together again from a journal's lines.
class Replay {
 public:
  Replay(const ceilings::Json& head, const std::string& path)
      : archive(ceilings::archive_from(head, path)), path_(path) {}

  void take(const ceilings::Json& line) {
    if (line.contains("sample")) take_sample(line["sample"]);
    if (line.contains("rep")) take_repetition(line["rep"]);
    if (line.contains("placement")) archive.layout_probes.push_back(probe_from(line["placement"]));
  }

  ceilings::Archive archive;

 private:
  using Key = std::pair<std::string, int>;  // a sample's name and stage

  void take_sample(const ceilings::Json& described) {
    ceilings::Sample sample = ceilings::sample_from(described, path_);
    const auto [place, fresh] =
        places_.emplace(Key{sample.name, static_cast<int>(sample.stage)}, archive.samples.size());
    if (fresh) {
      archive.samples.push_back(std::move(sample));
      return;
    }
    ceilings::Sample& known = archive.samples[place->second];  // described again, with its status
    sample.repetitions = std::move(known.repetitions);
    known = std::move(sample);
  }

  void take_repetition(const ceilings::Json& row) {
    const auto place = places_.find(Key{row.at(0).get<std::string>(), row.at(1).get<int>()});
    if (place == places_.end()) return;
    archive.samples[place->second].repetitions.push_back(repetition_from(row));
  }

  std::string path_;
  std::map<Key, std::size_t> places_;
};

}  // namespace

Journal::Journal(const std::string& path, const ceilings::Archive& head) : path_(path) {
  file_ = open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0644);
  if (file_ < 0) {
    throw DeviceError("cannot write " + path + " (" + strerror(errno) +
                      "); choose another folder with --out");
  }
  write_line(file_, {{"head", ceilings::document_of(head)}});
}

Journal::~Journal() {
  if (file_ >= 0) close(file_);
}

void Journal::begin(const ceilings::Sample& sample) {
  write_line(file_, {{"sample", ceilings::document_of(sample)}});
}

void Journal::append(const std::string& name, ceilings::Stage stage,
                     const ceilings::Repetition& repetition) {
  ++repetitions_;
  write_line(file_, {{"rep",
                      {name, static_cast<int>(stage), repetition.seconds, repetition.passes,
                       repetition.clock_hz, repetition.order, flags_json(repetition.flags),
                       repetition.cache_line_latency, repetition.width, repetition.power,
                       repetition.temperature}}});
}

void Journal::probe(const ceilings::LayoutProbe& probe) {
  ceilings::Json handoffs = ceilings::Json::array();
  for (const ceilings::CacheLineLatency& h : probe.latencies)
    handoffs.push_back({h.from, h.to, h.seconds});
  write_line(file_, {{"placement", {probe.order, handoffs}}});
}

void Journal::remove() { unlink(path_.c_str()); }

ceilings::Archive read_journal(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw ArchiveError(path + ": cannot be opened; is the name right?");
  std::string text;
  if (!std::getline(file, text)) throw ArchiveError(path + ": empty, so no journal");
  const ceilings::Json head = ceilings::Json::parse(text, nullptr, false);
  if (head.is_discarded() || !head.contains("head")) {
    throw ArchiveError(path + ": its first line is no journal's head");
  }
  Replay replay(head["head"], path);
  while (std::getline(file, text)) {
    const ceilings::Json line = ceilings::Json::parse(text, nullptr, false);
    if (line.is_discarded()) break;  // cut short when the run was killed; nothing follows
    try {
      replay.take(line);
    } catch (const ceilings::Json::exception&) {
      throw ArchiveError(path + ": a line is not a journal's: " + text.substr(0, 80));
    }
  }
  ceilings::Archive archive = std::move(replay.archive);
  ceilings::check_archive(archive, path);
  archive.complete = false;
  if (archive.incomplete_reason.empty()) archive.incomplete_reason = "the run was killed";
  return archive;
}

}  // namespace ridgeline::bench
