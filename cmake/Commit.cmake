# Writes the commit of the source as a header, if it is not there already:
# cmake -DOUT=commit.h -DSOURCE=folder -DGIT=git -P Commit.cmake
set(commit unknown)
get_filename_component(SOURCE "${SOURCE}" REALPATH)
if(GIT)
  # Not that of a repository around the source, and of whoever owns it.
  get_filename_component(above "${SOURCE}" DIRECTORY)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env "GIT_CEILING_DIRECTORIES=${above}" GIT_OPTIONAL_LOCKS=0
      "${GIT}" -c "safe.directory=${SOURCE}" describe --always --abbrev=12 --dirty
    WORKING_DIRECTORY "${SOURCE}" OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed
    ERROR_QUIET)
  if(NOT failed AND found MATCHES "^[-+._/0-9A-Za-z]+$")
    set(commit ${found})
  endif()
endif()
set(text "// Written by every build.\n#define CAROM_COMMIT \"${commit}\"\n")
set(before "")
if(EXISTS "${OUT}")
  file(READ "${OUT}" before)
endif()
if(NOT before STREQUAL text)
  file(WRITE "${OUT}" "${text}")
endif()
