# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""Claims about carom sweep: what it measures, refuses, leaves behind, and goes on from.

    python3 test_sweep.py PATH-TO-CAROM [unittest arguments]
"""

import base64
import collections
import csv
import json
import math
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree
import zlib

CAROM = ""

DRIVEN = """\
carom: 1
rate: 8000
duration: 2
bodies:
  mass: {type: mass, mass: 0.01, frequency: 20, damping: 0.1}
  wall: {type: barrier, position: 1e-3}
contacts:
  hit: {type: collision, below: mass, above: wall, stiffness: 1e6, exponent: 1.5, damping: 0.2}
forces:
  push: {on: mass, amplitude: 0.6, frequency: 25}
outputs:
  u: {of: mass}
  v: {of: mass, quantity: velocity}
"""


class Sweep(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = holder.name
        self.write("scene.yaml", DRIVEN)

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def carom(self, *arguments):
        return subprocess.run([CAROM, *arguments], cwd=self.folder, capture_output=True, text=True,
                              check=False)

    def sweep(self, out, *arguments, scene="scene.yaml"):
        result = self.carom("sweep", scene, "-o", out, *arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        return self.rows(out, "sweep.csv")

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def text(self, *names):
        with open(self.path(*names), encoding="utf-8") as file:
            return file.read()

    def rows(self, out, name):
        return list(csv.DictReader(self.text(out, name).splitlines()))

    def tables(self, out):
        return [self.text(out, name) for name in ("sweep.csv", "impacts.csv", "poincare.csv")]

    # --- What it measures -------------------------------------------------------------------------

    def test_a_linear_oscillator_answers_as_its_formula(self):
        # x'' + 2 s x' + w0^2 x = F/m sin(w t): the amplitude is known; the wall is out of reach
        rows = self.sweep("r", "--vary", "forces.push.frequency=5:45:9", "--settle", "1.5",
                          "--duration", "2.5", "--set", "bodies.wall.position=1",
                          "--set", "forces.push.amplitude=0.01", "--measure", "span.u",
                          "--measure", "rms.u", "--measure", "mean.u", "--measure", "peak.v",
                          "--measure", "period", "--measure", "impacts", "--measure", "loss")
        self.assertEqual(len(rows), 9)
        for row in rows:
            f = float(row["forces.push.frequency"])
            w, w0, s = 2 * math.pi * f, 2 * math.pi * 20, 0.1 / (2 * 0.01)
            amplitude = 1 / math.hypot(w0 * w0 - w * w, 2 * s * w)
            self.assertAlmostEqual(float(row["span.u"]) / (2 * amplitude), 1, delta=5e-3)
            self.assertAlmostEqual(float(row["rms.u"]) / (amplitude / math.sqrt(2)), 1, delta=5e-3)
            self.assertAlmostEqual(float(row["mean.u"]) / amplitude, 0, delta=1e-2)
            self.assertAlmostEqual(float(row["peak.v"]) / (w * amplitude), 1, delta=5e-3)
            self.assertAlmostEqual(float(row["loss"]) / (0.1 / 2 * (w * amplitude) ** 2), 1,
                                   delta=1e-2)
            self.assertEqual((row["status"], row["period"], row["impacts"]), ("ok", "1", "0"))

    def test_a_contact_time_counts_from_a_hundredth_of_the_force(self):
        # A mass on a linear wall: half a sine, above 1 % of its peak but for 2 asin(0.01)
        with open(self.path("wall.yaml"), "w", encoding="utf-8") as file:
            file.write("{carom: 1, rate: 192000, duration: 0.02, bodies: {m: {type: mass, mass: 0.01, "
                       "position: -1e-3, velocity: 1}, w: {type: barrier}}, contacts: {c: {type: "
                       "collision, below: m, above: w, stiffness: 1e4, exponent: 1}}, outputs: "
                       "{f: {of: c, quantity: force}}}")
        result = self.carom("sweep", "wall.yaml", "-o", "r", "--quiet", "--vary",
                            "bodies.m.velocity=0.5:2:3", "--measure", "contact_time.f",
                            "--measure", "peak.f")
        self.assertEqual(result.returncode, 0, result.stderr)
        right = (math.pi - 2 * math.asin(0.01)) / math.sqrt(1e4 / 0.01)
        for row in self.rows("r", "sweep.csv"):
            self.assertAlmostEqual(float(row["contact_time.f"]) / right, 1, delta=1e-3)
            force = float(row["bodies.m.velocity"]) * math.sqrt(0.01 * 1e4)
            self.assertAlmostEqual(float(row["peak.f"]) / force, 1, delta=1e-3)

    def test_the_first_blow_and_the_ends_of_outputs_are_those_of_a_throw(self):
        # Thrown up from h below a wall it arrives with sqrt(v^2 - 2 g h), and comes back as fast
        with open(self.path("throw.yaml"), "w", encoding="utf-8") as file:
            file.write("{carom: 1, rate: 96000, duration: 0.06, gravity: 9.81, bodies: {m: {type: mass, "
                       "mass: 0.01, position: -0.02, velocity: 1}, w: {type: barrier}, far: {type: "
                       "barrier, position: 1}}, contacts: {c: {type: collision, below: m, above: w, "
                       "stiffness: 1e6, exponent: 1}, never: {type: collision, below: m, above: far, "
                       "stiffness: 1e6}}, outputs: {u: {of: m}, v: {of: m, quantity: velocity}}}")
        asked = ("first_time.c", "first_speed.c", "first_time.never", "min.u", "max.v", "end.v")
        result = self.carom("sweep", "throw.yaml", "-o", "r", "--quiet", "--vary",
                            "bodies.m.velocity=1:2:2",
                            *(word for name in asked for word in ("--measure", name)))
        self.assertEqual(result.returncode, 0, result.stderr)
        for row in self.rows("r", "sweep.csv"):
            start = float(row["bodies.m.velocity"])
            speed = math.sqrt(start ** 2 - 2 * 9.81 * 0.02)
            time = (start - speed) / 9.81
            gone = 0.06 - time - math.pi / math.sqrt(1e6 / 0.01)  # back at the wall with that speed
            self.assertAlmostEqual(float(row["first_time.c"]), time, delta=2e-6)
            self.assertAlmostEqual(float(row["first_speed.c"]), speed, delta=1e-3)
            self.assertEqual(row["first_time.never"], "")
            self.assertAlmostEqual(float(row["end.v"]), -speed - 9.81 * gone, delta=2e-3)
            self.assertAlmostEqual(float(row["max.v"]), start, delta=1e-3)
            self.assertAlmostEqual(float(row["min.u"]), min(-0.02, -speed * gone - 9.81 / 2 * gone ** 2),
                                   delta=2e-4)

    def test_a_hammer_is_swept_over_what_it_is_made_of(self):
        # Each number falls or rises all the way, as friction, felt, shank and strike point have it
        told = ("peak.force", "contact_time.force", "peak.scuff")
        wanted = {"contacts.strike.friction=0:0.6:3": (-1, -1, -1),
                  "contacts.strike.a=2e10:8e10:3": (1, -1, -1),
                  "bodies.hammer.shank.youngs=2.8e9:2.8e11:3:log": (1, -1, -1),
                  "bodies.string.left=0.07:0.1:3": (1, -1, -1)}
        for number, (vary, signs) in enumerate(wanted.items()):
            out = f"h{number}"
            asked = [word for name in told for word in ("--measure", name)]
            result = self.carom("sweep", "piano-hammer", "-o", out, "--quiet", "--vary", vary,
                                "--rate", "96000", *asked)
            self.assertEqual(result.returncode, 0, result.stderr)
            for name, sign in zip(told, signs):
                with self.subTest(vary, measure=name):
                    values = [sign * float(row[name]) for row in self.rows(out, "sweep.csv")]
                    self.assertEqual(values, sorted(set(values)))

    def test_a_point_is_what_a_run_finds(self):
        rows = self.sweep("r", "--vary", "forces.push.frequency=22:30:2")
        self.assertEqual(self.carom("run", "scene.yaml", "-o", "one", "--quiet", "--set",
                                    "forces.push.frequency=30").returncode, 0)
        events = [e for e in self.rows("one", "events.csv") if e["t_end"]]
        speeds = [float(e["speed_in"]) for e in events]
        self.assertAlmostEqual(float(rows[1]["impact_speed_max"]), max(speeds), delta=1e-15)
        self.assertAlmostEqual(float(rows[1]["impact_speed"]), sum(speeds) / len(speeds), delta=1e-12)
        kept = [r for r in self.rows("r", "impacts.csv") if float(r["forces.push.frequency"]) == 30]
        self.assertEqual([r["speed_in"] for r in kept], [e["speed_in"] for e in events])
        for row in kept:
            self.assertAlmostEqual(float(row["phase"]), float(row["t_begin"]) * 30 % 1, delta=1e-9)
        strobe = [r for r in self.rows("r", "poincare.csv") if float(r["forces.push.frequency"]) == 30]
        samples = self.rows("one", "samples.csv")
        for row in strobe:  # 8000 / 30 is no whole number: straight between two samples
            n = float(row["t"]) * 8000
            a, b = (float(samples[min(int(n + 1e-6) + i, len(samples) - 1)]["u"]) for i in (0, 1))
            self.assertAlmostEqual(float(row["u"]), a + (b - a) * (n - int(n + 1e-6)), delta=1e-9)

    def test_motions_repeat_after_one_period_or_two_or_never(self):
        rows = self.sweep("r", "--vary", "forces.push.frequency=21:44:2", "--settle", "3",
                          "--duration", "5", "--measure", "period", "--rate", "20000")
        self.assertEqual([row["period"] for row in rows], ["2", "0"])

    def test_motions_that_meet_at_whole_periods_only_do_not_repeat_there(self):
        # A stiff spring follows its force, of which half the drive's frequency is 0 at whole periods
        self.write("scene.yaml", """\
