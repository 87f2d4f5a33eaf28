# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""The orders of convergence of the built-in scenes, by carom compare: as docs/theory/convergence.md states
them, and as the theory does.

    python3 convergence.py CAROM [--only NAME/..] [--write]

Each case below is a command and what the theory says of its orders: from .. to, or None for rattles,
whose trajectories do not converge. What is measured must lie there, and must be what the page's
tables say. --write writes the tables anew.
"""

import argparse
import csv
import math
import os
import re
import subprocess
import sys
import tempfile
import textwrap

PAGE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "docs", "theory",
                    "convergence.md")
SCENES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "scenes")
HEADS = ("| scene | by | order of each output | largest error at the lowest and highest rate | why |",
         "| scene | output | error at 44.1 and 352.8 kHz | 0-1 | 1-2 | 2-4 | 4-8 kHz |")

TWO = (1.95, 2.05)
CLASSIC = ["--methods", "event,am1,heun,verlet,rk4", "--output", "velocity"]
SEVEN = ["--rates", "44100,88200,176400,352800,705600,1411200,2822400"]
HIGH = ["--rates", "705600,1411200,2822400,5644800"]
BY_GRID = ["--set", "bodies.string.model=grid"]
BY_MODES = ["--set", "bodies.string.model=modes"]
GRID = ["--duration", "0.2", *HIGH, *BY_GRID, "--set", "bodies.string.points=40"]
MODES = ["--duration", "0.2", *BY_MODES, "--set", "bodies.string.points=60"]
SOFT = ["--duration", "0.05", "--output", "upper,lower", *HIGH, "--set", "contacts.clash.stiffness=1e6"]
PLATE = ["--duration", "0.01", *HIGH, *BY_GRID, "--set", "bodies.string.points=100", "--set",
         "bodies.plate.model=grid", "--set", "bodies.plate.points=[20,5]"]


def without(*bodies):
    return [word for body in bodies for word in ("--set", f"bodies.{body}.sigma1=0")]


def of(names, low_and_high, by="audio"):
    return {(by, name): low_and_high for name in names.split()}


# What the page calls it, scene and options, {(scheme or method, output): range of the order}, the
# paragraph of the page that says why, and by how much a measured order may differ from the page's.
RESOLVED = [
    ("mass-barrier", ["mass-barrier"], of("position velocity force", TWO), "2", 0.03),
    ("mass-barrier, schemes", ["mass-barrier", "--schemes", "positive,exact,clamp,published", "--reference",
                               "event", "--output", "velocity", *SEVEN],
     {**of("velocity", TWO, "positive"), **of("velocity", TWO, "exact"),
      **of("velocity", (1.2, 1.3), "clamp"), **of("velocity", (1.2, 1.3), "published")}, "scheme", 0.03),
    ("mass-barrier, classic", ["mass-barrier", *CLASSIC, *SEVEN],
     {**of("velocity", (1.9, 2.1), "am1"), **of("velocity", (1.9, 2.1), "heun"),
      **of("velocity", (1.9, 2.1), "verlet"), **of("velocity", (2.3, 3), "rk4")}, "classic", 0.05),
    ("hunt-crossley", ["hunt-crossley", "--reference", "event"],
     {**of("position velocity", TWO), **of("force", (1.5, 2))}, "force", 0.03),
    ("hunt-crossley, classic", ["hunt-crossley", *CLASSIC],
     {**of("velocity", TWO, "am1"), **of("velocity", TWO, "heun"), **of("velocity", (1, 1.25), "verlet"),
      **of("velocity", (2.5, 4), "rk4")}, "classic", 0.05),
    ("mass-spring-barrier", ["mass-spring-barrier", "--duration", "0.2"],
     of("position velocity force", TWO), "2", 0.03),
    ("two-masses", ["two-masses", "--duration", "0.2"], of("upper lower force", TWO), "2", 0.03),
    ("bouncing-ball", ["bouncing-ball", "--methods", "event,audio", "--duration", "0.2"],
     of("height speed force", (1.85, 2.05)), "2", 0.03),
    ("mass-string", ["mass-string", "--duration", "0.2"], of("string hammer force", TWO), "auto",
     0.05),
    ("mass-string, finest grid", ["mass-string", "--duration", "0.2", *BY_GRID],
     of("string hammer force", (0.6, 1.2)), "grid", 0.05),
    ("mass-string, all modes", ["mass-string", "--duration", "0.2", *BY_MODES],
     of("string hammer force", (1.35, 1.6)), "modes", 0.05),
    ("mass-string, 60 modes", ["mass-string", *MODES], of("string hammer force", TWO), "2", 0.03),
    ("mass-string, grid", ["mass-string", *GRID], of("string hammer force", (1.6, 1.95)), "sigma1", 0.03),
    ("mass-string, no sigma1", ["mass-string", *GRID, *without("string")],
     of("string hammer force", TWO), "2", 0.03),
    ("string-string, soft", ["string-string", *SOFT], of("upper lower", (1.6, 1.9)), "sigma1", 0.05),
    ("string-string, no sigma1", ["string-string", *SOFT, *without("upper", "lower")],
     of("upper lower", TWO), "2", 0.03),
    ("tromba-damped, grid", ["tromba-damped", *PLATE], of("plate bridge force", (1.4, 1.8)), "sigma1", 0.05),
    ("tromba-damped, no sigma1", ["tromba-damped", *PLATE, *without("string", "plate")],
     of("plate bridge force", TWO), "2", 0.03),
    ("piano-hammer", ["piano-hammer", "--duration", "0.05", "--output", "force"],
     of("force", TWO, "mechanism"), "2", 0.03),
    ("tromba-author", ["tromba-author", "--duration", "0.3", "--output", "body,string"],
     of("body string", (0.6, 1.7)), "grid", 0.5),
]

# Methods that have no step: only their difference, at most.
STEPLESS = [
    ("beam-stop", ["beam-stop", "--methods", "event,adaptive", "--duration", "1"], "middle", 1e-6),
    ("cantilever-stop", ["cantilever-stop", "--methods", "event,adaptive", "--duration", "1"], "tip", 1e-6),
]

# A method with modes and no step, beside one in closed form: numbers of modes, output, range of the order
# in 1 / modes, and by how much it may differ from the page's.
MODAL = [("sitar-string", "wrap", "wave", (2, 4, 8, 16), "2", "mid", (2.5, 3.5), 0.1)]

# Rattles, 0.3 s: the output whose levels are told, which are within so many decibels.
CHAOTIC = [("mass-between", "string"), ("mass-between-ideal", "string"), ("string-string", "upper"),
           ("tromba-spring", "plate"), ("tromba-damped", "plate"), ("tromba-collision", "plate"),
           ("tromba", "body"), ("tromba-brass", "body"), ("tromba-soft", "body"),
           ("hammered-string", "board"), ("prepared-string", "board")]

# Of these, those whose errors fall in 0.3 s all the same: their bodies have the same modes at every rate.
SETTLING = ("tromba-damped", "tromba-collision", "tromba-soft", "hammered-string")

# Scenes with tests of their own, which must name them. Those that begin with play- are the strings and
# bodies of these, tuned by notes.
ELSEWHERE = {"sitar": "test_sitar_rates.c", "tanpura": "test_sitar.c", "piano-action": "test_multibody.py",
             "piano-repeat": "test_action_repeat.c", "piano-note": "test_piano_reference.c",
             "piano-hammer-stop": "test_hammer_oracle.c"}
LEVEL = 4
BANDS = ("db_0_1", "db_1_2", "db_2_4", "db_4_8")


def compare(program, command):
    """The rows of compare.csv."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, "compare", *command, "-o", folder, "--quiet"], check=True)
        with open(os.path.join(folder, "compare.csv"), encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))


