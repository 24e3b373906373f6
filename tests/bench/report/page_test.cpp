// The report's page as text: its policy, its title, what it refuses. How it looks and works is seen
// in a browser (tests/page).
#include "bench/report/page.hpp"

#include <gtest/gtest.h>

#include "bench/report/page_files.hpp"
#include "ceilings/archive.hpp"
#include "ceilings/errors.hpp"

namespace ridgeline::bench {
namespace {

ceilings::Archive simulated_gpu() {
  return ceilings::read_archive(std::string(RIDGELINE_TEST_DATA) +
                                "/archives/simulated-h200-like.json");
}

TEST(PolicyHash, IsBase64OfTheChecksum) {
  // FIPS 180-2 gives SHA-256 of "abc" and of the empty text; their base64 by RFC 4648.
  EXPECT_EQ(policy_hash("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
  EXPECT_EQ(policy_hash("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
}

TEST(ReportPage, IsWholeOrSaysWhyThereIsNone) {
  if (!makes_reports()) {
    EXPECT_THROW(report_page({reported("a.json", simulated_gpu())}, nullptr), DeviceError);
    return;
  }
  ceilings::Archive archive = simulated_gpu();
  archive.device.model = "<b>\"&{{data}}";
  const std::string page = report_page({reported("a.json", archive)}, nullptr);
  EXPECT_NE(page.find("<title>Roofline of &lt;b&gt;&quot;&amp;{{data}}</title>"),
            std::string::npos);
  EXPECT_NE(page.find(policy_hash(page_code().sha256)), std::string::npos);
  EXPECT_NE(page.find(page_code().text), std::string::npos);
  EXPECT_THROW(report_page({}, nullptr), UsageError);
}

}  // namespace
}  // namespace ridgeline::bench
