# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""Families in files, as JSON, by --set and in scenes that are like others.

    python3 test_families.py PATH-TO-CAROM [unittest arguments]
"""

import json
import re

from support import WRONG, Case, main

HARP = """carom: 1
duration: 0.02
play: {keys: [C3, E3]}
bodies:
  s*: {type: string, length: {C3: 0.8, E3: 0.6}, linear_density: 5e-3, pitch: key, sigma0: 2}
  m: {type: mass, mass: 0.05, frequency: 200}
contacts:
  foot*: {type: spring, below: s*@0.95, above: m, linear: 300}
controls:
  pluck: {gesture: pluck, on: s*@0.2, from: 0.1, to: 2, midi: note-on}
outputs:
  strings: {of: s*@0.5, quantity: velocity, audio: true, pan: {C3: -1, E3: 1}}
  body: {of: m}
score:
  - {gesture: control, on: pluck, at: 0, note: D3, to: 1}
"""


class Families(Case):
    def shown(self, name):
        return json.loads(self.good("show", name, "--expanded").out)

    def test_a_family_in_yaml_is_the_same_in_json(self):
        self.write(HARP, "harp.yaml")
        self.write(self.good("show", "harp.yaml", "--json").out, "harp.json")
        self.assertEqual(self.shown("harp.yaml"), self.shown("harp.json"))
        for name in ("harp.yaml", "harp.json"):
            self.good("run", name, "--csv", "--wav", "-o", name[5:])
        self.assertEqual(self.read("yaml", "samples.csv"), self.read("json", "samples.csv"))
        self.assertEqual(self.read("yaml", "audio.wav"), self.read("json", "audio.wav"))

    def test_an_expanded_scene_runs_as_the_family_does(self):
        self.write(HARP, "harp.yaml")
        self.write(self.good("show", "harp.yaml", "--expanded").out, "plain.json")
        for name in ("harp.yaml", "plain.json"):
            self.good("run", name, "--csv", "--wav", "-o", name[:4])
        self.assertEqual(self.read("harp", "samples.csv"), self.read("plai", "samples.csv"))
        self.assertEqual(self.read("harp", "audio.wav"), self.read("plai", "audio.wav"))

    def test_a_family_has_one_column_and_the_sound_its_members_pans(self):
        self.write(HARP, "harp.yaml")
        self.good("run", "harp.yaml", "--csv", "-o", "out")
        self.assertEqual(self.read("out", "samples.csv").splitlines()[0], b"t,strings,body")
        told = json.loads(self.read("out", "summary.json"))["outputs"]
        self.assertEqual([output["name"] for output in told], ["strings", "body"])

    def test_set_changes_a_family_a_curve_a_member_and_leaves_one_out(self):
        self.write(HARP, "harp.yaml")
        told = self.good("check", "harp.yaml", "--set", "bodies.s49=null").out
        self.assertIn("4 members, s48 to s52", told)
        self.assertIn("4 members, foot48 to foot52", told)
        for assignment in ("bodies.s*.length={C3: 0.9, E3: 0.5}", "bodies.s*.length.D3=0.7",
                           "bodies.s50.length=0.4", "play.keys=[C3, D3, E3]"):
            self.good("check", "harp.yaml", "--set", assignment)
        self.good("run", "harp.yaml", "--set", "bodies.s50.length=0.4", "--csv", "-o", "one")
        self.good("run", "harp.yaml", "--csv", "-o", "none")
        self.assertNotEqual(self.read("one", "samples.csv"), self.read("none", "samples.csv"))

    def test_a_scene_like_another_has_its_families_and_changes_them(self):
        self.write(HARP, "harp.yaml")
        self.write("like: harp.yaml\nbodies:\n  s*: {length: {D3: 0.7}}\n  s49: null\n  s50: {sigma0: 5}\n",
                   "other.yaml")
        bodies = self.shown("other.yaml")["bodies"]
        self.assertEqual(sorted(bodies), ["m", "s48", "s50", "s51", "s52"])
        self.assertEqual(bodies["s48"]["length"], 0.7)  # the curve is another one, as a whole
        self.assertEqual((bodies["s50"]["sigma0"], bodies["s51"]["sigma0"]), (5, 2))

    def test_a_mistake_names_file_line_member_and_family(self):
        for old, new, says in (
                ("sigma0: 2", "frequncy: 2", r"scene.yaml:5:\d+: bodies.s\*.frequncy: unknown key"),
                ("sigma0: 2", "frequency: 2", r"scene.yaml:5:\d+: bodies.s48.frequency: of the family s\*: not a key of a string"),
                ("above: m,", "above: n,", r"scene.yaml:8:\d+: contacts.foot48.above: of the family foot\*: there is no body 'n'"),
                ("below: s*", "below: t*", r"scene.yaml:8:\d+: contacts.foot\*.below: there is no family 't\*'"),
                ("  m:", "  s53: {sigma0: 1}\n  m:", r"bodies.s53: is no member of the family s\*; allowed are s48 to s52"),
                ("C3: 0.8,", "C3: 0.8, 48: 0.7,", r"bodies.s\*.length.48: this note has a value by its other name")):
            with self.subTest(new):
                result = self.carom("check", self.write(HARP.replace(old, new)))
                self.assertEqual(result.code, WRONG)
                self.assertRegex(result.err, says)

    def test_a_warning_of_members_is_told_once(self):
        scene = self.write(HARP + "forces:\n  f*: {on: s*@0.5, frequency: 0}\n")
        told = re.findall("warning: (.*?):", self.good("check", scene).err)
        self.assertEqual(told, ["forces.f*.frequency"])

    def test_what_was_played_names_members_by_their_notes(self):
        self.write(HARP, "harp.yaml")
        with open(self.path("song.mid"), "wb") as file:
            file.write(bytes.fromhex("4d546864000000060000000103c0" "4d54726b0000000c" "00903264" "0a803240" "00ff2f00"))
        self.good("play", "harp.yaml", "--midi", "song.mid", "--offline", "--record", "take.yaml")
        take = self.read("take.yaml").decode()
        self.assertRegex(take, r"on: pluck, note: 50, to: ")
        self.good("run", "take.yaml", "-o", "take")


if __name__ == "__main__":
    main()
