// A kernel list in JSON: {"kernels": [{...}, ...]} or the bare list, with the columns' names as
// keys.
#include "ceilings/import/list/json_list.hpp"

#include <nlohmann/json.hpp>
#include <set>

#include "ceilings/archive/json/json.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/import/list/values.hpp"
#include "ceilings/import/reading/faults.hpp"
#include "ceilings/import/reading/number.hpp"
namespace ridgeline::ceilings {
namespace {

[[noreturn]] void refuse(const std::string& origin, const std::string& why) {
  throw ArchiveError(one_line(origin + ": " + why));
}

// What a kernel file is mixed up with.
std::string other_kind(const Json& document) {
  if (!document.is_object()) return "";
  if (document.contains("benchmarks")) {
    return "a Google Benchmark file holds no kernels to place; `ridgeline assemble` reads it";
  }
  if (document.contains("schema") && document.contains("ceilings")) {
    return "this is an archive: give it with --on, and a file of kernels here";
  }
  return "";
}

// Texts as in CSV; numbers exactly.
std::string text_of_value(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_null()) return "";
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

struct List {
  KernelRuns runs{"kernel list", {}, {}};
  Faults faults;
  std::set<std::string> unknown;  // keys
};

void add_kernel(const Json& kernel, List& list) {
  const std::string number = "kernel " + std::to_string(list.runs.runs.size() + 1);
  if (!kernel.is_object()) {
    list.faults.add("kernel left out: it is not an object", number);
    return;
  }
  KernelRun run;
  run.bytes_from = BytesFrom::hand;
  std::string fault;
  for (const auto& [key, value] : kernel.items()) {
    KernelColumn column;
    if (!kernel_column(key, column)) {
      list.unknown.insert(key);
      continue;
    }
    const bool scalar = value.is_number() || value.is_string() || value.is_null();
    const std::string found =
        scalar ? set_value(column, text_of_value(value), '.', run) : "'" + key + "' is no number";
    if (fault.empty()) fault = found;
  }
  if (fault.empty()) fault = finish_run(run);
  if (run.name.empty()) run.name = number;
  if (fault.empty()) {
    list.runs.runs.push_back(std::move(run));
  } else {
    list.faults.add("kernel left out: " + fault, run.name);
  }
}

}  // namespace

KernelRuns import_kernel_json(std::string_view text, const std::string& origin) {
  Json document;
  if (const auto fault = parse_json(text, document)) {
    const std::string where =
        fault->offset == JsonFault::kNowhere ? "" : position_in(text, fault->offset) + ": ";
    refuse(origin, where + fault->what);
  }
  const std::string other = other_kind(document);
  if (!other.empty()) refuse(origin, other);
  const bool object = document.is_object() && document.contains("kernels");
  const Json& kernels = object ? document["kernels"] : document;
  if (!kernels.is_array()) {
    refuse(origin, "no kernels: expected {\"kernels\": [{\"name\": ..., \"seconds\": ...}, ...]}");
  }
  List list;
  for (const Json& kernel : kernels) add_kernel(kernel, list);
  const std::vector<std::string> sentences = list.faults.sentences();
  if (list.runs.runs.empty()) {
    refuse(origin, sentences.empty() ? "the list of kernels is empty" : sentences.front());
  }
  constexpr std::size_t kMostNamed = 20;
  for (const std::string& key : list.unknown) {
    if (list.runs.warnings.size() < kMostNamed) list.runs.warnings.push_back(unknown_column(key));
  }
  list.runs.warnings.insert(list.runs.warnings.end(), sentences.begin(), sentences.end());
  return std::move(list.runs);
}

}  // namespace ridgeline::ceilings
