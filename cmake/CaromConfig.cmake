# find_package(Carom [COMPONENTS core file])
#
#   core   Carom::carom, which needs nothing but libm
#   file   Carom::carom-file, which reads scenes and writes results, and needs packages of its own
#
# Both are shared libraries where there are such; Carom::carom-static and Carom::carom-file-static
# are archives, fit for plugins as well. Without COMPONENTS the file library is found where it was
# installed and its packages are there.
include("${CMAKE_CURRENT_LIST_DIR}/CaromCoreTargets.cmake")
set(Carom_core_FOUND TRUE)
set(Carom_file_FOUND FALSE)

if(NOT Carom_FIND_COMPONENTS OR "file" IN_LIST Carom_FIND_COMPONENTS)
  if(NOT EXISTS "${CMAKE_CURRENT_LIST_DIR}/CaromFileTargets.cmake")
    set(Carom_NOT_FOUND_MESSAGE "Carom was installed without its file library")
  else()
    find_package(PkgConfig QUIET)
    set(Carom_file_FOUND ${PkgConfig_FOUND})
    set(Carom_NOT_FOUND_MESSAGE "Carom's file library needs pkg-config")
    foreach(package IN ITEMS FYAML=libfyaml SNDFILE=sndfile FFTW=fftw3 PNG=libpng)
      string(REPLACE "=" ";" package ${package})
      list(POP_FRONT package name)
      if(Carom_file_FOUND)
        pkg_check_modules(${name} QUIET IMPORTED_TARGET ${package})
        set(Carom_file_FOUND ${${name}_FOUND})
        set(Carom_NOT_FOUND_MESSAGE "Carom's file library needs ${package}, which pkg-config does not know")
      endif()
    endforeach()
    if(Carom_file_FOUND)
      include("${CMAKE_CURRENT_LIST_DIR}/CaromFileTargets.cmake")
    endif()
  endif()
endif()

foreach(name IN ITEMS carom carom-file)
  if(TARGET Carom::${name}-static AND NOT TARGET Carom::${name})
    add_library(Carom::${name} ALIAS Carom::${name}-static)
  endif()
endforeach()

foreach(component IN LISTS Carom_FIND_COMPONENTS)
  if(NOT component MATCHES "^(core|file)$")
    set(Carom_NOT_FOUND_MESSAGE "Carom has no component ${component}; there are core and file")
  endif()
  if(Carom_FIND_REQUIRED_${component} AND NOT Carom_${component}_FOUND)
    set(Carom_FOUND FALSE)
  endif()
endforeach()
