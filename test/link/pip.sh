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

# As both pages say, in an environment of its own.
commands=$(grep -hE '^    (/usr/bin/python3 -m venv|env/bin/pip) ' "$source/README.md" "$source/docs/python.md" | sort -u)
[ "$(echo "$commands" | wc -l)" = 2 ]
if /usr/bin/python3 -c 'import ensurepip, venv' 2> /dev/null; then
  (cd "$source" && export CAROM_BUILD="$build" PYTHONDONTWRITEBYTECODE=1 PIP_NO_INDEX=1 PIP_NO_CACHE_DIR=1 PIP_QUIET=1 &&
    eval "$(echo "$commands" | sed "s# env/bin/# $folder/env/bin/#; s# env\$# $folder/env#")")
  (cd / && "$folder/env/bin/python" -B -c "
import carom
assert carom.__file__.startswith('$folder/env/'), carom.__file__
assert carom.run('mass-barrier', duration=0.05).ledger.largest_balance_error < 1e-12")
fi

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
