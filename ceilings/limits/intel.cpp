// What Intel's cores can do per cycle. Only what the vendor's manual, published measurements, or
// assembly probes of this project's authors confirm; 0 means "not known" or "not there".
#include "ceilings/limits/intel.hpp"

namespace ridgeline::ceilings::x86 {
namespace {

// One 16-byte load and one 16-byte store a cycle; no FMA instructions.
constexpr Core kNehalem = {
    .name = "Nehalem",
    .load = {8, 16, 0, 0},
    .store = {8, 16, 0, 0},
    .copy = {16, 32, 0, 0},
    .l2 = 32,
    .memory_source = "Intel Optimization Reference Manual, Nehalem microarchitecture"};
// Two 16-byte loads, or one and a 16-byte store, a cycle; no FMA instructions.
constexpr Core kSandyBridge = {
    .name = "Sandy Bridge",
    .load = {16, 32, 0, 0},
    .store = {8, 16, 0, 0},
    .copy = {16, 32, 0, 0},
    .l2 = 32,
    .memory_source = "Intel Optimization Reference Manual, Sandy Bridge microarchitecture"};
constexpr Core kIvyBridge = named("Ivy Bridge", kSandyBridge);
// Two 32-byte loads and one 32-byte store a cycle; two 256-bit FMA pipes, one of which also adds;
// 64-byte path to L2.
constexpr Core kHaswell = {
    .name = "Haswell",
    .fma = {4, 8, 16, 0},
    .fma_add = {3, 6, 12, 0},
    .mul_add = {2, 4, 8, 0},
    .add = {1, 2, 4, 0},
    .fma_latency = 5,
    .load = {16, 32, 64, 0},
    .store = {8, 16, 32, 0},
    .copy = {16, 32, 64, 0},
    .two_to_one = {24, 48, 96, 0},
    .l2 = 64,
    .fma_source = "Agner Fog, instruction tables, Haswell and Broadwell: two FMA pipes, 5 cycles",
    .other_source =
        "Agner Fog, instruction tables, Haswell and Broadwell: MUL on ports 0 and 1, "
        "ADD on port 1",
    .memory_source = "Intel Optimization Reference Manual, Haswell: cache parameters"};
constexpr Core kBroadwell = named("Broadwell", kHaswell);
// Both FMA pipes multiply and add as well.
constexpr Core kSkylake = {
    .name = "Skylake",
    .fma = {4, 8, 16, 0},
    .fma_add = {3, 6, 12, 0},
    .mul_add = {2, 4, 8, 0},
    .add = {2, 4, 8, 0},
    .fma_latency = 4,
    .load = {16, 32, 64, 0},
    .store = {8, 16, 32, 0},
    .copy = {16, 32, 64, 0},
    .two_to_one = {24, 48, 96, 0},
    .l2 = 64,
    .fma_source = "Agner Fog, instruction tables, Skylake: two FMA pipes, 4 cycles",
    .other_source = "Agner Fog, instruction tables, Skylake: FMA, MUL and ADD on ports 0 and 1",
    .memory_source = "Intel Optimization Reference Manual, Skylake client: cache parameters"};
// Two 64-byte loads and one 64-byte store a cycle; 512-bit arithmetic on ports 0 and 5.
constexpr Core kSkylakeServer = {
    .name = "Skylake-SP",
    .fma = {4, 8, 16, 32},
    .fma_add = {3, 6, 12, 24},
    .mul_add = {2, 4, 8, 16},
    .add = {2, 4, 8, 16},
    .fma_latency = 4,
    .load = {16, 32, 64, 128},
    .store = {8, 16, 32, 64},
    .copy = {16, 32, 64, 128},
    .two_to_one = {24, 48, 96, 192},
    .l2 = 64,
    .fma_source =
        "Intel Optimization Reference Manual, Skylake server: two 512-bit FMA units (many "
        "Bronze, Silver and Gold 5000 parts have one: half of this for avx512)",
    .other_source =
        "Agner Fog, instruction tables, SkylakeX: FMA, MUL and ADD on ports 0 and 1, "
        "512 bits on ports 0 and 5 (parts with one such unit: half for avx512)",
    .memory_source = "Intel Optimization Reference Manual, Skylake server: cache parameters"};
// Two loads and two stores a cycle, 64 bytes of stores at most.
constexpr Core kSunnyCove = {
    .name = "Sunny Cove",
    .fma = {4, 8, 16, 16},
    .fma_add = {3, 6, 12, 0},
    .mul_add = {2, 4, 8, 0},
    .add = {2, 4, 8, 0},
    .fma_latency = 4,
    .load = {16, 32, 64, 128},
    .store = {16, 32, 64, 64},
    .copy = {32, 64, 128, 128},
    .two_to_one = {24, 48, 96, 192},
    .l2 = 64,
    .fma_source =
        "uops.info, Ice, Tiger and Rocket Lake: one 512-bit FMA unit on client parts, 4 cycles",
    .other_source = "uops.info, Ice, Tiger and Rocket Lake: FMA, MUL and ADD on ports 0 and 1",
    .memory_source = "Intel Optimization Reference Manual, Ice Lake client: cache parameters"};
constexpr Core kWillowCove = named("Willow Cove", kSunnyCove);
constexpr Core kSunnyCoveServer = {
    .name = "Sunny Cove",
    .fma = {4, 8, 16, 32},
    .fma_add = {3, 6, 12, 24},
    .mul_add = {2, 4, 8, 16},
    .add = {2, 4, 8, 16},
    .fma_latency = 4,
    .load = kSunnyCove.load,
    .store = kSunnyCove.store,
    .copy = kSunnyCove.copy,
    .two_to_one = kSunnyCove.two_to_one,
    .l2 = 64,
    .fma_source = "Intel Optimization Reference Manual, Ice Lake server: two 512-bit FMA units",
    .other_source = "uops.info, Ice Lake: FMA, MUL and ADD on ports 0 and 1, 512 bits on 0 and 5",
    .memory_source = kSunnyCove.memory_source};
// Additions up to 256 bits have an adder of their own on port 5, beside one on port 1, so that
// three operations a cycle are possible where FMAs alone make two; 512 bits run on ports 0 and 5.
// Integers: additions on ports 0, 1 and 5 (scalar on five ports), 32-bit products of vectors take
// two operations. Three loads of up to 32 bytes or two of 64, and two stores (64 bytes at most), a
// cycle. A tile product takes 16 cycles.
constexpr Core kGoldenCove = {
    .name = "Golden Cove",
    .fma = {4, 8, 16, 32},
    .fma_add = {4.5, 9, 18, 24},
    .mul_add = {3, 6, 12, 16},
    .add = {2, 4, 8, 16},
    .fma_latency = 4,
    .int_add = {5, 12, 24, 32},
    .int_mul_add = {2, 8, 16, 64.0 / 3},
    .dot_int8 = {0, 0, 128, 256},
    .fp16 = 128,
    .amx_int8 = 2048,
    .amx_bf16 = 1024,
    .load = {24, 48, 96, 128},
    .store = {16, 32, 64, 64},
    .copy = {32, 64, 128, 128},
    .two_to_one = {36, 72, 144, 192},
    .l2 = 64,
    .fma_source =
        "Intel Optimization Reference Manual, Golden Cove: two 512-bit FMA units; "
        "uops.info, Alder Lake P: 4 cycles",
    .other_source =
        "uops.info, Alder Lake P: FMA and MUL on ports 0 and 1, ADD on 1 and 5, 512 bits "
        "on 0 and 5; Intel Optimization Reference Manual: AMX, 16 cycles a tile product",
    .memory_source = "Intel Optimization Reference Manual, Golden Cove: cache parameters"};
constexpr Core kRaptorCove = [] {
  Core core = named("Raptor Cove", kGoldenCove);
  core.dot_bf16 = 32;
  core.bf16_source = "assembly probe, 2026-11-30: one 512-bit VDPBF16PS every two cycles";
  return core;
}();
constexpr Core kRedwoodCove = named("Redwood Cove", kGoldenCove);
// Two kinds of cores under one model number; both have two pipes for scalar and 128-bit FMA.
constexpr Core kAlderLake = {
    .name = "Alder Lake (hybrid)",
    .fma = {4, 8, 0, 0},
    .fma_source = "uops.info, Alder Lake P and E: two 128-bit FMA pipes in each"};
constexpr Core kRaptorLake = named("Raptor Lake (hybrid)", kAlderLake);

// Models: Linux, arch/x86/include/asm/intel-family.h.
constexpr Models intel(int model, const Core& core) { return {6, model, model, &core}; }
constexpr std::array kIntel = {
    intel(26, kNehalem),      intel(30, kNehalem),          intel(31, kNehalem),
    intel(46, kNehalem),      intel(42, kSandyBridge),      intel(45, kSandyBridge),
    intel(58, kIvyBridge),    intel(62, kIvyBridge),        intel(60, kHaswell),
    intel(63, kHaswell),      intel(69, kHaswell),          intel(70, kHaswell),
    intel(61, kBroadwell),    intel(71, kBroadwell),        intel(79, kBroadwell),
    intel(86, kBroadwell),    intel(78, kSkylake),          intel(94, kSkylake),
    intel(142, kSkylake),     intel(158, kSkylake),         intel(165, kSkylake),
    intel(166, kSkylake),     intel(85, kSkylakeServer),    intel(125, kSunnyCove),
    intel(126, kSunnyCove),   intel(167, kSunnyCove),       intel(140, kWillowCove),
    intel(141, kWillowCove),  intel(106, kSunnyCoveServer), intel(108, kSunnyCoveServer),
    intel(143, kGoldenCove),  intel(207, kRaptorCove),      intel(173, kRedwoodCove),
    intel(174, kRedwoodCove), intel(151, kAlderLake),       intel(154, kAlderLake),
    intel(183, kRaptorLake),  intel(186, kRaptorLake),      intel(191, kRaptorLake),
};

}  // namespace

std::span<const Models> intel_models() { return kIntel; }

}  // namespace ridgeline::ceilings::x86
