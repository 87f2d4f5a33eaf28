# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""How right contacts are at 44.1 kHz: random hammers, frets and bridges against finer runs.

    python3 survey.py CAROM [--count N] [--seed S] [--kinds K,..] [--jobs J] [--out DIR]
                      [--set KEY=VALUE]... [--reference CAROM2] [--reference-set KEY=VALUE]...
                      [--cache DIR] [--starts N] [--only N,..] [--plot FILE.svg] [--least SHARE]

Each scene (survey_scenes.py) runs with default settings at 44.1 kHz, and at 8 and 16 times that rate
(plates 9 and 16, where their cells are whole), whose grids are finer too. Compared with 16 times:

  speed   of a hammer when all is over; error over its speed of arrival
  bands   power of the body's velocity in 0-1, 1-2, 2-4, 4-8, 8-16 kHz, dB; rattles are chaotic, so
          powers are averaged over starts that differ by 0.25 %, at each rate. Hann windows of 46 ms; edges
          of bands are soft by a tenth. Bands 80 dB below the loudest are left out.
  chatter samples in which the force went up and down by more than 2 % of its peak, three times or
          more in a row; beside it that of the finer run, of its mean force in each sample of 44.1 kHz.
          Rattles do that in truth: counted are scenes with more than twice as many, and 6 more, than
          both finer runs
  ledger  largest error of the balance, and what the contact lost, over the energy at the start: at
          44.1 kHz (in brackets what of that is numerical) / at 16 times

A number counts where 8 and 16 times agree to a third of its limit: 1 dB of 3, 0.33 % of 1. The others
are told as not converged. --set changes the runs at 44.1 kHz only. Files in DIR: survey.json, and a
scene file for each. The same seed gives the same scenes on any machine; finer runs are kept in --cache.
--plot draws the distributions. With --least, or if a run fails, pulls or does not balance, the exit code
is 1 where less than that share of the speeds, or of the levels up to 8 kHz of a kind, is within the limits.
--again FILE takes the numbers of a former survey.json instead of running anything.
CAROM_SOAK=N in the environment surveys N times as many.
"""

import argparse
import concurrent.futures
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time

import numpy as np

import survey_plot
import survey_scenes

EDGES = (0, 1000, 2000, 4000, 8000, 16000)
BANDS = ("0-1", "1-2", "2-4", "4-8", "8-16")
LIMIT_DB, LIMIT_SPEED = 3.0, 0.01
WINDOW = 2048  # samples of 44.1 kHz
SILENT = 1e-8
CACHE = 3  # another number where measure() measures anew


# --- One run -------------------------------------------------------------------------------------

def band_powers(v, times):
    """Power in each band: windows over the whole sound, its beginning and end included."""
    size = WINDOW * times
    hop = size // 4
    v = np.concatenate([np.zeros(size - hop), v, np.zeros(size)])
    bins = int(EDGES[-1] * 1.1 / survey_scenes.RATE * WINDOW) + 2
    window = np.hanning(size + 1)[:-1] / size
    power = np.zeros(bins)
    for begin in range(0, len(v) - size + 1, hop):
        power += np.abs(np.fft.rfft(v[begin:begin + size] * window)[:bins]) ** 2
    f = np.arange(bins) * survey_scenes.RATE / WINDOW

    def above(edge):
        return np.ones(bins) if edge == 0 else np.clip((f / edge - 0.9) / 0.2, 0, 1)
    return [float(np.sum(power * (above(a) - above(b)))) for a, b in zip(EDGES, EDGES[1:])]


def chatter(force):
    """Samples that are turning points of a force that goes up and down at half the rate."""
    peak = np.max(force, initial=0)
    if peak <= 0:
        return 0
    d = np.diff(force)
    turns = (d[1:] * d[:-1] < 0) & (np.minimum(np.abs(d[1:]), np.abs(d[:-1])) > 0.02 * peak)
    count = run = 0
    for turn in turns:
        if turn:
            run += 1
            count += 3 if run == 3 else (run > 3)
        else:
            run = 0
    return int(count)


def lost_in_contact(folder):
    """What the contact lost, what of that is numerical, and the energy at the start, J."""
    with open(os.path.join(folder, "energy.csv"), encoding="ascii") as file:
        names = file.readline().strip().split(",")
        rows = file.read().splitlines()
    first, last = (dict(zip(names, map(float, row.split(",")))) for row in (rows[0], rows[-1]))
    return last["dissipated.hit"], last.get("numerical.hit", 0), first["total"]


def measure(program, text, times, settings):
    """The numbers of one run, or what went wrong."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "scene.yaml")
        with open(path, "w", encoding="ascii") as file:
            file.write(text)
        command = [program, "run", path, "-o", folder + "/out", "--npy", "--quiet",
                   "--rate", repr(survey_scenes.RATE * times)]
        for setting in settings:
            command += ["--set", setting]
        begin = time.monotonic()
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode not in (0, 3):
            return {"failed": done.returncode, "says": done.stderr[-300:]}
        with open(folder + "/out/summary.json", encoding="utf-8") as file:
            summary = json.load(file)
        samples = np.load(folder + "/out/samples.npy")
        column = {o["name"]: samples[:, i + 1] for i, o in enumerate(summary["outputs"])}
        lost, numerical, start = lost_in_contact(folder + "/out")
    whole = len(column["f"]) // times * times
    mean = column["f"][:whole].reshape(-1, times).mean(1)
    result = {"bands": band_powers(column["v"], times), "balance": summary["energy"]["max_balance_error"],
              "lost": lost / start, "numerical": numerical / start, "chatter": chatter(mean), "peak": float(np.max(column["f"])),
              "pressed": float(np.mean(column["f"] > 0)), "least": float(np.min(column["f"])),
              "impacts": summary["contacts"]["hit"]["impacts"], "exit": done.returncode,
              "points": summary["bodies"]["body"]["points"], "seconds": time.monotonic() - begin}
    if "h" in column:
        result["speed"] = float(column["h"][-1])
        result["over"] = bool(np.all(column["f"][-int(0.005 * survey_scenes.RATE * times):] == 0))
    if not np.all(np.isfinite(result["bands"])):
        return {"failed": done.returncode, "says": "not finite"}
    return result


