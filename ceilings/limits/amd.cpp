// What AMD's cores can do per cycle. Only what the vendor's manual, published measurements, or
// assembly probes of this project's authors confirm; 0 means "not known" or "not there".
#include "ceilings/limits/amd.hpp"

namespace ridgeline::ceilings::x86 {
namespace {

constexpr const char* kZenFma =
    "AMD Software Optimization Guide 55723 (family 17h), floating-point unit";
constexpr const char* kZen2Fma =
    "AMD Software Optimization Guide 56305 (family 17h, models 30h on), floating-point unit";
constexpr const char* kZen3Fma =
    "AMD Software Optimization Guide 56665 (family 19h), floating-point unit";
constexpr const char* kZen4Fma =
    "AMD Software Optimization Guide 57647 (Zen 4), floating-point unit";

// Two 128-bit pipes multiply and execute FMA, two others add; 256-bit operations are split. Whether
// additions run beside FMAs at full rate is not documented before Zen 5. Two memory operations a
// cycle, at most one of them a store, 16 bytes each.
constexpr Core kZen = {
    .name = "Zen",
    .fma = {4, 8, 8, 0},
    .mul_add = {4, 8, 8, 0},
    .add = {2, 4, 4, 0},
    .fma_latency = 5,
    .load = {16, 32, 32, 0},
    .store = {8, 16, 16, 0},
    .copy = {16, 32, 32, 0},
    .two_to_one = {16, 32, 32, 0},
    .l3 = 32,
    .fma_source = kZenFma,
    .other_source = kZenFma,
    .memory_source = "AMD Software Optimization Guide 55723 (family 17h), load-store and caches"};
constexpr Core kZenPlus = named("Zen+", kZen);
// Two 256-bit loads and one 256-bit store a cycle (three address generators).
constexpr Core kZen2 = {
    .name = "Zen 2",
    .fma = {4, 8, 16, 0},
    .mul_add = {4, 8, 16, 0},
    .add = {2, 4, 8, 0},
    .fma_latency = 5,
    .load = {16, 32, 64, 0},
    .store = {8, 16, 32, 0},
    .copy = {16, 32, 64, 0},
    .two_to_one = {24, 48, 96, 0},
    .l3 = 32,
    .fma_source = kZen2Fma,
    .other_source = kZen2Fma,
    .memory_source =
        "AMD Software Optimization Guide 56305 (family 17h, models 30h on), load-store and caches"};
// Three memory operations a cycle: three loads or two vector loads, two stores or one vector one.
constexpr Core kZen3 = {
    .name = "Zen 3",
    .fma = {4, 8, 16, 0},
    .mul_add = {4, 8, 16, 0},
    .add = {2, 4, 8, 0},
    .fma_latency = 4,
    .load = {24, 32, 64, 0},
    .store = {16, 16, 32, 0},
    .copy = {24, 32, 64, 0},
    .two_to_one = {24, 48, 96, 0},
    .l3 = 32,
    .fma_source = kZen3Fma,
    .other_source = kZen3Fma,
    .memory_source = "AMD Software Optimization Guide 56665 (family 19h), load-store and caches"};
// As Zen 3; 512-bit operations take a 256-bit pipe for two cycles.
constexpr Core kZen4 = {
    .name = "Zen 4",
    .fma = {4, 8, 16, 16},
    .mul_add = {4, 8, 16, 16},
    .add = {2, 4, 8, 8},
    .fma_latency = 4,
    .load = {24, 32, 64, 64},
    .store = {16, 16, 32, 32},
    .copy = {24, 32, 64, 64},
    .two_to_one = {24, 48, 96, 96},
    .l3 = 32,
    .fma_source = kZen4Fma,
    .other_source = kZen4Fma,
    .memory_source = "AMD Software Optimization Guide 57647 (Zen 4), load-store and caches"};
// Full 512-bit data path: two pipes multiply and execute FMA, two others add, all four at once.
// Four memory operations a cycle, two of them vector loads, two stores (one of 512 bits).
constexpr Core kZen5 = {
    .name = "Zen 5",
    .fma = {4, 8, 16, 32},
    .fma_add = {6, 12, 24, 48},
    .mul_add = {4, 8, 16, 32},
    .add = {2, 4, 8, 16},
    .fma_latency = 4,
    .load = {32, 32, 64, 128},
    .store = {16, 32, 64, 64},
    .copy = {32, 64, 128, 128},
    .two_to_one = {32, 48, 96, 192},
    .triad_scalar = 24,
    .l2 = 64,
    .l3 = 32,
    .fma_source =
        "AMD Software Optimization Guide 58455 (Zen 5); probe, 2026-11-30: 4.0, 16.1, 32.2 in fp64",
    .other_source =
        "AMD Software Optimization Guide 58455 (Zen 5); probe, 2026-11-30: 32.1 "
        "multiply and add, 16.1 add, 6.0, 24.1, 48.4 FMA and add in fp64",
    .memory_source =
        "AMD Software Optimization Guide 58455 (Zen 5); probe, 2026-11-30: loads 31.4, "
        "31.9, 63.6, 127.0, stores 16.0, 32.0, 63.6, 2:1 173.6, 1:1 127.8"};
// The mobile variant with 256-bit vector pipes: 512-bit FMA at half the rate of the server's.
constexpr Core kZen5Narrow = {
    .name = "Zen 5 (256-bit)",
    .fma = {4, 8, 16, 16},
    .fma_latency = 4,
    .load = {32, 32, 64, 0},
    .l3 = 32,
    .fma_source = "AMD Software Optimization Guide 58455 (Zen 5), 256-bit data path option",
    .memory_source = "AMD Software Optimization Guide 58455 (Zen 5), load-store and caches"};
// Which data path it has is not confirmed: only what both variants have in common.
constexpr Core kZen5Either = {
    .name = "Zen 5",
    .fma = {4, 8, 16, 0},
    .fma_latency = 4,
    .load = {32, 32, 64, 0},
    .l3 = 32,
    .fma_source = "AMD Software Optimization Guide 58455 (Zen 5), both data paths",
    .memory_source = "AMD Software Optimization Guide 58455 (Zen 5), load-store and caches"};

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

}  // namespace ridgeline::ceilings::x86
