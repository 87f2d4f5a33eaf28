#!/bin/sh
# check.sh BUILD SOURCE: installs the library into a folder of its own and uses it from a CMake project
# and through pkg-config.
set -eu
build=$1 source=$2
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cmake --install "$build" --prefix "$place/usr" > /dev/null
cmake -S "$source/test/installed" -B "$place/project" -DCMAKE_PREFIX_PATH="$place/usr" \
  -DEXAMPLES="$source/examples" > /dev/null
cmake --build "$place/project" > /dev/null
PKG_CONFIG_PATH=$(dirname "$(find "$place/usr" -name carom.pc)")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046
cc "$source/examples/first.c" -o "$place/first" $(pkg-config --cflags --libs carom-file)
# shellcheck disable=SC2046
cc "$source/examples/by_path.c" -o "$place/by_path" $(pkg-config --cflags --libs carom)
for first in "$place/project/first" "$place/first"; do
  "$place/usr/bin/carom" show mass-barrier | "$first" | grep -q 'energy balance: [0-9.]*e-1[4-9]'
done
for by_path in "$place/project/by_path" "$place/by_path"; do
  "$by_path" | grep -q 'balance error [0-9.]*e-1[2-9]'
done
echo "2 passed, 0 failed"
