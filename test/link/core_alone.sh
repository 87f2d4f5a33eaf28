#!/bin/sh
# core_alone.sh SOURCE FOLDER PREFIX: the core builds, installs and is found where there is nothing but
# a C compiler and CMake; and it is found in a whole installation whose packages are not there.
set -eu
source=$1 folder=$2 prefix=$3
export PKG_CONFIG_LIBDIR=/nowhere PKG_CONFIG_PATH=
cmake -G "Unix Makefiles" -S "$source" -B "$folder/core" -DCMAKE_BUILD_TYPE=Release -DCAROM_NATIVE=OFF \
  -DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON --no-warn-unused-cli > /dev/null
cmake --build "$folder/core" > /dev/null
cmake --install "$folder/core" --prefix "$folder/usr" > /dev/null
[ ! -e "$folder/usr/include/carom/file.h" ]

for place in "$folder/usr" "$prefix"; do
  rm -rf "$folder/project"
  cmake -S "$source/test/link/core_alone" -B "$folder/project" -DCMAKE_PREFIX_PATH="$place" -DSOURCE="$source"
  cmake --build "$folder/project" > /dev/null
  "$folder/project/game" | grep 'hit at 0.064 s'
  "$folder/project/host" "$folder/project/string.so"
done
