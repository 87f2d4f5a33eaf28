# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""What the core for another machine is given and must give back: sound and ledger.

    python3 reference.py make CAROM SCENE SECONDS FOLDER
        runs a scene and leaves FOLDER/scene.json, FOLDER/samples.npy, what it must sound like, and
        FOLDER/size, how many samples and outputs that is
    python3 reference.py all CAROM SECONDS FOLDER
        the same of the tromba marina and of small scenes, each in FOLDER/NAME
    python3 reference.py compare FOLDER
        compares FOLDER/NAME/samples, doubles row after row, with each: equal to 1e-9 of each output's
        peak; and FOLDER/NAME/balance, the largest error of the ledger, with what a run here is held to
"""

import json
import os
import subprocess
import sys

import numpy as np

TOLERANCE = 1e-9
BALANCE = 1e-12

STRING = {"type": "string", "length": 0.65, "linear_density": 1.5e-3, "pitch": 196, "sigma0": 1, "sigma1": 0.01,
          "model": "grid", "start": {"shape": "pluck", "amplitude": 1e-3}}
STILL = {key: value for key, value in STRING.items() if key != "start"}
PLATE = {"type": "plate", "size": [0.4, 0.3], "points": [16, 12], "thickness": 4e-3, "density": 420, "youngs": 9e9,
         "sigma0": 10, "sigma1": 0.02, "edges": "clamped", "start": {"shape": "hump", "amplitude": 1e-3}}
BAR = {"type": "bar", "length": 0.3, "width": 0.03, "thickness": 0.006, "density": 7800, "youngs": 2e11, "sigma0": 3,
       "sigma1": 1e-3, "model": "grid", "ends": ["free", "free"], "start": {"shape": "hump", "amplitude": 1e-3}}
BALL = {"type": "mass", "mass": 0.01, "position": 0.01, "velocity": -1}

# Bodies, contacts, and the point that is heard: every layout with and without its losses, and contacts.
SCENES = {
    "string": ({"a": STRING}, {}, "a@0.3"),
    "string-modes": ({"a": {**STRING, "model": "modes"}}, {}, "a@0.3"),
    "string-lossless": ({"a": {**STRING, "sigma0": 0, "sigma1": 0}}, {}, "a@0.3"),
    "string-air": ({"a": {**STRING, "sigma1": 0}}, {}, "a@0.3"),
    "plate": ({"a": PLATE}, {}, "a@0.3:0.3"),
    "plate-lossless": ({"a": {**PLATE, "sigma0": 0, "sigma1": 0}}, {}, "a@0.3:0.3"),
    "plate-free": ({"a": {**PLATE, "edges": "free"}}, {}, "a@0.3:0.3"),
    "bar": ({"a": BAR}, {}, "a@0.3"),
    "mass": ({"a": {"type": "mass", "mass": 0.01, "frequency": 100, "damping": 0.2, "position": 0.001}}, {}, "a"),
    "hit": ({"a": BALL, "b": {"type": "barrier"}},
            {"h": {"type": "collision", "below": "b", "above": "a", "stiffness": 1e6, "damping": 0.1}}, "a"),
    "hammer": ({"a": STILL, "m": BALL},
               {"h": {"type": "collision", "below": "a@0.12", "above": "m", "stiffness": 1e7}}, "a@0.3"),
    "bow": ({"a": STILL}, {"b": {"type": "bow", "on": "a@0.1", "force": 1, "speed": 0.1}}, "a@0.3"),
}


def make(carom, scene, seconds, folder):
    subprocess.run([carom, "run", scene, "--duration", seconds, "--npy", "--quiet", "-o", folder], check=True)
    with open(os.path.join(folder, "summary.json"), encoding="utf-8") as file:
        tree = json.load(file)["scene"]
    with open(os.path.join(folder, "scene.json"), "w", encoding="utf-8") as file:
        json.dump(tree, file)
    with open(os.path.join(folder, "size"), "w", encoding="ascii") as file:
        rows, columns = np.load(os.path.join(folder, "samples.npy")).shape
        print(rows, columns - 1, file=file)


def make_all(carom, seconds, folder):
    os.makedirs(folder, exist_ok=True)
    make(carom, "tromba", seconds, os.path.join(folder, "tromba"))
    for name, (bodies, contacts, point) in SCENES.items():
        path = os.path.join(folder, name + ".yaml")
        with open(path, "w", encoding="ascii") as file:
            json.dump({"carom": 1, "bodies": bodies, "contacts": contacts, "outputs":
                       {"o": {"of": point, "quantity": "velocity", "audio": True}}}, file)
        make(carom, path, "0.1", os.path.join(folder, name))


def compare(folder):
    wrong = 0
    for name in ["tromba", *SCENES]:
        expected = np.load(os.path.join(folder, name, "samples.npy"))[:, 1:]  # without t
        found = np.fromfile(os.path.join(folder, name, "samples")).reshape(expected.shape)
        off = (np.abs(found - expected).max(axis=0) / np.abs(expected).max(axis=0)).max()
        with open(os.path.join(folder, name, "balance"), encoding="ascii") as file:
            balance = float(file.read())
        print(f"{name}: {len(found)} samples differ by {off:.1e} of the peak, the ledger is off by {balance:.1e}")
        wrong += not (np.isfinite(found).all() and off < TOLERANCE and balance < BALANCE)
    return wrong


if __name__ == "__main__":
    commands = {"make": (make, 4), "all": (make_all, 3), "compare": (compare, 1)}
    function, count = commands.get((sys.argv[1:2] or [""])[0], (None, 0))
    sys.exit(function(*sys.argv[2:]) if function and len(sys.argv) == count + 2 else __doc__)
