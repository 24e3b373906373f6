# Looks for the CUDA toolkit and says what was found: the compiler, the assembler, the runtime's
# headers and its static library. The language is not enabled: kernels/cuda/build/ calls nvcc
# itself.

if(NOT RIDGELINE_CUDA MATCHES "^(AUTO|OFF|REQUIRED)$")
  message(FATAL_ERROR "RIDGELINE_CUDA is \"${RIDGELINE_CUDA}\"; it can be AUTO, OFF or REQUIRED")
endif()
if(RIDGELINE_CUDA STREQUAL "OFF")
  message(STATUS "CUDA: not looked for (RIDGELINE_CUDA=OFF); building the CPU backend only")
  return()
endif()

# Ends the configuration where CUDA is required; else says why there will be none.
macro(without_cuda mode why)
  if(RIDGELINE_CUDA STREQUAL "REQUIRED")
    message(FATAL_ERROR "CUDA: ${why}, and RIDGELINE_CUDA is REQUIRED; `scripts/setup --with-cuda` "
            "fetches a toolkit")
  endif()
  message(${mode} "CUDA: ${why}; building the CPU backend only (`scripts/setup --with-cuda` "
          "fetches a toolkit)")
  set(RIDGELINE_NVCC "")
endmacro()

# RIDGELINE_CUDA_FOLDER (also of the environment) names the toolkit's folder, and no other is looked
# at. Else the one that `scripts/setup --with-cuda` fetched comes first, since it is there because
# somebody wanted it; then PATH. NVIDIA's packages install below /usr/local and leave PATH alone.
# The order is that of scripts/fetch_tools. Nothing is cached: a toolkit may come later.
set(cuda_folder ${RIDGELINE_CUDA_FOLDER})
if(NOT cuda_folder)
  set(cuda_folder $ENV{RIDGELINE_CUDA_FOLDER})
endif()
if(cuda_folder)
  find_program(RIDGELINE_NVCC nvcc PATHS ${cuda_folder}/bin NO_DEFAULT_PATH NO_CACHE)
else()
  file(GLOB system_folders /usr/local/cuda /usr/local/cuda-*)
  list(SORT system_folders COMPARE NATURAL ORDER DESCENDING)
  list(TRANSFORM system_folders APPEND /bin)
  find_program(RIDGELINE_NVCC nvcc PATHS ${CMAKE_SOURCE_DIR}/build/cuda-toolkit/bin NO_DEFAULT_PATH
               NO_CACHE)
  find_program(RIDGELINE_NVCC nvcc HINTS ENV CUDA_PATH ENV CUDA_HOME PATH_SUFFIXES bin
               PATHS ${system_folders} NO_CACHE)
endif()
if(NOT RIDGELINE_NVCC AND cuda_folder)
  without_cuda(WARNING "no nvcc in ${cuda_folder}/bin (RIDGELINE_CUDA_FOLDER)")
  return()
elseif(NOT RIDGELINE_NVCC)
  without_cuda(STATUS "not found")
  return()
endif()
execute_process(COMMAND ${RIDGELINE_NVCC} --version OUTPUT_VARIABLE nvcc_says ERROR_QUIET)
string(REGEX MATCH "release ([0-9.]+)" nvcc_release "${nvcc_says}")
set(nvcc_release ${CMAKE_MATCH_1})
# The parts lie around the compiler; where that is a script, it knows where the real one is.
file(REAL_PATH ${RIDGELINE_NVCC} nvcc_file)
get_filename_component(cuda_root ${nvcc_file} DIRECTORY)
get_filename_component(cuda_root ${cuda_root} DIRECTORY)
execute_process(COMMAND ${RIDGELINE_NVCC} --dryrun -c -x cu /dev/null ERROR_VARIABLE nvcc_says
                OUTPUT_QUIET)
if("${nvcc_says}" MATCHES "TOP=([^\n]+)")
  file(REAL_PATH ${CMAKE_MATCH_1} cuda_root)
endif()
find_program(RIDGELINE_PTXAS ptxas HINTS ${cuda_root}/bin NO_CACHE)
find_path(RIDGELINE_CUDA_INCLUDE cuda_runtime.h NO_CACHE
          HINTS ${cuda_root}/include ${cuda_root}/targets/x86_64-linux/include
          ${cuda_root}/targets/sbsa-linux/include)
find_library(RIDGELINE_CUDART cudart_static NO_CACHE
             HINTS ${cuda_root}/lib64 ${cuda_root}/lib ${cuda_root}/targets/x86_64-linux/lib
             ${cuda_root}/targets/sbsa-linux/lib)
set(missing)
if(NOT nvcc_release OR nvcc_release VERSION_LESS 12.4)
  list(APPEND missing "12.4 is the oldest that will do")
endif()
if(NOT RIDGELINE_PTXAS)
  list(APPEND missing "there is no ptxas")
endif()
if(NOT RIDGELINE_CUDA_INCLUDE)
  list(APPEND missing "there is no cuda_runtime.h")
endif()
if(NOT RIDGELINE_CUDART)
  list(APPEND missing "there is no libcudart_static.a")
endif()
if(missing)
  string(JOIN ", " missing ${missing})
  without_cuda(WARNING "${RIDGELINE_NVCC} (release ${nvcc_release}) cannot be used: ${missing}")
  return()
endif()

# What another assembler said (kernels/cuda/build/family.cmake asks it) is no answer of this one.
set(assembler "${RIDGELINE_PTXAS} ${nvcc_release}")
if(NOT "${RIDGELINE_PROBED_WITH}" STREQUAL "${assembler}")
  get_cmake_property(known CACHE_VARIABLES)
  list(FILTER known INCLUDE REGEX "^RIDGELINE_PTXAS_")
  foreach(answer IN LISTS known)
    unset(${answer} CACHE)
  endforeach()
  set(RIDGELINE_PROBED_WITH ${assembler} CACHE INTERNAL "The assembler that was probed")
endif()
set(RIDGELINE_CUDA_RELEASE ${nvcc_release})
message(STATUS "CUDA: toolkit ${nvcc_release} (${RIDGELINE_NVCC})")

# -O3 is nvcc's own level for device code. Divisions and square roots do not occur in loops.
set(RIDGELINE_NVCC_FLAGS -std=c++20 -O3 -I${CMAKE_SOURCE_DIR} -Werror=all-warnings
    -Xcompiler=-O2,-Wall,-Wextra,-Werror,-fPIE --expt-relaxed-constexpr)
