# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT
"""Claims about the Python module: the same bytes as the command line, mistakes as exceptions, and no
way to crash or to lose memory.

    PYTHONPATH=python python3 -m unittest discover -s python/test

CAROM_PROGRAM names the program to compare with (build/carom); CAROM_SLOW_BUILD=1 says that the
library is a sanitizer build: tests of memory are left out.
"""

import copy
import csv
import gc
import json
import os
import pickle
import signal
import subprocess
import tempfile
import threading
import unittest
import warnings

import numpy as np

import carom

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = os.environ.get("CAROM_PROGRAM") or os.path.join(HERE, "..", "..", "build", "carom")
SLOW = os.environ.get("CAROM_SLOW_BUILD", "") not in ("", "0")

BOUNCE = {
    "carom": 1,
    "title": "A ball on a floor",
    "duration": 0.5,
    "gravity": 9.81,
    "bodies": {
        "ball": {"type": "mass", "mass": 0.01, "position": 0.05},
        "floor": {"type": "barrier", "position": 0},
    },
    "contacts": {
        "bounce": {"type": "collision", "below": "floor", "above": "ball", "stiffness": 1e7,
                   "exponent": 1.5, "damping": 0.1},
    },
    "outputs": {
        "height": {"of": "ball"},
        "speed": {"of": "ball", "quantity": "velocity", "audio": True},
    },
}

PLUCK = """\
carom: 1
duration: 0.05
bodies:
  string: {type: string, length: 0.65, density: 7850, radius: 4e-4, pitch: 147, sigma0: 0.6,
           start: {shape: pluck, at: 0.3}}
  plate: {type: plate, size: [0.4, 0.3], thickness: 2e-3, density: 1000, youngs: 1e10,
          start: {shape: sine, mode: [1, 2]}}
  fret: {type: barrier, position: -5e-4}
contacts:
  buzz: {type: collision, below: fret, above: string@0.1, stiffness: 1e8}
outputs:
  bridge: {of: string@0.9, quantity: velocity}
"""


def same_bits(a, b):
    a, b = np.ascontiguousarray(a), np.ascontiguousarray(b)
    return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()


def resident():
    """Memory in use, bytes."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Case(unittest.TestCase):
    """A test in a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="carom-test-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        caught = warnings.catch_warnings()
        caught.__enter__()
        self.addCleanup(caught.__exit__, None, None, None)
        warnings.simplefilter("ignore", carom.CaromWarning)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def program(self, *arguments):
        subprocess.run([PROGRAM, *arguments], check=True, capture_output=True)

    def raises(self, pattern, call, *arguments, **options):
        with self.assertRaisesRegex(carom.CaromError, pattern) as caught:
            call(*arguments, **options)
        return caught.exception


