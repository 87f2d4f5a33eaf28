# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""Pictures: drawn from the run itself, well formed whatever the title, and never the end of the
program whatever a results folder holds.

    python3 test_pictures.py PATH-TO-CAROM [unittest arguments]
"""

import json
import os
import random
import re
import resource
import xml.etree.ElementTree

from support import BROKEN, GOOD, SLOW, WRONG, ResultsCase, main, read_csv

TITLES = ("<b> & ]]> \"'", "a\x01b\x1b[31mred\x1b[0m\x07", "Flöte, 笛, 🎻", "\x7f\x85\xa0", "\ufffe\uffff",
          "line\nline\ttab\r", "&#x0;", "]]>", "\u202e\u200b")
NUMBERS = (0, -1, 1e308, -1e308, 1e-308, 1e400, -1e400, 3e9, 2**31, 2**63, 0.5, None, "nan", "x" * 3000,
           [], {}, True)


class Drawing(ResultsCase):
    def drawn(self, folder):
        return {n: self.read(folder, n) for n in os.listdir(self.path(folder)) if n.endswith(".svg")}

    def test_pictures_are_of_the_run_itself_whatever_it_leaves(self):
        self.good("run", "mass-string", "-o", "all", "--csv", "--npy", "--wav", "--plot", *self.short)
        whole = self.drawn("all")
        self.assertGreater(len(whole), 5)
        for options in ((), ("--wav",), ("--csv",), ("--npy",)):
            with self.subTest(options):
                self.good("run", "tromba", "-o", "r", "--npy", *self.short)  # an older run's samples
                self.good("run", "mass-string", "-o", "r", "--plot", *options, *self.short)
                self.assertEqual(self.drawn("r"), whole)
                self.assertEqual({n for n in self.summary("r")["files"] if n.endswith(".svg")},
                                 set(whole))
                self.assertEqual("samples.npy" in os.listdir(self.path("r")), "--npy" in options)
                self.check_whole("r")

    def test_pictures_that_need_samples_are_named_where_there_are_none(self):
        self.good("run", "mass-string", "-o", "r", *self.short)
        told = self.good("plot", "r").out
        self.assertRegex(told, r"not drawn: .*waveform\.svg, spectrogram\.svg.*need samples\.csv")
        for name in re.search("not drawn: ([^;]*);", told)[1].split(", "):
            self.assertNotIn(name, os.listdir(self.path("r")))
        self.assertIn("energy.svg", os.listdir(self.path("r")))
        self.good("run", "mass-string", "-o", "r", "--csv", *self.short)
        self.assertNotIn("not drawn", self.good("plot", "r").out)

    def test_shapes_are_those_after_the_first_of_several_plucks(self):
        self.write("{carom: 1, duration: 0.5, bodies: {s: {type: string, length: 0.65, density: 7850, radius: "
                   "4e-4, pitch: 147}}, outputs: {o: {of: s@0.9}}, score: {a: {gesture: pluck, on: s@0.3, at: "
                   "[0.3, 0.4], over: 0.01, force: 1}}}")
        self.good("run", "scene.yaml", "-o", "r", "--plot")
        self.assertRegex(self.summary("r")["snapshots"][0]["reason"], "the first pluck")
        self.assertAlmostEqual(float(read_csv(self.read("r", "snapshots.csv"))[1][0][0]), 0.31, delta=1e-4)

    def test_titles_may_hold_anything(self):
        for number, title in enumerate(TITLES):
            with self.subTest(title):
                scene = {"like": "mass-string", "title": title}
                self.good("run", self.write(json.dumps(scene)), "-o", "r", "--plot", *self.short)
                for data in self.drawn("r").values():
                    xml.etree.ElementTree.fromstring(data)
                    self.assertNotRegex(data.decode(), "[\x00-\x08\x0b-\x1f\x7f-\x9f]")
                self.assertIsInstance(self.summary("r")["scene"].get("title", ""), str, number)

    def test_no_control_characters_reach_a_terminal(self):
        wild = "a\x1b[31m\x07b\x9bc"
        for arguments in (["run", wild], ["run", "tromba", "--set", f"title{wild}=1"], [wild],
                          ["run", "tromba", "--set", f"rate={wild}"], ["check", wild + ".yaml"],
                          ["run", "tromba", "--" + wild], ["help", wild], ["show", wild],
                          ["plot", wild], ["sweep", "tromba", "--vary", wild, "-o", "r"],
                          ["compare", "tromba", "--methods", wild],
                          ["run", self.write(f'carom: 1\n"{wild}": 1\n')],
                          ["run", self.write("carom: 1\nbodies: {m: {type: 'a\x7f\u0085b'}}\n", "b.yaml")]):
            with self.subTest(arguments):
                result = self.carom(*arguments)
                self.assertEqual(result.code, WRONG, result)
                self.assertNotRegex(result.err + result.out, "[\x00-\x08\x0b-\x1f\x7f-\x9f]")

    def test_what_is_quoted_begins_no_line_of_its_own(self):
        wild = "a\ncarom: all is well\r\nb"
        quoted = json.dumps(wild)
        for arguments in (["run", wild], ["run", "tromba", "--set", f"title{wild}=1"], [wild],
                          ["run", "tromba", "--set", f"rate={wild}"], ["check", wild + ".yaml"],
                          ["run", "tromba", "--" + wild], ["help", wild], ["plot", wild],
                          ["sweep", "tromba", "--vary", wild, "-o", "r"],
                          ["compare", "tromba", "--methods", wild],
                          ["run", self.write(f"carom: 1\n{quoted}: 1\n")],
                          ["run", self.write(f"like: {quoted}\n", "like.yaml")],
                          ["run", self.write("carom: 1\nbodies: {m: {type: %s}}\n" % quoted, "b.yaml")],
                          ["run", self.write("carom: 1\nbodies: {m: {type: mass, mass: %s}}\n" % quoted,
                                             "c.yaml")]):
            with self.subTest(arguments):
                result = self.carom(*arguments)
                self.assertEqual(result.code, WRONG, result)
                self.assertEqual(len(result.err.splitlines()), 1, result)


class Hostile(ResultsCase):
    """Folders that no run has left."""

    def setUp(self):
        super().setUp()
        self.good("run", "mass-string", "-o", "r", "--csv", "--plot", *self.short,
                  "--set", "snapshots.string.of=string", "--set", "snapshots.string.every=0.01")
        self.whole = self.summary("r")

    def plot(self, summary):
        text = summary if isinstance(summary, (str, bytes)) else json.dumps(summary).replace(
            "Infinity", "1e400")
        self.write(text, "r/summary.json")
        result = self.carom("plot", "r")
        self.assertIn(result.code, (GOOD, WRONG, BROKEN), result)
        if result.code == GOOD:
            for name in os.listdir(self.path("r")):
                if name.endswith(".svg"):
                    text = self.read("r", name).decode()
                    xml.etree.ElementTree.fromstring(text)
                    self.assertNotRegex(text, r'[ "ML](-?nan|-?inf)\b', name)

    def places(self, node, path=()):
        """The paths of all values."""
        items = node.items() if isinstance(node, dict) else enumerate(node)
        for key, value in items:
            yield (*path, key)
            if isinstance(value, (dict, list)):
                yield from self.places(value, (*path, key))

    def changed(self, path, value):
        summary = json.loads(json.dumps(self.whole))
        node = summary
        for key in path[:-1]:
            node = node[key]
        node[path[-1]] = value
        return summary

    def test_plot_survives_any_summary(self):
        chance = random.Random(7)
        places = [p for p in self.places(self.whole) if p[0] in
                  ("rate", "duration", "outputs", "snapshots", "impacts", "bodies", "energy", "scene",
                   "carom")]
        for path in chance.sample(places, min(len(places), 8 if SLOW else 24)):
            value = chance.choice(NUMBERS)
            with self.subTest(path=path, value=str(value)[:20]):
                self.plot(self.changed(path, value))
        for path in ((s, 0, k, i) for s, k, i in (("snapshots", "points", 0), ("snapshots", "points", 1),
                                                  ("snapshots", "size", 0))):
            for value in NUMBERS[::2]:
                with self.subTest(path=path, value=str(value)[:20]):
                    self.plot(self.changed(path, value))
        for value in NUMBERS[::2] + (-1e308,):
            with self.subTest(rate=str(value)[:20]):
                self.plot(self.changed(("rate",), value))

    def test_plot_survives_files_that_are_no_summary(self):
        for text in ("", "{", "[" * 100000, "{\"a\":" * 20000, "- x\n", "&a [*a]\n", "a: &a [*a, *a]\n",
                     b"\xff\xfe\x00", b"\x00" * 1000, "!!python/object x\n", "carom: 1\nscene: 5\n",
                     "carom: 1\noutputs: [{name: ../../x}, 5, [], {}]\nbodies: [1]\nimpacts: 5\n",
                     "carom: 1\nsnapshots: [{file: /etc/passwd, points: [1, 1]}, {file: snapshots}]\n"):
            with self.subTest(text[:30]):
                self.plot(text)

    def test_plot_survives_tables_that_are_none(self):
        for name in ("samples.csv", "energy.csv", "events.csv", "snapshots.npy"):
            good = self.read("r", name)
            for data in (b"", good[:len(good) // 2], good.replace(b"0", b"9e999,"), b"\x00" * 5000,
                         good[:200] + b"\n", b"t\n" + b"1\n" * 10, good.replace(b",", b",nan,", 50),
                         b"," * 100000, good.replace(b"1", b"-1e308")):
                with self.subTest(name=name, data=data[:20]):
                    self.write(data, "r/" + name)
                    self.plot(self.whole)
            self.write(good, "r/" + name)

    def test_plot_survives_sizes_of_tables_that_overflow(self):
        good = self.read("r", "snapshots.npy")
        columns = self.whole["snapshots"][0]["points"][0] + 2
        # times the columns, and the bytes of a number, a little more than 2^64
        rows = (2**64 // columns + 1, 2**61 // columns + 1, 2**63 - 1, -1, 0)
        for shape in [(n, columns) for n in rows] + [(1, 2**32 + columns), (2, 2**63 - 1), (1, -columns)]:
            with self.subTest(shape):
                head = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({shape[0]}, {shape[1]}), }}"
                self.write(good[:10] + head.ljust(117).encode() + b"\n" + good[128:], "r/snapshots.npy")
                os.remove(self.path("r", "shapes.svg"))
                self.plot(self.whole)
                self.assertNotIn("shapes.svg", os.listdir(self.path("r")))
                self.write(good, "r/snapshots.npy")
                self.plot(self.whole)

    def test_too_little_memory_to_draw_is_told(self):
        if SLOW:
            self.skipTest("a sanitizer has its own memory")
        self.good("run", "tromba", "-o", "big", "--npy", "--duration", "20", "--quiet")
        size = os.path.getsize(self.path("big", "samples.npy"))

        def little():
            resource.setrlimit(resource.RLIMIT_AS, (size + 2**24, size + 2**24))
        result = self.carom("plot", "big", preexec_fn=little)
        self.assertEqual(result.code, BROKEN, result)
        self.assertIn("out of memory", result.err)


if __name__ == "__main__":
    main()
