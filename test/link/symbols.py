# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""What leaves the libraries: all that the public headers declare and nothing else.

    python3 symbols.py FOLDER-OF-THE-LIBRARIES
"""

import glob
import os
import re
import subprocess
import sys
import unittest

INCLUDE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "include", "carom")
BUILD = ""
LIBRARIES = ("libcarom", "libcarom-file")
FILE_HEADERS = {"file.h"}  # what they declare is in libcarom-file, the rest in libcarom
HIDDEN_CALL = "carom_state_attach"  # from libcarom-file into libcarom, for no one else
SYSTEM = {"libc.so", "libm.so", "ld-linux-x86-64.so", "ld-linux-aarch64.so"}


def declared(header):
    """The functions that a header declares."""
    with open(os.path.join(INCLUDE, header), encoding="utf-8") as file:
        text = re.sub(r"//.*|^#.*(?:\\\n.*)*", "", file.read(), flags=re.M)
    text = re.sub(r"\{[^{}]*\}", "", re.sub(r"\{[^{}]*\}", "", text))
    return set(re.findall(r"^(?!typedef)\w[^;(]*\b(carom_\w+)\(", text, re.M))


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def defined(path):
    """Global names that a library defines, as (name, letter of nm)."""
    options = ["--dynamic"] if path.endswith(".so") else []
    lines = run("nm", "--extern-only", "--defined-only", *options, path).splitlines()
    return {(words[2], words[1]) for words in map(str.split, lines) if len(words) == 3}


class Symbols(unittest.TestCase):
    def expected(self, library):
        headers = {os.path.basename(path) for path in glob.glob(os.path.join(INCLUDE, "*.h"))}
        if library == "libcarom-file":
            return set().union(*map(declared, FILE_HEADERS))
        return set().union({HIDDEN_CALL}, *map(declared, headers - FILE_HEADERS))

    def test_headers_are_understood(self):
        self.assertGreater(len(self.expected("libcarom")), 60)
        self.assertGreater(len(self.expected("libcarom-file")), 12)
        self.assertIn("carom_version", declared("version.h"))
        self.assertEqual(declared("api.h"), set())

    def test_libraries_define_what_the_headers_declare_and_nothing_else(self):
        for library in LIBRARIES:
            for end in (".a", ".so"):
                with self.subTest(library + end):
                    symbols = defined(os.path.join(BUILD, library + end))
                    self.assertEqual({name for name, _ in symbols}, self.expected(library))
                    self.assertEqual({kind for _, kind in symbols}, {"T"})

    def test_the_core_needs_the_c_library_and_libm_alone(self):
        for library, more in (("libcarom.so", set()), ("libcarom-file.so", {"libcarom.so"})):
            told = run("readelf", "--dynamic", os.path.join(BUILD, library))
            needed = {name.rsplit(".so", 1)[0] + ".so" for name in re.findall(r"\(NEEDED\).*\[(.*)\]", told)}
            with self.subTest(library):
                self.assertLessEqual(more, needed)
                if not more:
                    self.assertLessEqual(needed, SYSTEM)

    def test_what_is_built_is_hardened(self):
        with open(os.path.join(BUILD, "CMakeCache.txt"), encoding="utf-8") as file:
            if "CAROM_HARDEN:BOOL=ON" not in file.read():
                self.skipTest("CAROM_HARDEN is off")
        for name in ("carom", "libcarom.so", "libcarom-file.so"):
            with self.subTest(name):
                path = os.path.join(BUILD, name)
                self.assertRegex(run("readelf", "--dynamic", path), r"FLAGS.*NOW")
                self.assertIn("GNU_RELRO", run("readelf", "--program-headers", path))
                self.assertRegex(run("readelf", "--file-header", path), r"Type:\s+DYN")
                needs = run("nm", "--dynamic", "--undefined-only", path)
                self.assertIn("__stack_chk_fail", needs)
                self.assertIn("_chk@", needs)

    def test_shared_libraries_have_a_version(self):
        for library in LIBRARIES:
            told = run("readelf", "--dynamic", os.path.join(BUILD, library + ".so"))
            self.assertRegex(told, r"\(SONAME\).*\[%s\.so\.\d+(\.\d+)?\]" % library)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    BUILD = os.path.abspath(sys.argv.pop(1))
    unittest.main()
