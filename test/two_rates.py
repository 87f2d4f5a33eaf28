# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""The same scene at 44.1 and 48 kHz sounds the same: levels and partials of scenes with contacts, as
docs/theory/convergence.md states them.

    python3 two_rates.py CAROM [--only NAME/..] [--partials] [--write]

Each scene of two_rates_scenes.py runs at both rates with default settings. Compared are the powers of its
output in octave bands (windows of 50 ms, edges soft by a tenth; bands 60 dB below the loudest are left
out), and the frequencies of its partials (the 16 highest peaks from 40 Hz to 10 kHz, at most 40 dB below
the highest, of a second that begins when contacts are over; peaks by a parabola through the logarithm).
A rattle is chaotic: both rates run from several starts, and powers are averaged over them; a partial counts
where both halves of the starts agree on it to a third of the limit, at either rate.

Limits: 1 dB, 2 cents. Whether a scene is within them must be what the page says, in both directions.
--write writes the table of the page anew.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

import numpy as np

import two_rates_scenes

PAGE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "docs", "theory",
                    "convergence.md")
HEAD = "| scene | models | 125 | 250 | 500 | 1k | 2k | 4k | 8k | +- | partials | cents | within |"
RATES = (44100, 48000)
CENTRES = (125, 250, 500, 1000, 2000, 4000, 8000)
LIMIT_DB, LIMIT_CENTS = 1.0, 2.0
SILENT = 1e-6  # of the loudest band, in power
WINDOW, HOPS = 0.05, 5  # s; hops in a window
PADDED = 4  # times the second of the partials
MOST, LOWEST, HIGHEST, WEAKEST = 16, 40, 10000, 1e-4  # partials, Hz, Hz, power of the highest
APART = 6  # Hz: a peak is the highest within so many


# --- One run -------------------------------------------------------------------------------------


