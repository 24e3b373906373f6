// The list of backends, by name.
#include "bench/devices/open.hpp"

#include "bench/devices/cpu.hpp"
#include "bench/devices/simulated.hpp"
#include "bench/devices/topology.hpp"
#include "ceilings/errors.hpp"

namespace ridgeline {

std::unique_ptr<Device> open_device(const std::string& spec) {
  const std::string simulated = "simulated:";
  if (spec.empty() || spec == "cpu") return make_cpu_device(read_machine());
  if (spec.rfind(simulated, 0) == 0) return make_simulated_device(spec.substr(simulated.size()));
  throw UsageError("--device " + spec + ": no such device; there are cpu and simulated:FILE");
}

}  // namespace ridgeline
