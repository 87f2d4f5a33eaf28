# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT
"""What the module believes about the C library, compared with the headers and the C compiler: every
field of every structure with its place, size and kind, every call with what it takes and returns,
and every status. A header that changes alone fails here.

The environment variable CC names the compiler (cc).
"""

import ctypes
import os
import re
import subprocess
import tempfile
import unittest

from carom import Status, _library

INCLUDE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "include")
HEADERS = ("version", "status", "memory", "stop", "rebound", "kinds", "scene", "model", "state", "control",
           "warning", "file")

PROGRAM = """
#include <carom/file.h>
#include <stdio.h>
#define KIND(x) _Generic((x), int: "int", unsigned: "int", long long: "long long", size_t: "size_t", \\
  double: "double", bool: "bool", char *: "text", const char *: "text", carom_ledger: "ledger", \\
  carom_point: "point", default: "pointer")
#define SIZE(type) printf(#type " . 0 %zu struct\\n", sizeof(type));
#define FIELD(type, field) printf(#type " " #field " %zu %zu %s\\n", offsetof(type, field),         \\
  sizeof ((type *)0)->field, KIND(((type *)0)->field));
int main(void) {
"""


def header_text():
    texts = []
    for name in HEADERS:
        with open(os.path.join(INCLUDE, "carom", name + ".h"), encoding="utf-8") as file:
            texts.append(file.read())
    return re.sub(r"//.*|/\*.*?\*/", "", "\n".join(texts))


def fields_in_header(text):
    """{structure: [field, ...]} of all that is declared as typedef struct { ... } name;"""
    found = {}
    for body, name in re.findall(r"typedef struct \{(.*?)\}\s*(\w+);", text, re.S):
        fields = found[name] = []
        for line in filter(str.strip, body.split(";")):
            pointer_to_call = re.search(r"\(\*(\w+)\)", line)
            if pointer_to_call:
                fields.append(pointer_to_call[1])
            else:
                fields += re.findall(r"(\w+)\s*(?:\[[^]]*\])?\s*(?:,|$)", line)
    return found


def kind_of_field(kind):
    if issubclass(kind, ctypes.Structure):
        return kind.__name__.replace("carom_", "")
    if issubclass(kind, ctypes.Array) or kind is ctypes.c_char_p:
        return "text"
    if issubclass(kind, (ctypes._Pointer, ctypes._CFuncPtr)) or kind is ctypes.c_void_p:
        return "pointer"
    return {ctypes.c_int: "int", ctypes.c_longlong: "long long", ctypes.c_double: "double",
            ctypes.c_bool: "bool", ctypes.c_size_t: "size_t"}[kind]


def layout_in_c(fields):
    """{(structure, field): (offset, size, kind)}, by the compiler."""
    lines = [PROGRAM]
    for name, members in fields.items():
        lines.append("SIZE(%s)" % name)
        lines += ["FIELD(%s, %s)" % (name, member) for member in members]
    environment = {k: v for k, v in os.environ.items() if k != "LD_PRELOAD"}
    with tempfile.TemporaryDirectory() as folder:
        source, program = os.path.join(folder, "layout.c"), os.path.join(folder, "layout")
        with open(source, "w", encoding="utf-8") as file:
            file.write("\n".join(lines + ["}"]))
        compiler = os.environ.get("CC") or "cc"
        subprocess.run([compiler, "-std=c17", "-I", INCLUDE, source, "-o", program], check=True,
                       env=environment)
        told = subprocess.run([program], check=True, capture_output=True, text=True,
                              env=environment).stdout
    rows = (line.split(None, 4) for line in told.splitlines())
    return {(row[0], row[1]): (int(row[2]), int(row[3]), row[4]) for row in rows}


def kind_in_header(declaration):
    """The kind of a parameter or result: a word, or the structure it is or points to."""
    words = declaration.replace("const", "").replace("volatile", "")
    if "carom_text_sink" in words or "carom_impact_sink" in words:
        return "call"
    stars = words.count("*")
    base = re.match(r"\s*((?:long long|\w+))", words)[1]
    if base == "char" and stars == 1:
        return "text"
    if base.startswith("carom_") and base + " *" in words and stars == 1:
        known = {kind.__name__ for kind in _library.STRUCTURES}
        return "pointer to " + base if base in known else "pointer"
    if stars:
        return "pointer"
    return "int" if base == "carom_status" else base


def kind_in_module(kind):
    if kind is None:
        return "void"
    if issubclass(kind, ctypes._Pointer):
        to = kind._type_
        return "pointer to " + to.__name__ if issubclass(to, ctypes.Structure) else "pointer"
    if issubclass(kind, ctypes._CFuncPtr):
        return "call"
    if issubclass(kind, ctypes.Structure):
        return kind.__name__
    return {ctypes.c_void_p: "pointer", ctypes.c_char_p: "text", ctypes.c_int: "int",
            ctypes.c_longlong: "long long", ctypes.c_size_t: "size_t", ctypes.c_double: "double",
            ctypes.c_bool: "bool", ctypes.c_size_t: "size_t"}[kind]


class Layout(unittest.TestCase):
    def setUp(self):
        self.header = header_text()

    def test_fields_are_those_of_the_headers(self):
        fields = fields_in_header(self.header)
        self.assertGreater(len(fields), 10)
        for kind in _library.STRUCTURES:
            with self.subTest(kind.__name__):
                self.assertEqual([name for name, _ in kind._fields_], fields[kind.__name__])

    def test_places_sizes_and_kinds_are_those_of_the_compiler(self):
        fields = fields_in_header(self.header)
        places = layout_in_c({k.__name__: fields[k.__name__] for k in _library.STRUCTURES})
        mine = {}
        for kind in _library.STRUCTURES:
            mine[kind.__name__, "."] = (0, ctypes.sizeof(kind), "struct")
            for name, of in kind._fields_:
                place = getattr(kind, name)
                mine[kind.__name__, name] = (place.offset, place.size, kind_of_field(of))
        self.assertEqual(mine, places)

    def test_calls_take_and_return_what_the_headers_say(self):
        declared = re.findall(r"^((?:const )?[\w ]+?[ *]+)(carom_\w+)\(([^;{}]*?)\);", self.header,
                              re.M | re.S)
        declared = {name: (returns, takes) for returns, name, takes in declared}
        for name, (returns, takes) in _library.CALLS.items():
            with self.subTest(name):
                self.assertIn(name, declared)
                c_returns, c_takes = declared[name]
                c_takes = [] if c_takes.strip() == "void" else c_takes.split(",")
                self.assertEqual([kind_in_module(kind) for kind in takes],
                                 [kind_in_header(c) for c in c_takes])
                self.assertEqual(kind_in_module(returns), kind_in_header(c_returns))

    def test_statuses_are_those_of_the_header(self):
        names = re.findall(r"X\(CAROM_(\w+), ", self.header)
        self.assertEqual([status.name for status in Status], names)
        self.assertEqual([status.value for status in Status], list(range(len(names))))


if __name__ == "__main__":
    unittest.main()
