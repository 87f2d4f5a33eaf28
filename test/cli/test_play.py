# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""carom play without a sound server, and what it refuses.

    python3 test_play.py CAROM
"""

import os
import re
import struct
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import midi_song
from support import SLOW

HARP = """carom: 1
title: A harp
duration: 1
bodies: {string: {type: string, length: 0.7, linear_density: 6e-3, pitch: 110, sigma0: 1, sigma1: 2e-3}}
controls:
  pitch: {key: bodies.string.pitch, midi: note}
  pluck: {gesture: pluck, on: string@0.13, midi: note-on, force: [0.2, 3]}
outputs: {o: {of: string@0.9, quantity: velocity, audio: true}}
"""


def carom(*arguments, cwd=None):
    return subprocess.run([CAROM, *arguments], cwd=cwd, capture_output=True, text=True, check=False)


class Play(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.dir = place.name
        midi_song.write(f"{self.dir}/s.mid", midi_song.song(seconds=0.6))
        with open(f"{self.dir}/harp.yaml", "w", encoding="ascii") as file:
            file.write(HARP)

    def play(self, *arguments):
        return carom("play", *arguments, cwd=self.dir)

    def run_of(self, file):
        done = carom("run", file, "-o", "out", "--csv", "--quiet", cwd=self.dir)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(f"{self.dir}/out/samples.csv", encoding="ascii") as samples:
            return samples.read()

    def test_a_recording_is_a_scene_like_the_one_that_was_played(self):
        done = self.play("harp.yaml", "--offline", "--midi", "s.mid", "--record", "r.yaml")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("level", done.stdout)
        with open(f"{self.dir}/r.yaml", encoding="ascii") as file:
            text = file.read()
        self.assertIn('like: "', text)
        # The first note, of velocity 90: 0.2 + 2.8 * 90/127 N.
        self.assertRegex(text, r"  - {gesture: control, at: 0.00988\d+, on: pluck, voice: 1, to: 2.184251968503936")
        self.assertEqual(sorted(os.listdir(self.dir)), ["harp.yaml", "r.yaml", "s.mid"])
        whole = self.run_of("r.yaml")
        # With --set the scene as it was played goes beside the recording.
        done = self.play("harp.yaml", "--offline", "--midi", "s.mid", "--record", "c.yaml", "--quiet",
                         "--set", "bodies.string.sigma0=2")
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
        self.assertTrue(os.path.exists(f"{self.dir}/c-scene.json"))
        self.assertNotEqual(self.run_of("c.yaml"), whole)

    def test_a_recording_names_its_scene_from_where_it_is(self):
        for place, named in (("", "harp.yaml"), ("takes/", "../harp.yaml"), ("takes/old/", "../../harp.yaml")):
            os.makedirs(f"{self.dir}/{place}", exist_ok=True)
            done = self.play("harp.yaml", "--offline", "--midi", "s.mid", "--record", f"{place}r.yaml", "--quiet")
            self.assertEqual(done.returncode, 0, done.stderr)
            with open(f"{self.dir}/{place}r.yaml", encoding="ascii") as file:
                self.assertIn(f'\nlike: "{named}"\n', file.read())
        # They move together.
        first = self.run_of("takes/old/r.yaml")
        with tempfile.TemporaryDirectory() as other:
            for name in ("harp.yaml", "takes"):
                os.rename(f"{self.dir}/{name}", f"{other}/{name}")
            self.assertEqual(first, self.run_of(f"{other}/takes/old/r.yaml"))
        # A file with the name of a built-in scene is not that.
        with open(f"{self.dir}/tromba", "w", encoding="ascii") as file:
            file.write(HARP)
        done = self.play("./tromba", "--offline", "--midi", "s.mid", "--record", "t.yaml", "--quiet")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(first, self.run_of("t.yaml"))

    def test_recorded_sound_has_a_format_chunk_that_is_whole(self):
        done = self.play("harp.yaml", "--offline", "--midi", "s.mid", "--record", "r.wav", "--quiet")
        self.assertEqual(done.returncode, 0, done.stderr)
        done = carom("run", "harp.yaml", "-o", "out", "--wav", "--quiet", cwd=self.dir)
        self.assertEqual(done.returncode, 0, done.stderr)
        for name in ("r.wav", "out/audio.wav"):
            with open(f"{self.dir}/{name}", "rb") as file:
                head = file.read(64)
            self.assertEqual((head[:4], head[8:16]), (b"RIFF", b"WAVEfmt "))
            # What is not PCM tells how long its extension is: 18 bytes, or 40 where it has one.
            size, kind = struct.unpack("<IH", head[16:22])
            self.assertNotEqual(kind, 1)
            self.assertIn(size, (18, 40))

    def test_what_takes_long_is_told(self):
        # Modes of free plates, a tenth of a second each.
        plates = "".join(f"p{i}: {{type: plate, size: [1.9, 1.8], thickness: 1e-3, density: 7800, youngs: 2e11, "
                         "edges: free, model: modes, points: 9000}, " for i in range(8))
        slow = HARP.replace("bodies: {", "bodies: {" + plates)
        with open(f"{self.dir}/slow.yaml", "w", encoding="ascii") as file:
            file.write(slow)
        done = self.play("slow.yaml", "--offline", "--duration", "0.01")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("preparing slow.yaml ...\n", done.stderr)
        done = self.play("slow.yaml", "--offline", "--duration", "0.01", "--quiet")
        self.assertNotIn("preparing", done.stderr)

    def test_a_recording_begins_at_rest_as_the_instrument_does(self):
        with open(f"{self.dir}/plucked.yaml", "w", encoding="ascii") as file:
            file.write(HARP.replace("sigma1: 2e-3", "sigma1: 2e-3, start: {shape: pluck}"))
        for name in ("harp", "plucked"):
            done = self.play(f"{name}.yaml", "--offline", "--duration", "0.01", "--record", f"r-{name}.yaml",
                             "--set", "outputs.o.gain=1")
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.run_of("r-harp.yaml"), self.run_of("r-plucked.yaml"))
        done = self.play("plucked.yaml", "--offline", "--duration", "0.01", "--record", "r.yaml")
        self.assertEqual(done.returncode, 0, done.stderr)
        values = [line.split(",")[1] for line in self.run_of("r.yaml").splitlines()[1:]]
        self.assertEqual({float(value) for value in values}, {0.0})

    def test_a_recording_says_where_all_sound_off_came(self):
        for notes in ([(0.1, (0x90, 45, 90))], []):
            midi_song.write(f"{self.dir}/off.mid", notes + [(0.25, (0xB0, 120, 0))])
            done = self.play("harp.yaml", "--offline", "--midi", "off.mid", "--record", "r.yaml", "--duration", "0.4")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("r.yaml: the motion started again from rest at 0.250 s", done.stderr)
            with open(f"{self.dir}/r.yaml", encoding="ascii") as file:
                self.assertIn("\n# At 0.250000 s the motion started again from rest", file.read())
            self.run_of("r.yaml")

    def test_pitch_without_ends_spans_octaves_and_gains_need_no_score(self):
        done = self.play("harp.yaml", "--offline", "--midi", "s.mid", "--record", "r.wav")
        self.assertEqual(done.returncode, 0, done.stderr)
        level = float(done.stdout.split("level")[1].split("dB")[0])
        self.assertTrue(-20 < level < 0, done.stdout)
        done = carom("check", "harp.yaml", cwd=self.dir)
        self.assertIn("bodies.string.pitch, from 55 to 220 Hz, midi note", done.stdout)

    def test_a_preset_begins_and_an_unknown_one_is_told_with_those_there_are(self):
        with open(f"{self.dir}/p.yaml", "w", encoding="ascii") as file:
            file.write(HARP.replace("outputs:", """  loss: {key: bodies.string.sigma0, from: 0, to: 9, midi: cc1}
