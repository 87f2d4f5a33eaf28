# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""The exercise of a contributor: a toy method, a toy law, a toy kind of contact and a toy output quantity are added to
a copy of the source by touching only the places that docs/architecture.md names; the copy is built
and run.

    python3 test_extend.py FOLDER-FOR-THE-COPY
"""

import csv
import json
import math
import os
import re
import shutil
import subprocess
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PARTS = ["CMakeLists.txt", "VERSION", "cmake", "cli", "docs", "examples", "include", "jack", "lv2", "reproduce", "scenes",
         "src", "python", "test"]
TOYS = os.path.join(ROOT, "test", "extend")
WORK = ""

# What is added, by file: a line of the source, and what follows it.
EDITS = {
    # A method: its folder, a row and a word in one line, and the folder's name for the build.
    "src/scene/words.h": [
        ('X(METHOD_MECHANISM, "mechanism", mechanism_method)', ' \\\n  X(METHOD_TOY, "toy", toy_method)'),
        ('"soft felt of a hammer or damper against a string or segment")',
         ' \\\n  X(CONTACT_RUBBER, "rubber", compile_rubber, "a spring that hardens")'),
        ('X(OUTPUT_TRAVEL, "travel", "m", "of a mark, downwards from the start")',
         ' \\\n  X(OUTPUT_POWER, "power", "W", "of a contact: force times rate of the overlap")')],
    "include/carom/kinds.h": [
        ("  CAROM_METHOD_MECHANISM = 10", ",\n  CAROM_METHOD_TOY = 11"),
        ("  CAROM_CONTACT_STOP = 5", ",\n  CAROM_CONTACT_RUBBER = 6"),
        ("  CAROM_OUTPUT_TRAVEL = 18", ",\n  CAROM_OUTPUT_POWER = 19")],
    "src/methods/CMakeLists.txt": [("audio classic event adaptive rigid wave wrap mechanism", " toy")],
    # A law of another form: its file, a row, a kind that has it, and the key of that.
    "src/laws/laws.h": [
        ('#include "laws/cubic.h"', '\n#include "laws/exponential.h"'),
        ("X(LAW_CUBIC, cubic, __VA_ARGS__)", " \\\n  X(LAW_EXPONENTIAL, exponential, __VA_ARGS__)")],
    "src/contacts/collision.c": [
        ('  contact.law = links_power_law(of.exponent);\n',
         '  if (item_has(it, "scale"))\n'
         '    contact.law =\n'
         '        (contact_law){.form = LAW_EXPONENTIAL, .exponential = {item_number(it, "scale")}};\n')],
    # A kind of contact: its file, the row above, and its keys.
    "src/contacts/CMakeLists.txt": [("carom_sources(CAROM_CORE\n", "  rubber.c\n")],
    "src/scene/keys_contacts.c": [
        ('"below", "collision spring', " rubber "), ('"above", "collision spring', " rubber "),
        ("static const key_row rows[] = {\n",
         '    ROW(NUMBER, "contacts", "scale", "collision", "", "m", "", POSITIVE, false, false,\n'
         '        "overlap over which an exponential law grows e times"),\n'
         '    ROW(NUMBER, "contacts", "hardness", "rubber", "", "N/m", "", POSITIVE, true, false,\n'
         '        "force over a small overlap"),\n'
         '    ROW(NUMBER, "contacts", "thickness", "rubber", "", "m", "1e-3", POSITIVE, false, false,\n'
         '        "the overlap at which it is twice as hard"),\n')],
    # A quantity: the row above, and a reader.
    "src/state/quantities.c": [
        ("    [OUTPUT_MODE] = {READS_MODE, NULL},\n", "    [OUTPUT_POWER] = {READS_NOTHING, power},\n"),
        ('#include "model/quantity.h"\n',
         "\nstatic double power(const carom_model *m, const carom_state *s, int contact) {\n"
         "  return method_of(m)->force(m, s, contact) * method_of(m)->overlap_rate(m, s, contact);\n"
         "}\n")],
}
FILES = {"src/methods/toy": "toy", "src/contacts/rubber.c": "rubber.c",
         "src/laws/exponential.h": "exponential.h"}

THROW = {"carom": 1, "duration": 0.5, "rate": 1000, "gravity": 9.81, "solver": {"method": "toy"},
         "bodies": {"ball": {"type": "mass", "mass": 0.1, "position": 1, "velocity": 3}},
         "outputs": {"x": {"of": "ball"}, "v": {"of": "ball", "quantity": "velocity"}}}
RUBBER = {"carom": 1, "duration": 0.05, "rate": 192000,
          "bodies": {"ball": {"type": "mass", "mass": 0.1, "velocity": -2},
                     "wall": {"type": "barrier"}},
          "contacts": {"pad": {"type": "rubber", "below": "wall", "above": "ball", "hardness": 1e4,
                               "thickness": 2e-3}},
          "outputs": {"eta": {"of": "pad", "quantity": "overlap"},
                      "force": {"of": "pad", "quantity": "force"},
                      "rate": {"of": "pad", "quantity": "velocity"},
                      "power": {"of": "pad", "quantity": "power"}}}
FOAM = {"carom": 1, "duration": 0.02, "rate": 192000,
        "bodies": {"ball": {"type": "mass", "mass": 0.01, "position": 1e-4, "velocity": -2},
                   "wall": {"type": "barrier"}},
        "contacts": {"foam": {"type": "collision", "below": "wall", "above": "ball", "stiffness": 1e4,
                              "scale": 1e-3}},
        "outputs": {"eta": {"of": "foam", "quantity": "overlap"},
                    "force": {"of": "foam", "quantity": "force"}}}
PRESSED = {"carom": 1, "duration": 0.004,
           "bodies": {"hammer": {"type": "mass", "mass": 3e-3, "position": -1.31e-4, "velocity": 2},
                      "string": {"type": "string", "length": 0.65, "linear_density": 6e-3, "tension": 100}},
           "contacts": {"hit": {"type": "collision", "below": "hammer", "above": "string@0.5",
                                "stiffness": 1e4, "scale": 2e-6}},
           "outputs": {"force": {"of": "hit", "quantity": "force"}}}


def copy_tree(target):
    """Writes only what has changed, so that a second build is short."""
    for part in PARTS:
        for folder, _, names in os.walk(os.path.join(ROOT, part)):
            if "__pycache__" in folder:
                continue
            for name in names:
                put(os.path.join(folder, name), target)
        if os.path.isfile(os.path.join(ROOT, part)):
            put(os.path.join(ROOT, part), target)
    for folder, _, names in os.walk(target):  # what was moved since the last copy
        for name in names:
            inside = os.path.relpath(os.path.join(folder, name), target)
            toy = any(inside == to or inside.startswith(to + os.sep) for to in FILES)
            if not toy and not os.path.exists(os.path.join(ROOT, inside)):
                os.remove(os.path.join(folder, name))


def put(path, target, text=None):
    to = os.path.join(target, os.path.relpath(path, ROOT)) if text is None else path
    if text is None:
        with open(path, "rb") as file:
            data = file.read()
        relative = os.path.relpath(path, ROOT)
        if relative in EDITS:
            data = edited(relative, data.decode()).encode()
    else:
        data = text
    os.makedirs(os.path.dirname(to), exist_ok=True)
    if os.path.exists(to):
        with open(to, "rb") as file:
            if file.read() == data:
                return
    with open(to, "wb") as file:
        file.write(data)


def edited(name, text):
    for line, more in EDITS[name]:
        assert text.count(line) == 1, f"{name}: {line!r} is there {text.count(line)} times"
        # Continued lines of a list of words end in a backslash.
        text = re.sub(re.escape(line) + r"( *)", lambda match: line + more, text, count=1)
    return text


def add_toys(target):
    for to, name in FILES.items():
        path = os.path.join(TOYS, name)
        names = [os.path.join(name, inner) for inner in os.listdir(path)] if os.path.isdir(path) \
            else [name]
        for one in names:
            with open(os.path.join(TOYS, one), "rb") as file:
                inner = os.path.relpath(one, name) if os.path.isdir(path) else ""
                put(os.path.normpath(os.path.join(target, to, inner)), target, file.read())


def run(*command, cwd=None):
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}: {done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout


class Extension(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        tree, build = os.path.join(WORK, "tree"), os.path.join(WORK, "build")
        copy_tree(tree)
        add_toys(tree)
        run("cmake", "-G", "Ninja", "-S", tree, "-B", build, "-DCMAKE_BUILD_TYPE=Debug")
        run("cmake", "--build", build, "--target", "carom-cli")
        cls.tree, cls.carom = tree, os.path.join(build, "carom")

    def results(self, scene):
        folder = os.path.join(WORK, "out")
        shutil.rmtree(folder, ignore_errors=True)
        with open(os.path.join(WORK, "scene.json"), "w", encoding="utf-8") as file:
            json.dump(scene, file)
        run(self.carom, "run", os.path.join(WORK, "scene.json"), "--csv", "--quiet", "-o", folder)
        with open(os.path.join(folder, "samples.csv"), encoding="utf-8") as file:
            rows = [{name: float(x) for name, x in row.items()} for row in csv.DictReader(file)]
        with open(os.path.join(folder, "summary.json"), encoding="utf-8") as file:
            return rows, json.load(file)

    @staticmethod
    def events():
        with open(os.path.join(WORK, "out", "events.csv"), encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def test_the_method_throws_a_mass_and_its_ledger_balances(self):
        rows, summary = self.results(THROW)
        self.assertEqual(len(rows), 501)
        for row in rows:
            t = row["t"]
            self.assertAlmostEqual(row["x"], 1 + 3 * t - 9.81 / 2 * t * t, delta=1e-12)
            self.assertAlmostEqual(row["v"], 3 - 9.81 * t, delta=1e-12)
        self.assertEqual(summary["method"], "toy")
        self.assertLess(summary["energy"]["max_balance_error"], 1e-14)

    def test_the_law_presses_as_deep_as_its_energy_says_and_gives_back_what_it_took(self):
        # 0.02 J = K s^2 (exp(z) - 1 - z) at z = 2.001
        z, energy = 2.0, 0.01 * 2 ** 2 / 2 / (1e4 * 1e-3 ** 2)
        for _ in range(50):
            z -= (math.exp(z) - 1 - z - energy) / math.expm1(z)
        for scheme in ("positive", "exact"):
            foam = json.loads(json.dumps(FOAM))
            foam["contacts"]["foam"]["scheme"] = scheme
            rows, summary = self.results(foam)
            self.assertAlmostEqual(max(row["eta"] for row in rows), z * 1e-3, delta=1e-3 * z * 1e-3)
            event = self.events()[0]
            self.assertAlmostEqual(float(event["peak_force"]), 1e4 * 1e-3 * math.expm1(z), delta=1e-2 * 64)
            self.assertAlmostEqual(float(event["speed_out"]), 2, delta=1e-9)
            self.assertLess(summary["energy"]["max_balance_error"], 1e-12)

    def test_the_law_is_bounded_on_a_string_as_any_other(self):
        rows, summary = self.results(PRESSED)
        self.assertIn("bounded", json.dumps(summary["contacts"]))
        pressed = [row["force"] for row in rows[30:150]]
        self.assertGreater(min(pressed), 0.3)
        turns = sum((b - a) * (c - b) < 0 and abs(c - b) > 0.02 * b
                    for a, b, c in zip(pressed, pressed[1:], pressed[2:]))
        self.assertEqual(turns, 0)

    def test_methods_that_know_power_laws_alone_refuse_it(self):
        wrong = json.loads(json.dumps(FOAM))
        wrong["solver"] = {"method": "verlet"}
        done = subprocess.run([self.carom, "check", "-"], input=json.dumps(wrong), text=True,
                              capture_output=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("solver.method verlet takes power laws", done.stderr)

    def test_exponents_of_a_profile_are_no_part_of_it(self):
        wrong = json.loads(json.dumps(PRESSED))
        wrong["bodies"]["wall"] = {"type": "barrier", "position": -1, "profile": {"exponent": [1, 2]}}
        wrong["contacts"]["hit"].update({"below": "wall", "above": "string", "along": True})
        done = subprocess.run([self.carom, "check", "-"], input=json.dumps(wrong), text=True,
                              capture_output=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("the barrier's profile has exponents", done.stderr)

    def test_the_kind_of_contact_pushes_as_it_should_and_keeps_its_energy(self):
        rows, summary = self.results(RUBBER)
        deepest = max(rows, key=lambda row: row["eta"])
        self.assertGreater(deepest["eta"], 2e-3)
        for row in rows:
            force = 1e4 * row["eta"] * (1 + (row["eta"] / 2e-3) ** 2)
            self.assertAlmostEqual(row["force"], force, delta=1e-3 * abs(deepest["force"]))
        self.assertLess(summary["energy"]["max_balance_error"], 1e-12)

    def test_the_quantity_is_force_times_rate(self):
        rows, summary = self.results(RUBBER)
        self.assertEqual(summary["outputs"][3],
                         {"name": "power", "quantity": "power", "unit": "W"})
        self.assertGreater(max(row["power"] for row in rows), 10)
        for row in rows:
            self.assertAlmostEqual(row["power"], row["force"] * row["rate"], delta=1e-12)

    def test_help_and_errors_know_the_toys(self):
        self.assertIn("a throw in closed form", run(self.carom, "help", "methods"))
        self.assertIn("rubber", run(self.carom, "help", "hardness"))
        self.assertRegex(run(self.carom, "help", "rubber"), r"(?s)a spring that hardens.*thickness")
        self.assertIn("force times rate of the overlap, in W", run(self.carom, "help", "power"))
        wrong = json.loads(json.dumps(RUBBER))
        del wrong["contacts"]["pad"]["hardness"]
        wrong["solver"] = {"method": "toy"}
        for change, text in (({}, "missing; required is a number above 0, in N/m"),
                             ({"hardness": 1}, "solver.method toy does not take a barrier")):
            wrong["contacts"]["pad"].update(change)
            done = subprocess.run([self.carom, "check", "-"], input=json.dumps(wrong), text=True,
                                  capture_output=True, check=False)
            self.assertEqual(done.returncode, 1)
            self.assertIn(text, done.stderr)

    def test_the_rooms_still_stand(self):
        run(sys.executable, os.path.join(self.tree, "test", "test_rooms.py"))


if __name__ == "__main__":
    WORK = os.path.abspath(sys.argv.pop(1))
    unittest.main()