def curve(rows, name, output):
    """The rows of a scheme or method, the finest left out, by rising rate."""
    found = [r for r in rows if r["variant"].split("@")[0] == name and r["output"] == output
             and r["note"] != "the finest"]
    assert found, f"{name}, {output}: no rows"
    return found


def samples(program, text, name):
    """An output of a scene given as text."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, "run", "-", "-o", folder + "/out", "--csv", "--quiet"], input=text, text=True,
                       check=True)
        with open(os.path.join(folder, "out", "samples.csv"), encoding="utf-8", newline="") as file:
            return [float(row[name]) for row in csv.DictReader(file)]


def difference(x, y):
    """(15.1)."""
    return math.sqrt(sum((a - b) ** 2 for a, b in zip(x, y, strict=True)) / sum(b * b for b in y))


def number(text):
    return float(text) if text else None


def slope(x, y):
    """Of the straight line through points, by least squares."""
    mx, my = sum(x) / len(x), sum(y) / len(y)
    return sum((a - mx) * (b - my) for a, b in zip(x, y)) / sum((a - mx) ** 2 for a in x)


def two(curves):
    """The largest error of some outputs, at the lowest and the highest rate."""
    first, last = (max(float(rows[i]["error"]) for rows in curves) for i in (0, -1))
    return f"{first:.2g}, {last:.2g}" if len(curves[0]) > 1 else f"{first:.1e}"


class Findings:
    """Rows of the two tables, and what is wrong."""

    def __init__(self):
        self.resolved, self.chaotic, self.wrong = [], [], []

    def expect(self, true, *what):
        if not true:
            self.wrong.append(": ".join(map(str, what)))

    def add_resolved(self, program, name, command, orders, why):
        rows = compare(program, command)
        for by in dict.fromkeys(by for by, _ in orders):
            told, curves = [], []
            for output, (low, high) in ((o, r) for (b, o), r in orders.items() if b == by):
                curves.append(curve(rows, by, output))
                order = number(curves[-1][-1]["order"])
                self.expect(order is not None and low <= order <= high, name, by, output,
                            f"order {order}, not from {low} to {high}")
                told.append(f"{output} {order:.2f}" if order is not None else f"{output} none")
            self.resolved.append((name, by, ", ".join(told), two(curves), why))

    def add_stepless(self, program, name, command, output, most):
        found = curve(compare(program, command), "adaptive", output)
        error = float(found[0]["error"])
        self.expect(error < most, name, output, f"adaptive differs from event by {error}")
        self.resolved.append((name, "adaptive", f"{output}: no steps", two([found]), "steps"))

    def add_modal(self, program, case):
        name, method, exact, counts, duration, output, (low, high), _ = case
        with open(os.path.join(SCENES, name + ".yaml"), encoding="utf-8") as file:
            text = re.sub(r"(?m)^duration: .*$", f"duration: {duration}", file.read())
        solver = re.compile(r"(?m)^solver: .*$")
        assert solver.search(text)
        right = samples(program, solver.sub(f"solver: {{method: {exact}}}", text), output)
        errors = [difference(samples(program, solver.sub(f"solver: {{method: {method}, modes: {n}}}", text),
                                     output), right) for n in counts]
        order = slope([-math.log(n) for n in counts], [math.log(e) for e in errors])
        self.expect(low <= order <= high, name, output, f"order {order}, not from {low} to {high}")
        self.resolved.append((name, f"{method}, {counts[0]} to {counts[-1]} modes", f"{output} {order:.2f}",
                              f"{errors[0]:.2g}, {errors[-1]:.2g}", "wrap"))

    def add_chaotic(self, program, scene, output):
        rows = compare(program, [scene, "--duration", "0.3"])
        for each in (output, "all outputs"):
            order = curve(rows, "audio", each)[-1]["order"]
            self.expect((order == "") != (scene in SETTLING), scene, each, f"order {order or 'none'}")
        found = curve(rows, "audio", output)
        levels = [float(found[0][band]) for band in BANDS]
        self.expect(max(map(abs, levels)) < LEVEL, scene, output, f"levels {levels}")
        self.chaotic.append((scene, output, two([found]), *(f"{level:+.1f}" for level in levels)))


def measure(program, only):
    f = Findings()
    for name, command, orders, why, _ in RESOLVED:
        if only is None or name in only:
            f.add_resolved(program, name, command, orders, why)
    for name, command, output, most in STEPLESS:
        if only is None or name in only:
            f.add_stepless(program, name, command, output, most)
    for case in MODAL:
        if only is None or case[0] in only:
            f.add_modal(program, case)
    for scene, output in CHAOTIC:
        if only is None or scene in only:
            f.add_chaotic(program, scene, output)
    return f


# --- The page -------------------------------------------------------------------------------------


def cut(lines, head):
    """Where the rows of a table begin and end."""
    begin = lines.index(head) + 2
    end = begin
    while end < len(lines) and lines[end].startswith("|"):
        end += 1
    return begin, end


def commands():
    """Lines of the page's block of commands."""
    wide = max(len(name) for name, *_ in RESOLVED) + 2
    lines = []
    for name, command, *_ in [*RESOLVED, *STEPLESS, ("rattles", ["SCENE", "--duration", "0.3"])]:
        lines += textwrap.wrap(f"{name:{wide}}{' '.join(command)}", 113, subsequent_indent=" " * (wide + 2),
                               break_on_hyphens=False)
    return lines


