# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""A results folder belongs to one run, and holds all of it.

    python3 test_folder.py PATH-TO-CAROM [unittest arguments]
"""

import json
import os
import resource
import signal
import subprocess
import time

import support
from support import BROKEN, ONE_MASS, PATIENCE, ResultsCase, main, read_csv, read_npy

# Two hammers at nearly the same place of a string: their forces depend on each other.
HAMMERS = """\
carom: 1
rate: 48000
duration: 0.01
bodies:
  s: {type: string, length: 0.62, linear_density: 6.3e-3, tension: 670, model: modes, points: 40}
  g: {type: mass, mass: 3e-3, velocity: 2.5}
  h: {type: mass, mass: 3e-3, velocity: 2}
contacts:
  one: {type: felt, circle: g, segment: s@0.12, c: %s}
  two: {type: felt, circle: h, segment: s@%s, c: %s}
outputs:
  force: {of: one, quantity: force}
solver: {method: mechanism}
"""

# A mass between two rigid stops that are close together: it hits them 1,600 times in a sample.
CHATTER = """\
carom: 1
rate: 1000
duration: 0.0109
bodies:
  mass: {type: mass, mass: 0.01, velocity: 1}
  floor: {type: barrier, position: 0}
  roof: {type: barrier, position: %s}
contacts:
  low: {type: stop, below: floor, above: mass}
  high: {type: stop, below: mass, above: roof}
outputs:
  u: {of: mass}
