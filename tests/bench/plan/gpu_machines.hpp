// GPUs and a few kernels made by hand for tests of the plan: what their documents say of them.
#pragma once

#include <array>
#include <numeric>
#include <string>
#include <vector>

#include "bench/devices/device.hpp"

namespace ridgeline::bench::gpus {

inline constexpr std::uint64_t kKiB = 1024, kMiB = 1024 * kKiB, kGiB = 1024 * kMiB;

struct Limits {
  std::uint16_t sm;
  int units, threads, blocks;
  std::uint64_t shared, l1, l2, memory;
};

inline Machine machine(const Limits& limits) {
  Machine gpu;
  gpu.gpu = true;
  gpu.unit_name = "SM";
  std::vector<int> all(static_cast<std::size_t>(limits.units));
  std::iota(all.begin(), all.end(), 0);
  for (const int i : all) {
    gpu.units.push_back({i, i, 0, 0, 0});
    gpu.caches.push_back({"L1", limits.l1, {i}, 1, ""});
  }
  gpu.caches.push_back({"L2", limits.l2, all, limits.units, ""});
  gpu.nodes = {{0, "DRAM", limits.memory, all, true}};
  gpu.memory = {limits.memory, "free GPU memory"};
  gpu.sm = limits.sm;
  gpu.threads_per_unit = limits.threads;
  gpu.blocks_per_unit = limits.blocks;
  gpu.shared_per_block = limits.shared;
  return gpu;
}

inline Machine h200() {
  return machine({90, 132, 2048, 32, 227 * kKiB, 256 * kKiB, 50 * kMiB, 140 * kGiB});
}
inline Machine t4() {
  return machine({75, 40, 1024, 16, 64 * kKiB, 96 * kKiB, 4 * kMiB, 15 * kGiB});
}
inline Machine rtx_3060_ti() {
  return machine({86, 38, 1536, 16, 99 * kKiB, 128 * kKiB, 4 * kMiB, 8 * kGiB});
}

inline std::vector<ceilings::NominalLevel> levels(const Machine& gpu) {
  const int units = static_cast<int>(gpu.units.size());
  return {{"L1", "sm", gpu.caches.front().bytes, units, 1, "", ""},
          {"shared", "sm", gpu.shared_per_block, units, 1, "", ""},
          {"L2", "", gpu.caches.back().bytes, 1, units, "", ""},
          {"DRAM", "", gpu.memory.bytes, 1, units, "", ""}};
}

inline constexpr kernels::Shape kShapes[] = {{2, 1024, 4}, {2, 512, 4}, {1, 1024, 4}, {32, 64, 4}};
inline constexpr kernels::Shape kOneBlock[] = {{1, 1024, 8}, {2, 512, 8}};
inline constexpr kernels::Shape kTileShapes[] = {{1, 128, 2}, {1, 256, 2}};
inline constexpr std::uint16_t kGeneric[] = {75, 80, 86, 89, 90, 100};
inline constexpr std::uint16_t kHopper[] = {90};

inline kernels::Kernel memory(std::string_view name, std::string_view mix, std::string_view path,
                              std::string_view level, std::string_view lacks = "") {
  kernels::Kernel kernel;
  kernel.name = name;
  kernel.mix = mix;
  kernel.path = path;
  kernel.level = level;
  kernel.lacks = lacks;
  kernel.role = lacks.empty() ? kernels::Role::primary : kernels::Role::secondary;
  kernel.vector_bits = 128;
  kernel.element_bytes = 16;
  kernel.quantum = 256;
  kernel.work.read = 16;
  kernel.needs.sms = kGeneric;
  kernel.shapes = kShapes;
  return kernel;
}

inline kernels::Kernel chase(std::string_view name, std::string_view level) {
  kernels::Kernel kernel = memory(name, "1:0", "chase", level);
  kernel.family = kernels::Family::latency;
  kernel.element_bytes = 128;
  kernel.quantum = 32;
  kernel.work = {.read = 8, .operations = 1};
  kernel.shapes = {};
  return kernel;
}

inline kernels::Kernel arithmetic(std::string_view name, std::string_view path,
                                  kernels::Precision precision) {
  kernels::Kernel kernel = memory(name, "", path, "");
  kernel.family = kernels::Family::compute;
  kernel.precision = precision;
  kernel.quantum = 1;
  kernel.per_chain = true;
  kernel.work = {.operations = 256};
  return kernel;
}

// `operations`: of a pass of one chain of one thread.
inline kernels::Kernel tensor(std::string_view name, std::string_view path, double operations,
                              std::span<const std::uint16_t> sms) {
  kernels::Kernel kernel = arithmetic(name, path, kernels::Precision::fp16);
  kernel.accumulate = kernels::Precision::fp32;
  kernel.data_matters = true;
  kernel.work.operations = operations;
  kernel.needs.sms = sms;
  kernel.needs.exact_sm = sms.size() == 1;
  kernel.shapes = kTileShapes;
  return kernel;
}

inline std::vector<kernels::Kernel> make_kernels() {
  std::vector<kernels::Kernel> all{memory("read", "1:0", "ld16B", ""),
                                   memory("read_bulk", "1:0", "bulk", ""),
                                   memory("read_narrow", "1:0", "ld4B", "", "access width"),
                                   memory("read_l1", "1:0", "ld16B", "L1"),
                                   memory("read_shared", "1:0", "ld16B", "shared"),
                                   chase("chase", ""),
                                   chase("chase_l1", "L1"),
                                   arithmetic("fma", "fma", kernels::Precision::fp32),
                                   tensor("mma", "mma-m16n8k16", 4096, kGeneric),
                                   tensor("wgmma64", "wgmma-n64", 4096, kHopper),
                                   tensor("wgmma256", "wgmma-n256", 16384, kHopper)};
  all[1].vector_bits = 1024;  // wider, and yet not what a sweep is made with
  all[3].shapes = all[4].shapes = kOneBlock;
  return all;
}

// Cases refer to them.
inline const std::vector<kernels::Kernel>& kernels() {
  static const std::vector<kernels::Kernel> all = make_kernels();
  return all;
}

}  // namespace ridgeline::bench::gpus
