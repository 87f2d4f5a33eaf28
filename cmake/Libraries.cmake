# Objects, and the shared and static libraries made of them. Only what the public headers declare
# leaves a library; the program and the tests link the objects and see all of it.

# Shared libraries need position-independent code; WebAssembly has neither.
get_property(CAROM_CAN_SHARE GLOBAL PROPERTY TARGET_SUPPORTS_SHARED_LIBS)
option(CAROM_SHARED "Build shared libraries beside the archives" ${CAROM_CAN_SHARE})

# carom_objects(TARGET SOURCE...)
function(carom_objects target)
  add_library(${target} OBJECT ${ARGN})
  target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR}/include
    PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_BINARY_DIR}/generated)
  add_dependencies(${target} embedded_scenes carom_commit)
  target_link_libraries(${target} PRIVATE carom_options)
  set_target_properties(${target} PROPERTIES C_VISIBILITY_PRESET hidden)
  if(CAROM_CAN_SHARE)
    # No function of ours is replaced while a program loads: public ones are inlined like others.
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_compile_options(${target} PRIVATE -fno-semantic-interposition)
  endif()
endfunction()

# carom_shared(NAME OBJECTS...): the target NAME, libNAME.so, from targets of carom_objects(). As long
# as the version begins with 0, programs must be linked anew for each minor version.
function(carom_shared name)
  list(TRANSFORM ARGN REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE objects)
  add_library(${name} SHARED ${objects})
  target_link_libraries(${name} PRIVATE carom_options)
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE C
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  if(CMAKE_EXECUTABLE_FORMAT STREQUAL "ELF")
    target_link_options(${name} PRIVATE LINKER:-Bsymbolic-functions)
    if(NOT CAROM_SANITIZE)
      target_link_options(${name} PRIVATE LINKER:-z,defs)
    endif()
  endif()
  carom_usage(${name})
endfunction()

# carom_archive(NAME OBJECTS...): the target NAME-static, libNAME.a. Where there is an objcopy the
# objects are joined into one, in which hidden names become local; elsewhere they stay as they are.
function(carom_archive name)
  list(TRANSFORM ARGN REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE objects)
  set(flags ${CMAKE_C_FLAGS})
  if(CMAKE_EXECUTABLE_FORMAT STREQUAL "ELF" AND CMAKE_OBJCOPY AND NOT CAROM_SANITIZE
      AND NOT flags MATCHES "-flto|-fsanitize")
    separate_arguments(flags)
    if(CMAKE_C_COMPILER_TARGET)
      list(APPEND flags ${CMAKE_C_COMPILE_OPTIONS_TARGET}${CMAKE_C_COMPILER_TARGET})
    endif()
    set(joined ${CMAKE_CURRENT_BINARY_DIR}/${name}.o)
    add_custom_command(OUTPUT ${joined}
      COMMAND ${CMAKE_C_COMPILER} ${flags} -r -nostdlib -o ${joined} ${objects}
      COMMAND ${CMAKE_OBJCOPY} --localize-hidden ${joined}
      DEPENDS ${objects} COMMENT "Joining the objects of lib${name}.a" COMMAND_EXPAND_LISTS VERBATIM)
    set_source_files_properties(${joined} PROPERTIES GENERATED TRUE EXTERNAL_OBJECT TRUE)
    add_library(${name}-static STATIC ${joined})
    add_dependencies(${name}-static ${ARGN})
  else()
    add_library(${name}-static STATIC ${objects})
  endif()
  set_target_properties(${name}-static PROPERTIES OUTPUT_NAME ${name} LINKER_LANGUAGE C)
  carom_usage(${name}-static)
  if(NOT CAROM_SHARED)
    add_library(Carom::${name} ALIAS ${name}-static)
  endif()
endfunction()

# Where the headers are, and the name by which other projects know a library.
function(carom_usage target)
  target_include_directories(${target} INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  add_library(Carom::${target} ALIAS ${target})
endfunction()