carom: 1
rate: 8000
duration: 4
bodies: {mass: {type: mass, mass: 0.01, frequency: 200, damping: 0.6}}
forces:
  push: {on: mass, amplitude: 1, frequency: 25}
  slow: {on: mass, amplitude: 1, frequency: 12.5}
outputs: {u: {of: mass}}
""")
        rows = self.sweep("r", "--vary", "forces.slow.amplitude=0:1:2", "--settle", "2",
                          "--measure", "period", "--measure", "span.u")
        self.assertEqual([row["period"] for row in rows], ["1", "2"])
        strobe = [float(row["u"]) for row in self.rows("r", "poincare.csv")
                  if row["forces.slow.amplitude"] == "1"]
        self.assertGreater(len(strobe), 40)
        self.assertLess(max(strobe) - min(strobe), 0.01 * float(rows[1]["span.u"]))

    # The dots of a panel of sweep.svg, [(x, y), ...], of the way up and the way down.
    def dots(self, picture, panel):
        found = re.findall(r'<path class="dots c(\d)" style="stroke-width: [\d.]+" d="([^"]{20,})"', picture)
        ways = len({way for way, _ in found})
        return {int(way): [tuple(map(float, dot)) for dot in re.findall(r"M([-\d.]+) ([-\d.]+)h0", data)]
                for way, data in found[panel * ways:(panel + 1) * ways]}

    def test_axes_that_cannot_be_are_told_as_what_they_are(self):
        for arguments, text in ((["forces.push.amplitude=0:1:1000000000"],
                                 r"--vary:1: forces.push.amplitude: 1000000000 values; allowed is a whole "
                                 r"number from 1 to 10000000"),
                                (["forces.push.amplitude=0:1:2.5"], "2.5 values; allowed"),
                                (["forces.push.amplitude=0:1"], "cannot be read; allowed is PATH"),
                                (["forces.push.amplitude=0:1:2", "forces.push.amplitude=0:2:2"],
                                 r"--vary:2: forces.push.amplitude: varied by --vary:1 already")):
            result = self.carom("sweep", "scene.yaml", "-o", "r",
                                *[word for axis in arguments for word in ("--vary", axis)])
            self.assertEqual(result.returncode, 1, result)
            self.assertRegex(result.stderr, text)
            self.assertFalse(os.path.exists(self.path("r")))

    def test_every_branch_of_a_periodic_motion_is_drawn(self):
        self.write("scene.yaml", """\
