# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""Regulates the action of a grand piano in a technician's order: blow, jack, lever, let-off, drop, dip
and check, until each is right.

    python3 examples/regulate.py build/carom out/regulate [--as-is] [--set PATH=VALUE]...

The action is piano-action, with all screws turned away unless --as-is; --set changes anything else, a
softer felt or a heavier hammer. Leaves regulated.yaml, a scene to run, and prints what is measured
before and after: with the key pressed slowly (examples/piano-touch.yaml) and with the scene's blow.
"""

import csv
import json
import os
import subprocess
import sys

TOUCH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "piano-touch.yaml")
RATE = 12000  # Hz
TURNS, DOWN = 1.65, 3.0  # s: the arm turns; N: the key is down


# --- Runs -----------------------------------------------------------------------------------------


class Bench:
    """Runs scenes with changes into a folder."""

    def __init__(self, carom, out, changes):
        self.carom, self.out, self.changes, self.known = carom, out, changes, {}

    def find(self, measure, screws):
        """What is measured with these screws, once."""
        key = (measure, *screws.values())
        if key not in self.known:
            self.known[key] = measure(self, screws)
        return self.known[key]

    def run(self, scene, duration, screws):
        """The outputs over time, and the contacts of the summary."""
        folder = os.path.join(self.out, "run")
        sets = [part for change in self.changes + settings(screws) for part in ("--set", change)]
        done = subprocess.run([self.carom, "run", scene, "-o", folder, "--csv", "--quiet", "--duration",
                               str(duration), "--rate", str(RATE), *sets], capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(done.stderr)
        with open(os.path.join(folder, "samples.csv"), encoding="utf-8") as file:
            rows = csv.reader(file)
            names = next(rows)
            columns = dict(zip(names, zip(*([float(x) for x in row] for row in rows))))
        with open(os.path.join(folder, "summary.json"), encoding="utf-8") as file:
            return columns, json.load(file)["contacts"]


def rest(bench, screws):
    """At rest: how far the hammer is from the strings; the jack's edge behind the knuckle's centre, and
    its top below the knuckle; mm."""
    at, _ = bench.run(TOUCH, 1e-3, screws)
    return {"blow": 1e3 * at["gap"][0], "jack": 1e3 * (at["edge"][0] - at["knuckle"][0]),
            "lever": 1e3 * at["clear"][0]}


def press(bench, screws, up=False):
    """The key pressed down, and let up: the hammer's closest approach to the strings; how far it is from
    them when the key is down; the key's travel then, mm; the weights that move it, g."""
    at, _ = bench.run(TOUCH, 2 * TURNS if up else TURNS, screws)
    turn = next((n for n, t in enumerate(at["t"]) if t > TURNS), len(at["t"]) - 1)
    down = next((n for n in range(turn) if at["press"][n] > DOWN), turn)
    found = {"let-off": 1e3 * min(at["gap"][:down + 1]), "drop": 1e3 * at["gap"][down],
             "dip": 1e3 * at["key"][down]}
    for name, part in (("down weight", range(turn)), ("up weight", range(turn, len(at["t"])))):
        forces = [at["press"][n] for n in part if 2e-3 < at["key"][n] < 4e-3]
        if forces:
            found[name] = sum(forces) / len(forces) / 9.81e-3
    return found


def blow(bench, screws):
    """A forte blow, the key held: how far below the strings the hammer is caught, mm; its speed; when it
    strikes, flies free before that and the key is down after it, ms."""
    at, contacts = bench.run("piano-action", 0.3, screws)
    late = [g for t, g in zip(at["t"], at["gap"]) if t > 0.2]
    strike = contacts["strike"].get("first")
    found = {"check": 1e3 * sum(late) / len(late)}
    if strike is not None:
        found.update({"strike speed": strike["speed_in"], "strike": 1e3 * strike["t_begin"],
                      "free flight": 1e3 * (strike["t_begin"] - contacts["push"]["first"]["t_end"]),
                      "key down": 1e3 * (contacts["bottom"]["first"]["t_begin"] - strike["t_begin"])})
    return found


# --- Screws ---------------------------------------------------------------------------------------


class Step:
    """What is regulated by which screw: `effect` is what a turn by 1 mm or 1 mrad does, mm."""

    def __init__(self, name, screw, wanted, within, effect, measure):
        self.name, self.screw, self.wanted, self.within = name, screw, wanted, within
        self.effect, self.measure = effect, measure


STEPS = [
    Step("blow", "capstan", 47.0, 0.1, -15.0, rest),
    Step("jack", "jack button", 1.1, 0.05, -0.05, rest),
    Step("lever", "lever screw", 0.06, 0.02, -0.045, rest),
    Step("let-off", "let-off button", 1.5, 0.1, -5.3, press),
    Step("drop", "drop screw", 3.0, 0.1, -6.2, press),
    Step("dip", "front felt", 10.0, 0.05, -1.0, press),
    Step("check", "backcheck", 15.0, 0.5, 5.0, blow),
]

