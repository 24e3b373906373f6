// A card's sensors by NVML, NVIDIA's management library. It is loaded at run time; where it or one
// of its functions is missing, what it would tell stays unknown.
#pragma once

#include <memory>
#include <string>

#include "bench/devices/gpu/sensors.hpp"

namespace ridgeline::bench::nvidia {

class Nvml : public gpu::GpuSensors {
 public:
  // The card with this UUID ("GPU-..." or "MIG-..."), else the one at this PCI bus id; never by
  // index, since the orders of CUDA and NVML differ. A MIG instance's readings are its card's.
  Nvml(const std::string& uuid, const std::string& bus_id,
       const std::string& library = "libnvidia-ml.so.1");
  ~Nvml() override;

  std::string problem() const override { return problem_; }
  gpu::SensorFacts facts() const override;
  gpu::SensorReading read() const override;
  gpu::Maybe<int> other_processes(bool own) const override;

 private:
  struct Library;
  std::unique_ptr<Library> library_;
  std::string problem_;
};

}  // namespace ridgeline::bench::nvidia
