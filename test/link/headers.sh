#!/bin/sh
# headers.sh SOURCE FOLDER PREFIX: each public header compiles alone, from C99 to C++20, without a
# warning; a C++ program links and runs; bindgen reads them.
set -eu
source=$1 folder=$2 prefix=$3
command -v g++ > /dev/null || { echo "skipped: there is no g++"; exit 77; }
mkdir -p "$folder"
count=0
for header in "$prefix"/include/carom/*.h; do
  { echo "#include <carom/$(basename "$header")>"; echo "typedef int not_empty;"; } > "$folder/alone.c"
  cp "$folder/alone.c" "$folder/alone.cc"
  for standard in c99 c11 c17 c2x; do
    cc -std=$standard -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wstrict-prototypes \
      -Werror -I "$prefix/include" -fsyntax-only "$folder/alone.c"
  done
  for standard in c++11 c++14 c++17 c++20; do
    g++ -std=$standard -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wold-style-cast \
      -Werror -I "$prefix/include" -fsyntax-only "$folder/alone.cc"
  done
  count=$((count + 1))
done
[ "$count" -ge 9 ]
echo "$count headers compile"

# For Rust, each call and none twice.
if command -v bindgen > /dev/null; then
  printf '#include <carom/carom.h>\n#include <carom/file.h>\n' > "$folder/all.h"
  bindgen "$folder/all.h" --allowlist-function 'carom_.*' -- -I "$prefix/include" > "$folder/carom.rs"
  found=$(grep -c 'pub fn carom_' "$folder/carom.rs")
  told=$(python3 "$source/test/link/calls.py" --list | grep -c '^carom_')
  [ "$found" -eq "$told" ] || { echo "bindgen finds $found calls of $told" >&2; exit 1; }
  echo "$found calls for Rust"
fi

lib=$(dirname "$(find "$prefix" -name libcarom.a)")
export PKG_CONFIG_PATH="$lib/pkgconfig"
# shellcheck disable=SC2046
g++ -std=c++17 -Wall -Wextra -Wpedantic -Werror -o "$folder/program" "$source/test/link/program.cc" \
  $(pkg-config --cflags --libs carom)
LD_LIBRARY_PATH=$lib "$folder/program"
