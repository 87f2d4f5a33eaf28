# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""Claims about the book of equations: each has one number and each number one equation, what the
source and the pages cite exists, every file that opens with equations says where they are derived,
every link leads somewhere.

    python3 test_theory.py [unittest arguments]

A chapter is a page below docs/theory that begins with "# C. TITLE". An equation is a block of lines
indented by four; the last line ends with its number, (C.N). Anywhere else (C.N) is a reference. The
source cites equations in comments as theory C.N; more of them may follow: theory 1.2, 1.4 and 2.1.
"""

import os
import re
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SOURCES = ("src", "reproduce", "cli", "lv2", "jack")
NUMBER = r"\d+\.\d+"
DEFINED = re.compile(r"^    .*\((" + NUMBER + r")\)$")
REFERENCE = re.compile(r"\((" + NUMBER + r")\)")
CITATION = re.compile(r"\btheory (" + NUMBER + r"(?:(?:,| and|, and| to) " + NUMBER + r")*)")
LINK = re.compile(r"\[([^][]*)\]\(([^()\s]+)\)")
EQUATION_IN_HEAD = re.compile(r"^//   .*=", re.MULTILINE)


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def files_below(folder, endings):
    for inside, folders, names in os.walk(os.path.join(ROOT, folder)):
        folders.sort()
        for name in sorted(names):
            if name.endswith(endings):
                yield os.path.relpath(os.path.join(inside, name), ROOT)


def without_fences(text):
    return re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)


def goal_of(page, target):
    path = target.partition("#")[0]
    return os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page


def lines_of(page):
    return without_fences(read(page)).splitlines()


# --- The book -------------------------------------------------------------------------------------


def chapters():
    """Pages by the number in their title; None for one that has no number."""
    found = []
    for page in files_below(os.path.join("docs", "theory"), ".md"):
        title = re.match(r"# (\d+)\. \S", read(page))
        found.append((int(title[1]) if title else None, page))
    return sorted(found, key=lambda chapter: chapter[0] or 0)


def equations_of(page):
    """The numbers of a page in their order, as written."""
    return [defined[1] for defined in map(DEFINED.match, lines_of(page)) if defined]


def equations():
    return {number for _, page in chapters() for number in equations_of(page)}


def displays(page):
    """Blocks of indented lines, each with the number of its first line."""
    block, first = [], 0
    for number, line in enumerate(lines_of(page) + [""], 1):
        if line.startswith("    "):
            first = first if block else number
            block.append(line)
        elif block:
            yield first, block
            block = []


def references_of(page):
    for number, line in enumerate(lines_of(page), 1):
        defined = DEFINED.match(line)
        for found in REFERENCE.findall(line[:defined.start(1) - 1] if defined else line):
            yield number, found


class Book(unittest.TestCase):
    def test_chapters_are_numbered_from_one_without_gaps(self):
        self.assertEqual([number for number, _ in chapters()], list(range(1, len(chapters()) + 1)))

    def test_the_contents_name_every_chapter_in_order(self):
        row = re.compile(r"^\| \[(\d+)\. ([^]]*)\]\(([^)]*)\)", re.MULTILINE)
        listed = row.findall(read("docs/theory.md"))
        pages = [(str(number), read(page).splitlines()[0].partition(". ")[2],
                  os.path.relpath(page, "docs")) for number, page in chapters()]
        self.assertEqual(listed, pages)

    def test_equations_have_numbers_of_their_chapter_without_gaps(self):
        for chapter, page in chapters():
            found = equations_of(page)
            with self.subTest(page):
                self.assertEqual(found, [f"{chapter}.{n}" for n in range(1, len(found) + 1)])

    def test_no_number_is_given_twice(self):
        seen = {}
        for _, page in chapters():
            for number in equations_of(page):
                self.assertNotIn(number, seen, f"{page}: also in {seen.get(number)}")
                seen[number] = page
        self.assertGreater(len(seen), 50)

    def test_letters_stand_in_the_equations_that_the_table_of_letters_names(self):
        found = {}
        for page in (page for _, page in chapters()):
            for first, block in displays(page):
                lines = lines_of(page)
                text = "\n".join(lines[max(0, first - 5):first + len(block) + 3])
                found.update((number[1], text) for number in map(DEFINED.match, block) if number)
        rows = re.findall(r"^\| ([A-Za-z]*) \| ([^|]+) \| ([\d., ]+) \|$", read("docs/theory.md"), re.MULTILINE)
        self.assertGreater(len(rows), 90)
        meanings, letter = {}, ""
        for name, meaning, numbers in rows:
            letter = name or letter
            meanings.setdefault(letter, []).append(meaning)
            for number in numbers.split(", "):
                with self.subTest(f"{letter}, {number}"):
                    self.assertRegex(found[number], rf"(?<![A-Za-z]){letter}(?![a-z])")
        for letter, several in meanings.items():
            self.assertEqual(len(several), len(set(several)), letter)
            self.assertGreater(len(several), 1, letter)

    def test_every_displayed_equation_has_a_number(self):
        for _, page in chapters():
            for first, block in displays(page):
                with self.subTest(f"{page}:{first}"):
                    self.assertRegex(block[-1], DEFINED)
                    self.assertFalse([line for line in block[:-1] if DEFINED.match(line)])

    def test_references_name_equations_that_exist(self):
        known = equations()
        for page in ["docs/theory.md"] + [page for _, page in chapters()]:
            for line, number in references_of(page):
                with self.subTest(f"{page}:{line}"):
                    self.assertIn(number, known)

    def test_linked_references_lead_to_their_chapter(self):
        home = {page: number for number, page in chapters()}
        for _, page in chapters():
            for text, target in LINK.findall(without_fences(read(page))):
                goal = goal_of(page, target)
                for number in REFERENCE.findall(text):
                    with self.subTest(f"{page}: {text}"):
                        self.assertEqual(int(number.partition(".")[0]), home.get(goal))


# --- The source -----------------------------------------------------------------------------------


def sources():
    for folder in SOURCES:
        yield from files_below(folder, (".c", ".h"))


def head_of(text):
    """What a file opens with: comment lines up to the first line of code."""
    return re.match(r"(?:(?://[^\n]*|[ \t]*)\n)*", text)[0]


def comments_of(text):
    """All comments of a file, each run of comment lines as one line."""
    found, run = [], []
    for line in text.splitlines() + [""]:
        comment = re.search(r"//+!?(.*)", line)
        if comment:
            run.append(comment[1].strip())
        elif run:
            found.append(" ".join(run))
            run = []
    return "\n".join(found)


def citations_of(text):
    return [number for cited in CITATION.findall(comments_of(text))
            for number in re.findall(NUMBER, cited)]


class Source(unittest.TestCase):
    def test_citations_name_equations_that_exist(self):
        known = equations()
        for path in sources():
            for number in citations_of(read(path)):
                with self.subTest(path):
                    self.assertIn(number, known)

    def test_files_that_open_with_equations_cite_the_book(self):
        count = 0
        for path in sources():
            head = head_of(read(path))
            if EQUATION_IN_HEAD.search(head):
                count += 1
                with self.subTest(path):
                    self.assertTrue(citations_of(head), "no (theory C.N) in its head")
        self.assertGreater(count, 10)

    def test_citations_are_found(self):
        text = ("// A law (theory 1.2, 1.4\n// and 2.1), one\n//\n//   F = K x\n\n"
                "#include <math.h>\nint a; // theory 3.1 to 3.3\n")
        self.assertEqual(citations_of(text), ["1.2", "1.4", "2.1", "3.1", "3.3"])
        self.assertEqual(citations_of(head_of(text)), ["1.2", "1.4", "2.1"])
        self.assertRegex(head_of(text), EQUATION_IN_HEAD)


# --- Links ----------------------------------------------------------------------------------------


def anchors(text):
    """As GitHub makes them of headings; the second of the same name ends in -1."""
    found = set()
    for heading in re.findall(r"^#+ (.*)$", without_fences(text), re.MULTILINE):
        name = re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")
        count = 0
        while name + f"-{count}" * (count > 0) in found:
            count += 1
        found.add(name + f"-{count}" * (count > 0))
    return found


class Links(unittest.TestCase):
    def test_every_link_between_pages_leads_to_a_page_and_a_heading(self):
        count = 0
        for page in ["README.md", *files_below("docs", ".md")]:
            text = re.sub(r"`[^`\n]*`", "", without_fences(read(page)))
            for _, target in LINK.findall(text):
                if re.match(r"\w+://|mailto:", target):
                    continue
                goal, anchor = goal_of(page, target), target.partition("#")[2]
                with self.subTest(f"{page}: {target}"):
                    self.assertTrue(os.path.exists(os.path.join(ROOT, goal)), "no such page")
                    if anchor:
                        self.assertIn(anchor, anchors(read(goal)))
                count += 1
        self.assertGreater(count, 20)


if __name__ == "__main__":
    unittest.main()
