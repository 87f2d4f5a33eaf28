# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""Piano hammers that cannot be, felt that a method does not know, and runs that fail on the way.

    python3 test_hammer.py PATH-TO-CAROM [unittest arguments]
"""

from support import ResultsCase, main

LINK = "bodies.hammer."
FELT = "contacts.strike."
AUDIO = "solver.method=audio"


class Hammer(ResultsCase):
    def refuses(self, scene, changes, path, says):
        sets = [part for change in changes for part in ("--set", change)]
        result = self.carom("check", scene, *sets)
        self.assertEqual(result.code, 1, result.out)
        self.assertRegex(result.err, rf"{path}: .*{says}")

    # --- What cannot be ---------------------------------------------------------------------------

    def test_a_shank_is_no_longer_than_its_part(self):
        self.refuses("piano-hammer", [LINK + "shank.length=0.2"], r"--set:1: bodies\.hammer\.shank\.length",
                     r"ends at 0\.238 m.* reach 0\.132\d* m; allowed is at most 0\.094\d* m")
        self.refuses("piano-hammer-stop", [LINK + "shank.from=0.06"], r"bodies\.hammer\.shank\.length",
                     "ends at 0.143 m, beyond the part")

    def test_nothing_is_without_mass(self):
        for scene, key in (("piano-hammer", LINK + "mass"), ("piano-hammer", LINK + "inertia"),
                           ("piano-hammer", LINK + "shank.head_mass"),
                           ("piano-hammer", LINK + "shank.density"),
                           ("piano-hammer", "bodies.string.linear_density"),
                           ("piano-note", LINK + "mass")):
            for value in ("0", "-1e-3"):
                with self.subTest(scene, key=key, value=value):
                    self.refuses(scene, [f"{key}={value}"], key.replace(".", r"\."),
                                 "out of range; allowed is a number above 0")

    def test_felt_and_its_friction_are_not_below_zero(self):
        for key in ("friction", "B1", "B2", "a", "b", "c", "d", "radius"):
            with self.subTest(key):
                self.refuses("piano-hammer", [f"{FELT}{key}=-0.1"], rf"contacts\.strike\.{key}",
                             "out of range; allowed is a number.* of at least 0")
        self.refuses("piano-hammer", [f"{FELT}threshold=0"], r"contacts\.strike\.threshold",
                     "allowed is a number above 0")

    # --- The audio method -------------------------------------------------------------------------

    def test_audio_felt_has_one_law(self):
        self.refuses("piano-note", [AUDIO, f"{FELT}a=1e10"], r"contacts\.strike\.stiffness",
                     "either a, b and c \\(a cubic\\) or stiffness and exponent")
        self.write(self.good("show", "piano-note").out.replace("stiffness: 4.5e9, exponent: 2.5", "d: 0.1"),
                   "none.yaml")
        self.refuses("none.yaml", [AUDIO], r"none\.yaml:\d+:\d+: contacts\.strike", "needs either a, b and c")

    def test_audio_felt_has_no_rim_and_no_friction(self):
        for change in ("radius=0.01", "friction=0.3", "B1=0.1", "B2=0.1", "threshold=1e-3", "slope_force=true"):
            with self.subTest(change):
                self.refuses("piano-note", [AUDIO, FELT + change], rf"contacts\.strike\.{change.split('=')[0]}",
                             "without rim and friction; allowed are .* or solver.method mechanism")

    def test_only_the_audio_method_changes_felt_while_it_runs(self):
        ramp = f"{FELT}stiffness=[[0, 4.5e9], [0.1, 9e9]]"
        self.refuses("piano-note", [ramp], r"contacts\.strike\.stiffness", "in solver.method audio only")
        self.good("run", "piano-note", "-o", "ramp", "--quiet", "--duration", "0.01", "--set", ramp,
                  "--set", AUDIO)
        self.assertLess(self.summary("ramp")["energy"]["max_balance_error"], 1e-12)

    def test_a_hammer_inside_its_string_brings_a_warning(self):
        for method in ("audio", "mechanism"):
            result = self.carom("run", "piano-note", "-o", method, "--quiet", "--duration", "0.002", "--set",
                                f"solver.method={method}", "--set", LINK + "position=0.02")
            self.assertRegex(result.err, r"contacts\.strike\S* (the bodies overlap by 0\.02 m|.*inside)")

    # --- Runs that fail ---------------------------------------------------------------------------

    def test_a_failing_integration_keeps_what_it_had(self):
        # The hammer meets the string after 4 ms, with felt that no number can hold.
        for method in ("mechanism", "adaptive"):
            result = self.carom("run", "piano-note", "-o", method, "--quiet", "--csv", "--rate", "48000",
                                "--duration", "0.01", "--set", f"solver.method={method}", "--set",
                                "bodies.string.points=3", "--set", LINK + "position=-1e-2", "--set",
                                FELT + "stiffness=1e250")
            if "SUNDIALS" in result.err:
                continue  # this build has no integrator
            self.assertEqual(result.code, 2)
            self.assertRegex(result.err, r"(after 19\d samples|step between 0\.00\d+ and .* cannot be solved).*kept")
            names, rows = self.samples(method)
            self.assertEqual(names[:2], ["t", "force"])
            self.assertIn(len(rows), range(190, 196))


if __name__ == "__main__":
    main()
