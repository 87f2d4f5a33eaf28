# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""The methods: what each takes, what it tells of its work, and impacts beside their closed form.

    python3 test_methods.py PATH-TO-CAROM [unittest arguments]
"""

import json
import re

from support import BROKEN, ResultsCase, main


class Methods(ResultsCase):
    def test_methods_are_told_with_what_they_take(self):
        told = self.good("help", "methods").out
        rows = {line.split()[0]: line.split()[1:] for line in told.split("\n\n")[0].splitlines()}
        self.assertEqual(rows["rk4"], ["mass", "barrier", "collision"])
        self.assertLessEqual({"string", "plate", "collision", "spring"}, set(rows["audio"]))
        self.assertEqual(list(rows), ["method", *self.keys_choices("solver.method")])
        self.assertIn("method rk4",
                      self.good("check", "hunt-crossley", "--set", "solver.method=rk4").out)

    def keys_choices(self, key):
        told = self.good("help", key).out
        return re.search(r"word of: ([^,\n]*)", told)[1].split()

    def test_methods_that_do_not_conserve_end_with_3_only_if_asked(self):
        for method in ("am1", "verlet", "heun", "rk4"):
            run = ("run", "hunt-crossley", "-o", method, "--quiet", "--set",
                   f"solver.method={method}")
            self.good(*run)
            summary = self.summary(method)
            self.assertEqual(summary["method"], method)
            self.assertGreater(summary["energy"]["max_balance_error"], 1e-3)
            self.assertIsNone(summary["energy"]["tolerance"])
            result = self.carom(*run, "--set", "solver.energy_tolerance=1e-6")
            self.assertEqual(result.code, 3)

    def needs_sundials(self):
        if "lacks" in self.good("check", "beam-stop", "--set", "solver.method=adaptive").out:
            self.skipTest("a build without SUNDIALS")

    def test_the_adaptive_method_tells_its_work(self):
        self.needs_sundials()
        run = ("run", "beam-stop", "--quiet", "--rate", "50", "--duration", "1")
        self.good(*run, "-o", "steps", "--set", "solver.method=adaptive")
        self.check_whole("steps")
        summary = self.summary("steps")
        self.assertEqual(summary["method"], "adaptive")
        solver = summary["solver"]
        self.assertEqual(set(solver), {"tolerance", "steps", "right_sides", "iterations",
                                       "root_evaluations", "error_failures", "restarts"})
        self.assertEqual(solver["restarts"], summary["contacts"]["stop"]["impacts"])
        self.assertGreater(solver["right_sides"], solver["steps"])
        self.good(*run, "-o", "events")
        self.assertNotIn("solver", self.summary("events"))
        for mine, exact in zip(self.samples("steps")[1], self.samples("events")[1]):
            self.assertAlmostEqual(mine[1], exact[1], delta=1e-6)

    def test_a_wrapped_string_that_outruns_its_bridge_ends_with_2_and_switches_are_logged(self):
        result = self.carom("run", "sitar-string", "--quiet", "-o", "w", "--duration", "12", "--set",
                            "bodies.string.start.amplitude=25", "--set", "solver.modes=16")
        self.assertEqual(result.code, BROKEN)
        self.assertRegex(result.err, r"solver\.method wrap: .*speed of waves.*is kept")
        summary = self.summary("w")
        self.assertFalse(summary["complete"])
        self.assertGreater(len(self.samples("w")[1]), 8000)
        self.assertEqual(summary["solver"]["restarts"], summary["contacts"]["wrap"]["impacts"])

    def test_a_string_that_outruns_its_bridge_is_told_and_results_are_kept(self):
        self.write("""{carom: 1, rate: 100, duration: 20, bodies: {s: {type: string,
            length: 1, linear_density: 1, tension: 1, start: {shape: wrapped, amplitude: 17}}, w:
            {type: barrier, profile: {shape: parabola, height: 1, width: 0.05, to: 0.05}}},
            contacts: {c: {type: collision, below: w, above: s, along: true}}, outputs: {mid: {of:
            s@0.5}}, solver: {method: wave}}""", "bridge.yaml")
        self.assertRegex(self.good("check", "bridge.yaml").err, r"ends at 12\.17")
        result = self.carom("run", "bridge.yaml", "--quiet", "-o", "r")
        self.assertEqual(result.code, BROKEN)
        self.assertRegex(result.err, r"solver\.method wave: .* between 12\.17 and 12\.18 s; allowed "
                                     r"are .*solver\.method rigid; .*kept")
        self.assertFalse(self.summary("r")["complete"])
        self.assertEqual(len(self.samples("r")[1]), 1218)
        self.good("run", "bridge.yaml", "--quiet", "--set", "solver.method=rigid")

    def test_check_names_keys_that_a_rigid_contact_and_its_profile_ignore(self):
        line = "a rigid obstacle for this method, which ignores "
        changes = ("--set", "contacts.wrap.exponent=1.3", "--set", "bodies.bridge.profile.stiffness=[1,2]")
        for method in ("wrap", "wave", "rigid"):
            found = self.good("check", "sitar-string", *changes, "--set", f"solver.method={method}")
            self.assertIn(line + "stiffness, exponent, profile.stiffness\n", found.out)
            self.assertNotIn("warning", found.err)
        found = self.good("check", "sitar-string", "--set", "solver.method=audio", "--set", "solver.modes=1")
        self.assertNotIn(line, found.out)

    def test_a_tolerance_that_cannot_be_reached_is_told_and_results_are_kept(self):
        self.needs_sundials()
        result = self.carom("run", "beam-stop", "--quiet", "-o", "r", "--set",
                            "solver.method=adaptive", "--set", "solver.tolerance=1e-18")
        self.assertEqual(result.code, BROKEN)
        self.assertRegex(result.err, r"solver\.tolerance: 1e-18 cannot be reached.*; allowed is .*kept")
        summary = self.summary("r")
        self.assertFalse(summary["complete"])
        self.assertLess(summary["samples"], 10)
        self.assertEqual(len(self.read("r", "samples.csv").splitlines()), summary["samples"] + 1)
        self.wrong("run", "beam-stop", "--set", "solver.method=adaptive", "--set",
                   "solver.tolerance=0")

    def test_first_impacts_stand_beside_their_closed_form(self):
        told = self.good("run", "hunt-crossley", "-o", "r", "--plot").out
        self.assertRegex(told, r"rebound speed, m/s +0\.7484349 +0\.749")
        self.assertIn("impact.svg", self.check_whole("r"))
        impact = self.summary("r")["impacts"]["hit"]
        exact, found = impact["closed_form"], impact["found"]
        self.assertEqual(set(found) | {"approximate_speed_out"}, set(exact))
        self.assertAlmostEqual(exact["speed_out"], 0.74843493159743413, delta=1e-15)
        self.assertAlmostEqual(exact["contact_time"] * 44100, 5.861, delta=1e-3)
        for name, value in found.items():
            self.assertAlmostEqual(value / exact[name], 1, delta=0.06, msg=name)
        self.good("run", "two-masses", "-o", "s", *self.short)  # they have springs
        self.assertEqual(self.summary("s")["impacts"], {})
        self.assertNotIn("impact.svg", self.check_whole("s"))

    def test_two_free_masses_meet_like_one_and_a_wall(self):
        scene = self.write(json.dumps({
            "carom": 1, "rate": 1e6, "duration": 1e-3,
            "bodies": {"a": {"type": "mass", "mass": 0.02, "velocity": 1},
                       "b": {"type": "mass", "mass": 0.03, "velocity": -1}},
            "contacts": {"c": {"type": "collision", "below": "a", "above": "b", "stiffness": 1e8,
                               "damping": 0.2}}}))
        self.good("run", scene, "-o", "r", "--quiet")
        impact = self.summary("r")["impacts"]["c"]
        self.assertAlmostEqual(impact["mass"], 0.012, delta=1e-15)
        for name, value in impact["found"].items():
            self.assertAlmostEqual(value / impact["closed_form"][name], 1, delta=1e-2, msg=name)


if __name__ == "__main__":
    main()
