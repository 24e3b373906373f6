// Small launches of every CUDA kernel for the interpreter of their PTX: what a launch passes, what
// lies in its memory before and, by the kernel's reference on the host, after it. Touches no GPU.
//
//   dump_launches FOLDER FAMILY...   FAMILY: the families of this build, in the order of the tables
//
// writes FOLDER/<family>.json and .bin, the bytes that the JSON points into.
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/cuda/tables.hpp"
#include "kernels/gpu/backend.hpp"
#include "kernels/gpu/operands.hpp"
#include "tests/codegen/names.hpp"

namespace ridgeline::kernels {
namespace {

using nlohmann::json;
using Bytes = std::vector<unsigned char>;

constexpr std::uint32_t kUnits = 2;
// The launches of an entry; the first two differ in nothing but passes. `rounds`: elements for each
// one that all threads have under way; 0: as few as there can be. `shape`: the smallest one, or
// another.
struct Plan {
  double rounds;
  std::uint64_t passes;
  std::size_t shape;
};
constexpr Plan kStreams[] = {{2.37, 1, 0}, {2.37, 3, 0}, {0.61, 2, 1}, {0, 2, 0}};
constexpr Plan kIntensities[] = {{1.37, 1, 0}, {1.37, 2, 0}, {0, 3, 1}};
constexpr Plan kChains[] = {{0, 1, 0}, {0, 3, 0}, {0, 2, 1}};

std::span<const Plan> plans_of(const Kernel& kernel) {
  if (kernel.per_chain) return kChains;
  if (kernel.family == Family::intensity) return kIntensities;
  return kStreams;
}

// Before the launch the result holds this byte everywhere, which nothing leaves by chance.
constexpr unsigned char kUntouched = 0xEE;

struct Image {
  Bytes before, after;
};

// A random cycle through all elements: each one's first 8 bytes are the offset of the next.
void fill_ring(const Kernel& kernel, Bytes& array, std::uint64_t elements) {
  std::vector<std::uint64_t> order(elements);
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  std::mt19937_64 random(elements);
  for (std::uint64_t i = elements - 1; i > 0; --i) {
    std::swap(order[i], order[random() % (i + 1)]);
  }
  for (std::uint64_t i = 0; i < elements; ++i) {
    const std::uint64_t next = order[(i + 1) % elements] * kernel.element_bytes;
    std::memcpy(array.data() + order[i] * kernel.element_bytes, &next, sizeof next);
  }
}

std::vector<Image> make_images(const Kernel& kernel, const GpuBackend& backend,
                               const GpuArgs& args) {
  std::vector<Image> images;
  if (backend.fill == GpuFill::operands) {
    Bytes operands(backend.operand_bytes);
    fill_operands(kernel.precision, OperandKind::integers,
                  reinterpret_cast<std::byte*>(operands.data()), operands.size());
    images.push_back({operands, operands});
  } else {
    for (std::size_t i = 0; i < kernel.arrays; ++i) {
      Bytes data(args.elements * kernel.element_bytes);
      fill_operands(Precision::fp32, OperandKind::random, reinterpret_cast<std::byte*>(data.data()),
                    data.size(), i + 1);
      if (backend.fill == GpuFill::ring) fill_ring(kernel, data, args.elements);
      images.push_back({data, data});
    }
  }
  const Bytes untouched(result_bytes(backend, args), kUntouched);
  images.push_back({untouched, untouched});
  return images;
}

void compute_reference(const GpuBackend& backend, GpuArgs args, std::vector<Image>& images) {
  for (std::size_t i = 0; i + 1 < images.size(); ++i) args.arrays[i] = images[i].after.data();
  args.result = images.back().after.data();
  backend.reference(args);
}

std::string hexadecimal(const void* data, std::size_t size) {
  std::string text;
  char two[3];
  for (std::size_t i = 0; i < size; ++i) {
    std::snprintf(two, sizeof two, "%02x", static_cast<const unsigned char*>(data)[i]);
    text += two;
  }
  return text;
}

std::size_t append(Bytes& bin, const Bytes& bytes) {
  bin.insert(bin.end(), bytes.begin(), bytes.end());
  return bin.size() - bytes.size();
}

// Appends a launch's bytes to `bin`, equal ones once, and describes them.
json describe(const GpuBackend& backend, const GpuArgs& args, const std::vector<Image>& images,
              Bytes& bin) {
  json buffers = json::array();
  json pointers = json::array();
  for (std::size_t i = 0; i < images.size(); ++i) {
    const Image& image = images[i];
    const bool is_result = i + 1 == images.size();
    json buffer{{"name", is_result ? "result" : "array" + std::to_string(i)},
                {"bytes", image.before.size()}};
    if (is_result) {
      buffer["filled_with"] = kUntouched;
    } else {
      buffer["before"] = append(bin, image.before);
    }
    buffer["after"] = !is_result && image.after == image.before ? buffer["before"]
                                                                : json(append(bin, image.after));
    buffers.push_back(buffer);
    pointers.push_back(is_result ? offsetof(GpuArgs, result)
                                 : offsetof(GpuArgs, arrays) + i * sizeof args.arrays[0]);
  }
  const bool operands = backend.fill == GpuFill::operands;
  const std::uint64_t set = operands ? 0 : images.front().before.size() * (images.size() - 1);
  return {{"blocks", args.blocks},
          {"threads", args.threads},
          {"units", args.units},
          {"elements", args.elements},
          {"passes", args.passes},
          {"shared_bytes", shared_bytes(backend, set, args.blocks)},
          {"arguments", hexadecimal(&args, sizeof args)},
          {"pointers", pointers},
          {"buffers", buffers}};
}

// The shapes worth trying of one entry: the one with the fewest threads, and another one.
std::vector<Shape> shapes_of(const Kernel& kernel, std::uint16_t in_flight) {
  std::vector<Shape> shapes;
  for (const Shape& shape : kernel.shapes) {
    if (shape.in_flight == in_flight) shapes.push_back(shape);
  }
  if (kernel.shapes.empty()) shapes.push_back(Shape{});
  const auto threads = [](const Shape& shape) {
    return shape.blocks_per_unit * shape.threads_per_block;
  };
  std::stable_sort(shapes.begin(), shapes.end(),
                   [&](const Shape& a, const Shape& b) { return threads(a) < threads(b); });
  if (shapes.size() > 2) shapes.resize(2);
  return shapes;
}

json launch(const Kernel& kernel, const GpuBackend& backend, const Shape& shape, const Plan& plan,
            Bytes& bin) {
  GpuArgs args{};
  // A chase through shared memory has all of the set in one block.
  const bool one_block = kernel.family == Family::latency && backend.set_in_shared;
  args.units = one_block ? 1 : kUnits;
  args.blocks = args.units * shape.blocks_per_unit;
  // Chains know of no other block: a few are as good as many.
  if (kernel.per_chain) args.blocks = args.units = static_cast<std::uint32_t>(2 + plan.shape);
  args.threads = shape.threads_per_block;
  args.in_flight = shape.in_flight;
  args.passes = plan.passes;
  args.scalars = gpu_scalars();
  args.elements = kernel.quantum;
  if (!kernel.per_chain) {
    const double round = 1.0 * args.blocks * args.threads * args.in_flight;
    const double quanta = plan.rounds * round / kernel.quantum;
    args.elements =
        kernel.quantum * (std::uint64_t{1} + 2 * static_cast<std::uint64_t>(quanta / 2));
  }
  std::vector<Image> images = make_images(kernel, backend, args);
  compute_reference(backend, args, images);
  return describe(backend, args, images, bin);
}

json describe(const Kernel& kernel) {
  return {{"name", kernel.name},
          {"family", family_name(kernel.family)},
          {"mix", kernel.mix},
          {"precision", precision_name(kernel.precision)},
          {"path", kernel.path},
          {"level", kernel.level},
          {"read", kernel.work.read},
          {"written", kernel.work.written},
          {"operations", kernel.work.operations},
          {"arrays", kernel.arrays},
          {"element_bytes", kernel.element_bytes},
          {"per_chain", kernel.per_chain},
          {"lacks", kernel.lacks}};
}

void write_family(const std::filesystem::path& stem, std::span<const Kernel> table) {
  json kernels = json::array();
  Bytes bin;
  for (const Kernel& kernel : table) {
    const GpuBackend& backend = *std::get<const GpuBackend*>(kernel.backend);
    json described = describe(kernel);
    described["entries"] = json::array();
    for (const GpuEntry& entry : backend.entries) {
      const std::vector<Shape> shapes = shapes_of(kernel, entry.in_flight);
      if (shapes.empty()) throw std::runtime_error(std::string(entry.symbol) + ": no shape has it");
      json launches = json::array();
      for (const Plan& plan : plans_of(kernel)) {
        const Shape& shape = shapes[plan.shape % shapes.size()];
        launches.push_back(launch(kernel, backend, shape, plan, bin));
      }
      described["entries"].push_back({{"symbol", entry.symbol},
                                      {"in_flight", entry.in_flight},
                                      {"set_in_shared", backend.set_in_shared},
                                      {"launches", launches}});
    }
    kernels.push_back(described);
  }
  std::ofstream(stem.string() + ".json") << json{{"kernels", kernels}}.dump(1) << '\n';
  std::ofstream file(stem.string() + ".bin", std::ios::binary);
  file.write(reinterpret_cast<const char*>(bin.data()), static_cast<std::streamsize>(bin.size()));
  if (!file.flush()) throw std::runtime_error("cannot write " + stem.string() + ".bin");
}

}  // namespace
}  // namespace ridgeline::kernels

int main(int argc, char** argv) try {
  if (argc < 2 || static_cast<std::size_t>(argc - 2) != ridgeline::kernels::cuda_tables_count) {
    std::fputs("usage: dump_launches FOLDER FAMILY..., all families of this build\n", stderr);
    return 2;
  }
  const std::filesystem::path folder = argv[1];
  std::filesystem::create_directories(folder);
  for (std::size_t i = 0; i < ridgeline::kernels::cuda_tables_count; ++i) {
    ridgeline::kernels::write_family(folder / argv[i + 2], ridgeline::kernels::cuda_tables[i]());
  }
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "dump_launches: %s\n", error.what());
  return 1;
}
