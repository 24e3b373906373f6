# For which GPUs the CUDA kernels are built: RIDGELINE_CUDA_ARCHITECTURES is
#   all      every architecture that a family lists
#   native   what the GPUs in this machine need; all where none answers
#   90;120   what these compute capabilities (without the point) need
set(RIDGELINE_CUDA_ARCHITECTURES all CACHE STRING
    "GPUs to build CUDA kernels for: all, native, or compute capabilities such as 90;120")

# Compute capabilities of the GPUs in this machine, without the point, each once. Empty: no answer.
function(find_native_capabilities result)
  set(lines)
  find_program(nvidia_smi nvidia-smi NO_CACHE)
  if(nvidia_smi)
    execute_process(COMMAND ${nvidia_smi} --query-gpu=compute_cap --format=csv,noheader
                    OUTPUT_VARIABLE lines ERROR_QUIET)
  else()
    try_run(status compiled NO_CACHE SOURCES ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/capabilities.cpp
            LINK_LIBRARIES ${CMAKE_DL_LIBS} RUN_OUTPUT_VARIABLE lines)
  endif()
  string(REGEX MATCHALL "(^|\n)[0-9]+\\.[0-9]" found "${lines}")
  list(TRANSFORM found REPLACE "[\n.]" "")
  list(REMOVE_DUPLICATES found)
  list(SORT found COMPARE NATURAL)
  set(${result} "${found}" PARENT_SCOPE)
endfunction()

# "all", or the compute capabilities that RIDGELINE_CUDA_ARCHITECTURES asks for.
function(read_asked_capabilities result)
  set(asked "${RIDGELINE_CUDA_ARCHITECTURES}")
  if(RIDGELINE_REQUIRE_ALL_CUDA OR asked STREQUAL "all")
    set(asked all)
  elseif(asked STREQUAL "native")
    find_native_capabilities(asked)
    if(NOT asked)
      message(STATUS "CUDA: no GPU answers; its kernels are built for all architectures")
      set(asked all)
    endif()
  endif()
  if(NOT asked MATCHES "^(all|[0-9]+(;[0-9]+)*)$")
    message(FATAL_ERROR "RIDGELINE_CUDA_ARCHITECTURES is \"${RIDGELINE_CUDA_ARCHITECTURES}\"; it "
            "can be all, native, or compute capabilities such as 90;120")
  endif()
  if(NOT asked STREQUAL "all")
    string(JOIN ", sm_" listed ${asked})
    message(STATUS "CUDA: kernels are built for sm_${listed} alone")
  endif()
  set(${result} "${asked}" PARENT_SCOPE)
endfunction()

# Of a family's architectures (oldest first) those that the capabilities asked for need; and its
# PTX, or 0 where nobody needs that. Machine code runs within its own major version, on its own
# minor version and later ones; code for exactly one architecture on that one only
# (compute_capability.hpp says the same to the program). Cards that no machine code is for take the
# PTX, which comes with machine code of its own capability: without that one there is none.
function(select_architectures asked archs ptx archs_result ptx_result)
  if(NOT ptx IN_LIST archs)
    set(ptx 0)
  endif()
  if(asked STREQUAL "all")
    set(${archs_result} "${archs}" PARENT_SCOPE)
    set(${ptx_result} ${ptx} PARENT_SCOPE)
    return()
  endif()
  set(selected)
  set(needed_ptx 0)
  foreach(capability IN LISTS asked)
    set(best)
    string(REGEX REPLACE ".$" "" major ${capability})
    foreach(arch IN LISTS archs)
      if(arch STREQUAL "${capability}a" OR
         arch MATCHES "^${major}[0-9]$" AND arch LESS_EQUAL capability)
        set(best ${arch})
      endif()
    endforeach()
    if(NOT best AND ptx AND capability GREATER_EQUAL ptx)
      set(best ${ptx})
      set(needed_ptx ${ptx})
    endif()
    list(APPEND selected ${best})
  endforeach()
  list(REMOVE_DUPLICATES selected)
  list(SORT selected COMPARE NATURAL)
  set(${archs_result} "${selected}" PARENT_SCOPE)
  set(${ptx_result} ${needed_ptx} PARENT_SCOPE)
endfunction()
