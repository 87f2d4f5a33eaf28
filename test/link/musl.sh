#!/bin/sh
# musl.sh SOURCE FOLDER PREFIX: the core with another C library, musl. It computes the same numbers.
set -eu
source=$1 folder=$2 prefix=$3
command -v musl-gcc > /dev/null || { echo "skipped: there is no musl-gcc (musl-tools)"; exit 77; }
cmake -G Ninja -S "$source" -B "$folder/core" -DCMAKE_C_COMPILER=musl-gcc -DCMAKE_BUILD_TYPE=Release \
  -DCAROM_NATIVE=OFF > /dev/null
cmake --build "$folder/core" > /dev/null
musl-gcc -std=c17 -static -I "$source/include" "$source/examples/by_path.c" "$folder/core/libcarom.a" -lm \
  -o "$folder/by_path_musl"
cc -std=c17 -I "$source/include" "$source/examples/by_path.c" -o "$folder/by_path" \
  "$(find "$prefix" -name libcarom.a)" -lm
"$folder/by_path_musl" > "$folder/musl.txt"
"$folder/by_path" > "$folder/here.txt"
grep 'bridge velocity' "$folder/here.txt"
grep 'bridge velocity' "$folder/here.txt" > "$folder/here.bridge"
grep 'bridge velocity' "$folder/musl.txt" | cmp - "$folder/here.bridge"
