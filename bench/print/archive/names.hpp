// How ceilings are called where they are printed: their parts as people say them.
#pragma once

#include <string>
#include <vector>

#include "ceilings/archive.hpp"

namespace ridgeline::bench {

// "L1 read, avx512", "fp16->fp32 wgmma-n256", "DRAM@node1 latency".
std::string ceiling_text(const ceilings::Ceiling& ceiling);
// "read", "triad", "2:1 update", "non-temporal write": what an access mix and its path's operation
// are called; the mix itself where there is no common word.
std::string mix_text(const std::string& mix, const std::string& path);
// "2 threads", "132 SMs", "1 thread (core.kind1)": who worked.
std::string units_text(const std::string& scope, int units, const ceilings::DeviceRecord& device);
// "126.72", "0.125": FLOP per byte, bytes per cycle.
std::string plain_text(double value);
// A ceiling's value in its unit: "316.8 GB/s", "92.1 ns".
std::string value_text(double value, const std::string& unit);
// "clock-changed unsteady".
std::string flag_names(const std::vector<ceilings::Flag>& flags,
                       const std::string& separator = " ");

// The confirm samples that a ceiling rests on, and their sizes: "24KiB to 36KiB".
std::vector<const ceilings::Sample*> evidence_of(const ceilings::Ceiling& ceiling,
                                                 const ceilings::Archive& archive);
std::string working_sets_text(const std::vector<const ceilings::Sample*>& samples);
// Null where the archive has no such ceiling.
const ceilings::Ceiling* find_ceiling(const ceilings::Archive& archive, const std::string& id);

}  // namespace ridgeline::bench
