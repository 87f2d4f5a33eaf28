# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""Good runs: every built-in scene, the formats, and the same bytes for the same scene however it is
given.

    python3 test_runs.py PATH-TO-CAROM [unittest arguments]
"""

import json
import math
import os
import re

from support import EVERYTHING, ONE_MASS, ResultsCase, main, read_npy


class GoodRuns(ResultsCase):
    names = ("mass-barrier", "mass-spring-barrier", "two-masses", "string-string", "mass-string",
             "tromba-spring", "tromba-damped", "tromba-collision", "mass-between",
             "mass-between-ideal", "tromba", "tromba-author")

    def listed(self):
        return [line.split()[0] for line in self.good("list").out.splitlines()]

    def compact(self, folder):
        """The summary's text without its timing."""
        text = self.read(folder, "summary.json").decode("utf-8")
        self.assertRegex(text, '"timing": ')
        return re.sub(r'"timing": \{[^}]*\}', "", text)

    def test_the_list_has_every_promised_scene_and_a_title_for_each(self):
        self.assertLessEqual(set(self.names), set(self.listed()))
        for line in self.good("list").out.splitlines():
            self.assertRegex(line, r"\A\S+ +\S.*\S\Z")

    def test_version_and_help_are_told(self):
        self.assertRegex(self.good("version").out, r"\Acarom \d+\.\d+")
        self.assertEqual(self.good("--version").out, self.good("version").out)
        for arguments in (["help"], ["--help"], ["help", "run"], ["help", "tension"]):
            self.assertNotEqual(self.good(*arguments).out, "")

    def test_every_built_in_scene_checks(self):
        for name in self.listed():
            with self.subTest(name):
                told = self.good("check", name).out
                self.assertRegex(told, "(?s)bodies: .*contacts: .*outputs: ")

    def test_every_built_in_scene_runs_and_leaves_its_files(self):
        for name in self.listed():
            with self.subTest(name):
                self.good("run", name, "-o", name, *self.short)
                count = round(0.05 * self.summary(name)["rate"]) + 1
                self.check_run(name, count)
                self.good("run", name, "-o", "table", "--csv", *self.short)
                self.check_rows("table", count)

    def check_run(self, folder, count):
        summary = self.summary(folder)
        files = {"energy.csv", "events.csv", "summary.json"}
        sounds = any(o.get("audio") for o in summary["scene"]["outputs"].values())
        files |= {"audio.wav"} if sounds else {"samples.csv"}
        files |= {"snapshots.npy", "snapshots.csv"} if "snapshots" in summary["scene"] else set()
        self.assertEqual(set(self.check_whole(folder)), files)
        self.assertIs(summary["complete"], True)
        self.assertEqual(summary["samples"], count)
        self.assertLessEqual(summary["energy"]["max_balance_error"], 1e-9)
        self.assertEqual(set(summary["files"]), files - {"summary.json"})

    def check_rows(self, folder, count):
        summary = self.summary(folder)
        header, rows = self.samples(folder)
        self.assertEqual(header, ["t", *summary["scene"]["outputs"]])
        self.assertEqual([row[0] for row in rows], [n / summary["rate"] for n in range(count)])
        self.assertTrue(all(map(math.isfinite, sum(rows, []))))

    def test_quiet_is_quiet_and_the_default_folder_is_named_after_the_scene(self):
        result = self.good("run", "mass-barrier", "--quiet")
        self.assertEqual((result.out, result.err), ("", ""))
        self.good("run", self.write(ONE_MASS, "my.scene.yaml"), "--quiet")
        self.good("run", "-", "--quiet", given=ONE_MASS.encode())
        self.assertLessEqual({"mass-barrier", "my.scene"}, set(os.listdir(self.path("out"))))

    def test_a_short_run_tells_no_progress_where_there_is_no_terminal(self):
        result = self.good("run", "mass-barrier", "-o", "r")
        self.assertEqual(result.err, "")
        self.assertRegex(result.out, r"2206 samples[^\0]*results in r")

    def test_only_the_chosen_formats_are_written(self):
        always = {"summary.json", "energy.csv", "events.csv"}
        for options, more in ((["--wav"], {"audio.wav"}), (["--csv"], {"samples.csv"}),
                              (["--npy"], {"samples.npy"}),
                              (["--npy", "--csv"], {"samples.npy", "samples.csv"})):
            with self.subTest(options):
                folder = "".join(options)
                self.good("run", "two-masses", "-o", folder, *options, *self.short)
                self.assertEqual(set(self.check_whole(folder)), always | more)

    def test_the_array_file_holds_the_table_exactly(self):
        self.good("run", "tromba", "-o", "r", "--npy", "--csv", *self.short)
        self.assertEqual(read_npy(self.read("r", "samples.npy")), self.samples("r")[1])

    def test_the_same_scene_gives_the_same_bytes(self):
        scene = self.write(EVERYTHING)
        for name in ("tromba", "string-string", scene):
            for folder in ("first", "second"):
                self.good("run", name, "-o", folder,
                          "--csv", "--npy", "--wav", "--plot", *self.short)
            files = set(self.check_whole("first")) | set(self.check_whole("second"))
            for file in sorted(files - {"summary.json"}):
                with self.subTest(name=name, file=file):
                    self.assertEqual(self.read("first", file), self.read("second", file))
            self.assertEqual(self.compact("first"), self.compact("second"))

    def test_a_scene_that_is_shown_runs_from_standard_input(self):
        for name in self.listed():
            with self.subTest(name):
                shown = self.good("show", name).out
                self.good("run", "-", "-o", "shown", *self.short, "--csv", given=shown.encode())
                self.good("run", name, "-o", "named", *self.short, "--csv")
                same = self.read("shown", "samples.csv") == self.read("named", "samples.csv")
                self.assertTrue(same)

    def test_a_scene_may_be_json(self):
        scene = {"carom": 1, "rate": 44100, "duration": 0.05, "bodies": {
            "mass": {"type": "mass", "mass": 0.01, "position": -5e-3, "velocity": 1.0},
            "wall": {"type": "barrier", "position": 0}}, "contacts": {
                "hit": {"type": "collision", "below": "mass", "above": "wall", "stiffness": 1e7,
                        "exponent": 1.5}}, "outputs": {
                            "position": {"of": "mass"},
                            "velocity": {"of": "mass", "quantity": "velocity", "audio": False},
                            "force": {"of": "hit", "quantity": "force"}}}
        self.good("run", "mass-barrier", "-o", "yaml", *self.short)
        for indent in (None, 2, "\t"):
            with self.subTest(indent):
                self.write(json.dumps(scene, indent=indent), "scene.json")
                self.good("run", "scene.json", "-o", "json", *self.short)
                self.assertEqual(self.read("json", "samples.csv"), self.read("yaml", "samples.csv"))

    def check_again(self, *arguments):
        """The scene as the summary tells it runs again, to the same samples and the same scene."""
        self.good("run", *arguments, "-o", "first", "--quiet", "--csv")
        told = self.summary("first")["scene"]
        self.write(json.dumps(told), "again.json")
        self.good("run", "again.json", "-o", "second", "--quiet", "--csv")
        self.assertEqual(self.read("first", "samples.csv"), self.read("second", "samples.csv"))
        self.assertEqual(self.summary("second")["scene"], told)

    def test_the_scene_in_the_summary_runs_again_to_the_same_samples(self):
        for name in [*self.listed(), self.write(EVERYTHING)]:
            with self.subTest(name):
                self.check_again(name, "--duration", "0.02", "--rate", "48000")

    def test_the_scene_in_the_summary_holds_what_was_set(self):
        for setting in ("title=", "title=[a, b", 'title="quoted" \\ {x: 1}', "title=Flöte\n\t\x01",
                        "gravity=[[0, 0],[ 0.01 , 9.81 ]]", "solver.oversample=4", "gravity=+.5",
                        "rate=0x5622", "bodies.string.start.values=[0, 1]", "gravity=1e-5",
                        "bodies.string.ends=[ clamped,pinned ]", "outputs.sound.gain=00.5",
                        "contacts.hit.stiffness=[[0, 1e5], [0.001, 1.E6]]"):
            with self.subTest(setting):
                self.check_again(self.write(EVERYTHING), "--set", setting)

    def test_a_second_run_replaces_the_results_of_the_first(self):
        self.good("run", "two-masses", "-o", "r", "--duration", "0.1", "--quiet")
        self.good("run", "two-masses", "-o", "r", "--duration", "0.05", "--quiet")
        self.check_run("r", 2206)


if __name__ == "__main__":
    main()
