# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""Claims about the program as its users meet it: what it refuses and how it says so, what it leaves
behind when it is stopped or the disk is full, and what a good run writes.

    python3 test_cli.py PATH-TO-CAROM [unittest arguments]

CAROM_SLOW_BUILD=1 says that the program is a sanitizer build: limits are wider, and tests of memory
are left out.
"""

import json
import math
import os
import re
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest

CAROM = ""
SLOW = os.environ.get("CAROM_SLOW_BUILD", "") not in ("", "0")
PATIENCE = 60 if SLOW else 20  # s; nothing here but the longest runs takes as long

GOOD, WRONG, BROKEN, UNBALANCED = 0, 1, 2, 3
MINUS_3_DB = 10 ** (-3 / 20)
SANITIZER = re.compile(r"(Address|Leak|Undefined\w*|Memory)Sanitizer|runtime error:")

# Every kind of body, contact, force and output, on grids as fine as they may be.
EVERYTHING = """\
carom: 1
title: Everything once
rate: 44100
duration: 0.01
gravity: 0
solver: {method: audio}
bodies:
  string:
    type: string
    length: 0.8
    density: 7850
    radius: 5e-4
    tension: 100
    youngs: 2e11
    ends: [pinned, clamped]
    start: {shape: pluck, at: 0.3, amplitude: 1e-3}
    start_velocity: {shape: hump, at: 0.6, width: 0.3, amplitude: 0.1}
  bar: {type: bar, length: 0.5, density: 7800, width: 0.02, thickness: 5e-3, youngs: 2.1e11,
       start: {shape: hump}, start_velocity: {shape: sine}}
  plate:
    type: plate
    size: [0.4, 0.3]
    thickness: 2e-3
    density: 1000
    youngs: 1e10
    start: {shape: sine, mode: [1, 2]}
    start_velocity: {shape: pluck}
  mass: {type: mass, mass: 0.01, velocity: 1}
  wall: {type: barrier, position: -1e-3, profile: {shape: parabola, height: 1e-3, width: 1}}
  floor: {type: barrier, position: -2}
  swing: {type: barrier, position: {sine: {amplitude: 1e-4, frequency: 50}}}
contacts:
  hit: {type: collision, below: mass, above: string@0.5, stiffness: 1e5, exponent: 1.3}
  rail: {type: collision, below: wall, above: bar, along: true, stiffness: 1e6}
  tap: {type: collision, below: swing, above: plate@0.4:0.6, stiffness: 1e7}
  hold: {type: spring, below: mass, above: plate@0.5:0.5, linear: 10}
  grip: {type: spring, below: bar@0.3, above: floor, stiffness: 20}
  bow: {type: bow, on: string@0.35, force: 0.3, speed: 0.1}
  finger: {type: finger, on: bar@0.4, damper: 0.1}
forces:
  push: {on: mass, frequency: 55}
  pull: {on: string@0.2, table: [[0, 0], [0.001, 1]]}
score:
  - {gesture: bow, at: 0, position: 0.3, over: 0.01}
  - {gesture: pluck, at: 0.001, on: plate@0.3:0.3}
outputs:
  sound: {of: string@0.9, quantity: velocity, audio: true}
  force: {of: hit, quantity: force}
"""

ONE_MASS = "carom: 1\nbodies:\n  m: {type: mass, mass: 1}\n"


# --- Running the program --------------------------------------------------------------------------


class Result:
    """What a finished command left: exit code and what it said."""

    def __init__(self, code, out, err):
        self.code = code
        self.out = out.decode("utf-8", "replace")
        self.err = err.decode("utf-8", "replace")

    def __str__(self):
        return f"exit code {self.code}\n{self.out[-500:]}\n{self.err[-1500:]}"


def environment():
    found = dict(os.environ)
    for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS"):
        found[name] = ":".join(filter(None, [found.get(name), "exitcode=99"]))
    return found


def scene_with(old, new):
    """EVERYTHING with one piece of text replaced; § marks where the mistake stands.

    Returns the text, and the line and column of the mark."""
    if EVERYTHING.count(old) != 1:
        raise ValueError(f"'{old}' is not there once")
    text = EVERYTHING.replace(old, new if "§" in new else "§" + new)
    place = text.index("§")
    return text.replace("§", ""), text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)


class Case(unittest.TestCase):
    """A test in a folder of its own."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="carom-test-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def write(self, text, name="scene.yaml"):
        with open(self.path(name), "wb") as file:
            file.write(text.encode() if isinstance(text, str) else text)
        return name

    def read(self, *names):
        with open(self.path(*names), "rb") as file:
            return file.read()

    def start(self, *arguments, **options):
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen([CAROM, *arguments], cwd=self.folder, env=environment(),
                                **{**pipes, **options})

    def finish(self, process, limit=PATIENCE, given=None):
        with process:
            try:
                out, err = process.communicate(given, timeout=limit)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                self.fail(f"{process.args[1:4]} still running after {limit} s")
        result = Result(process.returncode, out or b"", err or b"")
        self.assertNotRegex(result.err, SANITIZER)
        self.assertIn(result.code, (GOOD, WRONG, BROKEN, UNBALANCED), result)
        return result

    def carom(self, *arguments, given=None, limit=PATIENCE, **options):
        if given is not None:
            options["stdin"] = subprocess.PIPE
        return self.finish(self.start(*arguments, **options), limit, given)

    def good(self, *arguments, **options):
        result = self.carom(*arguments, **options)
        self.assertEqual(result.code, GOOD, result)
        return result

    def wrong(self, *arguments, **options):
        """A command that is refused: exit code 1, a message, and nothing written."""
        before = everything_below(self.folder)
        result = self.carom(*arguments, **options)
        self.assertEqual(result.code, WRONG, result)
        self.assertNotEqual(result.err.strip(), "")
        self.assertEqual(result.out, "")
        self.assertEqual(everything_below(self.folder), before)
        return result

    def refused(self, text, says=r"allowed|required|need", name="scene.yaml"):
        """A scene file that is refused: the message begins with file, line and column."""
        result = self.wrong("run", self.write(text, name), "-o", "results")
        self.assertRegex(result.err, rf"\A{re.escape(name)}:\d+:\d+: ")
        self.assertRegex(result.err, says)
        return result

    def refused_at(self, old, new, path, says):
        """One mistake in EVERYTHING: refused at its place, with its path and what is allowed."""
        text, line, column = scene_with(old, new)
        result = self.refused(text, says)
        found = re.match(r"scene\.yaml:(\d+):(\d+): ([^ ]+): ", result.err)
        self.assertIsNotNone(found, result)
        self.assertEqual(int(found[1]), line, result)
        longest = len(text.splitlines()[line - 1])
        self.assertIn(int(found[2]), range(column, longest + 2), result)
        self.assertEqual(found[3], path, result)

    def refused_for(self, old, new, path, says):
        """The same where the mistake has no place of its own, such as something missing."""
        text, _, _ = scene_with(old, new)
        self.refused(text, rf"\A\S+:\d+:\d+: {re.escape(path)}: .*{says}")

    def refuses_each(self, rows):
        for row in rows:
            with self.subTest(row[1]):
                self.refused_at(*row)


def everything_below(folder):
    return sorted(os.path.join(place, name) for place, folders, files in os.walk(folder)
                  for name in folders + files if name != "scene.yaml")


# --- Reading results ------------------------------------------------------------------------------


def read_csv(data):
    """Header and rows; an empty field is NaN. Every row is whole."""
    text = data.decode("ascii")
    if not text.endswith("\n"):
        raise ValueError("the last row is cut off")
    header, *rows = [line.split(",") for line in text.splitlines()]
    if any(len(row) != len(header) for row in rows):
        raise ValueError("a row does not have a field for each column")
    return header, rows


def numbers(rows):
    return [[float(field) if field else math.nan for field in row] for row in rows]


def read_npy(data):
    """Rows of a two-dimensional table of little-endian doubles."""
    if data[:8] != b"\x93NUMPY\x01\x00":
        raise ValueError("not an npy file")
    start = 10 + struct.unpack("<H", data[8:10])[0]
    shape = re.search(rb"'descr': '<f8', 'fortran_order': False, 'shape': \((\d+), (\d+)\)",
                      data[10:start])
    rows, columns = int(shape[1]), int(shape[2])
    if start % 64 != 0 or data[start - 1:start] != b"\n" or len(data) != start + 8 * rows * columns:
        raise ValueError("header and contents do not agree")
    flat = struct.unpack(f"<{rows * columns}d", data[start:])
    return [list(flat[i * columns:(i + 1) * columns]) for i in range(rows)]


def chunks(data):
    place = 12
    while place < len(data):
        name, size = struct.unpack("<4sI", data[place:place + 8])
        if place + 8 + size > len(data):
            raise ValueError(f"chunk {name} is cut off")
        yield name, data[place + 8:place + 8 + size]
        place += 8 + size + size % 2


def read_wav(data):
    """Rate and frames (left, right) of a float stereo file whose sizes agree."""
    riff, size, wave = struct.unpack("<4sI4s", data[:12])
    if (riff, wave) != (b"RIFF", b"WAVE") or size + 8 != len(data):
        raise ValueError("not a whole WAV file")
    found = dict(chunks(data))
    kind, channels, rate, _, frame, bits = struct.unpack("<HHIIHH", found[b"fmt "][:16])
    if (kind, channels, frame, bits) != (3, 2, 8, 32):
        raise ValueError("not float stereo")
    return rate, list(struct.iter_unpack("<ff", found[b"data"]))


class ResultsCase(Case):
    """Tests that look into a results folder."""

    def summary(self, folder):
        return json.loads(self.read(folder, "summary.json").decode("utf-8"))

    def samples(self, folder):
        header, rows = read_csv(self.read(folder, "samples.csv"))
        return header, numbers(rows)

    def check_whole(self, folder):
        """Every file there is complete, agrees with the summary, and no half file is left."""
        names = os.listdir(self.path(folder))
        self.assertEqual([n for n in names if n.endswith(".part") or n.endswith(".raw")], [])
        samples = self.summary(folder)["samples"] if "summary.json" in names else None
        for name in names:
            data = self.read(folder, name)
            count = None
            if name.endswith(".csv"):
                rows = read_csv(data)[1]
                count = len(rows) if name == "samples.csv" else None
            elif name.endswith(".npy"):
                rows = read_npy(data)
                count = len(rows) if name == "samples.npy" else None
            elif name.endswith(".wav"):
                count = len(read_wav(data)[1])
            elif name.endswith(".svg"):
                self.assertTrue(data.rstrip().endswith(b"</svg>"), name)
            if samples is not None and count is not None:
                self.assertEqual(count, samples, name)
        return names


# --- Mistakes in a scene --------------------------------------------------------------------------


