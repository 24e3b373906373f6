// What was measured is on disk before the next repetition starts: one JSON line each, so that a
// killed run loses nothing. The archive is assembled from it, also after a crash.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ceilings/archive.hpp"

namespace ridgeline::bench {

class Journal {
 public:
  // Starts a journal with the archive's head (everything but samples). Throws DeviceError where
  // the file can't be written.
  Journal(const std::string& path, const ceilings::Archive& head);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  void begin(const ceilings::Sample& sample);  // first line of a sample, without repetitions
  void append(const std::string& name, ceilings::Stage stage,
              const ceilings::Repetition& repetition);
  void probe(const ceilings::LayoutProbe& probe);
  std::uint64_t repetitions() const { return repetitions_; }  // appended so far
  void remove();  // the archive is written; the journal is no longer needed
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  int file_ = -1;
  std::uint64_t repetitions_ = 0;
};

// The archive so far, marked incomplete, not yet derived. A last line cut short is dropped.
ceilings::Archive read_journal(const std::string& path);

}  // namespace ridgeline::bench
