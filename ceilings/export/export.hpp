// What is chosen of an archive for the forms that other roofline tools take. Each form's function
// throws ArchiveError where the archive has nothing that the form can hold.
#pragma once

#include <cstdint>
#include <string>

namespace ridgeline::ceilings {

// Which lines stand for a level and a precision where the form has place for one.
enum class ExportLine : std::uint8_t { roof, reference };

struct ExportChoice {
  std::string scope;      // empty: the whole device
  std::string precision;  // empty: fp64 where there is one, else the first
  ExportLine line = ExportLine::roof;
};

}  // namespace ridgeline::ceilings
