# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""A long run takes no more memory than a short one.

    python3 test_memory.py PATH-TO-CAROM [unittest arguments]
"""

import os
import re
import subprocess
import time
import unittest

from support import GOOD, SLOW, ResultsCase, main


@unittest.skipIf(SLOW, "a sanitizer build keeps memory of its own")
@unittest.skipUnless(os.path.exists("/proc/self/status"), "needs /proc")
class Memory(ResultsCase):
    def peak(self, *arguments):
        """The largest resident memory of a run, kB."""
        process = self.start("run", *arguments, "--quiet", "-o", "r", stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL)
        most = 0
        with process:
            while process.poll() is None:
                with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
                    found = re.search(r"VmHWM:\s*(\d+) kB", status.read())
                most = max(most, int(found[1]) if found else 0)
                time.sleep(0.002)
        self.assertEqual(process.returncode, GOOD)
        return most

    def test_ten_minutes_take_no_more_memory_than_ten_seconds(self):
        short = self.peak("mass-spring-barrier", "--wav", "--duration", "10")
        long = self.peak("mass-spring-barrier", "--wav", "--duration", "600")
        self.assertGreater(short, 0)
        self.assertLessEqual(long, 1.5 * short)


if __name__ == "__main__":
    main()
