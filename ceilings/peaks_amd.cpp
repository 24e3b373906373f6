// What AMD's cores can do per cycle. Only what the vendor's manual, published measurements, or
// assembly probes of this project's authors confirm; 0 means "not known" or "not there".
#include "ceilings/peaks_x86.hpp"

namespace ridgeline::x86 {
namespace {

// Two 128-bit pipes execute FMA; 256-bit ones are split. Two memory operations a cycle, at most
// one of them a store, 16 bytes each.
constexpr Core kZen = {"Zen",
                       {4, 8, 8, 0},
                       {16, 32, 32, 0},
                       {16, 32, 32, 0},
                       0,
                       32,
                       "AMD Software Optimization Guide 55723 (family 17h), floating-point unit",
                       "AMD Software Optimization Guide 55723 (family 17h), load-store and caches"};
constexpr Core kZenPlus = {"Zen+", kZen.fma, kZen.load,       kZen.update,
                           0,      32,       kZen.fma_source, kZen.memory_source};
// Two 256-bit loads and one 256-bit store a cycle (three address generators).
constexpr Core kZen2 = {
    "Zen 2",
    {4, 8, 16, 0},
    {16, 32, 64, 0},
    {16, 32, 64, 0},
    0,
    32,
    "AMD Software Optimization Guide 56305 (family 17h, models 30h on), floating-point unit",
    "AMD Software Optimization Guide 56305 (family 17h, models 30h on), load-store and caches"};
// Three memory operations a cycle: three loads or two vector loads, two stores or one vector one.
constexpr Core kZen3 = {
    "Zen 3",
    {4, 8, 16, 0},
    {24, 32, 64, 0},
    {24, 32, 64, 0},
    0,
    32,
    "AMD Software Optimization Guide 56665 (family 19h), floating-point unit",
    "AMD Software Optimization Guide 56665 (family 19h), load-store and caches"};
// As Zen 3; 512-bit operations take a 256-bit pipe for two cycles.
constexpr Core kZen4 = {"Zen 4",
                        {4, 8, 16, 16},
                        {24, 32, 64, 64},
                        {24, 32, 64, 64},
                        0,
                        32,
                        "AMD Software Optimization Guide 57647 (Zen 4), floating-point unit",
                        "AMD Software Optimization Guide 57647 (Zen 4), load-store and caches"};
// Full 512-bit data path. Four memory operations a cycle, two of them vector loads, two stores
// (one of 512 bits).
constexpr Core kZen5 = {
    "Zen 5",
    {4, 8, 16, 32},
    {32, 32, 64, 128},
    {32, 64, 128, 128},
    64,
    32,
    "AMD Software Optimization Guide 58455 (Zen 5); probe, 2026-11-30: 4.0, 16.1, 32.2 in fp64",
    "AMD Software Optimization Guide 58455 (Zen 5); probe, 2026-11-30: 31.4, 31.9, 63.6, 127.0"};
// The mobile variant with 256-bit vector pipes: 512-bit FMA at half the rate of the server's.
constexpr Core kZen5Narrow = {
    "Zen 5 (256-bit)",
    {4, 8, 16, 16},
    {32, 32, 64, 0},
    {0, 0, 0, 0},
    0,
    32,
    "AMD Software Optimization Guide 58455 (Zen 5), 256-bit data path option",
    "AMD Software Optimization Guide 58455 (Zen 5), load-store and caches"};
// Which data path it has is not confirmed: only what both variants have in common.
constexpr Core kZen5Either = {
    "Zen 5",
    {4, 8, 16, 0},
    {32, 32, 64, 0},
    {0, 0, 0, 0},
    0,
    32,
    "AMD Software Optimization Guide 58455 (Zen 5), both data paths",
    "AMD Software Optimization Guide 58455 (Zen 5), load-store and caches"};

// Ranges: Linux, arch/x86/kernel/cpu/amd.c (which models are which Zen); within family 17h the
// revision guides (08h and 18h are Zen+), within 1Ah the processor programming references.
constexpr std::array kAmd = {
    Models{0x17, 0x08, 0x08, &kZenPlus},    Models{0x17, 0x18, 0x18, &kZenPlus},
    Models{0x17, 0x00, 0x2f, &kZen},        Models{0x17, 0x30, 0x4f, &kZen2},
    Models{0x17, 0x60, 0x7f, &kZen2},       Models{0x17, 0x90, 0x91, &kZen2},
    Models{0x17, 0xa0, 0xaf, &kZen2},       Models{0x19, 0x00, 0x0f, &kZen3},
    Models{0x19, 0x20, 0x5f, &kZen3},       Models{0x19, 0x10, 0x1f, &kZen4},
    Models{0x19, 0x60, 0xaf, &kZen4},       Models{0x1a, 0x00, 0x1f, &kZen5},
    Models{0x1a, 0x20, 0x2f, &kZen5Narrow}, Models{0x1a, 0x40, 0x4f, &kZen5},
    Models{0x1a, 0x60, 0x6f, &kZen5Narrow}, Models{0x1a, 0x70, 0x77, &kZen5Either},
};

}  // namespace

std::span<const Models> amd_models() { return kAmd; }

}  // namespace ridgeline::x86
