#!/usr/bin/env python3
# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""Makes docs/reference.md from what the program and the public headers say of themselves.

    python3 docs/make_reference.py PATH-TO-CAROM [--check]

Keys and commands come from 'carom help', result files from a short run, functions from
include/carom. With --check nothing is written: the exit code is 1 if the page is out of date.
"""

import difflib
import json
import os
import re
import subprocess
import sys
import tempfile
import textwrap

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGE = os.path.join(ROOT, "docs", "reference.md")
HEADERS = ["scene.h", "model.h", "kinds.h", "state.h", "control.h", "mix.h", "play.h", "plugin.h", "warning.h", "batch.h",
           "rebound.h", "memory.h", "stop.h", "status.h", "version.h", "file.h"]

# One scene that leaves every kind of result file.
SCENE = """\
carom: 1
duration: 0.1
bodies:
  string: {type: string, length: 1, density: 7850, radius: 5e-4, pitch: 110}
  hammer: {type: mass, mass: 3e-3, position: -1e-3, velocity: 1}
  ball: {type: mass, mass: 1e-2, velocity: 1}
  wall: {type: barrier}
contacts:
  hit: {type: collision, below: ball, above: wall, stiffness: 1e7}
  strike: {type: collision, below: hammer, above: string@0.2, stiffness: 1e7}
outputs:
  position: {of: hammer}
  sound: {of: string@0.9, quantity: velocity, audio: true}
  force: {of: strike, quantity: force}
  speed: {of: strike, quantity: velocity}