def run(program, scene, rate):
    """The output `v`, and the summary."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "scene.yaml")
        with open(path, "w", encoding="ascii") as file:
            json.dump(scene, file)
        subprocess.run([program, "run", path, "-o", folder + "/out", "--npy", "--quiet", "--rate", str(rate)],
                       check=True)
        with open(folder + "/out/summary.json", encoding="utf-8") as file:
            summary = json.load(file)
        samples = np.load(folder + "/out/samples.npy")
    column = [o["name"] for o in summary["outputs"]].index("v") + 1
    return samples[:, column], summary


def band_powers(v, rate):
    """Power in each octave band, over the whole sound."""
    size = round(WINDOW * rate)
    hop = size // HOPS
    v = np.concatenate([np.zeros(size - hop), v, np.zeros(size)])
    bins = int(CENTRES[-1] * 2**0.5 * 1.1 * WINDOW) + 2
    window = np.hanning(size + 1)[:-1] / size
    power = np.zeros(bins)
    for begin in range(0, len(v) - size + 1, hop):
        power += np.abs(np.fft.rfft(v[begin:begin + size] * window)[:bins]) ** 2
    f = np.arange(bins) / WINDOW

    def above(edge):
        return np.clip((f / edge - 0.9) / 0.2, 0, 1)
    return np.array([np.sum(power * (above(c / 2**0.5) - above(c * 2**0.5))) for c in CENTRES])


def ringing_powers(v, rate, begin):
    """The power spectrum of a second, at every 1 / PADDED Hz."""
    v = v[round(begin * rate):round(begin * rate) + rate]
    assert len(v) == rate
    window = np.blackman(rate + 1)[:-1] / rate
    return np.abs(np.fft.rfft(v * window, PADDED * rate)[:(HIGHEST + APART) * PADDED]) ** 2


def peaks(power, weakest):
    """(power, frequency) of its peaks, the highest first."""
    wide = APART * PADDED
    least = weakest * np.max(power[LOWEST * PADDED:])
    found = []
    for i in range(LOWEST * PADDED, len(power) - wide):
        if power[i] >= least and power[i] == np.max(power[i - wide:i + wide + 1]):
            a, b, c = np.log(power[i - 1:i + 2])
            found.append((power[i], (i + (a - c) / (2 * (a - 2 * b + c))) / PADDED))
    return sorted(found, reverse=True)


# --- One scene -----------------------------------------------------------------------------------


def nearest(found, f):
    there = np.array([g for _, g in found])
    return there[np.argmin(np.abs(there - f))]


def cents_of(low, high):
    """(Hz, cents) by which partials of 44.1 kHz are higher at 48 kHz; None where halves of the starts
    disagree."""
    named = peaks(sum(low), WEAKEST)[:MOST]
    there = peaks(sum(high), WEAKEST / 10)
    halves = [peaks(half, WEAKEST / 10) for half in (*low, *high)]
    result = []
    for _, f in named:
        a, b, c, d = (nearest(half, f) for half in halves)
        sure = max(abs(np.log2(a / b)), abs(np.log2(c / d))) * 1200 <= LIMIT_CENTS / 3
        result.append((f, float(1200 * np.log2(nearest(there, f) / f)) if sure else None))
    return result


def model_of(bodies):
    """How strings, bars and plates were computed."""
    words = [body["type"] + (" modes" if "modes" in body else " grid") for body in bodies.values()
             if body["points"][0] > 0]
    return ", ".join(dict.fromkeys(words)) if len(words) > 1 else words[0].split()[1]


def run_all(program, made, rate):
    """Band powers of each start, spectra of what rings in each half of the starts, and the models."""
    bands, spectra = [], [0, 0]
    for start in range(made["starts"]):
        v, summary = run(program, made["scene"](start), rate)
        assert np.all(np.isfinite(v))
        # Balls on plates are short of ten steps at 44.1 kHz.
        assert {warning["kind"] for warning in summary["warnings"]} <= {"short-strike"}, summary["warnings"]
        bands.append(band_powers(v, rate))
        half = 2 * start // made["starts"]  # neighbours are alike: the first ones and the last ones
        spectra[half] = spectra[half] + ringing_powers(v, rate, made["rings"])
    if made["starts"] == 1:
        spectra[1] = spectra[0]
    return np.array(bands), spectra, model_of(summary["bodies"])


def scatter(bands):
    """Standard error of a mean power over starts, in decibels."""
    if len(bands) < 2:
        return 0
    return 10 / np.log(10) * np.std(bands, axis=0, ddof=1) / np.mean(bands, axis=0) / len(bands)**0.5


def measure(program, name):
    """Levels of 48 kHz over those of 44.1 kHz in decibels (None if silent), and what else the table tells."""
    made = two_rates_scenes.SCENES[name]
    low, high = (run_all(program, made, rate) for rate in RATES)
    powers = [np.mean(side[0], axis=0) for side in (low, high)]
    loud = np.maximum(*powers) > SILENT * np.max(powers)
    levels = 10 * np.log10(powers[1] / powers[0])
    models = low[2] if low[2] == high[2] else f"{low[2]}, {high[2]}"
    return {"name": name, "models": models, "cents": cents_of(low[1], high[1]),
            "levels": [float(x) if l else None for x, l in zip(levels, loud)],
            "error": float(np.max(np.hypot(scatter(low[0]), scatter(high[0])) * loud))}


def is_within(found):
    return (all(x is None or abs(x) <= LIMIT_DB for x in found["levels"])
            and all(c is None or abs(c) <= LIMIT_CENTS for _, c in found["cents"]))


# --- The page -------------------------------------------------------------------------------------


def row(found):
    levels = ["-" if x is None else f"{x:+.2f}" for x in found["levels"]]
    sure = [abs(c) for _, c in found["cents"] if c is not None]
    worst = f"{max(sure):.2f}" if sure else "-"
    cells = [found["name"], found["models"], *levels, f"{found['error']:.1f}",
             f"{len(sure)} of {len(found['cents'])}", worst, "yes" if is_within(found) else "no"]
    return "| " + " | ".join(cells) + " |"


def table(lines):
    """Where the rows begin and end."""
    begin = lines.index(HEAD) + 2
    end = begin
    while end < len(lines) and lines[end].startswith("|"):
        end += 1
    return begin, end


def faults(found, lines):
    """What differs from the page, in sentences."""
    begin, end = table(lines)
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines[begin:end]]
    said = {row[0]: (row[1], row[-1]) for row in cells}
    text = []
    for one in found:
        measured = (one["models"], "yes" if is_within(one) else "no")
        if said.get(one["name"]) != measured:
            text.append(f"{one['name']}: {measured}, the page says {said.get(one['name'])}: {row(one)}")
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("carom")
    parser.add_argument("--only", help="names, separated by slashes")
    parser.add_argument("--partials", action="store_true", help="print each of them")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    if options.only and options.write:
        parser.error("--write writes the whole table, --only leaves scenes out")
    names = options.only.split("/") if options.only else list(two_rates_scenes.SCENES)
    found = []
    for name in names:
        found.append(measure(os.path.abspath(options.carom), name))
        print(row(found[-1]), flush=True)
        if options.partials:
            print("    Hz: cents  " + ", ".join(f"{f:.0f}: {'?' if c is None else format(c, '+.2f')}"
                                                for f, c in sorted(found[-1]["cents"])))
    with open(PAGE, encoding="utf-8") as file:
        lines = file.read().split("\n")
    if options.write:
        begin, end = table(lines)
        lines[begin:end] = [row(one) for one in found]
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write("\n".join(lines))
        return 0
    wrong = faults(found, lines)
    begin, end = table(lines)
    if not options.only and end - begin != len(found):
        wrong.append(f"the page has {end - begin} rows, not {len(found)}")
    for sentence in wrong:
        print(sentence)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
