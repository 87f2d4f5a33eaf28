# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT
"""Comparisons from Python."""

import os
import subprocess
import tempfile
import unittest

import numpy as np

import carom


class Comparisons(unittest.TestCase):
    def test_a_comparison_is_that_of_the_program(self):
        with tempfile.TemporaryDirectory() as folder:
            mine = carom.compare("two-masses", schemes=["positive", "exact"], outputs="upper",
                                 duration=0.05, folder=os.path.join(folder, "mine"))
            subprocess.run([os.environ["CAROM_PROGRAM"], "compare", "two-masses", "--quiet",
                            "--schemes", "positive,exact", "--output", "upper", "--duration", "0.05",
                            "-o", os.path.join(folder, "theirs")], check=True, capture_output=True)
            texts = []
            for name in ("mine", "theirs"):
                with open(os.path.join(folder, name, "compare.csv"), encoding="utf-8") as file:
                    texts.append(file.read())
        self.assertEqual(*texts)
        self.assertEqual(list(mine), texts[0].splitlines()[0].split(","))
        self.assertEqual(list(mine["variant"][:2]), ["positive@44100", "positive@88200"])
        self.assertEqual(mine["error"].dtype, float)

    def test_errors_and_orders_are_numbers_and_reasons_are_texts(self):
        table = carom.compare("mass-string", methods=["audio", "event"], rates=[44100, 88200],
                              outputs=["string"], duration=0.01)
        refused = table["variant"] == "event"
        self.assertTrue(np.isnan(table["error"][refused]).all())
        self.assertIn("event takes strings, bars and plates by their modes", table["note"][refused][0])
        self.assertGreater(table["error"][0], 0)

    def test_a_comparison_can_be_stopped_and_refused(self):
        with self.assertRaises(ZeroDivisionError):
            carom.compare("two-masses", progress=lambda done: 1 / 0)
        table = carom.compare("two-masses", duration=0.2, workers=1, progress=lambda done: False)
        self.assertEqual(set(table["note"]), {"not computed yet"})
        with self.assertRaisesRegex(carom.CaromError, "^schemes.0.: there is no scheme 'frob'; allowed are"):
            carom.compare("two-masses", schemes=["frob"])
        with self.assertRaisesRegex(carom.CaromError, "allowed are numbers above 0"):
            carom.compare("two-masses", rates=[0, 1])


if __name__ == "__main__":
    unittest.main()