presets: {dry: {loss: 8}, wet: {loss: 0.2}}
outputs:"""))
        done = self.play("p.yaml", "--offline", "--duration", "0.1", "--preset", "dry", "--record", "r.yaml")
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(f"{self.dir}/r.yaml", encoding="ascii") as file:
            self.assertIn("score:\n  - {gesture: control, at: 0, on: loss, to: 8}\n", file.read())
        done = self.play("p.yaml", "--offline", "--duration", "0.1", "--preset", "dray")
        self.assertEqual(done.returncode, 1)
        self.assertIn("--preset: there is no preset 'dray'; allowed are default, dry, wet\n", done.stderr)
        done = carom("check", "p.yaml", cwd=self.dir)
        self.assertIn("presets: 2\n  dry              loss 8 1/s;\n  wet              loss 0.2 1/s;\n", done.stdout)
        done = carom("check", "p.yaml", "--set", "presets.dry.loss=10", cwd=self.dir)
        self.assertEqual(done.returncode, 1)
        self.assertIn("presets.dry.loss: 10 is outside the control's range; allowed is from 0 to 9", done.stderr)

    def test_controllers_are_learned_and_kept_in_a_file(self):
        with open(f"{self.dir}/l.yaml", "w", encoding="ascii") as file:
            file.write(HARP.replace("outputs:", """  loss: {key: bodies.string.sigma0, from: 0, to: 9, midi: cc1}
  blur: {key: bodies.string.sigma1, from: 0, to: 0.01}
