// The CUDA device from opening to timing, on a runtime without a GPU, and everything that can fail.
#include "bench/devices/nvidia/device.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "bench/fixtures/measure.hpp"
#include "bench/run/sample.hpp"
#include "ceilings/errors.hpp"
#include "tests/fake_cuda/environment.hpp"
#include "tests/fake_cuda/fake_kernels.hpp"
#include "tests/fake_cuda/fake_runtime.hpp"
#include "tests/fake_cuda/fake_sources.hpp"

namespace ridgeline::bench::nvidia {
namespace {

class CudaDeviceTest : public testing::Test {
 protected:
  void SetUp() override { reset_fake_gpu(fake_kernels()); }
  Device& device() {
    if (device_ == nullptr) device_ = make_cuda_device(0, sources_);
    return *device_;
  }
  Case a_case(std::string_view name, std::uint64_t set) {
    Case c;
    c.kernel = &fake_named(name);
    c.scope.name = "chip";
    c.scope.units.resize(132);
    std::iota(c.scope.units.begin(), c.scope.units.end(), 0);
    c.working_set = set;
    c.shape = c.kernel->shapes.front();
    c.stage = ceilings::Stage::confirm;
    c.level = "L2";
    return c;
  }
  // The message of what a call throws; empty: it throws nothing.
  template <class Call>
  std::string thrown(Call call) {
    try {
      call();
    } catch (const DeviceError& error) {
      return error.what();
    }
    return "";
  }
  bool has(const std::vector<ceilings::Flag>& flags, ceilings::Flag flag) {
    return std::find(flags.begin(), flags.end(), flag) != flags.end();
  }

