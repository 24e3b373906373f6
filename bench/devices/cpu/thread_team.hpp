// A team of threads, one pinned to each core, that start a piece of work together.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "bench/devices/machine.hpp"
#include "bench/devices/topology/pinning.hpp"

namespace ridgeline::bench {

// Lets `count` threads pass together. Spins, since a sleeping thread would start late; gives way
// when the wait is long, so that fewer cores than threads only cost time.
class StartBarrier {
 public:
  explicit StartBarrier(int count) : count_(count) {}
  void wait();

 private:
  int count_;
  std::atomic<int> arrived_{0};
  std::atomic<unsigned> round_{0};
};

class ThreadTeam {
 public:
  ThreadTeam(const std::vector<Unit>& units, const Pinning& pinning);
  ~ThreadTeam();
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;

  // Runs work(position in `units`, barrier) on these units' threads and returns when all are done.
  // `units` are indices into Machine::units. The work must not throw.
  using Work = std::function<void(int, StartBarrier&)>;
  void run(std::span<const int> units, const Work& work);

  // Units whose thread could not be pinned (a sandbox may forbid it).
  int unpinned() const { return unpinned_.load(); }

 private:
  struct Member {
    std::atomic<unsigned> orders{0};  // how many pieces of work this thread was given
    int position = 0;
    std::thread thread;
  };
  void serve(Member& member, int os_index, const Pinning& pinning);

  std::vector<Member> members_;
  const Work* work_ = nullptr;
  StartBarrier* barrier_ = nullptr;
  // Not an atomic's wait(): that one yields before it sleeps, stays runnable beside a thread of the
  // team, and takes its core away in the middle of a timed region.
  std::mutex mutex_;
  std::condition_variable all_done_;
  int busy_ = 0;  // guarded by mutex_
  std::atomic<bool> ending_{false};
  std::atomic<int> unpinned_{0};
};

}  // namespace ridgeline::bench
