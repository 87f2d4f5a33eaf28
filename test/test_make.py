# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""What the Makefile calls: packages are waited for, and a log of a build has little but what went wrong.

    python3 test_make.py
"""

import os
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Scripts(unittest.TestCase):
    """Each runs with programs of the test in place of those that install and build."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        for name, text in self.PROGRAMS.items():
            path = os.path.join(self.folder, name)
            with open(path, "w", encoding="utf-8") as file:
                file.write(f"#!/bin/sh\necho {name} \"$@\" >> '{self.folder}/log'\n{text}\n")
            os.chmod(path, 0o755)

    def call(self, shell, script, *arguments, **variables):
        environment = {**os.environ, "PATH": self.folder + ":" + os.environ["PATH"], "FOLDER": self.folder, **variables}
        done = subprocess.run([shell, os.path.join(ROOT, "cmake", script), *arguments], env=environment,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        return done.returncode, done.stdout

    def log(self, name):
        with open(os.path.join(self.folder, "log"), encoding="utf-8") as file:
            return [line.rstrip() for line in file if line.startswith(name + " ")]


class Packages(Scripts):
    PROGRAMS = {
        "dpkg-query": '[ "$4" = there ] && echo install ok installed',
        "sudo": 'exec "$@"',
        "sleep": "",
        # The lists are locked twice, or for good, or there is no network.
        "apt-get": """case $* in *update*)
  case $STATE in
    busy) [ "$(grep -c ^sleep "$FOLDER/log")" -ge 2 ] || { echo "E: Could not get lock /lists"; exit 100; } ;;
    locked) echo "E: Could not get lock /lists"; exit 100 ;;
    broken) echo "E: no network"; exit 100 ;;
  esac ;;
esac""",
    }

    def install(self, state, *packages):
        return self.call("sh", "install_missing.sh", *packages, STATE=state)

    def test_what_is_there_is_not_installed_again(self):
        self.assertEqual(self.install("good", "there", "there"), (0, ""))
        self.assertEqual(self.log("apt-get"), [])

    def test_what_is_missing_is_installed_alone_and_locks_are_waited_for(self):
        code, said = self.install("busy", "there", "this", "that")
        self.assertEqual(code, 0)
        self.assertIn("installing this that\nwaiting for another process", said)
        self.assertEqual(len(self.log("sleep")), 2)
        self.assertRegex(self.log("apt-get")[-1], r"DPkg::Lock::Timeout=600 install .* this that\Z")

    def test_not_for_ever_and_not_for_other_errors(self):
        code, said = self.install("locked", "this")
        self.assertEqual((code, len(self.log("sleep"))), (1, 59))
        self.assertIn("E: Could not get lock", said)
        code, said = self.install("broken", "this")
        self.assertEqual((code, len(self.log("sleep"))), (1, 59))
        self.assertIn("E: no network", said)


class Builds(Scripts):
    PROGRAMS = {
        "cmake": """echo "[1/2] Building C object a.o"
echo "a.c:1:2: warning: unused"
echo "[2/2] Building C object b.o"
echo "FAILED: b.o"
exit $CODE""",
    }

    def test_a_log_has_warnings_and_errors_in_full_and_the_exit_code(self):
        for code in (0, 3):
            told, said = self.call("bash", "build.sh", "build", CODE=str(code))
            self.assertEqual(told, code)
            self.assertRegex(said, r"\Aa.c:1:2: warning: unused\nFAILED: b.o\nbuild: 2 steps in \d+ s\n\Z")


if __name__ == "__main__":
    unittest.main()
