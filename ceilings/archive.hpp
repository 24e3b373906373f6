// The archive of one characterization: everything that was seen, and what was derived from it.
// SI base units throughout: bytes, seconds, Hz, B/s, FLOP/s. Its JSON form is results/schema.json.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <map>
#include <string>
#include <vector>

#include "ceilings/flags.hpp"

namespace ridgeline::ceilings {

inline constexpr const char* kSchemaVersion = "1.3";  // minor versions only add
// Version of the rules that turn samples into levels and ceilings; `compare` warns on a mix.
inline constexpr int kMethodVersion = 3;

struct ToolRecord {
  std::string name = "ridgeline";
  std::string version, commit, compiler, flags, build_type;
  int method = kMethodVersion;
};

// A documented limit of one unit per cycle of its clock, or of the whole device per second.
struct Peak {
  std::string key;        // "bandwidth/L1/1:0/avx512", "compute/fp64/fma-avx512", "bandwidth/DRAM"
  double per_cycle = 0;   // B or FLOP per cycle and unit; 0: not given
  double per_second = 0;  // B/s or FLOP/s of the device; 0: not given
  std::string source;
};

// A level as the documentation or the topology knows it.
struct NominalLevel {
  std::string name;         // "L1", "shared", "L2", "L3", "DRAM"
  std::string domain;       // "": the hierarchy that a sweep walks down; "sm": on-chip per SM
  std::uint64_t bytes = 0;  // of one instance; 0: unknown
  int instances = 1;        // usable ones
  int units_per_instance = 1;
  std::string node;       // memory: "node0"; else empty
  std::string core_kind;  // caches that only one kind of core has; else empty
};

struct DeviceRecord {
  std::string device_class;   // what results are grouped by: "cpu-intel-6-207-2-2c-24GiB"
  std::string instance;       // hash of a GPU's UUID; empty for CPUs unless asked for
  std::string kind = "cpu";   // "cpu" | "gpu"
  std::string backend;        // "cpu", "cuda", "simulated"
  std::string vendor, model;  // as the hardware gives them; may be empty
  std::string architecture;   // "Zen 5", "Golden Cove", "sm_90"; empty: unknown
  std::string unit_name = "core";
  int units = 0;  // cores or SMs used
  std::uint64_t memory_bytes = 0;
  std::vector<NominalLevel> levels;  // nearest first
  std::vector<Peak> peaks;
  std::map<std::string, std::string> attributes;  // mig_profile, uuid_hash, integrated, ...
};

// Facts about the surroundings, as name and value, in the order of their names. Numbers are
// written plainly in SI units; "unknown" where the system does not tell.
struct EnvironmentRecord {
  std::map<std::string, std::string> facts;  // hypervisor, governor, smt, thp, driver, ecc, ...
  std::vector<std::string> notes;            // restrictions, disagreements: one sentence each
};

// What one pass over the sample's working set moves and computes, all threads together.
struct PassWork {
  double bytes_read = 0, bytes_written = 0, bytes_allocated = 0;
  double operations = 0;  // FLOP, integer operations, or dependent loads (latency)
};

struct Repetition {
  double seconds = 0;
  double passes = 0;
  double clock_hz = 0;      // 0: unknown
  std::uint64_t order = 0;  // the how-manieth repetition of the run it was
  std::vector<Flag> flags;
  double cache_line_latency =
      0;                   // s, mean of the pairs of units that worked; 0: one unit, or unknown
  double width = 0;        // additions a cycle that each core gave, the least; 0: unknown
  double power = 0;        // W, mean; 0: unknown
  double temperature = 0;  // degrees Celsius; 0: unknown
};

// A cache line sent from one unit to another and back, s.
struct CacheLineLatency {
  int from = 0, to = 0;  // positions among the units used
  double seconds = 0;
};

// Where the units sat relative to each other at one moment of the run: before, between and after
// the series.
struct LayoutProbe {
  std::uint64_t order = 0;  // of the repetition that came next
  std::vector<CacheLineLatency> latencies;
};

struct SampleShape {
  int blocks_per_unit = 1, threads_per_block = 1, in_flight = 1;
  friend bool operator==(const SampleShape&, const SampleShape&) = default;
};

// One benchmark: all that was seen of one kernel at one size, place and shape.
struct Sample {
  std::string name;    // "<id>/ws:8MiB[...]", unique within its stage
  std::string id;      // "bandwidth/sweep/core/1:0/avx512", or with the level assumed
  std::string family;  // "bandwidth", "compute", "intensity", "latency", "link"
  Stage stage = Stage::explore;
  std::string kernel;
  std::string level;                  // assumed; "sweep" in the explore stage
  std::string node;                   // "node2" where memory was bound to a named node; else empty
  std::string scope;                  // "core", "all", "sm", "chip", ...
  std::string mix;                    // "1:0", ...; empty for compute
  std::string precision, accumulate;  // "fp64", ...; empty for bandwidth
  std::string path;
  std::string role = "primary";  // "primary" | "secondary"
  std::string lacks;             // a secondary's missing technique
  int vector_bits = 64;
  int units = 1;  // threads (one a core) or SMs that worked
  std::uint64_t working_set = 0;
  SampleShape shape;
  std::string data = "random";     // "random" | "constant"
  std::string mode = "sustained";  // "sustained" | "burst"
  PassWork work;
  Status status = Status::ok;
  std::string reason;  // of a skipped or failed one
  std::vector<Repetition> repetitions;
};

// A plateau of the sweep.
struct Level {
  std::string name;           // from the topology, by order and capacity
  std::string scope;          // of the sweep: "core", "sm", "chip"
  std::string domain;         // as in NominalLevel
  std::string variant;        // "near", "far" where one nominal level shows two plateaus
  std::uint64_t first = 0;    // smallest working set inside the plateau, bytes
  std::uint64_t knee = 0;     // largest; 0: open-ended (memory)
  std::uint64_t nominal = 0;  // the topology's capacity; 0: unknown
  double bandwidth = 0;       // of the plateau, B/s (explore stage; the ceiling is confirmed anew)
  std::vector<std::string> notes;  // "not told apart from L2", "topology says 300 MiB", ...
  double latency = 0;              // of a dependent load, s (confirm stage); 0: unknown
  std::uint64_t latency_knee = 0;  // where the latency sweep leaves the level, bytes; 0: unknown
};

struct Ceiling {
  std::string id;
  std::string kind;  // "bandwidth", "compute", "latency", "link"
  std::string level, node, scope, mix, precision, accumulate, path;
  std::string role = "primary", lacks;
  bool roof = false;       // the highest of its level (per scope), or of its precision
  bool reference = false;  // the line that comparisons use: read, or FMA
  std::string unit;        // "B/s", "FLOP/s", "OP/s", "s"
  double value = 0;        // median of the confirm repetitions
  double best = 0;
  double spread = 0;         // (max - min) / median
  double low = 0, high = 0;  // 95 % interval of the median
  int repetitions = 0;
  double traffic = 0;  // B/s with write-allocate; equals value where nothing is allocated
  int units = 1;
  double cache_line_latency = 0;  // s, median beside the repetitions; 0: one unit, or unknown
  double clock_hz = 0;            // median beside the repetitions; 0: unknown
  double per_cycle = 0;  // value / clock / units; latency: cycles a load; 0: unknown, or memory
  double limit = 0;      // documented, at that clock, in `unit`; 0: unknown
  std::string limit_source;
  double share = 0;                   // value / limit; 0: unknown
  std::vector<std::string> evidence;  // names of the confirm samples
  std::vector<Flag> suspect;
  std::vector<std::string> notes;
  std::string source;  // who published the value; empty: this archive's own samples
};

struct Ridge {
  std::string bandwidth, compute;  // ceilings' ids
  double intensity = 0;            // FLOP/B
};

struct EmpiricalPoint {
  std::string sample;  // name
  std::string level, scope, mix, precision, path;
  double intensity = 0;   // FLOP per program byte
  double rate = 0;        // FLOP/s
  double attainable = 0;  // min(compute roof, bandwidth of its own mix x intensity)
  double ratio = 0;       // rate / attainable
  bool near_ridge =
      false;         // within about a factor of two of the ridge, where neither line is reached
  std::string note;  // which line stood in where its own ceiling is missing; else empty
};

struct Archive {
  std::string schema = kSchemaVersion;
  ToolRecord tool;
  std::string created;  // UTC, "2026-11-30T12:00:00Z"
  std::string command;  // the command line
  std::string profile;  // "quick", "standard", "thorough"
  Provenance provenance = Provenance::measured;
  std::string citation;  // of a published one
  bool complete = true;
  std::string incomplete_reason;  // "interrupted by SIGINT"
  double wall_seconds = 0, predicted_seconds = 0;
  DeviceRecord device;
  EnvironmentRecord environment;
  std::vector<Sample> samples;
  std::vector<LayoutProbe> layout_probes;  // in the order in which they were taken
  // Derived by derive() from what stands above:
  std::vector<Level> levels;
  std::vector<Ceiling> ceilings;
  std::vector<Ridge> ridges;
  std::vector<EmpiricalPoint> empirical;
  // Fields of a newer minor version, kept on rewriting: JSON text, an object of objects by the
  // place they were found at ("", "/device", "/samples[explore <name>]/work"); empty: none.
  std::string unknown_fields;
};

// Parses and checks an archive. Throws ArchiveError that names file, path in the document and what
// is wrong: not JSON, another major version, NaN, infinite or negative rates, missing fields.
Archive read_archive(const std::string& path);
Archive parse_archive(const std::string& text, const std::string& origin);

// The archive's JSON text. Bytes that are no UTF-8 are replaced by U+FFFD. Throws ArchiveError
// where a number is not finite or negative, since no reader would take that.
std::string to_json(const Archive& archive);

// Throws ArchiveError as parse_archive would for this archive's text; `origin` opens the message.
void check_archive(const Archive& archive, const std::string& origin);

// Writes by a temporary file in the same folder and a rename that never replaces an existing file.
// Missing folders are made. Throws ArchiveError where that fails or the archive is not valid;
// refuses provenance `simulated` below a folder `results`.
void write_archive(const Archive& archive, const std::string& path);

}  // namespace ridgeline::ceilings
