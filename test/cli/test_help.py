# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""carom help: a page for everything that a scene or a message may name, with an example that runs; and what
a misspelt name may have meant.

    python3 test_help.py PATH-TO-CAROM [unittest arguments]
"""

import json
import os
import re
import shutil
import subprocess
import unittest

from support import GOOD, ONE_MASS, Case, main

# What an example must show of its topic, by the kind of topic.
SHOWN = {"Bodies": "type: %s", "Contacts": "type: %s", "Gestures": "gesture: %s", "Methods": "method: %s",
         "Sections of a scene": "%s:", "Groups of keys": "%s:"}
PAGES_WITH_EXAMPLES = ("scene", "units", "notes", "points", "breakpoints", "live")


class Topics(Case):
    told = {}

    def help(self, topic):
        """What is told of a topic, which is asked for once."""
        if topic not in self.told:
            self.told[topic] = self.good("help", topic).out
        return self.told[topic]

    def topics(self):
        """{kind: [topic, ...]} as 'carom help topics' lists them."""
        found = {}
        for line in self.help("topics").splitlines():
            title, words = line[:22].strip(), line[22:].split()
            if title:
                kind = title
            found.setdefault(kind, []).extend(words)
        found.pop("Keys")
        return found

    def keys(self):
        """(section, name) of every key."""
        found, section = [], ""
        for line in self.help("keys").partition("\n\nplay.keys\n")[0].splitlines():  # but the key of that name
            if line and not line.startswith(" "):
                section = line if line != "top level" else ""
            elif line:
                found.append((section, line.split()[0]))
        return found

    def examples(self, topic):
        """Those of all meanings of a topic."""
        return [re.sub(r"^  ", "", text, flags=re.M) for text in
                re.findall(r"^An example:\n\n((?:  .*\n)+)", self.help(topic), re.M)]

    def test_every_topic_has_a_page(self):
        for kind, topics in self.topics().items():
            for topic in topics:
                with self.subTest(f"{kind}: {topic}"):
                    self.assertGreater(len(self.help(topic.rstrip(".")).split()), 4)

    def test_every_type_section_group_and_method_has_an_example_that_shows_it_and_runs(self):
        topics = self.topics()
        asked = [(name, pattern % name) for kind, pattern in SHOWN.items() for name in topics[kind]]
        asked += [(name, "carom: 1") for name in PAGES_WITH_EXAMPLES]
        self.assertGreater(len(asked), 50)
        tried = set()
        for name, shown in asked:
            with self.subTest(name):
                text = next((text for text in self.examples(name)
                             if re.search(re.escape(shown) + r"(?!\w)", text)), None)
                self.assertIsNotNone(text, "no such example in cli/help_examples.c")
                if text in tried:
                    continue
                tried.add(text)
                scene = self.write(text, "example.yaml")
                self.assertEqual(self.good("check", scene).err, "")
                done = self.carom("run", scene, "--duration", "0.02", "--quiet", "-o", "out")
                if "SUNDIALS" not in done.err:  # an optional part
                    self.assertEqual(done.code, GOOD, done)

    def test_every_key_stands_on_the_page_of_its_section_and_of_each_of_its_types(self):
        for section, name in self.keys():
            told = self.help(f"{section}.{name}" if section else name)
            path = re.escape(f"{section}.NAME.{name}" if section else name)
            block = re.search(rf"^{path}\n  .*\n  .*\n  (.*)$", told, re.M)
            self.assertIsNotNone(block, name)
            types = re.search(r"; for: ([\w ]+)", block[1])
            for page in [section or "scene", *(types[1].split() if types else [])]:
                with self.subTest(f"{page}: {name}"):
                    self.assertRegex(self.help(page), rf"(?m)^  {re.escape(name)} ")

    def test_every_word_that_a_key_allows_is_explained(self):
        known = {word for words in self.topics().values() for word in words}
        for section, name in self.keys():
            path = f"{section}.{name}" if section else name
            told = self.help(path)
            kind = re.search(r"^  (?:word|two words) of: (.*)$", told, re.M)
            for word in kind[1].split() if kind else []:
                with self.subTest(f"{path}: {word}"):
                    self.assertIn(word, known)
                    if name != "solver.method":
                        self.assertRegex(told, rf"(?m)^    {re.escape(word)} +\S")

    def test_a_path_as_messages_quote_it_is_a_topic(self):
        for path in ("bodies.string.tension", "contacts.rattle.stiffness", "bodies.wall.profile.height",
                     "solver.method", "rate"):
            self.assertIn(path.split(".")[-1], self.help(path))

    def test_the_amplitude_of_a_force_has_the_units_that_it_may_have_and_no_other(self):
        page = self.good("help", "forces.NAME.amplitude").out
        self.assertIn("number or breakpoints, in N or times its table", page)
        self.assertNotIn("no unit", page)
        self.assertRegex(self.good("help", "units").out, r"N or times its table\s+forces\.amplitude")

    def test_live_keys_are_those_that_say_so(self):
        page = self.help("live")
        for section, name in self.keys():
            told = self.help(f"{section}.{name}" if section else name)
            live = re.search(rf"^{re.escape(f'{section}.NAME.{name}' if section else name)}\n"
                             r"  .*\n  .*\n  .*may change while running", told, re.M) is not None
            part = re.search(rf"^Keys of {section or 'the scene'}:\n((?:  .*\n)+)", page, re.M)
            listed = part is not None and re.search(rf"^  {re.escape(name)} ", part[1], re.M) is not None
            self.assertEqual(live, listed, f"{section}.{name}")

    def test_every_message_that_a_control_follows_is_told(self):
        # Those that a refusal names, and no others.
        text = "{carom: 1, bodies: {m: {type: mass, mass: 1}}, controls: {c: {key: gravity, midi: none}}}"
        words = re.search(r"allowed are (.*), and cc0 to cc127", self.wrong("check", "-", given=text.encode()).err)[1].split(", ")
        self.assertEqual(words, self.topics()["MIDI messages"])
        page = self.help("midi")
        for word in words:
            self.assertRegex(page, rf"(?m)^  {word} ")
            self.assertIn(f"{word}: a MIDI message", self.help(word))
        for number in range(128):
            self.assertIn(f"cc{number}: MIDI controller {number}", self.help(f"cc{number}"))
        self.assertIn("holds the notes", self.help("cc64"))
        self.assertIn("cc0 to cc127", page)

    def test_what_players_ask_for_has_a_page(self):
        for word, text in (("voices", "string*@0.13"), ("lv2", "carom export"), ("preset", "--preset"),
                           ("bar", "cords")):
            self.assertIn(text, self.help(word))

    def test_scenes_that_can_be_played_are_marked(self):
        lines = {line.split()[0]: line for line in self.good("list").out.splitlines()}
        for name, line in lines.items():
            scene = json.loads(self.good("show", name, "--json").out)
            self.assertEqual("(carom play " in line, "controls" in scene, line)
        self.assertTrue(lines["play-tromba"].endswith("(carom play tromba)"))

    def test_a_command_tells_its_help_when_asked_for_it(self):
        for command in self.topics()["Commands"]:
            self.assertEqual(self.good(command, "--help").out, self.help(command))
        self.assertEqual(self.good("run", "tromba", "-h").out, self.good("help", "run").out)


class Nearest(Case):
    def test_misspelt_topics_commands_and_options_are_told_what_they_may_mean(self):
        for arguments, meant in ((["help", "plcuk"], "pluck"), (["help", "scor"], "score"),
                                 (["help", "tensoin"], "tension"), (["help", "tromba-autor"], "tromba-author"),
                                 (["chek", "tromba"], "check"), (["rn"], "run"),
                                 (["run", "tromba", "--plto"], "--plot"),
                                 (["sweep", "tromba", "--messure", "x"], "--measure"),
                                 (["show", "two-mases"], "two-masses"),
                                 (["reproduce", "collisions/two-mases"], "collisions/two-masses")):
            with self.subTest(arguments):
                said = self.wrong(*arguments).err
                self.assertIn(f"did you mean '{meant}'?", said)
        self.assertNotIn("did you mean", self.wrong("help", "xyzzyxyzzy").err)

    def test_misspelt_scenes_are_told_what_they_may_mean(self):
        self.write(ONE_MASS, "bounce.yaml")
        os.mkdir(self.path("sub"))
        self.write(ONE_MASS, os.path.join("sub", "rattle.yaml"))
        for name, meant in (("tromba-collison", "tromba-collision"), ("trmba", "tromba"),
                            ("bounc.yaml", "bounce.yaml"), ("bounce", "bounce.yaml"),
                            ("sub/ratle.yaml", "sub/rattle.yaml"), ("tromba.yaml", "tromba")):
            for command in ("run", "check"):
                with self.subTest(name):
                    self.assertIn(f"did you mean '{meant}'?", self.wrong(command, name).err)
        self.refused("like: tromba-sofft\n", "did you mean 'tromba-soft'")
        self.refused("like: bounse.yaml\n", "did you mean 'bounce.yaml'")
        self.assertNotIn("did you mean", self.wrong("run", "nothing-like-it-anywhere").err)


class Manual(Case):
    def test_the_manual_page_has_every_command_and_key(self):
        page = self.good("help", "man").out
        plain = page.replace("\\-", "-")
        self.assertTrue(page.startswith(".\\\""))
        for name in re.findall(r"^  carom (\w+)", self.good("help").out, re.M):
            self.assertIn(f"\n.SS carom {name}\n", page)
        told = self.good("help", "keys").out.partition("\n\nplay.keys\n")[0]  # without the key of that name
        for name in re.findall(r"^  (\S+)", told, re.M):
            self.assertIn(f"\n.TP\n\\fB{name}\\fR\n", plain)

    @unittest.skipUnless(shutil.which("groff"), "there is no groff")
    def test_groff_renders_the_manual_page_without_a_warning(self):
        page = self.good("help", "man").out
        done = subprocess.run(["groff", "-man", "-ww", "-Tascii", "-P-c", "-rLL=120n"], input=page, text=True,
                              capture_output=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        shown = re.sub(r".\x08", "", done.stdout)
        for line in ("NAME", "SYNOPSIS", "EXIT STATUS", "carom run SCENE [-o DIR]"):
            self.assertIn(line, shown)
        done = subprocess.run(["groff", "-man", "-ww", "-Tascii"], input=page.replace(".SH", ".SX"), text=True,
                              capture_output=True, check=False)
        self.assertNotEqual(done.stderr, "")  # groff would say so


if __name__ == "__main__":
    main()
