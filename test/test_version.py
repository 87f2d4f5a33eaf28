# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""One version everywhere, and NEWS that tells each one apart.

    python3 test_version.py PATH-TO-CAROM BUILD-FOLDER
"""

import glob
import os
import re
import subprocess
import sys
import tempfile
import unittest

import golden

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CAROM, BUILD = os.path.abspath(sys.argv.pop(1)), os.path.abspath(sys.argv.pop(1))


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=True, **options).stdout


VERSION = read(ROOT, "VERSION").strip()


class OneVersion(unittest.TestCase):
    def test_it_is_three_numbers_alone_in_a_line(self):
        self.assertRegex(read(ROOT, "VERSION"), r"\A\d+\.\d+\.\d+\n\Z")

    def test_the_public_header_has_it(self):
        header = read(ROOT, "include", "carom", "version.h")
        self.assertEqual(re.search(r'#define CAROM_VERSION +"(.*)"', header)[1], VERSION)
        numbers = [re.search(rf"#define CAROM_VERSION_{part} +(\d+)", header)[1] for part in ("MAJOR", "MINOR", "PATCH")]
        self.assertEqual(".".join(numbers), VERSION)

    def test_the_header_tells_what_each_number_of_the_physics_is(self):
        header = read(ROOT, "include", "carom", "version.h")
        comment = " ".join(re.search(r"((?:///.*\n)+)#define CAROM_PHYSICS", header)[1].replace("///", "").split())
        latest = int(re.search(r"#define CAROM_PHYSICS (\d+)", header)[1])
        self.assertEqual([int(n) for n in re.findall(r"\b(\d+): ", comment)], list(range(1, latest + 1)))

    def test_the_program_and_its_manual_page_have_it(self):
        self.assertTrue(run(CAROM, "version").startswith(f"carom {VERSION}, physics "))
        self.assertIn(f'"Carom {VERSION}"', run(CAROM, "help", "man"))

    def test_what_others_find_the_libraries_by_has_it(self):
        for name in ("carom.pc", "carom-file.pc"):
            self.assertIn(f"\nVersion: {VERSION}\n", read(BUILD, name))
        self.assertIn(f'set(PACKAGE_VERSION "{VERSION}")', read(BUILD, "CaromConfigVersion.cmake"))
        minor = VERSION.rpartition(".")[0]
        for name in ("libcarom", "libcarom-file"):
            self.assertIn(f"[{name}.so.{minor}]", run("readelf", "--dynamic", os.path.join(BUILD, name + ".so")))
            self.assertTrue(os.path.exists(os.path.join(BUILD, f"{name}.so.{VERSION}")))

    def test_the_python_package_has_it(self):
        with tempfile.TemporaryDirectory() as folder:
            told = run(sys.executable, "-B", "setup.py", "--version", cwd=os.path.join(ROOT, "python"),
                       env={**os.environ, "CAROM_BUILD": folder})
        self.assertEqual(told.split()[-1], VERSION)

    def test_no_other_source_writes_it_out(self):
        folders = ("src", "cli", "lv2", "jack", "reproduce", "cmake", "python")
        sources = [path for folder in folders
                   for path in glob.glob(os.path.join(ROOT, folder, "**", "*.*"), recursive=True)
                   if path.endswith((".c", ".h", ".py", ".toml", ".cmake", ".in"))]
        self.assertGreater(len(sources), 400)
        self.assertEqual([path for path in sources if f'"{VERSION}"' in read(path)], [])


class Build(unittest.TestCase):
    def test_commit_and_compiler_are_told_and_stand_in_the_summary(self):
        told = re.search(r"^commit (\S+), compiler (.+)$", run(CAROM, "version"), re.M)
        with tempfile.TemporaryDirectory() as folder:
            run(CAROM, "run", "mass-barrier", "--duration", "0.01", "--quiet", "-o", folder)
            summary = read(folder, "summary.json")
        for key, value in (("carom", VERSION), ("commit", told[1]), ("compiler", told[2])):
            self.assertIn(f'\n  "{key}": "{value}",\n', summary)
        self.assertRegex(told[2], r"\A(gcc|clang) \d+\.\d+\.\d+\Z|\Aunknown\Z")

    def commit_of(self, source, git, folder):
        out = os.path.join(folder, "commit.h")
        run("cmake", f"-DOUT={out}", f"-DSOURCE={source}", f"-DGIT={git}", "-P", os.path.join(ROOT, "cmake", "Commit.cmake"))
        return re.search(r'#define CAROM_COMMIT "(.*)"', read(out))[1], os.stat(out).st_mtime_ns

    def test_the_commit_is_unknown_without_git_and_in_a_folder_of_another_repository(self):
        with tempfile.TemporaryDirectory() as folder:
            git = ["git", "-C", folder, "-c", "user.name=a", "-c", "user.email=b"]
            inside = os.path.join(folder, "inside")
            os.mkdir(inside)
            try:
                run(*git, "init")
                run(*git, "commit", "--allow-empty", "-m", "Begin")
            except FileNotFoundError:
                self.skipTest("there is no git")
            commit, first = self.commit_of(folder, "git", inside)
            self.assertEqual(commit, run(*git, "rev-parse", "--short=12", "HEAD").strip())
            self.assertEqual(self.commit_of(folder, "git", inside)[1], first)  # written only where it changed
            run(*git, "tag", "-m", "One", "v1.2.3")
            self.assertEqual(self.commit_of(folder, "git", inside)[0], "v1.2.3")
            self.assertEqual(self.commit_of(folder, "", inside)[0], "unknown")
            self.assertEqual(self.commit_of(inside, "git", inside)[0], "unknown")


class News(unittest.TestCase):
    def setUp(self):
        self.versions = golden.versions_in(golden.read_news())

    def test_this_version_stands_first_and_the_others_below_by_age(self):
        self.assertEqual(self.versions[0][0], VERSION)
        numbers = [tuple(map(int, version.split("."))) for version, _, _ in self.versions]
        self.assertEqual(numbers, sorted(set(numbers), reverse=True))
        self.assertEqual(golden.read_news().count("\ncarom ("), len(numbers) - 1)

    def test_no_line_stands_twice_and_each_has_its_place(self):
        for kind in (1, 2):
            items = [item for version in self.versions for item in version[kind]]
            self.assertEqual(sorted({item for item in items if items.count(item) > 1}), [])
            self.assertEqual([item for item in items if item.startswith(golden.MARK) or not item], [])

    def test_a_record_adds_its_line_to_the_newest_version(self):
        for news, expected in (
                ("carom (0.2.0)\n\n  * Add a\n\ncarom (0.1.0)\n\n  * Add b\n",
                 "carom (0.2.0)\n\n  * Add a\n\n  Golden hashes\n\n  * Why\n\ncarom (0.1.0)\n\n  * Add b\n"),
                ("carom (0.2.0)\n\n  * Add a\n\n  Golden hashes\n\n  * Older\n\ncarom (0.1.0)\n",
                 "carom (0.2.0)\n\n  * Add a\n\n  Golden hashes\n\n  * Older\n  * Why\n\ncarom (0.1.0)\n"),
                ("carom (0.1.0)\n\n  * Add a\n", "carom (0.1.0)\n\n  * Add a\n\n  Golden hashes\n\n  * Why\n")):
            with self.subTest(news):
                self.assertEqual(golden.with_line("Golden hashes: Why", news), expected)
                self.assertEqual(golden.with_line("Golden hashes: Why", expected), expected)


if __name__ == "__main__":
    unittest.main()
