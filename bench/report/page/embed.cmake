# The report's page inside the program. Included while configuring, it adds the rule that makes
# page_files.cpp; run by that rule (cmake -P), it joins the page's own code into one script and
# writes that file, with the checksum of each script, which the page's security policy names.

if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(RIDGELINE_PLOTLY AUTO CACHE STRING
      "plotly.min.js for reports: AUTO (what scripts/setup fetched), OFF, REQUIRED, or a file")
  set(plotly ${RIDGELINE_PLOTLY})
  if(plotly MATCHES "^(AUTO|REQUIRED)$")
    set(plotly ${CMAKE_SOURCE_DIR}/build/plotly/plotly.min.js)
  endif()
  if(plotly STREQUAL "OFF" OR (RIDGELINE_PLOTLY STREQUAL "AUTO" AND NOT EXISTS ${plotly}))
    message(STATUS "Reports: none in this build, for want of plotly.js (scripts/setup fetches it)")
    set(plotly "")
  elseif(NOT EXISTS ${plotly})
    message(FATAL_ERROR "No plotly.js at ${plotly}: scripts/setup fetches it, "
                        "-D RIDGELINE_PLOTLY=FILE names it, -D RIDGELINE_PLOTLY=OFF does without")
  else()
    message(STATUS "Reports: with ${plotly}")
  endif()
  set(page_folder ${CMAKE_CURRENT_LIST_DIR})
  set(page_files ${CMAKE_BINARY_DIR}/generated/page_files.cpp)
  file(GLOB_RECURSE page_sources CONFIGURE_DEPENDS ${page_folder}/*)
  add_custom_command(OUTPUT ${page_files}
    COMMAND ${CMAKE_COMMAND} -D folder=${page_folder} -D out=${CMAKE_BINARY_DIR}/generated
            -D plotly=${plotly} -P ${CMAKE_CURRENT_LIST_FILE}
    DEPENDS ${page_sources} ${plotly} COMMENT "Page of reports" VERBATIM)
  return()
endif()

cmake_minimum_required(VERSION 3.25)
# One scope for all of our own code, and none for anybody else's.
file(STRINGS ${folder}/order.txt parts)
file(WRITE ${out}/page.js.new "(() => {\n\"use strict\";\n")
foreach(part IN LISTS parts)
  file(READ ${folder}/${part} text)
  file(APPEND ${out}/page.js.new "${text}")
endforeach()
file(APPEND ${out}/page.js.new "})();\n")
file(RENAME ${out}/page.js.new ${out}/page.js)

set(template ${folder}/report.html)
set(style ${folder}/report.css)
set(code ${out}/page.js)
set(bytes "")
set(functions "")
foreach(name template style code plotly)
  set(file ${${name}})
  if(NOT file)
    string(APPEND functions "PageFile page_${name}() { return {}; }\n")
    continue()
  endif()
  file(READ ${file} text)
  string(TOLOWER "${text}" text)
  foreach(end "</script" "</style" "<!--")
    string(FIND "${text}" "${end}" found)
    if(NOT name STREQUAL "template" AND NOT found EQUAL -1)
      message(FATAL_ERROR "${file} has '${end}' in it, which would end its element in the page")
    endif()
  endforeach()
  file(SHA256 ${file} sum)
  string(APPEND bytes "    \".global ridgeline_${name}, ridgeline_${name}_end\\n\"\n"
    "    \"ridgeline_${name}: .incbin \\\"${file}\\\"\\n\"\n"
    "    \"ridgeline_${name}_end: .byte 0\\n\"\n")
  string(APPEND functions "extern \"C\" const char ridgeline_${name}[], ridgeline_${name}_end[];\n"
    "PageFile page_${name}() {\n"
    "  return {{ridgeline_${name}, ridgeline_${name}_end}, \"${sum}\"};\n}\n")
endforeach()
file(WRITE ${out}/page_files.cpp
  "// Written by the build (bench/report/page/embed.cmake): see page_files.hpp.\n"
  "#include \"bench/report/page_files.hpp\"\n\n"
  "asm(\".section .rodata\\n\"\n${bytes}    \".previous\\n\");\n\n"
  "namespace ridgeline::bench {\n${functions}}  // namespace ridgeline::bench\n")
