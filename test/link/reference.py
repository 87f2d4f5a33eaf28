# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""What the core for another machine is given and must give back.

    python3 reference.py make CAROM SCENE SECONDS FOLDER
        runs a built-in scene and leaves FOLDER/scene.json and FOLDER/samples.npy, what it must sound like
    python3 reference.py compare FOLDER SAMPLES
        compares doubles in a file, row after row, with it: equal to 1e-9 of each output's peak
"""

import json
import os
import subprocess
import sys

import numpy as np

TOLERANCE = 1e-9


def make(carom, scene, seconds, folder):
    subprocess.run([carom, "run", scene, "--duration", seconds, "--npy", "--quiet", "-o", folder], check=True)
    with open(os.path.join(folder, "summary.json"), encoding="utf-8") as file:
        tree = json.load(file)["scene"]
    with open(os.path.join(folder, "scene.json"), "w", encoding="utf-8") as file:
        json.dump(tree, file)


def compare(folder, samples):
    expected = np.load(os.path.join(folder, "samples.npy"))[:, 1:]  # without t
    found = np.fromfile(samples).reshape(expected.shape)
    off = np.abs(found - expected).max(axis=0) / np.abs(expected).max(axis=0)
    print(f"{len(found)} samples of {len(off)} outputs differ by", ", ".join(f"{x:.1e}" for x in off), "of the peak")
    return not (np.isfinite(found).all() and (off < TOLERANCE).all())


if __name__ == "__main__":
    if sys.argv[1:2] == ["make"] and len(sys.argv) == 6:
        sys.exit(make(*sys.argv[2:]))
    sys.exit(compare(*sys.argv[2:]) if sys.argv[1:2] == ["compare"] and len(sys.argv) == 4 else __doc__)