# mm, and mrad of the jack button and the lever screw.
AS_IS = {"capstan": 20.0, "jack button": 0.0, "lever screw": 0.0, "let-off button": 54.9,
         "drop screw": 102.1, "front felt": -19.633, "backcheck": 0.0}
NEW = {"capstan": 20.4, "jack button": -20.0, "lever screw": -6.0, "let-off button": 54.2,
       "drop screw": 101.4, "front felt": -18.9, "backcheck": 0.6}


def settings(screws):
    """The keys of the scene that the screws are."""
    level = lambda name, x0, x1, y: [f"contacts.{name}.from=[{x0}, {y:.7g}]",
                                     f"contacts.{name}.to=[{x1}, {y:.7g}]"]
    bent = 1e-3 * screws["backcheck"]
    return [f"bodies.key.marks.capstan=[0.115, {1e-3 * screws['capstan']:.7g}]",
            f"bodies.jack.stop.angle={1e-3 * screws['jack button']:.7g}",
            f"bodies.lever.stop.angle={1e-3 * screws['lever screw']:.7g}",
            *level("letoff", 0.045, 0.075, 1e-3 * screws["let-off button"]),
            *level("drop", 0.06, 0.085, 1e-3 * screws["drop screw"]),
            *level("bottom", -0.24, -0.18, 1e-3 * screws["front felt"]),
            f"contacts.check.from=[{0.2067064 + bent:.7g}, 0.05427848]",
            f"contacts.check.to=[{0.21760382 + bent:.7g}, 0.07359909]"]


def turn(bench, step, screws):
    """Turns a screw until what it regulates is right; whether it had to be turned."""
    first, before = screws[step.screw], None
    for _ in range(12):
        found = bench.find(step.measure, screws)[step.name]
        before = found if before is None else before
        if abs(found - step.wanted) <= step.within:
            break
        screws[step.screw] += (step.wanted - found) / step.effect
    else:
        sys.exit(f"{step.name} is {found:.2f} mm and does not come to {step.wanted} mm by the {step.screw}")
    if screws[step.screw] == first:
        return False
    print(f"{step.screw:15}{first:9.2f} -> {screws[step.screw]:8.2f}    "
          f"{step.name:8}{before:7.2f} -> {found:6.2f} mm")
    return True


def regulate(bench, screws):
    """Screws disturb what others have regulated: all of them again until none has to be turned."""
    for number in range(1, 6):
        print(f"round {number}")
        if not any([turn(bench, step, screws) for step in STEPS]):
            print("nothing to turn")
            return
    sys.exit("it does not come to an end")


# --- Before and after -----------------------------------------------------------------------------

UNITS = {"down weight": "g", "up weight": "g", "strike speed": "m/s", "strike": "ms", "free flight": "ms",
         "key down": "ms"}


def inspect(bench, screws):
    return {**rest(bench, screws), **press(bench, screws, up=True), **blow(bench, screws)}


def table(before, after):
    wanted = {step.name: f"{step.wanted:.2f}" for step in STEPS}
    print(f"\n{'':18}{'before':>9}{'after':>9}{'wanted':>9}")
    for name in after:
        told = f"{before[name]:9.2f}" if name in before else f"{'-':>9}"
        print(f"{name + ', ' + UNITS.get(name, 'mm'):18}{told}{after[name]:9.2f}"
              f"{wanted.get(name, ''):>9}".rstrip())


def nested(changes):
    """Changes PATH=VALUE as a tree of keys."""
    tree = {}
    for change in changes:
        path, _, value = change.partition("=")
        *folders, last = path.split(".")
        at = tree
        for name in folders:
            at = at.setdefault(name, {})
        at[last] = value
    return tree


def flow(value):
    if isinstance(value, str):
        return value
    return "{" + ", ".join(f"{name}: {flow(inside)}" for name, inside in value.items()) + "}"


def save(path, changes, screws):
    with open(path, "w", encoding="utf-8") as file:
        file.write("like: piano-action\ntitle: The action of a grand piano, regulated\n")
        for section, items in nested(changes + settings(screws)).items():
            if isinstance(items, str):
                file.write(f"{section}: {items}\n")
                continue
            file.write(f"{section}:\n" + "".join(f"  {name}: {flow(keys)}\n" for name, keys in items.items()))


def main(arguments):
    if len(arguments) < 2:
        sys.exit(__doc__)
    carom, out = arguments[:2]
    changes = [value for word, value in zip(arguments[2:], arguments[3:]) if word == "--set"]
    os.makedirs(out, exist_ok=True)
    bench = Bench(carom, out, changes)
    screws = dict(AS_IS if "--as-is" in arguments else NEW)
    before = inspect(bench, screws)
    regulate(bench, screws)
    table(before, inspect(bench, screws))
    save(os.path.join(out, "regulated.yaml"), changes, screws)
    print("\nregulated scene in " + os.path.join(out, "regulated.yaml"))


if __name__ == "__main__":
    main(sys.argv[1:])
