# find_package(Carom): Carom::carom is the core, Carom::carom-file reads scenes and writes results.
include(CMakeFindDependencyMacro)
find_dependency(PkgConfig)
pkg_check_modules(FYAML REQUIRED IMPORTED_TARGET libfyaml)
pkg_check_modules(SNDFILE REQUIRED IMPORTED_TARGET sndfile)
pkg_check_modules(FFTW REQUIRED IMPORTED_TARGET fftw3)
pkg_check_modules(PNG REQUIRED IMPORTED_TARGET libpng)
include("${CMAKE_CURRENT_LIST_DIR}/CaromTargets.cmake")
