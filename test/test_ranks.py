# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""Sweeps over several processes: mpirun -n N carom sweep, and programs that use the library.

    python3 test_ranks.py PATH-TO-CAROM PATH-TO-MPIRUN PATH-TO-RANKS-HOST [unittest arguments]
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from test_sweep import DRIVEN

CAROM, MPIRUN, HOST = "", "", ""
PATIENCE = 60

SHORT = ("--vary", "forces.push.frequency=20:40:9", "--vary", "forces.push.amplitude=0.3:0.6:2",
         "--settle", "0.2", "--duration", "0.5")
LONG = ("--vary", "forces.push.frequency=20:40:30", "--duration", "4", "--rate", "40000")


def environment(**more):
    """Open MPI asks twice whether root is meant; as many processes as asked for, whatever cores."""
    return {**os.environ, **more, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
            "OMPI_MCA_rmaps_base_oversubscribe": "1",
            "ASAN_OPTIONS": "detect_leaks=0"}  # of MPI itself


class Case(unittest.TestCase):
    more = {}

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = holder.name
        with open(self.path("scene.yaml"), "w", encoding="utf-8") as file:
            file.write(DRIVEN)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def text(self, *names):
        with open(self.path(*names), encoding="utf-8") as file:
            return file.read()

    def results(self, out):
        return [self.text(out, name) for name in ("sweep.csv", "impacts.csv", "poincare.csv",
                                                  "sweep.svg")]

    def command(self, processes, out, *arguments, scene="scene.yaml"):
        start = [MPIRUN, "-n", str(processes)] if processes > 0 else []
        return [*start, CAROM, "sweep", scene, "-o", out, *arguments]

    def sweep(self, processes, out, *arguments, **options):
        return subprocess.run(self.command(processes, out, *arguments, **options), cwd=self.folder,
                              env=environment(**self.more), capture_output=True, text=True, check=False,
                              timeout=PATIENCE, stdin=subprocess.DEVNULL)

    def good(self, *arguments):
        result = self.sweep(*arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result


class Ranks(Case):
    more = {"OMPI_MCA_odls_base_sigkill_timeout": "0"}  # do not wait for processes that have failed

    # --- The same bytes ---------------------------------------------------------------------------

    def test_several_processes_leave_the_same_bytes_as_one_thread(self):
        for carry in ("none", "both"):
            arguments = (*SHORT, "--carry", carry)
            self.good(0, carry, *arguments, "-j", "1")
            for processes in (2, 3):
                with self.subTest(carry=carry, processes=processes):
                    out = f"{carry}{processes}"
                    told = self.good(processes, out, *arguments)
                    self.assertEqual(self.results(out), self.results(carry))
                    self.assertEqual(told.stdout.count("points in"), 1)
                    self.assertRegex(told.stdout, rf"by {processes} processes")
                    self.assertEqual(sorted(os.listdir(self.path(out))),
                                     sorted(os.listdir(self.path(carry))))

    def test_each_process_may_have_several_threads(self):
        self.good(0, "one", *SHORT, "-j", "1")
        self.good(2, "r", *SHORT, "-j", "3", "--quiet")
        self.assertEqual(self.results("r"), self.results("one"))

    def test_more_processes_than_points_are_no_harm(self):
        few = ("--vary", "forces.push.frequency=20:40:2", "--duration", "0.1")
        self.good(0, "one", *few, "-j", "1")
        self.good(4, "r", *few)
        self.assertEqual(self.results("r"), self.results("one"))

    def test_a_part_may_be_computed_by_several_processes(self):
        self.good(0, "one", *SHORT, "-j", "1")
        for part in ("1/2", "2/2"):
            self.good(2, "r", *SHORT, "--part", part)
        subprocess.run([CAROM, "sweep", "--merge", "r", "--quiet"], cwd=self.folder, check=True)
        self.assertEqual(self.results("r"), self.results("one"))

    def test_a_module_that_others_may_write_is_not_loaded(self):
        for folder, file in ((0o777, 0o755), (0o1777, 0o755), (0o755, 0o757)):
            with self.subTest(oct(folder)):
                place = tempfile.mkdtemp(dir=self.folder)
                for name in ("carom", "carom-mpi.so"):
                    shutil.copy(os.path.join(os.path.dirname(CAROM), name), place)
                    os.chmod(os.path.join(place, name), file)
                start = [os.path.join(place, "carom"), "sweep", "scene.yaml", "-o", "r", *SHORT]
                others = environment(OMPI_COMM_WORLD_SIZE="2")
                os.chmod(place, folder)
                result = subprocess.run(start, cwd=self.folder, env=others, capture_output=True, text=True,
                                        check=False, timeout=PATIENCE)
                self.assertEqual(result.returncode, 1)
                self.assertRegex(result.stderr, "carom-mpi.so is not loaded: others may write there; allowed")
        good = tempfile.mkdtemp(dir=self.folder)
        for name in ("carom", "carom-mpi.so"):
            shutil.copy(os.path.join(os.path.dirname(CAROM), name), good)
        result = subprocess.run([MPIRUN, "-n", "2", os.path.join(good, "carom"), "sweep", "scene.yaml", "-o",
                                 "r", *SHORT], cwd=self.folder, env=environment(**self.more), check=False,
                                capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(result.returncode, 0, result.stderr)

    # --- Mistakes ---------------------------------------------------------------------------------

    def test_a_mistake_is_told_once_and_nothing_is_written(self):
        for arguments, says in ((("--vary", "frob=1:2:3"), "--vary:1: frob: unknown key"),
                                ((*SHORT, "--frob"), "unknown option '--frob'"),
                                ((*SHORT, "--set", "rate=0"), "--set:1: rate:"),
                                ((*SHORT, "--settle", "9"), "--settle: 9 s of a run")):
            with self.subTest(arguments):
                result = self.sweep(2, "r", *arguments)
                self.assertEqual(result.returncode, 1)
                self.assertEqual(result.stderr.count(says), 1, result.stderr)
                self.assertFalse(os.path.exists(self.path("r")))

    def test_standard_input_is_refused(self):
        result = self.sweep(2, "r", *SHORT, scene="-")
        self.assertEqual(result.returncode, 1)
        self.assertIn("standard input reaches one process only", result.stderr)

    def test_processes_that_do_not_see_the_same_scene_do_not_begin(self):
        script = self.path("differ.sh")
        with open(script, "w", encoding="utf-8") as file:
            file.write('cd "$1/$OMPI_COMM_WORLD_RANK" && shift && exec "$@"\n')
        for rank, text in enumerate((DRIVEN, DRIVEN.replace("damping: 0.2", "damping: 0.3"))):
            os.mkdir(self.path(str(rank)))
            with open(self.path(str(rank), "scene.yaml"), "w", encoding="utf-8") as file:
                file.write(text)
        start = [MPIRUN, "-n", "2", "sh", script, self.folder, CAROM, "sweep", "scene.yaml", *SHORT]
        result = subprocess.run([*start, "-o", "r"], env=environment(**self.more), capture_output=True,
                                text=True, check=False, timeout=PATIENCE)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertIn("process 1 has another scene or program", result.stderr)
        with open(self.path("1", "scene.yaml"), "w", encoding="utf-8") as file:
            file.write(DRIVEN)
        result = subprocess.run([*start, "-o", "r"], env=environment(**self.more), capture_output=True,
                                text=True, check=False, timeout=PATIENCE)
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertIn("process 1: r is not the folder of process 0", result.stderr)


class Calls(Case):
    """By test/ranks_host.c, in which each process prints a line."""
    more = Ranks.more

    def host(self, processes, *arguments):
        result = subprocess.run([MPIRUN, "-n", str(processes), HOST, *arguments], cwd=self.folder,
                                env=environment(**self.more), capture_output=True, text=True, check=False,
                                timeout=PATIENCE, stdin=subprocess.DEVNULL)
        return result, sorted(result.stdout.splitlines())

    def setUp(self):
        super().setUp()
        with open(self.path("scene.yaml"), "w", encoding="utf-8") as file:
            file.write(DRIVEN.replace("duration: 2", "duration: 0.5"))

    def test_processes_of_a_program_share_a_sweep_and_then_another(self):
        self.good(0, "one", *SHORT, "-j", "1")
        for own in ((), ("mpi",)):
            out = "r" + "".join(own)
            result, lines = self.host(3, "scene.yaml", out, *own)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual([line for line in lines if " of 3: " in line],
                             ["0 of 3: 0 0, 18: ", "1 of 3: 0 0, 0: ", "2 of 3: 0 0, 0: "])
            self.assertEqual([line for line in lines if "message" in line],
                             ["message of 1", "message of 2"] if own else [])
            for folder in (out, out + "-again"):
                self.assertEqual(self.results(folder), self.results("one"))

    def test_where_one_has_no_scene_none_begins(self):
        result, lines = self.host(2, "scene.yaml", "r", "lost")
        self.assertNotEqual(result.returncode, 0)
        self.assertEqual(lines, ["0 of 2: 3 3, 0: process 1 cannot begin: there is no scene; allowed is one",
                                 "1 of 2: 3 3, 0: process 0 tells what went wrong"])
        self.assertFalse(os.path.exists(self.path("r", "sweep.csv")))


class Stopping(Case):
    def parts(self, out):
        folder = self.path(out, "parts")
        return [n for n in os.listdir(folder) if n.endswith(".csv")] if os.path.isdir(folder) else []

    def processes(self, mpirun):
        """Of mpirun, in the order of their numbers."""
        found = {}
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{name}/stat", encoding="ascii") as file:
                    parent = int(file.read().rsplit(")", 1)[1].split()[1])
                if parent != mpirun:
                    continue
                with open(f"/proc/{name}/environ", "rb") as file:
                    told = dict(v.split(b"=", 1) for v in file.read().split(b"\0") if b"=" in v)
                found[int(told[b"OMPI_COMM_WORLD_RANK"])] = int(name)
            except (OSError, KeyError, ValueError):
                continue
        return [found[rank] for rank in sorted(found)]

    def under_way(self, out, *axis):
        axis = axis or LONG[:2]
        process = subprocess.Popen(self.command(2, out, *axis, *LONG[2:], "--quiet"), cwd=self.folder,
                                   env=environment(**self.more), stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL)
        ranks, end = [], time.monotonic() + PATIENCE
        while len(ranks) < 2 or len(self.parts(out)) < 3:
            self.assertIsNone(process.poll())
            self.assertLess(time.monotonic(), end)
            ranks = ranks if len(ranks) == 2 else self.processes(process.pid)
            time.sleep(0.005)
        return process, ranks

    def check_resumed(self, processes, out):
        kept = len(self.parts(out))
        self.assertTrue(3 <= kept < 30, kept)
        result = self.good(processes, out, *LONG)
        self.assertIn(f"{kept} of them from before", result.stdout)
        self.assertEqual(self.results(out), self.results("whole"))
        self.assertFalse(os.path.exists(self.path(out, "parts")))

    def test_a_process_killed_by_a_signal_leaves_the_parts_and_resuming_completes_the_sweep(self):
        self.good(0, "whole", *LONG)
        for rank, resumed_by in ((0, 2), (1, 0)):
            with self.subTest(rank):
                out = f"r{rank}"
                process, ranks = self.under_way(out)
                os.kill(ranks[rank], signal.SIGKILL)
                process.communicate(timeout=PATIENCE)
                self.assertNotEqual(process.returncode, 0)
                self.check_resumed(resumed_by, out)

    def test_ctrl_c_ends_all_and_keeps_what_is_finished(self):
        process, ranks = self.under_way("r", "--vary", "forces.push.frequency=20:40:3000")
        process.send_signal(signal.SIGINT)  # which mpirun hands on within a second
        process.communicate(timeout=PATIENCE)
        self.assertNotEqual(process.returncode, 0)
        end = time.monotonic() + PATIENCE
        while any(os.path.exists(f"/proc/{rank}") for rank in ranks):
            self.assertLess(time.monotonic(), end)
            time.sleep(0.01)
        self.assertGreaterEqual(len(self.parts("r")), 3)
        if os.path.exists(self.path("r", "sweep.json")):
            told = json.loads(self.text("r", "sweep.json"))
            self.assertEqual((told["complete"], told["points"]), (False, 3000))


if __name__ == "__main__":
    CAROM, MPIRUN, HOST = (os.path.abspath(sys.argv.pop(1)) for _ in range(3))
    unittest.main()
