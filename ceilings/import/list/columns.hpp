// The columns of the project's own list of kernels, which docs/kernels.md describes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ridgeline::ceilings {

// What a column or key means.
struct KernelColumn {
  enum class Kind : std::uint8_t {
    name,
    device,
    seconds,
    launches,
    operations,
    bytes,
    bytes_from,
    blocks,
    threads_per_block,
    occupancy,
    sectors_per_request,
    active_lanes,
    threads,
  } kind = Kind::name;
  enum class Part : std::uint8_t { all, read, written } part = Part::all;  // of bytes
  std::string level;                                                       // of bytes
  std::string precision, accumulate, path;                                 // of operations
  double factor = 1;                                                       // 2 of MACs
};

// False: no such column.
bool kernel_column(std::string_view title, KernelColumn& column);
// The same; if it is not known, `near` is what was probably meant (or empty). Takes longer then.
bool kernel_column(std::string_view title, KernelColumn& column, std::string& near);
// "column 'x' is not known and was ignored; did you mean y?", where one is near.
std::string unknown_column(const std::string& title);

}  // namespace ridgeline::ceilings
