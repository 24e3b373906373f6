# How a family of families.cmake is built: which architectures the assembler takes, and the rule
# that calls nvcc. nvcc is called by rules of our own: a family's flags are its alone, and a toolkit
# from any place works the same.

option(RIDGELINE_REQUIRE_ALL_CUDA "Refuse a toolkit that lacks an architecture of a family" OFF)
set(cuda_build_folder ${CMAKE_CURRENT_LIST_DIR})
include(${cuda_build_folder}/architectures.cmake)

# A row of families.cmake; see there.
function(cuda_family name file)
  cmake_parse_arguments(PARSE_ARGV 2 row "" "PTX" "ARCHS;PROBE")
  if(NOT row_PTX)
    set(row_PTX 0)
  elseif(NOT row_PTX IN_LIST row_ARCHS)
    message(FATAL_ERROR "${name}: its PTX is for ${row_PTX}, its machine code is not")
  endif()
  set(cuda_families ${cuda_families} ${name} PARENT_SCOPE)
  set(source_${name} ${CMAKE_CURRENT_SOURCE_DIR}/cuda/${file}.cu PARENT_SCOPE)
  set(archs_${name} "${row_ARCHS}" PARENT_SCOPE)
  set(ptx_${name} ${row_PTX} PARENT_SCOPE)
  string(JOIN " " probe ${row_PROBE})
  set(probe_${name} "${probe}" PARENT_SCOPE)
endfunction()

# The PTX version that comes with the toolkit; nvcc writes its own release's.
function(find_probe_version result)
  set(version 8.4)  # of CUDA 12.4, the oldest toolkit taken
  foreach(pair IN ITEMS 12.5/8.5 12.7/8.6 12.8/8.7 12.9/8.8 13.0/9.0)
    string(REPLACE "/" ";" pair ${pair})
    list(GET pair 0 release)
    if(RIDGELINE_CUDA_RELEASE VERSION_GREATER_EQUAL release)
      list(GET pair 1 version)
    endif()
  endforeach()
  set(${result} ${version} PARENT_SCOPE)
endfunction()

# Whether the assembler takes the family's instruction for the architecture. The answer is kept.
function(probe_assembler family arch result)
  set(known RIDGELINE_PTXAS_${family}_${arch})
  if(NOT DEFINED CACHE{${known}})
    find_probe_version(probe_version)
    string(REGEX REPLACE "(.)$" "\\1;" instruction "${probe_${family}}")
    set(probe ${CMAKE_CURRENT_BINARY_DIR}/probes/${family}_${arch}.ptx)
    configure_file(${cuda_build_folder}/probe.ptx.in ${probe} @ONLY)
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

# The family's architectures that are asked for and that the assembler takes, and its PTX. Those
# that it refuses are appended to cuda_dropped.
function(choose_architectures family asked archs_result ptx_result)
  set(taken)
  foreach(arch IN LISTS archs_${family})
    probe_assembler(${family} ${arch} works)
    if(works)
      list(APPEND taken ${arch})
    endif()
  endforeach()
  select_architectures("${asked}" "${archs_${family}}" ${ptx_${family}} wanted wanted_ptx)
  foreach(arch IN LISTS wanted)
    if(NOT arch IN_LIST taken)
      list(APPEND cuda_dropped "${family} for sm_${arch}")
    endif()
  endforeach()
  select_architectures("${asked}" "${taken}" ${ptx_${family}} archs ptx)
  set(cuda_dropped "${cuda_dropped}" PARENT_SCOPE)
  set(${archs_result} "${archs}" PARENT_SCOPE)
  set(${ptx_result} ${ptx} PARENT_SCOPE)
endfunction()

# The definitions by which a family's file knows its architectures (family.hpp).
function(describe_architectures archs ptx result)
  set(exact 0)
  if(archs MATCHES "a")
    set(exact 1)
  endif()
  list(TRANSFORM archs REPLACE "a$" "" OUTPUT_VARIABLE numbers)
  string(JOIN "\\," listed ${numbers})  # nvcc would take a bare comma as the next macro's
  set(${result} "-DRIDGELINE_SMS=${listed}" -DRIDGELINE_EXACT_SM=${exact} -DRIDGELINE_PTX_SM=${ptx}
      PARENT_SCOPE)
endfunction()

# Adds the rule that compiles `source` to `object`, for these architectures and PTX (0: none).
function(add_cuda_object source object archs ptx defines)
  set(gencode)
  foreach(arch IN LISTS archs)
    list(APPEND gencode -gencode=arch=compute_${arch},code=sm_${arch})
  endforeach()
  if(ptx)
    list(APPEND gencode -gencode=arch=compute_${ptx},code=compute_${ptx})
  endif()
  get_filename_component(name ${object} NAME_WE)
  string(JOIN "," listed ${archs})
  add_custom_command(OUTPUT ${object} DEPENDS ${source} DEPFILE ${object}.d VERBATIM
    COMMAND ${CMAKE_COMMAND} -DNVCC=${RIDGELINE_NVCC} "-DLAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER}"
      "-DFLAGS=${RIDGELINE_NVCC_FLAGS};${defines};${gencode}"
      -DSOURCE=${source} -DOBJECT=${object} -P ${CMAKE_SOURCE_DIR}/kernels/cuda/build/compile.cmake
    COMMENT "CUDA ${name} (${listed})")
  set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
endfunction()

# Writes the list of the families' tables, as C++.
function(write_cuda_tables families file)
  list(TRANSFORM families REPLACE "(.+)" "std::span<const Kernel> \\1_table()"
       OUTPUT_VARIABLE declarations)
  list(TRANSFORM families REPLACE "(.+)" "    \\1_table," OUTPUT_VARIABLE entries)
  string(REPLACE ";" ";\n" declarations "${declarations};")  # a list's semicolons are C++'s here
  string(JOIN "\n" entries ${entries})
  configure_file(${CMAKE_SOURCE_DIR}/kernels/cuda/build/tables.cpp.in ${file} @ONLY)
endfunction()
