// Which build of the program this is. The facts come from a header that the build writes anew
// whenever one of them changes (build_info.cmake), so only this file is compiled for a new commit.
#include "bench/build/build_info.hpp"

#include "build_facts.hpp"

namespace ridgeline::bench {

ceilings::ToolRecord build_info() {
  ceilings::ToolRecord tool;
  tool.version = build_facts::kVersion;
  tool.commit = build_facts::kCommit;
  tool.compiler = build_facts::kCompiler;
  tool.flags = build_facts::kFlags;
  tool.build_type = build_facts::kBuildType;
  return tool;
}

}  // namespace ridgeline::bench
