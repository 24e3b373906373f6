// Whole characterizations of simulated GPUs with this build's own kernels, and their truth.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "bench/devices/simulated/device.hpp"
#include "bench/devices/simulated/file.hpp"
#include "bench/devices/simulated/model.hpp"
#include "bench/plan/plan.hpp"
#include "bench/run/characterize.hpp"
#include "ceilings/levels/levels.hpp"

namespace ridgeline::bench {

struct GpuRun {
  SimulatedSpec spec;
  std::unique_ptr<Device> device;     // owns the kernels that cases point to
  std::map<std::string, Case> cases;  // of the confirm stage, by the sample's name
  ceilings::Archive archive;
  std::string path, lost;
};

// `name`: of a file in tests/data/simulated; `faults`: as such a file has them.
inline GpuRun characterize_gpu(const std::string& name, const std::string& profile,
                               const nlohmann::json& faults = nullptr) {
  std::ifstream in(std::string(RIDGELINE_TEST_DATA) + "/simulated/" + name + ".json");
  nlohmann::json document = nlohmann::json::parse(in);
  if (!faults.is_null()) document["faults"] = faults;
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("ridgeline-gpu-" + std::to_string(getpid()));
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const std::string file = folder / "device.json";
  std::ofstream(file) << document;

  CharacterizeOptions options;
  options.device = "simulated:" + file;
  options.plan.profile = profile_named(profile);
  options.out = folder / "archive.json";
  CharacterizeResult result = characterize(options);
  GpuRun run;
  run.archive = ceilings::read_archive(result.path);  // what was written, not what was meant
  run.path = result.path;
  run.lost = result.lost;
  run.spec = parse_simulated(document.dump(), name);
  run.device = make_simulated_device(run.spec);
  const Knowledge knowledge{ceilings::levels_of(run.archive), run.archive.samples};
  for (const Case& c :
       plan(run.device->machine(), run.device->kernels(), run.archive.device.levels, options.plan,
            ceilings::Stage::confirm, knowledge, run.device->operations())) {
    run.cases.emplace(name_of(c), c);
  }
  return run;
}

inline const ceilings::Ceiling* ceiling_of(const ceilings::Archive& archive,
                                           const std::string& id) {
  const auto found =
      std::find_if(archive.ceilings.begin(), archive.ceilings.end(),
                   [&](const ceilings::Ceiling& ceiling) { return ceiling.id == id; });
  return found == archive.ceilings.end() ? nullptr : &*found;
}

inline bool is_marked(const ceilings::Ceiling& ceiling, ceilings::Flag flag) {
  return std::find(ceiling.suspect.begin(), ceiling.suspect.end(), flag) != ceiling.suspect.end();
}

// Only the level that the ceiling is of, without an end.
inline SimulatedSpec only_level(SimulatedSpec spec, const ceilings::Ceiling& ceiling) {
  const std::string near = ceiling.level + " near";
  const bool split = std::any_of(spec.levels.begin(), spec.levels.end(),
                                 [&](const SimulatedLevel& level) { return level.name == near; });
  const std::string name = split && ceiling.node == "near" ? near : ceiling.level;
  std::erase_if(spec.levels, [&](const SimulatedLevel& level) { return level.name != name; });
  for (SimulatedLevel& level : spec.levels) level.bytes = 0;
  return spec;
}

inline bool fits(const SimulatedSpec& spec, const kernels::Shape& shape, const Case& c) {
  const bool alone = c.scope.units.size() == 1 && spec.units > 1;
  return shape.blocks_per_unit * shape.threads_per_block <= spec.threads_per_unit &&
         shape.blocks_per_unit <= spec.blocks_per_unit && (!alone || shape.blocks_per_unit == 1);
}

// The rate of a kernel in its best shape.
inline double best_rate(const SimulatedSpec& spec, Case c) {
  if (c.kernel->shapes.empty() || c.kernel->family == kernels::Family::latency)
    return true_rate(spec, c);
  double best = 0;
  for (const kernels::Shape& shape : c.kernel->shapes) {
    if (!fits(spec, shape, c)) continue;
    c.shape = shape;
    best = std::max(best, true_rate(spec, c));
  }
  return best;
}

// The best of the kernels that compete with it: of its types, on its way to the tensor cores.
inline double best_tensor_rate(const GpuRun& run, Case c) {
  const auto way = [](const kernels::Kernel& kernel) {
    const std::string path(kernel.path);
    return path.substr(0, path.find('-'));
  };
  const kernels::Kernel& own = *c.kernel;
  double best = 0;
  for (const kernels::Kernel& kernel : run.device->kernels()) {
    const bool rival = kernel.data_matters && kernel.precision == own.precision &&
                       kernel.accumulate == own.accumulate && way(kernel) == way(own);
    if (!rival || !std::any_of(run.cases.begin(), run.cases.end(), [&](const auto& each) {
          return each.second.kernel == &kernel && each.second.skip.empty();
        })) {
      continue;
    }
    c.kernel = &kernel;
    best = std::max(best, best_rate(run.spec, c));
  }
  return best;
}

// What the power limit leaves of the clock, under work that draws so much.
inline double limited(const SimulatedPower& power, double demand) {
  return demand <= power.limit ? 1 : (power.limit - power.idle) / (demand - power.idle);
}

inline double truth_of(const GpuRun& run, const ceilings::Ceiling& ceiling, const Case& c) {
  if (c.operation) {
    const bool product = c.operation->agent == Agent::library;
    return true_rate(run.spec, c) * (product ? limited(run.spec.power, run.spec.power.random) : 1);
  }
  if (c.kernel->family == kernels::Family::compute) {
    if (!c.kernel->data_matters) return best_rate(run.spec, c);
    const SimulatedPower& power = run.spec.power;
    const bool constant = c.data == DataKind::constant;
    return best_tensor_rate(run, c) * limited(power, constant ? power.constant : power.random);
  }
  return best_rate(only_level(run.spec, ceiling), c);
}

}  // namespace ridgeline::bench
