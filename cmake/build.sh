#!/bin/bash
# build.sh FOLDER [OPTION...]: cmake --build. On a terminal ninja tells how far it is in one line; in a log that
# would be a line for each file, so there it is one every 15 seconds. Warnings, errors and the exit code are all kept.
set -u -o pipefail
if [ -t 1 ]; then
  exec cmake --build "$@"
fi

only_now_and_then() {
  step=0 told=0
  while IFS= read -r line || [[ -n $line ]]; do
    if [[ $line =~ ^\[([0-9]+)/([0-9]+)\]\  ]]; then
      step=${BASH_REMATCH[1]}
      if ((SECONDS - told >= 15)); then
        echo "$1: step $step of ${BASH_REMATCH[2]}"
        told=$SECONDS
      fi
    else
      printf '%s\n' "$line"
    fi
  done
  echo "$1: $step steps in $SECONDS s"
}

NINJA_STATUS='[%f/%t] ' cmake --build "$@" | only_now_and_then "$1"