class CommandLine(Case):
    """carom.run() and `carom run` give the same numbers, bit for bit."""

    def compare(self, run, folder):
        self.assertTrue(same_bits(run.samples, np.load(os.path.join(folder, "samples.npy"))))
        with open(os.path.join(folder, "energy.csv"), newline="", encoding="utf-8") as file:
            names, *rows = csv.reader(file)
        self.assertEqual(list(run.energy), names)
        self.assertTrue(same_bits(np.array(list(run.energy.values())).T,
                                  np.array([[float(x) for x in row] for row in rows])))
        with open(os.path.join(folder, "events.csv"), newline="", encoding="utf-8") as file:
            _, *rows = csv.reader(file)
        self.assertEqual([[e[0]] + ["" if x != x else "%.17g" % x for x in list(e)[1:]]
                          for e in run.events.tolist()], rows)
        with open(os.path.join(folder, "summary.json"), encoding="utf-8") as file:
            summary = json.load(file)
        for told in (summary, run.summary):
            del told["timing"], told["files"]
        self.assertEqual(run.summary, summary)

    def test_every_builtin_scene(self):
        names = carom.builtin_scenes()
        self.assertIn("tromba", names)
        for name in names:
            with self.subTest(name):
                folder = self.path(name)
                self.program("run", name, "-o", folder, "--npy", "--quiet", "--duration", "0.05")
                run = carom.run(name, duration=0.05)
                self.compare(run, folder)
                self.assertTrue(run.finished and run.balanced)
                self.assertTrue(same_bits(run.t, np.arange(len(run.t)) / run.model.info.rate))

    def test_a_score_is_a_list(self):
        string = {"type": "string", "length": 1, "linear_density": 5e-3, "tension": 50}
        scene = {"carom": 1, "duration": 1, "bodies": {"s": string}, "outputs": {"u": {"of": "s@0.4"}},
                 "score": [{"gesture": "pluck", "at": 0.01, "on": "s@0.3"},
                           {"gesture": "pluck", "at": 0.5, "on": "s@0.3"}]}
        run = carom.run(scene, duration=0.1)
        self.assertEqual(abs(run.outputs["u"][:400]).max(), 0)
        self.assertGreater(abs(run.outputs["u"]).max(), 1e-4)
        self.assertEqual(list(run.summary["scene"]["score"]), ["1"])

    def test_stepping_gives_the_same(self):
        for name in carom.builtin_scenes():
            with self.subTest(name):
                run = carom.run(name, duration=0.02)
                state = carom.State(run.model)
                values = state.process(len(run.t))
                self.assertTrue(same_bits(values, run.samples[:, 1:]))
                events = np.concatenate([state.events(), state.open_events()])
                # As text, because NaN is not equal to itself.
                self.assertEqual(repr(events.tolist()), repr(run.events.tolist()))
                self.assertEqual(state.ledger, run.ledger)

    def test_files_and_changes(self):
        file = self.path("scene.yaml")
        with open(file, "w", encoding="utf-8") as f:
            f.write(PLUCK)
        self.program("run", file, "-o", self.path("a"), "--npy", "--set",
                     "bodies.string.sigma0=1.5", "--set", "solver.oversample=4", "--rate", "48000",
                     "--duration", "0.02")
        changes = {"bodies.string.sigma0": 1.5, "solver": {"oversample": 4}}
        for scene in (file, PLUCK, carom.Scene.from_file(file)):
            run = carom.run(scene, rate=48000, duration=0.02, changes=changes)
            self.assertTrue(same_bits(run.samples, np.load(self.path("a", "samples.npy"))))
        state = carom.State(run.model)
        every = state.process(len(run.t), every_step=True)
        self.assertEqual(every.shape, (4 * len(run.t), 1))
        self.assertTrue(same_bits(every[::4, 0], run.outputs["bridge"]))

    def test_save_and_plot(self):
        run = carom.run(BOUNCE)
        self.assertIn("waveform.svg", [os.path.basename(p) for p in run.plot(self.path("plot"))])
        run.save(self.path("saved"), npy=True, csv=True)
        self.assertIn(self.path("saved", "waveform.svg"), carom.plot(self.path("saved")))
        self.raises("nowhere", carom.plot, self.path("nowhere"))
        for name in ("audio.wav", "samples.csv", "samples.npy", "events.csv", "summary.json"):
            self.assertTrue(os.path.isfile(self.path("saved", name)), name)
        self.compare(run, self.path("saved"))
        run.save(self.path("sound"))
        self.assertNotIn("samples.csv", os.listdir(self.path("sound")))
        error = self.raises("cannot be written", run.save, self.path("saved", "audio.wav"))
        self.assertEqual(error.status, carom.Status.CANNOT_WRITE)


class Impacts(Case):
    def test_none_is_lost_however_many_a_sample_brings(self):
        scene = {"carom": 1, "rate": 1000, "duration": 0.01, "solver": {"method": "event"},
                 "bodies": {"m": {"type": "mass", "mass": 0.01, "velocity": 1},
                            "floor": {"type": "barrier", "position": 0},
                            "roof": {"type": "barrier", "position": 2e-7}},
                 "contacts": {"low": {"type": "stop", "below": "floor", "above": "m"},
                              "high": {"type": "stop", "below": "m", "above": "roof"}},
                 "outputs": {"u": {"of": "m"}}}
        run = carom.run(scene)
        counted = sum(c["impacts"] for c in run.summary["contacts"].values())
        self.assertGreater(counted, 45000)
        self.assertEqual(np.count_nonzero(np.isfinite(run.events["t_end"])), counted)
        state = carom.State(scene)
        state.process(len(run.t))
        events = state.events()
        self.assertEqual(len(events), counted)
        self.assertTrue(same_bits(events["t_begin"], run.events["t_begin"][:counted]))
        twin = state.copy()
        twin.process(1)
        self.assertGreater(len(twin.events()), 4000)


