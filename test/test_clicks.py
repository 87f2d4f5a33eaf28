# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""Moving controls do not click.

    python3 test_clicks.py CAROM

Gestures on the instruments are played by MIDI messages, which come in steps, and rendered at the
instrument's own rate and at 8 times the scene's, without the noise of a bow, which is another one at each
rate. A click is energy from one moment to the next: the largest spectral flux, the sum of rising magnitudes from frame to frame, with the loudest value as the unit,
must be within 3 dB of what the finer run has, in each of five bands and in all of them together. A bow that
begins eight times slips otherwise at each rate and at each force, so such notes are played at five velocities and
their medians are compared: a click is in all of them. That the measure hears clicks is tried as well: a jump of one sample by a fifth of the loudest value is beyond it above
10 kHz, and a burst of 12 ms, as loud as the gesture, in each of the bands.
"""

import os
import subprocess
import sys
import tempfile
import unittest

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import midi_song
from test_lv2 import sound

BOUND = 10 ** (3 / 20)
FRAME, HOP, RATE = 1024, 256, 44100
BANDS = ((0, 1000), (1000, 2500), (2500, 5000), (5000, 10000), (10000, RATE / 2), (0, RATE / 2))  # Hz
BEGIN = 1.0  # s: the gesture


def steps(seconds, count, message):
    return [(BEGIN + seconds * i / count, message(i / (count - 1))) for i in range(count)]


def wheel(x):
    return (0xE0, 0, int(64 + 63 * x))


LOW = (0.01, (0x90, 36, 80))

def sixteen_bows_a_second(velocity):
    return [LOW] + [event for i in range(8) for event in
                    ((BEGIN + i / 16, (0x80, 36, 64)), (BEGIN + i / 16 + 0.02, (0x90, 36, velocity)))]


# Instrument, what is done, messages: of one take, or of each of several.
GESTURES = (
    ("tromba", "glissando, two semitones in 64 steps", [LOW] + steps(0.4, 64, wheel)),
    ("tromba", "crescendo, 1.4 to 4.5 N in 64 steps",
     [LOW, (0.5, (0xB0, 2, 12))] + steps(0.4, 64, lambda x: (0xB0, 2, int(12 + 26 * x)))),
    ("tromba", "bow change, from full speed to full speed at once",
     [LOW, (0.5, (0xB0, 19, 106)), (BEGIN, (0xB0, 19, 21))]),
    ("tromba", "sixteen notes a second", *[sixteen_bows_a_second(v) for v in (80, 86, 90, 94, 100)]),
    ("sitar", "a string pulled by four semitones", [(0.9, (0x90, 49, 90))] + steps(0.4, 64, wheel)),
    ("sitar", "the bridge raised", [(0.9, (0x90, 49, 90))]
     + steps(0.4, 64, lambda x: (0xB0, 16, int(20 + 100 * x)))),
    ("hammered-string", "sixteen notes a second",
     [event for i in range(8) for event in
      ((BEGIN + i / 16, (0x90, 60, 90)), (BEGIN + i / 16 + 0.03, (0x80, 60, 64)))]),
    ("hammered-string", "glissando, two semitones in 64 steps",
     [(0.9, (0x90, 60, 90))] + steps(0.4, 64, wheel)),
    ("prepared-string", "the rattle damped", [(0.9, (0x90, 48, 90))]
     + steps(0.4, 64, lambda x: (0xB0, 1, int(127 * x)))),
)
OWN = {"sitar": 2}  # solver.oversample of an instrument, where it is not 1
STILL = {"tromba": ("--set", "contacts.bow.noise=0")}


def flux(x):
    """The largest one from BEGIN on, in each band."""
    window = np.hanning(FRAME)
    first = int(BEGIN * RATE)
    x = x / np.abs(x[first:]).max()
    frames = np.array([np.abs(np.fft.rfft(window * x[i:i + FRAME]))
                       for i in range(first - FRAME, len(x) - FRAME, HOP)])
    rises = np.maximum(np.diff(frames, axis=0), 0)
    at = np.fft.rfftfreq(FRAME, 1 / RATE)
    return np.array([rises[:, (at >= low) & (at < high)].sum(axis=1).max() for low, high in BANDS])


def run(*words):
    done = subprocess.run([CAROM, *words], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(done.stderr)


def play(folder, instrument, events):
    midi_song.write(f"{folder}/s.mid", events)
    run("play", instrument, "--offline", "--quiet", "--midi", f"{folder}/s.mid", "--record", f"{folder}/s.yaml")


def render(folder, instrument, over):
    out = f"{folder}/out{over}"
    run("run", f"{folder}/s.yaml", "-o", out, "--wav", "--quiet", "--duration", "1.7",
        "--set", f"solver.oversample={over}", *STILL.get(instrument, ()))
    return sound(f"{out}/audio.wav").sum(axis=1)


class Clicks(unittest.TestCase):
    def test_no_gesture_clicks_more_than_at_8_times_the_rate(self):
        for instrument, name, *takes in GESTURES:
            with self.subTest(instrument=instrument, gesture=name), tempfile.TemporaryDirectory() as folder:
                heard, fine, jumped = [], [], []
                for events in takes:
                    play(folder, instrument, events)
                    take = render(folder, instrument, OWN.get(instrument, 1))
                    heard.append(flux(take))
                    fine.append(flux(render(folder, instrument, 8)))
                    take[int((BEGIN + 0.2) * RATE)] += 0.2 * np.abs(take).max()
                    jumped.append(flux(take)[4])
                limits = BOUND * np.median(fine, axis=0)
                over = np.median(heard, axis=0) / limits
                print(f"{instrument}, {name}: flux over its limit", np.round(over, 2))
                self.assertTrue((over < 1).all())
                self.assertGreater(np.median(jumped), limits[4])

    def test_a_burst_in_any_band_is_heard_as_a_click(self):
        instrument, _, events = GESTURES[0]
        with tempfile.TemporaryDirectory() as folder:
            play(folder, instrument, events)
            heard, limits = render(folder, instrument, 1), BOUND * flux(render(folder, instrument, 8))
        for i, (low, high) in enumerate(BANDS[:-1]):
            burst = np.hanning(512) * np.sin(np.pi * (low + high) * np.arange(512) / RATE)
            with_burst = heard.copy()
            first = int((BEGIN + 0.2) * RATE)
            with_burst[first:first + 512] += np.abs(heard).max() * burst
            self.assertGreater(flux(with_burst)[i], limits[i], f"{low} to {high} Hz")


if __name__ == "__main__":
    CAROM = sys.argv[1]
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
