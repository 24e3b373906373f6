// Archives side by side: the same ceilings of each, and how they differ.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ceilings/archive.hpp"

namespace ridgeline::ceilings {

// One ceiling of one archive, as it is compared.
struct Figure {
  std::string id;
  double value = 0;          // in the unit of its row
  double low = 0, high = 0;  // 95 % interval; both 0 where there is none
  double per_unit = 0;   // value over the units that worked, 0: unknown; latency, link: the value
  double per_cycle = 0;  // as in Ceiling; 0: unknown
  int units = 1;
  bool suspect = false;
  std::vector<Flag> flags;
  std::string source;  // who published it
  std::string lacks;   // of a secondary that stands for a level or precision without a primary
};

// What ceilings have to have in common to be compared: a level or precision, and their part there.
struct RowName {
  std::string kind;      // as in Ceiling
  std::string subject;   // "DRAM", "L2@near", "fp16->fp32", "host-device/copy-engine"; or an id
  std::string standing;  // "reference", "roof", "reference and roof"; "": latency, link, an id
  std::string unit;
  friend bool operator==(const RowName&, const RowName&) = default;
};

// "bandwidth/DRAM/reference", "compute/fp64/roof", "latency/L2".
std::string key_of(const RowName& name);

// Bandwidths by level, computes by precision, latencies by level, links; none before the other
// where that leaves the order open.
bool comes_before(const RowName& one, const RowName& other);

struct NamedFigure {
  RowName name;
  Figure figure;
};

// The lines of the whole device that comparisons are about: of each memory level and each
// precision the reference and the roof, of each level the latency, each link. Failed ceilings are
// left out. What was measured on one SM counts for all (roofline.hpp).
std::vector<NamedFigure> main_figures(const Archive& archive);
// Every ceiling of the archive, by its id.
std::vector<NamedFigure> all_figures(const Archive& archive);

struct ComparedRow {
  RowName name;
  std::vector<std::optional<Figure>> figures;  // one an archive, in their order
};

// Rows in the order of comes_before(), then that in which archives bring them up. A level without a
// node ("L2") takes the highest of an archive's parts of it ("L2@near") where the archive has no
// such level as a whole. Reference and roof are one row where they are the same ceiling in every
// archive.
std::vector<ComparedRow> compared_rows(const std::vector<std::vector<NamedFigure>>& archives);

// How many times better `other` is than `base`: the rates' ratio, of latencies its inverse. Above
// 1: `other` is better. 0: unknown.
double ratio_of(const Figure& other, const Figure& base, const RowName& name);

enum class Significance : std::uint8_t { differs, overlaps, unknown };
// Whether the two 95 % intervals of the medians have no value in common; unknown where one has
// none. (Overlapping intervals do not prove equality; apart, the difference is beyond chance.)
Significance significance_of(const Figure& other, const Figure& base);
const char* significance_name(Significance significance);  // "differs", "overlaps", "unknown"

}  // namespace ridgeline::ceilings
