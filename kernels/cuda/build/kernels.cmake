# Adds the CUDA kernels to ridgeline_kernels: the families of families.cmake, each for those of its
# architectures that are asked for and that the assembler knows. Says by RIDGELINE_CUDA_FOUND
# whether there are any. For each family built: RIDGELINE_CUDA_SOURCE_<family>,
# RIDGELINE_CUDA_ARCHS_<family> and RIDGELINE_CUDA_DEFINES_<family>, which tests use.

set(RIDGELINE_CUDA_FOUND OFF PARENT_SCOPE)
if(NOT RIDGELINE_NVCC)
  target_sources(ridgeline_kernels PRIVATE cuda/none.cpp)
  return()
endif()

include(cuda/build/family.cmake)
include(cuda/families.cmake)
read_asked_capabilities(asked)
set(cuda_dropped)
set(cuda_built)
set(cuda_objects)
foreach(family IN LISTS cuda_families)
  choose_architectures(${family} "${asked}" archs ptx)
  if(NOT archs)
    continue()
  endif()
  describe_architectures("${archs}" ${ptx} defines)
  set(object ${CMAKE_CURRENT_BINARY_DIR}/cuda/${family}.o)
  add_cuda_object(${source_${family}} ${object} "${archs}" ${ptx} "${defines}")
  list(APPEND cuda_built ${family})
  list(APPEND cuda_objects ${object})
  set(RIDGELINE_CUDA_SOURCE_${family} ${source_${family}} PARENT_SCOPE)
  set(RIDGELINE_CUDA_ARCHS_${family} "${archs}" PARENT_SCOPE)
  set(RIDGELINE_CUDA_DEFINES_${family} "${defines}" PARENT_SCOPE)
endforeach()

if(cuda_dropped)
  string(JOIN ", " dropped ${cuda_dropped})
  set(advice "this CUDA toolkit (${RIDGELINE_NVCC}) cannot build ${dropped}: left out "
      "(CUDA 13.0 can build all)")
  if(RIDGELINE_REQUIRE_ALL_CUDA)
    message(FATAL_ERROR ${advice})
  endif()
  message(WARNING ${advice})
endif()
if(NOT cuda_built)
  set(advice "CUDA: no kernel is for the architectures asked for (${asked})")
  if(RIDGELINE_CUDA STREQUAL "REQUIRED")
    message(FATAL_ERROR ${advice})
  endif()
  message(WARNING "${advice}; building the CPU backend only")
  target_sources(ridgeline_kernels PRIVATE cuda/none.cpp)
  return()
endif()

write_cuda_tables("${cuda_built}" cuda_tables.cpp)
add_custom_target(ridgeline_cuda_objects DEPENDS ${cuda_objects})
target_sources(ridgeline_kernels PRIVATE cuda/registry.cpp
               ${CMAKE_CURRENT_BINARY_DIR}/cuda_tables.cpp
               ${cuda_objects})
add_dependencies(ridgeline_kernels ridgeline_cuda_objects)
target_include_directories(ridgeline_kernels SYSTEM PUBLIC ${RIDGELINE_CUDA_INCLUDE})
target_link_libraries(ridgeline_kernels
  PUBLIC ${RIDGELINE_CUDART} ${CMAKE_DL_LIBS} rt Threads::Threads)
set(RIDGELINE_CUDA_FOUND ON PARENT_SCOPE)
set(RIDGELINE_CUDA_FAMILIES "${cuda_built}" PARENT_SCOPE)
set(RIDGELINE_CUDA_OBJECTS "${cuda_objects}" PARENT_SCOPE)
