// Lists in the order in which things come up, each of them once.
#pragma once

#include <algorithm>
#include <vector>

namespace ridgeline::bench {

template <typename T>
void add_once(std::vector<T>& all, const T& one) {
  if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
}

}  // namespace ridgeline::bench
