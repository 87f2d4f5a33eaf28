# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""Three models of a piano hammer side by side: one that flies straight, one that turns about its
pin, and one on a flexible shank, on the same three strings with the same felt and friction.

    python3 examples/hammers.py build/carom out/hammers [--set PATH=VALUE]...

Prints a table and leaves hammers.svg: contact force, scuff, bending of the shank, friction over
force (between its two largest values the felt sticks) and the string's partials after the blow. --set
changes the scenes of the two that turn, piano-hammer, and where it has the key, the one that flies.
"""

import cmath
import csv
import math
import os
import subprocess
import sys

FRICTION = 0.6
PARTIALS = 16
TOUCH = "contacts.strike."
COMMON = ["duration=0.14", TOUCH + f"friction={FRICTION}", "outputs.end.of=string@0.97",
          "outputs.end.quantity=velocity", "outputs.head.of=hammer@nose",
          "outputs.head.quantity=angle"]

# The mass that the hammer has at its nose, I / r^2, and the speed with which that meets the strings.
FLIES = """
carom: 1
title: A hammer that flies straight
rate: 192000
duration: 0.14
bodies:
  hammer: {type: mass, mass: 9.25e-3, velocity: 2.79, position: -1e-3}
  string: {type: string, length: 0.341, linear_density: 5.8e-3, tension: 703, bending_stiffness: 8.688e-3,
    count: 3, model: modes, points: 40}
contacts:
  strike: {type: felt, circle: hammer, segment: string@0.12, a: 4.45e10, b: 0, c: 1.82e4, d: 0.014}
outputs:
  force: {of: strike, quantity: force}
  end: {of: string@0.97, quantity: velocity}