class MistakesInAScene(Case):
    def test_the_scene_without_mistakes_is_good(self):
        self.good("check", self.write(EVERYTHING))

    def test_an_unknown_key_is_refused_at_every_level(self):
        self.refuses_each([
            ("gravity: 0", "§colour: 5\ngravity: 0", "colour", "unknown key; allowed are carom"),
            ("{method: audio}", "{method: audio, §colour: 5}", "solver.colour", "solver.method"),
            ("    length: 0.8", "    §colour: 5\n    length: 0.8", "bodies.string.colour",
             "unknown key; allowed are type"),
            ("at: 0.3,", "at: 0.3, §colour: 5,", "bodies.string.start.colour", "start.shape"),
            ("at: 0.6,", "at: 0.6, §colour: 5,", "bodies.string.start_velocity.colour",
             "start_velocity.shape"),
            ("velocity: 1}", "velocity: 1, §colour: 5}", "bodies.mass.colour", "frequency"),
            ("{sine: {amplitude: 1e-4,", "{sine: {§colour: 5, amplitude: 1e-4,",
             "bodies.swing.position.sine.colour", r"position\.sine\.offset"),
            ("height: 1e-3,", "height: 1e-3, §colour: 5,", "bodies.wall.profile.colour",
             r"profile\.from"),
            ("exponent: 1.3}", "exponent: 1.3, §colour: 5}", "contacts.hit.colour", "stiffness"),
            ("frequency: 55}", "frequency: 55, §colour: 5}", "forces.push.colour", "amplitude"),
            ("audio: true}", "audio: true, §colour: 5}", "outputs.sound.colour", "quantity"),
        ])

    def test_a_misspelt_section_names_the_nearest_one(self):
        for right, wrong in (("forces", "force"), ("contacts", "contact"), ("outputs", "Outputs")):
            with self.subTest(wrong):
                text, line, _ = scene_with(f"{right}:\n", f"{wrong}:\n")
                says = rf"\Ascene\.yaml:({line}|{line + 1}):.*did you mean '{right}'"
                self.refused(text, says)

    def test_a_misspelt_key_names_the_nearest_one(self):
        self.refuses_each([
            ("gravity: 0", "§gravty: 0", "gravty", "did you mean 'gravity'"),
            ("duration: 0.01", "§Duration: 0.01", "Duration", "did you mean 'duration'"),
            ("tension: 100", "§tenson: 100", "bodies.string.tenson", "did you mean 'tension'"),
            ("method: audio", "§methd: audio", "solver.methd", "did you mean 'solver.method'"),
            ("at: 0.3,", "§att: 0.3,", "bodies.string.start.att", "did you mean 'start.at'"),
            ("exponent: 1.3}", "§exponnent: 1.3}", "contacts.hit.exponnent",
             "did you mean 'exponent'"),
            ("frequency: 55}", "§frequncy: 55}", "forces.push.frequncy",
             "did you mean 'frequency'"),
            ("audio: true}", "§adio: true}", "outputs.sound.adio", "did you mean 'audio'"),
        ])

    def test_the_list_of_allowed_keys_is_whole_before_and_after_the_type(self):
        # keys are indented, sections are not
        keys = set(re.findall(r"^(?:  )?(\S+)", self.good("help", "keys").out, re.MULTILINE))
        for text in ("{colour: 5, type: mass, mass: 1}", "{type: string, colour: 5}",
                     "{type: plate, colour: 5}", "{type: barrier, colour: 5}", "5", "[1, 2]"):
            with self.subTest(text):
                result = self.refused(f"carom: 1\nbodies:\n  m: {text}\n")
                listed = result.err.split("allowed are ")[-1].strip()
                listed = re.sub(r", \.\.\.$", "", listed).split(", ")  # a list may end early
                self.assertEqual([word for word in listed if word not in keys], [])

    def test_a_key_given_twice_is_refused_and_named(self):
        once = "given|twice|duplicate"
        self.refuses_each([
            ("rate: 44100", "rate: 44100\n§rate: 48000", "rate", once),
            ("gravity: 0", "gravity: 0\n§\"gravity\": 0", "gravity", once),
            ("tension: 100", "tension: 100\n    §tension: 90", "bodies.string.tension", once),
            ("at: 0.3,", "at: 0.3, §at: 0.4,", "bodies.string.start.at", once),
            ("velocity: 1}", "velocity: 1, §velocity: 2}", "bodies.mass.velocity", once),
            ("exponent: 1.3}", "exponent: 1.3, §exponent: 1.3}", "contacts.hit.exponent", once),
        ])

    def test_a_name_given_twice_is_refused_and_named(self):
        once = "given|twice|duplicate"
        self.refuses_each([
            ("  floor:", "  §mass:", "bodies.mass", once),
            ("  rail:", "  §hit:", "contacts.hit", once),
            ("  pull:", "  §push:", "forces.push", once),
            ("  force:", "  §sound:", "outputs.sound", once),
            ("forces:\n", "§contacts:\n", "contacts", once),
        ])

    def test_a_value_of_the_wrong_type_is_refused(self):
        rows = []
        for value in ("abc", "[1, 2]", "null", "~", "true", "12x", "1 2", "1,5", "''", "", "[]"):
            rows.append(("length: 0.8", f"§length: {value}", "bodies.string.length",
                         "number|value"))
            rows.append(("tension: 100", f"§tension: {value}", "bodies.string.tension",
                         "number|value"))
        rows += [
            ("length: 0.8", "§length: {a: 1}", "bodies.string.length.a", "length"),
            ("{method: audio}", "§5", "solver", r"solver\.method"),
            ("size: [0.4, 0.3]", "§size: 0.4", "bodies.plate.size", "list"),
            ("size: [0.4, 0.3]", "§size: [0.4, abc]", "bodies.plate.size", "numbers"),
            ("size: [0.4, 0.3]", "§size: [0.4]", "bodies.plate.size", r"\[lx, ly\]"),
            ("size: [0.4, 0.3]", "§size: [0.4, 0.3, 0.2]", "bodies.plate.size", r"\[lx, ly\]"),
            ("size: [0.4, 0.3]", "§size: {a: 1}", "bodies.plate.size.a", "size"),
            ("ends: [pinned, clamped]", "§ends: pinned", "bodies.string.ends", r"\[left, right\]"),
            ("ends: [pinned, clamped]", "§ends: [1, 2]", "bodies.string.ends", "pinned, clamped"),
            ("ends: [pinned, clamped]", "§ends: [pinned]", "bodies.string.ends", "two"),
            ("along: true", "§along: yes", "contacts.rail.along", "true or false"),
            ("along: true", "§along: 1", "contacts.rail.along", "true or false"),
            ("carom: 1", "§carom: one", "carom", "equal to 1"),
            ("carom: 1", "§carom: 2", "carom", "equal to 1"),
            ("below: wall", "§below: [wall]", "contacts.rail.below", "there are|BODY"),
            ("below: wall", "§below: 5", "contacts.rail.below", "there are|BODY"),
            ("youngs: 1e10", "youngs: 1e10\n    §points: 2.5", "bodies.plate.points", "whole"),
        ]
        self.refuses_each(rows)

    def test_a_group_of_keys_that_is_given_a_number_says_which_keys_it_has(self):
        self.refuses_each([
            ("start: {shape: pluck, at: 0.3, amplitude: 1e-3}", "§start: 5", "bodies.string.start",
             r"start\.shape"),
            ("mass: {type: mass, mass: 0.01, velocity: 1}", "§mass: 5", "bodies.mass", "type"),
            ("forces:\n  push: {on: mass, frequency: 55}\n"
             "  pull: {on: string@0.2, table: [[0, 0], [0.001, 1]]}\n", "§forces: 5\n", "forces",
             "mapping"),
            ("forces:\n  push: {on: mass, frequency: 55}\n"
             "  pull: {on: string@0.2, table: [[0, 0], [0.001, 1]]}\n", "§forces: [push]\n",
             "forces", "mapping"),
        ])

    def test_numbers_must_be_finite(self):
        for value in (".nan", ".NaN", "nan", ".inf", "-.inf", "+.inf", ".Inf", "inf", "-infinity",
                      "1e999", "-1e999"):
            self.refuses_each([
                ("rate: 44100", f"§rate: {value}", "rate", "a number"),
                ("velocity: 1}", f"§velocity: {value}}}", "bodies.mass.velocity", "a number"),
                ("tension: 100", f"§tension: {value}", "bodies.string.tension", "a number"),
                ("tension: 100", f"§tension: [[0, 1], [1, {value}]]", "bodies.string.tension",
                 "a number"),
                ("tension: 100", f"§tension: [[0, 1], [{value}, 1]]", "bodies.string.tension",
                 "does not fall"),
                ("size: [0.4, 0.3]", f"§size: [0.4, {value}]", "bodies.plate.size", "numbers"),
            ])

    def test_values_out_of_range_are_refused_with_the_range(self):
        self.refuses_each([
            ("length: 0.8", "§length: -0.8", "bodies.string.length", "above 0, in m"),
            ("length: 0.8", "§length: 0", "bodies.string.length", "above 0, in m"),
            ("radius: 5e-4", "§radius: -5e-4", "bodies.string.radius", "above 0"),
            ("tension: 100", "§tension: -1", "bodies.string.tension", "at least 0"),
            ("size: [0.4, 0.3]", "§size: [0.4, -0.3]", "bodies.plate.size", "above 0"),
            ("mass: 0.01,", "§mass: 0,", "bodies.mass.mass", "above 0, in kg"),
            ("mass: 0.01,", "§mass: -1,", "bodies.mass.mass", "above 0, in kg"),
            ("rate: 44100", "§rate: 0", "rate", "in Hz"),
            ("rate: 44100", "§rate: -44100", "rate", "in Hz"),
            ("duration: 0.01", "§duration: -1", "duration", "from 0"),
            ("exponent: 1.3}", "§exponent: 0.5}", "contacts.hit.exponent", "from 1"),
            ("stiffness: 1e5,", "§stiffness: -1,", "contacts.hit.stiffness", "at least 0"),
            ("at: 0.3,", "§at: 1.5,", "bodies.string.start.at", "from 0 to 1"),
            ("audio: true}", "audio: true, §pan: 2}", "outputs.sound.pan", "from -1 to 1"),
            ("youngs: 1e10", "youngs: 1e10\n    §poisson: 0.7", "bodies.plate.poisson", "to 0.5"),
            ("{method: audio}", "{§oversample: 3}", "solver.oversample", "1, 2, 4, 8"),
            ("along: true", "along: true, §interpolation: 2", "contacts.rail.interpolation",
             "0, 1, 3"),
        ])

    def test_words_that_are_no_choice_are_refused_with_the_choices(self):
        self.refuses_each([
            ("type: string", "§type: strng", "bodies.string.type", "string, bar, plate, mass"),
            ("hit: {type: collision,", "hit: {§type: colision,", "contacts.hit.type",
             "collision, "),
            ("method: audio", "§method: magic", "solver.method", "one of audio"),
            ("shape: pluck, at", "§shape: plick, at", "bodies.string.start.shape", "pluck, hump"),
            ("quantity: velocity", "§quantity: loudness", "outputs.sound.quantity",
             "displacement, velocity"),
            ("ends: [pinned, clamped]", "§ends: [pinned, glued]", "bodies.string.ends", "clamped"),
            ("ends: [pinned, clamped]", "§ends: [free, pinned]", "bodies.string.ends",
             "pinned and clamped"),
        ])

    def test_a_key_of_another_type_is_refused(self):
        self.refuses_each([
            ("velocity: 1}", "velocity: 1, §tension: 5}", "bodies.mass.tension",
             "not a key of a mass; allowed are type, mass, frequency"),
            ("tension: 100", "tension: 100\n    §mass: 1", "bodies.string.mass", "tension"),
            ("position: -2}", "position: -2, §length: 1}", "bodies.floor.length", "profile"),
            ("exponent: 1.3}", "exponent: 1.3, §linear: 5}", "contacts.hit.linear", "gap"),
            ("linear: 10}", "linear: 10, §gap: 5}", "contacts.hold.gap", "cubic"),
        ])

    def test_what_is_missing_is_named(self):
        for row in [
            ("mass: {type: mass, mass: 0.01, velocity: 1}", "mass: {type: mass}",
             "bodies.mass.mass",
             "required is a number above 0"),
            ("mass: {type: mass, mass: 0.01, velocity: 1}", "mass: {mass: 0.01}",
             "bodies.mass.type",
             "required is one of string"),
            ("mass: {type: mass, mass: 0.01, velocity: 1}", "mass: {}", "bodies.mass", "needed"),
            ("    length: 0.8\n", "", "bodies.string.length", "required is a number"),
            ("    density: 7850\n", "", "bodies.string", "density or linear_density"),
            ("    radius: 5e-4\n", "", "bodies.string.radius", "needed with density"),
            ("    tension: 100\n", "", "bodies.string", "needs tension or pitch"),
            ("    size: [0.4, 0.3]\n", "", "bodies.plate.size", "required is a list"),
            ("above: string@0.5, ", "", "contacts.hit.above", "required is BODY"),
            ("hit: {type: collision, ", "hit: {", "contacts.hit.type", "required is one of"),
            ("stiffness: 1e6", "", "contacts.rail.stiffness", "required is a number"),
            ("on: mass, frequency: 55", "frequency: 55", "forces.push.on", "required is BODY"),
            ("on: mass, frequency: 55", "on: mass", "forces.push",
             "needs either frequency .* or table"),
            ("of: string@0.9, ", "", "outputs.sound.of", "required is BODY"),
            (", frequency: 50}", "}", "bodies.swing.position.sine.frequency", "needed"),
            (", width: 1}", "}", "bodies.wall.profile.width", "needed"),
            ("start: {shape: hump}, ", "start: {at: 0.5}, ", "bodies.bar.start.shape", "needed"),
        ]:
            with self.subTest(path=row[2], without=row[0]):
                self.refused_for(*row)

    def test_a_spring_that_restores_nothing_is_refused(self):
        self.refused_for("linear: 10", "", "contacts.hold",
                         "needs linear, cubic or sigma_x, or stiffness")

    def test_a_scene_without_version_or_bodies_says_so_with_its_file(self):
        for text, path in (("bodies: {m: {type: mass, mass: 1}}\n", "carom"),
                           ("carom: 1\n", "bodies"), ("carom: 1\nbodies:\n", "bodies"),
                           ("carom: 1\nbodies: {}\n", "bodies"),
                           ("carom: 1\noutputs: {o: {of: m}}\n", "bodies")):
            with self.subTest(text):
                self.refused(text, rf": {path}: missing; ")

    def test_a_point_outside_its_body_is_refused(self):
        line, plate = "BODY@x with x from 0 to 1", "PLATE@x:y with x and y from 0 to 1"
        bare = "allowed is its bare name"
        rows = [(f"§below: \"{point}\"", says) for point, says in [
            ("string@1.2", line), ("string@-0.1", line), ("string@", line), ("string@x", line),
            ("string@nan", line), ("string@inf", line), ("string@0.5x", line), ("string", line),
            ("string@0.5:0.5", line), ("string@0.5@0.5", line), ("plate", plate),
            ("plate@0.5", plate), ("plate@0.5:", plate), ("plate@:0.5", plate),
            ("plate@0.5:1.1", plate), ("plate@0.5:0.5:0.5", plate), ("mass@0.5", bare),
            ("mass@", bare), ("wall@0.5", bare), ("nobody", "there are string, bar, plate, mass"),
            ("nobody@0.5", "there is no body 'nobody'"), ("@0.5", "there is no body ''"),
            ("string@0", "a point that moves")]]
        for new, says in rows:
            with self.subTest(new):
                text, _, _ = scene_with("below: bar@0.3", new)
                self.refused(text, rf"contacts\.grip\.(below|above): .*{says}")

    def test_points_of_forces_and_outputs_are_held_to_the_same_rules(self):
        self.refuses_each([
            ("on: string@0.2", "§on: string@1.2", "forces.pull.on", "from 0 to 1"),
            ("on: string@0.2", "§on: string@0", "forces.pull.on", "a point that moves"),
            ("on: string@0.2", "§on: nobody", "forces.pull.on", "there are string"),
            ("of: string@0.9", "§of: string@1.2", "outputs.sound.of", "from 0 to 1"),
            ("of: string@0.9", "§of: nobody", "outputs.sound.of", "there are string"),
        ])

    def test_a_contact_needs_two_bodies_of_which_one_moves(self):
        self.refuses_each([
            ("below: mass, above: string@0.5", "below: mass, §above: mass", "contacts.hit.above",
             "two different bodies"),
            ("below: mass, above: string@0.5", "below: string@0.2, §above: string@0.5",
             "contacts.hit.above", "two different bodies"),
            ("below: wall, above: bar, along: true", "below: wall, §above: floor",
             "contacts.rail.above", "at most one barrier"),
            ("above: bar, along: true", "above: mass, §along: true", "contacts.rail.along",
             "a string or bar along"),
            ("above: bar, along: true", "§above: bar@0.5, along: true", "contacts.rail.above",
             "bare name"),
            ("below: wall, above: bar, along: true", "below: plate, above: bar, §along: true",
             "contacts.rail.along", "a plate along a plate"),
        ])

    def test_a_bow_must_be_able_to_bow(self):
        self.refuses_each([
            ("on: string@0.35, force", "§on: string@1.2, force", "contacts.bow.on", "from 0 to 1"),
            ("on: string@0.35, force", "§on: string, force", "contacts.bow.on", "BODY@x"),
            ("on: string@0.35, force", "§on: wall, force", "contacts.bow.on", "a body that moves"),
            ("on: string@0.35, force", "§on: flute@0.2, force", "contacts.bow.on", "there are"),
            ("force: 0.3", "§force: -0.3", "contacts.bow.force", "at least 0"),
            ("force: 0.3", "§position: 1.5", "contacts.bow.position", "from 0 to 1"),
            ("force: 0.3", "§law: coulomb", "contacts.bow.law", "elasto-plastic"),
            ("force: 0.3", "law: elasto-plastic, §solve: linear", "contacts.bow.solve", "newton"),
            ("force: 0.3", "§dynamic_friction: 0.9", "contacts.bow.dynamic_friction",
             "at most 0.8"),
            ("force: 0.3", "§stiffness: 3", "contacts.bow.stiffness", "sharpness"),
            ("damper: 0.1", "§damper: -1", "contacts.finger.damper", "at least 0"),
            ("on: bar@0.4", "§on: mass, position: 0.5", "contacts.finger.position", "with on"),
        ])

    def test_a_string_on_a_grid_is_not_for_events(self):
        text = "carom: 1\nsolver: {method: event}\nbodies:\n" \
               "  s: {type: string, length: 1, linear_density: 1, tension: 1}\n"
        self.refused(text)

    def test_a_score_must_be_playable(self):
        self.refuses_each([
            ("gesture: bow", "§gesture: blow", "score.1.gesture", "bow, finger, pluck"),
            ("at: 0, position", "§at: -1, position", "score.1.at", "at least 0"),
            ("at: 0.001", "§at: 100", "score.2.at", "the duration"),
            ("position: 0.3, over", "§force: -2, over", "score.1.force", "at least 0"),
            ("position: 0.3, over", "§pitch: 2, over", "score.1.pitch", "position"),
            ("on: plate@0.3:0.3", "§on: plate@0.3", "score.2.on", "PLATE@x:y"),
        ])

    def test_a_scene_may_begin_as_another(self):
        self.write("like: mass-barrier\nbodies: {mass: {velocity: 3}}\n", "faster.yaml")
        self.write("like: faster.yaml\ntitle: faster still\n", "still.yaml")
        self.good("run", "still.yaml", "-o", "a", "--duration", "0.05", "--quiet")
        self.good("run", "mass-barrier", "-o", "b", "--set", "bodies.mass.velocity=3",
                  "--duration", "0.05", "--quiet")
        self.assertEqual(self.read("a", "samples.csv"), self.read("b", "samples.csv"))
        self.write("like: again.yaml\n", "again.yaml")
        self.refused("like: again.yaml\n", "circle", "again.yaml")
        self.refused("carom: 1\nlike: nothing\n", "carom list shows")
        self.refused("like: [a, b]\n", "allowed is one scene's")
        self.refused("like: tromba\nscore:\n  - {gesture: bow, at: 1}\n", "moves nothing")
        self.refused("like: .\n", "no scene '.'")

    def test_keys_stand_without_question_marks(self):
        for text, line in (("a: 1\n? b : \t? c ", 2), ("bodies:\n  ? b : \t? c\n", 2), ("?\n", 1)):
            self.refused(text, rf":{line}:\d+: a key after a question mark; allowed are plain names")
        self.write("like: two-masses\ntitle: is it ? yes\n", "asked.yaml")
        self.good("check", "asked.yaml")

    def test_a_scene_may_lack_what_the_other_one_has(self):
        self.write("like: two-masses\noutputs: {force: null}\nbodies: {lower: {frequency: ~}}\n",
                   "less.yaml")
        self.good("run", "less.yaml", "-o", "a", "--duration", "0.01", "--quiet")
        self.assertNotIn(b"force", self.read("a", "samples.csv").split(b"\n")[0])
        self.refused("like: two-masses\noutputs: {nobody: null}\n", "no such item")

    def test_a_barrier_cannot_be_pushed(self):
        self.refused_at("on: mass, frequency: 55", "§on: wall, frequency: 55", "forces.push.on",
                        "a body that moves")

    def test_a_force_is_either_a_sine_or_a_table(self):
        self.refused_for("frequency: 55", "frequency: 55, table: [[0, 1]]", "forces.push",
                         "either frequency .* or table")

    def test_the_same_thing_said_in_two_ways_is_refused(self):
        one = "allowed is one of the two"
        self.refuses_each([
            ("tension: 100", "tension: 100\n    §pitch: 100", "bodies.string.pitch", one),
            ("radius: 5e-4", "radius: 5e-4\n    §linear_density: 1", "bodies.string.linear_density",
             one),
            ("tension: 100", "tension: 100\n    §bending_stiffness: 1",
             "bodies.string.bending_stiffness", one),
        ])

    def test_an_unstable_grid_is_refused_with_the_limit(self):
        self.refuses_each([
            ("tension: 100", "tension: 100\n    §points: 5000", "bodies.string.points",
             r"at least \S+ m, that is at most \d+ intervals"),
            ("youngs: 1e10", "youngs: 1e10\n    §points: [300, 200]", "bodies.plate.points",
             r"at least \S+ m, that is at most \d+ intervals"),
            ("ends: [pinned, clamped]", "ends: [pinned, clamped]\n    §points: [10, 10]",
             "bodies.string.points", "one whole number"),
        ])

    def test_the_limit_of_a_grid_is_itself_allowed(self):
        text, _, _ = scene_with("tension: 100", "tension: 100\n    points: 5000")
        most = re.search(r"at most (\d+) intervals", self.refused(text).err)[1]
        text, _, _ = scene_with("tension: 100", f"tension: 100\n    points: {most}")
        self.good("check", self.write(text))

    def test_a_body_too_stiff_for_its_rate_says_so(self):
        self.refused_for("tension: 100", "tension: 1e9", "bodies.string",
                         r"at least two intervals \(raise the rate")

    def test_a_mass_too_fast_for_the_rate_is_refused_with_the_limit(self):
        self.refuses_each([
            ("velocity: 1}", "velocity: 1, §frequency: 20000}", "bodies.mass.frequency",
             "a number below 14037"),
            ("velocity: 1}", "velocity: 1, §frequency: [[0, 10], [1, 20000]]}",
             "bodies.mass.frequency", "a number below 14037"),
        ])

    def test_breakpoints_must_be_pairs_with_rising_times(self):
        rising = r"\[\[t, value\], ...\] with t that does not fall"
        self.refuses_each([
            ("tension: 100", f"§tension: {value}", "bodies.string.tension", rising)
            for value in ("[[0, 1], [2, 5], [1, 4]]", "[[0, 1, 2]]", "[[0]]", "[0, 1]", "[[]]",
                          "[[0, 1], 5]", "[[0, abc]]", "[[0, -5]]", "[[[0, 1]]]")
        ] + [("table: [[0, 0], [0.001, 1]]", "§table: [[0, 0], [-1, 1]]",
              "forces.pull.table", rising),
             ("table: [[0, 0], [0.001, 1]]", "§table: 5", "forces.pull.table", rising)])

    def test_a_list_that_holds_mappings_or_too_many_lists_is_refused(self):
        self.refuses_each([
            ("tension: 100", f"§tension: {value}", "bodies.string.tension", "allowed")
            for value in ("[{a: 1}]", "[[0, {a: 1}]]", "[[[[[0, 1]]]]]")])

    def test_a_text_inside_a_list_is_not_read_as_a_list(self):
        self.refuses_each([
            ("size: [0.4, 0.3]", '§size: ["0.4, 0.3"]', "bodies.plate.size", "allowed"),
            ("tension: 100", '§tension: [[0, "5]]\\0"]]', "bodies.string.tension", "allowed|zero"),
            ("tension: 100", '§tension: ["[0, 5]"]', "bodies.string.tension", "allowed"),
        ])

    def test_breakpoints_on_a_key_that_is_not_live_are_refused(self):
        self.refuses_each([
            ("mass: 0.01,", "§mass: [[0, 1], [1, 2]],", "bodies.mass.mass", "a number above 0"),
            ("length: 0.8", "§length: [[0, 1], [1, 2]]",
             "bodies.string.length", "a number above 0"),
            ("velocity: 1}", "§position: [[0, 0], [1, 1]]}", "bodies.mass.position", "a number"),
        ])

    def test_a_table_of_the_wrong_length_is_refused_with_the_right_one(self):
        self.refuses_each([
            ("start: {shape: pluck, at: 0.3, amplitude: 1e-3}",
             f"points: 4\n    start: {{shape: table, §values: {values}}}",
             "bodies.string.start.values", "needed with shape: table are 5")
            for values in ("[0, 1, 0]", "[0, 0, 0, 0, 0, 0]")])
        self.refused_for("{shape: pluck, at: 0.3, amplitude: 1e-3}", "{shape: table}",
                         "bodies.string.start.values", "needed with shape: table")

    def test_a_pair_where_one_number_belongs_is_refused(self):
        self.refuses_each([
            ("at: 0.3,", "§at: [0.3, 0.4],", "bodies.string.start.at", "one|a number"),
            ("at: 0.3,", "at: 0.3, §mode: [1, 2],", "bodies.string.start.mode", "one|a number"),
        ])

    def test_an_output_of_a_missing_contact_lists_the_contacts(self):
        self.refused_at("of: hit", "§of: hitt", "outputs.force.of",
                        "contacts are: hit, rail, tap, hold, grip")

    def test_an_output_quantity_must_fit_what_it_is_of(self):
        self.refuses_each([
            ("of: string@0.9, quantity: velocity", "of: mass, §quantity: slope",
             "outputs.sound.quantity", "displacement, velocity, acceleration"),
            ("of: string@0.9, quantity: velocity", "of: wall, §quantity: velocity",
             "outputs.sound.quantity", "displacement"),
            ("of: string@0.9, quantity: velocity", "of: hit, §quantity: slope",
             "outputs.sound.quantity", "force, overlap, velocity, psi and energy"),
            ("of: hit, quantity: force", "§of: mass, quantity: force", "outputs.force.of",
             "contacts are: hit"),
            ("of: hit, quantity: force", "§of: string@0.5, quantity: overlap", "outputs.force.of",
             "contacts are: hit"),
        ])

    def test_names_are_letters_digits_and_dashes(self):
        for name in ('"a b"', '"a,b"', "5", '"@"', "é", '"a.b"', '""', "-x", "x" * 65, "x" * 300):
            with self.subTest(name):
                self.refused(f"carom: 1\nbodies:\n  {name}: {{type: mass, mass: 1}}\n",
                             "allowed|names? ")

    def test_keys_that_are_not_words_are_refused(self):
        for line in ("? [a, b]\n: 5", "? {a: b}\n: 5", ": 5", "1: 5", '"": 5',
                     "solver.method: audio"):
            with self.subTest(line):
                self.refused(ONE_MASS + line + "\n", "allowed|names ")

    def test_sizes_beyond_all_measure_are_refused_with_their_path(self):
        plate = "type: plate, thickness: 1e-3, density: 1000, youngs: 1e9, size: "
        for body, path in ((plate + "[1, 1e9]", "bodies.b"), (plate + "[1, 1e300]", "bodies.b"),
                           (plate + "[1e6, 1e6], points: [100000, 100000]", "bodies.b"),
                           (plate + "[1e300, 1]", "bodies.b"),
                           ("type: string, length: 1, density: 1, radius: 1e-200, tension: 1",
                            "bodies.b"),
                           ("type: string, length: 1e300, linear_density: 1, tension: 1",
                            "bodies.b")):
            with self.subTest(body):
                self.refused(f"carom: 1\nbodies:\n  b: {{{body}}}\n", rf": {path}\b")

    def test_more_samples_than_anyone_can_want_are_refused(self):
        self.refused(ONE_MASS + "duration: 1e9\nrate: 1e9\n", "duration: .*allowed are at most")