carom: 1
rate: 8000
duration: 3
bodies:
  mass: {type: mass, mass: 0.01, frequency: 20, damping: 0.5}
  wall: {type: barrier, position: 0}
contacts: {hit: {type: stop, below: mass, above: wall, restitution: 0.7}}
forces: {push: {on: mass, amplitude: 0.1, frequency: 25}}
outputs: {u: {of: mass}}
solver: {method: event}
""")
        for way in ("none", "both"):
            rows = self.sweep("r", "--vary", "forces.push.frequency=104:119:151", "--settle", "1",
                              "--carry", way, "--measure", "period", "--quiet")
            self.assertEqual({row["period"] for row in rows}, {"3"})
            picture = self.text("r", "sweep.svg")
            self.assertGreater(len(self.rows("r", "poincare.csv")), 30000)
            drawn = self.dots(picture, 1)
            self.assertEqual(set(drawn), {0, 1} if way == "both" else {0})
            for dots in drawn.values():
                columns = collections.Counter(x for x, _ in dots)
                self.assertEqual(len(columns), 151)
                self.assertGreaterEqual(min(columns.values()), 3)

    def test_where_up_and_down_coincide_both_are_seen(self):
        self.sweep("r", "--vary", "forces.push.frequency=20:30:3", "--settle", "1.5", "--duration", "2",
                   "--carry", "both", "--measure", "period", "--quiet")
        sizes = re.findall(r'class="dots c(\d)" style="stroke-width: ([\d.]+)"',
                           self.text("r", "sweep.svg"))
        self.assertGreater(len(sizes), 8)
        for way, size in sizes:  # the later one, on top, is the smaller one
            self.assertIn(float(size), {"0": (5.5, 7.15), "1": (2.8, 3.64)}[way])

    def test_a_drive_may_be_a_note(self):
        vary = ("--vary", "forces.push.amplitude=0.1:0.2:2", "--quiet")
        self.sweep("hertz", *vary, "--set", "forces.push.frequency=27.5")
        self.sweep("note", *vary, "--set", "forces.push.frequency=A0")
        self.assertGreater(len(self.rows("note", "poincare.csv")), 50)
        self.assertEqual(self.tables("note"), self.tables("hertz"))

    def test_axes_have_names_and_the_unit_that_a_value_has(self):
        self.sweep("r", "--vary", "forces.push.amplitude=0.1:0.2:2", "--measure", "span.u", "--quiet")
        self.assertIn(">amplitude of push, mN<", self.text("r", "sweep.svg"))
        self.write("scene.yaml", DRIVEN.replace("frequency: 25", "table: [[0, 0], [0.1, 5]]"))
        self.sweep("s", "--vary", "forces.push.amplitude=0.1:0.2:2", "--measure", "span.u", "--quiet")
        self.assertIn(">amplitude of push, times its table<", self.text("s", "sweep.svg"))
        self.assertNotIn("forces.push", self.text("s", "sweep.svg"))
        self.write("scene.yaml", DRIVEN + """\
