# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""The scenes of docs/sounds.md, and the first scene of README.md and the tutorial: the same in every place,
short, balanced and without a warning, loud, and sounding as the page says.

    python3 test_sounds.py PATH-TO-CAROM [unittest arguments]
"""

import cmath
import math
import os
import re

from support import MINUS_3_DB, ResultsCase, main, read_csv, read_wav

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
NAMES = ("melody", "prepared-piano", "hammered-string", "bowed-string", "ball-on-plate", "sitar", "piano")
RATE = 44100


def read(*parts):
    with open(os.path.join(ROOT, *parts), encoding="utf-8") as file:
        return file.read()


def block(page, name):
    """The scene that a page says to save under a name."""
    return re.search(rf"[Ss]ave this as\s+`{name}\.yaml`:\n\n```yaml\n(.*?)```", page, re.DOTALL).group(1)


def level(x):
    return 10 * math.log10(sum(v * v for v in x) / len(x) + 1e-30)


def amplitude(x, frequency):
    """Of a partial, by the Fourier sum with a Hann window."""
    n, step = len(x), cmath.exp(-2j * math.pi * frequency / RATE)
    turn, total = 1, 0
    for i, v in enumerate(x):
        total += v * (1 - math.cos(2 * math.pi * i / n)) * turn
        turn *= step
    return abs(total) * 2 / n


def high_part(x):
    """The power of first differences over that of the sound: rises with the frequencies in it."""
    return sum((a - b) ** 2 for a, b in zip(x[1:], x)) / sum(v * v for v in x)


class Pages(ResultsCase):
    def test_the_first_scene_is_one_in_the_readme_the_tutorial_and_the_examples(self):
        scene = read("examples", "bounce.yaml")
        self.assertEqual(block(read("README.md"), "bounce"), scene)
        self.assertEqual(block(read("docs", "tutorial.md"), "bounce"), scene)

    def test_the_page_has_every_scene_its_picture_and_its_place(self):
        page = read("docs", "sounds.md")
        files = sorted(f[:-5] for f in os.listdir(os.path.join(ROOT, "examples", "sounds")))
        self.assertEqual(files, sorted(NAMES))
        for name in NAMES:
            scene = read("examples", "sounds", name + ".yaml")
            self.assertEqual(block(page, name), scene, "run docs/make_sounds.py")
            self.assertIn(f"](sounds/{name}.svg)", page)
            lines = [line for line in scene.splitlines() if line.strip()]
            self.assertTrue(10 <= len(lines) <= 20, f"{name}: {len(lines)} lines")
            picture = read("docs", "sounds", name + ".svg")
            title = re.search(r"^title: (.*)$", scene, re.M).group(1)
            self.assertIn(title.split("'")[0], picture)
            self.assertLess(len(picture), 200_000)


class Sounds(ResultsCase):
    def hear(self, path, *arguments):
        """The left channel of a run that balances, without a warning, at full level and faded out."""
        self.good("run", os.path.join(ROOT, "examples", path), "-o", "r", "--quiet", "--wav", *arguments)
        summary = self.summary("r")
        self.assertTrue(summary["energy"]["balanced"])
        self.assertLess(summary["energy"]["max_balance_error"], 1e-11)
        self.assertEqual(summary["warnings"], [])
        rate, frames = read_wav(self.read("r", "audio.wav"))
        self.assertEqual(rate, RATE)
        self.assertEqual(frames[-1], (0, 0))
        self.assertAlmostEqual(max(max(map(abs, frame)) for frame in frames), MINUS_3_DB, delta=1e-6)
        return [frame[0] for frame in frames]

    def part(self, x, start, end):
        return x[int(start * RATE):int(end * RATE)]

    def rows(self, contact):
        header, rows = read_csv(self.read("r", "events.csv"))
        rows = [dict(zip(header, row)) for row in rows]
        return [{key: float(row[key] or "nan") for key in header[1:]} for row in rows if row["contact"] == contact]

    def ends_quietly(self, x, drop):
        """The last tenth of a second before the fade is that far below the loudest quarter of a second."""
        quarter = RATE // 4
        loudest = max(level(x[i:i + quarter]) for i in range(0, len(x) - quarter, quarter))
        self.assertLess(level(x[-RATE // 10 - 882:-882]), loudest - drop)

    def test_a_ball_bounces_on_a_bar_and_the_bar_rings_at_its_modes(self):
        x = self.hear("bounce.yaml")
        impacts = self.rows("bounce")
        self.assertAlmostEqual(impacts[0]["t_begin"], math.sqrt(2 * 0.1 / 9.81), delta=1e-4)
        waits = [b["t_begin"] - a["t_begin"] for a, b in zip(impacts[:5], impacts[1:6])]
        self.assertEqual(waits, sorted(waits, reverse=True))
        # Pinned ends: f_m = m^2 pi / (2 L^2) sqrt(E h^2 / 12 rho)
        first = math.pi / 2 / 0.25 ** 2 * 0.012 * math.sqrt(1.4e10 / 12 / 800)
        ring = self.part(x, 0.15, 0.32)
        between = amplitude(ring, 1.7 * first)
        for mode in (1, 2, 3):
            self.assertGreater(amplitude(ring, mode ** 2 * first), 20 * between)
        self.ends_quietly(x, 30)

    def test_a_melody_has_the_notes_that_are_written(self):
        x = self.hear("sounds/melody.yaml")
        names = "E E F G G F E D C C D E D C C".split()
        pitch = {"C": 261.63, "D": 293.66, "E": 329.63, "F": 349.23, "G": 392.00}
        for i, name in enumerate(names):
            note = self.part(x, 0.4 * i + 0.05, 0.4 * i + 0.39)
            # The bridge takes a hundredth of the string: up to 17 cents higher.
            heard = {other: max(amplitude(note, f * cents) for cents in (1, 1.005, 1.01))
                     for other, f in pitch.items()}
            self.assertEqual(max(heard, key=heard.get), name, f"note {i}")
        self.ends_quietly(x, 15)

    def test_a_bolt_rattles_the_more_the_harder_the_stroke(self):
        x = self.hear("sounds/prepared-piano.yaml")
        rattle = self.rows("lower")
        counts = [sum(0.9 * i <= row["t_begin"] < 0.9 * (i + 1) and row["peak_force"] > 2 for row in rattle)
                  for i in range(4)]
        self.assertEqual(counts, sorted(counts))
        self.assertGreater(len(rattle), 2000)
        self.ends_quietly(x, 30)

    def test_a_hammer_strikes_nine_times_and_rolls(self):
        x = self.hear("sounds/hammered-string.yaml")
        times = [row["t_begin"] for row in self.rows("strike")]
        for at in [0.25 * i for i in range(9)] + [2.25 + 0.07 * i for i in range(16)]:
            self.assertTrue(any(at <= t < at + 0.005 for t in times), f"no stroke at {at}")
        self.assertLess(max(times), 2.25 + 0.07 * 16)
        self.ends_quietly(x, 15)

    def test_a_bow_sounds_its_notes_and_lets_them_ring(self):
        x = self.hear("sounds/bowed-string.yaml")
        for start, end, pitch in ((0.5, 1.5, 146.83), (1.8, 2.2, 185.00)):
            note = self.part(x, start, end)
            on = sum(max(amplitude(note, k * pitch * c) for c in (0.995, 1, 1.005, 1.01)) for k in range(1, 6))
            off = sum(amplitude(note, (k + 0.5) * pitch) for k in range(1, 6))
            self.assertGreater(on, 10 * off)
        self.ends_quietly(x, 20)

    def test_a_ball_bounces_ever_faster_on_a_plate(self):
        x = self.hear("sounds/ball-on-plate.yaml")
        times = [row["t_begin"] for row in self.rows("bounce")][:8]
        waits = [b - a for a, b in zip(times, times[1:])]
        self.assertEqual(waits, sorted(waits, reverse=True))
        self.ends_quietly(x, 30)

    def test_a_sitars_bridge_makes_high_partials(self):
        x = self.hear("sounds/sitar.yaml")
        plain = self.hear("sounds/sitar.yaml", "--set", "bodies.bridge.position=-1")
        with_bridge, without = (high_part(self.part(s, 0.3, 0.9)) for s in (x, plain))
        self.assertGreater(with_bridge, 3 * without)
        self.ends_quietly(x, 15)

    def test_felt_is_brighter_and_shorter_the_faster_the_hammer(self):
        x = self.hear("sounds/piano.yaml")
        bright = [high_part(self.part(x, i, i + 0.5)) for i in range(4)]
        self.assertEqual(bright, sorted(bright))
        held = [next(row["t_end"] - row["t_begin"] for row in self.rows("felt") if row["t_begin"] >= i)
                for i in range(4)]
        self.assertEqual(held, sorted(held, reverse=True))
        self.ends_quietly(x, 30)


if __name__ == "__main__":
    main()
