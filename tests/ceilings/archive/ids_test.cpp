// The grammar of ids.
#include "ceilings/archive/ids.hpp"

#include <gtest/gtest.h>

#include "ceilings/errors.hpp"

namespace ridgeline::ceilings {
namespace {

TEST(Ids, PartsOfEveryKind) {
  Id id = parse_id("bandwidth/L3/core/1:0/avx512");
  EXPECT_EQ(id.kind, "bandwidth");
  EXPECT_EQ(id.level, "L3");
  EXPECT_EQ(id.node, "");
  EXPECT_EQ(id.scope, "core");
  EXPECT_EQ(id.mix, "1:0");
  EXPECT_EQ(id.path, "avx512");
  id = parse_id("bandwidth/HBM@node2/all/2:1/avx2");
  EXPECT_EQ(id.level, "HBM");
  EXPECT_EQ(id.node, "node2");
  id = parse_id("compute/fp16->fp32/wgmma-n256/chip");
  EXPECT_EQ(id.precision, "fp16");
  EXPECT_EQ(id.accumulate, "fp32");
  EXPECT_EQ(id.path, "wgmma-n256");
  EXPECT_EQ(id.scope, "chip");
  id = parse_id("compute/fp64/fma-one-chain-avx2/core.kind1");
  EXPECT_EQ(id.accumulate, "");
  EXPECT_EQ(id.scope, "core.kind1");
  id = parse_id("latency/DRAM@node1/core");
  EXPECT_EQ(id.node, "node1");
  EXPECT_EQ(id.path, "");
  EXPECT_EQ(parse_id("latency/L2/core/chase").path, "chase");
  id = parse_id("link/host-device/copy-engine");
  EXPECT_EQ(id.from, "host");
  EXPECT_EQ(id.to, "device");
  EXPECT_EQ(id.engine, "copy-engine");
}

TEST(Ids, TextComesBack) {
  for (const char* text :
       {"bandwidth/L3/core/1:0/avx512", "bandwidth/L2@near/chip/1:0/ld16B",
        "bandwidth/sweep/core.kind1/0:1-nt/avx512", "bandwidth/DRAM@node0/all/nt/avx2",
        "compute/fp64/fma-one-chain-avx2/core", "compute/fp16->fp32/wgmma-n256/chip",
        "compute/fp8->fp32/mma-sparse/chip", "latency/L1/core", "latency/DRAM@node1/core/chase",
        "link/host-device/copy-engine", "link/gpu0-gpu1/sm"}) {
    EXPECT_EQ(to_string(parse_id(text)), text);
    EXPECT_EQ(id_fault(text), std::nullopt);
    EXPECT_EQ(sample_id_fault(text), std::nullopt);
  }
}

TEST(Ids, ThePartAtFaultIsNamed) {
  const auto fault = [](const std::string& text) -> std::string {
    EXPECT_NE(id_fault(text), std::nullopt) << text;
    try {
      parse_id(text);
      return "";
    } catch (const ArchiveError& error) {
      return error.what();
    }
  };
  const auto contains = [&fault](const std::string& text, const std::string& part) {
    const std::string what = fault(text);
    EXPECT_NE(what.find(part), std::string::npos) << what;
    EXPECT_NE(what.find("'" + text + "'"), std::string::npos) << what;
  };
  contains("", "kind ''");
  contains("speed/L1", "kind 'speed'");
  contains("Bandwidth/L1/core/1:0/avx512", "kind 'Bandwidth'");
  contains("bandwidth", "1 parts");
  contains("bandwidth/L1/core/1:0", "4 parts");
  contains("bandwidth/L1/core/1:0/avx512/x", "6 parts");
  contains("bandwidth//core/1:0/avx512", "empty level");
  contains("bandwidth/L1@/core/1:0/avx512", "empty node");
  contains("bandwidth/L1@a@b/core/1:0/avx512", "node 'a@b'");
  contains("bandwidth/L1//1:0/avx512", "empty scope");
  contains("bandwidth/L1/core//avx512", "mix ''");
  contains("bandwidth/L1/core/1/avx512", "mix '1'");
  contains("bandwidth/L1/core/1:/avx512", "mix '1:'");
  contains("bandwidth/L1/core/:1/avx512", "mix ':1'");
  contains("bandwidth/L1/core/-1:0/avx512", "mix '-1:0'");
  contains("bandwidth/L1/core/1:0:0/avx512", "mix '1:0:0'");
  contains("bandwidth/L1/core/1234:1/avx512", "mix '1234:1'");
  contains("bandwidth/L1/core/read/avx512", "mix 'read'");
  contains("bandwidth/L1/core/1:0/", "empty path");
  contains("bandwidth/L1/core/1:0/avx 512", "path 'avx 512'");
  contains("bandwidth/L1/co:re/1:0/avx512", "scope 'co:re'");
  contains("bandwidth/L1/core/1:0/\xC3\xBC", "path");
  contains("compute/fp64/core", "3 parts");
  contains("compute/->fp32/fma/core", "empty precision");
  contains("compute/fp16->/fma/core", "empty accumulate precision");
  contains("compute/fp16>fp32/fma/core", "precision 'fp16>fp32'");
  contains("latency/L1", "2 parts");
  contains("latency/L1/core/chase/x", "5 parts");
  contains("latency/L1/core/", "empty path");
  contains("link/host/copy-engine", "link 'host'");
  contains("link/host-to-device/copy-engine", "link 'host-to-device'");
  contains("link/-device/copy-engine", "empty from");
  contains("link/host-/copy-engine", "empty to");
  contains("link/host-device/", "empty engine");
}

TEST(Ids, SamplesMayHaveOtherKinds) {
  EXPECT_EQ(sample_id_fault("intensity/DRAM@node0/all/fp64/k4-avx512"), std::nullopt);
  EXPECT_NE(sample_id_fault("intensity"), std::nullopt);
  EXPECT_NE(sample_id_fault("intensity//core"), std::nullopt);
  EXPECT_NE(sample_id_fault("intensity/L1/a b"), std::nullopt);
  EXPECT_NE(sample_id_fault(""), std::nullopt);
  EXPECT_NE(sample_id_fault("bandwidth/L1/core"), std::nullopt);
}

}  // namespace
}  // namespace ridgeline::ceilings
