# The core for 64-bit ARM, by Debian's cross compiler (gcc-aarch64-linux-gnu, libc6-dev-arm64-cross):
#
#   cmake -B build-aarch64 --toolchain cmake/aarch64-linux-gnu.cmake -DCAROM_NATIVE=OFF
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