class Scenes(Case):
    def test_by_path(self):
        scene = carom.Scene()
        scene["carom"] = 1
        scene["bodies.string.type"] = "string"
        scene["bodies.string"] = {"length": 0.65, "linear_density": np.float32(0.5), "tension": 90}
        scene["bodies.string.ends"] = ["pinned", "clamped"]
        scene["bodies.string.start"] = {"shape": "sine", "mode": np.int64(2)}
        scene["bodies.string.sigma0"] = np.array([[0, 0.5], [1, 2]])
        scene["outputs.out"] = {"of": "string@0.25", "audio": True}
        self.assertEqual(scene["bodies.string.length"], 0.65)
        self.assertEqual(scene["bodies.string.tension"], 90)
        self.assertEqual(scene["bodies.string.ends"], ["pinned", "clamped"])
        self.assertEqual(scene["bodies.string.sigma0"], [[0, 0.5], [1, 2]])
        self.assertIs(scene["outputs.out.audio"], True)
        self.assertEqual(scene["outputs.out.of"], "string@0.25")
        self.assertEqual(scene["rate"], 44100)  # the default
        self.assertEqual(scene.names("bodies"), ["string"])
        self.assertEqual(scene.names("forces"), [])
        self.assertIn("bodies.string.length", scene)
        self.assertNotIn("bodies.string.radius", scene)
        self.assertIsNone(scene.get("title"))
        scene["title"] = "150"
        self.assertEqual(scene["title"], "150")
        model = carom.Model(scene)
        self.assertEqual(model.bodies["string"].mass, 0.65 * 0.5)
        scene.remove("bodies.string.sigma0")
        self.assertEqual(scene["bodies.string.sigma0"], 0)
        del scene["bodies.string"]
        self.assertEqual(scene.names("bodies"), [])

    def test_pitches_may_be_notes(self):
        scene = carom.Scene({"carom": 1, "bodies": {"s": {"type": "string", "length": 1, "linear_density": 5e-3,
                                                         "pitch": "A3"}},
                             "score": [{"gesture": "tune", "at": [0.1, 0.2], "pitch": ["C#4", 220]}]})
        self.assertEqual(scene["bodies.s.pitch"], "A3")
        self.assertEqual(scene["score.1.pitch"], ["C#4", 220])
        self.assertAlmostEqual(carom.State(carom.Model(scene))["bodies.s.pitch"], 220)
        scene["bodies.s.pitch"] = "Eb3+14"
        self.assertAlmostEqual(carom.State(carom.Model(scene))["bodies.s.pitch"],
                               440 * 2 ** (-18 / 12 + 14 / 1200))
        with self.assertRaisesRegex(carom.CaromError, "neither a number nor a note"):
            scene["bodies.s.pitch"] = "H3"

    def test_copies_are_the_same_and_apart(self):
        for name in carom.builtin_scenes():
            scene = carom.Scene.open(name)
            for twin in (scene.copy(), copy.deepcopy(scene), pickle.loads(pickle.dumps(scene)),
                         carom.Scene.from_text(scene.json()), carom.Scene(scene.to_dict())):
                self.assertEqual(twin.to_dict(), scene.to_dict())
            twin["duration"] = 0.125
            self.assertNotEqual(scene["duration"], 0.125)
        scene.save(self.path("scene.json"))
        self.assertEqual(carom.Scene.open(self.path("scene.json")).to_dict(), scene.to_dict())

    def test_a_run_leaves_its_scene_alone(self):
        scene = carom.Scene(BOUNCE)
        run = carom.run(scene, duration=0.01)
        self.assertEqual(scene["duration"], 0.5)
        scene["bodies.ball.mass"] = 5
        self.assertEqual(run.scene["bodies.ball.mass"], 0.01)
        self.assertEqual(run.scene["duration"], 0.01)
        twin = pickle.loads(pickle.dumps(run))
        self.assertTrue(same_bits(twin.samples, run.samples))
        self.assertEqual(twin.model.info, run.model.info)

    def test_families_and_values_by_note_are_dicts(self):
        scene = carom.Scene({"carom": 1, "duration": 0.01, "play": {"keys": ["C3", "E3"]}, "bodies": {
            "m*": {"type": "mass", "mass": {"C3": 1, 52: 16}, "frequency": "key"}, "m49": None,
            "m50": {"mass": 3}}, "outputs": {"all": {"of": "m*", "audio": True, "pan": {"C3": -1, "E3": 1}}}})
        self.assertEqual(scene["bodies.m*.mass"], {"C3": 1, "52": 16})
        plain = scene.expanded()
        self.assertEqual(plain.names("bodies"), ["m48", "m50", "m51", "m52"])
        self.assertEqual((plain["bodies.m48.mass"], plain["bodies.m50.mass"]), (1, 3))
        self.assertEqual(plain["bodies.m51.frequency"], "D#3")
        scene["bodies.m*.mass"] = {"D3": 2}  # another curve as a whole
        self.assertEqual(scene.to_dict()["bodies"]["m*"]["mass"], {"D3": 2})
        self.assertEqual(scene.copy().to_dict(), scene.to_dict())
        run = carom.run(scene)
        self.assertEqual(list(run.outputs), ["all"])
        self.assertEqual(carom.State(scene).process(10).shape, (10, 1))
        self.raises("no member of the family", scene.copy().__class__.expanded,
                    carom.Scene({**scene.to_dict(), "bodies": {**scene.to_dict()["bodies"], "m90": {"mass": 1}}}))

    def test_mistakes_are_exceptions(self):
        scene = carom.Scene(BOUNCE)
        error = self.raises("bodies.ball.mas: unknown key; did you mean 'mass'",
                            scene.__setitem__, "bodies.ball.mas", 1)
        self.assertEqual(error.status, carom.Status.UNKNOWN_KEY)
        self.raises("mass: .*allowed", scene.__setitem__, "bodies.ball.mass", -1)
        self.raises("mass: ", scene.__setitem__, "bodies.ball.mass", float("nan"))
        self.raises("mass: None", scene.__setitem__, "bodies.ball.mass", None)
        self.raises("in a list", scene.__setitem__, "bodies.ball.position", [[0, "1], [2"]])
        self.raises("bodies.ball: ", scene.__setitem__, "bodies.ball", {})
        self.raises("zero byte", scene.__setitem__, "title", "a\0b")
        self.raises("UTF-8", scene.__setitem__, "title", "\ud800")
        self.raises("UTF-8", carom.Scene.from_text, "title: \ud800\n")
        self.raises("a key is a word", carom.Scene, {1: 2})
        self.raises("no such", scene.remove, "bodies.nobody")
        self.raises("too long", scene.__setitem__, "bodies." + 10000 * "a", 1)
        self.raises("no such key", scene.__getitem__, "bodies.ball.mas")
        self.raises("no section 'body'", scene.names, "body")
        with self.assertRaises(LookupError):
            scene["bodies.nobody.mass"]
        with self.assertRaises(TypeError):
            scene[3]
        with self.assertRaises(TypeError):
            list(scene)
        self.raises("above: .*'nobody'|nobody", carom.run, scene,
                    changes={"contacts.bounce.above": "nobody"})
        self.raises("no file and no built-in scene 'trombone'", carom.run, "trombone")
        self.raises("did you mean 'tromba-collision'", carom.run, "tromba-collison")
        self.raises("nowhere.yaml: cannot be read", carom.run, self.path("nowhere.yaml"))
        self.raises("duration: ", carom.run, scene, duration=-1)
        with self.assertRaises(TypeError):
            carom.run(3)

    def test_mistakes_in_files_have_a_place(self):
        text = PLUCK.replace("pitch", "pich")
        error = self.raises(r"\Amine:4:\d+: bodies.string.pich: unknown key", carom.Scene.from_text,
                            text, "mine")
        self.assertEqual(error.line, 4)
        self.assertGreater(error.column, 1)
        with open(self.path("scene.yaml"), "w", encoding="utf-8") as f:
            f.write(PLUCK.replace("string@0.1", "strin@0.1"))
        self.raises(r"scene.yaml:\d+:\d+: contacts.buzz.above", carom.run, self.path("scene.yaml"))

    def test_keys(self):
        tension = next(k for k in carom.keys() if (k.section, k.name) == ("bodies", "tension"))
        self.assertEqual((tension.unit, tension.live), ("N", True))


