# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""carom modes: its table, files and refusals; and what carom check tells of sounding pitches.

    python3 test_modes.py CAROM
"""

import csv
import math
import os
import subprocess
import sys
import tempfile
import unittest
import xml.dom.minidom

CAROM = os.path.abspath(sys.argv.pop(1))

SCENE = """{carom: 1, title: Two, bodies: {
  s: {type: string, length: 1, linear_density: 0.01, pitch: 100, sigma0: 1},
  m: {type: mass, mass: 0.01, frequency: 250, damping: 0.05}},
  contacts: {k: {type: spring, below: s@0.3, above: m, linear: 1e4}},
  outputs: {u: {of: s@0.4}}}
"""


class Modes(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.scene = os.path.join(self.folder.name, "two.yaml")
        with open(self.scene, "w", encoding="utf-8") as file:
            file.write(SCENE)

    def carom(self, *words):
        return subprocess.run([CAROM, *words], capture_output=True, text=True, cwd=self.folder.name, check=False)

    def rows(self, folder):
        with open(os.path.join(folder, "modes.csv"), encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def test_modes_leaves_its_files_where_it_says(self):
        done = self.carom("modes", self.scene, "-n", "6")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        folder = os.path.join(self.folder.name, "out", "two-modes")
        rows = self.rows(folder)
        self.assertEqual([*rows[0]], "mode frequency note cents decay_time damping body share".split())
        self.assertEqual([row["mode"] for row in rows], list("123456"))
        for row in rows:
            self.assertIn(row["body"], "sm")
            self.assertTrue(0.5 <= float(row["share"]) <= 1, row)
            decay, damping, frequency = (float(row[key]) for key in ("decay_time", "damping", "frequency"))
            # sigma = ln 1000 / T60 = damping |s|, to second order in the damping
            self.assertAlmostEqual(damping * 2 * math.pi * frequency * decay / math.log(1000), 1, 4)
        frequencies = [float(row["frequency"]) for row in rows]
        self.assertEqual(frequencies, sorted(frequencies))
        document = xml.dom.minidom.parse(os.path.join(folder, "modes.svg"))
        texts = [node.firstChild.data for node in document.getElementsByTagName("text") if node.firstChild]
        self.assertIn("Two", texts)
        self.assertTrue(any(text.startswith("1: ") for text in texts), texts)
        self.assertIn("out/two-modes", done.stdout)

    def test_values_can_be_set_and_folders_given(self):
        done = self.carom("modes", self.scene, "-n1", "--set", "contacts.k.linear=0", "--set", "bodies.s.pitch=A2",
                          "-o", "here")
        self.assertEqual(done.returncode, 0, done.stderr)
        (row,) = self.rows(os.path.join(self.folder.name, "here"))
        self.assertEqual((row["note"], row["body"]), ("A2", "s"))
        self.assertAlmostEqual(float(row["frequency"]), 110, 2)

    def test_what_cannot_be_told_is_refused(self):
        for words, says in [
                (["modes"], "'modes' needs a scene"),
                (["modes", self.scene, "-n", "0"], "-n"),
                (["modes", self.scene, "-n", "1.5"], "-n: 1.5; allowed is a whole number"),
                (["modes", self.scene, "-n", "1001"], "-n"),
                (["modes", "piano-action"], "solver.method mechanism knows no modes of whole scenes"),
                (["modes", self.scene, "--set", "bodies.s.pitch=H"], "bodies.s.pitch")]:
            with self.subTest(words):
                done = self.carom(*words)
                self.assertEqual((done.returncode, done.stdout), (1, ""))
                self.assertIn(says, done.stderr)

    def test_a_folder_that_cannot_be_written_is_told(self):
        done = self.carom("modes", self.scene, "-o", "/proc/nowhere")
        self.assertIn(done.returncode, (1, 2))
        self.assertIn("/proc/nowhere", done.stderr)

    def test_nothing_that_swings_leaves_an_empty_table(self):
        free = os.path.join(self.folder.name, "free.yaml")
        with open(free, "w", encoding="utf-8") as file:
            file.write("{carom: 1, bodies: {m: {type: mass, mass: 1}}, outputs: {u: {of: m}}}")
        done = self.carom("modes", free)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("nothing swings", done.stdout)
        self.assertEqual(self.rows(os.path.join(self.folder.name, "out", "free-modes")), [])

    def test_check_tells_what_a_string_sounds(self):
        plain = self.carom("check", self.scene).stdout
        self.assertRegex(plain, r"sounds [0-9.]+ Hz in the scene, [+-][0-9.]+ cents from mode 1 alone")
        tuned = self.carom("check", self.scene, "--set", "bodies.s.tuned=true").stdout
        self.assertIn("sounds 100 Hz in the scene", tuned)
        apart = self.carom("check", self.scene, "--set", "contacts.k.linear=0").stdout
        self.assertNotIn("in the scene", apart)


if __name__ == "__main__":
    unittest.main()
