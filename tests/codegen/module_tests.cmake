# Tests that are Python modules of the tests' folder. What passed is remembered below build/, for
# all presets together (passed.py).
set(passed_folder ${CMAKE_SOURCE_DIR}/build/test-cache/passed)

# add_module_test(NAME LABEL PYTHON MODULE ARGUMENT...)
function(add_module_test name label python)
  add_test(NAME ${name} COMMAND ${python} -m ${ARGN} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}/tests)
  set_tests_properties(${name} PROPERTIES LABELS ${label}
    ENVIRONMENT PYTHONPYCACHEPREFIX=${CMAKE_SOURCE_DIR}/build/test-cache/bytecode)
endfunction()
