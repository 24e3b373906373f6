// A small table of CUDA kernels that are their references only: one of each kind that the device
// treats in its own way.
#pragma once

#include <cstring>
#include <deque>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/gpu/backend.hpp"
#include "kernels/kernel.hpp"

namespace ridgeline::bench::nvidia {

// The addresses that stand for the kernels' code.
inline char fake_code[16];

inline std::uint32_t word_at(const unsigned char* bytes, std::uint64_t word) {
  std::uint32_t value = 0;
  std::memcpy(&value, bytes + 4 * word, sizeof value);
  return value;
}
inline void put_word(unsigned char* bytes, std::uint64_t word, std::uint32_t value) {
  std::memcpy(bytes + 4 * word, &value, sizeof value);
}

// Thread t's word is the sum of every threads-th word of the set, times the passes.
inline void fake_read(const kernels::GpuArgs& args) {
  const std::uint64_t threads = std::uint64_t{args.blocks} * args.threads;
  for (std::uint64_t thread = 0; thread < threads; ++thread) {
    std::uint32_t sum = 0;
    for (std::uint64_t word = thread; word < args.elements * 4; word += threads) {
      sum += word_at(args.arrays[0], word);
    }
    put_word(args.result, thread, sum * static_cast<std::uint32_t>(args.passes));
  }
}
// One that forgets the last element, as an index that overflows would.
inline void fake_short_read(const kernels::GpuArgs& args) {
  kernels::GpuArgs fewer = args;
  if (fewer.elements > (1u << 16)) fewer.elements -= 1;
  fake_read(fewer);
}
inline void fake_no_result(const kernels::GpuArgs& args) {
  std::memset(args.result, 0, std::size_t{4} * args.blocks * args.threads);
}
inline void fake_copy(const kernels::GpuArgs& args) {
  std::memcpy(args.arrays[1], args.arrays[0], args.elements * 16);
  fake_no_result(args);
}
inline void fake_write(const kernels::GpuArgs& args) {
  for (std::uint64_t word = 0; word < args.elements * 4; ++word) {
    put_word(args.arrays[0], word, 0x3F800000u | static_cast<std::uint32_t>(word & 0x7FFFFF));
  }
  fake_no_result(args);
}
inline void fake_short_write(const kernels::GpuArgs& args) {
  kernels::GpuArgs fewer = args;
  if (fewer.elements > (1u << 16)) fewer.elements -= 1;
  fake_write(fewer);
}
inline void fake_chain(const kernels::GpuArgs& args) {
  const std::uint64_t chains = std::uint64_t{args.blocks} * args.threads * args.in_flight;
  for (std::uint64_t i = 0; i < chains; ++i) {
    std::uint32_t x = word_at(args.arrays[0], i % 64);
    for (std::uint64_t pass = 0; pass < args.passes; ++pass) x = x * args.scalars.i32[0] + 1;
    put_word(args.result, i, x);
  }
}
inline void fake_chase(const kernels::GpuArgs& args) {
  std::uint64_t at = 0;
  for (std::uint64_t step = 0; step < args.elements * args.passes; ++step) {
    std::memcpy(&at, args.arrays[0] + at, sizeof at);
  }
  fake_no_result(args);
  put_word(args.result, 0, static_cast<std::uint32_t>(at));
}

inline constexpr kernels::Shape kFakeShapes[] = {{2, 512, 4}, {1, 1024, 8}};
inline constexpr kernels::Shape kFakeOne[] = {{1, 128, 1}};
inline constexpr std::uint16_t kFakeSms[] = {80, 90};

struct FakeRow {
  const char* name;
  kernels::Family family;
  const char* path;
  kernels::GpuReference reference;
};

// Kept for the tests' whole length, as kernels only point there.
template <class T>
const T& kept(T value) {
  static std::deque<T> all;
  return all.emplace_back(std::move(value));
}

// Entries with 4, 8 and 1 in flight, all with the same code.
inline kernels::GpuBackend fake_backend(const FakeRow& row, char* code) {
  const auto& entries = kept(std::vector<kernels::GpuEntry>{
      {4, code, row.name}, {8, code, row.name}, {1, code, row.name}});
  return {.entries = entries, .reference = row.reference};
}

inline kernels::Kernel fake_kernel(const FakeRow& row, const kernels::GpuBackend& backend) {
  kernels::Kernel kernel;
  kernel.name = row.name;
  kernel.family = row.family;
  kernel.path = row.path;
  kernel.needs = {.sms = kFakeSms};
  kernel.shapes = kFakeShapes;
  kernel.backend = &kept(backend);
  return kernel;
}

inline kernels::Kernel fake_stream(const FakeRow& row, char* code, const char* mix, double read,
                                   double written, std::uint16_t arrays) {
  kernels::Kernel kernel = fake_kernel(row, fake_backend(row, code));
  kernel.mix = mix;
  kernel.work = {.read = read, .written = written};
  kernel.arrays = arrays;
  kernel.element_bytes = 16;
  kernel.quantum = 128;
  return kernel;
}

inline kernels::Kernel fake_compute(const FakeRow& row, char* code, bool alone) {
  kernels::GpuBackend backend = fake_backend(row, code);
  backend.fill = kernels::GpuFill::operands;
  backend.operand_bytes = 256;
  backend.result_bytes_per_thread = 0;
  backend.result_bytes_per_chain = 4;
  backend.alone = alone;
  kernels::Kernel kernel = fake_kernel(row, backend);
  kernel.precision = kernels::Precision::fp32;
  kernel.work.operations = 256;
  kernel.per_chain = true;
  kernel.data_matters = true;
  if (alone) kernel.shapes = kFakeOne;
  return kernel;
}

inline const std::vector<kernels::Kernel>& fake_kernels() {
  static const std::vector<kernels::Kernel> kernels = [] {
    using enum kernels::Family;
    std::vector<kernels::Kernel> all{
        fake_stream({"read", bandwidth, "ld16B", fake_read}, &fake_code[0], "1:0", 16, 0, 1),
        fake_stream({"write", bandwidth, "st16B", fake_write}, &fake_code[1], "0:1", 0, 16, 1),
        fake_stream({"copy", bandwidth, "copy", fake_copy}, &fake_code[2], "1:1", 16, 16, 2),
        fake_compute({"fma", compute, "fma", fake_chain}, &fake_code[3], false),
        fake_compute({"fma_alone", compute, "fma-one-chain", fake_chain}, &fake_code[4], true),
    };
    const FakeRow chase{"chase", latency, "chase", fake_chase};
    kernels::GpuBackend ring = fake_backend(chase, &fake_code[5]);
    ring.fill = kernels::GpuFill::ring;
    kernels::Kernel kernel = fake_kernel(chase, ring);
    kernel.element_bytes = 128;
    kernel.shapes = kFakeOne;
    kernel.work = {.read = 8, .operations = 1};
    all.push_back(kernel);
    all.push_back(fake_stream({"short_read", bandwidth, "ld16B-short", fake_short_read},
                              &fake_code[6], "1:0", 16, 0, 1));
    all.push_back(fake_stream({"short_write", bandwidth, "st16B-short", fake_short_write},
                              &fake_code[7], "0:1", 0, 16, 1));
    const FakeRow inside{"read_shared", bandwidth, "ld16B", fake_read};
    kernels::GpuBackend shared = fake_backend(inside, &fake_code[8]);
    shared.set_in_shared = true;
    shared.carve_out = 100;
    kernels::Kernel scratch = fake_kernel(inside, shared);
    scratch.mix = "1:0";
    scratch.level = "shared";
    scratch.work = {.read = 16};
    scratch.element_bytes = 16;
    scratch.quantum = 128;
    all.push_back(scratch);
    return all;
  }();
  return kernels;
}

inline const kernels::Kernel& fake_named(std::string_view name) {
  for (const kernels::Kernel& kernel : fake_kernels()) {
    if (kernel.name == name) return kernel;
  }
  throw std::logic_error("no such fake kernel");
}

}  // namespace ridgeline::bench::nvidia
