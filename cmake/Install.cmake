# Installation: libraries, headers, pkg-config files and a CMake package, once for the core and once
# for what is built beside it.
include(CMakePackageConfigHelpers)
set(CAROM_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/Carom)
set(CAROM_PC_DIR ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
string(REGEX REPLACE "[^/]+" ".." CAROM_PC_PREFIX ${CAROM_PC_DIR}) # from there up

# carom_install(LIBRARY EXPORT)
function(carom_install library export)
  set(targets ${library}-static)
  if(CAROM_SHARED)
    list(APPEND targets ${library})
  endif()
  install(TARGETS ${targets} EXPORT ${export})
  install(EXPORT ${export} NAMESPACE Carom:: DESTINATION ${CAROM_CMAKE_DIR})
  configure_file(cmake/${library}.pc.in ${PROJECT_BINARY_DIR}/${library}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${library}.pc DESTINATION ${CAROM_PC_DIR})
endfunction()

carom_install(carom CaromCoreTargets)
write_basic_package_version_file(CaromConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/CaromConfig.cmake ${PROJECT_BINARY_DIR}/CaromConfigVersion.cmake
  DESTINATION ${CAROM_CMAKE_DIR})
install(DIRECTORY include/carom DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} PATTERN file.h EXCLUDE)
if(NOT CAROM_NATIVE)
  return()
endif()

carom_install(carom-file CaromFileTargets)
install(FILES include/carom/file.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/carom)
install(TARGETS carom-cli)
if(TARGET carom-man)
  install(FILES ${PROJECT_BINARY_DIR}/carom.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()
if(MPI_FOUND)
  install(TARGETS carom-mpi DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
if(TARGET carom-lv2)
  install(TARGETS carom-lv2 LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/carom)
endif()

# The Python module, for Debian's Python: PREFIX/lib/python3.N/dist-packages/carom. It is told where
# the library is.
find_program(CAROM_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
if(CAROM_PYTHON AND CAROM_SHARED)
  execute_process(COMMAND ${CAROM_PYTHON} -c "import sys; print('python%d.%d' % sys.version_info[:2], end='')"
    OUTPUT_VARIABLE python_version)
  set(CAROM_PYTHON_DIR lib/${python_version}/dist-packages CACHE STRING "Where the Python module goes")
  install(DIRECTORY python/carom DESTINATION ${CAROM_PYTHON_DIR} FILES_MATCHING PATTERN *.py
    PATTERN __pycache__ EXCLUDE)
  file(RELATIVE_PATH place /${CAROM_PYTHON_DIR}/carom /${CMAKE_INSTALL_LIBDIR})
  file(WRITE ${PROJECT_BINARY_DIR}/generated/_installed.py
    "# Where this build has put the library, seen from this folder.\nPLACE = \"${place}\"\n")
  install(FILES ${PROJECT_BINARY_DIR}/generated/_installed.py DESTINATION ${CAROM_PYTHON_DIR}/carom)
endif()