class States(Case):
    def setUp(self):
        super().setUp()
        self.model = carom.Model(PLUCK)

    def test_the_model_tells_the_modes_of_a_body(self):
        model = carom.Model("{carom: 1, bodies: {s: {type: string, length: 1, linear_density: 6e-3, "
                            "pitch: 110, points: 30}, m: {type: mass, mass: 1}}}")
        modes = model.modes("s", 3)
        self.assertEqual([round(mode.true_frequency, 9) for mode in modes], [110, 220, 330])
        for mode in modes:
            self.assertAlmostEqual(mode.cents,
                                   1200 * np.log2(mode.frequency / mode.true_frequency), 9)
            self.assertFalse(mode.estimated)
        self.assertLess(modes[2].cents, -1)
        self.assertEqual(len(model.modes("s")), 5)
        self.assertEqual(model.modes("m"), [])
        with self.assertRaises(carom.CaromError):
            model.modes("x")

    def test_the_model_tells_the_modes_of_the_scene(self):
        scene = carom.Scene.from_text("{carom: 1, bodies: {s: {type: string, length: 1, linear_density: 6e-3, "
                            "pitch: 110, model: modes, sigma0: 1}, m: {type: mass, mass: 0.01, frequency: 300}}, "
                            "contacts: {k: {type: spring, below: s@0.3, above: m, linear: 1e4}}}")
        model = carom.Model(scene)
        modes = model.modes(count=3)
        self.assertEqual(len(modes), 3)
        self.assertEqual(modes[0].body, "s")
        self.assertGreater(modes[0].frequency, 120)
        self.assertAlmostEqual(model.sounding("s"), modes[0].frequency, 6)
        self.assertAlmostEqual(modes[0].decay_time * modes[0].damping * 2 * np.pi * modes[0].frequency,
                               np.log(1000), 3)
        scene["bodies.s.tuned"] = True
        self.assertAlmostEqual(carom.Model(scene).modes()[0].frequency, 110, 3)
        self.assertEqual(model.modes(count=0), [])
        with self.assertRaises(carom.CaromError) as refused:
            carom.Model("piano-action").modes()
        self.assertEqual(refused.exception.status, carom.Status.NO_PART)

    def test_the_model_tells(self):
        model = self.model
        self.assertEqual(list(model.bodies), ["string", "plate", "fret"])
        self.assertEqual(model.info.bodies, 3)
        self.assertEqual(model.info.time_step, 1 / 44100)
        self.assertEqual(model.contacts["buzz"].type, "collision")
        self.assertEqual((model.outputs["bridge"].quantity, model.outputs["bridge"].unit),
                         ("velocity", "m/s"))
        self.assertIn("bodies.string.tension", model.live)
        self.assertEqual(list(model.warnings), [])
        snapshots = carom.Model(PLUCK + "snapshots:\n  film: {of: plate, every: 0.5}\n").snapshots
        self.assertEqual((snapshots["film"].body, snapshots["film"].every), (1, 0.5))
        self.assertEqual(snapshots["film"].end, np.inf)

    def test_shapes(self):
        state = carom.State(self.model)
        string, plate = self.model.bodies["string"], self.model.bodies["plate"]
        self.assertEqual(state.shape("string").shape, (string.points_x + 1,))
        self.assertEqual(state.shape("plate").shape, (plate.points_y + 1, plate.points_x + 1))
        self.assertEqual(state.shape("fret").tolist(), [-5e-4])
        x = np.arange(plate.points_x + 1) / plate.points_x
        y = np.arange(plate.points_y + 1) / plate.points_y
        wave = 1e-3 * np.outer(np.sin(2 * np.pi * y), np.sin(np.pi * x))
        self.assertLess(np.abs(state.shape("plate") - wave).max(), 1e-12)
        self.assertTrue(same_bits(state.shape(0), state.shape("string")))

    def test_steps_and_samples(self):
        one, two = carom.State(self.model), carom.State(self.model)
        one.step(100)
        values = two.process(100)
        self.assertEqual((one.steps, one.t), (100, 100 / 44100))
        self.assertEqual(one.outputs["bridge"], values[-1, 0])
        self.assertEqual(one.ledger, two.ledger)
        self.assertEqual(two.process(0).shape, (0, 1))
        two.reset()
        self.assertEqual(two.steps, 0)
        self.assertTrue(same_bits(two.process(100), values))
        share = two.body_share("string")
        self.assertGreater(share.kinetic + share.potential, 0)
        self.assertEqual(two.contact_share("buzz").kinetic, 0)
        self.assertEqual(two.contact_share("buzz").numerical, 0)
        bound = two.bound("buzz")
        self.assertTrue(bound is None or min(bound.overlap, bound.force, bound.compliance) > 0)
        hard = {"contacts.strike.stiffness": 1e11, "contacts.strike.exponent": 1.5}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            bounded = carom.run("mass-string", 0.02, changes=hard).bounded["strike"]
            self.assertGreater(bounded.deepest, bounded.overlap)
            hard["solver.bound"] = "false"
            self.assertEqual(carom.run("mass-string", 0.02, changes=hard).bounded, {})
        two.keep_ledger(False)
        two.step()

    def test_live_keys(self):
        state = carom.State(self.model)
        before = state["bodies.string.tension"]
        state["bodies.string.tension"] = 0.9 * before
        self.assertEqual(state["bodies.string.tension"], 0.9 * before)
        state.process(1000)
        self.assertLess(state.ledger.largest_balance_error, 1e-11)
        error = self.raises("bodies.string.tension: -1: .*allowed is", state.__setitem__,
                            "bodies.string.tension", -1)
        self.assertEqual(error.status, carom.Status.BAD_VALUE)
        self.raises("tension: 1e", state.__setitem__, "bodies.string.tension", 1e30)
        error = self.raises("length: .*live keys are", state.__setitem__, "bodies.string.length", 1)
        self.assertEqual(error.status, carom.Status.NOT_LIVE)
        self.assertIn("gravity", state)

    def test_save_and_restore(self):
        state = carom.State(self.model)
        state.process(500)
        state["bodies.string.sigma0"] = 2
        saved, twin = state.save(), state.copy()
        values, shape = state.process(500), state.shape("string")
        self.assertTrue(same_bits(twin.process(500), values))
        state.restore(saved)
        self.assertEqual(state.steps, 500)
        self.assertTrue(same_bits(state.process(500), values))
        other = carom.State(self.model)
        other.restore(saved)
        self.assertEqual(other["bodies.string.sigma0"], 2)
        other.process(500)
        self.assertTrue(same_bits(other.shape("string"), shape))
        for wrong in (b"", saved[:-1], saved + b"0", bytes(len(saved)),
                      carom.State(carom.Model(BOUNCE)).save()):
            self.raises("another model", state.restore, wrong) if len(wrong) != len(saved) \
                else self.raises("damaged|another", state.restore, wrong)
        self.raises("damaged", state.restore, saved[:200] + b"\xff" + saved[201:])

    def test_no_event_is_lost(self):
        scene = {**BOUNCE, "duration": 30, "rate": 8000}
        scene["contacts"] = {"bounce": {**BOUNCE["contacts"]["bounce"], "damping": 0}}
        state = carom.State(carom.Model(scene))
        state.process(8000 * 30)
        events = state.events()
        self.assertGreater(len(events), 100)
        self.assertEqual(len(events), state.counts("bounce").impacts)
        self.assertTrue((events["contact"] == "bounce").all())
        self.assertTrue((np.diff(events["t_begin"]) > 0).all())
        self.assertTrue((events["peak_force"] > 0).all())
        self.assertEqual(len(state.events()), 0)

    def test_wrong_indices(self):
        state = carom.State(self.model)
        for wrong in ("nobody", -1, 3, 1 << 40, 1.5, None):
            self.raises("there is no body", state.shape, wrong)
            self.raises("there is no body", state.body_share, wrong)
            self.raises("there is no contact", state.contact_share, wrong)
            self.raises("there is no contact", state.bound, wrong)
            self.raises("there is no contact 'x'; there is buzz", state.counts, "x")
        for wrong in (-1, 1.5, None, "1"):
            with self.assertRaises((ValueError, TypeError)):
                state.process(wrong)
            with self.assertRaises((ValueError, TypeError)):
                state.step(wrong)
        self.assertEqual(state.steps, 0)

    def test_use_after_close(self):
        scene, state = carom.Scene(BOUNCE), carom.State(self.model)
        with state, scene:
            state.step()
        self.assertTrue(state.closed and scene.closed)
        for call in (state.step, state.events, state.open_events, state.save, state.copy,
                     state.reset, scene.json, scene.copy, lambda: state.t, lambda: state.ledger,
                     lambda: state.outputs, lambda: state.shape("string"),
                     lambda: state.process(1), lambda: state["gravity"], lambda: scene["rate"],
                     lambda: scene.names("bodies"), lambda: scene.remove("gravity"),
                     lambda: carom.Model(scene), lambda: carom.run(scene),
                     lambda: state.restore(b"")):
            self.raises("is closed", call)
        self.assertIn("closed", repr(state) + repr(scene))
        state.close()

    def test_a_state_keeps_its_model(self):
        scene = carom.Scene.from_text(PLUCK)
        model = carom.Model(scene)
        state = carom.State(model)
        model.close()
        scene.close()
        self.raises("Model is closed", carom.State, model)
        del model, scene
        gc.collect()
        state.process(100)
        self.assertTrue(same_bits(state.copy().shape("plate"), state.shape("plate")))

    def test_threads(self):
        expected = carom.State(self.model).process(2000)
        state = carom.State(self.model)
        shared = carom.State(self.model)
        good = []

        def work():
            good.append(same_bits(carom.State(self.model).process(2000), expected))
            for _ in range(20):
                shared.process(100)
                shared.events()

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        threading.Timer(0.001, state.close).start()
        try:
            state.process(2000)
        except carom.CaromError:
            pass
        for thread in threads:
            thread.join()
        self.assertEqual(good, 4 * [True])
        self.assertEqual(shared.steps, 8000)


