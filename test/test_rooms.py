# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""The plan of the house: which room includes which, and how large a file or a function may be.

    python3 test_rooms.py

Each room's README.md has a line `May include: public, base, ...`; it is read here. A method's folder
is a room of its own, and may use the headers of another method only where METHODS_BUILT_ON says so.
"""

import glob
import os
import re
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOMS = ["base", "laws", "scene", "model", "bodies", "contacts", "state", "methods", "batch", "play", "io", "plot"]
METHODS_BUILT_ON = {"adaptive": {"event"}, "wave": {"rigid"}}
GENERATED = {"builtin_json.h", "builtin_yaml.h", "commit.h"}
LONGEST_FILE, LONGEST_FUNCTION = 400, 60
LONGEST_PLUGIN = 300
LONGEST_AUDIO_HEADER = 150


def sources():
    """Every source of the rooms and front ends, by its path below the root."""
    for folder in ("src", "reproduce", "cli", "lv2", "jack"):
        for path in glob.glob(os.path.join(ROOT, folder, "**", "*.[ch]"), recursive=True):
            yield os.path.relpath(path, ROOT)


def lines_of(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read().split("\n")


def folder_of(path):
    return os.path.dirname(path)


def room_of(folder):
    """base, scene, ... or reproduce, cli."""
    parts = folder.split("/")
    return parts[1] if parts[0] == "src" else parts[0]


def allowed_in(folder):
    with open(os.path.join(ROOT, folder, "README.md"), encoding="utf-8") as file:
        found = re.findall(r"^May include: ([a-z0-9, ]+)\.$", file.read(), re.M)
    assert len(found) == 1, f"{folder}/README.md: one line 'May include: ...' is needed"
    return {word.strip() for word in found[0].split(",")}


def target_of(path, name):
    """The room an #include "..." leads to, and the method's folder if it is one."""
    parts = name.split("/")
    if len(parts) == 1:  # beside the file
        return room_of(folder_of(path)), None
    return parts[0], parts[1] if parts[0] == "methods" and len(parts) >= 3 else None


class Rooms(unittest.TestCase):
    def test_every_include_leads_to_a_room_that_is_allowed(self):
        wrong, seen = [], 0
        for path in sources():
            folder = folder_of(path)
            own, allowed = room_of(folder), allowed_in(folder)
            method = folder.split("/")[2] if folder.startswith("src/methods/") else None
            for number, line in enumerate(lines_of(path), 1):
                match = re.match(r'\s*#include "([^"]+)"', line)
                if not match or match.group(1) in GENERATED:
                    continue
                seen += 1
                room, other = target_of(path, match.group(1))
                good = room == own or room in allowed or (own == "cli" and room == "reproduce")
                if other is not None and method is not None and other != method:
                    good = good and other in METHODS_BUILT_ON.get(method, set())
                if not good:
                    wrong.append(f"{path}:{number}: {line.strip()}")
        self.assertGreater(seen, 300)
        self.assertEqual(wrong, [], "includes against the order of the rooms")

    def test_rooms_may_include_only_lower_ones(self):
        order = {room: i for i, room in enumerate(ROOMS)}
        order["public"] = -1
        for readme in glob.glob(os.path.join(ROOT, "src", "**", "README.md"), recursive=True):
            folder = os.path.relpath(os.path.dirname(readme), ROOT)
            for room in allowed_in(folder):
                self.assertLess(order[room], order[room_of(folder)],
                                f"{folder} may include {room}")
        # The core does not know files: nothing below methods, methods included, includes io or plot,
        # and io and plot know of the core only its public headers and base.
        self.assertEqual(allowed_in("src/io"), {"public", "base"})
        self.assertEqual(allowed_in("src/plot"), {"public", "base", "io"})

    def test_every_folder_tells_what_lives_there(self):
        for folder in sorted({folder_of(path) for path in sources()}):
            with self.subTest(folder=folder):
                with open(os.path.join(ROOT, folder, "README.md"), encoding="utf-8") as file:
                    text = file.read()
                self.assertTrue(text.startswith("# "))
                self.assertGreater(len(text.split()), 25)
                with open(os.path.join(ROOT, folder, "CMakeLists.txt"), encoding="utf-8") as file:
                    listed = file.read()
                for name in os.listdir(os.path.join(ROOT, folder)):
                    if name.endswith(".c"):
                        self.assertIn(name, listed, f"{folder}/CMakeLists.txt")


    def test_readmes_of_the_audio_method_name_every_file(self):
        for folder in sorted({folder_of(path) for path in sources() if path.startswith("src/methods/audio/")}):
            with open(os.path.join(ROOT, folder, "README.md"), encoding="utf-8") as file:
                named = set(re.findall(r"`([a-z_]+\.[ch])`", file.read()))
            there = {name for name in os.listdir(os.path.join(ROOT, folder)) if name.endswith((".c", ".h"))}
            self.assertEqual(there - named, set(), folder)

    def test_who_knows_the_compiled_scene_names_no_words(self):
        # A new word compiles anew who includes scene/words.h: kinds, and who asks for a word. Headers that most
        # sources include keep words as a word_index.
        def reached(path, known):
            for line in lines_of(path):
                match = re.match(r'\s*#include [<"]([^">]+)[">]', line)
                for inner in (os.path.join(base, match.group(1)) for base in ("src", "include") if match):
                    if inner not in known and os.path.exists(os.path.join(ROOT, inner)):
                        known.add(inner)
                        reached(inner, known)
            return known

        for header in ("src/model/model.h", "src/state/state.h", "src/laws/laws.h"):
            self.assertNotIn("src/scene/words.h", reached(header, {header}), header)
        core = [path for path in sources() if path.startswith("src/") and path.endswith(".c")]
        naming = [path for path in core if "src/scene/words.h" in reached(path, {path})]
        self.assertGreater(len(naming), 50)
        self.assertLess(len(naming), 0.4 * len(core))

    def test_bodies_contacts_and_methods_ask_what_is_done_and_not_who_does_it(self):
        # Methods ask the bits of a contact, not its kind; bodies and contacts the row of a method, not its name.
        methods = re.compile(r"\bMETHOD_[A-Z0-9]+\b(?!_)")
        with open(os.path.join(ROOT, "src", "scene", "words.h"), encoding="utf-8") as file:
            words = file.read()
        names = re.findall(r"X\((CONTACT_\w+),", words)
        self.assertGreaterEqual(len(names), 6)
        kinds = re.compile(r"\b(?:" + "|".join(names) + r")\b")
        for path in sources():
            room = room_of(folder_of(path))
            text = re.sub(r"//.*", "", "\n".join(lines_of(path)))
            if room not in ("contacts", "scene"):
                self.assertEqual(kinds.findall(text), [], path)
            if room in ("bodies", "contacts", "laws", "state"):
                self.assertEqual(methods.findall(text), [], path)

    def test_what_is_stepped_goes_without_canaries(self):
        # Each room that a step is in, by the list of cmake/Harden.cmake.
        with open(os.path.join(ROOT, "cmake", "Harden.cmake"), encoding="utf-8") as file:
            named = re.search(r'FILTER ARGN INCLUDE REGEX "/src/\(([a-z|]+)\)/"', file.read())
        self.assertEqual(named.group(1).split("|"), ["laws", "bodies", "contacts", "state", "methods"])


