// Samples of the explore stage, for tests of what a report draws of them.
#pragma once

#include <cstdint>
#include <string>

#include "ceilings/archive.hpp"

namespace ridgeline::bench::tests {

// Of a size and shape; three repetitions around `rate`.
inline ceilings::Sample seen(const std::string& id, std::uint64_t size, ceilings::SampleShape shape,
                             double rate) {
  ceilings::Sample sample;
  sample.id = id;
  sample.family = id.substr(0, id.find('/'));
  sample.scope = "chip";
  sample.precision = sample.family == "compute" ? "fp32" : "";
  sample.path = sample.family == "compute" ? "fma" : "ld16B";
  sample.level = sample.family == "compute" ? "" : "sweep";
  sample.mix = sample.family == "compute" ? "" : "1:0";
  sample.working_set = size;
  sample.shape = shape;
  sample.work.bytes_read = sample.family == "compute" ? 0 : 1e6;
  sample.work.operations = sample.family == "compute" ? 1e6 : 0;
  for (const double factor : {0.9, 1.0, 1.1}) {
    ceilings::Repetition repetition;
    repetition.passes = 1000;
    repetition.seconds = 1e9 / (rate * factor);
    sample.repetitions.push_back(repetition);
  }
  return sample;
}

}  // namespace ridgeline::bench::tests
