# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""Two processes of mpirun sweep as fast as two threads, to 10 %: the seconds that the program
reports, without its start. Rounds count in which two threads are 1.7 times as fast as one, before and
after: else the machine has other things to do, or its two cores are one.

    python3 ranks_speed.py PATH-TO-CAROM PATH-TO-MPIRUN    exit code 0 good, 1 too slow, 77 skipped
"""

import os
import re
import statistics
import subprocess
import sys
import tempfile

from test_ranks import DRIVEN, environment

CAROM, MPIRUN = (os.path.abspath(word) for word in sys.argv[1:])
ROUNDS, ENOUGH, MOST, LEAST_GAIN, SKIPPED = 8, 3, 1.1, 1.7, 77
GRID = ("--vary", "forces.push.frequency=20:40:60", "--duration", "2", "--rate", "40000")


def seconds(folder, *start, workers):
    out = tempfile.mkdtemp(dir=folder)
    result = subprocess.run([*start, CAROM, "sweep", "scene.yaml", *GRID, "-j", str(workers), "-o",
                             out], cwd=folder, env=environment(), capture_output=True, text=True,
                            check=True)
    return float(re.search(r"60 of 60 points in (\S+) s", result.stdout)[1])


def main():
    if (os.cpu_count() or 1) < 2:
        print("skipped: this machine has one core")
        return SKIPPED
    ratios, gains = [], []
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "scene.yaml"), "w", encoding="utf-8") as file:
            file.write(DRIVEN)
        while len(gains) < ROUNDS and len(ratios) < ENOUGH:
            one = seconds(folder, workers=1)
            before = seconds(folder, workers=2)
            ranks = seconds(folder, MPIRUN, "-n", "2", workers=1)
            after = seconds(folder, workers=2)
            gains.append(one / max(before, after))
            if gains[-1] >= LEAST_GAIN:
                ratios.append(2 * ranks / (before + after))
    print("gain of two threads:", " ".join(f"{gain:.2f}" for gain in gains))
    if len(ratios) < ENOUGH:
        print(f"skipped: {len(ratios)} of {len(gains)} rounds had two cores")
        return SKIPPED
    print("two processes over two threads:", " ".join(f"{ratio:.3f}" for ratio in ratios))
    return 0 if statistics.median(ratios) <= MOST else 1


if __name__ == "__main__":
    sys.exit(main())