class Numbers(unittest.TestCase):
    def test_the_library_prints_and_reads_numbers_in_any_locale(self):
        # print_to(), print_in(), sentence_add() and error_set() print, parse_double() and csv_number() read.
        plain = re.compile(r'\b(?:f|sn?)printf\((?:[^;"]|"(?:\\.|%%|[^"\\%]|%(?![-+ #.0-9*l]*[aefgAEFG]))*")*'
                           r'"(?:\\.|[^"\\])*%[-+ #.0-9*l]*[aefgAEFG]|\b(?:strto[dfl]+|atof)\(')
        for path in sources():
            if path.startswith("src") and path != "src/base/format_double.c":  # which mends what it gets
                text = re.sub(r"//.*", "", "\n".join(lines_of(path)))
                found = [hit for hit in plain.findall(text) if not re.match(r"strtol+\(", hit)]
                self.assertEqual(found, [], path)


class Sizes(unittest.TestCase):
    def test_no_file_is_too_long(self):
        for path in sources():
            self.assertLessEqual(len(lines_of(path)) - 1, LONGEST_FILE, path)

    def test_no_header_of_the_audio_method_is_everybodys(self):
        for path in sources():
            if path.startswith("src/methods/audio/") and path.endswith(".h"):
                self.assertLess(len(lines_of(path)) - 1, LONGEST_AUDIO_HEADER, path)

    def test_a_plugin_of_another_format_is_short(self):
        # What any format needs is in <carom/plugin.h>; the toy has that, and public headers alone.
        lines = lines_of("test/toy_plugin.c")
        self.assertLess(len(lines) - 1, LONGEST_PLUGIN)
        included = [line for line in lines if line.startswith('#include "')]
        self.assertEqual(included, ['#include "toy_plugin.h"'])

    def test_no_function_is_too_long(self):
        # As clang-format leaves it: a head that begins in column 0 and ends with a brace, a body whose
        # last line is a lone brace.
        head = re.compile(r"^[A-Za-z_][^;{}]*?\) \{\n(?:.*\n)*?^\}$", re.M)
        longest = 0
        for path in sources():
            text = "\n".join(lines_of(path))
            for match in head.finditer(text):
                length = match.group(0).count("\n") + 1
                longest = max(longest, length)
                line = text.count("\n", 0, match.start()) + 1
                self.assertLessEqual(length, LONGEST_FUNCTION, f"{path}:{line}")
        self.assertGreater(longest, 30)


if __name__ == "__main__":
    unittest.main()
