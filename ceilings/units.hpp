// Numbers for people: rates decimal (GB/s = 1e9 B/s), sizes binary (KiB, MiB, GiB).
#pragma once

#include <cstdint>
#include <string>

namespace ridgeline {

// Exact, never rounded: in the largest binary unit of which the size is a whole number, or at most
// three decimals below 10000: "48KiB", "1.5MiB", "1200MiB"; else in bytes: "1000B".
// parse_bytes reads it back to the same number.
std::string format_bytes(std::uint64_t bytes);
// Four significant digits with an SI prefix: (1.372e11, "FLOP/s") -> "137.2 GFLOP/s".
std::string format_rate(double value, const std::string& unit);
std::string format_seconds(double seconds);   // "4.1 ns", "13.2 s", "2 min 5 s"
std::string format_percent(double fraction);  // "98.7 %"
std::string format_hertz(double hertz);       // "2.90 GHz"

// Bytes of a size as people write it: "48KiB", "48K", "1.5MiB", "2GB", "4096", "4096B".
// The meaning of a suffix is fixed: K, M, G, T and KiB, MiB, GiB, TiB are binary (1024), kB or KB,
// MB, GB, TB decimal (1000); upper and lower case and blanks before it make no difference;
// "1.3GiB" is rounded down to a whole byte. Throws UsageError that names the text: no number, an
// unknown suffix, a negative size, a fraction of plain bytes, more than 2^64 - 1.
std::uint64_t parse_bytes(const std::string& text);

}  // namespace ridgeline
