#!/bin/sh
# threads.sh SOURCE FOLDER PREFIX: one model in two threads under clang's thread sanitizer, or that of
# the C compiler where there is no clang.
#
# gcc's used to end in a segmentation fault before main(), not for want of address space
# (vm.mmap_rnd_bits): the functions that choose among target_clones are instrumented too, and the
# loader calls them while the sanitizer's runtime has not begun. src/base/kernel.h therefore has no
# clones under it, as under the address sanitizer; clang 14 has none at all.
set -eu
source=$1 folder=$2 prefix=$3
mkdir -p "$folder"
echo 'int main(void) { return 0; }' > "$folder/probe.c"
compiler=
for candidate in clang-14 cc; do
  if [ -z "$compiler" ] && "$candidate" -fsanitize=thread -o "$folder/probe" "$folder/probe.c" 2> /dev/null &&
      "$folder/probe" 2> /dev/null; then
    compiler=$candidate
  fi
done
[ -n "$compiler" ] || { echo "skipped: no compiler here has a thread sanitizer that starts"; exit 77; }
/usr/bin/python3 "$source/test/link/reference.py" make "$prefix/bin/carom" tromba 0.2 "$folder/reference"
cmake -G Ninja -S "$source/test/link/threads" -B "$folder/build" -DCMAKE_C_COMPILER="$compiler" \
  -DCMAKE_BUILD_TYPE=RelWithDebInfo > /dev/null
cmake --build "$folder/build" > /dev/null
nm "$folder/build/carom/libcarom.a" | grep -q __tsan_write8 || { echo "the core is not watched"; exit 1; }
"$folder/build/threads" "$folder/reference/scene.json"
