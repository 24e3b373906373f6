// See request.hpp.
#include "ceilings/operators/catalog/request.hpp"

#include <algorithm>
#include <cctype>

#include "ceilings/errors.hpp"
#include "ceilings/operators/values/checked.hpp"
#include "ceilings/operators/values/count.hpp"
#include "ceilings/roofline.hpp"
#include "ceilings/text/text.hpp"

namespace ridgeline::ceilings {
namespace {

std::string option_text(const std::string& option) { return "option '--" + option + "'"; }

}  // namespace

std::uint64_t Request::size(const std::string& option, std::uint64_t fallback) const {
  const auto found = given.options.find(option);
  return found == given.options.end() ? fallback : parse_count(found->second, option_text(option));
}

std::vector<std::uint64_t> Request::sizes(const std::string& option) const {
  std::vector<std::uint64_t> result;
  if (!has(option)) return result;
  for (const std::string& part : split(given.options.at(option), ',')) {
    result.push_back(parse_count(part, option_text(option)));
  }
  return result;
}

std::vector<std::uint64_t> Request::extents(const std::string& option, std::size_t count,
                                            bool spread) const {
  std::string text = given.options.at(option);
  std::replace(text.begin(), text.end(), 'X', 'x');
  std::vector<std::uint64_t> result;
  for (const std::string& part : split(text, 'x')) {
    result.push_back(parse_count(part, option_text(option)));
  }
  if (spread && result.size() == 1) result.resize(count, result.front());
  if (count != 0 && result.size() != count) {
    throw UsageError(option_text(option) + " wants " + std::to_string(count) +
                     " numbers with x between them" + (spread ? ", or one for all" : "") +
                     ", not '" + given.options.at(option) + "'");
  }
  return result;
}

Tensor read_once(const std::string& name, std::uint64_t elements, int bits) {
  return {name, elements, bits, elements, 0, 0, 0};
}

Tensor written_once(const std::string& name, std::uint64_t elements, int bits) {
  return {name, elements, bits, 0, elements, 0, 0};
}

Traffic once(const std::vector<Tensor>& tensors) {
  Traffic traffic;
  traffic.model = "each tensor once";
  traffic.meaning = "compulsory: every input read once, every output written once";
  traffic.tensors = tensors;
  return traffic;
}

OperatorWork multiply_adds(const Request& request, std::uint64_t operations, bool products) {
  return {products ? "multiply-adds of matrices" : "multiply-adds", operations,
          products ? request.in.name : request.in.vector_precision,
          products ? request.accumulate : "", products};
}

OperatorWork vector_work(const Request& request, const std::string& name, std::uint64_t operations,
                         bool wide) {
  const bool widened = wide && request.in.bits < 32 && is_floating(request.in.name);
  return {name, operations, widened ? "fp32" : request.in.vector_precision, "", false};
}

std::string shape_text(const std::vector<std::uint64_t>& extents) {
  std::string text;
  for (const std::uint64_t extent : extents) {
    text += (text.empty() ? "" : " x ") + std::to_string(extent);
  }
  return text;
}

void add_up(OperatorCost& cost) {
  cost.operations = 0;
  for (const OperatorWork& work : cost.work)
    cost.operations = plus({cost.operations, work.operations});
  for (Traffic& traffic : cost.traffic) {
    traffic.bytes_read = traffic.bytes_written = traffic.working_set = 0;
    for (Tensor& tensor : traffic.tensors) {
      tensor.bytes_read = bytes_of(tensor.read, tensor.bits);
      tensor.bytes_written = bytes_of(tensor.written, tensor.bits);
      traffic.bytes_read = plus({traffic.bytes_read, tensor.bytes_read});
      traffic.bytes_written = plus({traffic.bytes_written, tensor.bytes_written});
      traffic.working_set = plus({traffic.working_set, bytes_of(tensor.elements, tensor.bits)});
    }
    traffic.bytes = plus({traffic.bytes_read, traffic.bytes_written});
    traffic.intensity = traffic.bytes == 0 ? 0
                                           : static_cast<double>(cost.operations) /
                                                 static_cast<double>(traffic.bytes);
  }
}

}  // namespace ridgeline::ceilings
