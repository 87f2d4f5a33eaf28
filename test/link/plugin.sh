#!/bin/sh
# plugin.sh SOURCE FOLDER PREFIX: examples/plugin.c becomes a shared object by what pkg-config says,
# once with the shared core beside it and once with the archive inside it; a host loads each.
set -eu
source=$1 folder=$2 prefix=$3
rm -rf "$folder"
mkdir -p "$folder"
cc -Wall -Wextra -Wpedantic -I "$prefix/include" -o "$folder/host" "$source/test/link/host.c" -ldl -lm

lib=$(dirname "$(find "$prefix" -name libcarom.a)")
export PKG_CONFIG_PATH="$lib/pkgconfig"
# shellcheck disable=SC2046
cc -shared -fPIC -o "$folder/beside.so" "$source/examples/plugin.c" $(pkg-config --cflags --libs carom)
readelf --dynamic "$folder/beside.so" | grep -q 'NEEDED.*libcarom\.so'
LD_LIBRARY_PATH=$lib "$folder/host" "$folder/beside.so"

# With no shared library there the archive is taken, and has no need of relocations in code. A plugin
# that does not want to show the calls of the archive says so to the linker.
cp -r "$prefix" "$folder/static"
find "$folder/static" -name 'libcarom*.so*' -delete
PKG_CONFIG_PATH=$(dirname "$(find "$folder/static" -name carom.pc)")
# shellcheck disable=SC2046
cc -shared -fPIC -o "$folder/inside.so" -Wl,-z,text -Wl,--exclude-libs,ALL "$source/examples/plugin.c" \
  $(pkg-config --cflags --libs --static carom)
if readelf --dynamic "$folder/inside.so" | grep 'NEEDED.*libcarom' ||
    nm --dynamic --defined-only "$folder/inside.so" | grep -v ' string_'; then
  exit 1
fi
"$folder/host" "$folder/inside.so"
