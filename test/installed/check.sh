#!/bin/sh
# check.sh BUILD SOURCE: installs everything into a folder of its own and uses it from a CMake project,
# through pkg-config with shared libraries and with archives alone, and from Python.
set -eu
build=$1 source=$2
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cmake --install "$build" --prefix "$place/usr" > /dev/null

# compile FOLDER OPTION...: both programs by what pkg-config says.
compile() {
  folder=$1
  shift
  # shellcheck disable=SC2046
  cc "$source/examples/first.c" -o "$folder/first" $(pkg-config --cflags --libs "$@" carom-file)
  # shellcheck disable=SC2046
  cc "$source/examples/by_path.c" -o "$folder/by_path" $(pkg-config --cflags --libs "$@" carom)
}

# works FIRST BY_PATH
works() {
  grep -q '^.TH CAROM 1' "$place/usr/share/man/man1/carom.1"
  "$place/usr/bin/carom" show mass-barrier | "$1" | grep -q 'energy balance: [0-9.]*e-1[4-9]'
  "$2" | grep -q 'balance error [0-9.]*e-1[2-9]'
}

cmake -S "$source/test/installed" -B "$place/project" -DCMAKE_PREFIX_PATH="$place/usr" \
  -DEXAMPLES="$source/examples" > /dev/null
cmake --build "$place/project" > /dev/null
works "$place/project/first" "$place/project/by_path"
works "$place/project/first-static" "$place/project/by_path-static"

pc=$(dirname "$(find "$place/usr" -name carom.pc)")
export PKG_CONFIG_PATH="$pc"
compile "$place"
LD_LIBRARY_PATH=$(dirname "$pc") works "$place/first" "$place/by_path"

# The module finds the library that was installed with it.
module=$(dirname "$(find "$place/usr" -path '*/carom/_library.py' -printf '%h\n')")
PYTHONPATH=$module /usr/bin/python3 -B -c "
import carom
assert carom._library.lib._name.startswith('$place'), carom._library.lib._name
assert carom.run('mass-barrier', duration=0.01).t[-1] == 0.01"

# With the shared libraries gone the archives are taken.
find "$place/usr" -name 'libcarom*.so*' -delete
compile "$place" --static
works "$place/first" "$place/by_path"
# shellcheck disable=SC2046
cc -static "$source/examples/by_path.c" -o "$place/alone" $(pkg-config --cflags --libs --static carom)
works "$place/first" "$place/alone"
echo "5 passed, 0 failed"
