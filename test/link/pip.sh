#!/bin/sh
# pip.sh SOURCE FOLDER PREFIX BUILD: pip installs the Python module from the source, without a network
# and without leaving anything there; it brings the libraries of the build, and its version is theirs.
set -eu
source=$1 folder=$2 build=$4
for module in pip setuptools wheel numpy; do
  /usr/bin/python3 -c "import $module" 2> /dev/null || { echo "skipped: there is no python3-$module"; exit 77; }
done
rm -rf "$folder"
mkdir -p "$folder"
before=$(find "$source/python" -not -path '*/__pycache__*' | sort)
CAROM_BUILD=$build PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 -m pip install --quiet --no-index --no-build-isolation \
  --no-cache-dir --disable-pip-version-check --root-user-action=ignore --prefix "$folder/usr" "$source/python"
[ "$before" = "$(find "$source/python" -not -path '*/__pycache__*' | sort)" ]

# Elsewhere, and with no build folder in sight.
place=$(dirname "$(find "$folder/usr" -path '*/carom/_library.py' -printf '%h\n')")
mv "$place" "$folder/elsewhere"
cd /
PYTHONPATH=$folder/elsewhere /usr/bin/python3 -B -c "
import importlib.metadata, carom
with open('$source/VERSION') as file:
    version = file.read().strip()
assert carom.__version__ == importlib.metadata.version('carom') == version, carom.__version__
assert carom._library.lib._name.startswith('$folder/elsewhere/carom'), carom._library.lib._name
run = carom.run('tromba', duration=0.05)
assert run.outputs['bridge'].shape == (2206,)
print('carom', carom.__version__, 'from', carom._library.lib._name)"