  FakeSources sources_{fake_kernels()};
  std::unique_ptr<Device> device_;
};

constexpr std::uint64_t kMiB = 1 << 20;

TEST_F(CudaDeviceTest, IsDescribed) {
  const Machine& machine = device().machine();
  EXPECT_TRUE(machine.gpu);
  EXPECT_EQ(machine.units.size(), 132u);
  EXPECT_EQ(machine.sm, 90);
  EXPECT_EQ(machine.caches.size(), 133u);  // an L1 each, and L2
  EXPECT_EQ(machine.threads_per_unit, 2048);
  EXPECT_LT(machine.memory.bytes, fake_gpu().memory);
  const ceilings::DeviceRecord record = device().describe();
  EXPECT_EQ(record.architecture, "sm_90");
  EXPECT_EQ(record.kind, "gpu");
  EXPECT_EQ(record.device_class, "gpu-NVIDIA-2335-132sm-2GiB");
  EXPECT_EQ(record.instance.size(), 16u);
  ASSERT_EQ(record.levels.size(), 4u);
  EXPECT_EQ(record.levels[0].domain, "sm");
  EXPECT_EQ(record.levels[1].name, "shared");
  EXPECT_EQ(record.levels[2].bytes, 50 * kMiB);
}

TEST_F(CudaDeviceTest, TheUuidIsTheUsersOwn) {
  const ceilings::EnvironmentRecord hidden = device().environment(false);
  EXPECT_EQ(hidden.facts.count("uuid"), 0u);
  EXPECT_EQ(hidden.facts.count("host"), 0u);
  EXPECT_EQ(hidden.facts.at("driver"), "580.65.06");
  EXPECT_EQ(hidden.facts.at("link_generation_under_load"), "5");
  EXPECT_EQ(hidden.facts.at("compute_mode"), "exclusive process");
  EXPECT_EQ(device().environment(true).facts.at("uuid"),
            "GPU-01020304-0506-0708-090a-0b0c0d0e0f10");
}

TEST_F(CudaDeviceTest, NoSuchOrdinalNamesThoseThatThereAre) {
  const std::string message = thrown([&] { make_cuda_device(7, sources_); });
  EXPECT_NE(message.find("no cuda:7"), std::string::npos);
  EXPECT_NE(message.find("cuda:1 (NVIDIA H200)"), std::string::npos);
}

TEST_F(CudaDeviceTest, WithoutADriverThePresenceSaysWhy) {
  sources_.driver.library = "libno-such-driver.so.1";
  EXPECT_NE(thrown([&] { device(); }).find("no NVIDIA driver"), std::string::npos);
}

// Every kind of kernel, at the rates that the fake card has.
TEST_F(CudaDeviceTest, TimesAWholeRun) {
  struct Expected {
    const char* kernel;
    std::uint64_t set;
    double rate;  // bytes, operations or loads a second
  };
  for (const Expected& each :
       {Expected{"read", 132 * 64 * 1024, 4e12}, Expected{"write", 132 * 256 * 1024, 4e12},
        Expected{"copy", 132 * 128 * 1024, 4e12}, Expected{"fma", 0, 6e13},
        Expected{"fma_alone", 0, 6e13}}) {
    Case c = a_case(each.kernel, each.set);
    const auto prepared = device().prepare(c);
    ASSERT_EQ(device().verify(*prepared), "") << each.kernel;
    const Timing timing = device().run(*prepared, {1, 5e-3});
    EXPECT_GE(timing.seconds, 4.9e-3) << each.kernel;
    EXPECT_LT(timing.seconds, 0.1) << each.kernel;
    const ceilings::PassWork work = sample_of(c).work;
    const double done = work.bytes_read + work.bytes_written + work.operations;
    EXPECT_NEAR(done * timing.passes / timing.seconds / each.rate, 1, 0.01) << each.kernel;
    EXPECT_NEAR(timing.clock_hz, 1.98e9, 1e6);
    EXPECT_EQ(timing.power, 555);
    EXPECT_EQ(timing.temperature, 47);
    EXPECT_TRUE(timing.flags.empty())
        << each.kernel << " " << ceilings::flag_name(timing.flags.front());
  }
}

TEST_F(CudaDeviceTest, TimesDependentLoadsOfOneSm) {
  Case c = a_case("chase", 128 * 1024);
  c.scope = {"sm", {0}};
  const auto prepared = device().prepare(c);
  ASSERT_EQ(device().verify(*prepared), "");
  const Timing timing = device().run(*prepared, {1, 5e-3});
  EXPECT_NEAR(timing.seconds / timing.passes / 1024, 5e-7, 1e-8);
}

TEST_F(CudaDeviceTest, GivesEverythingBack) {
  {
    const auto prepared = device().prepare(a_case("copy", 64 * kMiB));
    device().verify(*prepared);
    device().run(*prepared, {1, 5e-3});
  }
  device_.reset();
  EXPECT_EQ(fake_gpu().allocations, 0);
  EXPECT_EQ(fake_gpu().allocated, 0u);
  EXPECT_EQ(fake_gpu().pinned, 0);
}

TEST_F(CudaDeviceTest, AWrongResultIsFound) {
  fake_gpu().faults.wrong_result = &fake_code[0];
  const auto prepared = device().prepare(a_case("read", 8 * kMiB));
  const std::string wrong = device().verify(*prepared);
  EXPECT_NE(wrong.find("a result that differs from its reference's"), std::string::npos) << wrong;
}

TEST_F(CudaDeviceTest, AWordNotReadIsFoundInLargeSets) {
  const auto prepared = device().prepare(a_case("short_read", 68 * kMiB));
  const std::string wrong = device().verify(*prepared);
  EXPECT_NE(wrong.find("did not read byte"), std::string::npos) << wrong;
}

TEST_F(CudaDeviceTest, AWordNotWrittenIsFoundInLargeSets) {
  const auto prepared = device().prepare(a_case("short_write", 68 * kMiB));
  const std::string wrong = device().verify(*prepared);
  EXPECT_NE(wrong.find("did not write byte"), std::string::npos) << wrong;
}

TEST_F(CudaDeviceTest, LargeSetsOfSoundKernelsPass) {
  for (const char* name : {"read", "write", "copy"}) {
    const auto prepared = device().prepare(a_case(name, 68 * kMiB));
    EXPECT_EQ(device().verify(*prepared), "") << name;
  }
}

TEST_F(CudaDeviceTest, WhatWasWrittenIsRandomAgainWhereItIsRead) {
  const auto write = device().prepare(a_case("write", 68 * kMiB));
  ASSERT_EQ(device().verify(*write), "");
  device().run(*write, {1, 5e-3});
  const auto is_written = [](std::uint32_t word) { return (word & 0xFF800000u) == 0x3F800000u; };
  EXPECT_TRUE(is_written(word_at(fake_gpu().array, 0)) && is_written(word_at(fake_gpu().array, 1)));
  const auto read = device().prepare(a_case("read", 132 * 16 * 1024));
  for (int i = 0; i < 40; ++i) {
    ASSERT_EQ(device().verify(*read), "");
    int written = 0;
    for (unsigned word = 0; word < 64; ++word)
      written += is_written(word_at(fake_gpu().array, word));
    EXPECT_LT(written, 32);
  }
}

TEST_F(CudaDeviceTest, OutOfMemoryIsOneCasesFailure) {
  const std::string message = thrown([&] {
    auto p = device().prepare(a_case("read", 4096 * kMiB));
    device().verify(*p);
  });
  EXPECT_NE(message.find("more than the"), std::string::npos) << message;
  Case links = a_case("read", 0);
  links.kernel = nullptr;
  links.operation = device().operations().front();
  links.working_set = 4096 * kMiB;
  const std::string no_room = thrown([&] { device().prepare(links); });
  EXPECT_NE(no_room.find("no room for"), std::string::npos) << no_room;
  const auto prepared = device().prepare(a_case("read", 8 * kMiB));
  EXPECT_EQ(device().verify(*prepared), "");
}

TEST_F(CudaDeviceTest, AFailedLaunchIsOneCasesFailure) {
  fake_gpu().faults.launch_fails = &fake_code[0];
  const auto prepared = device().prepare(a_case("read", 8 * kMiB));
  const std::string message = thrown([&] { device().verify(*prepared); });
  EXPECT_NE(message.find("launching"), std::string::npos) << message;
  const auto other = device().prepare(a_case("write", 8 * kMiB));
  EXPECT_EQ(device().verify(*other), "");
}

TEST_F(CudaDeviceTest, ALostDeviceFailsThisAndAllLaterCases) {
  const auto prepared = device().prepare(a_case("read", 8 * kMiB));
  ASSERT_EQ(device().verify(*prepared), "");
  fake_gpu().faults.lost_after = static_cast<std::int64_t>(fake_gpu().launches) + 2;
  const std::string message = thrown([&] { device().run(*prepared, {1, 5e-3}); });
  EXPECT_NE(message.find("the GPU was lost"), std::string::npos) << message;
  EXPECT_NE(message.find("illegal memory access"), std::string::npos) << message;
  EXPECT_EQ(thrown([&] { device().prepare(a_case("write", 8 * kMiB)); }), message);
  EXPECT_THROW(device().run(*prepared, {1, 5e-3}), DeviceLost);
  EXPECT_THROW(device().verify(*prepared), DeviceLost);
  // The archive can still be written, and nothing crashes on the way out.
  EXPECT_EQ(device().describe().units, 132);
}

TEST_F(CudaDeviceTest, ShapesThatDoNotFitAreSkippedWithTheReason) {
  fake_gpu().registers = 64;  // 1024 threads an SM
  Case wide = a_case("read", 8 * kMiB);
  wide.shape = {2, 1024, 8};
  EXPECT_THROW(device().prepare(wide), CannotRun);
  fake_gpu().faults.occupancy_zero = true;
  const std::string message = thrown([&] { device().prepare(a_case("read", 8 * kMiB)); });
  EXPECT_NE(message.find("0 of the shape's 2 blocks"), std::string::npos) << message;
  Case few = a_case("read", 8 * kMiB);
  few.scope = {"sm", {0}};
  EXPECT_THROW(device().prepare(few), CannotRun);
  Case flight = a_case("read", 8 * kMiB);
  flight.shape.in_flight = 3;
  EXPECT_THROW(device().prepare(flight), CannotRun);
}

TEST_F(CudaDeviceTest, SharedMemoryBeyondABlocksIsRefused) {
  Case c = a_case("read_shared", 132 * 2 * 128 * 1024);  // 128 KiB for each of two blocks
  EXPECT_THROW(device().prepare(c), CannotRun);
  c.working_set /= 2;
  EXPECT_NO_THROW(device().prepare(c));
}

TEST_F(CudaDeviceTest, CarveOutIsTheCasesElseTheKernels) {
  Case c = a_case("read_shared", 132 * 64 * 1024);
  const auto own = device().prepare(c);
  device().run(*own, {1, 5e-3});
  EXPECT_EQ(fake_gpu().carve_out, 100);
  c = a_case("read", 132 * 64 * 1024);
  c.carve_out = 0;
  const auto given = device().prepare(c);
  device().run(*own, {1, 5e-3});
  device().run(*given, {1, 5e-3});
  EXPECT_EQ(fake_gpu().carve_out, 0);
}

TEST_F(CudaDeviceTest, TimesThatCannotBeAreRefused) {
  const Case c = a_case("read", 8 * kMiB);
  for (const int broken : {1, 2}) {
    SetUp();
    device_.reset();
    const auto prepared = device().prepare(c);
    fake_gpu().faults.broken_times = broken;
    const std::string message = thrown([&] { measure(device(), *prepared, c, 0); });
    EXPECT_NE(message.find("which cannot be"), std::string::npos) << message;
  }
  fake_gpu().faults.broken_times = 0;
  const auto prepared = device().prepare(c);
  measure(device(), *prepared, c, 0);
  fake_gpu().faults.broken_times = 3;
  EXPECT_NE(thrown([&] { measure(device(), *prepared, c, 0); }).find("event"), std::string::npos);
  fake_gpu().faults.broken_times = 1;
  EXPECT_NE(thrown([&] { measure(device(), *prepared, c, 0); }).find("cannot be"),
            std::string::npos);
}

TEST_F(CudaDeviceTest, FlagsWhatWasOdd) {
  const Case c = a_case("read", 8 * kMiB);
  const auto flags = [&](double seconds) {
    const auto prepared = device().prepare(c);
    return device().run(*prepared, {1, seconds}).flags;
  };
  fake_gpu().clock = 0.9e9;
  EXPECT_TRUE(has(flags(5e-3), ceilings::Flag::low_clock));
  fake_gpu().clock = 1.98e9;
  fake_gpu().faults.made_for_sm = 110;
  EXPECT_TRUE(has(flags(5e-3), ceilings::Flag::code_not_checked));
  fake_gpu().faults.made_for_sm = 80;  // an older architecture's machine code is ours, too
  EXPECT_FALSE(has(flags(5e-3), ceilings::Flag::code_not_checked));
}

TEST_F(CudaDeviceTest, FlagsOtherUsers) {
  const Set processes("FAKE_PROCESSES", "self,4000000001");
  const auto prepared = device().prepare(a_case("read", 8 * kMiB));
  EXPECT_TRUE(has(device().run(*prepared, {1, 5e-3}).flags, ceilings::Flag::shared_device));
  EXPECT_EQ(device().environment(false).facts.at("other_processes"), "1");
  const auto second = make_cuda_device(0, sources_);  // another run on the same card
  EXPECT_FALSE(second->environment(false).notes.empty());
}

TEST_F(CudaDeviceTest, FlagsThrottling) {
  const Set reasons("FAKE_REASONS", "4");
  const auto prepared = device().prepare(a_case("read", 8 * kMiB));
  EXPECT_TRUE(has(device().run(*prepared, {1, 5e-3}).flags, ceilings::Flag::power_limited));
}

TEST_F(CudaDeviceTest, WarmUpAndRestComeBeforeTheFirstRepetition) {
  Case c = a_case("fma", 0);
  c.warm_up = 2.0;
  const auto prepared = device().prepare(c);
  const double before = fake_gpu().seconds;
  device().run(*prepared, {1, 5e-3});
  const double first = fake_gpu().seconds - before;
  EXPECT_GT(first, 2.0);
  EXPECT_LT(first, 3.0);
  device().run(*prepared, {1, 5e-3});
  EXPECT_LT(fake_gpu().seconds - before - first, 0.1);
  Case burst = a_case("fma", 0);
  burst.mode = Mode::burst;
  burst.rest = 0.05;
  const double then = fake_gpu().seconds;
  const auto cool = device().prepare(burst);
  device().run(*cool, {1, 5e-3});
  EXPECT_LT(fake_gpu().seconds - then, 0.1);  // brought to its clock, but not heated
}

}  // namespace
}  // namespace ridgeline::bench::nvidia