def cached(cache, program_hash, text, times, settings, program):
    if cache is None:
        return measure(program, text, times, settings)
    key = hashlib.sha256(json.dumps([CACHE, program_hash, text, times, settings]).encode()).hexdigest()[:24]
    path = os.path.join(cache, key + ".json")
    if os.path.exists(path):
        with open(path, encoding="ascii") as file:
            return json.load(file)
    result = measure(program, text, times, settings)
    with open(path + f".{os.getpid()}", "w", encoding="ascii") as file:
        json.dump(result, file)
    os.replace(path + f".{os.getpid()}", path)
    return result


# --- One scene -----------------------------------------------------------------------------------

def starts_of(made, count):
    """The scene's text, once for each start."""
    if made["kind"] == "hammer":
        return [json.dumps(made["scene"], indent=1)]
    texts = []
    for i in range(count):
        scene = json.loads(json.dumps(made["scene"]))
        scene["bodies"]["body"]["start"]["amplitude"] *= 1 + 0.0025 * i
        texts.append(json.dumps(scene, indent=1))
    return texts


def average(runs):
    """Over starts: means of powers and losses, the worst of the ledger."""
    one = dict(runs[0])
    for key in ("lost", "numerical", "chatter", "impacts", "pressed"):
        one[key] = float(np.mean([r[key] for r in runs]))
    one["bands"] = [float(x) for x in np.mean([r["bands"] for r in runs], axis=0)]
    one["balance"] = max(r["balance"] for r in runs)
    one["least"] = min(r["least"] for r in runs)
    one["seconds"] = sum(r["seconds"] for r in runs)
    return one


def decibels(a, b):
    return [10 * np.log10(max(x, 1e-300) / max(y, 1e-300)) for x, y in zip(a, b)]


