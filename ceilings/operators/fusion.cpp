// Operators run as one kernel: what one hands to the next stays near. See fusion.hpp.
#include "ceilings/operators/fusion.hpp"

#include <algorithm>
#include <utility>

#include "ceilings/errors.hpp"
#include "ceilings/operators/catalog/request.hpp"
#include "ceilings/operators/operators.hpp"
#include "ceilings/operators/values/checked.hpp"

namespace ridgeline::ceilings {
namespace {

std::string follower_names() {
  std::string names;
  for (const OperatorInfo& info : operators()) {
    if (info.follows) names += (names.empty() ? "" : ", ") + info.name;
  }
  return names;
}

bool takes(const OperatorInfo& info, const std::string& option) {
  const auto in = [&](const std::vector<std::string>& list) {
    return std::find(list.begin(), list.end(), option) != list.end();
  };
  return in(info.required) || in(info.optional);
}

bool is_type(const std::string& option) {
  return option == "dtype" || option == "dtype-out" || option == "accumulate";
}

// Whether an option stands for a size that a follower has from the output before it.
bool is_shape(const std::string& option) {
  return option == "n" || option == "rows" || option == "columns" || option == "batch";
}

// The request of an operator on `before`'s output: its shape, and what else of `options` it takes.
OperatorRequest request_after(const OperatorCost& before, const OperatorInfo& info,
                              const std::map<std::string, std::string>& options) {
  if (!info.follows) {
    throw UsageError("--fuse cannot put " + info.name + " behind " + before.name +
                     "; what can follow is " + follower_names());
  }
  OperatorRequest request{info.name, {}};
  for (const auto& [option, value] : options) {
    if (takes(info, option) && !is_shape(option)) request.options[option] = value;
  }
  request.options["dtype"] = before.dtype_out;
  const std::string rows = std::to_string(before.output_rows);
  const std::string columns = std::to_string(before.output_columns);
  if (takes(info, "rows")) {
    request.options["rows"] = rows;
    request.options["columns"] = columns;
  } else if (takes(info, "batch")) {
    request.options["batch"] = rows;
    request.options["n"] = columns;
  } else {
    request.options["n"] = std::to_string(times({before.output_rows, before.output_columns}));
  }
  return request;
}

// Operators on vectors leave a matrix the shape that it had.
bool keeps_shape(const OperatorInfo& info, const OperatorCost& before, const OperatorCost& next) {
  return !takes(info, "rows") && !takes(info, "batch") &&
         next.output_rows * next.output_columns == before.output_rows * before.output_columns;
}

// Every option has to be of use to one of the operators.
void check_used(const std::map<std::string, std::string>& options,
                const std::vector<OperatorInfo>& infos) {
  for (const auto& [option, value] : options) {
    const bool used =
        is_type(option) || takes(infos.front(), option) ||
        (!is_shape(option) &&
         std::any_of(infos.begin(), infos.end(),
                     [&wanted = option](const OperatorInfo& info) { return takes(info, wanted); }));
    if (!used) {
      throw UsageError("none of these operators takes --" + option +
                       "; those behind --fuse have their sizes from the output before them");
    }
  }
}

// The tensors of a step in the fused kernel: without the write of what goes on to the next, and
// without the read of what came from the one before.
std::vector<Tensor> kept_tensors(const OperatorCost& step, bool first, bool last) {
  std::vector<Tensor> tensors = step.traffic.front().tensors;
  if (!last) tensors[step.output].written = 0;
  if (!first) tensors.front().read = 0;
  std::vector<Tensor> kept;
  for (Tensor& tensor : tensors) {
    tensor.name = step.name + ": " + tensor.name;
    if (tensor.read > 0 || tensor.written > 0) kept.push_back(tensor);
  }
  return kept;
}

OperatorCost fused(const std::vector<OperatorCost>& steps) {
  OperatorCost cost;
  cost.dtype = steps.front().dtype;
  cost.dtype_out = steps.back().dtype_out;
  cost.unit = steps.front().unit;
  cost.shape = steps.front().shape;
  Traffic traffic = once({});
  traffic.model = "fused";
  traffic.meaning = "what one operator hands to the next is neither written nor read";
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const OperatorCost& step = steps[i];
    cost.name += (i == 0 ? "" : "+") + step.name;
    cost.work.insert(cost.work.end(), step.work.begin(), step.work.end());
    const auto tensors = kept_tensors(step, i == 0, i + 1 == steps.size());
    traffic.tensors.insert(traffic.tensors.end(), tensors.begin(), tensors.end());
    cost.notes.insert(cost.notes.end(), step.notes.begin(), step.notes.end());
  }
  cost.traffic = {traffic};
  cost.formula = "the operators' operations; their bytes without those of what is handed on";
  cost.convention = "every operator by its own convention";
  cost.source = "S. Williams et al., Roofline, CACM 52(4), 2009: compulsory traffic";
  add_up(cost);
  return cost;
}

}  // namespace

Fusion fused_cost(const OperatorRequest& first, const std::vector<std::string>& followers) {
  std::vector<OperatorInfo> infos{operator_named(first.name)};
  for (const std::string& name : followers) infos.push_back(operator_named(name));
  check_used(first.options, infos);
  if (first.options.contains("tile")) {
    throw UsageError("--fuse counts each tensor once; leave out --tile");
  }
  OperatorRequest request{first.name, {}};
  for (const auto& [option, value] : first.options) {
    if (is_type(option) || takes(infos.front(), option)) request.options[option] = value;
  }
  Fusion fusion;
  fusion.steps.push_back(cost_of(request));
  for (std::size_t i = 1; i < infos.size(); ++i) {
    const OperatorCost& before = fusion.steps.back();
    OperatorCost next = cost_of(request_after(before, infos[i], first.options));
    if (keeps_shape(infos[i], before, next)) {
      next.output_rows = before.output_rows;
      next.output_columns = before.output_columns;
    }
    fusion.steps.push_back(std::move(next));
  }
  fusion.fused = fused(fusion.steps);
  for (const OperatorCost& step : fusion.steps) {
    fusion.bytes_apart = plus({fusion.bytes_apart, step.traffic.front().bytes});
  }
  fusion.bytes_saved = fusion.bytes_apart - fusion.fused.traffic.front().bytes;
  return fusion;
}

}  // namespace ridgeline::ceilings
