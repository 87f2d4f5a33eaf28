# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""Mistakes in the keys and values of a scene: each is refused at its place and says what is allowed.

    python3 test_mistakes.py PATH-TO-CAROM [unittest arguments]
"""

import re

from support import EVERYTHING, ONE_MASS, Case, main, numbers, scene_with


class MistakesInAScene(Case):
    def test_the_scene_without_mistakes_is_good(self):
        self.good("check", self.write(EVERYTHING))

    def test_an_unknown_key_is_refused_at_every_level(self):
        self.refuses_each([
            ("gravity: 0", "§colour: 5\ngravity: 0", "colour", "unknown key; allowed are carom"),
            ("{method: audio}", "{method: audio, §colour: 5}", "solver.colour", "solver.method"),
            ("    length: 0.8", "    §colour: 5\n    length: 0.8", "bodies.string.colour",
             "unknown key; allowed are type"),
            ("at: 0.3,", "at: 0.3, §colour: 5,", "bodies.string.start.colour", "start.shape"),
            ("at: 0.6,", "at: 0.6, §colour: 5,", "bodies.string.start_velocity.colour",
             "start_velocity.shape"),
            ("velocity: 1}", "velocity: 1, §colour: 5}", "bodies.mass.colour", "frequency"),
            ("{sine: {amplitude: 1e-4,", "{sine: {§colour: 5, amplitude: 1e-4,",
             "bodies.swing.position.sine.colour", r"position\.sine\.offset"),
            ("height: 1e-3,", "height: 1e-3, §colour: 5,", "bodies.wall.profile.colour",
             r"profile\.from"),
            ("exponent: 1.3}", "exponent: 1.3, §colour: 5}", "contacts.hit.colour", "stiffness"),
            ("frequency: 55}", "frequency: 55, §colour: 5}", "forces.push.colour", "amplitude"),
            ("audio: true}", "audio: true, §colour: 5}", "outputs.sound.colour", "quantity"),
        ])

    def test_a_misspelt_section_names_the_nearest_one(self):
        for right, wrong in (("forces", "force"), ("contacts", "contact"), ("outputs", "Outputs")):
            with self.subTest(wrong):
                text, line, _ = scene_with(f"{right}:\n", f"{wrong}:\n")
                says = rf"\Ascene\.yaml:({line}|{line + 1}):.*did you mean '{right}'"
                self.refused(text, says)

    def test_a_misspelt_key_names_the_nearest_one(self):
        self.refuses_each([
            ("gravity: 0", "§gravty: 0", "gravty", "did you mean 'gravity'"),
            ("duration: 0.01", "§Duration: 0.01", "Duration", "did you mean 'duration'"),
            ("tension: 100", "§tenson: 100", "bodies.string.tenson", "did you mean 'tension'"),
            ("method: audio", "§methd: audio", "solver.methd", "did you mean 'solver.method'"),
            ("at: 0.3,", "§att: 0.3,", "bodies.string.start.att", "did you mean 'start.at'"),
            ("exponent: 1.3}", "§exponnent: 1.3}", "contacts.hit.exponnent",
             "did you mean 'exponent'"),
            ("frequency: 55}", "§frequncy: 55}", "forces.push.frequncy",
             "did you mean 'frequency'"),
            ("audio: true}", "§adio: true}", "outputs.sound.adio", "did you mean 'audio'"),
        ])

    def test_the_list_of_allowed_keys_is_whole_before_and_after_the_type(self):
        # keys are indented, sections are not
        told = self.good("help", "keys").out.partition("\n\nplay.keys\n")[0]  # without the key of that name
        keys = set(re.findall(r"^(?:  )?(\S+)", told, re.MULTILINE))
        for text in ("{colour: 5, type: mass, mass: 1}", "{type: string, colour: 5}",
                     "{type: plate, colour: 5}", "{type: barrier, colour: 5}", "5", "[1, 2]"):
            with self.subTest(text):
                result = self.refused(f"carom: 1\nbodies:\n  m: {text}\n")
                listed = result.err.split("allowed are ")[-1].strip()
                listed = re.sub(r", \.\.\.$", "", listed).split(", ")  # a list may end early
                self.assertEqual([word for word in listed if word not in keys], [])

    def test_a_key_given_twice_is_refused_and_named(self):
        once = "given|twice|duplicate"
        self.refuses_each([
            ("rate: 44100", "rate: 44100\n§rate: 48000", "rate", once),
            ("gravity: 0", "gravity: 0\n§\"gravity\": 0", "gravity", once),
            ("tension: 100", "tension: 100\n    §tension: 90", "bodies.string.tension", once),
            ("at: 0.3,", "at: 0.3, §at: 0.4,", "bodies.string.start.at", once),
            ("velocity: 1}", "velocity: 1, §velocity: 2}", "bodies.mass.velocity", once),
            ("exponent: 1.3}", "exponent: 1.3, §exponent: 1.3}", "contacts.hit.exponent", once),
        ])

    def test_a_name_given_twice_is_refused_and_named(self):
        once = "given|twice|duplicate"
        self.refuses_each([
            ("  floor:", "  §mass:", "bodies.mass", once),
            ("  rail:", "  §hit:", "contacts.hit", once),
            ("  pull:", "  §push:", "forces.push", once),
            ("  force:", "  §sound:", "outputs.sound", once),
            ("forces:\n", "§contacts:\n", "contacts", once),
        ])

    def test_a_value_of_the_wrong_type_is_refused(self):
        rows = []
        for value in ("abc", "[1, 2]", "null", "~", "true", "12x", "1 2", "1,5", "''", "", "[]"):
            rows.append(("length: 0.8", f"§length: {value}", "bodies.string.length",
                         "number|value"))
            rows.append(("tension: 100", f"§tension: {value}", "bodies.string.tension",
                         "number|value"))
        rows += [
            ("length: 0.8", "§length: {a: 1}", "bodies.string.length.a", "length"),
            ("{method: audio}", "§5", "solver", r"solver\.method"),
            ("size: [0.4, 0.3]", "§size: 0.4", "bodies.plate.size", "list"),
            ("size: [0.4, 0.3]", "§size: [0.4, abc]", "bodies.plate.size", "numbers"),
            ("size: [0.4, 0.3]", "§size: [0.4]", "bodies.plate.size", r"\[lx, ly\]"),
            ("size: [0.4, 0.3]", "§size: [0.4, 0.3, 0.2]", "bodies.plate.size", r"\[lx, ly\]"),
            ("size: [0.4, 0.3]", "§size: {a: 1}", "bodies.plate.size.a", "size"),
            ("ends: [pinned, clamped]", "§ends: pinned", "bodies.string.ends", r"\[left, right\]"),
            ("ends: [pinned, clamped]", "§ends: [1, 2]", "bodies.string.ends", "pinned, clamped"),
            ("ends: [pinned, clamped]", "§ends: [pinned]", "bodies.string.ends", "two"),
            ("along: true", "§along: yes", "contacts.rail.along", "true or false"),
            ("along: true", "§along: 1", "contacts.rail.along", "true or false"),
            ("carom: 1", "§carom: one", "carom", "equal to 1"),
            ("carom: 1", "§carom: 2", "carom", "equal to 1"),
            ("below: wall", "§below: [wall]", "contacts.rail.below", "there are|BODY"),
            ("below: wall", "§below: 5", "contacts.rail.below", "there are|BODY"),
            ("youngs: 1e10", "youngs: 1e10\n    §points: 2.5", "bodies.plate.points", "whole"),
        ]
        self.refuses_each(rows)

    def test_a_group_of_keys_that_is_given_a_number_says_which_keys_it_has(self):
        self.refuses_each([
            ("start: {shape: pluck, at: 0.3, amplitude: 1e-3}", "§start: 5", "bodies.string.start",
             r"start\.shape"),
            ("mass: {type: mass, mass: 0.01, velocity: 1}", "§mass: 5", "bodies.mass", "type"),
            ("forces:\n  push: {on: mass, frequency: 55}\n"
             "  pull: {on: string@0.2, table: [[0, 0], [0.001, 1]]}\n", "§forces: 5\n", "forces",
             "mapping"),
            ("forces:\n  push: {on: mass, frequency: 55}\n"
             "  pull: {on: string@0.2, table: [[0, 0], [0.001, 1]]}\n", "§forces: [push]\n",
             "forces", "mapping"),
        ])

    def test_numbers_must_be_finite(self):
        for value in (".nan", ".NaN", "nan", ".inf", "-.inf", "+.inf", ".Inf", "inf", "-infinity",
                      "1e999", "-1e999"):
            self.refuses_each([
                ("rate: 44100", f"§rate: {value}", "rate", "a number"),
                ("velocity: 1}", f"§velocity: {value}}}", "bodies.mass.velocity", "a number"),
                ("tension: 100", f"§tension: {value}", "bodies.string.tension", "a number"),
                ("tension: 100", f"§tension: [[0, 1], [1, {value}]]", "bodies.string.tension",
                 "a number"),
                ("tension: 100", f"§tension: [[0, 1], [{value}, 1]]", "bodies.string.tension",
                 "does not fall"),
                ("size: [0.4, 0.3]", f"§size: [0.4, {value}]", "bodies.plate.size", "numbers"),
            ])

    def test_values_out_of_range_are_refused_with_the_range(self):
        self.refuses_each([
            ("length: 0.8", "§length: -0.8", "bodies.string.length", "above 0, in m"),
            ("length: 0.8", "§length: 0", "bodies.string.length", "above 0, in m"),
            ("radius: 5e-4", "§radius: -5e-4", "bodies.string.radius", "above 0"),
            ("tension: 100", "§tension: -1", "bodies.string.tension", "at least 0"),
            ("size: [0.4, 0.3]", "§size: [0.4, -0.3]", "bodies.plate.size", "above 0"),
            ("mass: 0.01,", "§mass: 0,", "bodies.mass.mass", "above 0, in kg"),
            ("mass: 0.01,", "§mass: -1,", "bodies.mass.mass", "above 0, in kg"),
            ("rate: 44100", "§rate: 0", "rate", "in Hz"),
            ("rate: 44100", "§rate: -44100", "rate", "in Hz"),
            ("duration: 0.01", "§duration: -1", "duration", "from 0"),
            ("exponent: 1.3}", "§exponent: 0.5}", "contacts.hit.exponent", "from 1"),
            ("stiffness: 1e5,", "§stiffness: -1,", "contacts.hit.stiffness", "at least 0"),
            ("at: 0.3,", "§at: 1.5,", "bodies.string.start.at", "from 0 to 1"),
            ("audio: true}", "audio: true, §pan: 2}", "outputs.sound.pan", "from -1 to 1"),
            ("youngs: 1e10", "youngs: 1e10\n    §poisson: 0.7", "bodies.plate.poisson", "to 0.5"),
            ("{method: audio}", "{§oversample: 3}", "solver.oversample", "1, 2, 4, 8"),
            ("along: true", "along: true, §interpolation: 2", "contacts.rail.interpolation",
             "0, 1, 3"),
        ])

    def test_words_that_are_no_choice_are_refused_with_the_choices(self):
        self.refuses_each([
            ("type: string", "§type: strng", "bodies.string.type", "string, bar, plate, mass"),
            ("hit: {type: collision,", "hit: {§type: colision,", "contacts.hit.type",
             "collision, "),
            ("method: audio", "§method: magic", "solver.method", "one of audio"),
            ("shape: pluck, at", "§shape: plick, at", "bodies.string.start.shape", "pluck, hump"),
            ("quantity: velocity", "§quantity: loudness", "outputs.sound.quantity",
             "displacement, velocity"),
            ("ends: [pinned, clamped]", "§ends: [pinned, glued]", "bodies.string.ends", "clamped"),
            ("ends: [pinned, clamped]", "§ends: [free, pinned]", "bodies.string.ends",
             "pinned and clamped"),
        ])

    def test_a_key_of_another_type_is_refused(self):
        self.refuses_each([
            ("velocity: 1}", "velocity: 1, §tension: 5}", "bodies.mass.tension",
             "not a key of a mass; allowed are type, mass, frequency"),
            ("tension: 100", "tension: 100\n    §mass: 1", "bodies.string.mass", "tension"),
            ("position: -2}", "position: -2, §length: 1}", "bodies.floor.length", "profile"),
            ("exponent: 1.3}", "exponent: 1.3, §linear: 5}", "contacts.hit.linear", "gap"),
            ("linear: 10}", "linear: 10, §gap: 5}", "contacts.hold.gap", "cubic"),
        ])

    def test_what_is_missing_is_named(self):
        for row in [
            ("mass: {type: mass, mass: 0.01, velocity: 1}", "mass: {type: mass}",
             "bodies.mass.mass",
             "required is a number above 0"),
            ("mass: {type: mass, mass: 0.01, velocity: 1}", "mass: {mass: 0.01}",
             "bodies.mass.type",
             "required is one of string"),
            ("mass: {type: mass, mass: 0.01, velocity: 1}", "mass: {}", "bodies.mass", "needed"),
            ("    length: 0.8\n", "", "bodies.string.length", "required is a number"),
            ("    density: 7850\n", "", "bodies.string", "density or linear_density"),
            ("    radius: 5e-4\n", "", "bodies.string.radius", "needed with density"),
            ("    tension: 100\n", "", "bodies.string", "needs tension or pitch"),
            ("    size: [0.4, 0.3]\n", "", "bodies.plate.size", "required is a list"),
            ("above: string@0.5, ", "", "contacts.hit.above", "required is BODY"),
            ("hit: {type: collision, ", "hit: {", "contacts.hit.type", "required is one of"),
            ("stiffness: 1e6", "", "contacts.rail.stiffness", "required is a number"),
            ("on: mass, frequency: 55", "frequency: 55", "forces.push.on", "required is BODY"),
            ("on: mass, frequency: 55", "on: mass", "forces.push",
             "needs either frequency .* or table"),
            ("of: string@0.9, ", "", "outputs.sound.of", "required is BODY"),
            (", frequency: 50}", "}", "bodies.swing.position.sine.frequency", "needed"),
            (", width: 1}", "}", "bodies.wall.profile.width", "needed"),
            ("shape: parabola, height: 1e-3, width: 1}", "shape: flat, §at: 0.1}",
             "bodies.wall.profile.at", "profile.from and profile.to"),
            (", width: 1}", ", width: 1, at: 0.5, §to: 0.2}", "bodies.wall.profile.to",
             "an end beyond the beginning"),
            (", width: 1}", ", width: 1, §exponent: [2]}", "bodies.wall.profile.exponent",
             "at least two values"),
            ("position: -2}", "position: -2, profile: {§stiffness: [1, 2]}}",
             "bodies.floor.profile.stiffness", "along: true"),
            ("start: {shape: hump}, ", "start: {at: 0.5}, ", "bodies.bar.start.shape", "needed"),
        ]:
            with self.subTest(path=row[2], without=row[0]):
                self.refused_for(*row)

    def test_a_scene_without_version_or_bodies_says_so_with_its_file(self):
        for text, path in (("bodies: {m: {type: mass, mass: 1}}\n", "carom"),
                           ("carom: 1\n", "bodies"), ("carom: 1\nbodies:\n", "bodies"),
                           ("carom: 1\nbodies: {}\n", "bodies"),
                           ("carom: 1\noutputs: {o: {of: m}}\n", "bodies")):
            with self.subTest(text):
                self.refused(text, rf": {path}: missing; ")

    def test_keys_stand_without_question_marks(self):
        for text, line in (("a: 1\n? b : \t? c ", 2), ("bodies:\n  ? b : \t? c\n", 2), ("?\n", 1)):
            self.refused(text, rf":{line}:\d+: a key after a question mark; allowed are plain names")
        self.write("like: two-masses\ntitle: is it ? yes\n", "asked.yaml")
        self.good("check", "asked.yaml")

    def test_breakpoints_must_be_pairs_with_rising_times(self):
        rising = r"\[\[t, value\], ...\] with t that does not fall"
        self.refuses_each([
            ("tension: 100", f"§tension: {value}", "bodies.string.tension", rising)
            for value in ("[[0, 1], [2, 5], [1, 4]]", "[[0, 1, 2]]", "[[0]]", "[0, 1]", "[[]]",
                          "[[0, 1], 5]", "[[0, abc]]", "[[0, -5]]", "[[[0, 1]]]")
        ] + [("table: [[0, 0], [0.001, 1]]", "§table: [[0, 0], [-1, 1]]",
              "forces.pull.table", rising),
             ("table: [[0, 0], [0.001, 1]]", "§table: 5", "forces.pull.table", rising)])

    def test_a_list_that_holds_mappings_or_too_many_lists_is_refused(self):
        self.refuses_each([
            ("tension: 100", f"§tension: {value}", "bodies.string.tension", "allowed")
            for value in ("[{a: 1}]", "[[0, {a: 1}]]", "[[[[[0, 1]]]]]")])

    def test_a_text_inside_a_list_is_not_read_as_a_list(self):
        self.refuses_each([
            ("size: [0.4, 0.3]", '§size: ["0.4, 0.3"]', "bodies.plate.size", "allowed"),
            ("tension: 100", '§tension: [[0, "5]]\\0"]]', "bodies.string.tension", "allowed|zero"),
            ("tension: 100", '§tension: ["[0, 5]"]', "bodies.string.tension", "allowed"),
        ])

    def test_breakpoints_on_a_key_that_is_not_live_are_refused(self):
        self.refuses_each([
            ("mass: 0.01,", "§mass: [[0, 1], [1, 2]],", "bodies.mass.mass", "a number above 0"),
            ("length: 0.8", "§length: [[0, 1], [1, 2]]",
             "bodies.string.length", "a number above 0"),
            ("velocity: 1}", "§position: [[0, 0], [1, 1]]}", "bodies.mass.position", "a number"),
        ])

    def test_a_pair_where_one_number_belongs_is_refused(self):
        self.refuses_each([
            ("at: 0.3,", "§at: [0.3, 0.4],", "bodies.string.start.at", "one|a number"),
            ("at: 0.3,", "at: 0.3, §mode: [1, 2],", "bodies.string.start.mode", "one|a number"),
        ])

    def test_names_are_letters_digits_and_dashes(self):
        for name in ('"a b"', '"a,b"', "5", '"@"', "é", '"a.b"', '""', "-x", "x" * 65, "x" * 300):
            with self.subTest(name):
                self.refused(f"carom: 1\nbodies:\n  {name}: {{type: mass, mass: 1}}\n",
                             "allowed|names? ")

    def test_keys_that_are_not_words_are_refused(self):
        for line in ("? [a, b]\n: 5", "? {a: b}\n: 5", ": 5", "1: 5", '"": 5',
                     "solver.method: audio"):
            with self.subTest(line):
                self.refused(ONE_MASS + line + "\n", "allowed|names ")


if __name__ == "__main__":
    main()
