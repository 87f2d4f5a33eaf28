# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT
"""Controls, gestures, thrown masses and sweeps, from Python."""

import os
import subprocess
import tempfile
import unittest

import numpy as np

import carom

SCENE = {
    "carom": 1, "duration": 1,
    "bodies": {"string": {"type": "string", "length": 0.7, "linear_density": 6e-3, "pitch": 98,
                          "sigma0": 1, "sigma1": 1e-3},
               "hammer": {"type": "mass", "mass": 3e-3, "position": -0.01}},
    "contacts": {"strike": {"type": "collision", "below": "hammer", "above": "string@0.2",
                            "stiffness": 1e7, "exponent": 2.3}},
    "controls": {"pitch": {"key": "bodies.string.pitch", "from": 60, "to": 130, "smooth": 0.01},
                 "pluck": {"gesture": "pluck", "on": "string@0.3", "to": 3}},
    "outputs": {"a": {"of": "string@0.6", "quantity": "velocity"},
                "v": {"of": "hammer", "quantity": "velocity"}}}


class Playing(unittest.TestCase):
    def setUp(self):
        self.model = carom.Model(SCENE)
        self.state = carom.State(self.model)

    def test_a_control_moves_its_key(self):
        info = self.model.controls["pitch"]
        self.assertEqual((info.path, info.unit, info.start, info.end), ("bodies.string.pitch", "Hz", 60, 130))
        self.state.control("pitch", 120, offset=100)
        self.state.process(100)
        self.assertAlmostEqual(self.state["bodies.string.pitch"], 98)
        self.state.process(441)
        self.assertEqual(self.state["bodies.string.pitch"], 120)
        with self.assertRaisesRegex(carom.CaromError, "allowed is 60 to 130"):
            self.state.control("pitch", 500)
        with self.assertRaises(carom.NotThere):
            self.state.control("colour", 1)

    def test_offsets_and_voices_are_whole_numbers_in_their_range(self):
        calls = (lambda offset: self.state.control("pitch", 120, offset=offset),
                 lambda offset: self.state.play("pluck", offset=offset),
                 lambda offset: self.state.place("hammer", 0, offset=offset))
        for call in calls:
            for offset in (-1, 2**31, 2**63, 10**30):
                with self.assertRaisesRegex(carom.CaromError, "offset: .*allowed is 0 to 2147483647"):
                    call(offset)
            for offset in (1.5, "1", None):
                with self.assertRaisesRegex(TypeError, "offset: .*allowed is a whole number"):
                    call(offset)
            call(np.int64(3))
        for voice in (1, 99, -2, 10**30):
            with self.assertRaisesRegex(carom.CaromError, "voice: .*allowed is 0 to 0"):
                self.state.control("pitch", 120, voice=voice)
        self.state.control("pitch", 120, voice=0)

    def test_a_control_moves_several_keys_and_presets_are_told(self):
        scene = carom.Scene(SCENE)
        scene["controls.dark.moves"] = [["bodies.string.sigma0", 1, 5], ["contacts.strike.stiffness", 1e7, 1e6]]
        scene["presets.night.dark"] = 0.75
        model = carom.Model(scene)
        info = model.controls["dark"]
        self.assertEqual((info.keys, info.initial, info.end), (2, 0, 1))
        self.assertEqual(model.presets, {"night": {"pitch": 98, "dark": 0.75}})
        state = carom.State(model)
        state.control("dark", 0.5)
        state.process(1000)
        self.assertEqual((state["bodies.string.sigma0"], state["contacts.strike.stiffness"]), (3, 5.5e6))
        self.assertEqual(scene["controls.dark.moves"][1], ["contacts.strike.stiffness", 1e7, 1e6])

    def test_a_pluck_sounds_from_its_sample_on(self):
        self.state.play("pluck", force=2, offset=50)
        heard = self.state.process(2000)[:, 0]
        self.assertEqual(np.abs(heard[:50]).max(), 0)
        self.assertGreater(np.abs(heard).max(), 0.1)
        with self.assertRaises(TypeError):
            self.state.play("pluck", loudness=1)
        with self.assertRaises(carom.CaromError):
            self.state.play("pitch", force=1)

    def test_a_hammer_is_thrown_and_the_ledger_balances(self):
        self.state.place("hammer", -1e-4, 2, offset=10)
        self.state.process(2000)
        self.assertEqual(self.state.events()["contact"][0], "strike")
        self.assertAlmostEqual(self.state.ledger.supplied, 3e-3 / 2 * 4, delta=1e-5)
        self.assertLess(self.state.ledger.largest_balance_error, 1e-12)
        with self.assertRaises(carom.CaromError):
            self.state.place("string", 0)

    def test_live_keys_say_their_unit_and_a_range_for_sliders(self):
        live = self.model.live["contacts.strike.stiffness"]
        self.assertEqual(live.unit, "N/m^alpha")
        self.assertIn("power law", live.help)
        for info in self.model.live.values():
            self.assertTrue(np.isfinite([info.slider_low, info.slider_high]).all(), info.path)
            self.assertTrue(info.low <= info.slider_low <= info.slider_high <= info.high, info.path)


