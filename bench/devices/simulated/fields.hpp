// Strict reading of a simulated device's file: each key asked for by name and checked, and any key
// that nobody asked for an error.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "ceilings/archive/json/json.hpp"

namespace ridgeline::bench {

// One object of the document and which of its keys were asked for. Faults throw ArchiveError with
// the file and the place.
class Fields {
 public:
  Fields(const ceilings::Json& json, std::string origin, std::string place);

  [[noreturn]] void fail(const std::string& what) const;
  bool has(const char* key);
  double number(const char* key, double fallback, double least = 0,
                double most = std::numeric_limits<double>::max());
  double needed(const char* key, double least = 0);
  // Counts and sizes; a double holds them exactly up to 2^53.
  std::uint64_t count(const char* key, std::uint64_t fallback, double most = 0x1p53);
  int integer(const char* key, int fallback, double most = 1e6);
  std::string text(const char* key, const std::string& fallback = "");
  std::map<std::string, double> factors(const char* key);
  Fields object(const char* key);
  const ceilings::Json& raw(const char* key);
  // The elements of a list of objects; none where the key is missing.
  std::vector<Fields> list(const char* key);
  // Throws where a key was never asked for.
  void finish() const;

 private:
  std::string inside(const char* key) const;

  const ceilings::Json& json_;
  std::string origin_, place_;
  std::set<std::string> seen_;
};

// Calls read(fields) for each element of a list.
template <class Read>
void each(Fields& fields, const char* key, Read read) {
  std::vector<Fields> elements = fields.list(key);
  for (Fields& element : elements) {
    read(element);
    element.finish();
  }
}

}  // namespace ridgeline::bench
