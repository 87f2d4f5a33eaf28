# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""Linkages and felt: what scenes say of them that cannot be, and what runs tell.

    python3 test_mechanism.py PATH-TO-CAROM [unittest arguments]
"""

import json
import math
import os
import re
from xml.etree import ElementTree

from support import ResultsCase, main, numbers, read_csv

LINK = "bodies.hammer."
FELT = "contacts.strike."


class Mechanism(ResultsCase):
    def refuses(self, scene, changes, path, says):
        sets = [part for change in changes for part in ("--set", change)]
        result = self.carom("check", scene, *sets)
        self.assertEqual(result.code, 1, result.out)
        self.assertRegex(result.err, rf"{path}: .*{says}")

    def test_a_point_must_be_a_mark(self):
        self.refuses("piano-hammer", [f"{FELT}circle=hammer@nase"], r"contacts\.strike\.circle",
                     "'hammer' has no mark 'nase'; allowed are names below its marks")
        self.refuses("piano-hammer", [f"{FELT}circle=hammer"], r"contacts\.strike\.circle",
                     "allowed are LINKAGE@MARK and MASS")
        self.refuses("piano-hammer", ["outputs.nose.of=hammer"], r"outputs\.nose\.of",
                     "allowed is LINKAGE@MARK")
        self.refuses("piano-hammer", [LINK + "marks.tip=[1, 2, 3]", "outputs.nose.of=hammer@tip"],
                     r"outputs\.nose\.of", "each with")

    def test_a_mark_has_a_plain_name(self):
        result = self.carom("check", "piano-hammer", "--set", LINK + "marks.a.b=[0, 0]")
        self.assertEqual(result.code, 1)
        self.assertIn("unknown key", result.err)

    def test_links_stand_in_trees_on_the_ground(self):
        self.refuses("piano-hammer", [LINK + "on=string"], r"bodies\.hammer\.on",
                     "'string' is no linkage; allowed are ground and the linkages")
        self.refuses("piano-hammer", [LINK + "on=nowhere"], r"bodies\.hammer\.on",
                     "'nowhere' is no linkage")
        self.refuses("piano-hammer", [LINK + "on=hammer"], r"bodies\.hammer\.on",
                     "a loop; allowed are trees that stand on the ground")
        self.refuses("piano-hammer", [LINK + "pin=[0]"], r"bodies\.hammer\.pin", "two, \\[x, y\\]")
        self.refuses("piano-hammer", [LINK + "inertia=0"], r"bodies\.hammer\.inertia", "above 0")
        self.refuses("piano-hammer", [LINK + "mass=0"], r"bodies\.hammer\.mass", "above 0")

    def test_a_longer_loop_is_found(self):
        link = {"type": "linkage", "pin": [0, 0], "mass": 1, "inertia": 1, "centre": [0, 0]}
        bodies = {name: dict(link, on=on) for name, on in (("a", "c"), ("b", "a"), ("c", "b"))}
        self.write(json.dumps({"carom": 1, "solver": {"method": "mechanism"}, "bodies": bodies}),
                   "loop.yaml")
        self.refuses("loop.yaml", [], r"bodies\.c\.on", "in the end to itself: a loop")

    def test_parts_do_not_start_inside_each_other(self):
        self.refuses("piano-hammer", [LINK + "angle=0.1"], r"contacts\.strike\.circle",
                     "inside string; allowed is at most its radius, 0.0124 m")
        self.refuses("piano-hammer-stop", [LINK + "angle=0.05"], r"contacts\.strike\.circle",
                     "inside ground; allowed is at most half its radius")

    def test_a_scene_that_cannot_rest_says_so(self):
        vane = {"type": "linkage", "pin": [0, 0], "mass": 1, "inertia": 1, "centre": [0, 0],
                "spring": {"torque": -1}}
        self.write(json.dumps({"carom": 1, "settle": 0.3, "solver": {"method": "mechanism"},
                               "bodies": {"vane": vane}}), "vane.yaml")
        self.refuses("vane.yaml", [], "settle",
                     "'vane' does not come to rest within 0.3 s: it still moves with 0.3 rad/s.*"
                     "allowed is a longer time")
        self.refuses("mass-barrier", ["settle=0.3"], "settle", "solver.method mechanism")

    def test_felt_has_one_law_and_something_to_meet(self):
        self.refuses("piano-hammer", [f"{FELT}stiffness=1e9"], r"contacts\.strike\.stiffness",
                     "either a, b and c")
        self.refuses("piano-hammer", [f"{FELT}segment=ground"], r"contacts\.strike\.from",
                     "an end of the segment")
        self.refuses("piano-hammer", [f"{FELT}segment=string@0.2"], r"contacts\.strike\.segment",
                     "STRING under a linkage")
        self.refuses("piano-note", [f"{FELT}segment=string"], r"contacts\.strike\.segment",
                     "STRING@x under a mass")

    def test_a_shank_needs_its_material_and_leaves_a_base(self):
        self.refuses("piano-hammer", [LINK + "shank.head_mass=0.011"],
                     r"bodies\.hammer\.shank\.head_mass", "more than the whole")
        self.refuses("piano-hammer", [LINK + "shank.shapes=[1, 0]"],
                     r"bodies\.hammer\.shank\.shapes", "at least one across")
        self.refuses("piano-hammer", [LINK + "shank.shapes=[1, 2.5]"],
                     r"bodies\.hammer\.shank\.shapes", "whole numbers")

    def test_other_methods_say_who_takes_a_linkage(self):
        for method in ("audio", "event", "rk4"):
            self.refuses("piano-hammer-stop", [f"solver.method={method}"], r"\w+\.\w+\.\w+",
                         "mechanism")

    def test_a_quantity_must_be_one_of_a_linkage(self):
        self.refuses("piano-hammer", ["outputs.angle.quantity=slope"], r"outputs\.angle\.quantity",
                     "allowed of it are angle and energy")
        self.refuses("piano-hammer", ["outputs.string.quantity=angle"],
                     r"outputs\.string\.quantity", "only a linkage has it")
        self.refuses("piano-hammer", ["outputs.force.quantity=psi"],
                     r"outputs\.force\.quantity", "does not know it")

    def test_what_changes_is_friction_and_force(self):
        self.refuses("piano-hammer", ["gravity=[[0, 9], [1, 10]]"], "gravity",
                     "does not change.*amplitude, friction and pin_friction change")
        self.refuses("piano-hammer", ["bodies.string.tension=[[0, 703], [1, 700]]"],
                     r"bodies\.string\.tension", "does not change")
        self.refuses("piano-hammer", [f"{FELT}friction=[[0, 0], [1, 1]]",
                                      "solver.method=adaptive"],
                     r"contacts\.strike\.friction", "solver.method adaptive; allowed is a number")

    def test_a_scene_comes_back_from_its_summary(self):
        self.good("run", "piano-hammer-stop", "-o", "one", "--csv", "--quiet")
        scene = self.summary("one")["scene"]
        self.assertEqual(scene["bodies"]["hammer"]["marks"], {"nose": [0.1291, 0.0356]})
        self.write(json.dumps(scene), "again.yaml")
        self.good("run", "again.yaml", "-o", "two", "--csv", "--quiet")
        self.assertEqual(self.samples("one"), self.samples("two"))

    def test_a_score_presses_the_key(self):
        self.write("""like: piano-action
