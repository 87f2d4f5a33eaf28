# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""Claims about the pages: every command runs and says what the page says it does, every scene is
good, every program compiles and runs, every link leads somewhere.

    python3 test_docs.py PATH-TO-CAROM [--quick | --slow] [unittest arguments]

--quick leaves out the commands that take seconds, SLOW, and what is shown of their blocks; --slow follows the
pages that have such commands, and no others. Each page is followed from top to bottom in a folder of its own, in which build/ holds the program
and its libraries and include/ the headers.

  yaml, c   A block is saved under the name that the paragraph before it gives as "Save this as
            `NAME`". A scene without a name is checked. A C program is compiled with all warnings.
  sh        Each line is run, as are indented lines that begin with carom or build/carom. It must
            end with 0, or with the code that its comment states: # exit code 1. Lines that begin
            with make are left out.
  text      After an sh block: these lines must be among what it printed, in this order. Numbers
            must agree in the digits shown, to one of the last; those that a page shows rounded, to
            1e-5. Timings do not count, balance errors count to a power of ten, and what is below
            1e-12 is nothing.
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

CAROM = ""
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
QUICK = ONLY_SLOW = False
SLOW = re.compile(r"reproduce all|regulate|compare sitar-string|run tanpura")
PATIENCE = 600  # s for one command, on a machine that does other work too
NOTHING = 1e-12
NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?![\w])")
NOISE = [(re.compile(r"in \S+ s: \S+ times real time"), "in TIME"),
           (re.compile(r"cost: about .*"), "cost: about TIME"),
           (re.compile(r"balance error +\S+"), "balance error ROUNDING")]
ROUNDING = re.compile(r"(?<=relative )\S+|(?<=off by )[^;]+")  # to a power of ten


def pages():
    found = ["README.md", "CONTRIBUTING.md"]
    for folder, _, names in os.walk(os.path.join(ROOT, "docs")):
        inside = os.path.relpath(folder, ROOT)
        found += [os.path.join(inside, name) for name in sorted(names) if name.endswith(".md")]
    return found


def read(page):
    with open(os.path.join(ROOT, page), encoding="utf-8") as file:
        return file.read()


# --- Blocks ---------------------------------------------------------------------------------------


class Block:
    """A fenced block, or a run of indented lines (kind 'indented'), with the text before it."""

    def __init__(self, kind, line, before):
        self.kind, self.line, self.before, self.lines = kind, line, before, []

    def text(self):
        return "\n".join(self.lines) + "\n"

    def name(self):
        given = re.findall(r"[Ss]ave (?:this|it) as\s+`([\w.-]+)`", self.before)
        return given[-1] if given else None


def blocks(text):
    found, before, block = [], [], None
    for number, line in enumerate(text.splitlines(), 1):
        if block is not None and block.kind != "indented":
            if line.startswith("```"):
                found.append(block)
                block = None
            else:
                block.lines.append(line)
            continue
        if block is not None and not line.startswith("    ") and line.strip():
            found.append(block)
            block = None
        if line.startswith("```"):
            block = Block(line[3:].strip(), number, " ".join(before))
            before = []
        elif line.startswith("    ") and (block is not None or not before or before[-1] == ""):
            block = block or Block("indented", number, " ".join(before))
            block.lines.append(line[4:])
            before = []
        elif line.startswith("#"):
            before = []
        else:
            before.append(line)
    return found + ([block] if block is not None else [])


# --- Comparing ------------------------------------------------------------------------------------


def without_noise(line):
    for pattern, word in NOISE:
        line = pattern.sub(word, line)
    return " ".join(line.split())


def last_digit(number):
    """What one unit of the last digit shown is worth."""
    mantissa, _, power = number.lower().partition("e")
    return 10.0 ** (int(power or 0) - len(mantissa.partition(".")[2]))


def same_line(shown, printed):
    shown, printed = without_noise(shown), without_noise(printed)
    for a, b in zip(ROUNDING.findall(shown), ROUNDING.findall(printed)):
        a, b = float(a), float(b)
        if max(a, b) > NOTHING and max(a, b) > 10 * min(a, b):
            return False
    shown, printed = ROUNDING.sub("ROUNDING", shown), ROUNDING.sub("ROUNDING", printed)
    if NUMBER.sub("#", shown) != NUMBER.sub("#", printed):
        return False
    for a, b in zip(NUMBER.findall(shown), NUMBER.findall(printed)):
        if a == b or (abs(float(a)) < NOTHING and abs(float(b)) < NOTHING):
            continue
        if not re.search(r"[.e]", a + b):
            return False
        rounded = len(b) > len(a) + 2
        if abs(float(a) - float(b)) > (1e-5 * abs(float(b)) if rounded else 1.001 * last_digit(a)):
            return False
    return True


