# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""No object refers to a higher room but through the tables, and through the calls that architecture.md names.

    python3 test_order.py BUILD

test_rooms.py looks at includes; a public header may still lead upwards, which only symbols show.
"""

import glob
import os
import re
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from test_rooms import ROOMS, ROOT  # noqa: E402

BUILD = ""
# Rows of kinds and methods, which lower rooms reach by their tables; the calls from io that draw.
TABLES = {"method_table", "layout_table", "body_kinds", "contact_kinds", "live_table", "live_table_size",
          "quantity_table"}
DRAWN = {"results_draw", "picture_name", "sweep_draw", "compare_draw", "scene_modes_draw"}


def room_of(path):
    found = re.search(r"/src/([a-z]+)/", path)
    return found.group(1) if found else None


def symbols():
    """Of each object of src: room, defined and undefined names."""
    objects = [path for name in ("carom-core", "carom-io", "carom-file")
               for path in glob.glob(os.path.join(BUILD, "CMakeFiles", name + ".dir", "src", "**", "*.o"), recursive=True)]
    objects = [path for path in objects  # not those of sources that are gone
               if os.path.exists(os.path.join(ROOT, path[path.rindex("/src/") + 1:-2]))]
    found = {path: (set(), set()) for path in objects}
    for line in subprocess.run(["nm", "-A", *objects], capture_output=True, text=True, check=True).stdout.splitlines():
        path, _, rest = line.partition(":")
        kind, name = rest.split()[-2:]
        if kind in "TDRBVWi":
            found[path][0].add(name)
        elif kind == "U":
            found[path][1].add(name)
    for path, (defined, used) in found.items():
        yield room_of(path), os.path.relpath(path, BUILD), defined, used


class Order(unittest.TestCase):
    def test_references_lead_to_lower_rooms_but_through_tables(self):
        objects = list(symbols())
        self.assertGreater(len(objects), 250)
        home = {name: room for room, _, defined, _ in objects for name in defined}
        upwards, tables = set(), set()
        for room, path, _, used in objects:
            for name in used & home.keys():
                if ROOMS.index(home[name]) <= ROOMS.index(room):
                    continue
                if name in TABLES:
                    tables.add(name)
                elif not (name in DRAWN and room == "io"):
                    upwards.add(f"{path}: {name} of {home[name]}")
        self.assertEqual(upwards, set())
        self.assertEqual(tables, TABLES)  # else the list says too much


if __name__ == "__main__":
    BUILD = os.path.abspath(sys.argv.pop(1))
    unittest.main()
