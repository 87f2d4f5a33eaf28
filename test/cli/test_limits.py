# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""Inputs that are large or made to cost: the program's time and memory stay within bounds.

    python3 test_limits.py PATH-TO-CAROM [unittest arguments]
"""

import json
import os
import resource
import shutil
import subprocess
import unittest

from support import BROKEN, GOOD, SLOW, WRONG, ResultsCase, main

QUICK = 10 if SLOW else 2  # s of the processor, which other work does not change
SMALL = 100  # MB

# One allocation fails, whoever asks for it.
REFUSE = """
#include <errno.h>
#include <stdlib.h>
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
static int refuse(void) {
  static long count, number = -1;
  const char *text = number < 0 ? getenv("REFUSE") : NULL;
  number = text != NULL ? atol(text) : number;
  if (++count != number)
    return 0;
  if (getenv("SILENT") == NULL) /* as other allocators do */
    errno = ENOMEM;
  return 1;
}
void *malloc(size_t size) { return refuse() ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return refuse() ? NULL : __libc_calloc(count, size); }
void *realloc(void *block, size_t size) { return refuse() ? NULL : __libc_realloc(block, size); }
"""


class Limits(ResultsCase):
    def spent(self, code, *arguments):
        """What a command says on stderr, its seconds of the processor, and its most MB of memory."""
        with open(self.path("err"), "wb") as err, open(self.path("out"), "wb") as out:
            process = self.start(*arguments, stdout=out, stderr=err)
            with process:
                _, status, used = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
        said = self.read("err").decode("utf-8", "replace")
        self.assertEqual(process.returncode, code, said[-1000:])
        return said, used.ru_utime + used.ru_stime, used.ru_maxrss / 1e3

    def check_cheap(self, seconds, memory):
        self.assertLess(seconds, QUICK)
        if not SLOW:
            self.assertLess(memory, SMALL)

    # --- Scenes -----------------------------------------------------------------------------------

    def test_a_million_brackets_are_refused_at_once(self):
        many = 1000000
        for text in ("[" * many, "carom: 1\nbodies: " + "[" * many, "carom: 1\nrate: " + "[a," * many,
                     "carom: 1\nbodies: " + "{a: " * many, "carom: 1\nbodies:\n" + "- " * many):
            with self.subTest(text[:25]):
                said, *cost = self.spent(WRONG, "check", self.write(text))
                self.assertRegex(said, "allowed|Max depth")
                self.check_cheap(*cost)

    def test_brackets_in_comments_and_texts_are_no_lists(self):
        text = "carom: 1\n" + "# [0, 1)\n" * 3000 + "title: \"%s\"\n" % ("[" * 500)
        self.good("check", self.write(text + "bodies: {m: {type: mass, mass: 1}}\n"))

    def test_an_endless_scene_is_refused(self):
        with open(self.path("large.yaml"), "wb") as file:
            file.write(b"#" * (70 << 20))
        self.write("like: large.yaml\n", "like-large.yaml")
        self.write("like: /dev/zero\n", "like-zero.yaml")
        for name, says in (("/dev/zero", "a zero byte"), ("like-zero.yaml", "a zero byte"),
                           ("large.yaml", "larger than 64 MiB"),
                           ("like-large.yaml", "larger than 64 MiB")):
            with self.subTest(name):
                said, *cost = self.spent(WRONG, "check", name)
                self.assertIn(says, said)
                self.check_cheap(*cost)

    @unittest.skipIf(SLOW, "a sanitizer build needs memory of its own")
    def test_a_scene_that_memory_is_too_small_for_is_no_wrong_scene(self):
        self.write("carom: 1\nbodies: {p: {type: plate, size: [1, 1], thickness: 1e-9, density: 2000, "
                   "youngs: 1e6, points: [6000, 6000]}}\n")

        def less_memory():
            resource.setrlimit(resource.RLIMIT_AS, (300 << 20, 300 << 20))

        for command in (["check", "scene.yaml"], ["run", "scene.yaml", "-o", "r"],
                        ["sweep", "scene.yaml", "--vary", "gravity=0:1:2", "-o", "r"],
                        ["compare", "scene.yaml", "-o", "r"]):
            with self.subTest(command):
                result = self.carom(*command, preexec_fn=less_memory)
                self.assertEqual(result.code, BROKEN, result)
                self.assertIn("out of memory", result.err)

    def refusing(self):
        """Lets one allocation of each program fail that is started from now on."""
        self.write(REFUSE, "refuse.c")
        subprocess.run(["cc", "-shared", "-fPIC", self.path("refuse.c"), "-o", self.path("refuse.so")],
                       check=True)
        for name in ("LD_PRELOAD", "REFUSE", "SILENT"):
            self.addCleanup(os.environ.pop, name, None)
        os.environ["LD_PRELOAD"] = self.path("refuse.so")

    def refused_command(self, number, *command):
        os.environ["REFUSE"] = str(number)
        process = self.start(*command)
        with process:
            err = process.communicate()[1].decode()
        # libfyaml 0.7.12 and libstdc++ end some of them by a signal.
        self.assertTrue(process.returncode in (GOOD, BROKEN) or process.returncode < 0, (number, command, err))
        self.assertTrue(process.returncode != BROKEN or err != "", (number, command))
        return process.returncode, err

    def refused(self, number, *arguments):
        return self.refused_command(number, "run", "mass-barrier", "--duration", "0.005", "--quiet", "-o", "r",
                                    *arguments)

    @unittest.skipIf(SLOW or shutil.which("cc") is None, "allocations fail by a library of its own")
    def test_any_allocation_that_fails_in_reading_is_no_wrong_scene_whether_errno_says_so_or_not(self):
        self.refusing()
        for silent in (False, True):
            told = 0
            if silent:
                os.environ["SILENT"] = "1"
            for number in range(1, 300, 3):
                told += "out of memory" in self.refused(number)[1]
            self.assertGreater(told, 40)

    @unittest.skipIf(SLOW or shutil.which("cc") is None, "allocations fail by a library of its own")
    def test_no_command_takes_a_lack_of_memory_for_a_mistake(self):
        vary = ("--vary", "bodies.mass.mass=1:2:2", "--duration", "0.005", "-j", "1", "--quiet")
        self.good("sweep", "mass-barrier", *vary, "--part", "1/1", "-o", "parts")
        self.refusing()
        for command, numbers in (
                (("check", "mass-barrier"), range(1, 10)), (("run", "mass-barrier", "-o", "r"), range(1, 10)),
                (("sweep", "mass-barrier", *vary, "-o", "s"), range(1, 12)),
                (("compare", "mass-barrier", "--duration", "0.002", "-j", "1", "-o", "c"), range(1, 10)),
                (("sweep", "--merge", "parts", "-o", "m", "--quiet"), (*range(1, 12), *range(12, 300, 20))),
                (("export", "hammered-string", "--lv2", "e"), (*range(1, 10), *range(2200, 2700, 25)))):
            broken = 0
            for number in numbers:
                broken += self.refused_command(number, *command)[0] == BROKEN
            self.assertGreater(broken, 0, command)

    @unittest.skipIf(SLOW or shutil.which("cc") is None, "allocations fail by a library of its own")
    def test_an_allocation_that_fails_in_drawing_leaves_no_other_picture_whether_errno_says_so_or_not(self):
        def pictures():
            return {name: self.read("r", name) for name in os.listdir(self.path("r")) if name.endswith(".svg")}

        self.refusing()
        os.environ["SILENT"] = "1"
        self.assertEqual(self.refused(1000000, "--plot", "--csv", "--npy")[0], GOOD)
        whole = pictures()
        self.assertEqual(len(whole), 4)
        broken = 0
        for number in range(300, 420):
            code = self.refused(number, "--plot", "--csv", "--npy")[0]
            broken += code == BROKEN
            if code == GOOD:
                self.assertEqual(pictures(), whole, number)
        self.assertGreater(broken, 5)

    # --- Checking ---------------------------------------------------------------------------------

    def test_a_check_grows_with_the_contacts_and_no_faster(self):
        many = range(10000)
        self.write("carom: 1\nbodies:\n  wall: {type: barrier, position: 0}\n"
                   + "".join(f"  m{i}: {{type: mass, mass: 1, velocity: -1, position: 1e-3}}\n" for i in many)
                   + "contacts:\n"
                   + "".join(f"  c{i}: {{type: collision, below: wall, above: m{i}, stiffness: 1e6}}\n"
                             for i in many))
        _, seconds, _ = self.spent(GOOD, "check", "scene.yaml")
        self.assertLess(seconds, 3 * QUICK)

    def test_a_check_ends_in_time_and_says_what_it_left_out(self):
        for scene in (["cantilever-stop", "--set", "bodies.beam.points=2000"],
                      ["cantilever-stop", "--set", "bodies.beam.points=50"],
                      ["piano-repeat", "--set", "rate=384000", "--set",
                       "forces.finger.table=[[0, 0], [0.005, -9], [0.05, 1e30]]"]):
            with self.subTest(scene):
                _, seconds, _ = self.spent(GOOD, "check", *scene)
                self.assertLess(seconds, 3 * QUICK)
                self.assertRegex(self.read("out").decode(),
                                 r"tried for warnings: \S+ s of \S+ s, .* the rest is left out")
                self.assertRegex(self.read("out").decode(), r"\ncost: \w+ \S+ s of computing")

    # --- Summaries --------------------------------------------------------------------------------

    def old_summary(self, bodies):
        os.mkdir(self.path("r"))
        names = [f"m{i}" for i in range(bodies)]
        body = {"type": "mass", "points": [0, 0], "spacing": 0, "spacing_least": 0, "mass": 1}
        scene = {"bodies": {name: {"type": "mass", "mass": "1"} for name in names}}
        self.write(json.dumps({"carom": "0.1.0", "rate": 44100, "files": ["samples.npy"],
                               "bodies": {name: body for name in names}, "scene": scene}),
                   "r/summary.json")
        self.write("old", "r/samples.npy")

    def test_a_large_old_summary_costs_a_run_little(self):
        self.old_summary(100000)
        _, seconds, _ = self.spent(GOOD, "run", "mass-barrier", "-o", "r", *self.short)
        self.assertLess(seconds, QUICK)
        self.assertNotIn("samples.npy", os.listdir(self.path("r")))

    def test_a_summary_that_is_no_json_or_nested_deeply_costs_little(self):
        os.mkdir(self.path("r"))
        for text in ("[" * 3000000, '{"carom": ' + "[" * 3000000, '{"a": {' * 1000000, "{" + '"a",' * 1000000,
                     '{"carom": "1", "files": ' + "[0, " * 1000000):
            with self.subTest(text[:25]):
                self.write(text, "r/summary.json")
                _, seconds, _ = self.spent(WRONG, "plot", "r")
                self.assertLess(seconds, QUICK)
                self.spent(GOOD, "run", "mass-barrier", "-o", "r", *self.short)

    def test_an_endless_summary_is_refused(self):
        os.mkdir(self.path("r"))
        with open(self.path("r", "summary.json"), "wb") as file:
            file.write(b" " * (65 << 20))
        said, *cost = self.spent(WRONG, "plot", "r")
        self.assertIn("summary.json is larger than 64 MiB; allowed is at most that", said)
        self.check_cheap(*cost)
        self.spent(GOOD, "run", "mass-barrier", "-o", "r", *self.short)
        self.assertLess(os.path.getsize(self.path("r", "summary.json")), 10000)


if __name__ == "__main__":
    main()
