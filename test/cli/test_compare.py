# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""carom compare: what it measures, refuses, leaves behind, and goes on from.

    python3 test_compare.py PATH-TO-CAROM [unittest arguments]
"""

import csv
import json
import math
import os
import re
import signal
import time
import xml.etree.ElementTree

from support import BROKEN, GOOD, WRONG, Case, main, numbers, read_csv

# A mass on a spring that never touches its wall: smooth, and its motion is a cosine.
SMOOTH = """\
carom: 1
rate: 10000
duration: 0.1
bodies:
  mass: {type: mass, mass: 0.01, frequency: 100, position: 1e-3}
  wall: {type: barrier, position: 1}
  ground: {type: barrier, position: 0}
contacts:
  hit: {type: collision, below: mass, above: wall, stiffness: 1e7, exponent: 1.5}
  rod: {type: spring, below: mass, above: ground, cubic: 1e9}
outputs:
  u: {of: mass}
  f: {of: hit, quantity: force}
"""


class Compare(Case):
    def table(self, folder):
        with open(self.path(folder, "compare.csv"), encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def rows(self, folder, output):
        return {row["variant"]: row for row in self.table(folder) if row["output"] == output}

    def summary(self, folder):
        return json.loads(self.read(folder, "compare.json").decode("utf-8"))

    def samples(self, *options):
        self.good("run", *options, "-o", "one", "--csv", "--quiet")
        header, rows = read_csv(self.read("one", "samples.csv"))
        return header, numbers(rows)

    # --- What it measures ------------------------------------------------------------------------

    def test_errors_are_those_between_the_samples_of_runs(self):
        self.good("compare", "mass-barrier", "-o", "c", "--rates", "44100,88200,176400", "--quiet")
        header, finest = self.samples("mass-barrier", "--rate", "176400")
        for rate, every in ((44100, 4), (88200, 4)):
            _, mine = self.samples("mass-barrier", "--rate", str(rate))
            mine = mine[::rate // 44100]
            for output in ("position", "velocity", "force"):
                j = header.index(output)
                pairs = [(a[j], b[j]) for a, b in zip(mine, finest[::every])]
                error = math.sqrt(sum((a - b) ** 2 for a, b in pairs) / sum(b * b for _, b in pairs))
                found = float(self.rows("c", output)[f"audio@{rate}"]["error"])
                self.assertAlmostEqual(found / error, 1, delta=1e-12)

    def test_all_outputs_together_are_the_rms_of_their_errors(self):
        self.good("compare", "mass-barrier", "-o", "c", "--quiet")
        one = [float(self.rows("c", o)["audio@88200"]["error"])
               for o in ("position", "velocity", "force")]
        every = float(self.rows("c", "all outputs")["audio@88200"]["error"])
        self.assertAlmostEqual(every / math.sqrt(sum(e * e for e in one) / 3), 1, delta=1e-12)

    def test_five_methods_swing_a_sitars_string_alike(self):
        if "lacks" in self.good("check", "beam-stop", "--set", "solver.method=adaptive").out:
            self.skipTest("a build without SUNDIALS")
        self.good("compare", "sitar-string", "--methods", "wrap,wave,rigid,adaptive,audio", "-o", "c",
                  "--rates", "1000", "--duration", "2", "--reference", "wave", "--quiet")
        rows = self.rows("c", "mid")
        self.assertEqual(list(rows), ["wrap", "wave", "rigid", "adaptive", "audio@1000"])
        most = {"wrap": 3e-5, "wave": 0, "rigid": 5e-5, "adaptive": 4e-4, "audio@1000": 4e-4}
        for name, row in rows.items():
            self.assertLessEqual(float(row["error"]), most[name], name)
        picture = self.read("c", "compare.svg").decode("utf-8")
        for name in rows:
            self.assertIn(f">{name}", picture)

    def test_the_finest_is_the_first_at_the_highest_rate(self):
        for options, finest in ((["mass-barrier"], "audio@705600"),
                                (["mass-barrier", "--rates", "88200,44100"], "audio@88200"),
                                (["mass-barrier", "--schemes", "exact,clamp"], "exact@705600"),
                                (["mass-barrier", "--methods", "event,audio"], "event"),
                                (["mass-barrier", "--schemes", "clamp", "--reference", "exact@352800"],
                                 "exact@352800"),
                                (["mass-barrier", "--reference", "audio/exact@50000"],
                                 "audio/exact@50000"),
                                (["mass-barrier", "--reference", "audio@352800"], "audio@352800")):
            with self.subTest(options):
                self.good("compare", *options, "-o", "c", "--quiet")
                self.assertEqual(self.summary("c")["finest"], finest)
                row = self.rows("c", "force")[finest]
                self.assertEqual((float(row["error"]), row["note"]), (0, "the finest"))

    def test_a_run_against_itself_has_no_error(self):
        self.good("compare", "two-masses", "--duration", "0.05", "--schemes", "positive",
                  "--reference", "audio/positive@44100", "-o", "c", "--quiet")
        row = self.rows("c", "upper")["positive@44100"]
        self.assertEqual(float(row["error"]), 0)
        self.assertEqual([float(row[b]) for b in ("db_0_1", "db_1_2", "db_2_4", "db_4_8")], [0] * 4)

    def test_a_body_is_at_every_rate_what_it_is_at_the_lowest(self):
        """With more modes at each rate there would be no order."""
        scene = self.write("""carom: 1
