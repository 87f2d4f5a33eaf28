# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""The benches leave their numbers and compare them.

    python3 test_bench.py PATH-TO-CAROM [unittest arguments]
"""

import json
import unittest

from support import SLOW, Case, main


class Benches(Case):
    def test_the_bench_of_impacts_tells_errors_of_every_method(self):
        told = self.good("bench", "impacts", "-o", "b.json", limit=240).out
        rows = json.loads(self.read("b.json"))["impacts"]
        self.assertEqual(len(rows) % 4, 0)
        self.assertLessEqual({"am1", "verlet", "heun", "rk4", "audio, positive"},
                             {row["name"] for row in rows})
        for row in rows:
            self.assertLess(row["error_percent"][-1], 5, row["name"])  # 100 samples
            self.assertIn(row["name"], told)
        lossless = next(r for r in rows if r["name"] == "audio, positive" and r["mu_v"] == 0)
        self.assertLess(max(lossless["error_percent"]), 1e-10)
        self.assertRegex(self.wrong("bench", "impacts", "--frob").err, "-o FILE")

    @unittest.skipIf(SLOW, "there is nothing to measure in a sanitizer build")
    def test_the_bench_leaves_numbers_and_compares_them(self):
        first = self.good("bench", "-o", "b.json", limit=120).out
        self.assertNotIn("change", first)
        grids = json.loads(self.read("b.json"))["grids"]
        self.assertTrue(all(g["ns_per_point"] > 0 for g in grids))
        self.assertIn(b"</svg>", self.read("b.svg"))
        self.assertIn("change", self.good("bench", "-o", "c.json", "--against", "b.json", limit=120).out)


if __name__ == "__main__":
    main()
