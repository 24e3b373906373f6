// What an importer left out: how often each kind of fault came, and where first.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ridgeline::ceilings {

class Faults {
 public:
  // `what`: "launch was left out: its duration is not a number"; `name`: of the first few.
  void add(const std::string& what, const std::string& name);
  bool empty() const { return kinds_.empty(); }
  // One sentence a kind, in the order of their first appearance.
  std::vector<std::string> sentences() const;

 private:
  struct Kind {
    std::string what;
    std::size_t count = 0;
    std::vector<std::string> first;
  };
  std::vector<Kind> kinds_;
};

// A name from a file, made one line and cut, for messages.
std::string short_name(std::string_view name);

}  // namespace ridgeline::ceilings
