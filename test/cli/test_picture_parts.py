# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""What every picture has: axes with units, numbers that can be read, colour bars, captions that say
what is shown, events where they happened, and curves that are told apart in grey and on a dark screen.

    python3 test_picture_parts.py PATH-TO-CAROM [unittest arguments]
"""

import csv
import io
import json
import math
import os
import re
import shutil
import tempfile
import unittest
import xml.etree.ElementTree

import support
from support import ResultsCase, main, read_csv, read_npy

SVG = "{http://www.w3.org/2000/svg}"
UNITS = (r"(dimensionless|dB|%|10[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+( .+)?|1/s|kg\^\(1/2\) m|"
         r"[yzafpnµmkMGT]?(m/s²|m/s|m|s|N/m\^alpha|N|J|Hz|W|rad|Pa))")

# A mass that a sine drives: x'' + 2 SIGMA x' + w0^2 x = f cos(w t).
SIGMA = 20
DRIVEN = {"carom": 1, "duration": 1, "bodies": {"m": {"type": "mass", "mass": 0.01, "frequency": 50,
                                                      "damping": 2 * SIGMA * 0.01}},
          "forces": {"push": {"on": "m", "frequency": 50, "amplitude": 0.5}},
          "outputs": {"x": {"of": "m"}}}
FIDDLE = {"carom": 1, "duration": 1,
          "bodies": {"string": {"type": "string", "length": 1, "density": 7850, "radius": 5e-4, "pitch": 100,
                                "youngs": 2e11, "sigma0": 1, "sigma1": 5e-3}},
          "contacts": {"bow": {"type": "bow", "on": "string@0.2", "force": 0.5,
                               "speed": [[0, 0], [0.02, 0.1]]}},
          "outputs": {"sound": {"of": "string@0.97", "quantity": "slope", "audio": True},
                      "slide": {"of": "bow", "quantity": "velocity"},
                      "friction": {"of": "bow", "quantity": "force"}}}
REST = {"carom": 1, "duration": 0.01,
        "bodies": {"m": {"type": "mass", "mass": 0.01, "position": 0.003},
                   "s": {"type": "string", "length": 1, "linear_density": 1e-3, "tension": 100},
                   "t": {"type": "string", "length": 1, "linear_density": 1e-3, "tension": 100,
                         "start": {"shape": "pluck", "amplitude": 1e-3}}},
        "outputs": {"x": {"of": "m"}, "v": {"of": "m", "quantity": "velocity"}}}
PLATE = {"carom": 1, "duration": 0.02,
         "bodies": {"p": {"type": "plate", "size": [0.4, 0.3], "thickness": 2e-3, "density": 1000,
                          "youngs": 1e10, "points": [12, 9]}},
         "score": [{"gesture": "pluck", "at": 0.001, "on": "p@0.3:0.3", "over": 0.002, "force": 1},
                   {"gesture": "pluck", "at": 0.006, "on": "p@0.6:0.3", "over": 0.002, "force": 1}],
         "outputs": {"sound": {"of": "p@0.7:0.6", "quantity": "velocity", "audio": True}}}

RUNS = {
    "tromba": ["run", "tromba", "--duration", "0.4", "--set", "snapshots.string.from=0.3", "--set",
               "snapshots.string.to=0.32", "--plot"],
    "sitar": ["run", "sitar", "--duration", "0.12", "--plot"],
    "mass-string": ["run", "mass-string", "--plot"],
    "two-masses": ["run", "two-masses", "--plot"],
    "hammer": ["run", "piano-hammer", "--plot"],
    "impact": ["run", "hunt-crossley", "--plot"],
    "bounce": ["run", "mass-barrier", "--plot"],
    "beam": ["run", "beam-stop", "--plot"],
    "driven": ["run", "driven.json", "--plot", "--csv"],
    "fiddle": ["run", "fiddle.json", "--plot"],
    "rest": ["run", "rest.json", "--plot"],
    "plate": ["run", "plate.json", "--plot"],
    "sweep": ["sweep", "mass-barrier", "--vary", "bodies.mass.velocity=0.5:5:4", "--duration", "0.02"],
    "sweep-log": ["sweep", "mass-barrier", "--vary", "contacts.hit.stiffness=1e4:1e8:5:log", "--duration",
                  "0.02", "--measure", "peak.force"],
    "map": ["sweep", "mass-barrier", "--vary", "bodies.mass.velocity=0.5:5:4", "--vary",
            "contacts.hit.stiffness=1e4:1e8:3:log", "--duration", "0.02", "--measure", "peak.force"],
    "compare": ["compare", "mass-barrier", "--schemes", "positive,exact", "--rates", "44100,88200,176400"],
}


def luminance(colour):
    """Of #rrggbb, relative to white."""
    parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def lightness(colour):
    """L* of CIE 1976."""
    y = luminance(colour)
    return 116 * y ** (1 / 3) - 16 if y > 0.008856 else 903.3 * y


