# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT
"""same_bytes.py CAROM OTHER: both programs must write the same bytes for every built-in scene.

OTHER is built without optimisation and without vector variants of the inner loops."""
import os
import re
import subprocess
import sys
import tempfile


def render(program, scene, folder):
    command = [program, "run", scene, "-o", folder, "--duration", "0.1", "--wav", "--csv", "--npy", "--quiet"]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    files = {}
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), "rb") as f:
            files[name] = re.sub(rb'"timing": \{[^}]*\}', b"", f.read())
    return files


def main():
    programs = sys.argv[1:3]
    listed = subprocess.run([programs[0], "list"], check=True, capture_output=True, text=True).stdout
    failed = 0
    scenes = [line.split()[0] for line in listed.splitlines()]
    for scene in scenes:
        with tempfile.TemporaryDirectory() as folder:
            first, second = (render(p, scene, os.path.join(folder, str(i))) for i, p in enumerate(programs))
        different = [n for n in first.keys() | second.keys() if first.get(n) != second.get(n)]
        print("%-20s %s" % (scene, "same bytes" if not different else "DIFFERENT: " + ", ".join(different)))
        failed += bool(different)
    print("%d passed, %d failed" % (len(scenes) - failed, failed))
    return failed > 0


sys.exit(main())
