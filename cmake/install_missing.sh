#!/bin/sh
# install_missing.sh PACKAGE...: installs those that are missing and nothing else, as root or through sudo. While
# another process works with packages it waits, for ten minutes at most.
set -eu
missing=
for package; do
  dpkg-query -W -f '${Status}' "$package" 2> /dev/null | grep -q 'ok installed' || missing="$missing $package"
done
[ -n "$missing" ] || exit 0
echo "installing$missing"

as_root() {
  if [ "$(id -u)" = 0 ]; then
    env DEBIAN_FRONTEND=noninteractive LC_ALL=C "$@"
  else
    sudo env DEBIAN_FRONTEND=noninteractive LC_ALL=C "$@"
  fi
}

# apt-get itself waits for the lock of packages, but not for that of their lists.
tries=60
until said=$(as_root apt-get update -qq 2>&1); do
  case $said in
    *"Could not get lock"*) [ $((tries -= 1)) -gt 0 ] || { echo "$said"; exit 1; } ;;
    *) echo "$said"; exit 1 ;;
  esac
  echo "waiting for another process that reads lists of packages"
  sleep 10
done
# shellcheck disable=SC2086
as_root apt-get -o DPkg::Lock::Timeout=600 install -y -qq --no-install-recommends $missing
