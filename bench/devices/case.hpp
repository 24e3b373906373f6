// What is measured: a kernel, or what a device does besides, at one size, place and shape.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ceilings/archive.hpp"
#include "kernels/kernel.hpp"

namespace ridgeline::bench {

enum class DataKind : std::uint8_t { random, constant };
enum class Mode : std::uint8_t { burst, sustained };

// Which units work, under the name that ids carry: "core", "core.kind1", "all", "node0", "sm",
// "chip".
struct Scope {
  std::string name = "core";
  std::vector<int> units{0};  // indices into Machine::units
};

// Who does something timed that is not a kernel of the registry.
enum class Agent : std::uint8_t { copy_engine, kernel, library };

// Something timed that is not a kernel at a working set of the device: bytes over a link, by a copy
// engine or by a kernel; a library's matrix product. The device lists those that it can do.
struct Operation {
  std::string id;  // "link/host-device/copy-engine", "compute/bf16->fp32/cublaslt/chip"
  Agent agent = Agent::copy_engine;
  bool to_device = false, from_device = false;  // both: both at once
  bool pinned = true;                           // host memory that the engine reaches directly
  int host_node = -1;                           // os_index of the host memory's node; -1: any
  int peer = -1;  // the other GPU's ordinal instead of the host; -1: none
  kernels::Precision precision = kernels::Precision::none,
                     accumulate = kernels::Precision::none;  // of a matrix product
  kernels::Role role = kernels::Role::primary;
  std::string_view lacks;  // as a kernel's
  kernels::Work work;      // per pass: `read` the bytes that arrive, or `operations`
};

// One benchmark: a kernel at one size, place and shape.
struct Case {
  const kernels::Kernel* kernel = nullptr;
  std::optional<Operation> operation;  // instead of a kernel
  ceilings::Stage stage = ceilings::Stage::explore;
  std::string level = "sweep";  // what ids say before the level is known; else its name
  Scope scope;
  int node = -1;                  // memory bound to this node (os_index); -1: the nearest
  std::uint64_t working_set = 0;  // bytes, all threads and arrays together
  kernels::Shape shape;
  DataKind data = DataKind::random;
  Mode mode = Mode::sustained;
  int carve_out = -1;  // percent of shared memory (GPU); -1: the kernel's, or the device's default
  // s before the case's first repetition: of nothing, so that a power-limited device cools down,
  // then of the same work, so that it shows the clock that it keeps.
  double rest = 0, warm_up = 0;
  int repetitions = 6;
  double seconds = 1e-3;         // a repetition lasts at least this long ...
  double passes = 1;             // ... and this many passes over the working set; below 1: a part
                                 // of a pass, where repetitions walk on through the set
  double predicted_seconds = 0;  // wall time of all its repetitions, warm-up included
  std::string skip;              // not empty: why it can't be run here
  std::string note;              // what was assumed or bounded in planning it, in plain words
};

// The sample's name: "<id>/ws:8MiB" plus shape, data, mode where they are not the default.
std::string name_of(const Case& c);
// The id's form with what is known before measuring: "bandwidth/sweep/core/1:0/avx512".
std::string id_of(const Case& c);
// The kernel's path, with "-constant" behind it where operands matter and are one constant: another
// ceiling than that of random ones. Empty for operations.
std::string path_of(const Case& c);

}  // namespace ridgeline::bench
