# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""Instruments are in tune, even and whole.

    python3 test_played.py CAROM

Notes are played by MIDI messages through `carom play`, at 48 kHz, and judged as a listener would: how far each key
is from its pitch, how loud it is beside its neighbours, at its tenth stroke and on another string, whether it
grows with velocity. Here every fourth key is played at one velocity, with CAROM_SOAK all keys at three. Measures
are held to sounds of known value first.
"""

import functools
import os
import re
import subprocess
import sys
import tempfile
import unittest

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import midi_song
from played_notes import Instrument, note, strokes
from sound_measures import (above, cents, centroid, comb_cents, correlation, decay, k_weight, level, loudness,
                            mono, slips)
from test_lv2 import sound

RATE = 48000
SOAK = "CAROM_SOAK" in os.environ
LIMITER = 0.75  # part of full scale from which the limiter of a player bends, mix.h


def part(x, begin, end):
    return x[int(begin * RATE):int(end * RATE)]


class Measures(unittest.TestCase):
    t = np.arange(int(1.5 * RATE)) / RATE

    def test_a_line_is_found_to_a_twentieth_of_a_cent(self):
        for pitch, off in ((41.2, 2.7), (110, -7.3), (523.25, 0.4)):
            tone = np.exp(-self.t) * np.sin(2 * np.pi * pitch * 2 ** (off / 1200) * self.t)
            louder = 3 * np.sin(2 * np.pi * 2.7 * pitch * self.t)
            found, below = cents(tone + louder, RATE, pitch)
            self.assertAlmostEqual(found, off, delta=0.05)
            self.assertLess(below, -9)

    def test_a_comb_finds_a_sawtooth_without_its_fundamental(self):
        for pitch, off in ((55, 5.5), (130.8, -31)):
            f = pitch * 2 ** (off / 1200)
            saw = sum(np.sin(2 * np.pi * f * n * self.t) / n for n in range(2, 40))
            self.assertAlmostEqual(comb_cents(saw, RATE, pitch), off, delta=0.5)

    def test_the_weighting_is_that_of_the_standard(self):
        # Its coefficients at 48 kHz, as printed in ITU-R BS.1770.
        shelf = ((1.53512485958697, -2.69169618940638, 1.19839281085285),
                 (1, -1.69065929318241, 0.73248077421585))
        high = ((1, -2, 1), (1, -1.99004745483398, 0.99007225036621))
        count = 1 << 16
        z = np.exp(-2j * np.pi * np.arange(1, count // 2) / count)
        printed = np.prod([np.abs(np.polyval(b[::-1], z) / np.polyval(a[::-1], z)) ** 2
                           for b, a in (shelf, high)], axis=0)
        ours = k_weight(48000, count)[1:count // 2]
        heard = np.arange(1, count // 2) * 48000 / count > 20  # below it is next to nothing
        self.assertLess(np.abs(10 * np.log10(ours / printed))[heard].max(), 0.01)

    def test_a_sine_of_full_scale_has_the_loudness_of_the_standard(self):
        for rate in (44100, 48000, 96000):
            t = np.arange(2 * rate) / rate
            tone = np.sin(2 * np.pi * 997 * t)
            self.assertAlmostEqual(loudness(tone, rate), -3.01, delta=0.02)
            self.assertAlmostEqual(loudness(np.stack([tone, tone], 1) / 10, rate), -20, delta=0.02)

    def test_brightness_level_decay_and_sides(self):
        low, high = np.sin(2 * np.pi * 200 * self.t), np.sin(2 * np.pi * 3000 * self.t)
        self.assertAlmostEqual(above(low + 0.1 * high, RATE), -20.04, delta=0.01)
        self.assertAlmostEqual(centroid(low + 0.1 * high, RATE), (200 + 0.01 * 3000) / 1.01, delta=0.5)
        self.assertAlmostEqual(level(0.5 * low), -6.02, delta=0.01)
        self.assertAlmostEqual(decay(low * 10 ** (-12 * self.t / 20), RATE), 12, delta=0.1)
        self.assertAlmostEqual(correlation(np.stack([low, low + high], 1)), 0.7071, delta=1e-3)

    def test_slips_are_counted(self):
        place, speed, f = 0.12, 0.2, 80
        phase = (self.t * f) % 1
        helmholtz = np.where(phase < place, -speed / place, 0) + 0.2 * speed * np.sin(2 * np.pi * 5000 * self.t)
        twice = np.where((phase < place / 2) | ((phase > 0.4) & (phase < 0.4 + place / 2)), -speed / place, 0)
        self.assertAlmostEqual(len(slips(helmholtz, RATE, speed, place)) / 1.5 / f, 1, delta=0.02)
        self.assertAlmostEqual(len(slips(-helmholtz, RATE, -speed, place)) / 1.5 / f, 1, delta=0.02)
        self.assertAlmostEqual(len(slips(twice, RATE, speed, place)) / 1.5 / f, 2, delta=0.02)


class Played:
    """What holds for every instrument; what differs is told by each."""
    name = ""
    lowest, highest = 0, 0   # keys
    voices = 1
    cents = 3                # off its pitch, at most; None: it has none
    louder = 25              # dB from the softest to the hardest stroke, at least
    middle = 60              # the key of single-key tests
    brighter = 1.15          # centroid at velocity 120 over that at 30, at least; None: no claim
    velocities = (30, 80, 120) if SOAK else (80,)

    @classmethod
    def setUpClass(cls):
        cls.of = Instrument(PROGRAM, cls.name, RATE)
        cls.keys = list(range(cls.lowest, cls.highest + 1, 1 if SOAK else 4))
        if cls.keys[-1] != cls.highest:
            cls.keys.append(cls.highest)

    @classmethod
    @functools.lru_cache(None)
    def notes(cls, velocity, keys=None):
        """The sound of each key from rest."""
        keys = keys or tuple(cls.keys)
        return dict(zip(keys, cls.of.pieces([note(key, velocity) for key in keys])))

    def off(self, key, x):
        return cents(part(x, 0.3, 1.8), RATE, self.of.pitch(key))[0]

    def test_every_key_is_in_tune_and_octaves_are_pure(self):
        if self.cents is None:
            self.skipTest("it has no pitch: a bolt rattles on it")
        for velocity in self.velocities:
            off = {key: self.off(key, x) for key, x in self.notes(velocity).items()}
            for key, value in off.items():
                with self.subTest(key=key, velocity=velocity, cents=round(value, 2)):
                    self.assertLessEqual(abs(value), self.cents)
                if key + 12 in off and self.cents <= 3:
                    octave = off[key + 12] - value
                    with self.subTest(octave=key, velocity=velocity, cents=round(octave, 2)):
                        self.assertLessEqual(abs(octave), self.octaves)

    octaves = 2     # cents
    neighbours = 3  # dB

    def test_the_range_is_even(self):
        for velocity in self.velocities:
            loud = {key: loudness(part(x, 0, 1.5), RATE) for key, x in self.notes(velocity).items()}
            told = " ".join("%d:%.1f" % pair for pair in loud.items())
            with self.subTest(velocity=velocity, loudness=told):
                self.assertLessEqual(max(loud.values()) - min(loud.values()), 10)
            for key in loud:
                if key + 1 in loud:
                    with self.subTest(velocity=velocity, key=key, loudness=told):
                        self.assertLessEqual(abs(loud[key + 1] - loud[key]), self.neighbours)

    def test_strokes_two_to_ten_are_as_loud_as_the_first(self):
        x, = self.of.pieces([strokes(self.middle, 80, 10)])
        loud = [loudness(part(x, 2 * i, 2 * i + 1.5), RATE) for i in range(10)]
        self.assertLessEqual(max(abs(one - loud[0]) for one in loud), 1.5, loud)

    def test_a_key_is_as_loud_on_any_voice(self):
        others = [key for key in (self.middle + 1, self.middle + 3, self.middle + 6, self.middle - 4)]
        loud = []
        for held in range(self.voices):
            events = [(0, (0x90, key, 1)) for key in others[:held]]
            x, = self.of.pieces([(events + note(self.middle, 100)[0] if held == 0 else
                                  events + [(3, (0x90, self.middle, 100))], 4.6 if held else 1.6)])
            loud.append(loudness(part(x, 3, 4.5) if held else part(x, 0, 1.5), RATE))
        self.assertLessEqual(max(loud) - min(loud), 1, loud)

    def test_loudness_grows_with_velocity(self):
        steps = (1, 16, 32, 48, 64, 80, 96, 112, 127)
        for key in self.keys[1::4] if SOAK else (self.middle,):
            sounds = self.of.pieces([note(key, v) for v in steps])
            loud = [loudness(part(x, 0, 1.5), RATE) for x in sounds]
            with self.subTest(key=key, loudness=[round(one, 1) for one in loud]):
                self.assertTrue(all(a < b for a, b in zip(loud, loud[1:])))
                self.assertGreaterEqual(loud[-1] - loud[0], self.louder)

    def test_brightness_follows_velocity(self):
        if self.brighter is None:
            self.skipTest("its brightness is not that of its velocity")
        soft, hard = (centroid(part(x, 0, 1), RATE)
                      for x in self.of.pieces([note(self.middle, v) for v in (30, 120)]))
        self.assertGreaterEqual(hard / soft, self.brighter)

    def test_no_limiter_works_below_velocity_110(self):
        for key, x in self.notes(109).items():
            with self.subTest(key=key, peak=round(level(x), 2)):
                self.assertLess(np.abs(x).max(), LIMITER)

    def test_a_chord_of_all_voices_peaks_between_9_and_3_dB_below_full_scale(self):
        x, = self.of.pieces([([(0, (0x90, key, 100)) for key in self.chord], 2)])
        self.assertEqual(len(self.chord), self.voices)
        self.assertTrue(-9 <= level(x) <= -3, level(x))

    def test_both_sides_differ(self):
        for key, x in self.notes(80).items():
            with self.subTest(key=key):
                self.assertLess(correlation(part(x, 0, 1.5)), 0.95)

    def test_presets_differ_audibly(self):
        """By a tenth of the centroid, 1 dB, or 2 dB a second from each other."""
        text = subprocess.run([PROGRAM, "play", self.name, "--preset", "none", "--offline", "--duration", "1"],
                              capture_output=True, text=True).stderr
        presets = re.search(r"allowed are (.*)", text).group(1).split(", ")
        self.assertTrue(4 <= len(presets) <= 7, presets)  # and default
        heard = {}
        for preset in presets:
            of = Instrument(PROGRAM, self.name, RATE, ("--preset", preset))
            x, = of.pieces([note(self.middle, 90)])
            heard[preset] = (centroid(part(x, 0, 1), RATE), loudness(part(x, 0, 1.5), RATE),
                             decay(part(x, 0.2, 1.7), RATE))
        for i, one in enumerate(presets):
            for other in presets[:i]:
                a, b = heard[one], heard[other]
                with self.subTest(one=one, other=other, heard=(a, b)):
                    self.assertTrue(abs(np.log(a[0] / b[0])) > 0.095 or abs(a[1] - b[1]) > 1
                                    or abs(a[2] - b[2]) > 2)

    @unittest.skipUnless(SOAK, "takes the machine for itself")
    def test_all_voices_take_less_than_a_quarter_of_a_core(self):
        text = subprocess.run([PROGRAM, "play", self.name, "--load", "--rate", "48000"], capture_output=True,
                              text=True, check=True).stdout
        held, bent = re.search(r"([0-9.]+) % of one core.*?bent ([0-9.]+) %", text).groups()
        self.assertLess(max(float(held), float(bent)), 25, text)


class Damped(Played):
    """Strings that a damper stops."""

    def test_nothing_rings_on_under_the_damper(self):
        for key in (self.lowest, self.middle, self.highest):
            x, = self.of.pieces([([(0, (0x90, key, 100)), (1, (0x80, key, 64))], 2)])
            before, after = (loudness(part(x, t, t + 0.2), RATE) for t in (0.8, 1.5))
            with self.subTest(key=key, before=before, after=after):
                self.assertLess(after - before, -60)


class HammeredString(Damped, unittest.TestCase):
    name, lowest, highest, voices = "hammered-string", 43, 72, 4
    chord = (48, 52, 55, 60)


class PreparedString(Damped, unittest.TestCase):
    name, lowest, highest, voices = "prepared-string", 43, 72, 1
    cents, brighter, neighbours = None, None, 4  # how its bolt hops is another way on each key
    chord = (60,)


class Sitar(Played, unittest.TestCase):
    name, lowest, highest, voices = "sitar", 43, 64, 3
    chord, middle = (49, 56, 61), 49

    def test_it_buzzes_as_the_scene_does(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([PROGRAM, "run", "sitar", "--wav", "--quiet", "-o", folder], check=True)
            scene = sound(os.path.join(folder, "audio.wav"))
        first = scene[int(0.02 * 44100):int(1.02 * 44100)]  # 0.6 N at 136 Hz
        x, = self.of.pieces([note(49, 104)])                # 0.62 N at 139 Hz
        self.assertAlmostEqual(above(part(x, 0, 1), RATE), above(first, 44100), delta=3)


class Tanpura(Played, unittest.TestCase):
    name, lowest, highest, voices = "tanpura", 28, 48, 4
    chord, middle = (35, 40, 42, 47), 40
    octaves = 3  # at full strokes, by which lower strings lie on the bridge for longer; 1.7 at softer ones


class Tromba(Played, unittest.TestCase):
    name, lowest, highest, voices = "tromba", 31, 48, 1
    cents, louder, brighter, octaves = 8, 12, None, None
    chord, middle = (38,), 38
    place = 0.12 / 0.87  # of the bow, as a part of what sounds

    def ends(self, control):
        """The softest and the hardest value of a control by key, as the scene has them."""
        text = subprocess.run([PROGRAM, "show", "play-tromba"], capture_output=True, text=True).stdout
        names = ("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B")
        line = re.search(rf" {control}: .*", text).group(0)
        for curve in re.findall(r"(?:from|to): {(.*?)}", line):
            points = [one.split(": ") for one in curve.split(", ")]
            keys = [names.index(name[:-1]) + 12 * (int(name[-1]) + 1) for name, _ in points]
            logs = [np.log(float(value)) for _, value in points]
            yield lambda key, keys=keys, logs=logs: np.exp(np.interp(key, keys, logs))

    def off(self, key, x):
        return comb_cents(part(x, 0.3, 1.8), RATE, self.of.pitch(key))

    def test_it_slips_once_a_period_on_nine_of_ten_notes(self):
        velocities = (10, 30, 60, 80, 100, 120) if SOAK else (30, 80, 120)
        plan = [(0.1 + 1.5 * i, key, velocity) for i, (key, velocity) in
                enumerate((key, velocity) for key in self.keys for velocity in velocities)]
        events = [event for t, key, velocity in plan
                  for event in ((t, (0x90, key, velocity)), (t + 1.2, (0x80, key, 64)))]
        with tempfile.TemporaryDirectory() as folder:
            midi, scene, out = (os.path.join(folder, name) for name in ("x.mid", "x.yaml", "out"))
            midi_song.write(midi, events)
            subprocess.run([PROGRAM, "play", "tromba", "--midi", midi, "--offline", "--duration",
                            "%g" % (plan[-1][0] + 1.5), "--record", scene, "--quiet"], check=True)
            subprocess.run([PROGRAM, "run", scene, "--npy", "--quiet", "-o", out], check=True)
            slide = np.load(os.path.join(out, "samples.npy"))[:, -1]
        once = {}
        soft, hard = self.ends("draw")
        for t, key, velocity in plan:
            speed = soft(key) * (hard(key) / soft(key)) ** (velocity / 127)
            x = slide[int((t + 0.5) * 44100):int((t + 1.2) * 44100)]
            times = slips(x, 44100, speed, self.place)
            steps = np.diff(times) * self.of.pitch(key)
            once[key, velocity] = len(steps) > 20 and np.mean(np.abs(steps - 1) < 0.06) > 0.9
        self.assertGreaterEqual(np.mean(list(once.values())), 0.9,
                                [which for which, good in once.items() if not good])


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main()
