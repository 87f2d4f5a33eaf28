# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT
"""same_bytes.py CAROM OTHER [VARIANT]: both programs must write the same bytes for every built-in scene and for
grids of every length in both precisions, contacts along them and modes of every number modulo the width of the
inner loops.

OTHER is built without optimisation and without vector variants of the inner loops, or with fewer of
them; or it is the same program, run with CAROM_VARIANT=VARIANT. Scenes longer than a block, of a hundred
to a few thousand points, show loops that only long grids reach."""
import os
import re
import subprocess
import sys
import tempfile

# How long it took, and which build it was.
OTHER_IN_SUMMARY = re.compile(rb'"timing": \{[^}]*\}|"(commit|compiler)": "[^"]*"')


def render(program, scene, folder, variant):
    environment = dict(os.environ, CAROM_VARIANT=variant) if variant else os.environ
    command = [program, "run", scene, "-o", folder, "--duration", "0.1", "--wav", "--csv", "--npy", "--quiet"]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL, env=environment)
    files = {}
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), "rb") as f:
            files[name] = OTHER_IN_SUMMARY.sub(b"", f.read())
    return files


def grids(folder):
    """A string, a bar and a plate for each remainder, with all kinds of ends."""
    paths = []
    for n in range(4, 21):
        ends = [("pinned", "clamped"), ("clamped", "free"), ("free", "free"), ("free", "pinned")][n % 4]
        edges = ["pinned", "clamped", "free"][n % 3]
        narrow = 1 if n % 4 == 0 else 0.7 + 0.03 * n
        path = os.path.join(folder, "grid-%d.yaml" % n)
        with open(path, "w") as f:
            f.write("""{carom: 1, bodies: {
s: {type: string, length: 1, points: %d, linear_density: 0.01, tension: 50, bending_stiffness: 1e-3, sigma0: 1, sigma1: 1e-3,
    start: {shape: hump, amplitude: 1e-3}},
b: {type: bar, length: 1, points: %d, linear_density: 0.1, bending_stiffness: 0.5, sigma0: 1, sigma1: 1e-3, ends: [%s, %s],
    start: {shape: hump, amplitude: 1e-3}},
p: {type: plate, size: [%g, %g], points: [%d, %d], thickness: 1e-3, density: 1000, youngs: 8e9, sigma0: 1, sigma1: 1e-3,
    edges: %s, start: {shape: hump, amplitude: 1e-3}}},
contacts: {c: {type: collision, below: s@0.4, above: p@0.3:0.6, stiffness: 1e6, gap: 1e-4}},
outputs: {s: {of: s@0.3}, b: {of: b@0.3, quantity: velocity}, p: {of: p@0.3:0.4, quantity: acceleration}}}
""" % (n, n + 1, *ends, 0.05 * n, 0.05 * narrow * (n // 2), n, n // 2, edges))
        paths.append(path)
    return paths


def long_grids(folder):
    """Lines and plates whose rows have many blocks, with and without the ledger's sums in the sweep."""
    paths = []
    for n, ends, edges in ((71, "pinned", "pinned"), (130, "clamped", "clamped"), (777, "free", "free"),
                           (2048, "pinned", "clamped")):
        path = os.path.join(folder, "long-%d.yaml" % n)
        with open(path, "w") as f:
            f.write("""{carom: 1, duration: 0.02, bodies: {
s: {type: string, length: %g, points: %d, linear_density: 0.01, tension: 50, bending_stiffness: 1e-3, sigma0: 1, sigma1: 1e-3,
    start: {shape: hump, amplitude: 1e-3}},
b: {type: bar, length: %g, points: %d, linear_density: 0.1, bending_stiffness: 0.5, sigma0: 1, sigma1: 1e-3, ends: [%s, free],
    start: {shape: hump, amplitude: 1e-3}},
p: {type: plate, size: [%g, 0.3], points: [%d, 11], thickness: 1e-3, density: 1000, youngs: 8e9, sigma0: 1, sigma1: 1e-3,
    edges: %s, start: {shape: hump, amplitude: 1e-3}}},
outputs: {s: {of: s@0.3}, b: {of: b@0.3, quantity: velocity}, p: {of: p@0.3:0.4, quantity: acceleration}}}
""" % (0.02 * n, n, 0.05 * n, n, ends, 0.027 * (n // 3), n // 3, edges))
        paths.append(path)
    return paths


def along(folder):
    """A string, a bar and a plate along barriers and each other, for each remainder, law and damping."""
    paths = []
    for n in range(4, 21):
        exponent = [1, 1.3, 1.5, 2, 3][n % 5]
        path = os.path.join(folder, "along-%d.yaml" % n)
        with open(path, "w") as f:
            f.write("""{carom: 1, bodies: {
s: {type: string, length: 1, points: %d, linear_density: 0.01, tension: 50, sigma0: 1, start: {shape: hump, amplitude: 3e-3}},
t: {type: string, length: 1, points: %d, linear_density: 0.01, tension: 60, sigma0: 1, start: {shape: hump, amplitude: -3e-3}},
b: {type: bar, length: 1, points: %d, linear_density: 0.1, bending_stiffness: 0.5, sigma0: 1, ends: [free, pinned],
    start: {shape: hump, amplitude: 1e-3}},
p: {type: plate, size: [%g, %g], points: [%d, %d], thickness: 1e-3, density: 1000, youngs: 8e9, sigma0: 1,
    start: {shape: hump, amplitude: 1e-3}},
w: {type: barrier, position: -2e-4}},
contacts: {c: {type: collision, below: t, above: s, along: true, stiffness: 1e6, exponent: %g, damping: %g},
           d: {type: collision, below: w, above: b, along: true, stiffness: 1e6, exponent: %g},
           e: {type: collision, below: w, above: p, along: true, stiffness: 1e7, exponent: %g, damping: 0.1}},
outputs: {s: {of: s@0.3}, b: {of: b@0.3}, p: {of: p@0.3:0.4}, c: {of: c, quantity: force}, d: {of: d, quantity: overlap}}}
""" % (n, n, n + 1, 0.05 * n, 0.05 * (n // 2), n, n // 2, exponent, n % 3 / 10, exponent, exponent))
        paths.append(path)
    return paths


def singles(paths):
    """The same in single precision."""
    made = []
    for path in paths:
        with open(path) as f:
            text = f.read()
        made.append(path.replace(".yaml", "-single.yaml"))
        with open(made[-1], "w") as f:
            f.write(text.replace("{carom: 1, ", "{carom: 1, solver: {precision: single}, ", 1))
    return made


def modes(folder):
    """A string and a bar by modes of each number, tuned and damped, with a spring, a bow that travels,
    a collision, a force, and exact contacts."""
    paths = []
    for n in range(4, 21):
        path = os.path.join(folder, "modes-%d.yaml" % n)
        with open(path, "w") as f:
            f.write("""{carom: 1, bodies: {
s: {type: string, length: 1, model: modes, points: %d, linear_density: 0.01, tension: [[0, 50], [0.02, 50], [0.1, 60]],
    sigma0: [[0, 1], [0.1, 2]], sigma1: 1e-3, start: {shape: hump, amplitude: 1e-3}},
b: {type: bar, length: 1, model: modes, points: %d, linear_density: 0.1, bending_stiffness: 0.5, sigma0: 1, ends: [free, free]},
p: {type: plate, size: [0.5, 0.3], thickness: 2e-3, density: 2700, youngs: 7e10, model: modes, points: %d, sigma0: 1, sigma1: 1e-3,
    start: {shape: hump, amplitude: 1e-3}},
m: {type: mass, mass: 0.01, position: 2e-4, velocity: -1},
w: {type: mass, mass: 0.01, position: 1e-3, velocity: -2}},
forces: {f: {on: b@0.3, amplitude: 1, frequency: 200}},
contacts: {c: {type: collision, below: s@0.4, above: b@0.3, stiffness: 1e6, gap: 1e-4%s},
           h: {type: collision, below: b@0.6, above: m, stiffness: 1e8%s}%s,
           d: {type: collision, below: p@0.3:0.6, above: w, stiffness: 1e7, exponent: 1.5}},
outputs: {s: {of: s@0.3}, b: {of: b@0.3, quantity: velocity}, a: {of: b@0.3, quantity: acceleration}, q: {of: s, quantity: mode, mode: 3},
          o: {of: c, quantity: overlap}, p: {of: p@0.7:0.2, quantity: velocity}}}
""" % (n, n + 9, 3 * n, *((", scheme: exact", ", scheme: exact", "") if n % 2 else
                   ("", "", ", t: {type: spring, below: s@0.8, above: b@0.1, linear: 1e4},\n"
                    "bow: {type: bow, on: b, position: [[0, 0.2], [0.1, 0.9]], force: 1, speed: 0.2}"))))
        paths.append(path)
    return paths


def main():
    programs = sys.argv[1:3]
    variants = [None, sys.argv[3] if len(sys.argv) > 3 else None]
    listed = subprocess.run([programs[0], "list"], check=True, capture_output=True, text=True).stdout
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        of_grids = grids(folder) + long_grids(folder) + along(folder)
        scenes = [line.split()[0] for line in listed.splitlines()] + of_grids + singles(of_grids) + modes(folder)
        for number, scene in enumerate(scenes):
            first, second = (render(p, scene, os.path.join(folder, "%d-%d" % (number, i)), variants[i])
                             for i, p in enumerate(programs))
            different = [n for n in first.keys() | second.keys() if first.get(n) != second.get(n)]
            told = "same bytes" if not different else "DIFFERENT: " + ", ".join(different)
            print("%-20s %s" % (os.path.basename(scene), told))
            failed += bool(different)
    print("%d passed, %d failed" % (len(scenes) - failed, failed))
    return failed > 0


sys.exit(main())
