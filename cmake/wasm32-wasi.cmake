# The core for WebAssembly, by clang and Debian's wasi-libc (clang-16, lld-16, wasi-libc,
# libclang-rt-16-dev-wasm32; llvm-16 to link the archive). Before clang 16 a load that fills both lanes
# (v128.load64_splat) may sink behind a store to the same place, so that the ledger counted what came
# after a step as what was before it: those are refused.
#
#   cmake -B build-wasm --toolchain cmake/wasm32-wasi.cmake -DCAROM_NATIVE=OFF
#
# libcarom.a is for programs in C. carom.wasm is a module with every carom_* call, malloc and free,
# to be used from JavaScript as test/link/render.mjs does; its table of functions can take some of
# JavaScript's. The files it imports functions for are
# those of the C library's printf(), which would complain of long doubles: it never calls them.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
find_program(CMAKE_C_COMPILER NAMES clang-16 clang REQUIRED)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_C_FLAGS_INIT -msimd128)
