// attainable ARCHIVE INTENSITY [LEVEL [PRECISION]]: what a kernel of that arithmetic intensity
// (FLOP per byte of the level; DRAM without one) can attain on the archived device.
#include <cstdio>
#include <cstdlib>

#include "ceilings/archive.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/roofline.hpp"

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: attainable ARCHIVE INTENSITY [LEVEL [PRECISION]]\n");
    return 2;
  }
  try {
    const ridgeline::ceilings::Archive archive = ridgeline::ceilings::read_archive(argv[1]);
    const ridgeline::ceilings::Roofline roofline = ridgeline::ceilings::roofline_of(archive);
    const ridgeline::ceilings::Attainable answer =
        ridgeline::ceilings::attainable(roofline, std::strtod(argv[2], nullptr),
                                        argc > 3 ? argv[3] : "DRAM", argc > 4 ? argv[4] : "");
    std::printf("%.4g FLOP/s, %s-bound: the ridge of %s and %s is at %.4g FLOP/B\n", answer.rate,
                answer.memory_bound ? "memory" : "compute", answer.bandwidth->ceiling->id.c_str(),
                answer.compute->ceiling->id.c_str(), answer.ridge);
    return 0;
  } catch (const ridgeline::Error& error) {  // one line, with how to mend it
    std::fprintf(stderr, "attainable: %s\n", error.what());
    return error.exit_code();
  }
}
