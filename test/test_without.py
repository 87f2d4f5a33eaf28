# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""A build without SUNDIALS and MPI: the adaptive method and mpirun say what is missing and how to get
it, nothing is written, and all else works.

    python3 test_without.py PATH-TO-CAROM
"""

import os
import re
import subprocess
import sys
import tempfile
import unittest

CAROM = os.path.abspath(sys.argv.pop(1))
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ADAPTIVE = ["--set", "solver.method=adaptive"]


class WithoutSundials(unittest.TestCase):
    def carom(self, *arguments):
        return subprocess.run([CAROM, *arguments], capture_output=True, text=True, check=False)

    def test_a_run_says_what_is_missing_and_writes_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "out")
            run = self.carom("run", "beam-stop", *ADAPTIVE, "-o", out)
            self.assertEqual(run.returncode, 1)
            self.assertRegex(run.stderr, "adaptive needs SUNDIALS.*apt-get install libsundials-dev")
            self.assertEqual(run.stdout, "")
            self.assertFalse(os.path.exists(out))

    def test_so_does_a_sweep(self):
        with tempfile.TemporaryDirectory() as folder:
            sweep = self.carom("sweep", "beam-stop", *ADAPTIVE, "--vary",
                               "contacts.stop.restitution=0:1:2", "--duration", "0.1", "-o", folder)
            self.assertNotEqual(sweep.returncode, 0)
            self.assertIn("libsundials-dev", sweep.stderr)

    def test_so_does_a_comparison_with_it_as_the_finest_and_else_it_is_a_row(self):
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "out")
            finest = self.carom("compare", "mass-barrier", "--reference", "adaptive", "-o", out)
            self.assertEqual(finest.returncode, 1)
            self.assertIn("libsundials-dev", finest.stderr)
            self.assertFalse(os.path.exists(out))
            row = self.carom("compare", "mass-barrier", "--methods", "audio,adaptive", "-o", out)
            self.assertEqual(row.returncode, 0, row.stderr)
            self.assertRegex(row.stdout, "adaptive +.*libsundials-dev")

    def test_check_says_so_beside_the_scene(self):
        check = self.carom("check", "beam-stop", *ADAPTIVE)
        self.assertEqual(check.returncode, 0)
        self.assertIn("cannot run here: this build lacks SUNDIALS", check.stdout)
        self.assertNotIn("cost:", check.stdout)

    def test_so_does_the_build_by_make(self):
        """What make has CMake say, where it does not find the headers."""
        with open(os.path.join(ROOT, "Makefile"), encoding="utf-8") as file:
            level = set(re.findall("--log-level=[A-Z]+", file.read()))
        self.assertEqual(len(level), 1)
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(["cmake", *level, "-S", ROOT, "-B", folder, "-DCVODE_INCLUDE=OFF"], check=True,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.assertRegex(done.stderr, r"\ANo SUNDIALS.*apt-get install libsundials-dev\)\n\Z")

    def test_version_and_help_say_so(self):
        for arguments in (["version"], ["help", "methods"], ["help", "adaptive"]):
            said = self.carom(*arguments)
            self.assertEqual(said.returncode, 0)
            self.assertRegex(said.stdout, "lacks SUNDIALS and so the method adaptive.*libsundials-dev")
        self.assertNotIn("SUNDIALS and so", self.carom("help", "event").stdout)

    def test_results_of_papers_that_take_it_are_not_run_and_do_not_hold(self):
        with tempfile.TemporaryDirectory() as folder:
            result = self.carom("reproduce", "sitar/cost", "-o", folder)
            self.assertEqual(result.returncode, 2)
            self.assertRegex(result.stdout, r"\Asitar/cost +not-run +this build has no SUNDIALS\n"
                                            r"0 of 1 hold, 1 not run: this build has no SUNDIALS.*\n\Z")
            with open(os.path.join(folder, "index.html"), encoding="utf-8") as page:
                text = page.read()
            self.assertIn('class="verdict not-run">not-run: this build has no SUNDIALS<', text)
            self.assertNotIn("holds", text)

    def test_the_event_method_runs(self):
        with tempfile.TemporaryDirectory() as folder:
            run = self.carom("run", "beam-stop", "--duration", "0.5", "-o", folder)
            self.assertEqual(run.returncode, 0, run.stderr)


class WithoutMpi(unittest.TestCase):
    def sweep(self, processes):
        """As one of so many processes that mpirun has started."""
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "out")
            result = subprocess.run(
                [CAROM, "sweep", "mass-barrier", "--vary", "bodies.mass.velocity=1:2:2", "-o", out],
                env={**os.environ, "OMPI_COMM_WORLD_SIZE": processes}, capture_output=True,
                text=True, check=False)
            return result, os.path.exists(out)

    def test_one_of_several_processes_says_what_is_missing_and_writes_nothing(self):
        result, written = self.sweep("2")
        self.assertEqual((result.returncode, result.stdout, written), (1, "", False))
        self.assertRegex(result.stderr, "lacks MPI; allowed are .*; 'apt-get install libopenmpi-dev openmpi-bin'")

    def test_one_process_needs_none(self):
        result, written = self.sweep("1")
        self.assertEqual((result.returncode, written), (0, True), result.stderr)


if __name__ == "__main__":
    unittest.main()