# --- Files that are not scenes --------------------------------------------------------------------


class FilesThatAreNotScenes(Case):
    def test_an_empty_file_is_refused(self):
        for text in ("", "\n\n", "# a comment\n# and another\n", "---\n", "---\n...\n", " ",
                     "\ufeff"):
            with self.subTest(text):
                self.refused(text)

    def test_a_file_that_is_no_mapping_is_refused(self):
        for text in ("5\n", "null\n", "hello\n", "- 1\n- 2\n", "[1, 2]\n", '"text"\n'):
            with self.subTest(text):
                self.refused(text, "allowed is a mapping")

    def test_broken_yaml_is_refused_at_its_line(self):
        for text, line in (("rate: [1\n", "[45]"), ('title: "abc\n', "[45]"), ("rate 5\n", "4"),
                           ("\trate: 5\n", "4"), ("  rate: 5\n rate: 6\n", "[45]"),
                           ("rate: {a: 1\n", "[45]"), ("rate: @x\n", "4"), ("rate: 5}\n", "4"),
                           ("title: a: b\n", "4")):
            with self.subTest(text):
                self.refused(ONE_MASS + text, rf"\Ascene\.yaml:{line}:")

    def test_tabs_do_not_indent(self):
        self.refused("carom: 1\nbodies:\n\tm: {type: mass, mass: 1}\n", r"\Ascene\.yaml:3:1: .*tab")

    def test_random_bytes_are_refused(self):
        generator = 12345
        for length in (1, 7, 100, 5000):
            data = bytearray()
            while len(data) < length:
                generator = (generator * 1103515245 + 12345) % 2**31
                data.append(generator >> 16 & 255)
            with self.subTest(length):
                self.refused(bytes(data), ".")

    def test_other_kinds_of_file_are_refused(self):
        for data in (b"\x7fELF\x02\x01\x01\0" + bytes(100), b"\x89PNG\r\n\x1a\n" + bytes(50),
                     b"RIFF\x24\0\0\0WAVEfmt ", b"PK\x03\x04" + bytes(40), bytes(1000)):
            with self.subTest(data[:8]):
                self.refused(data, ".")

    def test_text_that_is_not_utf_8_is_refused_and_says_so(self):
        for line in (b"title: \xff\xfe\n", b'title: "a\xff"\n', b"title: ab\xc3\n",
                     b"  n\xff: {type: mass, mass: 1}\n", b"title: \xed\xa0\x80\n"):
            with self.subTest(line):
                self.refused(ONE_MASS.encode() + line, r"\Ascene\.yaml:4:\d+: .*(?i:utf-?8)")

    def test_a_zero_byte_anywhere_is_refused_and_says_so(self):
        for line in (b"\0", b"title: a\0b\n", b"# a\0b\n", b"\0 x: [\n", b'title: "a\0b"\n',
                     b"ra\0te: 5\n"):
            with self.subTest(line):
                self.refused(ONE_MASS.encode() + line, r"\Ascene\.yaml:4:\d+: .*(zero byte|NUL)")

    def test_an_escaped_zero_byte_is_refused_and_says_so(self):
        for line in ('title: "a\\0b"\n', '"a\\0b": 5\n'):
            with self.subTest(line):
                self.refused(ONE_MASS + line, r"\Ascene\.yaml:4:\d+: .*zero byte")

    def test_a_file_in_another_encoding_is_refused_or_read(self):
        for encoding in ("utf-16", "utf-16-be", "utf-32"):
            with self.subTest(encoding):
                self.carom("check", self.write(ONE_MASS.encode(encoding)))

    def test_two_documents_in_one_file_are_refused_at_the_second(self):
        for second in ("---\ncarom: 1\n", "---\nx: [\n", "...\n---\n" + ONE_MASS):
            with self.subTest(second):
                self.refused(ONE_MASS + second, r"\Ascene\.yaml:[4-6]:\d+: .*(document|YAML)")

    def test_anchors_that_contain_themselves_are_refused(self):
        for text in ("carom: 1\nbodies: &b\n  m: *b\n", "carom: 1\nbodies: {m: &a [*a]}\n",
                     "&t\ncarom: *t\nbodies: *t\n",
                     "carom: 1\nbodies: &b {m: {start: *b}, n: *b}\n",
                     "carom: &a [*a, *a]\n", "carom: 1\nbodies: {m: &m {mass: *m}}\n"):
            with self.subTest(text):
                self.refused(text, r"\Ascene\.yaml:[12345]:")

    def test_an_alias_of_nothing_is_refused_and_named(self):
        self.refused(ONE_MASS + "rate: *nothing\n", r"\Ascene\.yaml:4:\d+: rate: .*(alias|nothing)")

    def test_an_alias_bomb_of_mappings_is_refused_at_once(self):
        text = ONE_MASS + "a0: &a0 {x: 1}\n"
        for i in range(9):
            text += f"a{i + 1}: &a{i + 1} {{" + ", ".join(f"k{j}: *a{i}" for j in range(10)) + "}\n"
        self.refused(text)

    def test_an_alias_bomb_of_lists_is_refused_at_once(self):
        ones, inner, outer = "1," * 999 + "1", "*a," * 998 + "*a", "*b," * 998 + "*b"
        values = f"[&b [&a [{ones}], {inner}], {outer}]"
        text, _, _ = scene_with("shape: hump}, start", f"shape: table, values: {values}}}, start")
        self.refused(text)

    def test_deep_nesting_is_refused(self):
        block = "".join(" " * i + "a:\n" for i in range(1000))
        for text in ("carom: " + "[" * 100000, "carom: " + "[" * 50000 + "]" * 50000,
                     "{a: " * 5000 + "1" + "}" * 5000, "- " * 5000 + "1\n", block,
                     "{a: " * 15 + "1" + "}" * 15):
            with self.subTest(text[:20]):
                self.refused(text, "nested|depth|allowed")

    def test_megabytes_of_unknown_keys_are_refused_quickly(self):
        self.refused(ONE_MASS + "".join(f"key_number_{i}: 1\n" for i in range(100000)),
                     r"\Ascene\.yaml:4:\d+: key_number_0: unknown key")

    def test_megabytes_of_bodies_are_read_quickly(self):
        bodies = "".join(f"  mass{i}: {{type: mass, mass: 1}}\n" for i in range(60000))
        self.good("check", self.write(ONE_MASS + bodies))

    def test_megabytes_in_one_value_do_no_harm(self):
        long = "x" * 3000000
        self.good("check", self.write(ONE_MASS + f"title: {long}\n"))
        for text in (f"{long}: 1\n", f"rate: {'1' * 3000000}\n", f"rate: {long}\n",
                     f"gravity: [{'1, ' * 300000}1]\n", f"bodies{long}: 5\n",
                     f"outputs: {{o: {{of: {long}}}}}\n"):
            with self.subTest(text[:20]):
                self.refused(ONE_MASS + text, ".")

    def test_what_is_not_a_readable_file_is_refused_with_the_reason(self):
        os.mkdir(self.path("folder"))
        os.mkdir(self.path("folder.yaml"))
        for name, says in (("missing.yaml", "No such file"), ("./missing", "No such file"),
                           ("folder", "is a folder"), ("folder.yaml", "is a folder"),
                           (".", "folder"),
                           ("missing/scene.yaml", "No such file"),
                           ("a" * 300 + ".yaml", "too long"),
                           ("nothing-of-that-name", "carom list")):
            with self.subTest(name):
                result = self.wrong("run", name, "-o", "results")
                self.assertIn(name, result.err)
                self.assertRegex(result.err, says)

    def test_an_unreadable_file_is_refused_with_the_reason(self):
        if os.path.exists("/proc/self/mem"):
            self.assertIn("cannot be read", self.wrong("run", "/proc/self/mem").err)
        if os.geteuid() != 0:
            os.chmod(self.path(self.write(ONE_MASS)), 0)
            self.assertIn("Permission denied", self.wrong("run", "scene.yaml").err)

    def test_an_endless_file_is_refused(self):
        self.assertIn("larger than", self.wrong("run", "/dev/zero").err)

    def test_standard_input_is_named_in_messages(self):
        result = self.wrong("run", "-", given=b"carom: 1\nbodies: {m: {type: mass, mass: 0}}\n")
        self.assertRegex(result.err, r"\A(standard input|-):2:\d+: bodies\.m\.mass: ")

    def test_nothing_on_standard_input_is_refused(self):
        self.assertRegex(self.wrong("run", "-", given=b"").err, "empty")


