# AArch64's kernels in a build for another processor: by the cross compiler, with the kernels' own
# options, into programs that are run by emulation: machine code, and bit for bit against the
# references. Nothing is timed. On AArch64 itself the same by the build's own compiler.
set(RIDGELINE_AARCH64_TESTS AUTO CACHE STRING
    "Cross-compiled tests of the AArch64 kernels: AUTO where their tools are, REQUIRED or OFF")
set_property(CACHE RIDGELINE_AARCH64_TESTS PROPERTY STRINGS AUTO REQUIRED OFF)
if(RIDGELINE_AARCH64_TESTS STREQUAL "OFF")
  message(STATUS "AArch64: tests are switched off")
  return()
endif()

set(aarch64_tools RIDGELINE_AARCH64_CXX RIDGELINE_AARCH64_OBJDUMP RIDGELINE_GTEST_SOURCES)
set(aarch64_emulator)
if(RIDGELINE_ARCHITECTURE STREQUAL "aarch64")
  # The options are g++'s: the build's own compiler where it is that one, else the system's.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    set(RIDGELINE_AARCH64_CXX ${CMAKE_CXX_COMPILER})
  endif()
  find_program(RIDGELINE_AARCH64_CXX g++)
  find_program(RIDGELINE_AARCH64_OBJDUMP objdump)
else()
  list(APPEND aarch64_tools RIDGELINE_AARCH64_QEMU)
  find_program(RIDGELINE_AARCH64_CXX aarch64-linux-gnu-g++)
  find_program(RIDGELINE_AARCH64_OBJDUMP aarch64-linux-gnu-objdump)
  find_program(RIDGELINE_AARCH64_QEMU qemu-aarch64)
  set(aarch64_emulator ${RIDGELINE_AARCH64_QEMU})
endif()
# GoogleTest's library is the host's; its sources come with it on Debian.
find_path(RIDGELINE_GTEST_SOURCES src/gtest-all.cc PATHS /usr/src/googletest/googletest)
mark_as_advanced(${aarch64_tools})
set(aarch64_missing)
foreach(tool IN LISTS aarch64_tools)
  if(NOT ${tool})
    list(APPEND aarch64_missing ${tool})
  endif()
endforeach()
if(aarch64_missing)
  string(JOIN ", " aarch64_missing ${aarch64_missing})
  set(aarch64_advice "AArch64's kernels are NOT tested: ${aarch64_missing} not found. Install"
      " g++-aarch64-linux-gnu, qemu-user and googletest (scripts/setup --test)")
  if(RIDGELINE_AARCH64_TESTS STREQUAL "REQUIRED")
    message(FATAL_ERROR ${aarch64_advice})
  endif()
  message(WARNING ${aarch64_advice})
  return()
endif()

set(aarch64_flags -std=c++20 -I${CMAKE_SOURCE_DIR} -Wall -Wextra -Wconversion -Wshadow -Werror
    -Wno-restrict)
set(aarch64_googletest -std=c++20 -O1 -isystem ${RIDGELINE_GTEST_SOURCES}/include
    -I${RIDGELINE_GTEST_SOURCES} -I${CMAKE_SOURCE_DIR})
set(aarch64_folder ${CMAKE_CURRENT_BINARY_DIR}/aarch64)

# Compiles a source with these options, and appends its object to `list`.
function(add_aarch64_object list source)
  get_filename_component(name ${source} NAME_WE)
  set(object ${aarch64_folder}/${name}.o)
  add_custom_command(OUTPUT ${object}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${aarch64_folder}
    COMMAND ${CMAKE_CXX_COMPILER_LAUNCHER} ${RIDGELINE_AARCH64_CXX} ${ARGN} -MD -MF ${object}.d
            -c ${source} -o ${object}
    DEPENDS ${source} DEPFILE ${object}.d COMMENT "AArch64: ${name}" VERBATIM)
  set(${list} ${${list}} ${object} PARENT_SCOPE)
endfunction()

