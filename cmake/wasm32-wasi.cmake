# The core for WebAssembly, by clang and Debian's wasi-libc (clang-14, lld-14, wasi-libc,
# libclang-rt-14-dev-wasm32; llvm-14 to link the archive):
#
#   cmake -B build-wasm --toolchain cmake/wasm32-wasi.cmake -DCAROM_NATIVE=OFF
#
# libcarom.a is for programs in C. carom.wasm is a module with every carom_* call, malloc and free,
# to be used from JavaScript as test/link/render.mjs does. The files it imports functions for are
# those of the C library's printf(), which would complain of long doubles: it never calls them.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
find_program(CMAKE_C_COMPILER NAMES clang-14 clang REQUIRED)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_C_FLAGS_INIT -msimd128)