class FilesThatAreScenesAllTheSame(Case):
    def test_line_endings_byte_order_mark_and_json_do_not_matter(self):
        texts = {"crlf": EVERYTHING.replace("\n", "\r\n"), "bom": "\ufeff" + EVERYTHING,
                 "bom and crlf": "\ufeff" + EVERYTHING.replace("\n", "\r\n"),
                 "no last newline": EVERYTHING.rstrip("\n"),
                 "document": "---\n" + EVERYTHING + "...\n",
                 "directive": "%YAML 1.2\n---\n" + EVERYTHING,
                 "comments": "# x\n" + EVERYTHING + "# y",
                 "blank lines": EVERYTHING.replace("\n", "\n\n")}
        self.good("run", self.write(EVERYTHING), "-o", "plain", "--quiet")
        for name, text in texts.items():
            with self.subTest(name):
                self.good("run", self.write(text), "-o", "other", "--quiet")
                same = self.read("other", "samples.csv") == self.read("plain", "samples.csv")
                self.assertTrue(same)

    def test_crlf_keeps_line_numbers(self):
        text = "carom: 1\r\nbodies:\r\n  m: {type: mass,\r\n      mass: 0}\r\n"
        self.refused(text, r"\Ascene\.yaml:4:13: bodies\.m\.mass: '0' is out of range")

    def test_a_title_may_be_empty_or_in_any_language(self):
        for title in ('""', "Flöte, 笛, 🎻", '"a: b # c"', "'it''s'",
                      '"two\\nlines\\ttab"', "|\n  a\n  b",
                      '"[no list]"'):
            with self.subTest(title):
                self.good("check", self.write(ONE_MASS + f"title: {title}\n"))

    def test_anchors_may_be_used(self):
        text = "carom: 1\nbodies:\n  a: &a {type: mass, mass: 1}\n  b: *a\n"
        self.assertRegex(self.good("check", self.write(text)).out, "bodies: 2")

    def test_a_section_may_be_empty(self):
        for section in ("contacts:\n", "forces: {}\n", "outputs:\n"):
            with self.subTest(section):
                self.good("run", self.write(ONE_MASS + section), "-o", "results", "--quiet")

    def test_numbers_may_be_written_as_yaml_writes_them(self):
        for number in ("8000", "8e3", "8.0E+3", "+8000", "8000.", "0x1F40", "8000.0", " 8000 "):
            with self.subTest(number):
                out = self.good("check", self.write(ONE_MASS + f"rate: {number}\n")).out
                self.assertRegex(out, r"\A1 s at 8000 Hz")


