// Archives read by several threads at once.
#include "bench/print/compare/read.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <functional>
#include <thread>

#include "ceilings/archive/json/summary.hpp"
#include "ceilings/errors.hpp"

namespace ridgeline::bench {
namespace {

// Parsing is bound by memory allocation; more threads than this hardly help.
constexpr std::size_t kMostThreads = 4;

// Calls `work` with every number below `count`, each once. Returns what each threw.
std::vector<std::exception_ptr> each_below(std::size_t count,
                                           const std::function<void(std::size_t)>& work) {
  std::vector<std::exception_ptr> thrown(count);
  std::atomic<std::size_t> next{0};
  const auto take = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      try {
        work(i);
      } catch (...) {
        thrown[i] = std::current_exception();
      }
    }
  };
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  const std::size_t threads = std::min({count, cores, kMostThreads});
  std::vector<std::jthread> helpers;
  for (std::size_t i = 1; i < threads; ++i) helpers.emplace_back(take);
  take();
  helpers.clear();  // joins
  return thrown;
}

// The message of an Error; anything else is thrown on.
std::string message_of(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const Error& error) {
    return error.what();
  }
}

}  // namespace

std::vector<ceilings::Archive> read_summaries(const std::vector<std::string>& paths) {
  std::vector<ceilings::Archive> archives(paths.size());
  const auto thrown = each_below(
      paths.size(), [&](std::size_t i) { archives[i] = ceilings::read_summary(paths[i]); });
  for (const std::exception_ptr& each : thrown) {
    if (each) std::rethrow_exception(each);
  }
  return archives;
}

DigestsRead read_digests(const std::vector<std::string>& paths, std::size_t baseline, bool all) {
  std::vector<ceilings::ArchiveDigest> digests(paths.size());
  const auto thrown = each_below(paths.size(), [&](std::size_t i) {
    digests[i] = ceilings::digest_of(ceilings::read_summary(paths[i]), paths[i], all);
  });
  if (thrown[baseline]) std::rethrow_exception(thrown[baseline]);
  DigestsRead read;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (i == baseline) read.baseline = read.digests.size();
    if (thrown[i]) {
      read.faults.push_back(message_of(thrown[i]));
    } else {
      read.digests.push_back(std::move(digests[i]));
    }
  }
  return read;
}

}  // namespace ridgeline::bench
