# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""Commands, options and settings: wrong ones are refused and named.

    python3 test_arguments.py PATH-TO-CAROM [unittest arguments]
"""

import json
import os

from support import BROKEN, GOOD, ONE_MASS, WRONG, Case, main, read_csv


class Arguments(Case):
    def test_unknown_commands_and_options_are_refused_with_what_there_is(self):
        for arguments, says in ((["frob"], "run, sweep, compare, plot, check, modes, bench, reproduce, list"), (["run", "--frob"], "--duration"),
                                (["run", "tromba", "--frob"], "'--frob'.*--duration"),
                                (["run", "tromba", "-x"], "'-x'.*-o DIR"),
                                (["sweep", "tromba", "--frob"], "'--frob'.*--vary.* and --quiet"),
                                (["compare", "tromba", "--frob", "1"], "'--frob'.*-j, -o and --quiet"),
                                (["play", "tromba", "--frob"], "'--frob'.*--midi FILE.* and --quiet"),
                                (["export", "tromba", "--frob"], "'--frob'.*--uri URI and --set PATH=VALUE"),
                                (["plot", "out", "--frob"], "'--frob'.*--frames N"),
                                (["check", "tromba", "--frob"], "'--frob'"),
                                (["check", "--frob"], "option '--frob'"),
                                (["--frob"], "run, sweep, compare, plot, check, modes, bench, reproduce, list"), (["list", "x"], "no arguments"),
                                (["show"], "one built-in"),
                                (["show", "frob"], "'frob'.*carom list"),
                                (["help", "frob"], "'frob'.*help topics"),
                                ([""], "run, sweep, compare, plot, check, modes, bench, reproduce, list")):
            with self.subTest(arguments):
                self.assertRegex(self.wrong(*arguments).err, says)

    def test_missing_and_surplus_arguments_are_refused(self):
        for arguments, says in ((["run"], "needs a scene"), (["check"], "needs a scene"),
                                (["run", "tromba", "-o"], "-o needs a value"),
                                (["run", "tromba", "--set"], "--set needs"),
                                (["check", "tromba", "--set"], "--set needs"),
                                (["run", "tromba", "--duration"], "--duration needs a value"),
                                (["run", "tromba", "--rate"], "--rate needs a value"),
                                (["run", "tromba", "two-masses"], "more than one scene"),
                                (["sweep", "tromba", "two-masses"], "more than one scene"),
                                (["compare", "tromba", "two-masses"], "more than one scene"),
                                (["sweep", "tromba", "-j"], "-j needs a value"),
                                (["compare", "tromba", "-jx"], "-j: 'x'; allowed is a number"),
                                (["export", "tromba"], "needs a scene and --lv2 DIR"),
                                (["export", "tromba", "two-masses"], "more than one scene"),
                                (["plot"], "needs the folder of a finished run"),
                                (["plot", "a", "b"], "more than one folder: 'a' and 'b'"),
                                (["plot", "a", "--frames"], "--frames needs a value"),
                                (["plot", "a", "--frames", "2.5"], "'2.5'; allowed is a whole number from 1 to 9999"),
                                (["check", "tromba", "two-masses"], "one scene")):
            with self.subTest(arguments):
                self.assertRegex(self.wrong(*arguments).err, says)

    def test_no_arguments_at_all_show_the_help(self):
        result = self.carom()
        self.assertEqual(result.code, WRONG)
        self.assertIn("carom run SCENE", result.out + result.err)

    def test_a_wrong_setting_is_named_by_its_number(self):
        for settings, says in ((["frob=1"], "--set:1: frob: unknown key"),
                               (["rate=48000", "frob=1"], "--set:2: frob: unknown key"),
                               (["rate"], "--set:1: .*PATH=VALUE"),
                               (["rate=48000", "rate"], "--set:2: .*PATH=VALUE"),
                               (["rate=abc"], "--set:1: rate: 'abc' is not a number; allowed is"),
                               (["rate="], "--set:1: rate: .*allowed is"),
                               (["=5"], "--set:1: "), ([""], "--set:1: "), (["."], "--set:1: "),
                               (["bodies=5"], "--set:1: bodies: "),
                               (["bodies.string=5"], "--set:1: bodies.string: "),
                               (["bodies..mass=5"], "--set:1: bodies..mass: "),
                               (["bodies.string.tenson=5"], "--set:1: .*did you mean 'tension'"),
                               (["bodies.strng.sigma0=5"], "--set:1: bodies.strng"),
                               (["rate=48000", "bodies.bridge.frequency=1e5"],
                                "--set:2: bodies.bridge.frequency: too high"),
                               (["bodies.string.points=9999"], "--set:1: bodies.string.points: "),
                               (["contacts.foot.above=nobody"], "--set:1: contacts.foot.above: "),
                               (["bodies.string.ends=[pinned, pinned] x"],
                                "--set:1: bodies.string"),
                               (["bodies.string.ends=[pinned, pinned,"], "--set:1: bodies.string"),
                               (["bodies.string.ends=[pinned, pinned, ]"],
                                "--set:1: bodies.string"),
                               (["bodies.string.sigma0=[[0, 1]"], "--set:1: bodies.string.sigma0"),
                               (["bodies.body.size=[1, 2"], "--set:1: bodies.body.size"),
                               (["x" * 5000 + "=1"], "--set:1: ")):
            with self.subTest(settings):
                arguments = [word for setting in settings for word in ("--set", setting)]
                for command in (["run", "tromba", "-o", "r"], ["check", "tromba"]):
                    self.assertRegex(self.wrong(*command, *arguments).err, r"\A" + says)

    def test_wrong_durations_and_rates_are_refused_by_their_option(self):
        for option in ("--duration", "--rate"):
            for value in ("abc", "-1", "nan", "inf", "1e999", "", "5s", "1,5", "[1]", "1e30", "0x"):
                with self.subTest(option=option, value=value):
                    result = self.wrong("run", "two-masses", option, value)
                    self.assertRegex(result.err, rf"\A{option}: .*allowed is a number")

    def test_a_rate_of_zero_is_refused_but_a_duration_of_zero_is_one_row(self):
        self.assertRegex(self.wrong("run", "two-masses", "--rate", "0").err, r"\A--rate: ")
        self.good("run", "two-masses", "--duration", "0", "--quiet", "--csv", "-o", "r")
        self.assertEqual(len(read_csv(self.read("r", "samples.csv"))[1]), 1)

    def test_text_that_is_not_utf_8_does_not_reach_the_summary(self):
        result = self.carom("run", "mass-barrier", "--set", b"title=\xff\xfe", "-o", "r", "--quiet")
        if result.code == GOOD:
            json.loads(self.read("r", "summary.json").decode("utf-8", "replace"))
            self.assertNotIn(b"\xff", self.read("r", "summary.json"))
        else:
            self.assertRegex(result.err, r"\A--set:1: title: ")

    def test_standard_output_that_is_full_is_told(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("there is no /dev/full")
        with open("/dev/full", "wb") as full:
            for arguments in (["list"], ["show", "tromba"], ["help", "keys"], ["version"]):
                with self.subTest(arguments):
                    result = self.carom(*arguments, stdout=full)
                    self.assertEqual(result.code, BROKEN)
                    self.assertIn("cannot be written", result.err)

    def test_a_rate_at_which_there_is_no_sound_is_a_mistake_and_no_failed_run(self):
        result = self.carom("run", "two-masses", "--rate", "0.4", "--set",
                            "bodies.upper.frequency=0",
                            "--set", "bodies.lower.frequency=0", "--quiet", "-o", "r")
        self.assertIn(result.code, (GOOD, WRONG), result)
        if result.code == WRONG:
            self.assertRegex(result.err, "rate")

    def test_a_folder_of_the_same_name_does_not_hide_a_built_in_scene(self):
        os.mkdir(self.path("two-masses"))
        self.good("check", "two-masses")

    def test_a_file_of_the_same_name_comes_before_a_built_in_scene(self):
        self.write(ONE_MASS, "two-masses")
        self.assertRegex(self.good("check", "two-masses").out, "bodies: 1,")

    def test_check_tells_the_modes_of_a_body_and_by_how_many_cents_they_are_off(self):
        string = ("{carom: 1, bodies: {it: {type: string, length: 1, linear_density: 6e-3, pitch: 110, "
                  "model: grid, %s}}}")
        fine = self.good("check", self.write(string % "bending_stiffness: 0"))
        self.assertRegex(fine.out, r"modes 1 to 5: 110, 220, 330, 440, 550 Hz; cents off: .0\.00")
        coarse = self.good("check", self.write(string % "points: 30"))
        self.assertRegex(coarse.out, r"cents off: -0\.[0-9]+, -3\.[0-9]+,")
        plate = self.good("check", self.write(
            "{carom: 1, bodies: {it: {type: plate, size: [0.3, 0.2], thickness: 2e-3, density: 7800, youngs: 2e11, "
            "edges: free, model: grid}}}"))
        self.assertIn("(by Ritz's method)", plate.out)


if __name__ == "__main__":
    main()