class Impacts(Case):
    def test_an_impact_is_known_in_closed_form(self):
        hit = carom.Rebound(mass=0.01, stiffness=1e9, exponent=1.5, damping=0.5, speed_in=1)
        self.assertAlmostEqual(hit.speed_out, 0.74843493159743413, delta=1e-15)
        self.assertAlmostEqual(hit.energy_lost, 0.005 * (1 - hit.speed_out ** 2), delta=1e-17)
        v = np.linspace(hit.speed_in, -hit.speed_out, 1001)
        x, t = hit.x(v), hit.t(v)
        self.assertLessEqual(x.max(), hit.compression)
        self.assertTrue((np.diff(t) > 0).all())
        self.assertAlmostEqual(t[-1], hit.contact_time, delta=1e-18)
        loop = np.sum((hit.force(v)[1:] + hit.force(v)[:-1]) / 2 * np.diff(x))
        self.assertAlmostEqual(loop / hit.energy_lost, 1, delta=1e-3)
        self.assertEqual(hit.x(0.0), hit.compression)
        self.assertTrue(np.isnan(carom.Rebound(mass=-1, stiffness=1).speed_out))
        self.assertEqual(eval(repr(hit), {"Rebound": carom.Rebound}).speed_out, hit.speed_out)

    def test_a_run_has_the_same_numbers(self):
        run = carom.run("hunt-crossley", changes={"solver.method": "rk4"})
        told = run.summary["impacts"]["hit"]
        hit = carom.Rebound(told["mass"], told["stiffness"], told["exponent"], told["damping"],
                           told["speed_in"])
        self.assertEqual(told["closed_form"]["speed_out"], hit.speed_out)
        self.assertEqual(told["found"]["speed_out"], run.events["speed_out"][0])
        self.assertEqual(run.model.info.method, "rk4")
        self.assertTrue(run.balanced)