outputs:"""))
        knobs = [(0.02, (0xB0, 64, 1)), (0.03, (0xB0, 21, 0)), (0.04, (0xB0, 21, 127)), (0.05, (0xB0, 22, 127)),
                 (0.06, (0xB0, 1, 50)), (0.07, (0xB0, 21, 0))]
        midi_song.write(f"{self.dir}/k.mid", knobs)
        options = ["l.yaml", "--offline", "--midi", "k.mid", "--learned", "ties"]
        done = self.play(*options, "--learn", "loss", "--learn", "blur", "--record", "a.yaml")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("loss follows controller 21\nblur follows controller 22\n", done.stdout)
        with open(f"{self.dir}/ties", encoding="ascii") as file:
            self.assertEqual(file.read(), "# Controllers that carom play has learned.\nloss: cc21\nblur: cc22\n")
        done = self.play(*options, "--record", "b.yaml")
        self.assertEqual(done.returncode, 0, done.stderr)
        scores = []
        for name in "ab":
            with open(f"{self.dir}/{name}.yaml", encoding="ascii") as file:
                scores.append(file.read())
        self.assertEqual(scores[0], scores[1])
        self.assertEqual([line.split("on: ")[1] for line in scores[0].splitlines() if ", on: " in line],
                         ["loss, to: 0}", "loss, to: 9}", "blur, to: 0.01}", "loss, to: 0}"])
        for text, code, told in (("gone: cc21\n", 0, "ties:1: this instrument has no control 'gone', which is left"),
                                 ("\nloss cc21\n", 1, "ties:2: 'loss cc21' is no tie; allowed is such as rattle: cc21"),
                                 ("loss: cc64\n", 1, "ties:1: controller 64 cannot be tied")):
            with open(f"{self.dir}/ties", "w", encoding="ascii") as file:
                file.write(text)
            done = self.play(*options, "--quiet")
            self.assertEqual(done.returncode, code, done.stderr)
            self.assertIn(told, done.stderr)
        done = self.play(*options, "--learn", "pitch")
        self.assertIn("--learn: notes move 'pitch'; allowed are pluck, loss, blur\n", done.stderr)
        done = self.play(*options, "--learn", "colour")
        self.assertIn("--learn: there is no control 'colour'; allowed are pluck, loss, blur\n", done.stderr)

    def test_mistakes_are_told(self):
        with open(f"{self.dir}/no.mid", "w", encoding="ascii") as file:
            file.write("this is no song at all")
        for arguments, code, text in (
                ([], 1, "'play' needs an instrument"),
                (["mass-barrier"], 1, "a scene that is played needs at least one control"),
                (["harp.yaml", "--offline"], 1, "--offline needs --midi FILE or --duration S"),
                (["harp.yaml", "--midi"], 1, "--midi needs a value"),
                (["harp.yaml", "--loud"], 1, "unknown option '--loud'"),
                (["harp.yaml", "tromba"], 1, "more than one instrument"),
                (["harp.yaml", "--offline", "--midi", "none.mid"], 1, "none.mid: No such file"),
                (["harp.yaml", "--offline", "--midi", "no.mid"], 1, "no.mid: byte 0: no standard MIDI file"),
                (["harp.yaml", "--offline", "--midi", "s.mid", "--rate", "x"], 1, "--rate: 'x' is no such number"),
                (["harp.yaml", "--load", "--rate", "48000x"], 1, "--rate: '48000x' is no such number"),
                (["harp.yaml", "--offline", "--duration", "inf"], 1, "--duration: 'inf' is no such number"),
                (["harp.yaml", "--record", "a.wav", "--record", "b.wav", "--record", "c.wav"], 1,
                 "--record: 'c.wav' is one too many; allowed are 2"),
                (["harp.yaml", "--offline", "--midi", "s.mid", "--record", "r.mp3"], 2,
                 "r.mp3: cannot be recorded; allowed are FILE.wav and FILE.yaml"),
                (["harp.yaml", "--set", "controls.pitch.key=bodies.string.colour"], 1,
                 "no live key 'bodies.string.colour' in this scene; allowed is one that may change; carom check lists them"),
                (["harp.yaml", "--set", "controls.pluck.from=1"], 1, "allowed is [softest, hardest] of a gesture"),
                (["harp.yaml", "--set", "controls.pluck.on=str*@0.1", "--set", "controls.pluck.gesture=throw"], 1,
                 "cannot be thrown"),
                (["harp.yaml", "--set", "controls.pluck.on=harp*@0.1"], 1, "no body has a name that fits")):
            with self.subTest(arguments=arguments):
                done = self.play(*arguments)
                self.assertEqual(done.returncode, code, done.stderr)
                self.assertIn(text, done.stderr)

    def test_a_recording_names_a_scene_with_any_name(self):
        name = 'my "harp" \\n.yaml'
        os.rename(f"{self.dir}/harp.yaml", f"{self.dir}/{name}")
        done = self.play(name, "--offline", "--midi", "s.mid", "--record", "r.yaml", "--quiet")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.run_of("r.yaml")

    def test_a_song_of_days_needs_a_duration(self):
        midi_song.write(f"{self.dir}/days.mid", [(0.01, (0x90, 45, 90)), (90000, (0x80, 45, 0))])
        done = subprocess.run([CAROM, "play", "harp.yaml", "--offline", "--midi", "days.mid"], cwd=self.dir,
                              capture_output=True, text=True, check=False, timeout=20)
        self.assertEqual(done.returncode, 1)
        self.assertIn("days.mid: lasts 25 h; allowed without --duration S", done.stderr)
        done = self.play("harp.yaml", "--offline", "--midi", "days.mid", "--duration", "0.1")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_the_load_is_told(self):
        done = self.play("harp.yaml", "--load")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"^harp +1 voice +[0-9.]+ % of one core at 48000 Hz")
        done = self.play("harp.yaml", "--load", "--set", "title=x", "--set", "bodies.string.pitch=-1")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("bodies.string.pitch", done.stderr)

    @unittest.skipIf(SLOW, "takes a minute under sanitizers")
    def test_bending_costs_little(self):
        # Each new pitch of a modal string changes all its rows.
        done = self.play("sitar", "--load")
        held, bent = re.search(r"([0-9.]+) % of one core.* bent ([0-9.]+) %", done.stdout).groups()
        self.assertLess(float(bent), 2 * float(held))


if __name__ == "__main__":
    CAROM = os.path.abspath(sys.argv[1])
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
