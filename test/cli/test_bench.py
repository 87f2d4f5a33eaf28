# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""The benches leave their numbers and compare them.

    python3 test_bench.py PATH-TO-CAROM [unittest arguments]
"""

import json
import os
import unittest
import unittest.mock

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
        first = self.good("bench", "--quick", "-o", "b.json", limit=120).out
        self.assertNotIn("change", first)
        told = json.loads(self.read("b.json"))
        for table in ("grids", "modes", "contacts"):
            self.assertTrue(told[table] and all("ns" in row for row in told[table]), table)
        for row in told["grids"]:
            self.assertTrue(row["ns"] > 0 and row["plain_loop"] > 0 and row["limit"] > 0, row)
        self.assertTrue(all(curve["ns"] and curve["exponent"] < 2 for curve in told["sizes"]))
        self.assertGreater(len(told["scenes"]), 10)
        self.assertGreater(told["stops"]["impacts"], 100)
        self.assertIn(b"</svg>", self.read("b.svg"))
        again = self.good("bench", "--quick", "-o", "c.json", "--against", "b.json", limit=120).out
        self.assertIn("change", again)
        self.assertRegex(self.wrong("bench", "--frob").err, "--quick")

    @unittest.skipIf(SLOW, "there is nothing to measure in a sanitizer build")
    def test_the_environment_chooses_the_inner_loops(self):
        with unittest.mock.patch.dict(os.environ, CAROM_VARIANT="plain"):
            told = self.good("bench", "--quick", "-o", "b.json", limit=120).out
        self.assertEqual(json.loads(self.read("b.json"))["variant"], "plain")
        self.assertIn("inner loops plain", told)
        with unittest.mock.patch.dict(os.environ, CAROM_VARIANT="sse9"):
            self.assertRegex(self.wrong("list").err, "CAROM_VARIANT=sse9.*allowed are plain, avx2 and avx512")


if __name__ == "__main__":
    main()
