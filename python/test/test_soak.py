# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT
"""Claims about many runs: memory does not grow. 500 runs of each kind, times CAROM_SOAK (10,000 with
make soak).
"""

import gc
import os
import unittest

import carom

SLOW = os.environ.get("CAROM_SLOW_BUILD", "") not in ("", "0")
RUNS = 500 * int(os.environ.get("CAROM_SOAK", "1"))

SCENE = {
    "carom": 1,
    "duration": 0.01,
    "bodies": {
        "mass": {"type": "mass", "mass": 0.01, "position": -1e-4, "velocity": 1},
        "string": {"type": "string", "length": 1, "linear_density": 0.01, "pitch": 200},
    },
    "contacts": {"hit": {"type": "collision", "below": "mass", "above": "string@0.3", "stiffness": 1e7}},
    "outputs": {"end": {"of": "string@0.9", "quantity": "velocity", "audio": True}},
}


def memory():
    """Bytes that the process has in memory."""
    gc.collect()
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")


def run_whole():
    assert len(carom.run(SCENE).events) > 0


def step_state():
    model = carom.Model(carom.Scene(SCENE))
    state = carom.State(model)
    state.process(100)
    other = carom.State(model)
    other.restore(state.save())
    assert other.process(10).shape == state.process(10).shape


@unittest.skipIf(SLOW, "a sanitizer keeps what is freed")
class Many(unittest.TestCase):
    def check(self, do):
        for _ in range(RUNS // 5):
            do()
        before = memory()
        for _ in range(RUNS):
            do()
        grown = memory() - before
        # What malloc and the garbage collector keep for later does not depend on how many runs there are.
        self.assertLess(grown, 1 << 20, f"{RUNS} runs")

    def test_runs_leave_no_memory_behind(self):
        self.check(run_whole)

    def test_states_leave_no_memory_behind(self):
        self.check(step_state)


if __name__ == "__main__":
    unittest.main()
