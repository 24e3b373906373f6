// Numbers for people: rates decimal (GB/s = 1e9 B/s), sizes binary (KiB, MiB, GiB).
#pragma once

#include <cstdint>
#include <string>

namespace ridgeline {

std::string format_bytes(std::uint64_t bytes);  // exact: "48KiB", "1.5MiB", "1200MiB"; else "1000B"
// Three or four significant digits with an SI prefix: (1.372e11, "FLOP/s") -> "137.2 GFLOP/s".
std::string format_rate(double value, const std::string& unit);
std::string format_seconds(double seconds);   // "4.1 ns", "13.2 s", "2 min 5 s"
std::string format_percent(double fraction);  // "98.7 %"
std::string format_hertz(double hertz);       // "2.90 GHz"

// "48KiB", "48K", "1.5MiB", "2GB" (decimal), "4096": bytes. Throws UsageError that names the text.
std::uint64_t parse_bytes(const std::string& text);

}  // namespace ridgeline