def contrast(a, b):
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


class Parts(ResultsCase):
    """Pictures that are drawn once for all tests."""

    @classmethod
    def setUpClass(cls):
        cls.shared = tempfile.mkdtemp(prefix="carom-test-")
        cls.addClassCleanup(shutil.rmtree, cls.shared, ignore_errors=True)
        drawer = cls("draw_all")
        drawer.folder = cls.shared
        drawer.draw_all()

    def setUp(self):
        self.folder = self.shared

    def draw_all(self):
        for name, scene in (("driven", DRIVEN), ("fiddle", FIDDLE), ("rest", REST), ("plate", PLATE)):
            self.write(json.dumps(scene), name + ".json")
        for name, arguments in RUNS.items():
            self.good(*arguments, "-o", name, "--quiet")

    def pictures(self, ending=".svg"):
        for name in sorted(RUNS):
            for file in sorted(os.listdir(self.path(name))):
                if file.endswith(ending):
                    yield f"{name}/{file}", self.read(name, file).decode()

    def tree(self, name, file):
        return xml.etree.ElementTree.fromstring(self.read(name, file))

    def texts(self, name, file, kind):
        return [e.text for e in self.tree(name, file).iter(SVG + "text") if e.get("class") == kind]

    def panels(self, text):
        """The elements of each panel, from its first grid line on, in the order of drawing."""
        found = []
        for element in xml.etree.ElementTree.fromstring(text).iter():
            kind = (element.get("class") or "").split()
            if "grid" in kind and (not found or any(k == "frame" for k, _ in found[-1])):
                found.append([])
            if found and kind:
                found[-1].append((kind[0] if "bar" not in kind else "bar", element))
        return found

    # --- Axes -------------------------------------------------------------------------------------

    def test_both_axes_of_every_panel_have_a_label_with_its_unit_and_numbers(self):
        count = 0
        for name, text in self.pictures():
            with self.subTest(name):
                panels = self.panels(text)
                frames = text.count('class="frame"')
                self.assertEqual(len(panels), frames)
                for panel in panels:
                    labels = [e.text for k, e in panel if k == "label"]
                    rows = any(k == "row" for k, _ in panel)  # have names in place of a unit
                    self.assertEqual(len(labels), 2)
                    for label in labels[:1] if rows else labels:
                        self.assertRegex(label, r"\S, " + UNITS + "$")
                    self.assertGreaterEqual(sum(k == "tick" for k, _ in panel), 3 if rows else 4)
                    count += 1
        self.assertGreater(count, 60)

    def test_numbers_at_axes_have_no_exponent_and_few_digits(self):
        for name, text in self.pictures():
            with self.subTest(name):
                for tick in re.findall(r'class="(?:bar-)?tick">(.*?)</text>', text):
                    self.assertRegex(tick, r"^(-?\d{1,5}(\.\d{1,4})?|(\d·)?10[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+)$")
                for words in re.findall(r"<text[^>]*>(.*?)</text>", text):
                    if "energy balance" not in words:  # the line under the title
                        self.assertNotRegex(words, r"\d[eE][-+]?\d")

    def test_no_two_numbers_of_an_axis_are_alike_and_none_has_a_range_of_zero(self):
        for name, text in self.pictures():
            with self.subTest(name):
                for panel in self.panels(text):
                    for axis in ("middle", "end"):
                        ticks = [e.text for k, e in panel if k == "tick" and e.get("text-anchor") == axis]
                        self.assertEqual(len(ticks), len(set(ticks)), ticks)

    def test_the_grid_lies_behind_the_data(self):
        data = {"line", "band", "dots", "dot", "map"}
        for name, text in self.pictures():
            with self.subTest(name):
                for panel in self.panels(text):
                    kinds = [k for k, _ in panel]
                    last = max(i for i, k in enumerate(kinds) if k == "grid")
                    self.assertFalse(data & set(kinds[:last]))
                    self.assertTrue(data & set(kinds[last:]) or name.endswith("mechanism.svg"))

    def test_a_constant_has_an_axis_that_shows_it(self):
        panels = self.panels(self.read("rest", "waveform.svg").decode())
        ticks = [[float(e.text) for k, e in p if k == "tick" and e.get("text-anchor") == "end"]
                 for p in panels]
        self.assertEqual((ticks[0][0], ticks[0][-1]), (0, 3))  # mm
        self.assertEqual((ticks[1][0], ticks[1][-1]), (-1, 1))
        self.assertEqual(self.texts("rest", "waveform.svg", "note")[:2],
                         ["constant over the whole run: 3 mm", "constant over the whole run: 0 m/s"])

    # --- Maps -------------------------------------------------------------------------------------

    def test_every_map_has_a_bar_with_numbers_and_a_unit_and_is_not_smoothed(self):
        found = set()
        for name, text in self.pictures():
            if "<image" not in text:
                continue
            with self.subTest(name):
                found.add(name)
                tree = xml.etree.ElementTree.fromstring(text)
                bars = [e for e in tree.iter(SVG + "rect") if e.get("class") == "frame bar"]
                labels = [e.text for e in tree.iter(SVG + "text") if e.get("class") == "bar-label"]
                ticks = [e for e in tree.iter(SVG + "text") if e.get("class") == "bar-tick"]
                self.assertEqual(len(bars), len(labels))
                self.assertGreaterEqual(len(bars), 1)
                for label in labels:
                    self.assertRegex(label, r"\S, " + UNITS + "$")
                self.assertGreaterEqual(len(ticks), 3 * len(bars))
                self.assertIn("image-rendering: pixelated", text)
                for image in tree.iter(SVG + "image"):
                    self.assertEqual(image.get("class"), "map")
        self.assertEqual(found, {"fiddle/spectrogram.svg", "hammer/spectrogram.svg", "map/sweep.svg",
                                 "mass-string/spectrogram.svg", "plate/shapes.svg", "plate/spectrogram.svg",
                                 "sitar/shapes.svg", "sitar/spectrogram.svg", "tromba/spectrogram.svg",
                                 "two-masses/spectrogram.svg"})

    def test_the_bar_of_a_spectrogram_is_in_decibels(self):
        self.assertEqual(set(self.texts("tromba", "spectrogram.svg", "bar-label")),
                         {"below the loudest, dB"})
        self.assertEqual(self.texts("two-masses", "spectrogram.svg", "bar-tick")[:5],
                         ["-80", "-60", "-40", "-20", "0"])

    # --- What is shown, and why -------------------------------------------------------------------

    def test_shapes_are_few_and_of_one_period_from_the_first_impact(self):
        self.assertEqual(self.curves("mass-string", "shapes.svg"), 8)
        rows = read_npy(self.read("mass-string", "snapshots.npy"))
        begin = float(list(csv.DictReader(io.StringIO(
            self.read("mass-string", "events.csv").decode())))[0]["t_begin"])
        step = rows[1][0] - rows[0][0]
        self.assertLess(rows[0][0] - begin, step * 1.1)
        self.assertGreaterEqual(rows[0][0], begin)
        said = " ".join(self.texts("mass-string", "shapes.svg", "note"))
        self.assertRegex(said, r"8 shapes from [\d.]+ .?s to [\d.]+ .?s: one period from the first "
                               "(impact, of strike|motion)")

    def curves(self, name, file):
        return sum(bool(re.match("line s", e.get("class") or "")) and "L" in e.get("d")
                   for e in self.tree(name, file).iter(SVG + "path"))

    def test_of_many_snapshots_one_period_is_drawn(self):
        rows = read_npy(self.read("tromba", "snapshots.npy"))
        self.assertGreater(len(rows), 40)
        self.assertEqual(self.curves("tromba", "shapes.svg"), 8)
        said = " ".join(self.texts("tromba", "shapes.svg", "note"))
        begin, end = re.search(r"8 of \d+ snapshots, from ([\d.]+) ms to ([\d.]+) ms: one period",
                               said).groups()
        # From the first of eight to the last, of a string that sounds higher than its pitch: it has a foot.
        self.assertAlmostEqual((float(end) - float(begin)) * 64.5e-3, 7 / 8, delta=0.1)

    def test_the_corner_of_a_bowed_string_goes_round(self):
        """Helmholtz motion: two straight pieces, whose corner is at x and 1 - x half a period apart."""
        rows = read_npy(self.read("fiddle", "snapshots.npy"))
        self.assertEqual(len(rows), 8)
        self.assertAlmostEqual(rows[0][0], 0.75, delta=1e-3)
        self.assertAlmostEqual((rows[1][0] - rows[0][0]) * 8 * 100, 1, delta=0.05)  # a period of 100 Hz
        corners = [max(range(1, len(row) - 1), key=lambda i: abs(row[i])) / (len(row) - 2) for row in rows]
        apart = [max(row[1:], key=abs) > 0 for row in rows]
        self.assertEqual(sum(apart), 4)  # one half on either side
        self.assertGreater(max(corners) - min(corners), 0.5)
        for i in range(4):
            # half a period later the shape is that of the other end, turned over
            turned = [-u for u in reversed(rows[i + 4][1:])]
            size = math.sqrt(sum(u * u for u in rows[i][1:]))
            self.assertLess(math.dist(rows[i][1:], turned), 0.25 * size)

    def test_phase_portraits_begin_after_the_transient(self):
        said = " ".join(self.texts("driven", "phase.svg", "note"))
        begin, unit = re.search(r"12 periods from ([\d.]+) (m?s) to .* after the transient", said).groups()
        begin = float(begin) / (1000 if unit == "ms" else 1)
        self.assertLess(math.exp(-SIGMA * begin), 0.05)  # what is left of the transient
        _, rows = read_csv(self.read("driven", "samples.csv"))
        self.assertLess(begin, float(rows[-1][0]))

    def test_a_run_without_a_steady_part_says_so(self):
        self.assertIn("no part of the run is steady", " ".join(self.texts("bounce", "phase.svg", "note")))

    def test_small_energies_are_seen_beside_large_ones(self):
        text = self.read("tromba", "energy.svg").decode()
        linear, logarithmic = self.panels(text)[:2]
        self.assertIn("size of the energy, J", [e.text for k, e in logarithmic if k == "label"])

        def spread(panel):  # of the contact's energy, in pixels, but for the sample of its legend
            paths = [e.get("d") for k, e in panel if k == "line" and "c2" in e.get("class").split()]
            heights = [float(y) for y in re.findall(r"[ML][\d.]+ ([\d.]+)", max(paths, key=len))]
            return max(heights) - min(heights)
        self.assertLess(spread(linear), 30)
        self.assertGreater(spread(logarithmic), 40)

    # --- Events -----------------------------------------------------------------------------------

    def places(self, name, file, kind):
        """Of the marks of the first panel that has some, as shares of its width."""
        for panel in self.panels(self.read(name, file).decode()):
            marks = [e for k, e in panel if kind in e.get("class").split()]
            frame = next(e for k, e in panel if k == "frame")
            if marks:
                left, width = float(frame.get("x")), float(frame.get("width"))
                return [(float(x) - left) / width for x in re.findall(r"M([\d.]+) ", marks[0].get("d"))]
        return []

    def test_impacts_are_marked_where_they_begin(self):
        events = csv.DictReader(io.StringIO(self.read("two-masses", "events.csv").decode()))
        times = [float(e["t_begin"]) for e in events]
        duration = self.summary("two-masses")["duration"]
        marks = self.places("two-masses", "contacts.svg", "impact")
        self.assertGreater(len(marks), 50)
        for time in times:
            self.assertLess(min(abs(m - time / duration) for m in marks), 1.1 / 780)
        for mark in marks:
            self.assertLess(min(abs(mark - t / duration) for t in times), 1.1 / 780)
        self.assertIn(f"{len(times)} impacts, marked at the upper edge",
                      self.texts("two-masses", "contacts.svg", "note"))

    def test_gestures_are_marked_where_they_begin(self):
        marks = self.places("plate", "waveform.svg", "gesture")
        self.assertEqual(len(marks), 2)
        for mark, time in zip(marks, (0.001, 0.006)):
            self.assertAlmostEqual(mark, time / 0.02, delta=1.1 / 780)
        self.assertIn("Triangles mark the gestures: pluck at 1 ms, pluck at 6 ms",
                      self.texts("plate", "waveform.svg", "note"))

    # --- Nothing is blank -------------------------------------------------------------------------

    def test_what_has_no_data_has_no_panel_but_a_line(self):
        self.assertEqual(self.read("rest", "shapes.svg").decode().count('class="frame"'), 1)
        self.assertIn("s: at rest in all snapshots, and not drawn",
                      self.texts("rest", "shapes.svg", "note"))
        self.assertNotIn("phase.svg", os.listdir(self.path("rest")))
        self.assertNotIn("spectrogram.svg", os.listdir(self.path("bounce")))  # nothing sounds
        self.assertIn("Without values, and not drawn: position at whole periods of the drive, m; period",
                      self.texts("sweep", "sweep.svg", "note"))
        bowed = self.panels(self.read("tromba", "contacts.svg").decode())
        self.assertEqual(len(bowed), 3)  # the bow's force, the rattle's, and its strongest impact
        self.assertTrue(any("No impacts are recorded at this contact" in t
                            for t in self.texts("tromba", "contacts.svg", "note")))

    def test_pictures_are_not_large(self):
        for name, text in self.pictures():
            self.assertLess(len(text), 300000, name)

    # --- Grey, print and dark screens -------------------------------------------------------------

    def palettes(self):
        style = re.search("<style>(.*?)</style>", self.read("tromba", "energy.svg").decode(), re.DOTALL)[1]
        for sheet in style.split("@media (prefers-color-scheme: dark)"):
            yield (dict(re.findall(r"\.([cs]\d) \{ color: (#\w{6}); \}", sheet)),
                   re.search(r"\.paper \{ fill: (#\w+); \}", sheet)[1].replace("#fff;", "#ffffff"))

    def test_colours_differ_in_grey_and_from_the_paper_on_light_and_dark_screens(self):
        found = list(self.palettes())
        self.assertEqual(len(found), 2)
        for colours, paper in found:
            paper = paper if len(paper) == 7 else "#ffffff"
            for family in "cs":
                names = [f"{family}{i}" for i in range(8)]
                light = [lightness(colours[n]) for n in names]
                for i in range(8):
                    self.assertGreaterEqual(contrast(colours[names[i]], paper), 2.9, names[i])
                    for j in range(i):
                        self.assertGreaterEqual(abs(light[i] - light[j]),
                                                12 if family == "c" and i < 4 else 5, (i, j))
                if family == "s":  # from one end to the other
                    self.assertIn(light, (sorted(light), sorted(light, reverse=True)))

    def test_curves_of_one_panel_differ_in_their_dashes(self):
        for name, file in (("tromba", "energy.svg"), ("compare", "compare.svg")):
            for panel in self.panels(self.read(name, file).decode()):
                lines = {(e.get("class"), e.get("stroke-dasharray")) for k, e in panel
                         if k == "line" and e.get("stroke-dasharray")}
                self.assertEqual(len({dashes for _, dashes in lines}), len(lines), lines)


if __name__ == "__main__":
    main()
