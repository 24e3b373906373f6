# Looks for the CUDA toolkit and says what was found. Nothing is built with it in this version, so
# the language is not enabled: that alone would compile a probe at each first configuration.

if(NOT RIDGELINE_CUDA MATCHES "^(AUTO|OFF)$")
  message(FATAL_ERROR "RIDGELINE_CUDA is \"${RIDGELINE_CUDA}\"; it can be AUTO or OFF")
endif()
if(RIDGELINE_CUDA STREQUAL "OFF")
  message(STATUS "CUDA: not looked for (RIDGELINE_CUDA=OFF); building the CPU backend only")
  return()
endif()

# NVIDIA's packages install below /usr/local and leave PATH alone.
file(GLOB cuda_folders /usr/local/cuda /usr/local/cuda-*)
list(SORT cuda_folders COMPARE NATURAL ORDER DESCENDING)
list(TRANSFORM cuda_folders APPEND /bin)
find_program(RIDGELINE_NVCC nvcc HINTS ENV CUDA_PATH ENV CUDA_HOME PATH_SUFFIXES bin
             PATHS ${cuda_folders} DOC "The CUDA compiler")
mark_as_advanced(RIDGELINE_NVCC)
if(NOT RIDGELINE_NVCC)
  message(STATUS "CUDA: not found; building the CPU backend only")
  return()
endif()
execute_process(COMMAND ${RIDGELINE_NVCC} --version OUTPUT_VARIABLE nvcc_says ERROR_QUIET)
string(REGEX MATCH "release ([0-9.]+)" nvcc_release "${nvcc_says}")
if(nvcc_release)
  message(STATUS "CUDA: toolkit ${CMAKE_MATCH_1} (${RIDGELINE_NVCC}); "
                 "no CUDA kernels in this version, building the CPU backend only")
else()
  message(STATUS "CUDA: ${RIDGELINE_NVCC} does not tell its version; building the CPU backend only")
endif()
