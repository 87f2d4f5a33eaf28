# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""Runs that are interrupted or leave the finite numbers: what was computed is kept, whole.

    python3 test_stopping.py PATH-TO-CAROM [unittest arguments]
"""

import math
import os
import shutil
import signal
import time

from support import BROKEN, PATIENCE, SLOW, ResultsCase, main, numbers, read_csv, read_wav


class Stopping(ResultsCase):
    def under_way(self, *arguments, **options):
        """A long run that has begun to write samples."""
        process = self.start("run", *arguments, "-o", "r", **options)
        part = self.path("r", "samples.csv.part")
        end = time.monotonic() + PATIENCE
        while not (os.path.exists(part) and os.path.getsize(part) > 100000):
            self.assertIsNone(process.poll())
            self.assertLess(time.monotonic(), end)
            time.sleep(0.01)
        return process

    def check_stopped(self, number):
        process = self.under_way("tromba", "--duration", "600", "--csv", "--npy", "--wav", "--plot",
                                 "--quiet")
        process.send_signal(number)
        result = self.finish(process)
        self.assertEqual(result.code, BROKEN, result)
        self.assertRegex(result.err, r"interrupted after \d+ samples")
        names = self.check_whole("r")
        self.assertLessEqual({"samples.csv", "samples.npy", "audio.wav", "energy.csv", "events.csv",
                              "summary.json", "waveform.svg"}, set(names))
        summary = self.summary("r")
        self.assertIs(summary["complete"], False)
        self.assertIn(str(summary["samples"]), result.err)
        self.assertLess(summary["samples"], 600 * 44100)
        self.check_end(summary["samples"])

    def check_end(self, count):
        rows = self.samples("r")[1]
        self.assertEqual(rows[-1][0], (count - 1) / 44100)
        ledger = numbers(read_csv(self.read("r", "energy.csv"))[1])
        self.assertLessEqual(ledger[-1][0], rows[-1][0] + 1 / 44100)

    def test_ctrl_c_keeps_what_was_computed(self):
        self.check_stopped(signal.SIGINT)

    def test_a_polite_kill_keeps_what_was_computed(self):
        self.check_stopped(signal.SIGTERM)

    def seconds_to_stop(self, *arguments):
        """The processor's time from a Ctrl-C to the end of a run, which other work does not change."""
        process = self.start(*arguments, "--quiet", "-o", "r")
        end = time.monotonic() + PATIENCE
        while not os.path.isdir(self.path("r")):
            self.assertIsNone(process.poll())
            self.assertLess(time.monotonic(), end)
            time.sleep(0.01)
        time.sleep(0.3)
        with open(f"/proc/{process.pid}/stat", encoding="ascii") as file:
            before = sum(map(int, file.read().rsplit(")", 1)[1].split()[11:13]))
        process.send_signal(signal.SIGINT)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        with process:
            pass
        self.assertEqual(process.returncode, BROKEN, arguments)
        shutil.rmtree(self.path("r"))
        return used.ru_utime + used.ru_stime - before / os.sysconf("SC_CLK_TCK")

    def test_ctrl_c_is_answered_within_a_fifth_of_a_second_by_every_method(self):
        adaptive = ("--set", "solver.method=adaptive")
        # Wrapping that goes on: a large motion ends by itself when the string leaves its bridge.
        small = ("--set", "bodies.string.start.amplitude=1")
        modes = ("--set", "bodies.beam.points=2000")
        vary = ("--vary", "contacts.stop.restitution=0:1:50")
        for arguments in (["tromba-author"], ["hunt-crossley", "--set", "solver.method=rk4"],
                          ["beam-stop"], ["beam-stop", *adaptive], ["sitar-string", *small],
                          # One step of these takes minutes.
                          ["cantilever-stop", *modes], ["cantilever-stop", *modes, *adaptive],
                          ["sitar-string", *small, "--set", "solver.method=wave"],
                          ["sitar-string", *small, "--set", "solver.method=rigid"], ["piano-note"],
                          ["piano-note", *adaptive], ["piano-hammer", *adaptive]):
            with self.subTest(arguments):
                used = self.seconds_to_stop("run", *arguments, "--npy", "--duration", "5000")
                self.assertLess(used, 0.2 * (10 if SLOW else 1))
        for arguments in (["sweep", "beam-stop", *vary], ["sweep", "beam-stop", *vary, *adaptive],
                          ["sweep", "cantilever-stop", *modes, *vary],
                          ["compare", "cantilever-stop", *modes, "--methods", "event,adaptive"],
                          ["sweep", "piano-note", *adaptive, "--vary", "gravity=0:1:2"],
                          ["compare", "piano-note", "--methods", "mechanism,adaptive"]):
            with self.subTest(arguments):
                used = self.seconds_to_stop(*arguments, "--duration", "500", "-j", "1")
                self.assertLess(used, 0.2 * (10 if SLOW else 1))

    def test_ctrl_c_is_answered_within_a_step_of_felts_that_no_force_can_be_found_for(self):
        # From 5 ms on the key is pressed by a force that no felt can answer; a step took a second.
        scene = self.write("like: piano-action\nforces:\n  finger: {table: [[0, 0], [0.005, -9], [0.05, 1e30]]}\n")
        used = self.seconds_to_stop("run", scene, "--duration", "5000")
        self.assertLess(used, 0.2 * (10 if SLOW else 1))

    def test_a_closed_terminal_leaves_no_half_files(self):
        process = self.under_way("tromba", "--duration", "600", "--csv", "--wav", "--quiet")
        process.send_signal(signal.SIGHUP)
        with process:
            process.communicate(timeout=PATIENCE)
        self.check_whole("r")

    def test_a_reader_of_the_progress_that_goes_away_does_not_end_the_run(self):
        reader, writer = os.pipe()
        os.close(reader)
        self.addCleanup(os.close, writer)
        process = self.start("run", "mass-spring-barrier", "--duration", "2", "--csv", "-o", "r",
                             stderr=writer)
        with process:
            process.communicate(timeout=PATIENCE)
        self.assertIn("samples.csv", self.check_whole("r"))
        self.assertIs(self.summary("r")["complete"], True)

    def test_motion_that_leaves_the_finite_numbers_stops_the_run(self):
        scene = self.write("carom: 1\nduration: 0.1\nbodies:\n  m: {type: mass, mass: 1}\nforces:\n"
                           "  f: {on: m, table: [[0, 0], [0.05, 1], [0.1, 1e308]]}\noutputs:\n"
                           "  o: {of: m, quantity: velocity, audio: true}\n")
        result = self.carom("run", scene, "-o", "r", "--quiet", "--csv", "--wav", "--npy", "--plot")
        self.assertEqual(result.code, BROKEN, result)
        self.assertRegex(result.err, r"no longer finite after \d+ samples")
        self.check_whole("r")
        summary = self.summary("r")
        self.assertIs(summary["complete"], False)
        self.assertIs(summary["energy"]["balanced"], False)
        self.assertTrue(all(map(math.isfinite, sum(read_wav(self.read("r", "audio.wav"))[1], ()))))


if __name__ == "__main__":
    main()