# --- Following a page -----------------------------------------------------------------------------


class Reader:
    """Does what a page says in a folder of its own."""

    def __init__(self, case, page, folder):
        self.case, self.page, self.folder = case, page, folder
        self.printed = None  # by the last sh block: results and messages
        self.counts = {"commands": 0, "scenes": 0, "programs": 0, "lines": 0}
        self.programs = {}
        build = os.path.dirname(CAROM)
        os.mkdir(os.path.join(folder, "build"))
        for name in ("libcarom.a", "libcarom-file.a"):
            os.symlink(os.path.join(build, name), os.path.join(folder, "build", name))
        os.symlink(CAROM, os.path.join(folder, "build", "carom"))
        for name in ("include", "examples", "scenes"):
            os.symlink(os.path.join(ROOT, name), os.path.join(folder, name))

    def fail(self, line, text):
        self.case.fail(f"{self.page}:{line}: {text}")

    def run(self, line, command, code=0):
        environment = dict(os.environ, PATH=os.path.join(self.folder, "build") + os.pathsep +
                           os.environ.get("PATH", ""))
        done = subprocess.run(["sh", "-c", command], cwd=self.folder, capture_output=True,
                              text=True, timeout=PATIENCE, env=environment,
                              stdin=subprocess.DEVNULL)
        errors = [text for text in done.stderr.splitlines() if not re.fullmatch(r" *\d+ %", text)]
        if done.returncode != code:
            self.fail(line, f"'{command}' ended with {done.returncode} instead of {code}\n" +
                      "\n".join(done.stdout.splitlines()[-20:] + errors))
        return done.stdout.splitlines(), errors

    def follow(self):
        for block in blocks(read(self.page)):
            kind = block.kind
            if kind == "yaml":
                self.scene(block)
            elif kind == "c":
                self.program(block)
            elif kind == "python":
                self.script(block)
            elif kind == "sh":
                self.commands(block, block.lines)
            elif kind == "indented":
                self.commands(block, [line for line in block.lines
                                      if re.match(r"(build/)?carom ", line)])
            elif kind == "text" and self.printed is not None:
                self.expect(block)
            if kind in ("text", "yaml", "c"):
                self.printed = None
        for name, line in self.programs.items():
            self.run(line, "./" + name)
        return self.counts

    def save(self, block, name):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(block.text())

    def scene(self, block):
        if not re.search(r'^ *"?(carom|like)"?:', block.text(), re.M):  # a piece of one
            return
        name = block.name() or "unnamed.yaml"
        self.save(block, name)
        self.run(block.line, "build/carom check " + shlex.quote(name))
        self.counts["scenes"] += 1

    def script(self, block):
        self.save(block, "block.py")
        library = os.path.join(os.path.dirname(CAROM), "libcarom-file.so")
        self.run(block.line, f"PYTHONPATH={shlex.quote(os.path.join(ROOT, 'python'))} "
                 f"CAROM_LIBRARY={shlex.quote(library)} /usr/bin/python3 -B block.py")
        self.counts["programs"] += 1

    def program(self, block):
        if "int main" not in block.text():
            return
        name = block.name() or f"program{block.line}.c"
        self.save(block, name)
        libraries = subprocess.run(["pkg-config", "--libs", "libfyaml", "sndfile", "fftw3", "libpng"],
                                   capture_output=True, text=True, check=True).stdout.strip()
        with open(os.path.join(os.path.dirname(CAROM), "carom-file.pc"), encoding="utf-8") as file:
            libraries += " -lsundials_cvode" * ("sundials" in file.read())
        program = f"page-{os.path.splitext(name)[0]}"
        self.run(block.line, f"${{CC:-cc}} -std=c17 -Wall -Wextra -Wpedantic -Werror -I include "
                 f"-o {program} {name} build/libcarom-file.a build/libcarom.a {libraries} -lm")
        self.programs[program] = block.line
        self.counts["programs"] += 1

    def commands(self, block, lines):
        self.printed = ([], []) if block.kind == "sh" else None
        skipped = False
        # A line that ends in a backslash goes on.
        for line in "\n".join(lines).replace("\\\n", " ").splitlines():
            command, _, comment = line.partition(" # ")
            if not command.strip() or command.startswith(("make ", "#")):
                continue
            if QUICK and SLOW.search(command):
                skipped = True
                continue
            code = re.search(r"exit code (\d+)", comment)
            printed = self.run(block.line, command, int(code[1]) if code else 0)
            for program in list(self.programs):  # the page runs it itself
                if "./" + program[5:] in command:
                    del self.programs[program]
            if self.printed is not None:
                for stream, more in zip(self.printed, printed):
                    stream += more
            self.counts["commands"] += 1
        if skipped:
            self.printed = None

    def expect(self, block):
        """Results and messages are each in order; how the two mix is up to the terminal."""
        place = [0, 0]
        for line in filter(str.strip, block.lines):
            for i, stream in enumerate(self.printed):
                found = next((n for n in range(place[i], len(stream))
                              if same_line(line, stream[n])), None)
                if found is not None:
                    place[i] = found + 1
                    break
            else:
                self.fail(block.line, f"the page shows\n  {line}\nwhich is not among, or not in the "
                          "order of, what was printed:\n  " +
                          "\n  ".join(self.printed[0][-40:] + self.printed[1][-10:]))
            self.counts["lines"] += 1