duration: 0.1
forces: {finger: {table: [[0, -1]], amplitude: 0}}
score:
  press: {gesture: set, key: forces.finger.amplitude, at: 0.02, to: 8, over: 0.02}
controls: {hand: {key: forces.finger.amplitude, midi: cc1, from: 0, to: 16}}
""", "press.yaml")
        self.good("run", "press.yaml", "-o", "press", "--quiet")
        rows = [row for row in self.read("press", "events.csv").decode().splitlines()
                if row.startswith("strike,")]
        self.assertEqual(len(rows), 1)
        self.assertAlmostEqual(float(rows[0].split(",")[1]), 0.02 + 0.042, delta=1e-3)

    def test_losses_are_told_by_body_and_contact(self):
        self.good("run", "piano-hammer", "-o", "rough", "--quiet", "--set",
                  f"{FELT}friction=0.6")
        self.check_whole("rough")
        summary = self.summary("rough")
        self.assertLess(summary["energy"]["max_balance_error"], 1e-9)
        self.assertEqual(summary["energy"]["tolerance"], 1e-6)

    def test_frames_of_a_link_carry_its_marks(self):
        """Of the base and, behind a flexible shank, of the head: where outputs say that marks are."""
        self.good("run", "piano-hammer", "-o", "frames", "--csv", "--plot", "--quiet",
                  "--set", "outputs.x.of=hammer@nose", "--set", "outputs.x.quantity=x",
                  "--set", "outputs.y.of=hammer@nose", "--set", "outputs.y.quantity=y")
        names, rows = read_csv(self.read("frames", "samples.csv"))
        samples = {row[0]: row for row in numbers(rows)}
        nose = self.summary("frames")["scene"]["bodies"]["hammer"]["marks"]["nose"]
        _, rows = read_csv(self.read("frames", "snapshots-hammer.csv"))
        bent = 0
        for t, _, _, angle, x, y, head in numbers(rows):
            at = samples[t]
            c, s = math.cos(head), math.sin(head)
            self.assertAlmostEqual(at[names.index("x")], x + c * nose[0] - s * nose[1], 12)
            self.assertAlmostEqual(at[names.index("y")], y + s * nose[0] + c * nose[1], 12)
            bent = max(bent, abs(head - angle))
        self.assertGreater(bent, 1e-4)

    def test_a_mechanism_moves_in_its_picture(self):
        self.good("run", "piano-hammer", "-o", "moving", "--plot", "--quiet")
        picture = ElementTree.fromstring(self.read("moving", "mechanism.svg"))
        moving = [e for e in picture.iter() if e.tag.endswith("animateTransform")]
        turns = [e.get("values").split(";") for e in moving if e.get("type") == "rotate"]
        self.assertEqual(len(turns), 2)  # the hammer's base and its head
        self.assertGreater(len(set(turns[0])), 100)

    def test_a_shank_is_drawn_from_its_beginning_to_the_head(self):
        self.good("run", "piano-hammer", "-o", "r", "--plot", "--quiet")
        summary = self.summary("r")
        shank = summary["scene"]["bodies"]["hammer"]["shank"]
        for begin in (shank.get("from", 0), 0):
            shank["from"] = begin
            self.write(json.dumps(summary), "r/summary.json")
            self.good("plot", "r")
            lines = [[float(e.get(k)) for k in ("x1", "y1", "x2", "y2")] for e in
                     ElementTree.fromstring(self.read("r", "mechanism.svg")).iter()
                     if e.tag.endswith("line") and e.get("stroke-linecap") == "round"]
            head = float("%.6g" % (begin + shank["length"]))
            self.assertTrue(any(abs(x1 - begin) < 1e-6 and y1 == 0 and abs(x2 - head) < 1e-6 and y2 == 0
                                for x1, y1, x2, y2 in lines), lines)

    def test_frames_with_other_columns_are_not_drawn(self):
        self.good("run", "piano-hammer", "-o", "r", "--plot", "--quiet")
        os.remove(self.path("r", "mechanism.svg"))
        summary = self.summary("r")
        self.assertGreater(len(summary["snapshots"]), 0)
        for columns in (2, 3, 5, 6, 8, 40):
            with self.subTest(columns):
                shape = f"{{'descr': '<f8', 'fortran_order': False, 'shape': (1, {columns}), }}"
                for s in summary["snapshots"]:
                    s["points"] = [columns - 2, 0]
                    good = self.read("r", s["file"] + ".npy")
                    self.write(good[:10] + shape.ljust(117).encode() + b"\n" + bytes(8 * columns),
                               f"r/{s['file']}.npy")
                self.write(json.dumps(summary), "r/summary.json")
                self.good("plot", "r")
                self.assertFalse(os.path.exists(self.path("r", "mechanism.svg")))

    def test_stills_show_a_mechanism_at_even_distances(self):
        self.good("run", "piano-hammer", "-o", "stills", "--plot", "--quiet")
        self.good("plot", "stills", "--frames", "3")
        times = []
        for i in range(1, 4):
            text = self.read("stills", f"mechanism-{i:04d}.svg").decode()
            ElementTree.fromstring(text)
            self.assertNotIn("animate", text)
            times.append(float(re.search(r"the links at (\S+) s", text).group(1)))
        self.assertEqual(times[0], 0)
        self.assertAlmostEqual(times[1], times[2] / 2, 4)

    def test_stills_need_linkages(self):
        self.good("run", "mass-barrier", "-o", "none", "--plot", "--quiet", "--duration", "0.01")
        result = self.carom("plot", "none", "--frames", "3")
        self.assertEqual(result.code, 1)
        self.assertRegex(result.err, "no frames of linkages.*allowed.*; run leaves them with --plot")
        for wrong in ("0", "-1", "x", "10000"):
            self.assertEqual(self.carom("plot", "none", "--frames", wrong).code, 1)


if __name__ == "__main__":
    main()