rate: 44100
duration: 0.01
bodies:
  string: {type: string, length: 0.65, density: 7850, radius: 4e-4, pitch: 110, youngs: 2e11}
  hammer: {type: mass, mass: 0.01, position: -1e-4, velocity: 0.5}
  low: {type: string, length: 1, linear_density: 6e-3, pitch: 110.25}
contacts:
  hit: {type: collision, below: hammer, above: string@0.3, stiffness: 1e6, exponent: 1.5}
outputs:
  u: {of: string@0.3}
""")
        result = self.good("compare", scene, "-o", "c", "--rates", "44100,88200,176400,705600")
        rows = self.rows("c", "u")
        said = re.fullmatch(r"string by (\d+) modes at every rate", rows["audio@44100"]["note"])
        self.assertIn(said[0], result.out)
        modes = re.search(r"string +string +(\d+) modes", self.good("check", scene).out)[1]
        self.assertEqual(said[1], modes)
        self.assertTrue(1.8 < float(rows["audio@88200"]["order"]) < 2.2, rows)

    def test_levels_are_those_of_audio_outputs_alone(self):
        self.good("compare", "two-masses", "--duration", "0.05", "-o", "c", "--quiet")
        self.assertNotEqual(self.rows("c", "upper")["audio@44100"]["db_0_1"], "")
        self.assertEqual(self.rows("c", "force")["audio@44100"]["db_0_1"], "")

    def test_rates_that_are_no_multiples_are_interpolated_and_it_is_said(self):
        self.write(SMOOTH)
        said = self.good("compare", "scene.yaml", "-o", "c", "--rates", "10000,14000,17000").out
        self.assertIn("interpolated", said)
        self.assertTrue(self.summary("c")["instants"]["interpolated"])
        # The order of the scheme shows: the cubic's own error is 1e-7 of a cosine at 100 Hz.
        self.assertAlmostEqual(float(self.rows("c", "u")["audio@14000"]["order"]), 2, delta=0.05)
        said = self.good("compare", "scene.yaml", "-o", "c", "--rates", "10000,20000").out
        self.assertNotIn("interpolated", said)
        self.assertFalse(self.summary("c")["instants"]["interpolated"])

    def test_an_output_that_is_zero_throughout_has_no_error(self):
        self.write(SMOOTH)
        self.good("compare", "scene.yaml", "-o", "c", "--quiet")
        self.assertEqual({row["error"] for row in self.rows("c", "f").values()}, {""})

    # --- What it refuses -------------------------------------------------------------------------

    def test_what_a_method_does_not_take_is_a_row_that_says_why(self):
        said = self.good("compare", "mass-string", "--duration", "0.01", "--methods",
                         "audio,event,rk4", "-o", "c").out
        rows = {row["variant"]: row for row in self.table("c") if row["output"] == ""}
        self.assertEqual(set(rows), {"event", "rk4"})
        self.assertRegex(rows["event"]["note"], r"\Abodies.string.model: .* event takes .*allowed")
        self.assertRegex(rows["rk4"]["note"], r"\Abodies.string.type: .* rk4 does not take a string")
        self.assertIn(rows["rk4"]["note"], said)

    def test_a_rate_at_which_a_grid_is_unstable_is_a_row_that_says_so(self):
        self.good("compare", "string-string", "--duration", "0.001", "--rates", "22050,44100,88200",
                  "-o", "c", "--quiet")
        rows = {row["variant"]: row for row in self.table("c") if row["output"] == ""}
        self.assertEqual(set(rows), {"audio@22050"})
        self.assertIn("unstable", rows["audio@22050"]["note"])
        self.assertEqual(self.summary("c")["instants"]["rate"], 44100)

    def test_methods_without_schemes_are_one_curve(self):
        self.good("compare", "mass-barrier", "--methods", "event,audio,rk4", "--schemes",
                  "positive,exact", "--set", "contacts.hit.scheme=exact", "-o", "c", "--quiet")
        curves = {row["variant"].split("@")[0] for row in self.table("c")}
        self.assertEqual(curves, {"event", "audio/positive", "audio/exact", "rk4"})
        self.assertEqual({row["note"] for row in self.table("c")}, {"", "the finest"})

    def test_wrong_arguments_are_refused_and_nothing_is_written(self):
        for arguments, says in (
                ([], "needs a scene"), (["frob"], "no file and no built-in scene"),
                (["mass-barrier", "--schemes", "frob"], "--schemes:1: there is no scheme 'frob'; allowed are pos"),
                (["mass-barrier", "--methods", "audio,frob"], "--methods:2: there is no method 'frob'; allowed"),
                (["mass-barrier", "--output", "frob"], "--output:1: there is no output 'frob'.*position, vel"),
                (["mass-barrier", "--rates", "0,1"], "--rates: '0'; allowed are numbers above 0"),
                (["mass-barrier", "--rates", "44100,-1"], "--rates: '-1'; allowed"),
                (["mass-barrier", "--rates", "x"], "--rates: 'x'; allowed"),
                (["mass-barrier", "--rates", "nan"], "--rates: 'nan'; allowed"),
                (["mass-barrier", "--rates", "1,,2"], "empty"),
                (["mass-barrier", "--rates", "1e12,44100"], "--rates: rate: .*allowed is"),
                (["mass-barrier", "--rates", "44100"],
                 "--rates: 44100 Hz alone; allowed are two rates or more, or --reference"),
                (["mass-barrier", "--reference", "frob"], "--reference: 'frob'; allowed is a scheme"),
                (["mass-barrier", "--reference", "audio@"], "--reference: 'audio@'; allowed"),
                (["mass-barrier", "--reference", "frob/exact@1"], "--reference: 'frob/exact@1'"),
                (["mass-barrier", "--reference", "event@44100"],
                 "--reference: event@44100: event has no time step.*allowed is 'event'"),
                (["mass-string", "--reference", "event"], "event takes strings, bars and plates by"),
                (["mass-string", "--methods", "event"], "event takes strings, bars and plates by"),
                (["mass-string", "--methods", "event,rk4"], "event takes strings, bars and plates by"),
                (["beam-stop"], "event has no time step.*allowed"),
                (["beam-stop", "--schemes", "exact"],
                 "--schemes: the scene has no collision; allowed are --methods and --rates"),
                (["mass-barrier", "two-masses"], "more than one scene"),
                (["mass-barrier", "--frob", "1"], "'--frob'.*--schemes"),
                (["mass-barrier", "-j", "0"], "-j: '0'"), (["mass-barrier", "--rates"], "needs a value"),
                (["mass-barrier", "--set", "frob=1"], "--set:1: frob: unknown key"),
                (["mass-barrier", "--duration", "-1"], "--duration: ")):
            with self.subTest(arguments):
                self.assertRegex(self.wrong("compare", *arguments).err, says)

    def test_a_scene_without_outputs_is_refused(self):
        self.write(SMOOTH[:SMOOTH.index("outputs:")])
        self.assertIn("outputs", self.wrong("compare", "scene.yaml").err)

    def test_a_folder_that_cannot_be_written_is_told(self):
        self.write("", "taken")
        result = self.carom("compare", "mass-barrier", "-o", "taken/c", "--quiet")
        self.assertEqual(result.code, WRONG)
        self.assertIn("'taken/c' cannot be written: it is no folder", result.err)

    # --- What it leaves --------------------------------------------------------------------------

    def test_the_folder_is_named_after_the_scene_and_holds_three_whole_files(self):
        self.good("compare", "mass-barrier", "--quiet")
        self.assertEqual(sorted(os.listdir(self.path("out", "mass-barrier-compare"))),
                         ["compare.csv", "compare.json", "compare.svg"])
        self.assertTrue(self.summary("out/mass-barrier-compare")["complete"])

    def test_the_picture_names_each_curve_with_its_order(self):
        self.good("compare", "mass-barrier", "--methods", "event,audio,rk4", "-o", "c", "--quiet")
        tree = xml.etree.ElementTree.fromstring(self.read("c", "compare.svg").decode("utf-8"))
        texts = [e.text for e in tree.iter("{http://www.w3.org/2000/svg}text")]
        self.assertIn("event: the finest", texts)
        self.assertTrue(any(re.fullmatch(r"audio: order [12]\.\d\d", t) for t in texts), texts)
        self.assertTrue(any(t.startswith("rk4: order") for t in texts), texts)
        dashes = {e.get("stroke-dasharray")
                  for e in tree.iter("{http://www.w3.org/2000/svg}path")} - {None}
        self.assertGreaterEqual(len(dashes), 2)  # told apart in grey

    def test_the_table_is_printed_and_quiet_prints_nothing(self):
        said = self.good("compare", "mass-barrier", "-o", "c").out
        self.assertRegex(said, r"audio@88200 +force +0\.000534 +1\.98 +2\.00")
        self.assertIn("5 of 5 variants", said)
        self.assertEqual(self.good("compare", "mass-barrier", "-o", "c", "--quiet").out, "")

    def test_results_do_not_depend_on_the_number_of_threads(self):
        for workers in ("1", "3"):
            self.good("compare", "two-masses", "--schemes", "positive,exact", "--duration", "0.1",
                      "-j", workers, "-o", "c" + workers, "--quiet")
        for name in ("compare.csv", "compare.svg"):
            self.assertEqual(self.read("c1", name), self.read("c3", name))

    def test_an_interrupted_comparison_goes_on_where_it_was(self):
        command = ["compare", "two-masses", "--duration", "3", "-j", "1", "--quiet"]
        self.good(*command, "-o", "whole")
        process = self.start(*command, "-o", "c")
        until = time.monotonic() + 60
        while time.monotonic() < until and not os.path.exists(self.path("c", "parts", "000004.bin")):
            time.sleep(0.005)
        process.send_signal(signal.SIGINT)
        stopped = self.finish(process)
        self.assertEqual(stopped.code, BROKEN)
        self.assertIn("goes on from here", stopped.err)
        self.assertFalse(self.summary("c")["complete"])
        notes = {row["variant"]: row["note"] for row in self.table("c")}
        self.assertEqual(notes["audio@705600"], "the finest")
        self.assertEqual(notes["audio@44100"], "not computed yet")
        self.good(*command, "-o", "c")
        self.assertGreater(self.summary("c")["timing"]["resumed"], 0)
        for name in ("compare.csv", "compare.svg"):
            self.assertEqual(self.read("whole", name), self.read("c", name))
        self.assertFalse(os.path.exists(self.path("c", "parts")))


if __name__ == "__main__":
    main()