def compare(index, made, runs):
    """A row of the table. None stands for what is silent or, in `speed`, for a contact that goes on."""
    low, middle, fine = runs
    row = {"index": index, "kind": made["kind"], "body": made["body"], "low": low, "middle": middle, "fine": fine}
    if fine["impacts"] == 0:
        return {**row, "failed": "nothing touched"}
    loud = [p > SILENT * max(fine["bands"]) for p in fine["bands"]]
    moved = decibels(middle["bands"], fine["bands"])
    row["moved_db"] = [float(x) if l else None for x, l in zip(moved, loud)]
    row["db"] = [float(x) if l else None for x, l in zip(decibels(low["bands"], fine["bands"]), loud)]
    row["sure"] = [x is not None and abs(x) <= LIMIT_DB / 3 for x in row["moved_db"]]
    if made["kind"] == "hammer":
        arrival = made["scene"]["bodies"]["hammer"]["velocity"]
        over = low["over"] and middle["over"] and fine["over"]
        row["speed"] = (low["speed"] - fine["speed"]) / arrival if over else None
        row["moved_speed"] = (middle["speed"] - fine["speed"]) / arrival if over else None
        row["speed_sure"] = over and abs(row["moved_speed"]) <= LIMIT_SPEED / 3
    return row


def survey_scene(index, options, hashes):
    made = survey_scenes.scene(options.seed, index, options.kinds)
    texts = starts_of(made, options.starts)
    with open(os.path.join(options.out, f"{index:04d}-{made['kind']}-{made['body']}.yaml"), "w", encoding="ascii") as file:
        file.write(texts[0] + "\n")
    runs = []
    for times in (1, *made["times"]):
        fine = times > 1
        program = options.reference if fine else options.carom
        settings = options.reference_set if fine else options.set
        turns = [cached(options.cache if fine else None, hashes[program], text, times, settings, program) for text in texts]
        for turn in turns:
            if "failed" in turn:
                return {"index": index, "kind": made["kind"], "body": made["body"], "failed": f"{times}x: {turn['says']}"}
        runs.append(average(turns))
    return compare(index, made, runs)


# --- All of them ---------------------------------------------------------------------------------

def line(row):
    head = f"{row['index']:4d} {row['kind']:6s} {row['body']:9s}"
    if "failed" in row:
        return f"{head} FAILED {row['failed'].strip()}"
    bands = " ".join("     ." if x is None else f"{x:+6.1f}{' ' if sure else '?'}".rjust(6)
                     for x, sure in zip(row["db"], row["sure"]))
    speed = ""
    if row["kind"] == "hammer":
        speed = " goes on" if row["speed"] is None else f" {100 * row['speed']:+7.3f}%{' ' if row['speed_sure'] else '?'}"
    low, fine = row["low"], row["fine"]
    return (f"{head} {bands:36s}{speed:10s} chatter {low['chatter']:4.0f} / {fine['chatter']:4.0f}"
            f"  lost {100 * low['lost']:5.1f} ({100 * low['numerical']:4.1f}) / {100 * fine['lost']:5.1f} %  balance {low['balance']:.0e}"
            f"{'  PULLS' if low['least'] < 0 else ''}{'  EXIT 3' if low['exit'] else ''}")


def alternates(row):
    """Whether the force goes up and down at half the rate beyond what it does in truth."""
    return row["low"]["chatter"] > 2 * max(row["middle"]["chatter"], row["fine"]["chatter"]) + 6


def share(values, limit):
    inside = sum(abs(x) <= limit for x in values)
    rms = float(np.sqrt(np.mean(np.square(values)))) if values else float("nan")
    return inside, len(values), rms


def summarise(rows, limits):
    """Lines per kind: how many lie within the limits, rms, and the worst."""
    text = []
    rows = [r for r in rows if "failed" not in r]
    groups = [(k, [r for r in rows if r["kind"] == k]) for k in survey_scenes.KINDS]
    groups += [(f"{k} on {b}", [r for r in rows if (r["kind"], r["body"]) == (k, b)])
               for k in survey_scenes.KINDS for b, _ in survey_scenes.BODIES[k]]
    for name, group in groups:
        if not group:
            continue
        parts = []
        for b, band in enumerate(BANDS):
            sure = [r["db"][b] for r in group if r["sure"][b]]
            inside, count, rms = share(sure, limits[0])
            parts.append(f"{band}: {inside}/{count} rms {rms:.1f} median {np.median(sure) if sure else float('nan'):+.1f}")
        unsure = sum(x is not None and not s for r in group for x, s in zip(r["db"], r["sure"]))
        chattering = sum(alternates(r) for r in group)
        extra = float(np.mean([r["low"]["lost"] - r["fine"]["lost"] for r in group]))
        text.append(f"{name} ({len(group)}), within {limits[0]:g} dB in kHz  " + ", ".join(parts))
        tail = f"    not converged {unsure} bands; alternate in {chattering}; lost in the contact beyond the reference {100 * extra:+.1f} % on average"
        if group[0]["kind"] == "hammer":
            inside, count, rms = share([r["speed"] for r in group if r["speed_sure"]], limits[1])
            tail += (f"; speed within {100 * limits[1]:g} %: {inside}/{count} rms {100 * rms:.2f} %, not converged"
                     f" {sum(r['speed'] is not None and not r['speed_sure'] for r in group)}, go on {sum(r['speed'] is None for r in group)}")
        text.append(tail)
    text.append("worst")
    worst = [(max([abs(x) for x, s in zip(r["db"][:4], r["sure"]) if s], default=0) / limits[0], r) for r in rows]
    worst += [(abs(r["speed"]) / limits[1], r) for r in rows if r.get("speed_sure")]
    listed = {}
    for value, row in sorted(worst, key=lambda w: -w[0]):
        listed.setdefault(row["index"], (value, row))
    text += [f"{value:6.1f} x  {line(row)}" for value, row in list(listed.values())[:12] if value > 1]
    return text