def cut_commands(lines):
    begin = lines.index("```text") + 1
    return begin, lines.index("```", begin)


def orders_in(cell):
    """{output: order} of "position 2.00, velocity 1.98"."""
    pairs = (pair.rsplit(" ", 1) for pair in cell.split(", "))
    return {pair[0]: float(pair[1]) for pair in pairs if pair[-1].replace(".", "").isdigit()}


def check_page(f):
    """Orders of the page are those measured; of rattles and differences, only that there is a row."""
    slack = {case[0]: case[-1] for case in RESOLVED + MODAL}
    with open(PAGE, encoding="utf-8") as file:
        lines = file.read().split("\n")
    begin, end = cut_commands(lines)
    f.expect(lines[begin:end] == commands(), "the page has other commands")
    begin, end = cut(lines, HEADS[0])
    page = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines[begin:end]]
    page = {(cells[0], cells[1]): orders_in(cells[2]) for cells in page}
    for name, by, told, *_ in f.resolved:
        there = page.get((name, by))
        f.expect(there is not None, name, by, "the page has no such row")
        for output, order in orders_in(told).items():
            said = (there or {}).get(output)
            f.expect(said is not None and abs(said - order) <= slack[name], name, by, output,
                     f"order {order}, the page says {said}")
    begin, end = cut(lines, HEADS[1])
    named = {line.split("|")[1].strip() for line in lines[begin:end]}
    for row in f.chaotic:
        f.expect(row[0] in named, row[0], "the page has no such row")


