# Compiles one family: cmake -DNVCC= -DLAUNCHER= -DFLAGS= -DSOURCE= -DOBJECT= -P compile.cmake
# Fails where the assembler says that it made asynchronous matrix products wait for one another:
# that is only a remark to nvcc, and the ceiling would be another one.
get_filename_component(folder ${OBJECT} DIRECTORY)
file(MAKE_DIRECTORY ${folder})
# In the source's folder, where every build runs it: ccache takes "-gencode" for a debug flag, and
# would tell one build folder's objects from another's.
get_filename_component(source_folder ${SOURCE} DIRECTORY)
execute_process(COMMAND ${LAUNCHER} ${NVCC} ${FLAGS} -c ${SOURCE} -o ${OBJECT} -MD -MF ${OBJECT}.d
                WORKING_DIRECTORY ${source_folder} RESULT_VARIABLE failed
                OUTPUT_VARIABLE said ERROR_VARIABLE said)
if(NOT "${said}" STREQUAL "")
  message("${said}")
endif()
if("${said}" MATCHES "Potential Performance Loss|warpgroup\\.(arrive|wait) is injected")
  file(REMOVE ${OBJECT})
  message(FATAL_ERROR "${SOURCE}: the assembler serializes asynchronous matrix products (above)")
endif()
if(failed)
  message(FATAL_ERROR "nvcc failed on ${SOURCE}")
endif()
