# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""Mechanisms of the examples: a drum pedal, a door knocker and a piano key that is pressed slowly.

    python3 test_examples.py PATH-TO-CAROM [unittest arguments]
"""

import math
import os

from support import ResultsCase, main, read_csv

EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples")


class Examples(ResultsCase):
    def run_example(self, name, *changes, arguments=()):
        """Rows of contacts, each a dictionary, and the summary."""
        sets = [part for change in changes for part in ("--set", change)]
        self.good("run", os.path.join(EXAMPLES, name + ".yaml"), "-o", "r", "--quiet", *arguments, *sets)
        header, rows = read_csv(self.read("r", "events.csv"))
        return [dict(zip(header, row)) for row in rows], self.summary("r")

    def strikes(self, name, *changes, balance=1e-10):
        """When each begins and how fast, of a run that balances and brings no warning."""
        events, summary = self.run_example(name, *changes)
        self.assertTrue(summary["energy"]["balanced"])
        self.assertLess(summary["energy"]["max_balance_error"], balance)
        self.assertEqual(summary["warnings"], [])
        return [(float(e["t_begin"]), float(e["speed_in"])) for e in events
                if e["contact"] == "strike" and float(e["speed_in"]) > 0]

    def same_blows(self, name):
        """The first strikes of `mechanism` are those of `adaptive`."""
        fixed, exact = self.strikes(name), self.strikes(name, "solver.method=adaptive", balance=1e-7)
        for (t, speed), (t_exact, speed_exact) in list(zip(fixed, exact))[:2]:
            self.assertAlmostEqual(t, t_exact, delta=0.1e-3)
            self.assertAlmostEqual(speed / speed_exact, 1, delta=0.01)

    def test_a_pedal_and_a_knocker_strike_as_with_error_control(self):
        self.same_blows("drum-pedal")
        self.same_blows("door-knocker")

    def test_a_knocker_that_falls_has_the_speed_of_its_height(self):
        # From rest at 1 rad, without friction: (I + m r^2) w^2 / 2 = m g (h - h0), and the ball moves
        # towards the door with w times its distance below the pin.
        mass, inertia, centre, ball = 0.6, 8e-4, (0.02, -0.09), (0.02, -0.13)
        height = lambda angle: math.sin(angle) * centre[0] + math.cos(angle) * centre[1]
        touch = -math.atan2(ball[0], -ball[1])  # the ball is below the pin
        about = inertia + mass * (centre[0] ** 2 + centre[1] ** 2)
        rate = math.sqrt(2 * mass * 9.81 * (height(1) - height(touch)) / about)
        found = self.strikes("door-knocker", "settle=0", "bodies.knocker.angle=1", "bodies.knocker.pin_friction=0",
                             "bodies.door.angle=0", "forces.hand.amplitude=0", "duration=0.4")
        # The door leans by its own weight without settling; that is 1e-4 of the speed.
        self.assertAlmostEqual(found[0][1] / (rate * math.hypot(*ball)), 1, delta=1e-3)

    def test_a_heavier_foot_strikes_sooner_and_faster(self):
        blows = [self.strikes("drum-pedal", f"forces.foot.amplitude={f}", "duration=0.4")[0]
                 for f in (1, 1.2, 1.5)]
        self.assertEqual(blows, sorted(blows, reverse=True, key=lambda b: b[0]))
        self.assertEqual(blows, sorted(blows, key=lambda b: b[1]))
        _, summary = self.run_example("drum-pedal", "forces.foot.amplitude=0.3", "duration=0.4")
        self.assertNotIn("first", summary["contacts"]["strike"])

    def test_a_pedal_returns_to_where_it_was(self):
        self.run_example("drum-pedal", arguments=("--csv",))
        header, rows = read_csv(self.read("r", "samples.csv"))
        column = header.index("beater")
        self.assertAlmostEqual(float(rows[-1][column]), float(rows[0][column]), delta=1e-3)

    def test_a_slow_press_shows_the_touch_of_a_grand(self):
        _, summary = self.run_example("piano-touch", arguments=("--csv", "--duration", "1.65"))
        header, rows = read_csv(self.read("r", "samples.csv"))
        at = {name: [float(row[i]) for row in rows] for i, name in enumerate(header)}
        down = [f / 9.81e-3 for f, key in zip(at["press"], at["key"]) if 2e-3 < key < 4e-3]
        self.assertTrue(37 < sum(down) / len(down) < 58)  # g
        self.assertTrue(1e-3 < min(at["gap"]) < 2e-3)  # let-off
        self.assertTrue(2e-3 < at["gap"][-1] < 4e-3)  # drop
        self.assertNotIn("first", summary["contacts"]["strike"])


if __name__ == "__main__":
    main()
