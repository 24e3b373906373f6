// One GPU through NVIDIA's runtime, without its types: memory, copies, launches and the time
// between them. Everything is checked; a failed call becomes a DeviceError, and a device that was
// lost stays lost.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ridgeline {

struct GpuFacts {
  int ordinal = 0;
  std::string model;     // "NVIDIA H200"
  std::string bus_id;    // "0000:0a:00.0"
  std::string uuid;      // "GPU-..." or "MIG-..."
  std::uint16_t sm = 0;  // compute capability x 10
  int units = 0, threads_per_unit = 0, blocks_per_unit = 0;
  std::uint64_t memory_bytes = 0, memory_free = 0, l2_bytes = 0;
  // Shared memory: of a unit, most of a block, kept by the system for each block; bytes.
  std::uint64_t shared_per_unit = 0, shared_per_block = 0, shared_reserved = 0;
  double clock_hz = 0, memory_clock_hz = 0;  // the highest, as the driver promises; 0: unknown
  int memory_bits = 0;                       // width of the memory bus; 0: unknown
  int compute_mode = 0, copy_engines = 0;
  bool ecc = false, integrated = false, host_page_tables = false;
  int driver = 0, runtime = 0;  // 13000
};

struct FunctionFacts {
  int threads_per_block = 0;      // most, by its registers
  int registers = 0;              // of a thread
  std::uint64_t local_bytes = 0;  // of a thread: what spilled
  std::uint16_t binary_sm = 0;    // compute capability x 10 that its machine code was made for
};

struct Launch {
  const void* function = nullptr;
  std::uint32_t blocks = 1, threads = 1;
  std::uint64_t shared = 0;  // dynamic shared memory of a block, bytes
  int carve_out = -1;        // percent of L1 preferred as shared memory; -1: the default
};

// What is queued in a lane is done in order; lanes run beside each other.
enum class Lane : std::uint8_t { first, second };
// Points in lanes, the times between which are known afterwards.
enum class Mark : std::uint8_t { start, end, fork, join };
inline constexpr int kMarks = 4;

using GpuHandle = struct GpuOpaque*;  // a stream or an event of the runtime

struct GpuFree {
  void operator()(unsigned char* memory) const noexcept;
};
using GpuMemory = std::unique_ptr<unsigned char, GpuFree>;

class Gpu {
 public:
  explicit Gpu(int ordinal);
  ~Gpu();
  Gpu(const Gpu&) = delete;
  Gpu& operator=(const Gpu&) = delete;

  const GpuFacts& facts() const { return facts_; }
  // Throws DeviceLost where the device was lost; every other member does that, too.
  void require() const;
  std::uint64_t free_memory();  // bytes

  // On this GPU, or on a peer that reach() was called for.
  GpuMemory allocate(std::uint64_t bytes, int ordinal = -1);
  // GPUs that can read and write this one's memory and the other way round.
  std::vector<int> peers();
  void reach(int peer);
  // Makes host memory one that the engines reach directly, at the returned address (for kernels).
  unsigned char* pin(unsigned char* host, std::uint64_t bytes);
  void unpin(unsigned char* host) noexcept;

  void copy(unsigned char* to, const unsigned char* from, std::uint64_t bytes,
            Lane lane = Lane::first);
  void fill(unsigned char* to, unsigned char value, std::uint64_t bytes);

  FunctionFacts function_facts(const void* function);
  // Sets what the launch needs besides: its shared memory and carve-out.
  void configure(const Launch& launch);
  int resident_blocks(const Launch& launch);  // of one SM
  // `Args`: the kernel's one parameter, plain data.
  template <class Args>
  void launch(const Launch& launch, const Args& args, Lane lane = Lane::first) {
    launch_with(launch, reinterpret_cast<const unsigned char*>(&args), lane);
  }

  void mark(Mark mark, Lane lane = Lane::first);
  void follow(Lane later, Mark mark);  // what `later` gets from now on waits for the mark
  double seconds_between(Mark from, Mark to);
  void wait();  // until everything queued is done
  // Queues what a library does with the first lane, of which it gets the runtime's handle.
  void queue_foreign(const std::function<void(GpuHandle stream)>& work);

 private:
  void check(int error, const std::string& what);
  void read_facts(int ordinal);
  int attribute(int which, int otherwise = 0) const;
  void launch_with(const Launch& launch, const unsigned char* args, Lane lane);

  void destroy() noexcept;

  std::array<GpuHandle, 2> lanes_{};
  std::array<GpuHandle, kMarks> marks_{};
  GpuFacts facts_;
  std::string lost_;  // not empty: how
};

}  // namespace ridgeline
