# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""Whose words sentences use: those of the library name its own arguments, and only the program speaks of its
options and commands and of how a package is installed.

    python3 test_sentences.py
"""

import glob
import os
import re
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TOKENS = re.compile(r'//[^\n]*|/\*.*?\*/|\'(?:\\.|[^\'\\])\'|"(?:\\.|[^"\\\n])*"|^[ \t]*#[ \t]*include[^\n]*',
                    re.S | re.M)
OPTION = re.compile(r"(?<![\w-])--?[a-z][a-z-]*\b")
PROGRAM = re.compile(r"\bcarom (?!%s|\d)[a-z]+\b|\b(apt|apt-get|dnf|pacman|brew|pip) ")


def texts(path):
    """The string literals of a source, those that follow each other as one."""
    with open(path, encoding="utf-8") as file:
        source = file.read()
    joined, end = [], None
    for match in TOKENS.finditer(source):
        token = match.group(0)
        if token[0] != '"':
            continue
        between = source[end:match.start()] if end is not None else "x"
        if between.strip(" \t\n\\"):
            joined.append(token[1:-1])
        else:
            joined[-1] += token[1:-1]
        end = match.end()
    return joined


def library():
    """Each text of the library with its file."""
    for path in sorted(glob.glob(os.path.join(ROOT, "src", "**", "*.[ch]"), recursive=True)):
        for text in texts(path):
            yield os.path.relpath(path, ROOT), text


def table(name):
    """A table of cli/sentences.c."""
    with open(os.path.join(ROOT, "cli", "sentences.c"), encoding="utf-8") as file:
        body = re.search(name + r"\[\] = \{\n(.*?)\n\};", file.read(), re.S).group(1)
    return {key: value for key, value in re.findall(r'\{"([^"]+)",\s*"([^"]+)"', body)}


class Sentences(unittest.TestCase):
    def test_literals_are_found(self):
        self.assertGreater(len(list(library())), 3000)
        self.assertRegex("see --vary, or -j", OPTION)
        self.assertNotRegex("a sub-sample, 1e-9, mass-string", OPTION)
        self.assertRegex("'carom help methods' says", PROGRAM)

    def test_the_library_names_no_option_of_the_program(self):
        found = [(path, text) for path, text in library() if " " in text and OPTION.search(text)]
        found += [(path, text) for path, text in library() if text.startswith("--")]
        self.assertEqual(found, [])

    def test_the_library_sends_nobody_to_the_program_or_a_package_manager(self):
        found = [(path, text) for path, text in library() if PROGRAM.search(text)]
        # How a file that it writes begins, and how it is told from others.
        self.assertEqual([text for _, text in found if not re.match(r"carom (physics|%s)", text)], [])

    def test_the_program_knows_each_field_that_the_library_names(self):
        named = {word for _, text in library() for word in re.findall(r"options\.([a-z]+)", text)}
        named |= {"schemes", "methods"}  # options.%ss, in compare_plan.c
        named -= {"ranks", "rate", "engine", "threads", "models"}  # which no user types
        self.assertEqual(named, set(table("fields")))

    def test_advice_is_given_to_sentences_that_are_there(self):
        all_texts = [text for _, text in library()]
        for sentence in table("advice"):
            self.assertTrue(any(sentence in text for text in all_texts), sentence)


if __name__ == "__main__":
    unittest.main()
