#!/bin/sh
# headers.sh SOURCE FOLDER PREFIX: each public header compiles alone, as C and as C++, without a
# warning; a C++ program links and runs.
set -eu
source=$1 folder=$2 prefix=$3
command -v g++ > /dev/null || { echo "skipped: there is no g++"; exit 77; }
mkdir -p "$folder"
count=0
for header in "$prefix"/include/carom/*.h; do
  { echo "#include <carom/$(basename "$header")>"; echo "typedef int not_empty;"; } > "$folder/alone.c"
  cp "$folder/alone.c" "$folder/alone.cc"
  for standard in c11 c17; do
    cc -std=$standard -Wall -Wextra -Wpedantic -Wstrict-prototypes -Werror -I "$prefix/include" \
      -fsyntax-only "$folder/alone.c"
  done
  for standard in c++11 c++17; do
    g++ -std=$standard -Wall -Wextra -Wpedantic -Werror -I "$prefix/include" -fsyntax-only "$folder/alone.cc"
  done
  count=$((count + 1))
done
[ "$count" -ge 9 ]
echo "$count headers compile"

lib=$(dirname "$(find "$prefix" -name libcarom.a)")
export PKG_CONFIG_PATH="$lib/pkgconfig"
# shellcheck disable=SC2046
g++ -std=c++17 -Wall -Wextra -Wpedantic -Werror -o "$folder/program" "$source/test/link/program.cc" \
  $(pkg-config --cflags --libs carom)
LD_LIBRARY_PATH=$lib "$folder/program"
