# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""Every public call with its class, its thread rule and who owns what it returns, as the headers tell.

    python3 calls.py --list     # prints them as a table
    python3 calls.py            # tests that all of it is told
"""

import glob
import os
import re
import sys
import unittest

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
INCLUDE = os.path.join(ROOT, "include", "carom")
sys.path.insert(0, os.path.join(ROOT, "docs"))
from make_reference import declarations  # noqa: E402 pylint: disable=wrong-import-position

# The thread rule of a call is that of the first of these objects it takes; each rule stands in a header.
THREADS = [
    ("carom_mailbox", "one thread sends, one delivers", "control.h", "One thread may send at a time."),
    ("carom_batch", "one thread at a time; carom_batch_process() by several", "batch.h",
     "Threads: one thread at a time, but for carom_batch_process()."),
    ("carom_plugin", "one renders, others call what is [setup]", "plugin.h",
     "While one thread renders, any others may compile the scene anew"),
    ("carom_ranks", "one thread at a time", "file.h", "It belongs to one thread at a time."),
    ("carom_player", "one thread at a time", "play.h", "Threads: one thread at a time may use a player"),
    ("carom_mix", "one thread at a time", "carom.h", "A state, a player and a mix belong to one thread at a time"),
    ("carom_state", "one thread at a time", "state.h", "Threads: one thread at a time may use a state"),
    ("carom_scene", "one thread at a time", "scene.h", "Threads: one thread at a time may use a scene"),
    ("carom_stop", "any thread, and handlers of signals", "carom.h",
     "which any thread and the handler of any signal may request"),
    ("carom_model", "any number of threads at once", "carom.h",
     "A model is constant: any number of threads may use it at once."),
    ("", "any number of threads at once", "carom.h", "Nothing in the library is global."),
]


def prose(header):
    with open(os.path.join(INCLUDE, header), encoding="utf-8") as file:
        text = file.read()
    return " ".join(re.sub(r"^\s*///?<?(?: -)?|\n\s*///?<?", " ", text, flags=re.M).split())


def calls():
    """(header, name, signature, comment) of each public call."""
    for path in sorted(glob.glob(os.path.join(INCLUDE, "*.h"))):
        with open(path, encoding="utf-8") as file:
            text = re.sub(r"/// \\file.*\n(///.*\n)+", "", file.read())
        for comment, code in declarations(text):
            name = re.search(r"\b(carom_\w+)\(", code)
            if name and not code.startswith("typedef"):
                yield os.path.basename(path), name[1], " ".join(code.split()), comment


def class_of(comment):
    found = re.findall(r"\[(setup|audio)\]", comment)
    return found[0] if len(found) == 1 else None


def thread_rule(signature):
    return next(row for row in THREADS
                if not row[0] or re.search(rf"\b{row[0]} \*", signature.partition("(")[2]))


def ownership(name, signature, comment, names):
    """Who owns what comes back: None where nobody tells."""
    result = signature.partition("(")[0]
    if "*" not in result:
        return "-" if result.startswith("void") else "a value"
    kind = re.search(r"(carom_\w+) \*", result)
    if not result.startswith("const") and kind:
        if name.endswith("_init"):
            return "the memory it is in" if "nothing to free" in comment else None
        ends = [f"{kind[1]}_{end}" for end in ("free", "close") if f"{kind[1]}_{end}" in names]
        return f"the caller, until {ends[0]}()" if ends else None
    if "lives until" in comment:
        return "the object, until it changes"
    return "the object it describes" if result.startswith("const") else None


class Calls(unittest.TestCase):
    def test_all_are_found(self):
        self.assertGreater(len(list(calls())), 180)

    def test_each_says_whether_it_may_run_in_an_audio_thread(self):
        for header, name, _, comment in calls():
            with self.subTest(name):
                self.assertIsNotNone(class_of(comment), f"{header}: [setup] or [audio], once")

    def test_thread_rules_stand_in_the_headers(self):
        for _, _, header, sentence in THREADS:
            with self.subTest(sentence):
                self.assertIn(sentence, prose(header))

    def test_room_is_a_count_and_size_is_bytes(self):
        for _, name, signature, _ in calls():
            with self.subTest(name):
                self.assertNotRegex(signature, r"size_t room\b|int \w*size\b")

    def test_what_is_returned_has_an_owner(self):
        found = list(calls())
        names = {name for _, name, _, _ in found}
        for header, name, signature, comment in found:
            with self.subTest(name):
                self.assertIsNotNone(ownership(name, signature, comment, names), header)
        self.assertIn("which live as long as what they describe", prose("carom.h"))

    def test_model_comes_before_state(self):
        for _, name, signature, _ in calls():
            taken = signature.partition("(")[2]
            if re.search(r"const carom_model \*model\b", taken) and re.search(r"carom_state \*state\b", taken):
                with self.subTest(name):
                    self.assertLess(taken.index("carom_model *model"), taken.index("carom_state *state"))

    def test_refusals_are_tried(self):
        text = ""
        tests = os.path.join(ROOT, "test")
        for path in [*glob.glob(os.path.join(tests, "test_refused*.c")), os.path.join(tests, "test_batch_door.c")]:
            with open(path, encoding="utf-8") as file:
                text += file.read()
        for header, name, signature, _ in calls():
            taken = signature.partition("(")[2]
            objects = any(re.search(rf"\b{row[0]} \*", taken) for row in THREADS if row[0])
            if objects or re.search(r"\bint (index|control|body|contact|output|preset)\b|_options \*", taken):
                with self.subTest(name):
                    self.assertIn(f"{name}(", text, header)

    def test_options_begin_with_their_size(self):
        for path in glob.glob(os.path.join(INCLUDE, "*.h")):
            with open(path, encoding="utf-8") as file:
                text = file.read()
            for fields, name in re.findall(r"typedef struct \{([^}]*)\} (carom_\w+_options|carom_stroke);", text):
                with self.subTest(name):
                    self.assertRegex(fields, r"^\s*size_t size;")
                    self.assertIn(f"{name}_default(void);", text)


def listed():
    found = list(calls())
    names = {name for _, name, _, _ in found}
    yield "call", "header", "class", "threads", "what it returns belongs to"
    for header, name, signature, comment in found:
        yield name, header, class_of(comment), thread_rule(signature)[1], ownership(name, signature, comment, names)


if __name__ == "__main__":
    if sys.argv[1:] == ["--list"]:
        for row in listed():
            print("{:42} {:10} {:6} {:55} {}".format(*row))
    else:
        unittest.main()
