# Writes build_facts.hpp. Included while configuring, it fills in all but the commit and adds a
# target that every build runs; run by that target (cmake -P), it fills in the commit. The header
# is rewritten only where its text changed.

if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(facts ${CMAKE_BINARY_DIR}/generated/build_facts.hpp)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" config)
  string(JOIN " " ridgeline_cxx_flags -std=c++${CMAKE_CXX_STANDARD} "${CMAKE_CXX_FLAGS}"
         "${CMAKE_CXX_FLAGS_${config}}")
  string(REGEX REPLACE " +" " " ridgeline_cxx_flags "${ridgeline_cxx_flags}")
  string(STRIP "${ridgeline_cxx_flags}" ridgeline_cxx_flags)
  set(ridgeline_commit "@ridgeline_commit@")  # left for the second step
  configure_file(${CMAKE_CURRENT_LIST_DIR}/build_facts.hpp.in ${facts}.in @ONLY)
  add_custom_target(ridgeline_build_facts
    COMMAND ${CMAKE_COMMAND} -D source=${CMAKE_SOURCE_DIR} -D facts=${facts}
            -P ${CMAKE_CURRENT_LIST_FILE}
    BYPRODUCTS ${facts} COMMENT "Commit of this build" VERBATIM)
  add_dependencies(ridgeline_bench ridgeline_build_facts)
  # For this file alone: a compiler cache then serves all others from any build folder.
  set_source_files_properties(${CMAKE_CURRENT_LIST_DIR}/build_info.cpp
    TARGET_DIRECTORY ridgeline_bench PROPERTIES
    INCLUDE_DIRECTORIES ${CMAKE_BINARY_DIR}/generated)
  return()
endif()

# A clone that another user owns (a container's mount) is still this build's source. Reading takes
# no lock, and only a .git of our own counts: not that of a folder this was unpacked into.
set(ENV{GIT_OPTIONAL_LOCKS} 0)
set(git git -c safe.directory=${source} -C ${source})
set(ridgeline_commit unknown)
find_program(git_found git)
if(git_found AND EXISTS ${source}/.git)
  execute_process(COMMAND ${git} rev-parse --short=12 HEAD OUTPUT_VARIABLE head
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(NOT failed)
    set(ridgeline_commit ${head})
    # Only what the program is built from: an archive newly added to results/ changes nothing.
    execute_process(COMMAND ${git} diff --quiet HEAD -- CMakeLists.txt CMakePresets.json bench
                            ceilings kernels results/schema.json
                    ERROR_QUIET RESULT_VARIABLE differs)
    if(differs)
      string(APPEND ridgeline_commit -dirty)
    endif()
  endif()
endif()
configure_file(${facts}.in ${facts} @ONLY)