class Sweeps(unittest.TestCase):
    def test_a_sweep_is_that_of_the_program(self):
        with tempfile.TemporaryDirectory() as folder:
            mine = carom.sweep("mass-barrier", {"bodies.mass.velocity": (-5, -0.5, 6)},
                               folder=os.path.join(folder, "mine"), duration=0.1)
            subprocess.run([os.environ["CAROM_PROGRAM"], "sweep", "mass-barrier", "--quiet", "--vary",
                            "bodies.mass.velocity=-5:-0.5:6", "--duration", "0.1", "-o",
                            os.path.join(folder, "theirs")], check=True, capture_output=True)
            texts = []
            for name in ("mine", "theirs"):
                with open(os.path.join(folder, name, "sweep.csv"), encoding="utf-8") as file:
                    texts.append(file.read())
            self.assertEqual(*texts)
            self.assertEqual(list(mine), texts[0].splitlines()[0].split(","))
            self.assertEqual(len(mine["bodies.mass.velocity"]), 6)

    def test_parts_of_a_sweep_are_merged_into_the_whole(self):
        vary = {"bodies.mass.velocity": (-5, -0.5, 6)}
        with tempfile.TemporaryDirectory() as place:
            one, two = (os.path.join(place, name) for name in ("one", "two"))
            whole = carom.sweep("mass-barrier", vary, duration=0.1)
            self.assertIsNone(carom.sweep("mass-barrier", vary, duration=0.1, folder=one, part=(1, 2)))
            with self.assertRaisesRegex(carom.CaromError, "3 of 6 points are missing") as caught:
                carom.sweep_merge(one)
            self.assertEqual(caught.exception.status, carom.Status.INTERRUPTED)
            carom.sweep("mass-barrier", vary, duration=0.1, folder=two, part=(2, 2))
            for folder in (os.path.join(place, "all"), None):
                merged = carom.sweep_merge([one, two], folder=folder)
                self.assertEqual(list(merged), list(whole))
                for name, values in whole.items():
                    np.testing.assert_array_equal(merged[name], values)
            with self.assertRaisesRegex(carom.CaromError, "^part: 3 of 2; allowed"):
                carom.sweep("mass-barrier", vary, folder=two, part=(3, 2))
        with self.assertRaisesRegex(carom.CaromError, "^folder: none"):
            carom.sweep("mass-barrier", vary, part=(1, 2))
        with self.assertRaisesRegex(carom.CaromError, "no part of a sweep is there"):
            carom.sweep_merge("no-such-folder")
        with self.assertRaisesRegex(carom.CaromError, "folders: 0 of them"):
            carom.sweep_merge([])

    def test_a_sweep_can_be_stopped_and_refused(self):
        seen = []
        with self.assertRaises(ZeroDivisionError):
            carom.sweep("mass-barrier", {"bodies.mass.velocity": (-5, -0.5, 6)}, duration=0.1,
                        progress=lambda done: seen.append(1 / 0))
        with self.assertRaisesRegex(carom.CaromError, "allowed is"):
            carom.sweep("mass-barrier", {"bodies.mass.velocity": (1, 2)})
        with self.assertRaises(carom.CaromError):
            carom.sweep("mass-barrier", {"bodies.mass.colour": (1, 2, 3)})
        with self.assertRaisesRegex(carom.CaromError, "^vary\\[0\\]: bodies.mass.velocity: 0 values"):
            carom.sweep("mass-barrier", {"bodies.mass.velocity": (1, 2, 0)})
        with self.assertRaisesRegex(carom.CaromError, "^settle: 2 s of a run"):
            carom.sweep("mass-barrier", {"bodies.mass.velocity": (1, 2, 2)}, settle=2, duration=1)
        with self.assertRaisesRegex(carom.CaromError, "which carry decides; allowed is another key, or no carry"):
            carom.sweep("mass-barrier", {"bodies.mass.velocity": (1, 2, 2)}, carry="up")


if __name__ == "__main__":
    unittest.main()