"""

FILES = {
    "summary.json": "what was run and how it went; its `scene` can be run again",
    "energy.csv": "the ledger, at most 10,000 rows",
    "events.csv": "one row for each impact of a collision",
    "samples.csv": "`t` and one column for each output; row n is t = n / rate",
    "samples.npy": "the same as an array of doubles, with `--npy`",
    "audio.wav": "outputs marked `audio: true`, mixed by gain and pan, 32-bit float stereo",
    "snapshots.csv": "one row for each shape: `t`, then the grid points, or the forces along a contact, N; "
                     "`snapshots-NAME.csv` if there are several",
    "snapshots.npy": "the same as an array of doubles",
    "waveform.svg": "picture: each output over time, the gestures of the score marked",
    "energy.svg": "picture: the ledger, on a logarithmic scale too, and its balance error",
    "spectrogram.svg": "picture: the audio outputs, frequency over time, dB below the loudest",
    "phase.svg": "picture: velocity over displacement, some periods after the transient",
    "contacts.svg": "picture: contact forces, the impacts marked, and the strongest one enlarged",
    "friction.svg": "picture: velocity and force of a contact that puts out both, and one over the other, "
                    "after the transient",
    "impact.svg": "picture: phase portrait and hysteresis loop of first impacts that have a closed "
                  "form, over it",
    "shapes.svg": "picture: shapes from the snapshots, up to eight of a string or bar over one period",
}

COLUMNS = {
    "energy.csv": {
        "t": "time, s: half a step behind the step that the row stands at (at the step by methods that "
             "do not conserve)",
        "kinetic": "energy of motion, J",
        "potential": "energy of stretching, bending, the springs of masses, and height, J",
        "contact": "energy stored in contacts, J",
        "dissipated": "lost since t = 0, J",
        "supplied": "work of forces, moving barriers and live changes since t = 0, J",
        "total": "kinetic + potential + contact + dissipated - supplied, J: it stays put",
        "balance_error": "total less its first value, J",
        "kinetic.BODY": "share of one body, J",
        "potential.BODY": "share of one body, J",
        "dissipated.BODY": "lost by one body, J",
        "contact.CONTACT": "stored in one contact, J",
        "dissipated.CONTACT": "lost in one contact, J",
        "supplied.CONTACT": "work done through it from outside, by a bow or a moving barrier, J",
        "numerical.CONTACT": "the part of what it dissipated that is the scheme's own loss, where it may have one, J",
    },
    "events.csv": {
        "contact": "the contact's name",
        "t_begin": "when the overlap rose above zero, s",
        "t_end": "when it came back to zero, s; empty where the run ends before",
        "peak_force": "largest force, N",
        "impulse": "force summed over time, N s",
        "speed_in": "relative speed at the start of the impact, m/s",
        "speed_out": "relative speed at its end, m/s; empty where the run ends before",
        "energy_lost": "dissipated in the contact during the impact, J",
    },
}


def say(carom, *arguments):
    done = subprocess.run([carom, *arguments], capture_output=True, text=True, check=True)
    return done.stdout


def cell(text):
    return text.replace("|", "\\|")


def table(heads, rows):
    return ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)] + [
        "| " + " | ".join(map(cell, row)) + " |" for row in rows]


# --- Commands and exit codes ----------------------------------------------------------------------


def split_exit_codes(text):
    """The text of 'carom help run' without its exit codes, and these as (code, meaning)."""
    before, _, codes = text.partition("Exit codes: ")
    found = re.findall(r"(\d) (.*?)(?=, \d |\.$)", " ".join(codes.split()))
    if [code for code, _ in found] != ["0", "1", "2", "3"]:
        raise ValueError("'carom help run' does not tell four exit codes")
    return before.strip(), found


def commands(carom):
    usage = say(carom, "help")
    names = list(dict.fromkeys(re.findall(r"^  carom (\w+)", usage, re.MULTILINE)))
    lines = ["## Commands", ""]
    codes = []
    for name in names:
        call, _, text = say(carom, "help", name).partition("\n\n")
        text = text.partition(f"\n\n{name}: ")[0]  # other meanings of the word
        if name == "run":
            text, codes = split_exit_codes(text)
        lines += [f"### carom {name}", "", "```text", call, "```", "", *wrapped(text), ""]
    lines += ["## Exit codes", "", *table(["code", "meaning"], codes), ""]
    return lines


def wrapped(text):
    return textwrap.wrap(" ".join(text.split()), 100, break_long_words=False,
                         break_on_hyphens=False)


# --- Keys -----------------------------------------------------------------------------------------


def all_keys(carom):
    """Every key as 'carom help KEY' tells it, in the order of 'carom help keys', by section."""
    sections = {}
    section = ""
    for line in say(carom, "help", "keys").splitlines():
        if line and not line.startswith(" ") and "." in line:
            break  # the key `keys` itself
        if line and not line.startswith(" "):
            section = line
            sections[section] = []
        elif line:
            sections[section].append(line.split()[0])
    told = {}
    for name in {name for names in sections.values() for name in names}:
        pattern = r"^(\S+)\n  (\S.*)\n  (\S.*)\n  (\S.*)$((?:\n    .*)*)"
        for path, text, kind, rest, words in re.findall(pattern, say(carom, "help", name), re.MULTILINE):
            told[path] = (text, kind, rest, [line.split(None, 1) for line in words.splitlines() if line])
    for section, names in sections.items():
        before = "" if section == "top level" else section + ".NAME."
        sections[section] = [(name, *told[before + name]) for name in names]
    return sections


def word_rows(found):
    """Key, word and meaning; keys with the same words share their rows."""
    sets = {}
    for name, _, _, _, words in found:
        if words:
            sets.setdefault(tuple(map(tuple, words)), []).append(f"`{name}`")
    return [[", ".join(names), f"`{word}`", text] for words, names in sets.items() for word, text in words]


def key_row(name, text, kind, rest, _):
    standard, *notes = rest.split("; ")
    standard = standard.removeprefix("default: ")
    unit = re.search(r", in ([^,]+)", kind)
    kind = re.sub(r", in [^,]+", "", kind)
    kind, _, choices = kind.partition(" of: ")
    choices, _, limits = (choices or kind).partition(", ")
    if kind.startswith("word") or kind.startswith("two words") or choices != kind.split(",")[0]:
        words = " ".join(f"`{word}`" for word in choices.split())
        kind = words if kind == "word" else f"{kind.split(',')[0]} of {words}"
    else:
        kind = choices
    kind += f", {limits}" if limits else ""
    types = next((note[5:] for note in notes if note.startswith("for: ")), "all")
    live = any(note.startswith("may change") for note in notes)
    shown = standard if standard in ("required", "none") else f"`{standard}`"
    return [f"`{name}`", text, kind, unit[1] if unit else "-", shown, types, "yes" if live else "-"]


def keys(carom):
    lines = ["## Keys of a scene", "",
             "A live key takes a number or breakpoints, `[[t, value], ...]`, and may be changed by",
             "a program while the scene runs. `carom help KEY` tells the same of one key.", ""]
    for section, found in all_keys(carom).items():
        heads = ["key", "what", "value", "unit", "default", "for", "live"]
        if section in ("bodies", "contacts"):
            rows = [key_row(*row) for row in found]
        else:
            heads.remove("for")
            rows = [key_row(*row) for row in found]
            rows = [row[:5] + row[6:] for row in rows]
        title = "Top level" if section == "top level" else f"{section.capitalize()}"
        where = [] if section == "top level" else [f"Each below `{section}.NAME.`", ""]
        lines += [f"### {title}", "", *where, *table(heads, rows), ""]
        words = word_rows(found)
        if words:
            lines += [f"Words of {'the top level' if section == 'top level' else section}:", "",
                      *table(["key", "word", "what it means"], words), ""]
    return lines


# --- Results --------------------------------------------------------------------------------------


def described(names, words):
    for name in names:
        if name not in words:
            raise ValueError(f"docs/make_reference.py does not describe '{name}'")
    return [[f"`{name}`", words[name]] for name in names]


def methods(carom):
    first, _, second = say(carom, "help", "methods").partition("\n\n")
    rows = []
    for line in first.splitlines()[1:]:
        name, *words = line.split()
        text, limits = re.search(rf"^{name} +(.*)((?:\n  +takes .*)?)", second, re.MULTILINE).groups()
        taken = say(carom, "help", name)
        bodies, contacts = (re.search(rf"^{kind} +(.*)", taken, re.MULTILINE)[1]
                            for kind in ("bodies", "contacts"))
        if words != bodies.split() + contacts.split():
            raise ValueError(f"'carom help methods' and 'carom help {name}' do not agree")
        rows.append([f"`{name}`", text, bodies, contacts, limits.strip().removeprefix("takes ") or "-"])
    return ["## Methods", "",
            *wrapped("The words of `solver.method`, and what each takes; `carom help METHOD` has the keys of the "
                     "solver that it takes and an example."), "",
            *table(["method", "what", "bodies", "contacts", "takes"], rows), ""]


def measures(carom):
    rows = [re.fullmatch(r"(\S+) +(\S+) +(.*)", line).groups()
            for line in say(carom, "help", "measures").splitlines()]
    return ["## Measures", "", "What `carom sweep --measure` takes.", "",
            *table(["measure", "unit", "what"], [[f"`{name}`", unit, text] for name, unit, text in rows]), ""]


def warnings(carom):
    rows = [re.fullmatch(r"(\S+) +(.*)", line).groups()
            for line in say(carom, "help", "warnings").splitlines()]
    return ["## Warnings", "",
            *wrapped("What runs and checks tell on stderr and `warnings` of summary.json lists, each with its "
                     "`kind` and its `text`. [How to](howto.md#what-the-program-warns-of) has more."), "",
            *table(["kind", "told where"], [[f"`{kind}`", text] for kind, text in rows]), ""]


def results(carom):
    with tempfile.TemporaryDirectory() as folder:
        scene = os.path.join(folder, "scene.yaml")
        out = os.path.join(folder, "out")
        with open(scene, "w", encoding="utf-8") as file:
            file.write(SCENE)
        say(carom, "run", scene, "-o", out, "--wav", "--csv", "--npy", "--plot", "--quiet")
        left = set(os.listdir(out))
        if left != set(FILES):
            raise ValueError(f"a run leaves {sorted(left ^ set(FILES))} or does not")
        heads = {}
        for name in COLUMNS:
            with open(os.path.join(out, name), encoding="utf-8") as file:
                heads[name] = file.readline().strip().split(",")
        with open(os.path.join(out, "summary.json"), encoding="utf-8") as file:
            summary = json.load(file)
    names = {"string": "BODY", "hammer": "BODY", "ball": "BODY", "wall": "BODY",
             "strike": "CONTACT", "hit": "CONTACT"}
    for name, columns in heads.items():
        columns = [re.sub(r"\.(\w+)$", lambda m: "." + names[m[1]], c) for c in columns]
        heads[name] = list(dict.fromkeys(columns))
    lines = ["## Result files", "", *table(["file", "what"], described(FILES, FILES)), ""]
    for name, columns in heads.items():
        lines += [f"### Columns of {name}", "",
                  *table(["column", "what"], described(columns, COLUMNS[name])), ""]
    lines += ["### Entries of summary.json", "",
              *wrapped(", ".join(f"`{key}`" for key in summary) + "."), "",
              *wrapped("`energy` holds " + ", ".join(f"`{key}`" for key in summary["energy"]) + "."),
              "",
              *wrapped("Each of `contacts` holds " + ", ".join(
                  f"`{key}`" for key in summary["contacts"]["strike"]) + "."), "",
              *wrapped("Each of `impacts`, first impacts that have a closed form, holds " + ", ".join(
                  f"`{key}`" for key in summary["impacts"]["hit"]) + ", and `closed_form` "
                  + ", ".join(f"`{key}`" for key in summary["impacts"]["hit"]["closed_form"])
                  + "."), ""]
    return lines


# --- Headers --------------------------------------------------------------------------------------


def declarations(text):
    """(comment, declaration) pairs of a header; a declaration without comment shares the former."""
    comment = []
    lines = iter(text.splitlines())
    shared = ""
    for line in lines:
        if line.startswith("///"):
            comment.append(line[3:].strip())
        elif line.startswith("#define CAROM_STATUSES"):
            while line.endswith("\\"):
                line = next(lines)
            comment = []
        elif re.match(r"(typedef|[a-z_]+ ?\*?).*[({;]", line) and not line.startswith("extern"):
            whole = [line]
            closing = "}" if whole[0].rstrip().endswith("{") else ";"
            while not (whole[-1].startswith(closing) if closing == "}" else
                       re.search(r";\s*(///<.*)?$", whole[-1])):
                whole.append(next(lines))
            shared = " ".join(comment) or shared
            yield shared, "\n".join(whole)
            comment = []
        elif not line.strip():
            comment = []
            shared = ""


def header(name):
    with open(os.path.join(ROOT, "include", "carom", name), encoding="utf-8") as file:
        text = file.read()
    intro = re.search(r"/// \\file \S+\n((?:///.*\n)+)", text)[1]
    intro = " ".join(line[3:].strip() for line in intro.splitlines())
    functions, structures, seen = [], [], ""
    for comment, code in declarations(text.replace(re.search(r"(/// \\file.*\n(///.*\n)+)",
                                                             text)[1], "")):
        function = re.search(r"\b(carom_\w+)\(", code)
        if code.startswith("typedef") and "{" in code and "carom_status;" not in code:
            structures.append((comment, code))
        elif function:
            context = re.search(r"\[(setup|audio)\]", comment)
            words = re.sub(r"\s*\[(setup|audio)\]", "", comment)
            if not words and structures:  # it returns the structure told before it
                words = structures[-1][0]
            shown = "as above" if words == seen and words else words or "-"
            signature = " ".join(code.split())
            functions.append([f"`{signature.rstrip(';')}`", shown, context[1] if context else "-"])
            seen = words
    lines = [f"### carom/{name}", "", *wrapped(intro), ""]
    if name == "status.h":
        rows = re.findall(r'X\((CAROM_\w+), "(.*)"\)', text)
        lines += [*table(["status", "meaning"], [[f"`{n}`", t] for n, t in rows]), ""]
    if functions:
        lines += [*table(["function", "what", "when"], functions), ""]
    for comment, code in structures:
        lines += [*wrapped(comment), "", "```c", code, "```", ""]
    return lines


SECTIONS = ["Commands", "Exit codes", "Keys of a scene", "Methods", "Result files", "Measures", "Warnings",
            "Functions"]


def conventions():
    """What carom.h says of all headers."""
    with open(os.path.join(ROOT, "include", "carom", "carom.h"), encoding="utf-8") as file:
        text = file.read()
    kept = re.search(r"/// What all headers keep to:\n///\n((?:///.*\n)+)", text)[1]
    return ["What all headers keep to:", "", *(line[4:] for line in kept.splitlines())]


def contents():
    return [f"- [{title}](#{title.lower().replace(' ', '-')})" for title in SECTIONS]


def page(carom):
    lines = ["# Reference", "",
             "<!-- Made by docs/make_reference.py; edit the source it reads, not this page. -->", "",
             *wrapped("Commands, keys, results and functions, as the program and its headers tell "
                      "them. This page is made by `docs/make_reference.py`; a test compares it with "
                      "the source."), "",
             *contents(), ""]
    lines += (commands(carom) + keys(carom) + methods(carom) + results(carom) + measures(carom) +
              warnings(carom))
    lines += ["## Functions", "",
              "`#include <carom/carom.h>` brings all but `carom/file.h`.", "", *conventions(), ""]
    left = set(os.listdir(os.path.join(ROOT, "include", "carom"))) - {"api.h", "carom.h", *HEADERS}
    if left:
        sys.exit(f"HEADERS: {', '.join(sorted(left))} is not in the list")
    for name in HEADERS:
        lines += header(name)
    return "\n".join(lines).rstrip() + "\n"


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    made = page(os.path.abspath(sys.argv[1]))
    if "--check" not in sys.argv[2:]:
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(made)
        return 0
    with open(PAGE, encoding="utf-8") as file:
        kept = file.read()
    sys.stdout.writelines(difflib.unified_diff(kept.splitlines(True), made.splitlines(True),
                                               "docs/reference.md", "what the source says"))
    return 0 if made == kept else 1


if __name__ == "__main__":
    sys.exit(main())
