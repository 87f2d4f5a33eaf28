# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""Claims about carom reproduce: what it lists, runs, refuses, and the page it leaves."""

import os
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree
from html.parser import HTMLParser

VERDICTS = {"reproduced", "corrected", "open"}
VOID = {"meta", "br", "hr", "img", "link", "input"}


class Page(HTMLParser):
    """Checks that elements nest, and keeps what the claims are about."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.loads, self.sections, self.verdicts, self.names = [], [], [], {}, set()

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.names.add(tag)
        self.loads += [attrs[a] for a in ("src", "href", "xlink:href", "data") if a in attrs]
        if tag == "section":
            self.sections.append(attrs["id"])
        if "verdict" in attrs.get("class", "").split():
            self.verdicts[self.sections[-1]] = attrs["class"].split()[1]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            raise AssertionError(f"</{tag}> at {self.getpos()} closes something else")


class Reproduce(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.listed = [line.split()[0] for line in cls.carom("reproduce").stdout.splitlines()]
        cls.all = cls.carom("reproduce", "all", "-o", "page")
        with open(os.path.join(cls.folder.name, "page", "index.html"), encoding="utf-8") as page:
            cls.text = page.read()
        cls.page = Page()
        cls.page.feed(cls.text)
        cls.page.close()

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def carom(cls, *arguments):
        return subprocess.run([CAROM, *arguments], cwd=cls.folder.name, capture_output=True,
                              text=True, check=False)

    def test_every_check_holds(self):
        self.assertEqual((self.all.returncode, self.all.stderr), (0, ""), self.all.stdout)
        self.assertNotIn("does not hold", self.all.stdout)

    def test_every_entry_has_a_line_and_a_verdict(self):
        self.assertEqual(len(self.listed), len(set(self.listed)))
        self.assertGreaterEqual(len(self.listed), 23)
        told = {line.split()[0]: line.split()[1] for line in self.all.stdout.splitlines()[:-1]}
        self.assertEqual(list(told), self.listed)
        self.assertLessEqual(set(told.values()), VERDICTS)
        self.assertEqual(self.page.sections, self.listed)
        self.assertEqual(self.page.verdicts, told)

    def test_errata_and_the_application_are_corrected_and_systems_reproduced(self):
        for entry, verdict in self.page.verdicts.items():
            if entry.startswith(("impact/", "beam/", "sitar/", "piano/")):  # below
                continue
            with self.subTest(entry):
                corrected = "erratum" in entry or entry.startswith("tromba/")
                self.assertEqual(verdict, "corrected" if corrected else "reproduced")

    def test_the_application_is_told_beside_the_engine(self):
        for name in ("contact-fraction", "level", "string-spacing", "bow-solve"):
            self.assertIn("tromba/" + name, self.listed)
        told = {line.split()[0]: line for line in self.all.stdout.splitlines()[:-1]}
        levels = re.search(r"level, dB (-[0-9.]+) \| (-[0-9.]+);", told["tromba/level"])
        self.assertAlmostEqual(float(levels.group(1)), -16.73, delta=0.15)
        self.assertAlmostEqual(float(levels.group(2)), -14.45, delta=0.15)
        self.assertRegex(told["tromba/contact-fraction"], r"share that pull 0\.01[0-9]* \| 0;")

    def test_every_figure_and_table_of_the_impacts_has_its_verdict(self):
        told = {entry.split("/")[1]: verdict for entry, verdict in self.page.verdicts.items()
                if entry.startswith("impact/")}
        self.assertEqual(told, {
            "figure-1": "reproduced", "figure-2": "reproduced", "figure-3": "reproduced",
            "figure-4": "open",  # the stiffness cannot be read
            "figure-5": "reproduced", "figure-6": "reproduced", "figure-7": "reproduced",
            "figure-8": "corrected",  # the correction gains energy under gravity
            "table-1a": "reproduced", "table-1b": "reproduced",
            "table-1-num-res": "open"})  # the printed column does not come out

    def test_the_beam_has_its_verdicts(self):
        told = {entry.split("/")[1]: verdict for entry, verdict in self.page.verdicts.items()
                if entry.startswith("beam/")}
        self.assertEqual(told, {
            "figure-3.7": "reproduced", "figure-3.9a": "reproduced", "figure-3.9b": "reproduced",
            "figure-3.12": "corrected",  # as many impacts, but they fade more slowly
            "figure-3.15": "reproduced"})

    def test_the_string_on_a_bridge_has_its_verdicts(self):
        told = {entry.split("/")[1]: verdict for entry, verdict in self.page.verdicts.items()
                if entry.startswith("sitar/")}
        expected = {
            "figure-4.3": "reproduced",
            "figure-4.4": "open",  # the printed period does not come out
            "figure-4.5": "reproduced",
            "figure-4.11": "corrected",  # phase I makes the period longer, not shorter
            "figure-4.15": "reproduced",
            "figure-4.16": "corrected",  # the rounded dimensions do not give the numbers
            "switching": "corrected", "erratum-4.61": "corrected",
            "figure-4.17": "corrected",  # 1.5 is a period
            "figure-4.19": "reproduced", "figure-4.20": "reproduced",
            "figure-4.21": "open",  # sizes are not told, and 100 modes are too few
            "cost": "open"}
        if "SUNDIALS" in self.text:
            expected.update({f"figure-4.{n}": "open" for n in (17, 19, 20, 21)})
        self.assertEqual(told, expected)

    def test_the_piano_hammer_has_its_verdicts(self):
        told = {entry.split("/")[1]: verdict for entry, verdict in self.page.verdicts.items()
                if entry.startswith("piano/")}
        self.assertEqual(told, {
            "force": "reproduced", "modes": "reproduced", "friction": "reproduced",
            "shank": "open",  # scuff and delay of the flexible shank do not come out
            "erratum-5.14": "corrected", "slope": "corrected",
            "figure-5.3": "open",  # the recorded force and the sizes of the action are not told
            "figure-5.4": "reproduced", "table-5.1": "reproduced"})

    def test_the_page_is_whole_and_loads_nothing(self):
        self.assertEqual(self.page.open, [])
        self.assertEqual(self.page.loads, [])
        self.assertFalse(self.page.names & {"script", "link", "iframe", "img", "object", "image"})
        self.assertNotRegex(self.text, r"url\(|@import")
        self.assertEqual(set(re.findall(r"https?://[^\s\"<]*", self.text)),
                         {"http://www.w3.org/2000/svg"})
        self.assertEqual(os.listdir(os.path.join(self.folder.name, "page")), ["index.html"])

    def test_every_picture_is_well_formed_and_has_curves(self):
        sections = re.findall(r'<section id="(.*?)">(.*?)</section>', self.text, re.DOTALL)
        self.assertEqual(len(sections), len(self.listed))
        for entry, section in sections:
            with self.subTest(entry):
                pictures = re.findall(r"<svg.*?</svg>", section, re.DOTALL)
                self.assertEqual(len(pictures), 0 if "/table-" in entry else 1)
                for picture in pictures:
                    self.check_picture(picture, not entry.startswith(("impact/", "sitar/", "piano/")))

    def check_picture(self, picture, pairs):
        tree = xml.etree.ElementTree.fromstring(picture)
        curves = [p.get("d") for p in tree.iter("{http://www.w3.org/2000/svg}path")
                  if "stroke-opacity" in p.attrib]
        self.assertGreaterEqual(len(curves), 1)
        for curve in curves:
            self.assertIn("L", curve)  # short where it blows up
        if pairs:  # theirs and ours, twice
            self.assertEqual(len(curves), 4)
            for ours in curves[1::2]:
                self.assertGreater(len(ours), 1000)
        self.assertNotRegex(picture, "nan|inf[^o]")

    def test_one_entry_or_a_folder_can_be_run(self):
        one = self.carom("reproduce", "collisions/erratum-18")
        self.assertEqual(one.returncode, 0)
        self.assertRegex(one.stdout, r"\Acollisions/erratum-18 +corrected [^\n]*\n1 of 1 hold\n\Z")
        self.assertFalse(os.path.exists(os.path.join(self.folder.name, "out")))
        both = self.carom("reproduce", "collisions", "-o", "some/where")
        below = [entry for entry in self.listed if entry.startswith("collisions/")]
        self.assertGreaterEqual(len(below), 23)
        self.assertEqual(len(both.stdout.splitlines()), len(below) + 1)
        self.assertTrue(os.path.exists(os.path.join(self.folder.name, "some/where/index.html")))

    def test_the_commands_on_the_page_work(self):
        commands = set(re.findall(r"<code>carom (run [^<]*)</code>", self.text))
        self.assertGreaterEqual(len(commands), 10)
        for command in sorted(commands):
            with self.subTest(command):
                result = self.carom(*command.split(), "--duration", "0.01", "--csv", "--quiet")
                self.assertEqual(result.returncode, 0, result.stderr)

    def test_wrong_arguments_are_refused(self):
        for arguments, says in ((["frob"], "'frob'.*carom reproduce"), (["coll"], "'coll'"),
                                ([""], "''"), (["all", "-o"], "-o needs"),
                                (["all", "--frob"], "'--frob'.*-o DIR"),
                                (["collisions", "all"], "more than one"), (["-o", "x"], "'all'")):
            with self.subTest(arguments):
                result = self.carom("reproduce", *arguments)
                self.assertEqual((result.returncode, result.stdout), (1, ""))
                self.assertRegex(result.stderr, says)

    def test_a_page_that_cannot_be_written_is_exit_code_2(self):
        with open(os.path.join(self.folder.name, "file"), "w", encoding="ascii"):
            pass
        result = self.carom("reproduce", "collisions/erratum-18", "-o", "file")
        self.assertEqual(result.returncode, 2)
        self.assertIn("file: cannot be written", result.stderr)


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit("usage: test_reproduce.py PATH-TO-CAROM [unittest arguments]")
    CAROM = os.path.abspath(sys.argv.pop(1))
    unittest.main()
