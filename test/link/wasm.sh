#!/bin/sh
# wasm.sh SOURCE FOLDER PREFIX: the core as a WebAssembly module, which node runs; it opens every
# built-in scene, sounds as it does here and balances.
set -eu
source=$1 folder=$2 prefix=$3
command -v node > /dev/null || { echo "skipped: there is no node"; exit 77; }
mkdir -p "$folder"
printf '#include <math.h>\nint main(int n, char **a) { (void)a; return (int)sin(n); }\n' > "$folder/probe.c"
clang-16 --target=wasm32-wasi -o "$folder/probe.wasm" "$folder/probe.c" -lm 2> /dev/null || {
  echo "skipped: clang-16, lld-16, wasi-libc or libclang-rt-16-dev-wasm32 is missing"; exit 77; }
cmake -G Ninja -S "$source" -B "$folder/core" --toolchain "$source/cmake/wasm32-wasi.cmake" \
  -DCAROM_NATIVE=OFF > /dev/null
cmake --build "$folder/core" --target carom-module > /dev/null

node "$source/test/link/builtin.mjs" "$folder/core/carom.wasm"
/usr/bin/python3 "$source/test/link/reference.py" all "$prefix/bin/carom" 1 "$folder/reference"
for scene in "$folder"/reference/*/scene.json; do
  node "$source/test/link/render.mjs" "$folder/core/carom.wasm" "$(dirname "$scene")"
done
/usr/bin/python3 "$source/test/link/reference.py" compare "$folder/reference"
