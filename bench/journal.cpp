// JSON lines: the head, then a line where a sample begins, then a line a repetition.
#include "bench/journal.hpp"

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
  for (const json& name : row.at(6)) {
    if (const auto flag = flag_from_name(name)) repetition.flags.push_back(*flag);
  }
  return repetition;
}

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
                       repetition.clock_hz, repetition.order, flags_json(repetition.flags)}}});
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
  Archive archive = parse_archive(head["head"].dump(), path);
  std::map<std::pair<std::string, int>, std::size_t> places;
  while (std::getline(file, text)) {
    const json line = json::parse(text, nullptr, false);
    if (line.is_discarded()) break;  // cut short when the run was killed; nothing follows
    try {
      if (line.contains("sample")) {
        json shell = head["head"];
        shell["samples"] = json::array({line["sample"]});
        Sample sample = parse_archive(shell.dump(), path).samples.at(0);
        const auto place =
            places.emplace(std::pair{sample.name, static_cast<int>(sample.stage)}, 0);
        if (place.second) {
          place.first->second = archive.samples.size();
          archive.samples.push_back(std::move(sample));
        } else {  // again, with its status
          Sample& known = archive.samples[place.first->second];
          sample.repetitions = std::move(known.repetitions);
          known = std::move(sample);
        }
      } else if (line.contains("rep")) {
        const json& row = line["rep"];
        const auto place = places.find({row.at(0).get<std::string>(), row.at(1).get<int>()});
        if (place != places.end()) {
          archive.samples[place->second].repetitions.push_back(repetition_from(row));
        }
      }
    } catch (const json::exception&) {
      throw ArchiveError(path + ": a line is not a journal's: " + text.substr(0, 80));
    }
  }
  archive.complete = false;
  if (archive.incomplete_reason.empty()) archive.incomplete_reason = "the run was killed";
  return archive;
}

}  // namespace ridgeline
