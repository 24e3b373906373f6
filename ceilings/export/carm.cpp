// See carm.hpp.
#include "ceilings/export/carm.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <tuple>

#include "ceilings/checks/quality.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/paths.hpp"

namespace ridgeline::ceilings {
namespace {

constexpr std::array kLevels{"L1", "L2", "L3", "DRAM"};

// In their order; by the same names as ours.
constexpr std::array kIsas{"scalar", "sse", "avx2", "avx512", "neon"};

// Two decimals, as the tool rounds.
std::string rounded(double value) {
  std::array<char, 64> text{};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, 2);
  return {text.data(), end.ptr};
}

// A cell of their files: quoted where it has to be.
std::string cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

class Rows {
 public:
  explicit Rows(const Archive& archive) : archive_(archive) {}

  std::string all() const {
    std::string rows;
    for (const char* scope : {"core", "all"}) {
      for (const char* name : kIsas) {
        const VectorIsa& isa = *instruction_set_of(name);
        for (const char* precision : {"fp64", "fp32"}) {
          // Scalar bandwidths were measured with 8 B a load; no fp32 load of 4 B reaches them.
          const bool narrower = isa.vector_bytes == 8 && precision == std::string("fp32");
          if (!narrower) rows += row(scope, isa, precision);
        }
      }
    }
    return rows;
  }

 private:
  const Ceiling* highest(const auto& wanted) const {
    const Ceiling* best = nullptr;
    for (const Ceiling& ceiling : archive_.ceilings) {
      if (ceiling.value <= 0 || is_failed(ceiling) || !wanted(ceiling)) continue;
      if (best == nullptr || ceiling.value > best->value) best = &ceiling;
    }
    return best;
  }

  // The instruction set of a path; reads are named by it alone.
  static std::string isa_named(const Ceiling& ceiling) {
    const std::string isa = isa_of(ceiling.path);
    return isa.empty() ? ceiling.path : isa;
  }

  const Ceiling* bandwidth(const std::string& scope, const VectorIsa& isa, const char* level,
                           const std::string& mix) const {
    return highest([&](const Ceiling& c) {
      return c.kind == "bandwidth" && c.level == level && c.node.empty() && c.scope == scope &&
             c.mix == mix && isa_named(c) == isa.name;
    });
  }

  const Ceiling* compute(const std::string& scope, const VectorIsa& isa, const char* precision,
                         const std::string& operation) const {
    return highest([&](const Ceiling& c) {
      return c.kind == "compute" && c.precision == precision && c.scope == scope &&
             operation_of(c.path) == operation && isa_named(c) == isa.name;
    });
  }

  // "471.60,2.58": the rate in 1e9 a second, and instructions a cycle of all threads together.
  static std::string pair(const Ceiling* ceiling, double work_an_instruction) {
    if (ceiling == nullptr) return ",0,0";
    const double clock = ceiling->clock_hz > 0 ? ceiling->clock_hz : 0;
    const double rate = clock > 0 ? ceiling->value / clock / work_an_instruction : 0;
    return "," + rounded(ceiling->value / 1e9) + "," + rounded(rate);
  }

  std::string row(const std::string& scope, const VectorIsa& isa, const char* precision) const {
    const double width = precision == std::string("fp32") ? 4 : 8;
    const double bytes = isa.vector_bytes, lanes = bytes / width;
    const Ceiling* fma = compute(scope, isa, precision, "fma");
    const Ceiling* add = compute(scope, isa, precision, "add");
    // Two loads and a store where they were measured, else loads alone.
    const bool stores = bandwidth(scope, isa, "L1", "2:1") != nullptr;
    const std::string mix = stores ? "2:1" : "1:0";
    const Ceiling* nearest = bandwidth(scope, isa, "L1", mix);
    if (nearest == nullptr || (fma == nullptr && add == nullptr)) return "";
    std::string date = archive_.created.substr(0, 19);
    if (date.size() > 10) date[10] = ' ';
    std::string text = date + "," + isa.name + "," + (width == 8 ? "dp" : "sp") + "," +
                       std::to_string(nearest->units) + (stores ? ",2,1" : ",1,0") + ",No," +
                       std::to_string(dram_kibibytes(bandwidth(scope, isa, "DRAM", mix))) + ",add";
    for (const char* level : kLevels) text += pair(bandwidth(scope, isa, level, mix), bytes);
    return text + pair(add, lanes) + pair(fma, 2 * lanes) + "\r\n";
  }

  // The working set of the memory ceiling, KiB; 0: unknown.
  std::uint64_t dram_kibibytes(const Ceiling* ceiling) const {
    if (ceiling == nullptr) return 0;
    for (const Sample& sample : archive_.samples) {
      if (!ceiling->evidence.empty() && sample.name == ceiling->evidence.front()) {
        return sample.working_set / 1024;
      }
    }
    return 0;
  }

  const Archive& archive_;
};

std::uint64_t capacity(const Archive& archive, const std::string& level) {
  for (const NominalLevel& nominal : archive.device.levels) {
    if (nominal.name == level) return nominal.bytes;
  }
  return 0;
}

}  // namespace

std::string carm_csv(const Archive& archive) {
  if (archive.device.kind != "cpu") {
    throw ArchiveError(
        "the CARM Tool's table is of CPUs and their instruction sets; this archive "
        "is of a GPU (`--to ert-json` and `--to csv` take any)");
  }
  const std::string rows = Rows(archive).all();
  if (rows.empty()) {
    throw ArchiveError(
        "the archive has no instruction set with an L1 bandwidth and a compute "
        "ceiling, which each row of the CARM Tool's table needs");
  }
  const bool measured = archive.provenance == Provenance::measured;
  const std::string mark =
      measured ? "" : std::string(" (") + provenance_name(archive.provenance) + ")";
  std::string text = "Name:," + cell(archive.device.model + mark);
  for (const char* level : {"L1", "L2", "L3"}) {
    text += std::string(",") + level + " Size:," + std::to_string(capacity(archive, level) / 1024);
  }
  text += ",,L1,L1,L2,L2,L3,L3,DRAM,DRAM,FP,FP,FP FMA,FP_FMA\r\n";
  text += "Date,ISA,Precision,Threads,Loads,Stores,Interleaved,DRAM Bytes,FP Inst.";
  for (std::size_t i = 0; i < kLevels.size(); ++i) text += ",GB/s,I/Cycle";
  return text + ",Gflop/s,I/Cycle,Gflop/s,I/Cycle\r\n" + rows;
}

}  // namespace ridgeline::ceilings
