# What the core does without: the file library and its packages, and the program.

find_package(PkgConfig REQUIRED)
pkg_check_modules(FYAML REQUIRED IMPORTED_TARGET libfyaml)
pkg_check_modules(SNDFILE REQUIRED IMPORTED_TARGET sndfile)
pkg_check_modules(FFTW REQUIRED IMPORTED_TARGET fftw3)
pkg_check_modules(PNG REQUIRED IMPORTED_TARGET libpng)
set(CAROM_PACKAGES PkgConfig::FYAML PkgConfig::SNDFILE PkgConfig::FFTW PkgConfig::PNG)

# The integrator of the adaptive method, an optional part. Debian's package has no pkg-config file.
find_path(CVODE_INCLUDE cvode/cvode.h)
find_library(CVODE_LIBRARY sundials_cvode)
add_library(carom_cvode INTERFACE)
if(CVODE_INCLUDE AND CVODE_LIBRARY)
  target_include_directories(carom_cvode SYSTEM INTERFACE ${CVODE_INCLUDE})
  target_compile_definitions(carom_cvode INTERFACE CAROM_CVODE)
  set(CAROM_CVODE_LINK $<BUILD_INTERFACE:${CVODE_LIBRARY}> $<INSTALL_INTERFACE:sundials_cvode>)
  set(CAROM_CVODE_LIBS -lsundials_cvode)
else()
  message(NOTICE "No SUNDIALS: without solver.method adaptive and the results of papers by it (apt-get install libsundials-dev)")
endif()

# Sweeps over several processes, an optional part: a module that the file library loads where mpirun has
# started the program, from beside itself or the program, or from where it is installed.
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/io/ranks.c PROPERTIES
  COMPILE_DEFINITIONS CAROM_MODULES="../${CMAKE_INSTALL_LIBDIR}")
pkg_search_module(MPI IMPORTED_TARGET ompi-c mpi-c)
if(MPI_FOUND)
  get_property(CAROM_MPI GLOBAL PROPERTY CAROM_MPI)
  add_library(carom-mpi MODULE ${CAROM_MPI})
  target_include_directories(carom-mpi PRIVATE src include)
  target_link_libraries(carom-mpi PRIVATE PkgConfig::MPI carom_options)
  set_target_properties(carom-mpi PROPERTIES PREFIX "" SUFFIX .so C_VISIBILITY_PRESET hidden)
else()
  message(STATUS "No MPI: without sweeps over several processes (apt-get install libopenmpi-dev openmpi-bin)")
endif()

# The sound server that carom play plays on, an optional part.
pkg_check_modules(JACK QUIET IMPORTED_TARGET jack)
if(NOT JACK_FOUND)
  message(STATUS "No JACK: carom play only writes files (apt-get install libjack-jackd2-dev, or make play)")
endif()

# add_carom(SUFFIX OPTION...): the program and the objects it is made of. carom-inside, all of the
# core and of the file library, is for the tests too. The suffix keeps variants apart (see
# test/CMakeLists.txt).
function(add_carom suffix)
  if(NOT TARGET carom-core${suffix})
    carom_objects(carom-core${suffix} ${CAROM_CORE})
  endif()
  carom_objects(carom-io${suffix} ${CAROM_FILE})
  target_link_libraries(carom-io${suffix} PRIVATE carom_cvode ${CAROM_PACKAGES})
  carom_objects(carom-reproduce${suffix} ${CAROM_REPRODUCE})
  target_include_directories(carom-reproduce${suffix} PUBLIC ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/src)
  target_compile_definitions(carom-io${suffix} PRIVATE _XOPEN_SOURCE=700)
  target_compile_definitions(carom-reproduce${suffix} PRIVATE _XOPEN_SOURCE=700)
  foreach(part IN ITEMS core io reproduce)
    target_compile_options(carom-${part}${suffix} PRIVATE ${ARGN})
  endforeach()

  add_library(carom-inside${suffix} INTERFACE)
  target_include_directories(carom-inside${suffix} INTERFACE ${PROJECT_SOURCE_DIR}/include)
  target_sources(carom-inside${suffix} INTERFACE
    $<TARGET_OBJECTS:carom-core${suffix}> $<TARGET_OBJECTS:carom-io${suffix}>)
  target_link_libraries(carom-inside${suffix} INTERFACE ${CAROM_PACKAGES} ${CAROM_CVODE_LINK} m)

  add_executable(carom-cli${suffix} ${CAROM_CLI})
  target_compile_definitions(carom-cli${suffix} PRIVATE _GNU_SOURCE
    CAROM_PLUGIN_PLACE="../${CMAKE_INSTALL_LIBDIR}/carom/carom-lv2.so")
  target_link_libraries(carom-cli${suffix} PRIVATE carom-reproduce${suffix} carom-inside${suffix} carom_options)
  if(JACK_FOUND)
    target_compile_definitions(carom-cli${suffix} PRIVATE CAROM_JACK)
    target_link_libraries(carom-cli${suffix} PRIVATE PkgConfig::JACK)
  endif()
  set_target_properties(carom-cli${suffix} PROPERTIES OUTPUT_NAME carom${suffix})
  target_link_libraries(carom-cli${suffix} PRIVATE ${CMAKE_DL_LIBS})
  if(suffix) # for clang-tidy each source counts once
    set_target_properties(carom-core${suffix} carom-io${suffix} carom-reproduce${suffix} carom-cli${suffix}
      PROPERTIES EXPORT_COMPILE_COMMANDS OFF)
  endif()
endfunction()

add_carom("")

# The manual page, written by the program itself.
if(NOT CMAKE_CROSSCOMPILING)
  add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/carom.1 DEPENDS carom-cli VERBATIM
    COMMAND carom-cli help man > ${PROJECT_BINARY_DIR}/carom.1)
  add_custom_target(carom-man ALL DEPENDS ${PROJECT_BINARY_DIR}/carom.1)
endif()
if(MPI_FOUND)
  add_dependencies(carom-cli carom-mpi)
endif()

# The file library. It calls inner functions of these few sources of the core, which it therefore
# has once more, for itself.
carom_objects(carom-twice src/base/error.c src/base/format_double.c src/base/json_lex.c src/base/parse_double.c src/base/text.c)
set_target_properties(carom-twice PROPERTIES EXPORT_COMPILE_COMMANDS OFF)
carom_archive(carom-file carom-io carom-twice)
target_link_libraries(carom-file-static PUBLIC carom-static PRIVATE ${CAROM_PACKAGES} ${CAROM_CVODE_LINK} m)
if(CAROM_SHARED)
  carom_shared(carom-file carom-io carom-twice)
  # It finds the core beside itself, wherever the two are taken.
  set_target_properties(carom-file PROPERTIES INSTALL_RPATH $ORIGIN BUILD_WITH_INSTALL_RPATH ON)
  target_link_libraries(carom-file PUBLIC carom PRIVATE ${CAROM_PACKAGES} ${CAROM_CVODE_LINK} m)
endif()

# The LV2 plugin, an optional part: one binary for all bundles (carom export). It links the core alone.
pkg_check_modules(LV2 QUIET IMPORTED_TARGET lv2)
if(NOT LV2_FOUND)
  message(STATUS "No LV2: carom export has no plugin to copy (apt-get install lv2-dev, or make play)")
else()
  add_library(carom-lv2 MODULE ${CAROM_LV2})
  target_include_directories(carom-lv2 PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(carom-lv2 PRIVATE Carom::carom-static PkgConfig::LV2 carom_options)
  set_target_properties(carom-lv2 PROPERTIES PREFIX "" C_VISIBILITY_PRESET hidden)
endif()
