// Threads sleep between pieces of work and spin only in the barrier right before one.
#include "bench/devices/cpu/thread_team.hpp"

namespace ridgeline::bench {

void StartBarrier::wait() {
  const unsigned round = round_.load(std::memory_order_acquire);
  if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == count_) {
    arrived_.store(0, std::memory_order_relaxed);
    round_.fetch_add(1, std::memory_order_release);
    return;
  }
  constexpr int kSpins = 20'000;  // about 20 us
  for (int spin = 0; round_.load(std::memory_order_acquire) == round; ++spin) {
    if (spin > kSpins) std::this_thread::yield();
  }
}

ThreadTeam::ThreadTeam(const std::vector<Unit>& units, const Pinning& pinning)
    : members_(units.size()) {
  for (std::size_t i = 0; i < units.size(); ++i) {
    const int os_index = units[i].os_index;
    members_[i].thread =
        std::thread([this, i, os_index, &pinning] { serve(members_[i], os_index, pinning); });
  }
}

ThreadTeam::~ThreadTeam() {
  ending_.store(true);
  for (Member& member : members_) {
    member.orders.fetch_add(1);
    member.orders.notify_one();
    member.thread.join();
  }
}

void ThreadTeam::run(std::span<const int> units, const Work& work) {
  StartBarrier barrier(static_cast<int>(units.size()));
  work_ = &work;
  barrier_ = &barrier;
  std::unique_lock lock(mutex_);
  busy_ = static_cast<int>(units.size());
  for (std::size_t i = 0; i < units.size(); ++i) {
    Member& member = members_[static_cast<std::size_t>(units[i])];
    member.position = static_cast<int>(i);
    member.orders.fetch_add(1, std::memory_order_release);
    member.orders.notify_one();
  }
  all_done_.wait(lock, [this] { return busy_ == 0; });
}

void ThreadTeam::serve(Member& member, int os_index, const Pinning& pinning) {
  if (!pinning.pin_this_thread(os_index)) unpinned_.fetch_add(1);
  unsigned served = 0;
  while (true) {
    member.orders.wait(served);
    served = member.orders.load(std::memory_order_acquire);
    if (ending_.load()) return;
    (*work_)(member.position, *barrier_);
    const std::lock_guard lock(mutex_);
    if (--busy_ == 0) all_done_.notify_one();
  }
}

}  // namespace ridgeline::bench
