// What is being measured, how far the run is, and the time left: one line on a terminal's stderr.
#pragma once

#include <string>

namespace ridgeline::bench {

class Progress {
 public:
  // `total_seconds`: the plan's prediction. Shows nothing where stderr is no terminal.
  explicit Progress(double total_seconds);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(const std::string& what);
  void clear();

 private:
  double start_;
  double total_;
  double shown_ = 0;
  bool terminal_;
};

}  // namespace ridgeline::bench