# --- Arguments ------------------------------------------------------------------------------------


class Arguments(Case):
    def test_unknown_commands_and_options_are_refused_with_what_there_is(self):
        for arguments, says in ((["frob"], "run, sweep, plot, check, bench, reproduce, list"), (["run", "--frob"], "--duration"),
                                (["run", "tromba", "--frob"], "'--frob'.*--duration"),
                                (["run", "tromba", "-x"], "'-x'.*-o DIR"),
                                (["check", "tromba", "--frob"], "'--frob'"),
                                (["check", "--frob"], "option '--frob'"),
                                (["--frob"], "run, sweep, plot, check, bench, reproduce, list"), (["list", "x"], "no arguments"),
                                (["show"], "one built-in"),
                                (["show", "frob"], "'frob'.*carom list"),
                                (["help", "frob"], "'frob'.*help keys"),
                                ([""], "run, sweep, plot, check, bench, reproduce, list")):
            with self.subTest(arguments):
                self.assertRegex(self.wrong(*arguments).err, says)

    def test_missing_and_surplus_arguments_are_refused(self):
        for arguments, says in ((["run"], "needs a scene"), (["check"], "needs a scene"),
                                (["run", "tromba", "-o"], "-o needs a value"),
                                (["run", "tromba", "--set"], "--set needs"),
                                (["check", "tromba", "--set"], "--set needs"),
                                (["run", "tromba", "--duration"], "--duration needs a value"),
                                (["run", "tromba", "--rate"], "--rate needs a value"),
                                (["run", "tromba", "two-masses"], "more than one scene"),
                                (["check", "tromba", "two-masses"], "one scene")):
            with self.subTest(arguments):
                self.assertRegex(self.wrong(*arguments).err, says)

    def test_no_arguments_at_all_show_the_help(self):
        result = self.carom()
        self.assertEqual(result.code, WRONG)
        self.assertIn("carom run SCENE", result.out + result.err)

    def test_a_wrong_setting_is_named_by_its_number(self):
        for settings, says in ((["frob=1"], "--set:1: frob: unknown key"),
                               (["rate=48000", "frob=1"], "--set:2: frob: unknown key"),
                               (["rate"], "--set:1: .*PATH=VALUE"),
                               (["rate=48000", "rate"], "--set:2: .*PATH=VALUE"),
                               (["rate=abc"], "--set:1: rate: 'abc' is not a number; allowed is"),
                               (["rate="], "--set:1: rate: .*allowed is"),
                               (["=5"], "--set:1: "), ([""], "--set:1: "), (["."], "--set:1: "),
                               (["bodies=5"], "--set:1: bodies: "),
                               (["bodies.string=5"], "--set:1: bodies.string: "),
                               (["bodies..mass=5"], "--set:1: bodies..mass: "),
                               (["bodies.string.tenson=5"], "--set:1: .*did you mean 'tension'"),
                               (["bodies.strng.sigma0=5"], "--set:1: bodies.strng"),
                               (["rate=48000", "bodies.bridge.frequency=1e5"],
                                "--set:2: bodies.bridge.frequency: unstable"),
                               (["bodies.string.points=9999"], "--set:1: bodies.string.points: "),
                               (["contacts.foot.above=nobody"], "--set:1: contacts.foot.above: "),
                               (["bodies.string.ends=[pinned, pinned] x"],
                                "--set:1: bodies.string"),
                               (["bodies.string.ends=[pinned, pinned,"], "--set:1: bodies.string"),
                               (["bodies.string.ends=[pinned, pinned, ]"],
                                "--set:1: bodies.string"),
                               (["bodies.string.sigma0=[[0, 1]"], "--set:1: bodies.string.sigma0"),
                               (["bodies.body.size=[1, 2"], "--set:1: bodies.body.size"),
                               (["x" * 5000 + "=1"], "--set:1: ")):
            with self.subTest(settings):
                arguments = [word for setting in settings for word in ("--set", setting)]
                for command in (["run", "tromba", "-o", "r"], ["check", "tromba"]):
                    self.assertRegex(self.wrong(*command, *arguments).err, r"\A" + says)

    def test_wrong_durations_and_rates_are_refused_by_their_option(self):
        for option in ("--duration", "--rate"):
            for value in ("abc", "-1", "nan", "inf", "1e999", "", "5s", "1,5", "[1]", "1e30", "0x"):
                with self.subTest(option=option, value=value):
                    result = self.wrong("run", "two-masses", option, value)
                    self.assertRegex(result.err, rf"\A{option}: .*allowed is a number")

    def test_a_rate_of_zero_is_refused_but_a_duration_of_zero_is_one_row(self):
        self.assertRegex(self.wrong("run", "two-masses", "--rate", "0").err, r"\A--rate: ")
        self.good("run", "two-masses", "--duration", "0", "--quiet", "-o", "r")
        self.assertEqual(len(read_csv(self.read("r", "samples.csv"))[1]), 1)

    def test_text_that_is_not_utf_8_does_not_reach_the_summary(self):
        result = self.carom("run", "mass-barrier", "--set", b"title=\xff\xfe", "-o", "r", "--quiet")
        if result.code == GOOD:
            json.loads(self.read("r", "summary.json").decode("utf-8", "replace"))
            self.assertNotIn(b"\xff", self.read("r", "summary.json"))
        else:
            self.assertRegex(result.err, r"\A--set:1: title: ")

    def test_standard_output_that_is_full_is_told(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("there is no /dev/full")
        with open("/dev/full", "wb") as full:
            for arguments in (["list"], ["show", "tromba"], ["help", "keys"], ["version"]):
                with self.subTest(arguments):
                    result = self.carom(*arguments, stdout=full)
                    self.assertEqual(result.code, BROKEN)
                    self.assertIn("cannot be written", result.err)

    def test_a_rate_at_which_there_is_no_sound_is_a_mistake_and_no_failed_run(self):
        result = self.carom("run", "two-masses", "--rate", "0.4", "--set",
                            "bodies.upper.frequency=0",
                            "--set", "bodies.lower.frequency=0", "--quiet", "-o", "r")
        self.assertIn(result.code, (GOOD, WRONG), result)
        if result.code == WRONG:
            self.assertRegex(result.err, "rate")

    def test_a_folder_of_the_same_name_does_not_hide_a_built_in_scene(self):
        os.mkdir(self.path("two-masses"))
        self.good("check", "two-masses")

    def test_a_file_of_the_same_name_comes_before_a_built_in_scene(self):
        self.write(ONE_MASS, "two-masses")
        self.assertRegex(self.good("check", "two-masses").out, "bodies: 1,")


# --- Keys and settings ----------------------------------------------------------------------------


class Keys(Case):
    def keys(self):
        """(section, name, kind, default or None, types) of every key that the program tells of."""
        listed = self.good("help", "keys").out
        names = sorted(set(re.findall(r"^  (\S+)", listed, re.MULTILINE)))
        found = {}
        for name in names:
            for block in re.findall(r"(\S+)\n  .*\n  (.*)\n  (.*)\n", self.good("help", name).out):
                path, kind, rest = block
                section, _, key = path.rpartition(".NAME.")
                standard = re.match(r"default: (.*?)(;|$)", rest)
                standard = standard[1] if standard and standard[1] != "none" else None
                types = re.search(r"; for: ([\w ]+)", rest)
                found[path] = (section, key, kind, standard, types[1].split() if types else [])
        return found.values()

    def paths(self, section, key, types):
        """Where EVERYTHING has room for a key."""
        items = {"bodies": {"string": "string", "bar": "bar", "plate": "plate", "mass": "mass",
                            "wall": "barrier"},
                 "contacts": {"hit": "collision", "hold": "spring", "grip": "spring"},
                 "forces": {"push": ""}, "outputs": {"sound": ""}}
        if section == "":
            return [key]
        if key.startswith("position.sine"):
            return [f"bodies.swing.{key}"]
        return [f"{section}.{name}.{key}" for name, kind in items.get(section, {}).items()
                if not types or kind in types]

    def test_all_keys_of_the_table_are_told_about(self):
        keys = list(self.keys())
        self.assertGreater(len(keys), 60)
        for needed in ("carom", "rate", "tension", "start.shape", "stiffness", "of", "table"):
            self.assertIn(needed, [key for _, key, _, _, _ in keys])

    def test_every_key_may_be_set_to_its_default(self):
        scene = self.write(EVERYTHING)
        count = 0
        for section, key, _, standard, types in self.keys():
            for path in self.paths(section, key, types) if standard is not None else []:
                with self.subTest(path):
                    self.good("check", scene, "--set", f"{path}={standard}")
                    count += 1
        self.assertGreater(count, 50)

    def test_every_key_refuses_nonsense_by_its_path(self):
        scene = self.write(EVERYTHING)
        for section, key, kind, _, types in self.keys():
            for path in self.paths(section, key, types)[:1] if not kind.startswith("text") else []:
                with self.subTest(path):
                    result = self.wrong("check", scene, "--set", f"{path}=?nonsense?")
                    self.assertRegex(result.err, rf"\A--set:1: {re.escape(path)}: ")
                    self.assertRegex(result.err, "allowed|there are")

    def test_no_number_however_large_or_small_breaks_anything(self):
        scene = self.write(EVERYTHING)
        for section, key, kind, _, types in self.keys():
            # a rate of 1e9 asks for grids that take minutes, and rightly
            if not re.match(r"number|auto|list", kind) or key in ("rate", "duration"):
                continue
            for path in self.paths(section, key, types):
                for value in ("1e-300", "1e300", "1.7e308", "5e-324"):
                    value = f"[{value}, {value}]" if kind.startswith("list") else value
                    with self.subTest(path=path, value=value):
                        result = self.carom("check", scene, "--set", f"{path}={value}")
                        self.assertIn(result.code, (GOOD, WRONG), result)
                        self.assertNotRegex(result.out, r"\bnan\b|-nan")

    def test_a_setting_takes_effect_and_the_last_one_wins(self):
        out = self.good("check", "two-masses", "--set", "rate=1000", "--set", "rate=96000").out
        self.assertRegex(out, "1 s at 96000 Hz")

    def test_the_options_for_duration_and_rate_take_effect(self):
        self.good("run", "two-masses", "--duration", "0.01", "--rate", "10000", "-o", "r",
                  "--quiet")
        self.assertEqual(len(read_csv(self.read("r", "samples.csv"))[1]), 101)


# --- Folders and disks ----------------------------------------------------------------------------


class PlacesThatCannotBeWritten(ResultsCase):
    def test_a_folder_that_cannot_be_made_is_told_before_the_run(self):
        self.write("x", "file")
        for place in ("file", "file/below", "file/", "/proc/carom", "", "x" * 300, "y/" * 3000,
                      "/dev/null/x"):
            with self.subTest(place[:20]):
                before = everything_below(self.folder)
                result = self.carom("run", "tromba", "--duration", "600", "-o", place)
                self.assertEqual(result.code, BROKEN)
                self.assertRegex(result.err, "cannot be written: .+; allowed is a folder")
                self.assertNotRegex(result.err, "Success")
                self.assertEqual(everything_below(self.folder), before)

    def test_a_folder_without_permission_is_told(self):
        if os.geteuid() == 0:
            self.skipTest("root may write anywhere")
        os.mkdir(self.path("locked"), 0o500)
        result = self.carom("run", "mass-barrier", "-o", "locked")
        self.assertEqual(result.code, BROKEN)
        self.assertRegex(result.err, "Permission denied")

    def test_a_file_that_cannot_get_its_name_is_told_and_the_others_are_kept(self):
        os.makedirs(self.path("r", "samples.csv"))
        result = self.carom("run", "mass-barrier", "-o", "r", "--quiet")
        self.assertEqual(result.code, BROKEN)
        self.assertRegex(result.err, "cannot be written")
        os.rmdir(self.path("r", "samples.csv"))
        names = set(self.check_whole("r"))
        self.assertLessEqual({"energy.csv", "events.csv", "summary.json"}, names)
        self.assertIs(self.summary("r")["complete"], False)

    def test_folders_above_are_made(self):
        self.good("run", "mass-barrier", "-o", "a/b/c//d/", "--quiet")
        self.assertIn("samples.csv", self.check_whole("a/b/c/d"))


def small_files(size):
    """For preexec_fn: no file grows beyond `size`; writing more fails as on a full disk."""

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return limit


class FullDisk(ResultsCase):
    formats = ("--csv", "--npy", "--wav", "--plot")

    def check_failed(self, result, folder):
        self.assertEqual(result.code, BROKEN, result)
        self.assertRegex(result.err, "cannot be written: (File too large|No space left on device)")
        names = self.check_whole(folder)
        if "summary.json" in names:
            summary = self.summary(folder)
            self.assertIs(summary["complete"], False)
            self.assertNotEqual(summary["status"], "success")

    def fails(self, size, duration, *formats):
        result = self.carom("run", "mass-spring-barrier", "--duration", duration, "-o", "r",
                            "--quiet", *formats, restore_signals=False,
                            preexec_fn=small_files(size))
        self.check_failed(result, "r")
        shutil.rmtree(self.path("r"))

    def test_files_that_do_not_fit_are_absent_and_the_summary_says_so(self):
        for size in (0, 100, 3000, 20000, 400000):
            with self.subTest(size):
                self.fails(size, "2", *self.formats)

    def test_each_format_alone_fails_as_cleanly(self):
        for option in self.formats:
            with self.subTest(option):
                self.fails(60000, "2", option)

    def test_a_sound_that_does_not_fit_in_the_end_is_told_by_the_summary(self):
        # 10 s: the spool of one channel takes 1.8 MB while running, the sound 3.5 MB at the end
        self.fails(2500000, "10", "--wav")

    def test_a_full_disk_is_told_and_leaves_no_half_files(self):
        os.mkdir(self.path("disk"))
        script = ('mount -t tmpfs -o size=300k tmpfs "$1/disk" || exit 77; '
                  '"$0" run mass-spring-barrier --duration 2 -o "$1/disk/r" --quiet; code=$?; '
                  'cp -r "$1/disk/r" "$1/copy"; exit $code')
        if shutil.which("unshare") is None:
            self.skipTest("unshare is not there")
        process = subprocess.Popen(["unshare", "-m", "sh", "-c", script, CAROM, self.folder],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env=environment())
        out, err = process.communicate(timeout=PATIENCE)
        result = Result(process.returncode, out, err)
        if not os.path.exists(self.path("copy")) and "cannot be written" not in result.err:
            self.skipTest("no disk can be mounted here")
        self.check_failed(result, "copy")


# --- Stopping -------------------------------------------------------------------------------------


class Stopping(ResultsCase):
    def under_way(self, *arguments, **options):
        """A long run that has begun to write samples."""
        process = self.start("run", *arguments, "-o", "r", **options)
        part = self.path("r", "samples.csv.part")
        end = time.monotonic() + PATIENCE
        while not (os.path.exists(part) and os.path.getsize(part) > 100000):
            self.assertIsNone(process.poll())
            self.assertLess(time.monotonic(), end)
            time.sleep(0.01)
        return process

    def check_stopped(self, number):
        process = self.under_way("tromba", "--duration", "600", "--csv", "--npy", "--wav", "--plot",
                                 "--quiet")
        process.send_signal(number)
        result = self.finish(process)
        self.assertEqual(result.code, BROKEN, result)
        self.assertRegex(result.err, r"interrupted after \d+ samples")
        names = self.check_whole("r")
        self.assertLessEqual({"samples.csv", "samples.npy", "audio.wav", "energy.csv", "events.csv",
                              "summary.json", "waveform.svg"}, set(names))
        summary = self.summary("r")
        self.assertIs(summary["complete"], False)
        self.assertIn(str(summary["samples"]), result.err)
        self.assertLess(summary["samples"], 600 * 44100)
        self.check_end(summary["samples"])

    def check_end(self, count):
        rows = self.samples("r")[1]
        self.assertEqual(rows[-1][0], (count - 1) / 44100)
        ledger = numbers(read_csv(self.read("r", "energy.csv"))[1])
        self.assertLessEqual(ledger[-1][0], rows[-1][0] + 1 / 44100)

    def test_ctrl_c_keeps_what_was_computed(self):
        self.check_stopped(signal.SIGINT)

    def test_a_polite_kill_keeps_what_was_computed(self):
        self.check_stopped(signal.SIGTERM)

    def test_a_closed_terminal_leaves_no_half_files(self):
        process = self.under_way("tromba", "--duration", "600", "--quiet")
        process.send_signal(signal.SIGHUP)
        with process:
            process.communicate(timeout=PATIENCE)
        self.check_whole("r")

    def test_a_reader_of_the_progress_that_goes_away_does_not_end_the_run(self):
        reader, writer = os.pipe()
        os.close(reader)
        self.addCleanup(os.close, writer)
        process = self.start("run", "mass-spring-barrier", "--duration", "2", "-o", "r",
                             stderr=writer)
        with process:
            process.communicate(timeout=PATIENCE)
        self.assertIn("samples.csv", self.check_whole("r"))
        self.assertIs(self.summary("r")["complete"], True)

    def test_motion_that_leaves_the_finite_numbers_stops_the_run(self):
        scene = self.write("carom: 1\nduration: 0.1\nbodies:\n  m: {type: mass, mass: 1}\nforces:\n"
                           "  f: {on: m, table: [[0, 0], [0.05, 1], [0.1, 1e308]]}\noutputs:\n"
                           "  o: {of: m, quantity: velocity, audio: true}\n")
        result = self.carom("run", scene, "-o", "r", "--quiet", "--csv", "--wav", "--npy", "--plot")
        self.assertEqual(result.code, BROKEN, result)
        self.assertRegex(result.err, r"no longer finite after \d+ samples")
        self.check_whole("r")
        summary = self.summary("r")
        self.assertIs(summary["complete"], False)
        self.assertIs(summary["energy"]["balanced"], False)
        self.assertTrue(all(map(math.isfinite, sum(read_wav(self.read("r", "audio.wav"))[1], ()))))


# --- Good runs ------------------------------------------------------------------------------------


class GoodRuns(ResultsCase):
    names = ("mass-barrier", "mass-spring-barrier", "two-masses", "string-string", "mass-string",
             "tromba-spring", "tromba-damped", "tromba-collision", "mass-between",
             "mass-between-ideal", "tromba", "tromba-author")
    short = ("--duration", "0.05", "--quiet")

    def listed(self):
        return [line.split()[0] for line in self.good("list").out.splitlines()]

    def compact(self, folder):
        """The summary's text without its timing."""
        text = self.read(folder, "summary.json").decode("utf-8")
        self.assertRegex(text, '"timing": ')
        return re.sub(r'"timing": \{[^}]*\}', "", text)

    def test_the_list_has_every_promised_scene_and_a_title_for_each(self):
        self.assertLessEqual(set(self.names), set(self.listed()))
        for line in self.good("list").out.splitlines():
            self.assertRegex(line, r"\A\S+ +\S.*\S\Z")

    def test_version_and_help_are_told(self):
        self.assertRegex(self.good("version").out, r"\Acarom \d+\.\d+")
        self.assertEqual(self.good("--version").out, self.good("version").out)
        for arguments in (["help"], ["--help"], ["help", "run"], ["help", "tension"]):
            self.assertNotEqual(self.good(*arguments).out, "")

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
        self.assertRegex(told, r"rebound speed, m/s +0\.7484349 +0\.754")
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

    def test_the_bench_of_impacts_tells_errors_of_every_method(self):
        told = self.good("bench", "impacts", "-o", "b.json", limit=240).out
        rows = json.loads(self.read("b.json"))["impacts"]
        self.assertEqual(len(rows) % 4, 0)
        self.assertLessEqual({"am1", "verlet", "heun", "rk4", "audio, positive"},
                             {row["name"] for row in rows})
        for row in rows:
            self.assertLess(row["error_percent"][-1], 5, row["name"])  # 100 samples
            self.assertIn(row["name"], told)
        lossless = next(r for r in rows if r["name"] == "audio, positive" and r["mu_v"] == 0)
        self.assertLess(max(lossless["error_percent"]), 1e-10)
        self.assertRegex(self.wrong("bench", "impacts", "--frob").err, "-o FILE")

    def test_every_built_in_scene_checks(self):
        for name in self.listed():
            with self.subTest(name):
                told = self.good("check", name).out
                self.assertRegex(told, "(?s)bodies: .*contacts: .*outputs: ")

    def test_every_built_in_scene_runs_and_leaves_its_files(self):
        for name in self.listed():
            with self.subTest(name):
                self.good("run", name, "-o", name, *self.short)
                self.check_run(name, round(0.05 * self.summary(name)["rate"]) + 1)

    def check_run(self, folder, count):
        summary = self.summary(folder)
        files = {"samples.csv", "energy.csv", "events.csv", "summary.json"}
        sounds = any(o.get("audio") for o in summary["scene"]["outputs"].values())
        files |= {"audio.wav"} if sounds else set()
        files |= {"snapshots.npy", "snapshots.csv"} if "snapshots" in summary["scene"] else set()
        self.assertEqual(set(self.check_whole(folder)), files)
        self.assertIs(summary["complete"], True)
        self.assertEqual(summary["samples"], count)
        self.assertLessEqual(summary["energy"]["max_balance_error"], 1e-9)
        header, rows = self.samples(folder)
        self.assertEqual(header, ["t", *summary["scene"]["outputs"]])
        self.assertEqual([row[0] for row in rows], [n / summary["rate"] for n in range(count)])
        self.assertTrue(all(map(math.isfinite, sum(rows, []))))

    def test_quiet_is_quiet_and_the_default_folder_is_named_after_the_scene(self):
        result = self.good("run", "mass-barrier", "--quiet")
        self.assertEqual((result.out, result.err), ("", ""))
        self.good("run", self.write(ONE_MASS, "my.scene.yaml"), "--quiet")
        self.good("run", "-", "--quiet", given=ONE_MASS.encode())
        self.assertLessEqual({"mass-barrier", "my.scene"}, set(os.listdir(self.path("out"))))

    def test_progress_is_plain_lines_where_there_is_no_terminal(self):
        result = self.good("run", "mass-barrier", "-o", "r")
        self.assertRegex(result.err, r"\A( *\d+ %\n)+\Z")
        self.assertRegex(result.out, r"2206 samples[^\0]*results in r")

    def test_only_the_chosen_formats_are_written(self):
        always = {"summary.json", "energy.csv", "events.csv"}
        for options, more in ((["--wav"], {"audio.wav"}), (["--csv"], {"samples.csv"}),
                              (["--npy"], {"samples.npy"}),
                              (["--npy", "--csv"], {"samples.npy", "samples.csv"})):
            with self.subTest(options):
                folder = "".join(options)
                self.good("run", "two-masses", "-o", folder, *options, *self.short)
                self.assertEqual(set(self.check_whole(folder)), always | more)

    def test_the_array_file_holds_the_table_exactly(self):
        self.good("run", "tromba", "-o", "r", "--npy", "--csv", *self.short)
        self.assertEqual(read_npy(self.read("r", "samples.npy")), self.samples("r")[1])

    def test_the_same_scene_gives_the_same_bytes(self):
        scene = self.write(EVERYTHING)
        for name in ("tromba", "string-string", scene):
            for folder in ("first", "second"):
                self.good("run", name, "-o", folder,
                          "--csv", "--npy", "--wav", "--plot", *self.short)
            files = set(self.check_whole("first")) | set(self.check_whole("second"))
            for file in sorted(files - {"summary.json"}):
                with self.subTest(name=name, file=file):
                    self.assertEqual(self.read("first", file), self.read("second", file))
            self.assertEqual(self.compact("first"), self.compact("second"))

    def test_a_scene_that_is_shown_runs_from_standard_input(self):
        for name in self.listed():
            with self.subTest(name):
                shown = self.good("show", name).out
                self.good("run", "-", "-o", "shown", *self.short, given=shown.encode())
                self.good("run", name, "-o", "named", *self.short)
                same = self.read("shown", "samples.csv") == self.read("named", "samples.csv")
                self.assertTrue(same)

    def test_a_scene_may_be_json(self):
        scene = {"carom": 1, "rate": 44100, "duration": 0.05, "bodies": {
            "mass": {"type": "mass", "mass": 0.01, "position": -5e-3, "velocity": 1.0},
            "wall": {"type": "barrier", "position": 0}}, "contacts": {
                "hit": {"type": "collision", "below": "mass", "above": "wall", "stiffness": 1e7,
                        "exponent": 1.5}}, "outputs": {
                            "position": {"of": "mass"},
                            "velocity": {"of": "mass", "quantity": "velocity", "audio": False},
                            "force": {"of": "hit", "quantity": "force"}}}
        self.good("run", "mass-barrier", "-o", "yaml", *self.short)
        for indent in (None, 2, "\t"):
            with self.subTest(indent):
                self.write(json.dumps(scene, indent=indent), "scene.json")
                self.good("run", "scene.json", "-o", "json", *self.short)
                self.assertEqual(self.read("json", "samples.csv"), self.read("yaml", "samples.csv"))

    def check_again(self, *arguments):
        """The scene as the summary tells it runs again, to the same samples and the same scene."""
        self.good("run", *arguments, "-o", "first", "--quiet")
        told = self.summary("first")["scene"]
        self.write(json.dumps(told), "again.json")
        self.good("run", "again.json", "-o", "second", "--quiet")
        self.assertEqual(self.read("first", "samples.csv"), self.read("second", "samples.csv"))
        self.assertEqual(self.summary("second")["scene"], told)

    def test_the_scene_in_the_summary_runs_again_to_the_same_samples(self):
        for name in [*self.listed(), self.write(EVERYTHING)]:
            with self.subTest(name):
                self.check_again(name, "--duration", "0.02", "--rate", "48000")

    def test_the_scene_in_the_summary_holds_what_was_set(self):
        for setting in ("title=", "title=[a, b", 'title="quoted" \\ {x: 1}', "title=Flöte\n\t\x01",
                        "gravity=[[0, 0],[ 0.01 , 9.81 ]]", "solver.oversample=4", "gravity=+.5",
                        "rate=0x5622", "bodies.string.start.values=[0, 1]", "gravity=1e-5",
                        "bodies.string.ends=[ clamped,pinned ]", "outputs.sound.gain=00.5",
                        "contacts.hit.stiffness=[[0, 1e5], [0.001, 1.E6]]"):
            with self.subTest(setting):
                self.check_again(self.write(EVERYTHING), "--set", setting)

    def loudest(self, folder):
        return max(map(abs, sum(read_wav(self.read(folder, "audio.wav"))[1], ())))

    def test_the_sound_has_all_samples_and_its_loudest_is_at_3_db_below_full_scale(self):
        for name in ("tromba", "two-masses", "string-string"):
            with self.subTest(name):
                self.good("run", name, "-o", name, *self.short)
                rate, frames = read_wav(self.read(name, "audio.wav"))
                self.assertEqual((rate, len(frames)), (44100, 2206))
                self.assertAlmostEqual(self.loudest(name), MINUS_3_DB, delta=1e-6)

    def test_sounds_however_loud_or_soft_come_out_at_the_same_level(self):
        for speed in ("1e-60", "1e-6", "1e6", "1e60"):
            with self.subTest(speed):
                self.good("run", "mass-spring-barrier", "-o", "r", *self.short, "--set",
                          f"bodies.mass.velocity={speed}", "--set", "contacts.hit.stiffness=0")
                self.assertAlmostEqual(self.loudest("r"), MINUS_3_DB, delta=1e-6)

    def test_a_gain_that_is_given_is_the_gain(self):
        for gain in (1, 2):
            self.good("run", "mass-spring-barrier", "-o", f"r{gain}", *self.short, "--set",
                      f"outputs.velocity.gain={gain}")
        self.assertAlmostEqual(self.loudest("r2") / self.loudest("r1"), 2, delta=1e-6)

    def test_a_pan_to_one_side_leaves_the_other_silent(self):
        for pan, silent in (("-1", 1), ("1", 0)):
            self.good("run", "mass-spring-barrier", "-o", "r", *self.short, "--set",
                      f"outputs.velocity.pan={pan}")
            frames = read_wav(self.read("r", "audio.wav"))[1]
            self.assertLess(max(abs(frame[silent]) for frame in frames), 1e-6)
            self.assertGreater(max(abs(frame[1 - silent]) for frame in frames), 0.5)

    def test_oversampling_keeps_the_number_of_rows_and_frames(self):
        for times in ("2", "8"):
            with self.subTest(times):
                self.good("run", "mass-between", "-o", "r", *self.short, "--set",
                          f"solver.oversample={times}", "--npy", "--wav", "--csv")
                self.check_whole("r")
                self.assertEqual(self.summary("r")["samples"], 2206)
                self.assertEqual(self.summary("r")["steps"], 2206 * int(times))

    def test_the_energy_table_has_at_most_10000_rows(self):
        for duration in ("0.2", "0.226712", "0.2267347", "0.23", "1", "2.3"):
            for times in ("1", "2"):
                with self.subTest(duration=duration, times=times):
                    self.good("run", "two-masses", "--duration", duration, "--csv", "--quiet", "-o",
                              "r", "--set", f"solver.oversample={times}")
                    rows = read_csv(self.read("r", "energy.csv"))[1]
                    self.assertIn(len(rows), range(3000, 10001))

    def test_the_energy_table_balances_as_it_says(self):
        for name in ("tromba", "mass-spring-barrier", self.write(EVERYTHING)):
            with self.subTest(name):
                self.good("run", name, "-o", "r", *self.short)
                self.check_ledger("r")

    def turnover(self, entry):
        potential = sum(abs(v) for n, v in entry.items() if n.startswith("potential."))
        return (entry["kinetic"] + potential + entry["contact"] + entry["dissipated"] +
                abs(entry["supplied"]))

    def check_ledger(self, folder):
        header, rows = read_csv(self.read(folder, "energy.csv"))
        self.assertEqual(header[:8], ["t", "kinetic", "potential", "contact", "dissipated",
                                      "supplied",
                                      "total", "balance_error"])
        rows = numbers(rows)
        largest = max(map(self.turnover, [dict(zip(header, row)) for row in rows]))
        for row in rows:
            entry = dict(zip(header, row))
            self.assertEqual(entry["total"] - rows[0][6], entry["balance_error"])
            total = sum(row[1:5]) - entry["supplied"]
            self.assertAlmostEqual(total, entry["total"], delta=1e-12 * largest)
            for column in ("kinetic", "potential", "contact", "dissipated"):
                parts = sum(v for n, v in entry.items() if n.startswith(column + "."))
                self.assertAlmostEqual(parts, entry[column], delta=1e-12 * largest)
        error = max(abs(row[7]) for row in rows) / largest
        told = self.summary(folder)["energy"]["max_balance_error"]
        self.assertLessEqual(error, told * (1 + 1e-9))

    def test_a_balance_worse_than_the_tolerance_is_exit_code_3_and_keeps_the_files(self):
        result = self.carom("run", "tromba", "-o", "r", *self.short, "--set",
                            "solver.energy_tolerance=0")
        self.assertEqual(result.code, UNBALANCED, result)
        self.assertIn("solver.energy_tolerance", result.err)
        self.assertEqual(set(self.check_whole("r")), {"samples.csv", "energy.csv", "events.csv",
                                                      "summary.json", "audio.wav",
                                                      "snapshots.csv", "snapshots.npy"})
        summary = self.summary("r")
        self.assertIs(summary["complete"], True)
        self.assertIs(summary["energy"]["balanced"], False)

    def test_a_mass_leaves_a_wall_as_fast_as_it_came(self):
        self.good("run", "mass-barrier", "-o", "r", "--quiet")
        header, rows = read_csv(self.read("r", "events.csv"))
        self.assertEqual(header, ["contact", "t_begin", "t_end", "peak_force", "impulse",
                                 "speed_in",
                                  "speed_out", "energy_lost"])
        self.assertEqual(len(rows), 1)
        event = dict(zip(header, rows[0]))
        self.assertEqual(event["contact"], "hit")
        self.assertAlmostEqual(float(event["speed_in"]), 1, delta=1e-12)
        self.assertAlmostEqual(float(event["speed_out"]), float(event["speed_in"]), delta=1e-12)
        self.assertAlmostEqual(float(event["t_begin"]), 5e-3, delta=1e-9)
        self.assertAlmostEqual(float(event["impulse"]), 2 * 0.01 * 1, delta=1e-12)
        self.assertEqual(self.summary("r")["contacts"]["hit"]["impacts"], 1)

    def test_a_second_run_replaces_the_results_of_the_first(self):
        self.good("run", "two-masses", "-o", "r", "--duration", "0.1", "--quiet")
        self.good("run", "two-masses", "-o", "r", "--duration", "0.05", "--quiet")
        self.check_run("r", 2206)

    def test_pictures_are_written_when_asked_for(self):
        self.good("run", "mass-string", "-o", "r", "--plot", *self.short)
        names = self.check_whole("r")
        self.assertLessEqual({"waveform.svg", "energy.svg", "spectrogram.svg", "phase.svg",
                              "contacts.svg", "shapes.svg"}, set(names))

    def test_pictures_can_be_drawn_later(self):
        self.good("run", "tromba", "-o", "now", "--plot", *self.short)
        self.good("run", "tromba", "-o", "later", "--npy", *self.short,
                  "--set", "snapshots.string.of=string", "--set", "snapshots.body.of=body")
        self.good("plot", "later")
        for name in ("waveform.svg", "energy.svg", "spectrogram.svg", "phase.svg", "contacts.svg"):
            self.assertEqual(self.read("now", name), self.read("later", name), name)
        self.assertIn("shapes.svg", self.check_whole("later"))

    @unittest.skipIf(SLOW, "there is nothing to measure in a sanitizer build")
    def test_the_bench_leaves_numbers_and_compares_them(self):
        first = self.good("bench", "-o", "b.json", limit=120).out
        self.assertNotIn("change", first)
        grids = json.loads(self.read("b.json"))["grids"]
        self.assertTrue(all(g["ns_per_point"] > 0 for g in grids))
        self.assertIn(b"</svg>", self.read("b.svg"))
        self.assertIn("change", self.good("bench", "-o", "c.json", "--against", "b.json", limit=120).out)

    def test_pictures_of_no_run_are_refused(self):
        for folder in ("nowhere", "."):
            self.assertRegex(self.wrong("plot", folder).err, "folder of a finished run")

    def test_snapshots_are_shapes_at_their_times(self):
        scene = self.write(json.dumps({
            "carom": 1, "rate": 10000, "duration": 0.02,
            "bodies": {"s": {"type": "string", "length": 1, "linear_density": 0.01, "tension": 100,
                             "points": 50, "start": {"shape": "sine", "amplitude": 1e-3}}},
            "snapshots": {"s": {"of": "s", "every": 0.005, "from": 0.005, "to": 0.015}},
            "outputs": {"middle": {"of": "s@0.5"}}}))
        self.good("run", scene, "-o", "r", "--quiet")
        rows = read_npy(self.read("r", "snapshots.npy"))
        self.assertEqual([row[0] for row in rows], [0.005, 0.01, 0.015])
        self.assertEqual(numbers(read_csv(self.read("r", "snapshots.csv"))[1]), rows)
        samples = self.samples("r")[1]
        for row in rows:
            self.assertEqual(len(row), 52)
            self.assertEqual(row[1 + 25], samples[round(row[0] * 10000)][1])


# --- Memory ---------------------------------------------------------------------------------------


@unittest.skipIf(SLOW, "a sanitizer build keeps memory of its own")
@unittest.skipUnless(os.path.exists("/proc/self/status"), "needs /proc")
class Memory(ResultsCase):
    def peak(self, *arguments):
        """The largest resident memory of a run, kB."""
        process = self.start("run", *arguments, "--quiet", "-o", "r", stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL)
        most = 0
        with process:
            while process.poll() is None:
                with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
                    found = re.search(r"VmHWM:\s*(\d+) kB", status.read())
                most = max(most, int(found[1]) if found else 0)
                time.sleep(0.002)
        self.assertEqual(process.returncode, GOOD)
        return most

    def test_ten_minutes_take_no_more_memory_than_ten_seconds(self):
        short = self.peak("mass-spring-barrier", "--wav", "--duration", "10")
        long = self.peak("mass-spring-barrier", "--wav", "--duration", "600")
        self.assertGreater(short, 0)
        self.assertLessEqual(long, 1.5 * short)


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit("usage: test_cli.py PATH-TO-CAROM [unittest arguments]")
    CAROM = os.path.abspath(sys.argv.pop(1))
    unittest.main()