solver: {method: event}
"""


class OneRun(ResultsCase):
    def test_a_run_removes_what_an_earlier_one_has_left(self):
        self.good("run", "tromba", "-o", "r", "--csv", "--npy", "--wav", "--plot", *self.short)
        self.write("mine", "r/notes.txt")
        self.write("mine too", "r/other.svg")
        self.good("run", "mass-barrier", "-o", "r", *self.short)
        self.assertEqual(set(os.listdir(self.path("r"))),
                         {"energy.csv", "events.csv", "samples.csv", "summary.json", "notes.txt",
                          "other.svg"})
        self.assertEqual(set(self.summary("r")["files"]), {"energy.csv", "events.csv", "samples.csv"})

    def test_pictures_drawn_later_go_with_the_run_they_show(self):
        self.good("run", "mass-string", "-o", "r", "--csv", *self.short)
        self.good("plot", "r")
        self.assertIn("waveform.svg", os.listdir(self.path("r")))
        self.good("run", "mass-string", "-o", "r", "--csv", *self.short)
        self.assertNotIn("waveform.svg", os.listdir(self.path("r")))

    def test_a_folder_without_a_summary_is_left_alone(self):
        os.mkdir(self.path("r"))
        self.write("mine", "r/samples.npy")
        self.write("mine", "r/waveform.svg")
        self.good("run", "mass-barrier", "-o", "r", *self.short)
        self.assertEqual(self.read("r", "samples.npy"), b"mine")
        self.assertEqual(self.read("r", "waveform.svg"), b"mine")

    def test_a_summary_cannot_have_other_files_removed(self):
        self.write("mine", "precious")
        os.mkdir(self.path("r"))
        self.write("mine", "r/thesis.tex")
        self.write(json.dumps({"carom": "0", "files": ["../precious", "thesis.tex", "/etc/passwd",
                                                       "", ".", "samples./../../precious",
                                                       ["x"], {"a": 1}, None, "x" * 5000]}),
                   "r/summary.json")
        self.good("run", "mass-barrier", "-o", "r", *self.short)
        self.assertEqual(self.read("precious"), b"mine")
        self.assertEqual(self.read("r", "thesis.tex"), b"mine")

    def test_a_summary_cannot_have_the_files_of_this_run_removed(self):
        names = ["energy.csv", "events.csv", "samples.csv", "samples.npy", "summary.json", "audio.wav"]
        os.mkdir(self.path("r"))
        self.write(json.dumps({"carom": "0", "files": [name + ".part" for name in names]}),
                   "r/summary.json")
        self.good("run", "mass-barrier", "-o", "r", "--csv", "--npy", *self.short)
        self.check_whole("r")
        self.assertLessEqual(set(names[:5]), set(os.listdir(self.path("r"))))

    def test_a_name_of_dots_is_no_folder_above(self):
        for name in ("..yaml", "...yaml"):
            self.write(ONE_MASS, name)
            self.good("run", name, *self.short)
        self.assertEqual(os.listdir(self.path("out")), ["scene"])
        self.assertEqual(sorted(os.listdir(self.folder)), ["...yaml", "..yaml", "out"])

    def test_unfinished_files_of_a_killed_run_are_removed(self):
        process = self.under_way("--csv", "--npy", "--wav")
        process.kill()
        process.communicate()
        self.assertIn("samples.csv.part", os.listdir(self.path("r")))
        self.good("run", "tromba", "-o", "r", "--csv", *self.short)
        self.check_whole("r")

    # --- Locks ------------------------------------------------------------------------------------

    def under_way(self, *arguments):
        process = self.start("run", "tromba", "--duration", "600", "-o", "r", "--quiet", *arguments)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        end = time.monotonic() + PATIENCE
        while not os.path.exists(self.path("r", "energy.csv.part")):
            self.assertIsNone(process.poll())
            self.assertLess(time.monotonic(), end)
            time.sleep(0.01)
        return process

    def test_a_folder_that_a_run_writes_is_refused_to_others(self):
        process = self.under_way("--csv")
        vary = ("--vary", "bodies.mass.velocity=1:2:2")
        for arguments in (["run", "mass-barrier", "-o", "r"], ["sweep", "mass-barrier", "-o", "r", *vary],
                          ["compare", "mass-barrier", "-o", "r"], ["plot", "r"]):
            with self.subTest(arguments):
                result = self.carom(*arguments)
                self.assertEqual(result.code, BROKEN, result)
                self.assertRegex(result.err, r"r: another run is writing its results there; allowed")
        process.send_signal(signal.SIGINT)
        self.assertEqual(self.finish(process).code, BROKEN)
        self.assertEqual(len(self.samples("r")[1]), self.summary("r")["samples"])
        self.good("run", "mass-barrier", "-o", "r", *self.short)

    def test_of_two_runs_at_once_one_is_refused_and_the_other_whole(self):
        for _ in range(5):
            both = [self.start("run", name, "-o", "r", *self.short, "--csv")
                    for name in ("tromba", "mass-string")]
            codes = [self.finish(process).code for process in both]
            self.assertIn(0, codes)
            self.check_whole("r")
            header = self.samples("r")[0]
            self.assertEqual(header[1:], list(self.summary("r")["scene"]["outputs"]))


class Whole(ResultsCase):
    def test_no_impact_is_lost(self):
        self.good("run", self.write(CHATTER % "6.1e-7"), "-o", "r", "--quiet")
        header, rows = read_csv(self.read("r", "events.csv"))
        counted = sum(c["impacts"] for c in self.summary("r")["contacts"].values())
        self.assertGreater(counted, 17000)
        closed = [row for row in rows if row[header.index("t_end")]]
        self.assertEqual(len(closed), counted)
        begins = [float(row[1]) for row in closed]
        self.assertEqual(begins, sorted(begins))
        # the floor and the roof in turn, every 6.1e-7 s
        self.assertAlmostEqual(begins[-1] / len(begins), 6.1e-7, delta=1e-12)
        self.assertEqual({a[0] == b[0] for a, b in zip(closed, closed[1:])}, {False})

    def test_no_impact_is_lost_in_a_sweep(self):
        self.good("sweep", self.write(CHATTER % "6.1e-7"), "--vary", "bodies.mass.velocity=1:2:2",
                  "--measure", "impacts", "-o", "r", "--quiet")
        for row, speed in zip(read_csv(self.read("r", "sweep.csv"))[1], (1, 2)):
            self.assertAlmostEqual(float(row[-1]) / (speed / 6.1e-7), 1, delta=0.01)

    def test_too_many_impacts_are_told_as_that(self):
        result = self.carom("run", self.write(CHATTER % "1e-9"), "-o", "r", "--quiet")
        self.assertEqual(result.code, BROKEN, result)
        self.assertRegex(result.err, r"solver\.method event: more than 100000 impacts between "
                                     r"\S+ and \S+ s; allowed are")
        self.assertNotIn("finite", result.err)
        self.assertEqual(self.summary("r")["status"],
                         "more impacts within a sample than can be followed")

    def test_hard_felts_that_depend_on_each_other_keep_the_ledger_closed(self):
        self.good("run", self.write(HAMMERS % ("1e9", "0.1201", "1e9")), "-o", "r", "--quiet")

    def test_a_step_that_cannot_be_solved_is_told_as_that(self):
        result = self.carom("run", self.write(HAMMERS % ("1e13", "0.12", "1e13")), "-o", "r",
                            "--quiet")
        self.assertEqual(result.code, BROKEN, result)
        self.assertRegex(result.err, r"solver\.method mechanism: the equations of the step between "
                                     r"\S+ and \S+ s cannot be solved; allowed are")
        self.assertNotIn("finite", result.err)
        self.assertEqual(self.summary("r")["status"], "the equations of a step cannot be solved")

    def test_snapshots_end_where_they_should(self):
        for every, to, times in (("1e-5", "0.001", 11), ("0.1", "0.3", 4), ("3e-4", "0.001", 4),
                                 ("0.00025", "0.00099", 4), ("1.5e-4", "1.5e-4", 2)):
            with self.subTest(every=every, to=to):
                scene = self.write(json.dumps({
                    "carom": 1, "rate": 10000, "duration": 0.4,
                    "bodies": {"s": {"type": "string", "length": 1, "linear_density": 0.01,
                                     "tension": 100, "points": 20}},
                    "snapshots": {"s": {"of": "s", "every": float(every), "to": float(to)}}}))
                self.good("run", scene, "-o", "r", "--quiet")
                found = [row[0] for row in read_npy(self.read("r", "snapshots.npy"))]
                self.assertEqual(len(found), times, found)
                # a shape is taken at the first sample at or after its time
                self.assertLess(found[-1], float(to) + 1e-4 * (1 - 1e-9))
                self.assertEqual(found, sorted(set(found)))

    def test_closed_standard_streams_do_not_get_into_the_results(self):
        self.good("run", "mass-string", "-o", "whole", "--csv", "--wav", *self.short)
        for closed in ("0<&-", "1>&-", "2>&-", "0<&- 1>&- 2>&-"):
            with self.subTest(closed):
                command = f'exec "$0" run mass-string -o r --csv --wav --duration 0.05 {closed}'
                done = subprocess.run(["bash", "-c", command, support.CAROM], cwd=self.folder,
                                      stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                      stdin=subprocess.DEVNULL, check=False)
                self.assertEqual(done.returncode, 0)
                self.check_whole("r")
                for name in self.summary("whole")["files"]:
                    self.assertEqual(self.read("r", name), self.read("whole", name), name)

    def test_a_full_disk_is_told_with_its_reason(self):
        def small():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        for size in (0, 10, 4096, 100000, 300000):
            for options in (["--csv"], ["--npy"], ["--wav"], ["--wav", "--plot"]):
                with self.subTest(size=size, options=options):
                    result = self.carom("run", "tromba", "-o", "r", "--duration", "1", "--quiet",
                                        *options, preexec_fn=small)
                    self.assertEqual(result.code, BROKEN, result)
                    self.assertIn("cannot be written: File too large", result.err)

    def test_a_run_with_sound_leaves_no_text_unasked(self):
        self.good("run", "tromba", "-o", "r", *self.short)
        self.assertNotIn("samples.csv", os.listdir(self.path("r")))
        self.good("run", "mass-barrier", "-o", "r", *self.short)
        self.assertIn("samples.csv", os.listdir(self.path("r")))


if __name__ == "__main__":
    main()