solver: {method: mechanism}
"""


# --- Runs -----------------------------------------------------------------------------------------


def run(carom, scene, folder, changes):
    sets = [part for change in changes for part in ("--set", change)]
    subprocess.run([carom, "run", scene, "-o", folder, "--csv", "--quiet", *sets], check=True)
    with open(os.path.join(folder, "samples.csv"), encoding="utf-8") as file:
        rows = csv.reader(file)
        names = next(rows)
        columns = dict(zip(names, map(list, zip(*([float(x) for x in row] for row in rows)))))
    with open(os.path.join(folder, "events.csv"), encoding="utf-8") as file:
        columns["begins"] = float(next(csv.DictReader(file))["t_begin"])
    return columns


def blows(carom, out, changes):
    flying = os.path.join(out, "flies.yaml")
    with open(flying, "w", encoding="utf-8") as file:
        file.write(FLIES)
    known = ("contacts.strike.a", "contacts.strike.b", "contacts.strike.c", "contacts.strike.d",
             "bodies.string.", "rate=")
    straight = [c for c in changes if c.startswith(known) and not c.startswith("bodies.string.left")]
    return [("flies straight", run(carom, flying, os.path.join(out, "flies"), straight)),
            ("turns, rigid", run(carom, "piano-hammer", os.path.join(out, "rigid"),
                                 COMMON + changes + ["bodies.hammer.shank.youngs=1e15"])),
            ("turns, flexible shank", run(carom, "piano-hammer", os.path.join(out, "flexible"),
                                          COMMON + changes))]


# --- What a blow tells ----------------------------------------------------------------------------


class Blow:
    """Times in ms from where it begins."""

    def __init__(self, name, columns):
        self.name = name
        force = columns["force"]
        step = columns["t"][1]
        first = next(n for n, f in enumerate(force) if f > 0)
        self.peak = max(force)
        above = [n for n, f in enumerate(force) if f > 0.01 * self.peak]
        self.lasts = len(above) * step * 1e3
        shown = range(first, min(first + round(2.6e-3 / step), len(force)))
        self.t = [1e3 * (n * step - columns["begins"]) for n in shown]
        self.force = [force[n] for n in shown]
        zero = [0.0] * len(force)
        scuff = columns.get("scuff", zero)
        self.scuff = [1e3 * scuff[n] for n in shown]
        head, base = columns.get("head", zero), columns.get("angle", zero)
        self.bend = [1e3 * (head[n] - base[n]) for n in shown]
        rub = columns.get("friction", zero)
        self.share = [rub[n] / force[n] if force[n] > 0.01 * self.peak else 0.0 for n in shown]
        self.sticks = self.find_sticking()
        free = columns["end"][above[-1] + 2:]
        self.partials = [level(free, step, partial(j)) for j in range(1, PARTIALS + 1)]

    def find_sticking(self):
        """From when to when the friction is less than 99 % of what it can be."""
        if not any(self.share):
            return None
        less = [n for n, (t, s, f) in enumerate(zip(self.t, self.share, self.force))
                if f > 0.01 * self.peak and t > 0.1 and abs(s) < 0.99 * FRICTION]
        return (self.t[less[0]], self.t[less[-1] + 1]) if less else None


def partial(j):
    """Of the string of both scenes, Hz."""
    stiff = 8.688e-3 / (703 * 0.341 ** 2) * (math.pi * j) ** 2
    return j / (2 * 0.341) * math.sqrt(703 / 5.8e-3 * (1 + stiff))


def level(signal, step, hertz):
    """The amplitude at a frequency, in dB over 1 m/s, in a Hann window."""
    turn = cmath.exp(-2j * math.pi * hertz * step)
    count, total, z = len(signal), 0, 1
    for n, x in enumerate(signal):
        total += x * z * (1 - math.cos(2 * math.pi * n / count))
        z *= turn
    return 20 * math.log10(2 * abs(total) / count + 1e-12)


def table(all_blows):
    print(f"{'':24}{'force, N':>10}{'time, ms':>10}{'scuff, mm':>11}{'bend, mrad':>12}  sticks, ms")
    for b in all_blows:
        sticks = f"{b.sticks[0]:.2f} to {b.sticks[1]:.2f}" if b.sticks else "-"
        print(f"{b.name:24}{b.peak:10.1f}{b.lasts:10.2f}{max(b.scuff):11.2f}"
              f"{max(b.bend) - min(b.bend):12.2f}  {sticks}")


# --- The picture ----------------------------------------------------------------------------------

COLOURS = ("#0072b2", "#d55e00", "#009e73")
WIDE, HIGH, LEFT, TOP, GAP = 250, 120, 64, 60, 44


class Panel:
    """One curve or bars in a frame, with its own axes."""

    def __init__(self, column, row, x_range, y_range):
        self.x0, self.y0 = LEFT + column * (WIDE + GAP), TOP + row * (HIGH + GAP)
        self.x_range, self.y_range = x_range, y_range

    def at(self, x, y):
        (a, b), (c, d) = self.x_range, self.y_range
        return (self.x0 + WIDE * (x - a) / (b - a), self.y0 + HIGH * (1 - (y - c) / (d - c)))

    def frame(self, x_label, y_label):
        parts = [f'<rect x="{self.x0}" y="{self.y0}" width="{WIDE}" height="{HIGH}" fill="none" '
                 'stroke="#888"/>']
        for y in ticks(*self.y_range):
            _, v = self.at(0, y)
            parts.append(f'<line x1="{self.x0}" x2="{self.x0 + WIDE}" y1="{v:.1f}" y2="{v:.1f}" '
                         f'stroke="#ddd"/><text x="{self.x0 - 5}" y="{v + 4:.1f}" '
                         f'text-anchor="end">{y:g}</text>')
        for x in ticks(*self.x_range):
            u, _ = self.at(x, 0)
            parts.append(f'<text x="{u:.1f}" y="{self.y0 + HIGH + 14}" '
                         f'text-anchor="middle">{x:g}</text>')
        if x_label:
            parts.append(f'<text x="{self.x0 + WIDE}" y="{self.y0 + HIGH + 28}" '
                         f'text-anchor="end">{x_label}</text>')
        if y_label:
            parts.append(f'<text x="{self.x0}" y="{self.y0 - 6}">{y_label}</text>')
        return parts

    def line(self, x, y, colour):
        points = " ".join("%.1f,%.1f" % self.at(a, b) for a, b in zip(x, y))
        return f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.5"/>'

    def bars(self, x, y, colour):
        parts = []
        for a, b in zip(x, y):
            u, v = self.at(a, max(b, self.y_range[0]))
            parts.append(f'<line x1="{u:.1f}" x2="{u:.1f}" y1="{self.y0 + HIGH}" y2="{v:.1f}" '
                         f'stroke="{colour}" stroke-width="6"/>')
        return "".join(parts)


def ticks(low, high):
    step = 10 ** math.floor(math.log10((high - low) / 2))
    while (high - low) / step > 5:
        step *= 2.5 if round(step / 10 ** math.floor(math.log10(step))) == 2 else 2
    return [i * step for i in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


def span(all_blows, of):
    low = min(min(of(b)) for b in all_blows)
    high = max(max(of(b)) for b in all_blows)
    return (min(low, 0), high * 1.08 if high > 0 else 1)


def draw(all_blows, name):
    rows = [("contact force, N", lambda b: b.force), ("scuff, mm", lambda b: b.scuff),
            ("head against base, mrad", lambda b: b.bend),
            ("friction over force", lambda b: b.share)]
    loudest = max(max(b.partials) for b in all_blows)
    width, height = LEFT + 3 * (WIDE + GAP), TOP + 5 * (HIGH + GAP)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
             'font-family="sans-serif" font-size="11"><rect width="100%" height="100%" fill="white"/>']
    for column, b in enumerate(all_blows):
        parts.append(f'<text x="{LEFT + column * (WIDE + GAP)}" y="26" font-size="15" '
                     f'fill="{COLOURS[column]}">{b.name}</text>')
        for row, (label, of) in enumerate(rows):
            panel = Panel(column, row, (0, 2.6), span(all_blows, of))
            parts += panel.frame("t, ms" if row == 3 else "", label)
            parts.append(panel.line(b.t, of(b), COLOURS[column]))
        panel = Panel(column, 4, (0, PARTIALS + 1), (-60, 5))
        parts += panel.frame("partial", "string after the blow, dB")
        parts.append(panel.bars(range(1, PARTIALS + 1), [p - loudest for p in b.partials],
                                COLOURS[column]))
    with open(name, "w", encoding="utf-8") as file:
        file.write("\n".join(parts) + "\n</svg>\n")


def main(arguments):
    if len(arguments) < 2:
        sys.exit(__doc__)
    carom, out = arguments[:2]
    changes = [value for word, value in zip(arguments[2:], arguments[3:]) if word == "--set"]
    os.makedirs(out, exist_ok=True)
    found = [Blow(name, columns) for name, columns in blows(carom, out, changes)]
    table(found)
    draw(found, os.path.join(out, "hammers.svg"))
    print("picture in " + os.path.join(out, "hammers.svg"))


if __name__ == "__main__":
    main(sys.argv[1:])