controls: {a: {key: forces.push.amplitude, from: 0, to: 2}}
""")
        slider = r"a +forces\.push\.amplitude, from 0 to 2 "
        self.assertRegex(self.carom("check", "scene.yaml").stdout, slider + "N\n")
        self.assertRegex(self.carom("check", "scene.yaml", "--set", "forces.push.frequency=null", "--set",
                                    "forces.push.table=[[0, 1]]").stdout, slider + "times its table")

    def test_states_carried_up_and_down_show_hysteresis(self):
        rows = self.sweep("r", "--vary", "forces.push.frequency=40:60:21", "--settle", "1.5",
                          "--duration", "3", "--carry", "both", "--measure", "impacts")
        up = {r["forces.push.frequency"]: float(r["impacts"]) for r in rows if r["direction"] == "up"}
        down = {r["forces.push.frequency"]: float(r["impacts"]) for r in rows
                if r["direction"] == "down"}
        self.assertEqual(len(up), 21)
        self.assertEqual(set(up), set(down))
        self.assertEqual(list(down), sorted(down, key=float, reverse=True))
        self.assertEqual(up["40"] > 0, down["40"] > 0)
        for f in ("52", "55", "58"):  # two motions side by side: free of the wall, or hitting it
            self.assertEqual(up[f], 0)
            self.assertGreater(down[f], 20)
        self.assertIn("<svg", self.text("r", "sweep.svg"))

    def test_a_carried_point_starts_where_its_neighbour_ended(self):
        self.write("scene.yaml", DRIVEN.replace("damping: 0.1", "damping: 0"))
        rows = self.sweep("r", "--vary", "forces.push.amplitude=0:0:2", "--carry", "up",
                          "--set", "bodies.mass.velocity=0.05", "--measure", "energy")
        energies = [float(row["energy"]) for row in rows]
        self.assertAlmostEqual(energies[1] / energies[0], 1, delta=1e-2)
        self.assertGreater(energies[1], 1e-6)
        string = """\
carom: 1
duration: 0.01
bodies:
  s: {type: string, length: 1, linear_density: 0.01, tension: 100, sigma0: 0, start: {shape: pluck}}
