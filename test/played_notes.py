# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""Notes of an instrument, rendered by `carom play --offline`: several in one file, each from rest unless told."""

import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import midi_song
from test_lv2 import sound

JUST = (1, 16 / 15, 9 / 8, 6 / 5, 5 / 4, 4 / 3, 45 / 32, 3 / 2, 8 / 5, 5 / 3, 9 / 5, 15 / 8)
LEAD = 0.1  # s in front of each note


class Instrument:
    def __init__(self, program, name, rate=48000, options=()):
        self.program, self.name, self.rate, self.options = program, name, rate, tuple(options)

    def pitch(self, key):
        """As the scene tunes it, Hz."""
        if not hasattr(self, "tonic"):
            text = subprocess.run([self.program, "show", self.name], capture_output=True, text=True).stdout
            if self.name in ("tromba", "sitar", "tanpura"):
                text = subprocess.run([self.program, "show", "play-" + self.name], capture_output=True,
                                      text=True, check=True).stdout
            just = re.search(r"tuning: *just.*?tonic: *(\d+)", text)
            self.tonic = int(just.group(1)) if just else None
        if self.tonic is None:
            return 440 * 2 ** ((key - 69) / 12)
        above = key - self.tonic
        return 440 * 2 ** ((self.tonic - 69) / 12) * JUST[above % 12] * 2 ** (above // 12)

    def render(self, events, seconds):
        """What comes of messages at times, s."""
        with tempfile.TemporaryDirectory() as folder:
            midi, wav = os.path.join(folder, "x.mid"), os.path.join(folder, "x.wav")
            midi_song.write(midi, list(events))
            done = subprocess.run([self.program, "play", self.name, "--midi", midi, "--offline", "--rate",
                                   str(self.rate), "--duration", "%g" % seconds, "--record", wav, "--quiet",
                                   *self.options], capture_output=True, text=True)
            if done.returncode != 0:
                raise RuntimeError(done.stderr)
            return sound(wav)

    def pieces(self, pieces):
        """Renders several pieces, each (events, seconds) with times from its own begin, one after another, each from
        rest; returns their sounds. All sound off parts them."""
        events, at, starts = [], 0.0, []
        for some, seconds in pieces:
            starts.append(at)
            events += [(at + LEAD + t, message) for t, message in some]
            at += LEAD + seconds
            events.append((at - 0.02, (0xB0, 120, 0)))
        whole = self.render(events, at)
        return [whole[int(round((s + LEAD) * self.rate)):int(round((s + LEAD + seconds - 0.03) * self.rate))]
                for s, (_, seconds) in zip(starts, pieces)]


def note(key, velocity, held=1.8, seconds=1.9):
    return [(0, (0x90, key, velocity)), (held, (0x80, key, 64))], seconds


def strokes(key, velocity, count, every=2.0, held=1.6):
    events = [e for i in range(count)
              for e in ((i * every, (0x90, key, velocity)), (i * every + held, (0x80, key, 64)))]
    return events, count * every