# Links a static program, so that emulation needs no AArch64 system around it.
function(add_aarch64_program name)
  add_custom_command(OUTPUT ${aarch64_folder}/${name} DEPENDS ${ARGN} VERBATIM
    COMMAND ${RIDGELINE_AARCH64_CXX} -static ${ARGN} -o ${aarch64_folder}/${name} -w
            -Wl,--no-warnings
    COMMENT "AArch64: linking ${name}")
  add_custom_target(aarch64_${name} ALL DEPENDS ${aarch64_folder}/${name})
endfunction()

foreach(source IN LISTS RIDGELINE_AARCH64_ISA_SOURCES)
  add_aarch64_object(aarch64_kernels ${CMAKE_SOURCE_DIR}/kernels/${source} ${aarch64_flags}
                     ${RIDGELINE_GNU_KERNEL_OPTIONS} -DRIDGELINE_BASE_ISA=)
endforeach()
foreach(source IN LISTS RIDGELINE_AARCH64_PLAIN_SOURCES)
  add_aarch64_object(aarch64_plain ${CMAKE_SOURCE_DIR}/kernels/${source} ${aarch64_flags} -O2)
endforeach()
add_aarch64_object(aarch64_dump ${CMAKE_CURRENT_SOURCE_DIR}/dump_kernels.cpp ${aarch64_flags} -O1)
add_aarch64_program(dump_kernels ${aarch64_kernels} ${aarch64_plain} ${aarch64_dump})
add_aarch64_object(aarch64_mutants ${CMAKE_CURRENT_SOURCE_DIR}/mutants/aarch64.cpp
                   ${aarch64_flags} ${RIDGELINE_GNU_KERNEL_OPTIONS} -DRIDGELINE_BASE_ISA=)
set(aarch64_no_tables ${aarch64_plain})
list(FILTER aarch64_no_tables EXCLUDE REGEX "/tables\\.o$")
add_aarch64_program(dump_mutants ${aarch64_mutants} ${aarch64_no_tables} ${aarch64_dump})

set(aarch64_means --architecture aarch64 --objdump ${RIDGELINE_AARCH64_OBJDUMP})
if(aarch64_emulator)
  list(APPEND aarch64_means --emulator ${aarch64_emulator})
endif()
function(add_aarch64_check name program)
  add_module_test(aarch64.${name} codegen ${Python3_EXECUTABLE} codegen.check_kernels
                  ${aarch64_folder}/${program} ${aarch64_means} --passed ${passed_folder} ${ARGN})
endfunction()
add_aarch64_check(kernels dump_kernels)
add_aarch64_check(mutation dump_mutants --mutants
  fma_separate_f64_mutant=opcode
  fma_moved_f64_mutant=count
  fma_spilled_f64_mutant=spill
  fma_merged_f64_mutant=count
  mul-add_fused_f64_mutant=fma
  read_added_u64_mutant=opcode
  read_narrower_u64_mutant=width
  read_every_other_u64_mutant=count
  read_hoisted_u64_mutant=hoisted
  read_indexed_u64_mutant=address
  copy_onto_u64_mutant=count
  triad_separate_f64_mutant=opcode
  intensity_k4_unstored_f64_mutant=eliminated
  intensity_k64_short_f64_mutant=count
  chase_two_ptr_mutant=count)

# The host's own unit tests of kernels and registry, for all AArch64 kernels.
foreach(source IN ITEMS ${RIDGELINE_GTEST_SOURCES}/src/gtest-all.cc
        ${RIDGELINE_GTEST_SOURCES}/src/gtest_main.cc
        ${CMAKE_SOURCE_DIR}/tests/kernels/cpu/kernels_test.cpp
        ${CMAKE_SOURCE_DIR}/tests/kernels/registry_test.cpp)
  add_aarch64_object(aarch64_units ${source} ${aarch64_googletest})
endforeach()
add_aarch64_program(unit_tests ${aarch64_kernels} ${aarch64_plain} ${aarch64_units})
# Without what runs kernels millions of times: that takes minutes here.
add_module_test(aarch64.unit_tests codegen ${Python3_EXECUTABLE} passed ${passed_folder}
                aarch64.unit_tests --input ${aarch64_folder}/unit_tests
                -- ${aarch64_emulator} ${aarch64_folder}/unit_tests --gtest_brief=1
                --gtest_filter=-*StaysNormalForever:*NeverLeavesTheNormalRange)