def faults(rows, least):
    """What is wrong with a survey, in sentences."""
    text = [f"scene {r['index']}: {r['failed'].strip()}" for r in rows if "failed" in r]
    rows = [r for r in rows if "failed" not in r]
    text += [f"scene {r['index']}: a force of {r['low']['least']:g} N" for r in rows if r["low"]["least"] < 0]
    text += [f"scene {r['index']}: balance {r['low']['balance']:g}" for r in rows if r["low"]["exit"] != 0]
    for kind in survey_scenes.KINDS:
        group = [r for r in rows if r["kind"] == kind]
        parts = [("levels", LIMIT_DB, [x for r in group for x, sure in zip(r["db"][:4], r["sure"]) if sure]),
                 ("speeds", LIMIT_SPEED, [r["speed"] for r in group if r.get("speed_sure")])]
        for what, limit, values in parts:
            inside, count, _ = share(values, limit)
            if inside < least * count:
                text.append(f"{kind}: {inside} of {count} {what} are within the limit")
    return text


def hash_of(program):
    with open(program, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("carom")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", default=",".join(survey_scenes.KINDS))
    parser.add_argument("--only", default="", help="indices, with commas")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--out", default="out/survey")
    parser.add_argument("--set", action="append", default=[])
    parser.add_argument("--reference")
    parser.add_argument("--reference-set", action="append", default=[])
    parser.add_argument("--cache")
    parser.add_argument("--starts", type=int, default=3)
    parser.add_argument("--plot")
    parser.add_argument("--least", type=float, default=0)
    parser.add_argument("--again")
    options = parser.parse_args()
    options.reference = options.reference or options.carom
    options.kinds = options.kinds.split(",")
    options.count *= int(os.environ.get("CAROM_SOAK", "1"))
    return options


def run_all(options):
    if options.again:
        with open(options.again, encoding="ascii") as file:
            return json.load(file)["rows"]
    indices = [int(i) for i in options.only.split(",")] if options.only else range(options.count)
    hashes = {p: hash_of(p) for p in (options.carom, options.reference)}
    rows = []
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        for row in pool.map(survey_scene, indices, [options] * len(indices), [hashes] * len(indices)):
            rows.append(row)
            print(line(row), flush=True)
    return rows


def main():
    options = parse()
    for folder in (options.out, options.cache):
        if folder:
            os.makedirs(folder, exist_ok=True)
    begin = time.monotonic()
    rows = run_all(options)
    text = summarise(rows, (LIMIT_DB, LIMIT_SPEED))
    print("\n".join(text))
    print(f"{len(rows)} scenes, {sum('failed' in r for r in rows)} failed, in {time.monotonic() - begin:.0f} s")
    if not options.again:
        with open(os.path.join(options.out, "survey.json"), "w", encoding="ascii") as file:
            json.dump({"seed": options.seed, "kinds": options.kinds, "set": options.set, "reference_set": options.reference_set,
                       "starts": options.starts, "rows": rows, "summary": text}, file, indent=1)
    if options.plot:
        survey_plot.draw(options.plot, rows, BANDS, (LIMIT_DB, LIMIT_SPEED))
    wrong = faults(rows, options.least)
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
