// What the table of kernels must always hold: names, ids, and claims that fit together.
#include "kernels/registry.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>
#include <string>

#include "kernels/isa/isa.hpp"

namespace ridgeline::kernels {
namespace {

const CpuBackend& backend(const Kernel& kernel) { return std::get<CpuBackend>(kernel.backend); }

// The middle part of a kernel's name.
std::string_view type_of(const Kernel& kernel) {
  if (kernel.family == Family::latency) return "ptr";
  if (kernel.family == Family::bandwidth) return kernel.work.operations > 0 ? "f64" : "u64";
  switch (kernel.precision) {
    case Precision::fp64:
      return "f64";
    case Precision::fp32:
      return "f32";
    case Precision::fp16:
      return "f16";
    case Precision::bf16:
      return "bf16";
    case Precision::int32:
      return "i32";
    case Precision::int8:
      return "i8";
    default:
      return "";
  }
}

TEST(Registry, NamesAreUniqueAndFollowTheGrammar) {
  std::set<std::string_view> names;
  std::set<std::string> ids;
  for (const Kernel& kernel : cpu_kernels()) {
    EXPECT_TRUE(names.insert(kernel.name).second) << kernel.name;
    const std::string id = std::to_string(static_cast<int>(kernel.family)) +
                           std::string(kernel.mix) + "/" + std::string(kernel.path) + "/" +
                           std::to_string(static_cast<int>(kernel.precision));
    EXPECT_TRUE(ids.insert(id).second) << kernel.name << " shares the id of another kernel";
    const auto part = [](char c) {
      return std::islower(static_cast<unsigned char>(c)) != 0 ||
             std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-';
    };
    EXPECT_TRUE(std::all_of(kernel.path.begin(), kernel.path.end(), part)) << kernel.path;
    EXPECT_FALSE(kernel.path.empty());
    const std::string name(kernel.name);
    EXPECT_TRUE(std::all_of(name.begin(), name.end(), [&](char c) { return part(c) || c == '_'; }));
    const std::size_t type = name.find('_');
    const std::size_t isa = name.rfind('_');
    ASSERT_NE(type, std::string::npos);
    const std::size_t type_start = name.rfind('_', isa - 1);
    const std::string_view type_name =
        std::string_view(name).substr(type_start + 1, isa - type_start - 1);
    EXPECT_EQ(type_name, type_of(kernel)) << name;
    const std::string suffix = name.substr(isa + 1);
    EXPECT_TRUE(kernel.family == Family::latency || kernel.path.ends_with(suffix)) << name;
  }
}

std::string mix_of(const Work& work) {
  const double unit = work.written > 0 ? work.written : work.read;
  return std::to_string(std::lround(work.read / unit)) + ":" +
         std::to_string(std::lround(work.written / unit));
}

TEST(Registry, WorkFitsMixAndFamily) {
  for (const Kernel& kernel : cpu_kernels()) {
    SCOPED_TRACE(std::string(kernel.name));
    const Work& work = kernel.work;
    if (kernel.family != Family::bandwidth) {
      EXPECT_EQ(kernel.arrays, 1);
      EXPECT_EQ(work.allocated, 0);
      EXPECT_FALSE(kernel.streaming);
    }
    if (kernel.family == Family::compute) {
      EXPECT_EQ(kernel.mix, "");
      EXPECT_EQ(work.read + work.written, 0);
      EXPECT_GE(work.operations, 2);
    } else {
      EXPECT_EQ(kernel.mix, mix_of(work));
    }
    if (kernel.family == Family::intensity) {
      EXPECT_EQ(work.read, kernel.element_bytes);
    }
    // Slices are cut at quanta and have to start on a line.
    if (kernel.family != Family::compute) {
      EXPECT_EQ(kernel.quantum * kernel.element_bytes % 64, 0u);
    }
    EXPECT_EQ(kernel.role == Role::secondary, !kernel.lacks.empty());
    EXPECT_NE(backend(kernel).run, nullptr);
    EXPECT_NE(backend(kernel).reference, nullptr);
    EXPECT_EQ(backend(kernel).setup != nullptr, kernel.family == Family::latency);
  }
}

TEST(Registry, BandwidthFitsItsOperation) {
  for (const Kernel& kernel : cpu_kernels()) {
    if (kernel.family != Family::bandwidth) continue;
    SCOPED_TRACE(std::string(kernel.name));
    const Work& work = kernel.work;
    EXPECT_EQ(kernel.element_bytes, 8);
    // Where more is moved than there are arrays, what is written was read just before.
    const bool in_place = work.read + work.written > 8 * kernel.arrays;
    EXPECT_EQ(in_place, kernel.path.starts_with("update-"));
    EXPECT_EQ(kernel.arrays, (work.read + work.written) / 8 - (in_place ? 1 : 0));
    EXPECT_EQ(kernel.streaming, kernel.path.starts_with("nt-"));
    EXPECT_EQ(kernel.streaming, kernel.name.starts_with("nt-"));
    EXPECT_EQ(work.allocated, in_place || kernel.streaming ? 0 : work.written);
    EXPECT_EQ(work.operations, kernel.path.find("triad") == std::string_view::npos ? 0 : 2);
  }
}

TEST(Registry, HasEveryFamilyForEveryInstructionSet) {
  const auto has = [](std::string_view name) {
    return std::any_of(cpu_kernels().begin(), cpu_kernels().end(),
                       [&](const Kernel& kernel) { return kernel.name == name; });
  };
  EXPECT_TRUE(has("chase_ptr_scalar"));
  EXPECT_TRUE(has("read_u64_scalar"));
  if ((host_features() & isa::kX86) == 0) return;  // the tables below are x86-64's
  for (const std::string set : {"scalar", "sse", "avx2", "avx512"}) {
    EXPECT_TRUE(has("read_u64_" + set));
    for (const char* name : {"update_u64_", "update-by_u64_", "copy_u64_", "write_u64_"}) {
      EXPECT_TRUE(has(name + set)) << name << set;
    }
    EXPECT_TRUE(has("triad_f64_" + set));
    for (const char* name : {"nt-copy_u64_", "nt-write_u64_", "nt-triad_f64_"}) {
      EXPECT_EQ(has(name + set), set != "scalar") << name << set;
    }
    for (const std::string type : {"f64", "f32"}) {
      EXPECT_TRUE(has("fma_" + type + "_" + set));
      for (const std::string k :
           {"0.25", "0.5", "1", "2", "4", "8", "16", "32", "64", "128", "256"}) {
        EXPECT_TRUE(has("intensity_k" + k + "_" + type + "_" + set)) << k;
      }
    }
  }
}

}  // namespace
}  // namespace ridgeline::kernels
