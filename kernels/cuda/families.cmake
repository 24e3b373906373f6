# CUDA kernels: one family a .cu, each with its own list of architectures. nvcc is called by rules
# of our own: a family's flags are its alone, and a toolkit from any place works the same.

set(RIDGELINE_CUDA_FOUND OFF PARENT_SCOPE)
if(NOT RIDGELINE_NVCC)
  target_sources(ridgeline_kernels PRIVATE cuda/none.cpp)
  return()
endif()

# Family, architectures, compute capability of the PTX for later cards (0: none), instruction that
# the assembler must know (below probes/). "a": for exactly that architecture.
set(generic 75 80 86 89 90 100 103 120)
set(cuda_families bandwidth_sm75 bandwidth_sm100 streams_sm75 l1_sm75 shared_sm75 latency_sm75
    bulk_sm90 fma_sm75 bf16_sm80 bf16_sm90 fma2_sm100 intensity_sm75 mma_sm75 mma_sm80 mma_sm89
    mma_sm90 mma_sm120 wgmma_sm90 tcgen05_sm100 tcgen05i8_sm100 clock_sm75)
set(arch_bandwidth_sm75 ${generic})
set(arch_bandwidth_sm100 100 103 120)
set(arch_streams_sm75 ${generic})
set(arch_l1_sm75 ${generic})
set(arch_shared_sm75 ${generic})
set(arch_latency_sm75 ${generic})
set(arch_intensity_sm75 ${generic})
set(arch_fma_sm75 ${generic})
set(arch_clock_sm75 ${generic})  # no ceiling's kernel: the probe that reads the SM clock
set(arch_bulk_sm90 90 100 103 120)
set(arch_bf16_sm80 80 86 89 90 100 103 120)
set(arch_bf16_sm90 90 100 103 120)
set(arch_fma2_sm100 100 103)  # sm_120 makes two ordinary instructions of one
set(arch_mma_sm75 75)  # later ones have the larger forms of mma_sm80
set(arch_mma_sm80 80 86 89 90 100 103 120)
set(arch_mma_sm89 89 120)
set(arch_mma_sm90 90)  # later ones split it into the form of mma_sm80
set(arch_mma_sm120 120a)
set(arch_wgmma_sm90 90a)
set(arch_tcgen05_sm100 100a 103a)
set(arch_tcgen05i8_sm100 100a)
# The family's file, below this folder.
set(source_bandwidth_sm75 memory/bandwidth_sm75)
set(source_bandwidth_sm100 memory/bandwidth_sm100)
set(source_streams_sm75 memory/streams_sm75)
set(source_l1_sm75 memory/l1_sm75)
set(source_shared_sm75 memory/shared_sm75)
set(source_latency_sm75 latency/latency_sm75)
set(source_bulk_sm90 memory/bulk_sm90)
set(source_fma_sm75 arithmetic/fma_sm75)
set(source_bf16_sm80 arithmetic/bf16_sm80)
set(source_bf16_sm90 arithmetic/bf16_sm90)
set(source_fma2_sm100 arithmetic/fma2_sm100)
set(source_intensity_sm75 arithmetic/intensity_sm75)
set(source_clock_sm75 latency/clock_sm75)
set(source_mma_sm75 tensor/mma/sm75)
set(source_mma_sm80 tensor/mma/sm80)
set(source_mma_sm89 tensor/mma/sm89)
set(source_mma_sm90 tensor/mma/sm90)
set(source_mma_sm120 tensor/mma/sm120)
set(source_wgmma_sm90 tensor/wgmma/sm90)
set(source_tcgen05_sm100 tensor/tcgen05/sm100)
set(source_tcgen05i8_sm100 tensor/tcgen05/int8_sm100)
# Of the PTX that comes along: the oldest one that every later card can take and that has what its
# family needs. Families for exactly one architecture have none.
foreach(family IN LISTS cuda_families)
  set(ptx_${family} 100)
endforeach()
foreach(family IN ITEMS fma2_sm100 mma_sm75 mma_sm90 mma_sm120 wgmma_sm90 tcgen05_sm100
        tcgen05i8_sm100)
  set(ptx_${family} 0)
endforeach()
set(ptx_mma_sm89 120)

option(RIDGELINE_REQUIRE_ALL_CUDA "Refuse a toolkit that lacks an architecture of a family" OFF)

