#!/bin/sh
# aarch64.sh SOURCE FOLDER PREFIX: the core for 64-bit ARM, cross-compiled, installed and found by a
# project; a program of it runs in an emulator, sounds as it does here and balances.
set -eu
source=$1 folder=$2 prefix=$3
for tool in aarch64-linux-gnu-gcc qemu-aarch64; do
  command -v $tool > /dev/null || { echo "skipped: there is no $tool"; exit 77; }
done
toolchain=$source/cmake/aarch64-linux-gnu.cmake
cmake -G Ninja -S "$source" -B "$folder/core" --toolchain "$toolchain" -DCAROM_NATIVE=OFF > /dev/null
cmake --build "$folder/core" > /dev/null
cmake --install "$folder/core" --prefix "$folder/usr" > /dev/null
readelf --file-header "$folder/usr/lib/libcarom.so" | grep -q AArch64
cmake -G Ninja -S "$source/test/link/render" -B "$folder/render" --toolchain "$toolchain" \
  -DCMAKE_PREFIX_PATH="$folder/usr" > /dev/null
cmake --build "$folder/render" > /dev/null

/usr/bin/python3 "$source/test/link/reference.py" all "$prefix/bin/carom" 0.5 "$folder/reference"
for scene in "$folder"/reference/*/scene.json; do
  at=$(dirname "$scene")
  qemu-aarch64 "$folder/render/render" "$scene" > "$at/samples" 2> "$at/balance"
done
/usr/bin/python3 "$source/test/link/reference.py" compare "$folder/reference"
