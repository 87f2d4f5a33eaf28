# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""The built-in scenes give the bytes that are on record: a change of results is never an accident.

    python3 golden.py PATH-TO-CAROM
    python3 golden.py PATH-TO-CAROM --record "one line for NEWS: what changed, and why"

The record is golden/CLASS.txt, a line `scene file hash` (SHA-256) for each table that a run writes. A
class is what may change the bytes of the same source: the processor's architecture, whether
multiplications are fused with additions (see kernel.h), and the C library with its version, whose
pow() and sin() differ in the last digit. Where there is no record for this machine's class the test
is skipped (exit code 77).

--record writes the file of this class anew, with the line at its head, and adds the line to the newest
version in NEWS, under "Golden hashes". The test fails where the head of the record is not found there.
"""

import hashlib
import os
import platform
import re
import subprocess
import sys
import tempfile
import textwrap

HERE = os.path.dirname(os.path.abspath(__file__))
NEWS = os.path.join(os.path.dirname(HERE), "NEWS")
HEADING = "Golden hashes"
MARK = HEADING + ": "
FILES = ("samples.npy", "energy.csv", "events.csv")
SKIPPED = 77


def duration(scene):
    """Options that keep a run below a second. tromba is played to its end, with all its gestures."""
    return ["--duration", "0.25"] if scene.startswith("tromba-") else []


def processor_class():
    machine = platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
            flags = set(re.search(r"^flags\s*:(.*)$", file.read(), re.MULTILINE)[1].split())
    except (OSError, TypeError):
        flags = set()
    fused = "fma" if machine == "x86_64" and {"avx2", "fma"} <= flags else "nofma"
    try:
        library = os.confstr("CS_GNU_LIBC_VERSION").replace(" ", "-")
    except (AttributeError, ValueError):
        library = platform.system().lower()
    return f"{machine}-{fused}-{library}"


def run(carom, scene, folder):
    """The hashes of a scene's tables; None where this build lacks what the scene's method needs."""
    command = [carom, "run", scene, "-o", folder, "--npy", "--quiet", *duration(scene)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == 1 and "SUNDIALS" in done.stderr:
        return None
    if done.returncode != 0:
        sys.exit(f"{scene}: exit code {done.returncode}\n{done.stderr}")
    hashes = {}
    for name in FILES:
        with open(os.path.join(folder, name), "rb") as file:
            hashes[scene, name] = hashlib.sha256(file.read()).hexdigest()
    return hashes


def run_all(carom):
    """The hashes of all scenes, and the scenes that cannot run here."""
    listed = subprocess.run([carom, "list"], capture_output=True, text=True, check=True).stdout
    found, left_out = {}, []
    for scene in [line.split()[0] for line in listed.splitlines()]:
        with tempfile.TemporaryDirectory() as folder:
            hashes = run(carom, scene, folder)
        if hashes is None:
            left_out.append(scene)
        found.update(hashes or {})
    return found, left_out


def read_record(path):
    """The head without its mark, and the hashes."""
    with open(path, encoding="utf-8") as file:
        head, *lines = file.read().splitlines()
    if not head.startswith("# " + MARK):
        sys.exit(f"{path}:1: allowed is a line '# {MARK}...', as --record writes it")
    rows = [line.split() for line in lines]
    return head[2:], {(scene, name): digest for scene, name, digest in rows}


def read_news():
    with open(NEWS, encoding="utf-8") as file:
        return file.read()


def versions_in(news):
    """The versions, newest first: the name, items, and items under "Golden hashes"; each item in one line."""
    found = []
    for head, text in re.findall(r"^carom \((\S+)\)\n(.*?)(?=^\S|\Z)", news, re.M | re.S):
        plain, _, golden = text.partition(f"\n  {HEADING}\n")
        found.append((head, *([" ".join(item.split()) for item in re.split(r"^  \* ", part, flags=re.M)[1:]]
                              for part in (plain, golden))))
    return found


def in_news(line, news):
    return any(line.removeprefix(MARK) in golden for _, _, golden in versions_in(news))


def with_line(line, news):
    """NEWS with the line as the last item under "Golden hashes" of the newest version, which stands first."""
    if in_news(line, news):
        return news
    older = re.search(r"\n+(?=\S)", news[1:])
    end = older.start() + 1 if older else len(news.rstrip())
    item = textwrap.fill(line.removeprefix(MARK), 100, initial_indent="  * ", subsequent_indent="    ")
    heading = "" if f"\n  {HEADING}\n" in news[:end] else f"\n  {HEADING}\n\n"
    return news[:end] + "\n" + heading + item + (news[end:] or "\n")


def add_to_news(line):
    news = with_line(line, read_news())
    with open(NEWS, "w", encoding="utf-8") as file:
        file.write(news)


def record(path, found, line):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"# {line}\n")
        for (scene, name), digest in found.items():
            file.write(f"{scene} {name} {digest}\n")
    add_to_news(line)
    print(f"{len(found)} hashes recorded in {path}, and a line in NEWS")


def compare(path, found, left_out):
    """What is wrong, in sentences."""
    head, stored = read_record(path)
    wrong = []
    if not in_news(head, read_news()):
        wrong.append(f"NEWS does not have '{head.removeprefix(MARK)}' under {HEADING}, as {path} begins")
    stored = {key: digest for key, digest in stored.items() if key[0] not in left_out}
    for scene, name in sorted(found.keys() | stored.keys()):
        before, now = stored.get((scene, name)), found.get((scene, name))
        if before is None:
            wrong.append(f"{scene} {name}: is not on record")
        elif now is None:
            wrong.append(f"{scene} {name}: is on record, but the scene is gone")
        elif before != now:
            wrong.append(f"{scene} {name}: other bytes than on record")
    return wrong


def main():
    arguments = sys.argv[1:]
    if len(arguments) not in (1, 3) or arguments[1:2] not in ([], ["--record"]):
        sys.exit('usage: golden.py PATH-TO-CAROM [--record "one line for NEWS"]')
    carom = os.path.abspath(arguments[0])
    path = os.path.join(HERE, "golden", processor_class() + ".txt")
    recording = len(arguments) == 3
    line = MARK + " ".join(arguments[2].split()).removeprefix(MARK) if recording else ""
    if recording and line == MARK:
        sys.exit("--record needs a line that says what changed, and why")
    if not recording and not os.path.exists(path):
        print(f"skipped: there is no record for this class of machine ({path}); --record makes one")
        return SKIPPED
    found, left_out = run_all(carom)
    for scene in left_out:
        print(f"{scene}: left out, this build lacks SUNDIALS")
    if recording and left_out:
        sys.exit("nothing recorded: that takes a build with SUNDIALS")
    if recording:
        record(path, found, line)
        return 0
    wrong = compare(path, found, left_out)
    print("\n".join(wrong or [f"{len(found)} tables have the bytes on record"]))
    if wrong:
        print("If the results are meant to change, say so and record them anew:\n"
              f'    python3 {sys.argv[0]} {arguments[0]} --record "one line for NEWS"')
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
