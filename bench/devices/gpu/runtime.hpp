// One GPU through its vendor's runtime: memory, copies, launches and the time between them. This is
// the first thing that a vendor's folder implements; products.hpp, sensors.hpp and
// device/device.hpp have the rest.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "kernels/gpu/backend.hpp"
#include "kernels/gpu/clock.hpp"

namespace ridgeline::bench::gpu {

struct GpuFacts {
  int ordinal = 0;
  std::string model;     // as its driver calls it
  std::string bus_id;    // "0000:0a:00.0"
  std::string uuid;      // "GPU-..." or "MIG-..."
  std::uint16_t sm = 0;  // architecture, as kernels' Requirements give it
  int units = 0, threads_per_unit = 0, blocks_per_unit = 0;
  std::uint64_t memory_bytes = 0, memory_free = 0, l2_bytes = 0;
  std::uint64_t l1_bytes = 0;  // of a unit, shared memory included; 0: unknown
  // Shared memory: of a unit, most of a block, kept by the system for each block; bytes.
  std::uint64_t shared_per_unit = 0, shared_per_block = 0, shared_reserved = 0;
  double clock_hz = 0, memory_clock_hz = 0;  // the highest, as the driver promises; 0: unknown
  int memory_bits = 0;                       // width of the memory bus; 0: unknown
  int compute_mode = 0, copy_engines = 0;
  bool ecc = false, integrated = false, host_page_tables = false;
  int driver = 0, runtime = 0;  // versions, as the vendor counts them
};

struct FunctionFacts {
  int threads_per_block = 0;  // most, by its registers
  int registers = 0;          // of a thread
  bool unchecked = false;     // its machine code is not this build's, which the tests look at
};

struct Launch {
  const void* function = nullptr;
  std::uint32_t blocks = 1, threads = 1;
  std::uint64_t shared = 0;  // dynamic shared memory of a block, bytes
  int carve_out = -1;        // percent of L1 preferred as shared memory; -1: the default
};

// What is queued in a stream is done in order; streams run beside each other.
enum class GpuStream : std::uint8_t { first, second };
// Points in streams, the times between which are known afterwards.
enum class GpuEvent : std::uint8_t { start, end, fork, join };

using GpuHandle = struct GpuOpaque*;  // a stream as the vendor's libraries take it

class GpuRuntime;

struct GpuFree {
  GpuRuntime* gpu = nullptr;
  void operator()(unsigned char* memory) const noexcept;
};
using GpuMemory = std::unique_ptr<unsigned char, GpuFree>;  // ends before its GPU does

// Everything is checked; a failed call becomes a DeviceError, and a device that was lost stays
// lost.
class GpuRuntime {
 public:
  virtual ~GpuRuntime() = default;
  GpuRuntime(const GpuRuntime&) = delete;
  GpuRuntime& operator=(const GpuRuntime&) = delete;

  virtual const GpuFacts& facts() const = 0;
  // Throws DeviceLost where the device was lost; every other member does that, too.
  virtual void require() const = 0;

  // On this GPU, or on a peer that reach() was called for.
  virtual GpuMemory allocate(std::uint64_t bytes, int ordinal = -1) = 0;
  virtual void free(unsigned char* memory) noexcept = 0;
  // GPUs that can read and write this one's memory and the other way round.
  virtual std::vector<int> peers() = 0;
  virtual void reach(int peer) = 0;
  // Makes host memory one that the engines reach directly, at the returned address (for kernels).
  virtual unsigned char* pin(unsigned char* host, std::uint64_t bytes) = 0;
  virtual void unpin(unsigned char* host) noexcept = 0;

  virtual void copy(unsigned char* to, const unsigned char* from, std::uint64_t bytes,
                    GpuStream stream = GpuStream::first) = 0;
  virtual void fill(unsigned char* to, unsigned char value, std::uint64_t bytes) = 0;

  // Whether there is code for this GPU.
  virtual bool can_run(const kernels::Requirements& needs) const = 0;
  virtual FunctionFacts function_facts(const kernels::Requirements& needs,
                                       const void* function) = 0;
  // Sets what the launch needs besides: its shared memory and carve-out.
  virtual void configure(const Launch& launch) = 0;
  virtual int resident_blocks(const Launch& launch) = 0;  // of one unit
  virtual void launch(const Launch& launch, const kernels::GpuArgs& args,
                      GpuStream stream = GpuStream::first) = 0;
  // Queues the clock probe, one block a unit.
  virtual void probe_clocks(const kernels::ClockArgs& args) = 0;
  // Queues what a library of the vendor's does with the first stream.
  virtual void queue_foreign(const std::function<void(GpuHandle stream)>& work) = 0;

  virtual void record(GpuEvent event, GpuStream stream = GpuStream::first) = 0;
  // What `later` gets from now on waits for the event.
  virtual void wait_for(GpuStream later, GpuEvent event) = 0;
  virtual double seconds_between(GpuEvent from, GpuEvent to) = 0;
  virtual void wait() = 0;  // until everything queued is done

 protected:
  GpuRuntime() = default;
};

inline void GpuFree::operator()(unsigned char* memory) const noexcept { gpu->free(memory); }

}  // namespace ridgeline::bench::gpu