outputs: {u: {of: s@0.3}}
"""
        self.write("string.yaml", string)
        rows = self.sweep("s", "--vary", "gravity=0:0:3", "--carry", "up", "--measure", "energy",
                          scene="string.yaml")
        energies = [float(row["energy"]) for row in rows]
        self.assertGreater(energies[0], 0)
        for energy in energies:
            self.assertAlmostEqual(energy / energies[0], 1, delta=1e-2)

    # --- Grids ------------------------------------------------------------------------------------

    def test_values_lie_between_both_ends_evenly_or_in_the_logarithm(self):
        rows = self.sweep("r", "--vary", "contacts.hit.stiffness=1e4:1e8:5:log", "--vary",
                          "contacts.hit.gap=0:1e-3:3", "--duration", "0.05", "--measure", "energy")
        self.assertEqual(len(rows), 15)
        for i, row in enumerate(rows):  # the first one runs fastest
            self.assertAlmostEqual(float(row["contacts.hit.stiffness"]) / 10 ** (4 + i % 5), 1,
                                   delta=1e-12)
            self.assertAlmostEqual(float(row["contacts.hit.gap"]), i // 5 * 5e-4, delta=1e-15)
        xml.etree.ElementTree.fromstring(self.text("r", "sweep.svg"))
        told = json.loads(self.text("r", "sweep.json"))
        self.assertEqual((told["complete"], told["points"], told["measures"]), (True, 15, ["energy"]))
        self.assertEqual(told["vary"][0]["log"], True)
        self.assertEqual(sorted(os.listdir(self.path("r"))),
                         ["impacts.csv", "poincare.csv", "sweep.csv", "sweep.json", "sweep.svg"])

    def shades(self, out):
        """Of each image of a picture, the shades of its pixels, the dark ones first."""
        found = []
        for text in re.findall(r'href="data:image/png;base64,([^"]*)"', self.text(out, "sweep.svg")):
            png, at, data = base64.b64decode(text), 8, b""
            while at < len(png):
                length = int.from_bytes(png[at:at + 4], "big")
                if png[at + 4:at + 8] == b"IHDR":
                    width = int.from_bytes(png[at + 8:at + 12], "big")
                data += png[at + 8:at + 8 + length] if png[at + 4:at + 8] == b"IDAT" else b""
                at += length + 12
            rows = zlib.decompress(data)
            rows = [rows[i:i + width + 1] for i in range(0, len(rows), width + 1)]
            self.assertEqual({row[0] for row in rows}, {0})  # not filtered
            found.append({shade for row in rows for shade in row[1:]})
        return found

    def test_a_map_of_one_value_has_the_middle_colour_and_a_bar_with_that_value(self):
        axes = ("--vary", "contacts.hit.stiffness=1e4:1e6:3", "--vary", "contacts.hit.damping=0:1:2",
                "--measure", "span.u", "--settle", "0.5", "--duration", "0.6")
        rows = self.sweep("same", *axes, "--set", "contacts.hit.gap=1")
        span = {float(row["span.u"]) for row in rows}
        self.assertEqual(len(span), 1)
        drawn, bar = self.shades("same")
        self.assertEqual(drawn, bar)
        self.assertEqual(len(drawn), 1)
        middle = drawn.pop()
        ticks = re.findall(r'class="bar-tick"[^>]*>([^<]*)<', self.text("same", "sweep.svg"))
        self.assertEqual(ticks, ["%.4g" % (1e3 * span.pop())])  # mm
        self.sweep("unlike", *axes)
        drawn, bar = self.shades("unlike")
        self.assertGreater(len(drawn), 1)
        self.assertAlmostEqual(middle, (min(bar) + max(bar)) / 2, delta=1)
        self.assertGreater(len(re.findall('class="bar-tick"', self.text("unlike", "sweep.svg"))), 1)

    def test_the_number_of_workers_changes_nothing(self):
        for carry in ("none", "both"):
            arguments = ("--vary", "forces.push.frequency=20:40:7", "--vary",
                         "forces.push.amplitude=0.3:0.6:2", "--carry", carry, "--settle", "0.5",
                         "--duration", "1")
            for workers in ("1", "2", "5"):
                self.sweep(carry + workers, *arguments, "-j", workers)
            self.assertEqual(self.tables(carry + "1"), self.tables(carry + "2"))
            self.assertEqual(self.tables(carry + "1"), self.tables(carry + "5"))
            self.assertEqual(self.text(carry + "1", "sweep.svg"), self.text(carry + "5", "sweep.svg"))

    def test_points_that_share_a_model_are_those_compiled_each_by_itself(self):
        # One more axis, of one value that belongs to the scene, has every point compiled.
        compiled = ("--vary", "bodies.mass.velocity=0.3:0.3:1")
        base = ("--duration", "0.2", "--set", "bodies.mass.velocity=0.3", "--set", "gravity=0.5")
        for number, axes in enumerate((
                ("contacts.hit.stiffness=1e5:1e7:4:log",), ("bodies.mass.frequency=5:30:3",),
                ("gravity=0:9.81:3", "bodies.wall.position=0:2e-3:3"),
                ("forces.push.amplitude=0:1:3", "contacts.hit.damping=0:1:2",
                 "bodies.mass.damping=0:0.5:2"))):
            vary = [word for axis in axes for word in ("--vary", axis)]
            for extra in ((), ("--set", "solver.oversample=2")):
                out = f"{number}{len(extra)}"
                self.sweep(out + "shared", *vary, *base, *extra)
                self.sweep(out + "compiled", *vary, *compiled, *base, *extra)
                for name in ("sweep.csv", "impacts.csv", "poincare.csv"):
                    rows = self.rows(out + "compiled", name)
                    for row in rows:
                        self.assertEqual(float(row.pop("bodies.mass.velocity")), 0.3)
                    self.assertEqual(self.rows(out + "shared", name), rows)

    def test_points_say_whether_their_ledger_closes(self):
        rows = self.sweep("r", "--vary", "rate=44100:441000:2", "--set", "solver.method=heun",
                          "--set", "solver.energy_tolerance=0.005", scene="hunt-crossley")
        self.assertEqual([row["status"] for row in rows], ["unbalanced", "ok"])

    def test_classic_methods_are_swept_as_well(self):
        rows = self.sweep("r", "--vary", "contacts.hit.damping=0:2:5", "--set", "solver.method=rk4",
                          "--rate", "441000", "--duration", "0.0005", "--measure", "impact_speed",
                          scene="hunt-crossley")
        self.assertEqual([float(row["impact_speed"]) for row in rows], [1] * 5)

    # --- Interruptions ----------------------------------------------------------------------------

    def test_an_interrupted_sweep_goes_on_where_it_was(self):
        self.interrupt("none")

    def test_so_does_one_that_carries_its_states(self):
        self.interrupt("down")

    def test_damaged_parts_are_computed_again(self):
        damages = (lambda t: t[:len(t) // 2],  # cut off
                   lambda t: t.replace(b",ok,", b",ok,1", 1),  # another number
                   lambda t: t[:t.rindex(b"#end")],  # no end mark
                   lambda t: t + t, lambda t: b"")
        for carry in ("none", "up"):
            arguments = ["--vary", "forces.push.frequency=20:26:4", "--duration", "4", "--rate",
                         "20000", "-j", "1", "--carry", carry]
            self.sweep("whole" + carry, *arguments)
            self.stop_at(carry, arguments, parts=2)
            for number, damage in enumerate(damages):
                with self.subTest(carry=carry, damage=number):
                    out = f"{carry}{number}"
                    shutil.copytree(self.path(carry), self.path(out))
                    self.damage(damage, out, "parts", "00000000-00000000.csv")
                    self.sweep(out, *arguments)
                    self.assertEqual(self.tables(out), self.tables("whole" + carry))

    def damage(self, how, *names):
        with open(self.path(*names), "rb") as file:
            before = file.read()
        self.assertNotEqual(how(before), before)
        with open(self.path(*names), "wb") as file:
            file.write(how(before))

    def finished_parts(self, out):
        parts = self.path(out, "parts")
        return [n for n in os.listdir(parts) if n.endswith(".csv")] if os.path.isdir(parts) else []

    def stop_at(self, out, arguments, parts):
        """A sweep that is killed when it has so many parts."""
        process = subprocess.Popen([CAROM, "sweep", "scene.yaml", "-o", out, *arguments],
                                   cwd=self.folder, stderr=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL)
        while len(self.finished_parts(out)) < parts and process.poll() is None:
            time.sleep(0.001)
        process.send_signal(signal.SIGKILL)
        process.wait(60)
        self.assertGreaterEqual(len(self.finished_parts(out)), parts, "it has ended before")

    def interrupt(self, carry):
        arguments = ["--vary", "forces.push.frequency=20:40:12", "--duration", "4", "--rate", "40000",
                     "-j", "1", "--carry", carry]
        self.sweep("whole", *arguments)
        process = subprocess.Popen([CAROM, "sweep", "scene.yaml", "-o", "r", *arguments],
                                   cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True)
        until = time.monotonic() + 60
        while time.monotonic() < until and process.poll() is None:
            if len(self.finished_parts("r")) >= 2:
                break
            time.sleep(0.002)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 2, errors)
        self.assertIn("goes on from here", errors)
        self.assertFalse(json.loads(self.text("r", "sweep.json"))["complete"])
        finished = self.rows("r", "sweep.csv")
        self.assertTrue(2 <= len(finished) < 12, len(finished))
        result = self.carom("sweep", "scene.yaml", "-o", "r", *arguments)
        self.assertEqual(result.returncode, 0)
        self.assertIn(f"{len(finished)} of them from before", result.stdout)
        self.assertEqual(self.tables("r"), self.tables("whole"))
        self.assertFalse(os.path.exists(self.path("r", "parts")))

    def test_parts_of_another_sweep_are_not_taken(self):
        os.makedirs(self.path("r", "parts"))
        self.write("r/parts/plan", "something else\n")
        self.write("r/parts/00000000-00000000.csv", "S,none,1,ok,1\n")
        rows = self.sweep("r", "--vary", "forces.push.frequency=20:40:2", "--measure", "energy",
                          "--duration", "0.1")
        self.assertEqual([float(row["forces.push.frequency"]) for row in rows], [20, 40])

    def foreign(self):
        """A folder with files that are no parts."""
        names = ("notes.txt", "thesis.tex", "data.csv", "1-2.csv", "00000000-00000000.txt", "plan.md",
                 "2024.bin", "00000000.csv", "x.part")
        os.makedirs(self.path("mine"))
        for name in names:
            self.write(f"mine/{name}", "mine\n")
        return sorted(names)

    def test_files_of_others_among_the_parts_stay(self):
        names = self.foreign()
        arguments = ("--vary", "forces.push.frequency=20:40:2", "--measure", "energy", "--duration", "0.1")
        for command in (("sweep", *arguments), ("compare", "--duration", "0.02")):
            with self.subTest(command[0]):
                shutil.rmtree(self.path("r"), ignore_errors=True)
                shutil.copytree(self.path("mine"), self.path("r", "parts"))
                self.write("r/parts/plan", "something else\n")
                self.write("r/parts/00000009-00000000.csv.part", "S")
                result = self.carom(command[0], "scene.yaml", "-o", "r", *command[1:])
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertEqual(sorted(os.listdir(self.path("r", "parts"))), names)

    def test_a_link_to_another_folder_is_not_taken_for_parts(self):
        names = self.foreign()
        self.write("mine/plan", "my plan\n")
        os.makedirs(self.path("r"))
        os.symlink("../mine", self.path("r", "parts"))
        arguments = ("--vary", "forces.push.frequency=20:40:2", "--measure", "energy", "--duration", "0.1")
        for command in (("sweep", *arguments), ("sweep", *arguments, "--part", "1/2"),
                        ("compare", "--duration", "0.02")):
            with self.subTest(command):
                result = self.carom(command[0], "scene.yaml", "-o", "r", *command[1:])
                self.assertEqual(result.returncode, 2, result.stderr)
                self.assertIn("r/parts: is a symbolic link", result.stderr)
                self.assertEqual(sorted(os.listdir(self.path("mine"))), sorted([*names, "plan"]))
                self.assertEqual(self.text("mine", "plan"), "my plan\n")

    # --- Parts ------------------------------------------------------------------------------------

    GRID = ("--vary", "forces.push.frequency=20:40:7", "--vary", "forces.push.amplitude=0.3:0.6:2",
            "--settle", "0.5", "--duration", "1")

    def part(self, out, which, *arguments):
        result = self.carom("sweep", "scene.yaml", "-o", out, "--part", which, *arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def check_merged(self, out):
        self.assertEqual(self.tables(out), self.tables("whole"))
        self.assertEqual(self.text(out, "sweep.svg"), self.text("whole", "sweep.svg"))
        told = [json.loads(self.text(name, "sweep.json")) for name in (out, "whole")]
        for one in told:
            del one["timing"]
        self.assertEqual(*told)

    def test_parts_in_one_folder_are_merged_into_the_tables_of_one_sweep(self):
        for carry in ("none", "both"):
            with self.subTest(carry):
                self.sweep("whole", *self.GRID, "--carry", carry, "-j", "1")
                running = [subprocess.Popen(  # side by side, as a job array has them
                    [CAROM, "sweep", "scene.yaml", "-o", carry, "--part", f"{i}/5", "--quiet",
                     *self.GRID, "--carry", carry], cwd=self.folder) for i in range(1, 6)]
                self.assertEqual([process.wait(60) for process in running], [0] * 5)
                self.assertEqual(os.listdir(self.path(carry)), ["parts"])
                merged = self.carom("sweep", "--merge", carry)
                self.assertEqual(merged.returncode, 0, merged.stderr)
                self.assertIn(" points merged", merged.stdout)
                self.check_merged(carry)
                self.assertNotIn("parts", os.listdir(self.path(carry)))

    def test_parts_in_several_folders_are_merged_into_another(self):
        self.sweep("whole", *self.GRID, "-j", "1")
        told = [self.part(f"p{i}", f"{i}/3", *self.GRID) for i in (1, 2, 3)]
        self.assertRegex(told[0], r"^5 of 5 points .*\npart 1 of 3 in p1; when all are there: ")
        short = self.carom("sweep", "--merge", "p1", "p3", "-o", "r")
        self.assertEqual(short.returncode, 2)
        self.assertIn("5 of 14 points are missing", short.stderr)
        self.assertFalse(json.loads(self.text("r", "sweep.json"))["complete"])
        merged = self.carom("sweep", "--merge", "p1", "p2", "p3", "-o", "r", "--quiet")
        self.assertEqual((merged.returncode, merged.stdout), (0, ""), merged.stderr)
        self.check_merged("r")
        for i in (1, 2, 3):
            self.assertEqual(os.listdir(self.path(f"p{i}")), ["parts"])

    def test_a_damaged_part_is_missing_until_it_is_computed_again(self):
        self.sweep("whole", *self.GRID, "-j", "1")
        for i in (1, 2):
            self.part("r", f"{i}/2", *self.GRID)
        self.damage(lambda t: t[:-9], "r", "parts", "00000003-00000000.csv")
        self.assertIn("1 of 14 points are missing", self.carom("sweep", "--merge", "r").stderr)
        self.assertIn("6 of them from before", self.part("r", "2/2", *self.GRID))
        self.assertEqual(self.carom("sweep", "--merge", "r").returncode, 0)
        self.check_merged("r")

    def test_only_parts_of_one_sweep_are_merged(self):
        self.part("a", "1/2", *self.GRID)
        self.part("b", "2/2", *self.GRID, "--set", "contacts.hit.damping=0.3")
        os.makedirs(self.path("empty"))
        for folders, says in ((("a", "b"), "b: holds no part of the same sweep as a"),
                              (("empty",), "empty: no part of a sweep is there"),
                              (("nowhere", "a"), "nowhere: no part"), ((), "needs the folders")):
            with self.subTest(folders):
                result = self.carom("sweep", "--merge", *folders, "-o", "r")
                self.assertEqual(result.returncode, 1)
                self.assertIn(says, result.stderr)
                self.assertFalse(os.path.exists(self.path("r")))

    def test_a_folder_that_a_sweep_writes_is_refused_to_another(self):
        long = ["--vary", "forces.push.frequency=20:40:200", "--duration", "4", "--rate", "40000"]
        process = subprocess.Popen([CAROM, "sweep", "scene.yaml", "-o", "r", *long], cwd=self.folder,
                                   stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        until = time.monotonic() + 60
        while not self.finished_parts("r") and time.monotonic() < until:
            time.sleep(0.005)
        for arguments in (long, self.GRID, ("--vary", "gravity=0:1:2")):
            result = self.carom("sweep", "scene.yaml", "-o", "r", *arguments)
            self.assertEqual(result.returncode, 2)
            self.assertRegex(result.stderr, "^r: another run is writing its results there; allowed")
        self.assertIsNone(process.poll())

    # --- Mistakes ---------------------------------------------------------------------------------

    def test_mistakes_are_told_and_nothing_is_written(self):
        vary = ("--vary", "forces.push.frequency=20:40:3")
        for arguments, says in (
                ((), "needs a scene, --vary"),
                (("--vary", "forces.push.frequency=20:40"), "--vary:1: .*allowed is PATH=FROM:TO:COUNT"),
                (("--vary", "forces.push.frequency=20:40:2.5"), "--vary:1: "),
                (("--vary", "forces.push.frequency=20:40:3:lin"), "--vary:1: "),
                (("--vary", "forces.push.frequency=0:40:3:log"), "--vary:1: .*not 0 with log"),
                ((*vary, "--vary", "forces.push.frequenzy=1:2:3"), "--vary:2: .*did you mean"),
                (("--vary", "bodies.mass.mass=-1:1:3"), "--vary:1: bodies.mass.mass: "),
                (("--vary", "bodies.mass.frequency=1:9000:3"), "--vary:1: bodies.mass.frequency: too high"),
                ((*vary, "--measure", "frob"),
                 "--measure:1: there is no measure 'frob'.*allowed are impacts.*help measures"),
                ((*vary, "--measure", "rms.w"), "--measure:1: there is no measure 'rms.w'"),
                ((*vary, "--settle", "2"), "--settle: 2 s of a run of 2 s"),
                ((*vary, "--carry", "left"), "one of none, up, down, both"),
                ((*vary, "-j", "0"), "-j: '0'"),
                ((*vary, "--part", "3"), "--part: '3'; allowed is i/n"),
                ((*vary, "--part", "0/2"), "--part: '0/2'"),
                ((*vary, "--part", "3/2"), "--part: '3/2'"),
                ((*vary, "--part", "1/2x"), "--part: '1/2x'"),
                ((*vary, "--frob", "1"), "unknown option '--frob'"),
                (("--vary", "bodies.mass.velocity=0:1:3", "--carry", "up"),
                 "--vary:1: .*which --carry decides; .*or no --carry")):
            with self.subTest(arguments):
                result = self.carom("sweep", "scene.yaml", "-o", "r", *arguments)
                self.assertEqual((result.returncode, result.stdout), (1, ""), result.stderr)
                self.assertRegex(result.stderr, says)
                self.assertFalse(os.path.exists(self.path("r")))

    def test_a_folder_that_cannot_be_written_is_a_wrong_argument(self):
        self.write("file", "")
        result = self.carom("sweep", "scene.yaml", "-o", "file", "--vary",
                            "forces.push.frequency=20:40:3")
        self.assertEqual(result.returncode, 1)
        self.assertIn("cannot be written", result.stderr)

    def test_measures_are_listed(self):
        told = self.carom("help", "measures").stdout
        for name in ("impacts", "impact_speed", "energy", "period", "rms.NAME", "peak.NAME", "end.NAME",
                     "first_speed.NAME"):
            self.assertRegex(told, rf"(?m)^{name} ")
        self.assertIn("--vary", self.carom("help", "sweep").stdout)


if __name__ == "__main__":
    CAROM = os.path.abspath(sys.argv.pop(1))
    unittest.main()
