#!/bin/sh
# clang.sh SOURCE FOLDER PREFIX: clang builds core, file library and program without a warning, passes
# some tests of each room, hides what it should, and its program writes the bytes that gcc's does.
set -eu
source=$1 folder=$2 prefix=$3
command -v clang-14 > /dev/null || { echo "skipped: there is no clang-14"; exit 77; }
tests="text dense value scene body impact collision event bow step saving sound"
cmake -G Ninja -S "$source" -B "$folder" -DCMAKE_C_COMPILER=clang-14 -DCMAKE_C_FLAGS=-Werror -DCAROM_TESTS=ON > /dev/null
# shellcheck disable=SC2046
cmake --build "$folder" --target carom carom-static carom-file carom-file-static carom-cli \
  $(printf 'test_%s ' $tests) > "$folder/log" || { grep -A8 'error:' "$folder/log"; exit 1; }
cd "$source"
for name in $tests; do
  "$folder/test/test_$name" > "$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
done
python3 test/link/symbols.py "$folder"
python3 test/same_bytes.py "$prefix/bin/carom" "$folder/carom"
