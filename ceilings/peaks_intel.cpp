// What Intel's cores can do per cycle. Only what the vendor's manual, published measurements, or
// assembly probes of this project's authors confirm; 0 means "not known" or "not there".
#include "ceilings/peaks_x86.hpp"

namespace ridgeline::x86 {
namespace {

// One 16-byte load and one 16-byte store a cycle; no FMA instructions.
constexpr Core kNehalem = {"Nehalem",
                           {0, 0, 0, 0},
                           {8, 16, 0, 0},
                           {16, 32, 0, 0},
                           32,
                           0,
                           "",
                           "Intel Optimization Reference Manual, Nehalem microarchitecture"};
// Two 16-byte loads, or one and a 16-byte store, a cycle; no FMA instructions.
constexpr Core kSandyBridge = {
    "Sandy Bridge",
    {0, 0, 0, 0},
    {16, 32, 0, 0},
    {16, 32, 0, 0},
    32,
    0,
    "",
    "Intel Optimization Reference Manual, Sandy Bridge microarchitecture"};
constexpr Core kIvyBridge = {
    "Ivy Bridge", kSandyBridge.fma,          kSandyBridge.load, kSandyBridge.update, 32, 0,
    "",           kSandyBridge.memory_source};
// Two 32-byte loads and one 32-byte store a cycle; two 256-bit FMA pipes; 64-byte path to L2.
constexpr Core kHaswell = {"Haswell",
                           {4, 8, 16, 0},
                           {16, 32, 64, 0},
                           {16, 32, 64, 0},
                           64,
                           0,
                           "Agner Fog, instruction tables, Haswell: two FMA pipes",
                           "Intel Optimization Reference Manual, Haswell: cache parameters"};
constexpr Core kBroadwell = {"Broadwell",
                             kHaswell.fma,
                             kHaswell.load,
                             kHaswell.update,
                             64,
                             0,
                             "Agner Fog, instruction tables, Broadwell: two FMA pipes",
                             kHaswell.memory_source};
constexpr Core kSkylake = {"Skylake",
                           kHaswell.fma,
                           kHaswell.load,
                           kHaswell.update,
                           64,
                           0,
                           "Agner Fog, instruction tables, Skylake: two FMA pipes",
                           "Intel Optimization Reference Manual, Skylake client: cache parameters"};
// Two 64-byte loads and one 64-byte store a cycle.
constexpr Core kSkylakeServer = {
    "Skylake-SP",
    {4, 8, 16, 32},
    {16, 32, 64, 128},
    {16, 32, 64, 128},
    64,
    0,
    "Intel Optimization Reference Manual, Skylake server: two 512-bit FMA units (many Bronze, "
    "Silver and Gold 5000 parts have one: half of this for avx512)",
    "Intel Optimization Reference Manual, Skylake server: cache parameters"};
// Two loads and two stores a cycle, 64 bytes of stores at most.
constexpr Core kSunnyCove = {
    "Sunny Cove",
    {4, 8, 16, 16},
    {16, 32, 64, 128},
    {32, 64, 128, 128},
    64,
    0,
    "uops.info, Ice Lake and Rocket Lake: one 512-bit FMA unit on client parts",
    "Intel Optimization Reference Manual, Ice Lake client: cache parameters"};
constexpr Core kWillowCove = {"Willow Cove",
                              kSunnyCove.fma,
                              kSunnyCove.load,
                              kSunnyCove.update,
                              64,
                              0,
                              "uops.info, Tiger Lake: one 512-bit FMA unit on client parts",
                              kSunnyCove.memory_source};
constexpr Core kSunnyCoveServer = {
    "Sunny Cove",
    {4, 8, 16, 32},
    kSunnyCove.load,
    kSunnyCove.update,
    64,
    0,
    "Intel Optimization Reference Manual, Ice Lake server: two 512-bit FMA units",
    kSunnyCove.memory_source};
// Three loads of up to 32 bytes or two of 64, and two stores (64 bytes at most), a cycle.
constexpr Core kGoldenCove = {
    "Golden Cove",
    {4, 8, 16, 32},
    {24, 48, 96, 128},
    {32, 64, 128, 128},
    64,
    0,
    "Intel Optimization Reference Manual, Golden Cove: two 512-bit FMA units",
    "Intel Optimization Reference Manual, Golden Cove: cache parameters"};
constexpr Core kRaptorCove = {
    "Raptor Cove",          kGoldenCove.fma,          kGoldenCove.load, kGoldenCove.update, 64, 0,
    kGoldenCove.fma_source, kGoldenCove.memory_source};
constexpr Core kRedwoodCove = {
    "Redwood Cove",         kGoldenCove.fma,          kGoldenCove.load, kGoldenCove.update, 64, 0,
    kGoldenCove.fma_source, kGoldenCove.memory_source};
// Two kinds of cores under one model number; both have two pipes for scalar and 128-bit FMA.
constexpr Core kAlderLake = {"Alder Lake (hybrid)",
                             {4, 8, 0, 0},
                             {0, 0, 0, 0},
                             {0, 0, 0, 0},
                             0,
                             0,
                             "uops.info, Alder Lake P and E: two 128-bit FMA pipes in each",
                             ""};
constexpr Core kRaptorLake = {"Raptor Lake (hybrid)",
                              kAlderLake.fma,
                              kAlderLake.load,
                              kAlderLake.update,
                              0,
                              0,
                              kAlderLake.fma_source,
                              ""};

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

}  // namespace ridgeline::x86
