# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""Folders that cannot be written and disks that are full: told, and no half file is left.

    python3 test_places.py PATH-TO-CAROM [unittest arguments]
"""

import os
import resource
import shutil
import signal
import subprocess

import support
from support import BROKEN, PATIENCE, WRONG, Result, ResultsCase, environment, everything_below, main


class PlacesThatCannotBeWritten(ResultsCase):
    def test_a_folder_that_cannot_be_made_is_told_before_the_run(self):
        self.write("x", "file")
        for place, code in (("file", WRONG), ("file/below", WRONG), ("file/", WRONG), ("", WRONG),
                            ("/dev/null/x", WRONG), ("/proc/carom", BROKEN), ("x" * 300, BROKEN),
                            ("y/" * 3000, BROKEN)):
            with self.subTest(place[:20]):
                before = everything_below(self.folder)
                result = self.carom("run", "tromba", "--duration", "600", "-o", place)
                self.assertEqual(result.code, code)
                self.assertRegex(result.err, "cannot be written: .+; allowed is a folder")
                self.assertNotRegex(result.err, "Success")
                self.assertEqual(everything_below(self.folder), before)

    def test_a_folder_without_permission_is_told(self):
        if os.geteuid() == 0:
            self.skipTest("root may write anywhere")
        os.mkdir(self.path("locked"), 0o500)
        result = self.carom("run", "mass-barrier", "-o", "locked")
        self.assertEqual(result.code, BROKEN)
        self.assertRegex(result.err, "Permission denied")

    def test_a_file_that_cannot_get_its_name_is_told_and_the_others_are_kept(self):
        os.makedirs(self.path("r", "samples.csv"))
        result = self.carom("run", "mass-barrier", "-o", "r", "--quiet")
        self.assertEqual(result.code, BROKEN)
        self.assertRegex(result.err, "cannot be written")
        os.rmdir(self.path("r", "samples.csv"))
        names = set(self.check_whole("r"))
        self.assertLessEqual({"energy.csv", "events.csv", "summary.json"}, names)
        self.assertIs(self.summary("r")["complete"], False)

    def test_folders_above_are_made(self):
        self.good("run", "mass-barrier", "-o", "a/b/c//d/", "--quiet")
        self.assertIn("samples.csv", self.check_whole("a/b/c/d"))


def small_files(size):
    """For preexec_fn: no file grows beyond `size`; writing more fails as on a full disk."""

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return limit


class FullDisk(ResultsCase):
    formats = ("--csv", "--npy", "--wav", "--plot")

    def check_failed(self, result, folder):
        self.assertEqual(result.code, BROKEN, result)
        self.assertRegex(result.err, "cannot be written: (File too large|No space left on device)")
        names = self.check_whole(folder)
        if "summary.json" in names:
            summary = self.summary(folder)
            self.assertIs(summary["complete"], False)
            self.assertNotEqual(summary["status"], "success")

    def fails(self, size, duration, *formats):
        result = self.carom("run", "mass-spring-barrier", "--duration", duration, "-o", "r",
                            "--quiet", *formats, restore_signals=False,
                            preexec_fn=small_files(size))
        self.check_failed(result, "r")
        shutil.rmtree(self.path("r"))

    def test_files_that_do_not_fit_are_absent_and_the_summary_says_so(self):
        for size in (0, 100, 3000, 20000, 400000):
            with self.subTest(size):
                self.fails(size, "2", *self.formats)

    def test_results_of_an_earlier_run_stay_whole_where_another_does_not_fit(self):
        run = ("run", "mass-spring-barrier", "-o", "r", "--quiet", "--csv", "--npy", "--duration")
        self.good(*run, "0.1")
        before = {name: self.read("r", name) for name in os.listdir(self.path("r"))}
        self.assertIn("samples.npy", before)
        for size, duration in ((0, "2"), (100, "2"), (20000, "2"), (1000, "0.01"), (400000, "2")):
            with self.subTest(size=size, duration=duration):
                result = self.carom(*run, duration, restore_signals=False, preexec_fn=small_files(size))
                self.assertEqual(result.code, BROKEN, result)
                self.assertRegex(result.err, "cannot be written: File too large")
                after = {name: self.read("r", name) for name in os.listdir(self.path("r"))}
                self.assertTrue(after == before)  # large: a difference shown would take minutes

    def test_each_format_alone_fails_as_cleanly(self):
        for option in self.formats:
            with self.subTest(option):
                self.fails(60000, "2", option)

    def test_a_sound_that_does_not_fit_in_the_end_is_told_by_the_summary(self):
        # 10 s: the spool of one channel takes 1.8 MB while running, the sound 3.5 MB at the end
        self.fails(2500000, "10", "--wav")

    def test_a_full_disk_is_told_and_leaves_no_half_files(self):
        os.mkdir(self.path("disk"))
        script = ('mount -t tmpfs -o size=300k tmpfs "$1/disk" || exit 77; '
                  '"$0" run mass-spring-barrier --duration 2 -o "$1/disk/r" --quiet; code=$?; '
                  'cp -r "$1/disk/r" "$1/copy"; exit $code')
        if shutil.which("unshare") is None:
            self.skipTest("unshare is not there")
        process = subprocess.Popen(["unshare", "-m", "sh", "-c", script, support.CAROM, self.folder],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env=environment())
        out, err = process.communicate(timeout=PATIENCE)
        result = Result(process.returncode, out, err)
        if not os.path.exists(self.path("copy")) and "cannot be written" not in result.err:
            self.skipTest("no disk can be mounted here")
        self.check_failed(result, "copy")


if __name__ == "__main__":
    main()
