// The only interface between a kernel and the program: what it is called, what it needs, what one
// element of its work moves and computes, and how its backend starts it. Plain data; no type of any
// device's toolkit.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <variant>

namespace ridgeline::kernels {

enum class Family : std::uint8_t { bandwidth, compute, intensity, latency };

enum class Precision : std::uint8_t {
  none,  // bandwidth and latency kernels move bits
  fp64,
  fp32,
  tf32,
  fp16,
  bf16,
  fp8,
  fp6,
  fp4,
  int32,
  int8,
};

enum class Role : std::uint8_t { primary, secondary };

// What one element (one index into all arrays) costs in one pass. Bytes are those the instructions
// ask for ("program bytes"); `allocated` are the bytes that ordinary stores make a write-allocate
// cache read besides.
struct Work {
  double read = 0;        // bytes
  double written = 0;     // bytes
  double allocated = 0;   // bytes
  double operations = 0;  // FLOP (1 FMA = 2), integer operations, or dependent loads (latency)
};

// One way to launch a kernel on a device that has to be filled with parallel work. Host kernels
// have exactly one shape, the default.
struct Shape {
  std::uint16_t blocks_per_unit = 1;
  std::uint16_t threads_per_block = 1;
  std::uint16_t in_flight = 1;  // loads, chains or tiles that one thread keeps under way

  friend bool operator==(const Shape&, const Shape&) = default;
};

// One thread's part of the working set. Unused arrays are null. Every array starts on a 64-byte
// line and holds `elements` elements, a multiple of the kernel's quantum.
struct Slice {
  std::array<std::byte*, 4> arrays{};
  std::size_t elements = 0;
};

// Runs `passes` whole passes over the slice; returns a value that depends on every load made.
using CpuEntry = std::uint64_t (*)(const Slice& slice, std::uint64_t passes);
// Brings the slice's memory into the state the kernel needs (a pointer ring); null: random data.
using CpuSetup = void (*)(const Slice& slice);

struct CpuBackend {
  CpuEntry run = nullptr;
  // The same work, element by element in plain C++, compiled for the base instruction set: the
  // result and the memory it leaves must equal `run`'s bit for bit.
  CpuEntry reference = nullptr;
  CpuSetup setup = nullptr;
};

struct GpuBackend;  // gpu/backend.hpp

// Empty: described only, as in files of simulated devices.
using Backend = std::variant<std::monostate, CpuBackend, const GpuBackend*>;

// What the hardware must offer. Unmet needs leave the kernel out of the plan with a reason.
struct Requirements {
  std::uint32_t cpu_features = 0;        // bits of isa.hpp, all of them
  std::span<const std::uint16_t> sms{};  // compute capabilities x 10 it was built for; empty: any
  bool exact_sm = false;     // code for one architecture only ("sm_90a"): runs on no later one
  std::uint16_t ptx_sm = 0;  // also with PTX of this compute capability, for later ones; 0: none
};

struct Kernel {
  std::string_view name;  // grammar: <operation>_<type>_<isa>, e.g. "fma_f64_avx512"
  Family family = Family::bandwidth;
  std::string_view mix;  // loads:stores in bytes, "1:0", "2:1", "1:1", "0:1"; empty for compute
  Precision precision = Precision::none;
  Precision accumulate = Precision::none;  // where it differs from `precision`
  std::string_view path;   // last part of the ceiling's id: "avx512", "fma-avx512", "wgmma-n256"
  std::string_view level;  // the one memory level it can reach ("shared"); empty: by working set
  std::uint16_t vector_bits = 64;  // width of one access or operation
  Role role = Role::primary;
  std::string_view lacks;  // a secondary ceiling's missing technique: "SIMD width", "FMA", "ILP"
  Requirements needs;
  Work work;                 // per element and pass
  std::uint16_t arrays = 1;  // arrays of `elements` elements each
  std::uint16_t element_bytes = 8;
  std::uint32_t quantum = 1;  // elements come in multiples of this; compute kernels run exactly one
  bool streaming = false;     // non-temporal stores pass the caches: for memory levels only
  bool small_pages = false;   // its memory lies on the smallest pages, not on huge ones
  // Compute on a GPU: the element is one chain of one thread, and a unit has blocks x threads x
  // in-flight of them, as the shape says.
  bool per_chain = false;
  // Tensor cores: power, and so the clock, depends on the operands. Measured with random ones,
  // sustained, and with one constant, in bursts.
  bool data_matters = false;
  std::span<const Shape> shapes{};  // empty: only Shape{}
  Backend backend{};
};

}  // namespace ridgeline::kernels
