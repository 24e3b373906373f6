// Environment variables for the length of a test: what the fake libraries look at.
#pragma once

#include <cstdlib>
#include <string>

namespace ridgeline::bench::nvidia {

class Set {
 public:
  Set(const char* name, const std::string& value) : name_(name) { setenv(name, value.c_str(), 1); }
  ~Set() { unsetenv(name_.c_str()); }
  Set(const Set&) = delete;
  Set& operator=(const Set&) = delete;

 private:
  std::string name_;
};

}  // namespace ridgeline::bench::nvidia
