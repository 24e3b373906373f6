// See intensity_parts.hpp.
#include "ceilings/operators/parts.hpp"

#include <algorithm>
#include <cctype>
#include <limits>

#include "ceilings/errors.hpp"
#include "ceilings/roofline.hpp"

namespace ridgeline {
namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();

[[noreturn]] void overflow() {
  throw UsageError("these sizes give counts beyond 2^63 - 1; take smaller ones");
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

std::string option_text(const std::string& option) { return "option '--" + option + "'"; }

}  // namespace

std::uint64_t times(std::initializer_list<std::uint64_t> factors) {
  std::uint64_t product = 1;
  // A factor of 0 makes 0 of everything, also of what would overflow on the way.
  if (std::find(factors.begin(), factors.end(), 0U) != factors.end()) return 0;
  for (const std::uint64_t factor : factors) {
    if (__builtin_mul_overflow(product, factor, &product) || product > kMost) overflow();
  }
  return product;
}

std::uint64_t plus(std::initializer_list<std::uint64_t> terms) {
  std::uint64_t sum = 0;
  for (const std::uint64_t term : terms) {
    if (__builtin_add_overflow(sum, term, &sum) || sum > kMost) overflow();
  }
  return sum;
}

std::uint64_t divided_up(std::uint64_t value, std::uint64_t by) {
  return value / by + (value % by == 0 ? 0 : 1);
}

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

}  // namespace ridgeline
