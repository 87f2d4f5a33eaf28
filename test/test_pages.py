# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""Claims about the names, lists and numbers on the pages: they are those of the program.

    python3 test_pages.py PATH-TO-CAROM [unittest arguments]

test_docs.py runs what the pages show. Here: a list of contents has every section of its page; what stands in
code font exists; a scene of one name is the same everywhere; tables of words are complete; keys that a page
calls live are; numbers of things are those of the tables.
"""

import ast
import functools
import glob
import os
import re
import subprocess
import sys
import unittest

import test_docs
from test_docs import ROOT, anchors, blocks, pages, read

CAROM = ""
NUMBERS = {word: n for n, word in enumerate("one two three four five six seven eight nine ten eleven twelve "
                                            "thirteen fourteen fifteen".split(), 1)}
SECTIONS = ("bodies", "contacts", "forces", "score", "outputs", "snapshots", "controls", "solver", "play")

# What the worked examples of the architecture add, and words that the house style shows as such.
ADDED = ("src/methods/toy", "bytes", "penetration", "with_underscores", "with-hyphens")

# Other programs and languages, units and signs, which the tables of this one do not have.
FOREIGN = re.compile(
    r"apt-get|awk|cc|clang|cmake|ctest|gcc|git|mpirun|pip|pkg-config|python3|sh|valgrind|make|man|jackd|"
    r"[-+]?[\d.]+(e[-+]?\d+)?|[A-Z_]+|[\W\d_]+")


@functools.lru_cache(maxsize=None)
def say(*arguments):
    """What the program prints; nothing where it refuses."""
    return subprocess.run([CAROM, *arguments], capture_output=True, text=True, check=False).stdout


def topics():
    """{kind: [topic, ...]} as 'carom help topics' lists them."""
    found, kind = {}, ""
    for line in say("help", "topics").splitlines():
        kind = line[:22].strip() or kind
        found.setdefault(kind, []).extend(line[22:].split())
    return found


def table_of_keys():
    """{path: live} with NAME for the name of an item."""
    found, section = {}, ""
    page = say("help", "live")
    live = {}
    for part, rows in re.findall(r"^Keys of ([\w ]+):\n((?:  .*\n)+)", page, re.M):
        live["" if part == "the scene" else part] = set(re.findall(r"^  (\S+)", rows, re.M))
    for line in say("help", "keys").partition("\n\nplay.keys\n")[0].splitlines():
        if line and not line.startswith(" "):
            section = "" if line == "top level" else line
        elif line:
            name = line.split()[0]
            found[(section, name)] = name in live.get(section, ())
    return found


def text_of(page):
    """A page without its blocks."""
    text = re.sub(r"^```.*?^```", "", read(page), flags=re.M | re.S)
    return re.sub(r"^    .*$", "", text, flags=re.M)


def spans(page):
    """What stands in code font, with the line it begins on."""
    text = re.sub(r"^```.*?^```", lambda m: "\n" * m[0].count("\n"), read(page), flags=re.M | re.S)
    for match in re.finditer(r"`([^`]+)`", text):
        yield text.count("\n", 0, match.start()) + 1, " ".join(match[1].split())


def section_of(page, title):
    """The text below a heading, up to the next of its level or higher."""
    level, rest = re.search(rf"^(#+) {re.escape(title)}\n(.*)", read(page), re.M | re.S).groups()
    return re.split(rf"^#{{1,{len(level)}}} ", rest, flags=re.M)[0]


def first_column(text):
    """Words in code font of the first column of tables, their heads apart."""
    text = re.sub(r"^\|.*\n(?=\|---)", "", text, flags=re.M)
    return [word for row in re.findall(r"^\| (`[^|]*) \|", text, re.M) for word in re.findall(r"`([^`]+)`", row)]


# --- Contents -------------------------------------------------------------------------------------


class Contents(unittest.TestCase):
    def test_a_list_of_contents_has_every_section_in_its_order(self):
        listed = 0
        for page in pages():
            head, *_ = re.split(r"^## ", read(page), flags=re.M)
            entries = re.findall(r"^(?:-|\d+\.) \[[^\]]*\]\(#([^)]+)\)", head, re.M)
            if not entries:
                continue
            sections = [next(iter(anchors("# " + title))) for title in
                        re.findall(r"^## (.*)$", re.sub(r"^```.*?^```", "", read(page), flags=re.M | re.S), re.M)]
            listed += 1
            with self.subTest(page):
                self.assertEqual(entries, sections)
        self.assertGreater(listed, 5)

    def test_a_long_page_has_a_list_of_contents(self):
        for page in pages():
            if "theory" in page:  # chapters, and their list
                continue
            text = read(page)
            if text.count("\n## ") > 5 and page not in ("README.md", "CONTRIBUTING.md"):
                with self.subTest(page):
                    self.assertRegex(text.split("\n## ")[0], r"(?m)^(-|\d+\.) \[")

    def test_every_chapter_of_the_theory_is_in_its_list(self):
        listed = re.findall(r"\]\(theory/([\w-]+\.md)\)", read("docs/theory.md"))
        there = [name for name in os.listdir(os.path.join(ROOT, "docs", "theory")) if name.endswith(".md")]
        self.assertEqual(sorted(set(listed)), sorted(there))

    def test_readme_names_every_page(self):
        text = read("README.md")
        for name in os.listdir(os.path.join(ROOT, "docs")):
            if name.endswith(".md"):
                self.assertIn(f"(docs/{name}", text)

    def test_readme_names_every_folder_of_the_source(self):
        text = section_of("README.md", "The source")
        listed = {name.strip() for line in re.findall(r"^    ([\w/, ]+?)  ", text, re.M) for name in line.split(",")} - {""}
        tracked = subprocess.run(["git", "-C", ROOT, "ls-files"], capture_output=True, text=True, check=False).stdout
        if not tracked:
            self.skipTest("not a clone")
        there = {path.partition("/")[0] for path in tracked.splitlines() if "/" in path}
        there = {name for name in there if not name.startswith(".")} - {"src", "include"}
        there |= {"include/carom"} | {"/".join(path.split("/")[:2]) for path in tracked.splitlines()
                                      if re.match(r"src/\w+/", path)}
        self.assertEqual(listed, there)

    def test_a_scene_of_one_name_is_the_same_on_all_pages(self):
        seen = {}
        for page in pages():
            for block in blocks(read(page)):
                if block.kind != "yaml" or block.name() is None:
                    continue
                before = seen.setdefault(block.name(), (page, block.text()))
                self.assertEqual(before[1], block.text(),
                                 f"{block.name()} of {page}:{block.line} is not that of {before[0]}")
        self.assertGreater(len(seen), 10)


# --- Names ----------------------------------------------------------------------------------------


class Known:
    """Everything that a page may name."""

    def __init__(self):
        self.topics = topics()
        self.keys = table_of_keys()
        self.words = {word for words in self.topics.values() for word in words}
        self.words |= {part for _, name in self.keys for part in (name, *name.split("."))}
        self.words |= {"true", "false", "null", "ground", "shank", "sine", "METHOD"}
        self.measures = tuple(word for word in self.topics["Measures"] if word.endswith("."))
        usage = say("help", "man").replace("\\-", "-").replace("\\(aq", "'")
        self.options = set(re.findall(r"(?<![\w-])(--?[a-z][\w-]*)", usage))
        self.usage = {name: say("help", name) for name in self.topics["Commands"]}
        self.scenes = set(self.topics["Built-in scenes"])
        with open(os.path.join(ROOT, "docs", "make_reference.py"), encoding="utf-8") as file:
            tree = ast.parse(file.read())
        for node in tree.body:
            if isinstance(node, ast.Assign) and node.targets[0].id in ("FILES", "COLUMNS"):
                value = ast.literal_eval(node.value)
                self.words |= set(value)
                for inner in value.values():
                    self.words |= set(inner) if isinstance(inner, dict) else set()
        self.sources = self.read_sources()
        self.identifiers = set(re.findall(r"\w+", self.sources)) | set(re.findall(r"[\w.-]*\w", self.sources))

    @staticmethod
    def read_sources():
        """All texts of the source, in which any identifier that a page names must stand."""
        found = []
        for folder in ("include", "src", "cli", "lv2", "jack", "reproduce", "python", "examples", "scenes", "cmake",
                       "test", "fuzz"):
            for place, _, names in os.walk(os.path.join(ROOT, folder)):
                for name in names:
                    found.append(f"{name} {os.path.splitext(name)[0]}")
                    if name.endswith((".h", ".c", ".py", ".yaml", ".txt", ".cmake", ".mjs", ".in", ".sh", ".cc")) \
                            and name not in ("test_pages.py", "test_docs.py"):
                        with open(os.path.join(place, name), encoding="utf-8", errors="replace") as file:
                            found.append(file.read())
        for name in ("CMakeLists.txt", "CMakePresets.json", "Makefile"):
            found.append(read(name))
        return "\n".join(found)

    def has_identifier(self, name):
        """An identifier, a field of one, or the name of a file."""
        return name in self.identifiers or (not re.search(r"\.(csv|svg|json|wav|npy|yaml|py|md|[ch])$", name) and
                                            all(part in self.identifiers for part in name.split(".")))

    def has_column(self, name):
        """kinetic.string, a share of the ledger."""
        return any(name.partition(".")[0] + share in self.words for share in (".BODY", ".CONTACT"))

    def has_path(self, path):
        """bodies.string.tension: whether some item can have that key."""
        path = path.removesuffix(".NAME")
        if path in SECTIONS:
            return True
        section, _, rest = path.partition(".")
        if ("", path) in self.keys or any(name.startswith(path + ".") for _, name in self.keys):
            return True
        names = [name for part, name in self.keys if part == section]
        rest = rest.partition(".")[2] if "." in rest else rest
        return any(rest == name or name.startswith(rest + ".") or
                   (name.endswith(".*") and rest.startswith(name[:-1])) for name in names)


class Names(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.known = Known()

    def own(self, page):
        """Words of the blocks of a page, which it may speak of."""
        return set(re.findall(r"[\w.@:*/-]+", "\n".join(block.text() for block in blocks(read(page)))))

    def test_paths_of_keys_in_code_font_exist(self):
        count = 0
        for page in pages():
            for line, span in spans(page):
                for path in re.findall(rf"(?<![\w./-])((?:{'|'.join(SECTIONS)})\.[\w.*-]+)", span):
                    if path.endswith((".c", ".h", ".py", ".csv", ".npy", ".svg", ".md", ".yaml")) or "(" in span:
                        continue
                    self.assertTrue(self.known.has_path(path.rstrip(".")), f"{page}:{line}: `{span}`")
                    count += 1
        self.assertGreater(count, 50)

    def test_commands_in_code_font_exist_and_have_their_options(self):
        count = 0
        for page in pages():
            for line, span in spans(page):
                call = re.match(r"(?:build/)?carom ([a-z]\w*)(.*)", span)
                if call is None:
                    continue
                count += 1
                name, rest = call.groups()
                where = f"{page}:{line}: `{span}`"
                if name in ADDED:
                    continue
                self.assertIn(name, list(self.known.usage), where)
                for option in re.findall(r"(?<!\S)(--?[a-z][\w-]*)", rest):
                    self.assertIn(option, self.known.usage[name], where)
                words = re.findall(r"(?<!\S)[a-z][\w-]*(?!\S)", rest)
                if name in ("show", "play", "export", "run") and words:
                    self.assertIn(words[0], self.known.scenes | self.own(page), where)
                if name == "help" and words:
                    self.assertTrue(say("help", words[0]) or words[0] in self.own(page), where)
        self.assertGreater(count, 30)

    def test_options_in_code_font_exist(self):
        for page in pages():
            for line, span in spans(page):
                option = re.match(r"(--?[a-z][\w-]*)( .*|=.*)?$", span)
                if option is not None:
                    known = option[1] in self.known.options or option[1] in self.own(page) or \
                        option[1] in self.known.sources
                    self.assertTrue(known, f"{page}:{line}: `{span}`")

    def test_keys_with_values_in_code_font_are_keys_and_take_them(self):
        for page in pages():
            for line, span in spans(page):
                pair = re.fullmatch(r"([a-z][\w.]*): ([a-z][\w-]+)", span)
                if pair is None:
                    continue
                key, word = pair.groups()
                told = say("help", key)
                self.assertNotEqual(told, "", f"{page}:{line}: `{span}`: no such key")
                choices = " ".join(re.findall(r"^  (?:word|two words) of: (.*)$", told, re.M)).split()
                free = re.search(r"^  (text|point|true or false|auto|.*breakpoints)", told, re.M)
                self.assertTrue(word in choices or free, f"{page}:{line}: `{span}`: no such word")

    def test_single_words_in_code_font_exist(self):
        unknown = []
        for page in pages():
            own = self.own(page)
            for line, span in spans(page):
                word = span.rstrip("().;,").removeprefix("build/")
                if not re.fullmatch(r"[A-Za-z][\w.-]*", word) or FOREIGN.fullmatch(word):
                    continue
                if "NAME" in word or word in ADDED or self.known.has_column(word):
                    continue
                if word in self.known.words or word in own or word.startswith(self.known.measures) or \
                        os.path.exists(os.path.join(ROOT, word)) or self.known.has_identifier(word) or \
                        re.fullmatch(rf"({'|'.join(SECTIONS)})\..*", word):
                    continue
                unknown.append(f"{page}:{line}: `{span}`")
        self.assertEqual(unknown, [], "\n" + "\n".join(unknown))

    def test_files_and_tests_in_code_font_exist(self):
        count = 0
        for page in pages():
            for line, span in spans(page):
                for path in re.findall(r"(?<![\w./@-])((?:docs|src|cli|lv2|jack|test|python|examples|scenes|reproduce|cmake|"
                                       r"fuzz|include)/[\w./*-]*\w)", span):
                    self.assertTrue(glob.glob(os.path.join(ROOT, path)) or "NAME" in path or path in ADDED,
                                    f"{page}:{line}: `{span}`: no {path}")
                    count += 1
                program = re.fullmatch(r"(?:build/test/)?test_(\w+)", span)
                if program is not None:
                    self.assertTrue(os.path.exists(os.path.join(ROOT, "test", f"test_{program[1]}.c")) or
                                    program[1] == "NAME", f"{page}:{line}: `{span}`: no such test")
        self.assertGreater(count, 100)

    def test_names_of_built_in_scenes_in_yaml_and_commands_exist(self):
        for page in pages():
            own = self.own(page)
            for block in blocks(read(page)):
                for name in re.findall(r"(?m)^(?:build/)?carom (?:run|check|show|play|export|compare|sweep) ([a-z][\w-]*)(?= |$)",
                                       block.text()):
                    self.assertTrue(name in self.known.scenes or name + ".yaml" in own, f"{page}:{block.line}: {name}")


# --- Tables, liveness, numbers --------------------------------------------------------------------


class Tables(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.topics, cls.keys = topics(), table_of_keys()

    def words_of(self, path):
        told = say("help", path)
        return re.search(r"^  (?:word|two words) of: (.*)$", told, re.M)[1].split()

    def test_tables_that_explain_a_set_of_words_are_complete(self):
        for page, title, words in (
                ("docs/howto.md", "Write a scene", self.topics["Sections of a scene"]),
                ("docs/howto.md", "Write a score", self.topics["Gestures"]),
                ("docs/howto.md", "Hard and lossy impacts", self.words_of("contacts.scheme")),
                ("docs/play.md", "What messages do", ["note", "note-on", "note-off", "bend", "pressure",
                                                      "poly-pressure", "cc0", "cc127"])):
            with self.subTest(f"{page}, {title}"):
                shown = first_column(section_of(page, title).split("\n### ")[0])
                self.assertEqual(sorted(shown), sorted(words))

    def test_every_kind_of_warning_is_explained(self):
        text = section_of("docs/howto.md", "What the program warns of")
        shown = {word for head in re.findall(r"^- ((?:`[\w-]+`(?:, )?)+):", text, re.M)
                 for word in re.findall(r"`([\w-]+)`", head)}
        self.assertEqual(shown, set(self.topics["Warnings"]))

    def test_readme_names_every_type_of_body(self):
        sentence = re.search(r"Bodies are (.*?);", read("README.md"), re.S)[1]
        self.assertEqual(re.findall(r"`(\w+)`", sentence), self.topics["Bodies"])

    def test_readme_and_the_reference_name_the_same_result_files(self):
        shown = first_column(section_of("README.md", "Results"))
        told = first_column(section_of("docs/reference.md", "Result files").split("\n### ")[0])
        self.assertLessEqual(set(shown) - {"--npy: samples.npy", "*.svg", "--npy"}, set(told))

    def test_the_instruments_of_the_page_are_built_and_have_their_voices(self):
        rows = re.findall(r"^\| `([\w-]+)` \|.*\| (\d+) \|$", section_of("docs/play.md", "Instruments"), re.M)
        made = re.search(r"^INSTRUMENTS := (.*)$", read("Makefile"), re.M)[1].split()
        self.assertEqual([name for name, _ in rows], made)
        for name, voices in rows:
            scene = "play-" + name if "play-" + name in self.topics["Built-in scenes"] else name
            found = [int(n) for n in re.findall(r", (\d+) voices", say("check", scene))]
            self.assertEqual(max(found, default=1), int(voices), name)

    def test_keys_that_a_page_calls_live_are(self):
        count = 0
        for page in pages():
            for part in re.split(r"^#+ ", text_of(page), flags=re.M):
                title, _, text = part.partition("\n")
                about = title.lower() if title.lower() in SECTIONS else None
                for sentence in re.split(r"(?<=[.;:])\s+", " ".join(text.split())):
                    if not re.search(r"\b(is|are) live\b", sentence):
                        continue
                    for word in re.findall(r"`([a-z][\w.]*)`", sentence.split(" live")[0]):
                        live = [is_live for (section, name), is_live in self.keys.items()
                                if (name == word or name.endswith("." + word)) and about in (None, section)]
                        if live:
                            self.assertTrue(any(live), f"{page}: {sentence}")
                            count += 1
        self.assertGreater(count, 0)

    def test_the_column_live_of_the_reference_is_that_of_the_program(self):
        text = section_of("docs/reference.md", "Keys of a scene")
        shown = {}
        for part in re.split(r"^### ", text, flags=re.M)[1:]:
            title, _, rows = part.partition("\n")
            section = "" if title == "Top level" else title.lower()
            for name, live in re.findall(r"^\| `([^`]+)` \|.*\| (yes|-) \|$", rows, re.M):
                shown[(section, name)] = live == "yes"
        self.assertEqual(shown, self.keys)

    def test_numbers_of_things_are_those_of_the_tables(self):
        things = {"methods": "Methods", "gestures": "Gestures", "commands": "Commands", "built-in scenes": "Built-in scenes",
                  "kinds of warning": "Warnings", "kinds of warnings": "Warnings", "kinds of body": "Bodies",
                  "kinds of contact": "Contacts", "types of body": "Bodies", "types of contact": "Contacts",
                  "schemes": None}
        count = 0
        for page in pages():
            for sentence in re.split(r"(?<=[.;])\s+", " ".join(text_of(page).split())):
                for number, thing in re.findall(rf"(?i)(?<!the )\b(\d+|{'|'.join(NUMBERS)}) ({'|'.join(things)})\b", sentence):
                    n = NUMBERS.get(number.lower()) or int(number)
                    words = self.topics[things[thing]] if things[thing] else self.words_of("contacts.scheme")
                    named = {word for word in re.findall(r"`([\w-]+)`", sentence)} & set(words)
                    self.assertIn(n, (len(words), len(named)), f"{page}: {sentence}")
                    count += 1
        self.assertGreater(count, 0)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    CAROM = test_docs.CAROM = os.path.abspath(sys.argv.pop(1))
    unittest.main()
