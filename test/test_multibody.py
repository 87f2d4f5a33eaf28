# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""Claims about trees of links: the parts of a piano action move without contacts as multibody.py, which
has other coordinates and another integrator, says they do.

    python3 test_multibody.py PATH-TO-CAROM [unittest arguments]

The scene is piano-action less its felts and strings; its hammer is rigid.
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import multibody

CAROM = ""
RATES = {"key": 1.0, "whippen": -2.0, "jack": 15.0, "lever": -10.0, "hammer": 8.0}  # rad/s
RATE = 100  # Hz, at which both are compared
LIMIT = 1.5e-9  # of the largest angle; 5e-10 is found


def run(scene, rate, settings):
    """Angles over time, a column a link; the kinetic energies at the ledger's rows; the summary."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "scene.json")
        with open(path, "w", encoding="ascii") as file:
            json.dump(dict(scene, rate=rate, solver=settings), file)
        done = subprocess.run([CAROM, "run", path, "-o", folder + "/out", "--npy", "--quiet"],
                              capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        with open(folder + "/out/summary.json", encoding="utf-8") as file:
            summary = json.load(file)
        with open(folder + "/out/energy.csv", encoding="utf-8") as file:
            names = file.readline().strip().split(",")
            rows = np.loadtxt(file, delimiter=",")
        return np.load(folder + "/out/samples.npy"), dict(zip(names, rows.T)), summary


def action():
    """The scene piano-action as the program reads it."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([CAROM, "run", "piano-action", "-o", folder, "--quiet", "--duration", "1e-4"],
                       check=True, capture_output=True)
        with open(folder + "/summary.json", encoding="utf-8") as file:
            return json.load(file)["scene"]


def free_action(stops=False, friction=False, duration=0.3):
    scene = action()
    for key in ("contacts", "settle"):
        del scene[key]
    bodies = {name: scene["bodies"][name] for name in RATES}
    for name, body in bodies.items():
        body["angular_velocity"] = RATES[name]
        body.pop("shank", None)
        if not stops:
            body.pop("stop", None)
        if not friction:
            body.pop("pin_friction")
    outputs = {name: {"of": name, "quantity": "angle"} for name in bodies}
    outputs["front"] = {"of": "key@front", "quantity": "x"}
    outputs["toe"] = {"of": "jack@toe", "quantity": "y"}
    finger = {"on": "key@front", "table": [[0, -0.5]]}
    return dict(scene, bodies=bodies, duration=duration, outputs=outputs, forces={"finger": finger})


class Free(unittest.TestCase):
    def reference(self, scene, tolerance=1e-13):
        system = multibody.Multibody(scene)
        times = np.arange(round(scene["duration"] * RATE) + 1) / RATE
        states = multibody.integrate(system.slope, system.start(), times, tolerance)
        apart = max(np.max(np.abs(system.pins(y[:system.size]))) for y in states)
        self.assertLess(apart, 1e-11)  # m: the pins hold
        return system, states

    def same(self, angles, system, states, limit=LIMIT, far=0.1):
        expected = system.angles(states)
        moved = np.max(np.abs(expected - expected[0]), axis=0)
        apart = np.max(np.abs(angles - expected), axis=0)
        self.assertGreater(np.min(moved), far)  # rad: all of them move so far
        self.assertLess(np.max(apart / moved), limit, dict(zip(RATES, apart / moved)))
        return np.max(apart / moved)

    def test_the_adaptive_method_moves_five_bodies_as_another_formulation(self):
        for friction, duration in ((False, 0.3), (True, 0.1)):
            scene = free_action(friction=friction, duration=duration)
            system, states = self.reference(scene, 1e-12)
            samples, energy, _ = run(scene, RATE, {"method": "adaptive", "tolerance": 1e-12})
            worst = self.same(samples[:, 1:6], system, states)
            places = [[system.point(y, system.links["key"], (-0.218, 0))[0],
                       system.point(y, system.links["jack"], (-0.025, -0.002))[1]]
                      for y in states[:, :system.size]]
            self.assertLess(np.max(np.abs(samples[:, 6:8] - places)), 1e-9)
            kinetic = system.energies(states)
            for i, name in enumerate(RATES):
                self.assertLess(np.max(np.abs(energy["kinetic." + name][:len(states)] - kinetic[:, i])),
                                LIMIT * np.max(kinetic))
            print(f"friction {friction}: {worst:.1e} of the motion")

    # Its error is c h^2 + O(h^4): two rates give c.
    def test_the_mechanism_method_converges_to_it(self):
        scene = free_action()
        system, states = self.reference(scene)
        finer = [run(scene, rate, {"method": "mechanism"})[0][::rate // RATE, 1:6]
                 for rate in (96000, 192000)]
        first = [np.max(np.abs(angles - system.angles(states))) for angles in finer]
        self.assertAlmostEqual(first[0] / first[1], 4, delta=0.05)
        worst = self.same((4 * finer[1] - finer[0]) / 3, system, states)
        print(f"192 kHz: {first[1]:.1e} rad, extrapolated: {worst:.1e} of the motion")

    # The lever's spring holds it on its stop, the jack leaves its own and comes back. Where a stop begins
    # to push the equations are not smooth; both integrators see that by their errors alone.
    def test_the_parts_bounce_on_their_stops_alike(self):
        scene = free_action(stops=True, friction=True, duration=0.03)
        system, states = self.reference(scene, 1e-11)
        samples, _, _ = run(scene, RATE, {"method": "adaptive", "tolerance": 1e-12})
        worst = self.same(samples[:, 1:6], system, states, far=1e-4)
        print(f"with stops: {worst:.1e} of the motion")

    def test_a_wrong_mass_is_seen(self):
        scene = free_action(duration=0.1)
        system, states = self.reference(scene)
        scene["bodies"]["jack"]["mass"] *= 1 + 1e-6
        samples, _, _ = run(scene, RATE, {"method": "adaptive", "tolerance": 1e-12})
        with self.assertRaises(AssertionError):
            self.same(samples[:, 1:6], system, states)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    CAROM = os.path.abspath(sys.argv.pop(1))
    unittest.main()
