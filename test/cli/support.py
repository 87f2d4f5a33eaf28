# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""What the tests of the command line share: scenes, running the program, reading results.

The program as its users meet it: what it refuses and how it says so, what it leaves behind when it is
stopped or the disk is full, and what a good run writes. Each test_*.py here is one subject:

    python3 test_SUBJECT.py PATH-TO-CAROM [unittest arguments]

CAROM_SLOW_BUILD=1 says that the program is a sanitizer build: limits are wider, and tests of memory
are left out.
"""

import json
import math
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
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

    short = ("--duration", "0.05", "--quiet")

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


def main():
    """Runs the tests of the script that calls it, on the program its first argument names."""
    global CAROM
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        script = os.path.basename(sys.argv[0])
        sys.exit(f"usage: {script} PATH-TO-CAROM [unittest arguments]")
    CAROM = os.path.abspath(sys.argv.pop(1))
    unittest.main()
