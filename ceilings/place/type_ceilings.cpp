// See type_ceilings.hpp.
#include "ceilings/place/type_ceilings.hpp"

#include <algorithm>
#include <functional>

#include "ceilings/paths.hpp"

namespace ridgeline::ceilings {
namespace {

using Wanted = std::function<bool(const Ceiling&)>;

CeilingMatch match_of(const Line& line, double factor = 1) {
  return {&line, line.value * factor, line.low * factor, line.high * factor};
}

bool is_constant(const Ceiling& ceiling) { return ceiling.path.ends_with("-constant"); }

// Lines of the type's precision: with its accumulator, or else with any.
std::vector<const Line*> lines_of(const OperationCount& count, const Roofline& roofline) {
  const std::string name =
      count.accumulate.empty() ? count.precision : count.precision + "->" + count.accumulate;
  std::vector<const Line*> exact, any;
  for (const Line& line : roofline.computes) {
    if (precision_name(*line.ceiling) == name) exact.push_back(&line);
    if (line.ceiling->precision == count.precision) any.push_back(&line);
  }
  return count.accumulate.empty() || exact.empty() ? any : exact;
}

// The highest of the primary lines that fit; of all that fit where none is primary.
const Line* highest(const std::vector<const Line*>& lines, const Wanted& wanted) {
  const Line* best = nullptr;
  bool best_primary = false;
  for (const Line* line : lines) {
    if (is_constant(*line->ceiling) || !wanted(*line->ceiling)) continue;
    const bool primary = line->ceiling->role == "primary";
    const bool better = best == nullptr || (primary && !best_primary) ||
                        (primary == best_primary && line->value > best->value);
    if (better) best = line, best_primary = primary;
  }
  return best;
}

Wanted on_vector_units(const std::string& operation) {
  return [operation](const Ceiling& c) {
    return !is_matrix_path(c.path) && operation_of(c.path) == operation;
  };
}

const Line* fma_line(const std::vector<const Line*>& lines) {
  if (const Line* line = highest(lines, on_vector_units("fma"))) return line;
  // "fma-half2", "dot", "mad": a GPU's and integers' names of the same.
  return highest(lines, [](const Ceiling& c) {
    return !is_matrix_path(c.path) && c.lacks.empty() && operation_of(c.path) != "add" &&
           operation_of(c.path) != "mul-add";
  });
}

void match_unfused(TypeResult& type, const std::vector<const Line*>& lines) {
  for (const char* operation : {"mul-add", "add"}) {
    const Line* line = highest(lines, on_vector_units(operation));
    if (line != nullptr) {
      type.own = match_of(*line);
      return;
    }
  }
  const Line* fused = fma_line(lines);
  if (fused == nullptr) return;
  type.own = match_of(*fused, 0.5);
  type.note = "the archive has no ceiling of unfused " + type.count.precision +
              ": half of the FMA line stands in, as each instruction does one operation of two";
}

// An instruction set, alone or behind an operation: without one, the best that the set does.
void match_instruction_set(TypeResult& type, const std::vector<const Line*>& lines) {
  const std::string isa = isa_of(type.count.path), operation = operation_of(type.count.path);
  const Line* line = highest(lines, [&](const Ceiling& c) {
    const bool same = isa_of(c.path) == isa && !is_matrix_path(c.path);
    const bool full = c.lacks.empty() || c.lacks == "SIMD width";
    return same && (operation.empty() ? full : operation_of(c.path) == operation);
  });
  if (line != nullptr) type.own = match_of(*line);
}

void match_own_path(TypeResult& type, const std::vector<const Line*>& lines) {
  const std::string& path = type.count.path;
  for (const Line* line : lines) {
    if (!path.empty() && line->ceiling->path == path) type.own = match_of(*line);
  }
  if (type.own) return;
  if (path == "matrix") {
    const Line* line = highest(lines, [](const Ceiling& c) { return is_matrix_path(c.path); });
    if (line != nullptr) type.own = match_of(*line);
  } else if (path == "fma") {
    const Line* line = fma_line(lines);
    if (line != nullptr) type.own = match_of(*line);
  } else if (path == "mul-add") {
    match_unfused(type, lines);
  } else if (!isa_of(path).empty()) {
    match_instruction_set(type, lines);
  }
}

const Line* highest_of_any_precision(const Roofline& roofline, const Wanted& wanted) {
  const Line* best = nullptr;
  for (const std::string& precision : precision_names(roofline)) {
    const Line* roof = is_floating(precision) ? compute_roof(roofline, precision) : nullptr;
    const bool fits = roof != nullptr && wanted(*roof->ceiling);
    if (fits && (best == nullptr || roof->value > best->value)) best = roof;
  }
  return best;
}

// What a kernel whose precision is unknown may be: anything on a GPU; on a CPU fp32 or fp64, as
// its counters count nothing of AMX, and few programs compute in less.
void match_unknown_precision(TypeResult& type, const Roofline& roofline) {
  const Line* roof = highest_of_any_precision(roofline, [](const Ceiling&) { return true; });
  if (roof == nullptr) return;
  type.roof = match_of(*roof);
  const Line* usual = highest_of_any_precision(
      roofline, [](const Ceiling& c) { return c.precision == "fp32" || c.precision == "fp64"; });
  const bool gpu = roofline.scope == "chip" || roofline.scope == "sm";
  type.own = gpu || usual == nullptr ? type.roof : match_of(*usual);
  type.note = "the precision is not told: held against " + type.own->line->ceiling->id;
}

// Who says just "fp16" may add up in anything, on vector units or tensor cores.
const Line* roof_of_any_accumulator(const std::string& precision, const Roofline& roofline) {
  const Line* best = nullptr;
  for (const std::string& name : precision_names(roofline)) {
    if (name != precision && !name.starts_with(precision + "->")) continue;
    const Line* roof = compute_roof(roofline, name);
    if (best == nullptr || roof->value > best->value) best = roof;
  }
  return best;
}

const Line* roof_of(const OperationCount& count, const Roofline& roofline) {
  const Line* roof = count.accumulate.empty()
                         ? nullptr
                         : compute_roof(roofline, count.precision + "->" + count.accumulate);
  return roof != nullptr ? roof : roof_of_any_accumulator(count.precision, roofline);
}

}  // namespace

std::string type_name(const OperationCount& count) {
  if (count.precision.empty()) return "floating point";
  std::string name = count.precision;
  if (!count.accumulate.empty()) name += "->" + count.accumulate;
  return count.path.empty() ? name : name + " " + count.path;
}

TypeResult type_ceilings(const OperationCount& count, const Roofline& roofline) {
  TypeResult type;
  type.count = count;
  if (count.precision.empty()) {
    match_unknown_precision(type, roofline);
    return type;
  }
  const Line* roof = roof_of(count, roofline);
  if (roof == nullptr) return type;
  type.roof = match_of(*roof);
  if (count.path.empty()) {
    type.own = type.roof;
    return type;
  }
  match_own_path(type, lines_of(count, roofline));
  const bool unit_known = count.path == "matrix" || count.path == "fma" || count.path == "mul-add";
  if (!type.own && !unit_known) {
    type.own = type.roof;
    type.note =
        "the archive has no ceiling of " + type_name(count) + ": held against " + roof->ceiling->id;
  }
  if (unit_known && type.own && !is_matrix_path(type.own->line->ceiling->path)) {
    const Line* vector = highest(lines_of(count, roofline),
                                 [](const Ceiling& c) { return !is_matrix_path(c.path); });
    if (vector != nullptr) type.roof = match_of(*vector);  // tensor cores do none of it
  }
  // A path may be archived as faster than what is marked as the roof.
  if (type.own && type.own->value > type.roof->value) type.roof = type.own;
  return type;
}

}  // namespace ridgeline::ceilings