class Pages(unittest.TestCase):
    def follow(self, page):
        with tempfile.TemporaryDirectory() as folder:
            counts = Reader(self, page, folder).follow()
        print(f"{page}: " + ", ".join(f"{n} {what}" for what, n in counts.items()))
        return counts

    def test_every_page_does_what_it_says(self):
        for page in pages():
            if ONLY_SLOW and not any(SLOW.search(block.text()) for block in blocks(read(page)) if block.kind == "sh"):
                continue
            with self.subTest(page):
                self.follow(page)

    def test_every_public_call_says_who_may_call_it(self):
        functions = read("docs/reference.md").split("## Functions")[1]
        rows = re.findall(r"^\| `(?!typedef)([^`]*)` \|.*\| (\S+) \|$", functions, re.M)
        self.assertGreater(len(rows), 100)
        self.assertEqual([call for call, mark in rows if mark not in ("setup", "audio")], [])

    def test_the_reference_is_what_the_source_says(self):
        script = os.path.join(ROOT, "docs", "make_reference.py")
        done = subprocess.run([sys.executable, script, CAROM, "--check"], capture_output=True,
                              text=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, 0, "run docs/make_reference.py\n" + done.stdout[:3000] +
                         done.stderr[-2000:])


# --- Links and spaces -----------------------------------------------------------------------------


def prose(text):
    """A page without its blocks and code."""
    text = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"`[^`\n]*`", "", text)


def anchors(text):
    found = set()
    for heading in re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```", "", text,
                                                  flags=re.MULTILINE | re.DOTALL), re.MULTILINE):
        found.add(re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-"))
    return found


class Form(unittest.TestCase):
    def test_every_link_leads_somewhere(self):
        count = 0
        for page in pages():
            for target in re.findall(r"\]\(([^)\s]+)\)", prose(read(page))):
                if re.match(r"\w+://|mailto:", target):
                    continue
                path, _, anchor = target.partition("#")
                goal = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
                with self.subTest(f"{page}: {target}"):
                    self.assertTrue(os.path.exists(os.path.join(ROOT, goal)), "no such file")
                    if anchor:
                        self.assertIn(anchor, anchors(read(goal)))
                count += 1
        self.assertGreater(count, 5)

    def test_no_tabs_no_spaces_at_line_ends_no_open_blocks(self):
        for page in pages():
            text = read(page)
            with self.subTest(page):
                self.assertNotIn("\t", text)
                self.assertIsNone(re.search(r"[ \r]$", text, re.MULTILINE))
                self.assertEqual(len(re.findall(r"^```", text, re.MULTILINE)) % 2, 0)
                self.assertTrue(text.endswith("\n") and not text.endswith("\n\n"))

    def test_lines_of_prose_are_not_much_longer_than_100(self):
        for page in pages():
            for line in prose(read(page)).splitlines():
                if not line.startswith(("|", "    ")):
                    self.assertLessEqual(len(line), 115, f"{page}: {line}")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    CAROM = os.path.abspath(sys.argv.pop(1))
    QUICK, ONLY_SLOW = "--quick" in sys.argv, "--slow" in sys.argv
    sys.argv = [word for word in sys.argv if word not in ("--quick", "--slow")]
    unittest.main()