# Whether the assembler takes the family's instruction for the architecture. The answer is kept.
function(probe_cuda family arch result)
  set(known RIDGELINE_PTXAS_${family}_${arch})
  if(NOT DEFINED CACHE{${known}})
    set(RIDGELINE_PROBE_ARCH ${arch})
    # The PTX that comes with a release; nvcc writes its own release's.
    set(RIDGELINE_PROBE_PTX 8.4)  # of CUDA 12.4, the oldest toolkit taken
    foreach(pair IN ITEMS 12.5/8.5 12.7/8.6 12.8/8.7 12.9/8.8 13.0/9.0)
      string(REPLACE "/" ";" pair ${pair})
      list(GET pair 0 release)
      if(RIDGELINE_CUDA_RELEASE VERSION_GREATER_EQUAL release)
        list(GET pair 1 RIDGELINE_PROBE_PTX)
      endif()
    endforeach()
    set(probe ${CMAKE_CURRENT_BINARY_DIR}/probes/${family}_${arch}.ptx)
    configure_file(cuda/probes/${family}.ptx.in ${probe} @ONLY)
    execute_process(COMMAND ${RIDGELINE_PTXAS} -arch=sm_${arch} ${probe} -o /dev/null
                    RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
    set(works ON)
    if(failed)
      set(works OFF)
    endif()
    set(${known} ${works} CACHE INTERNAL "The assembler takes ${family} for sm_${arch}")
  endif()
  set(${result} ${${known}} PARENT_SCOPE)
endfunction()

set(cuda_dropped)
set(cuda_objects)
set(cuda_built)
set(table_names)
foreach(family IN LISTS cuda_families)
  set(archs)
  foreach(arch IN LISTS arch_${family})
    probe_cuda(${family} ${arch} works)
    if(works)
      list(APPEND archs ${arch})
    else()
      list(APPEND cuda_dropped "${family} for sm_${arch}")
    endif()
  endforeach()
  if(NOT archs)
    continue()
  endif()
  list(APPEND cuda_built ${family})
  set(gencode)
  foreach(arch IN LISTS archs)
    list(APPEND gencode -gencode=arch=compute_${arch},code=sm_${arch})
  endforeach()
  if(ptx_${family})
    list(APPEND gencode -gencode=arch=compute_${ptx_${family}},code=compute_${ptx_${family}})
  endif()
  set(exact 0)
  if(archs MATCHES "a")
    set(exact 1)
  endif()
  list(TRANSFORM archs REPLACE "a$" "" OUTPUT_VARIABLE numbers)
  string(REPLACE ";" "," numbers "${numbers}")
  set(source ${CMAKE_CURRENT_SOURCE_DIR}/cuda/${source_${family}}.cu)
  set(object ${CMAKE_CURRENT_BINARY_DIR}/cuda/${family}.o)
  string(REPLACE "," "\\," listed "${numbers}")  # nvcc would take a bare comma as the next macro's
  set(RIDGELINE_CUDA_DEFINES_${family} "-DRIDGELINE_SMS=${listed}" -DRIDGELINE_EXACT_SM=${exact}
      -DRIDGELINE_PTX_SM=${ptx_${family}})
  add_custom_command(OUTPUT ${object} DEPENDS ${source} DEPFILE ${object}.d VERBATIM
    COMMAND ${CMAKE_COMMAND} -DNVCC=${RIDGELINE_NVCC} "-DLAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER}"
      "-DFLAGS=${RIDGELINE_NVCC_FLAGS};${RIDGELINE_CUDA_DEFINES_${family}};${gencode}"
      -DSOURCE=${source} -DOBJECT=${object} -P ${CMAKE_CURRENT_SOURCE_DIR}/cuda/compile.cmake
    COMMENT "CUDA ${family} (${numbers})")
  list(APPEND cuda_objects ${object})
  list(APPEND table_names ${family})
  set(RIDGELINE_CUDA_ARCHS_${family} "${archs}" PARENT_SCOPE)
  set(RIDGELINE_CUDA_SOURCE_${family} ${source} PARENT_SCOPE)
  set(RIDGELINE_CUDA_DEFINES_${family} "${RIDGELINE_CUDA_DEFINES_${family}}" PARENT_SCOPE)
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

list(TRANSFORM table_names REPLACE "(.+)" "std::span<const Kernel> \\1_table()"
     OUTPUT_VARIABLE declarations)
list(TRANSFORM table_names REPLACE "(.+)" "    \\1_table,"  OUTPUT_VARIABLE entries)
string(REPLACE ";" ";\n" declarations "${declarations};")  # a list's semicolons are C++'s here
string(JOIN "\n" entries ${entries})
configure_file(cuda/tables.cpp.in cuda_tables.cpp @ONLY)

add_custom_target(ridgeline_cuda_objects DEPENDS ${cuda_objects})
set_source_files_properties(${cuda_objects} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
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
