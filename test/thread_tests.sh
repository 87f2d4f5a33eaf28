# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

# The tests of threads in a folder, which are built with the thread sanitizer. Without lv2-dev there is no
# plugin to test.
set -e
"$1/test_threads" "threads_*"
CAROM_SLOW_BUILD=1 "$1/test_plugin_threads"
if [ -x "$1/test_lv2_threads" ]; then
  CAROM_SLOW_BUILD=1 "$1/test_lv2_threads"
fi