class Runs(Case):
    def test_progress_and_stopping(self):
        seen = []
        run = carom.run(BOUNCE, duration=1, progress=seen.append)
        self.assertEqual(seen[-1], 1)
        self.assertEqual(seen, sorted(seen))
        self.assertTrue(run.finished)
        run = carom.run(BOUNCE, duration=1e6, progress=lambda done: False)
        self.assertFalse(run.finished)
        self.assertGreater(len(run.t), 0)
        self.assertIn("stopped early", repr(run))

        def fail(_):
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            carom.run(BOUNCE, duration=1e6, progress=fail)

    def test_ctrl_c(self):
        usual = signal.getsignal(signal.SIGINT)
        timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            carom.run("tromba", duration=1000)
        self.assertIs(signal.getsignal(signal.SIGINT), usual)

    def test_what_the_handler_of_another_signal_raises_ends_a_run(self):
        def late(*_):
            raise TimeoutError("too late")

        usual = signal.signal(signal.SIGALRM, late)
        self.addCleanup(signal.signal, signal.SIGALRM, usual)
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with self.assertRaisesRegex(TimeoutError, "too late"):
            carom.run("tromba", duration=1000)
        self.assertIs(signal.getsignal(signal.SIGALRM), late)

    def test_what_holds_itself_is_refused(self):
        circle = {}
        circle["start"] = circle
        self.raises("bodies.ball.start: dicts within dicts", carom.Scene, {"bodies": {"ball": circle}})
        ring = [0]
        ring.append(ring)
        self.raises("lists within lists", carom.Scene, {"duration": ring})

    def test_motion_that_is_not_finite(self):
        scene = carom.Scene({"carom": 1, "duration": 1, "bodies": {
            "m": {"type": "mass", "mass": 1e-300, "velocity": 1e300}},
            "forces": {"f": {"on": "m", "amplitude": 1e300, "frequency": 1}},
            "outputs": {"x": {"of": "m"}}})
        error = self.raises("no longer finite", carom.run, scene)
        self.assertEqual(error.status, carom.Status.NOT_FINITE)
        self.assertEqual(len(error.run.t), error.run.summary["samples"])
        self.assertFalse(error.run.finished)
        self.raises("no longer finite", carom.State(carom.Model(scene)).process, 1000)

    def test_warnings(self):
        warnings.simplefilter("error", carom.CaromWarning)
        with self.assertWarnsRegex(carom.CaromWarning, "energy balance is off"):
            carom.run("mass-string", duration=0.1, changes={"solver.energy_tolerance": 0})

    def test_warnings(self):
        ball = {"carom": 1, "duration": 0.01, "bodies": {
            "ball": {"type": "mass", "mass": 0.01, "position": 0.01}, "floor": {"type": "barrier"}},
            "contacts": {"c": {"type": "collision", "below": "floor", "above": "ball",
                               "stiffness": 1e7}}}
        run = carom.run(ball)
        self.assertEqual(run.warnings, [])
        self.assertIsNone(carom.State(run.model).initial_overlap("c"))
        swapped = {"contacts.c.below": "ball", "contacts.c.above": "floor"}
        with self.assertWarnsRegex(carom.CaromWarning, "are below and above swapped"):
            warnings.simplefilter("always", carom.CaromWarning)
            run = carom.run(ball, changes=swapped)
        self.assertEqual([warning.kind for warning in run.warnings], ["overlap"])
        state = carom.State(run.model)
        self.assertEqual(state.warnings(), run.warnings)
        self.assertEqual(state.initial_overlap("c").overlap, 0.01)
        self.assertEqual(run.summary["physics"], carom.physics)

    def test_resolution(self):
        state = carom.State("hunt-crossley")
        self.assertIsNone(state.resolution("hit"))
        state.process(24)
        self.assertAlmostEqual(state.resolution("hit").steps, 5.861, delta=0.002)

    def test_snapshots(self):
        film = "snapshots:\n  film: {of: plate, every: 0.01}\n"
        for text in (film, film + "  line: {of: string, every: 0.005, from: 0.01}\n"):
            run = carom.run(PLUCK + text)
            t, shapes = run.snapshots["film"]
            self.assertLess(np.abs(t - [0, 0.01, 0.02, 0.03, 0.04, 0.05]).max(), 1e-4)
            state = carom.State(run.model)
            self.assertTrue(same_bits(shapes[0], state.shape("plate")))
            state.step(round(t[1] * run.model.info.rate))
            self.assertTrue(same_bits(shapes[1], state.shape("plate")))
        t, shapes = run.snapshots["line"]
        self.assertEqual(shapes.shape, (len(t), run.model.bodies["string"].points_x + 1))
        self.assertGreaterEqual(t[0], 0.01)

    def test_scenes_without_outputs_or_contacts(self):
        run = carom.run({"carom": 1, "duration": 0.01, "bodies": {"m": {"type": "mass",
                                                                        "mass": 1}}})
        self.assertEqual((run.samples.shape, run.outputs, len(run.events)), ((442, 1), {}, 0))
        self.assertEqual(carom.State(run.model).process(5).shape, (5, 0))

    @unittest.skipIf(SLOW, "a sanitizer keeps freed memory")
    def test_memory_does_not_grow(self):
        def cycle():
            scene = carom.Scene.from_text(PLUCK)
            scene["bodies.string.sigma0"] = 0.1
            run = carom.run(scene, duration=0.002)
            state = carom.State(run.model)
            state.process(100)
            state.restore(state.save())
            state.copy().step()
            for wrong in (lambda: scene.remove("nothing"), lambda: carom.Model({"carom": 2}),
                          lambda: carom.Scene.from_text("a: [\n")):
                self.assertRaises(carom.CaromError, wrong)

        for _ in range(50):
            cycle()
        gc.collect()
        before = resident()
        for _ in range(200):
            cycle()
        gc.collect()
        self.assertLess(resident() - before, 1 << 20)


if __name__ == "__main__":
    unittest.main()
