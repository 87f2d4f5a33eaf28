# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""Moving controls do not click.

    python3 test_clicks.py CAROM

A glissando, a crescendo, a change of bow and a fast repetition are played by MIDI messages, which come in
steps, and rendered at the scene's rate and with 8 times as many steps. A click is energy at high
frequencies from one moment to the next: the largest spectral flux above 10 kHz, the sum of rising magnitudes
from frame to frame, with the loudest value as the unit, must be within a factor of BOUND of what the finer
run has. A jump of a tenth of the loudest value is beyond it, and is tried as well.
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

BOUND = 1.4
FRAME, HOP, RATE = 1024, 256, 44100
BEGIN = 1.0  # s: the gesture

NOTE = (0.01, (0x90, 36, 80))


def steps(seconds, count, message):
    return [(BEGIN + seconds * i / count, message(i / (count - 1))) for i in range(count)]


GESTURES = {
    # the wheel, up by two semitones in 64 steps
    "glissando": [NOTE] + steps(0.4, 64, lambda x: (0xE0, 0, int(64 + 63 * x))),
    # the bow's force from 1.4 to 4.5 N, in 64 steps
    "crescendo": [NOTE, (0.5, (0xB0, 2, 30))] + steps(0.4, 64, lambda x: (0xB0, 2, int(30 + 65 * x))),
    # from full speed downwards to full speed upwards at once
    "bow change": [NOTE, (0.5, (0xB0, 1, 95)), (BEGIN, (0xB0, 1, 32))],
    # sixteen notes a second
    "repetition": [NOTE] + [event for i in range(8) for event in
                            ((BEGIN + i / 16, (0x80, 36, 64)), (BEGIN + i / 16 + 0.02, (0x90, 36, 90)))],
}


def flux(x):
    """The largest one from BEGIN on."""
    window = np.hanning(FRAME)
    first = int(BEGIN * RATE)
    x = x / np.abs(x[first:]).max()
    frames = np.array([np.abs(np.fft.rfft(window * x[i:i + FRAME]))
                       for i in range(first - FRAME, len(x) - FRAME, HOP)])[:, FRAME * 10000 // RATE:]
    return np.maximum(np.diff(frames, axis=0), 0).sum(axis=1).max()


class Clicks(unittest.TestCase):
    def render(self, folder, over):
        out = f"{folder}/out{over}"
        done = subprocess.run([CAROM, "run", f"{folder}/s.yaml", "-o", out, "--wav", "--quiet",
                               "--duration", "1.7", "--set", f"solver.oversample={over}"],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return sound(f"{out}/audio.wav").sum(axis=1)

    def test_no_gesture_clicks_more_than_at_8_times_the_rate(self):
        for name, events in GESTURES.items():
            with self.subTest(gesture=name), tempfile.TemporaryDirectory() as folder:
                midi_song.write(f"{folder}/s.mid", events)
                done = subprocess.run([CAROM, "play", "tromba", "--offline", "--quiet", "--midi",
                                       f"{folder}/s.mid", "--record", f"{folder}/s.yaml"],
                                      capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 0, done.stderr)
                heard = self.render(folder, 1)
                plain, fine = flux(heard), flux(self.render(folder, 8))
                print(f"{name}: largest flux {plain:.2f}, with 8 times the steps {fine:.2f}")
                self.assertLess(plain, BOUND * fine)
                heard[int((BEGIN + 0.2) * RATE)] += 0.1 * np.abs(heard).max()
                self.assertGreater(flux(heard), BOUND * fine)


if __name__ == "__main__":
    CAROM = sys.argv[1]
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