def write_page(f):
    with open(PAGE, encoding="utf-8") as file:
        lines = file.read().split("\n")
    begin, end = cut_commands(lines)
    lines[begin:end] = commands()
    for head, rows in zip(HEADS, (f.resolved, f.chaotic)):
        begin, end = cut(lines, head)
        lines[begin:end] = ["| " + " | ".join(row) + " |" for row in rows]
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write("\n".join(lines))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--only", help="names, separated by slashes")
    parser.add_argument("--write", action="store_true")
    a = parser.parse_args()
    program = os.path.abspath(a.program)
    f = measure(program, a.only.split("/") if a.only else None)
    if not a.only:
        there = subprocess.run([program, "list"], check=True, capture_output=True, text=True).stdout
        named = {row[0].split(",")[0] for row in f.resolved + f.chaotic} | ELSEWHERE.keys()
        for line in filter(str.strip, there.splitlines()):
            name = line.split()[0]
            f.expect(name in named or name.startswith("play-"), name, "a built-in scene without a case here")
        for name, test in ELSEWHERE.items():
            with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), test), encoding="utf-8") as file:
                f.expect(name in file.read(), name, f"not named in {test}")
    if a.write:
        write_page(f)
    else:
        check_page(f)
    for sentence in f.wrong:
        print(sentence)
    return 1 if f.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
