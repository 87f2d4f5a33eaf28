# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""What the program warns of: told by check and run, listed in summary.json, gone with the remedy it names.

    python3 test_warnings.py PATH-TO-CAROM [unittest arguments]
"""

import json
import math
import os
import re
import signal

from support import BROKEN, EVERYTHING, GOOD, SLOW, ResultsCase, main

BALL = """carom: 1
duration: 0.3
gravity: 9.81
bodies:
  ball: {type: mass, mass: 0.01, position: 0.05}
  floor: {type: barrier}
contacts:
  bounce: {type: collision, below: floor, above: ball, stiffness: 1e7, exponent: 1.5}
outputs:
  speed: {of: ball, quantity: velocity, audio: true}
"""

FRET = """carom: 1
duration: 0.1
bodies:
  string: {type: string, length: 0.65, linear_density: 6e-3, tension: 100, sigma1: 2e-4,
           start: {shape: pluck, at: 0.3, amplitude: 4e-3}}
  fret: {type: barrier, position: -5e-4}
contacts:
  buzz: {type: collision, below: fret, above: string@0.7, stiffness: 1e8, exponent: 1.5}
outputs:
  sound: {of: string@0.9, quantity: velocity, audio: true}
"""

WALL = """carom: 1
duration: 0.02
bodies:
  mass: {type: mass, mass: 0.01, position: 1e-3, velocity: -1}
  wall: {type: barrier}
contacts:
  hit: {type: collision, below: wall, above: mass, stiffness: 3e9, exponent: 1.5, damping: 2}
outputs:
  force: {of: hit, quantity: force}
"""

THROW = """carom: 1
duration: 0.2
bodies:
  ball: {type: mass, mass: 0.01}
  floor: {type: barrier, position: [[0, -0.1], [0.01, -1e-4]]}
contacts:
  bounce: {type: collision, below: floor, above: ball, stiffness: 1e7, exponent: 1.5}
outputs:
  speed: {of: ball, quantity: velocity, audio: true}
score:
  - {gesture: throw, on: ball, at: 0.1, speed: -1}
"""

SINE = """carom: 1
duration: 0.1
bodies:
  string: {type: string, length: 1, linear_density: 1e-3, tension: 100,
           start: {shape: sine, mode: 2, amplitude: 1e-3}}
outputs:
  sound: {of: string@0.25, quantity: velocity, audio: true, gain: 1}
"""

TWO = """carom: 1
duration: 0.01
bodies:
  upper: {type: string, length: 1, linear_density: 1e-3, pitch: 60, start: {shape: pluck, amplitude: 1e-3}}
  lower: {type: string, length: 1, linear_density: 1e-3, pitch: 50}
contacts:
  clash: {type: collision, below: lower, above: upper, along: true, stiffness: 1e6}
outputs:
  sound: {of: upper@0.3, quantity: velocity}
"""

SITAR = """carom: 1
rate: 1000
duration: 8.2
bodies:
  string: {type: string, length: 1, linear_density: 1, tension: 1,
           start: {shape: wrapped, amplitude: 25}}
  bridge: {type: barrier, profile: {shape: parabola, height: 1, width: 0.05, from: 0, to: 0.05}}
contacts:
  wrap: {type: collision, below: bridge, above: string, along: true}
outputs:
  mid: {of: string@0.5}
solver: {method: wave}
"""

TABLE = """carom: 1
duration: 0.01
bodies:
  string: {type: string, length: 1, linear_density: 1e-3, tension: 100, model: grid, points: 4,
           start: {shape: table, values: [0, 1e-3, 0, -1e-3, 0]}}
outputs:
  sound: {of: string@0.25}
"""

RATTLE = """carom: 1
duration: 0.005
bodies:
  ball: {type: mass, mass: 0.01, velocity: 1}
  right: {type: barrier, position: 1e-4}
  left: {type: barrier, position: -1e-4}
contacts:
  r: {type: collision, below: ball, above: right, stiffness: 1e14, exponent: 1, scheme: exact}
  l: {type: collision, below: left, above: ball, stiffness: 1e14, exponent: 1, scheme: exact}
outputs:
  force: {of: r, quantity: force}
"""

STRIKE = """carom: 1
duration: 0.05
bodies:
  hammer: {type: mass, mass: 1e-3, position: -1e-3, velocity: 1}
  bar: {type: bar, length: 0.5, density: 7800, width: 0.02, thickness: 5e-3, youngs: 2.1e11}
contacts:
  hit: {type: collision, below: hammer, above: bar@0.4, stiffness: 1e7, exponent: 1.5}
outputs:
  sound: {of: bar@0.8, quantity: velocity}
"""

TOUCHED = """carom: 1
duration: 0.01
bodies:
  bar: {type: bar, length: 0.3, width: 0.03, thickness: 0.004, density: 7850, youngs: 2e11}
  wall: {type: barrier, position: 1}
contacts:
  rest: {type: collision, below: bar, above: wall, along: true, stiffness: 1e8}
outputs:
  sound: {of: bar@0.25}
"""

ON_A_PLATE = """carom: 1
duration: 0.02
bodies:
  plate: {type: plate, size: [2, 2], thickness: 0.2, density: 7800, youngs: 2e11}
  mass: {type: mass, mass: 1e-3, position: 1e-5}
contacts:
  c: {type: spring, linear: 56850, below: "plate@0.3:0.4", above: mass}
outputs:
  sound: {of: mass}
"""

SPRING = """carom: 1
duration: 0.01
bodies:
  wall: {type: barrier}
  mass: {type: mass, mass: 5e-3, velocity: 3}
  own: {type: mass, mass: 5e-3, velocity: 3, frequency: 1900}
contacts:
  c: {type: spring, below: wall, above: mass, linear: 5e5}
outputs:
  sound: {of: mass}
"""

TRAVELS = """carom: 1
duration: 8
bodies:
  s: {type: bar, length: 0.4, linear_density: 0.3, bending_stiffness: 6, ends: [free, free], sigma0: 0.5, sigma1: 1e-4,
      points: 20, start_velocity: {shape: hump, at: 0.3}}
outputs:
  sound: {of: s@0.1, quantity: velocity}
solver: {precision: single, energy_tolerance: 1}
"""

PUSH = BALL + "forces:\n  push: {on: ball, frequency: 0.1}\n"
HALF_RATE = ("bodies.string.model=grid", "bodies.string.points=219", "duration=0.3")
MODAL = ("bodies.upper.model=modes", "bodies.lower.model=modes", "bodies.lower.points=50",
         "bodies.lower.pitch=150")

# Each kind: a scene, changes with which there is no warning, and changes with which this kind is. In a few
# words, what the two differ by.
# A ball on a plate without supports.
FREE = """carom: 1
duration: 0.5
gravity: 9.81
bodies:
  plate: {type: plate, size: [0.3, 0.2], thickness: 3e-3, density: 2700, youngs: 7e10, edges: free, sigma0: 5}
  ball: {type: mass, mass: 0.01, position: 1e-3}
contacts:
  c: {type: collision, below: plate@0.5:0.5, above: ball, stiffness: 1e7, exponent: 1.5, scheme: exact}
outputs:
  sound: {of: plate@0.3:0.3, quantity: velocity}
"""

KNOBS = """carom: 1
duration: 0.1
bodies:
  string: {type: string, length: 1, linear_density: 1e-3, tension: 100}
controls:
  a: {key: bodies.string.sigma0, from: 0, to: 9, midi: cc1}
  b: {key: bodies.string.tension, from: 50, to: 100, midi: cc1}
outputs:
  sound: {of: string@0.25, quantity: velocity}
"""

PAIRS = {
    "held-start": (TABLE, (), ("bodies.string.start.values=[0,1e-3,0,-1e-3,1e-9]",)),  # an end
    "lengths": (TWO, (), ("bodies.upper.length=1.0001",)),
    "wrapping-ends": (SITAR, ("duration=8.269",), ("duration=8.2691",)),  # 8.26901 s in closed form
    "bridge-edge": (SITAR, ("duration=1",), ("duration=1", "bodies.bridge.profile.from=1e-3")),
    "links": (TWO, (*MODAL, "bodies.upper.pitch=110"), (*MODAL, "bodies.upper.pitch=109")),  # 44100 / 220 = 200.5
    "out-of-tune": (TOUCHED, ("contacts.rest=null",), ()),
    "spring-out-of-tune": (ON_A_PLATE, ("contacts.c.linear=39478",), ()),  # 1 kHz, 1.2 kHz
    "spring-start": (SPRING, (), ("contacts.c.linear=4.9e6",)),  # 1.6 kHz, 5 kHz
    "thrown": (SPRING, (), ("bodies.own.frequency=2100",)),
    "single-travels": (TRAVELS, ("solver.precision=double",), ()),
    "zero-force": (PUSH, (), ("forces.push.frequency=0",)),
    "overlap": (BALL, ("bodies.ball.position=-4.6e-6",), ("bodies.ball.position=-1.4e-5",)),  # at rest, 3 times
    "placed": (THROW, (), ("bodies.floor.position=[[0,-0.1],[0.01,1e-3]]",)),
    "short-impact": (WALL, ("contacts.hit.stiffness=1e7",), ()),
    "short-strike": (STRIKE, (), ("contacts.hit.stiffness=1e10",)),
    "unanswered": (FRET, ("contacts.buzz.stiffness=1e10",),
                   ("contacts.buzz.stiffness=1e10", "solver.bound=false")),
    "adrift": (FREE, ("bodies.plate.edges=pinned",), ()),
    "controller": (KNOBS, ("controls.b.midi=cc2",), ()),
    "rattle-in-sample": (RATTLE, (), ("bodies.ball.velocity=4000",)),
    "half-rate": ("mass-between-ideal", (*HALF_RATE, "bodies.string.sigma1=4e-4"), HALF_RATE),
    "silent": (SINE, ("outputs.sound.gain=auto", "outputs.sound.of=string@0.49"),
               ("outputs.sound.gain=auto", "outputs.sound.of=string@0.5")),
    "clipping": (SINE, ("outputs.sound.gain=0.6",), ("outputs.sound.gain=0.8",)),  # 1.4 m/s, panned
}


def swapped(text):
    return re.sub(r"below: (\S+), above: (\S+),", r"below: \2, above: \1,", text)


class WarningsCase(ResultsCase):
    def warnings(self, scene, *changes, options=()):
        """The kinds that a run lists; the sentences are those of stderr, and the exit code is 0."""
        sets = [word for change in changes for word in ("--set", change)]
        result = self.good("run", scene, "-o", "r", "--quiet", "--wav", "--csv", *sets, *options)
        listed = json.loads(self.read("r", "summary.json"))["warnings"]
        self.assertEqual([line[9:] for line in result.err.splitlines() if line.startswith("warning: ")],
                         [warning["text"] for warning in listed])
        self.sentences = [warning["text"] for warning in listed]
        return [warning["kind"] for warning in listed]

    def given(self, text, *changes):
        return self.warnings(self.write(text), *changes)

    def checked(self, scene):
        result = self.good("check", scene)
        return result.out, re.findall(r"^warning: (.*)$", result.err, re.MULTILINE)


class Starts(WarningsCase):
    def test_swapped_sides_are_told_with_depth_energy_and_remedy(self):
        for text in (BALL, FRET):
            self.assertEqual(self.given(text), [])
            self.assertIn("overlap", self.given(swapped(text)))
            self.assertIn("are below and above swapped?", self.sentences[0])
        self.given(swapped(BALL))
        found = re.search(r"overlap by (\S+) m at t = 0, which stores (\S+) J beside (\S+) J",
                          self.sentences[0])
        self.assertEqual(found[1], "0.05")
        self.assertAlmostEqual(float(found[2]), 1e7 / 2.5 * 0.05**2.5, delta=250)
        self.assertAlmostEqual(float(found[3]), 0.01 * 9.81 * 0.05, delta=2e-4)

    def test_check_tells_it_too(self):
        for text, told in ((BALL, 0), (swapped(BALL), 1)):
            self.assertEqual(len(self.checked(self.write(text))[1]), told)

    def test_it_is_told_at_once_and_not_when_the_run_is_over(self):
        scene = self.write(swapped(BALL))
        process = self.start("run", scene, "-o", "r", "--set", "duration=1e5")
        self.assertRegex(process.stderr.readline(), rb"\Awarning: contacts\.bounce: the bodies overlap")
        process.send_signal(signal.SIGINT)
        self.assertIn("interrupted", self.finish(process).err)

    def test_a_ball_at_rest_brings_no_warning(self):
        rest = (0.01 * 9.81 / 1e7) ** (1 / 1.5)
        self.assertNotIn("overlap", self.given(BALL, f"bodies.ball.position={-rest}"))
        self.assertIn("overlap", self.given(BALL, f"bodies.ball.position={-3 * rest}"))

    def test_an_impact_that_began_with_an_overlap_has_no_closed_form(self):
        scene = self.write(BALL)
        for position, closed in (("1e-3", True), ("-1e-4", False), ("0", True)):
            with self.subTest(position):
                said = self.good("run", scene, "-o", "r" + position, "--plot", "--set",
                                 f"bodies.ball.position={position}", "--set",
                                 "bodies.ball.velocity=-1")
                self.assertEqual("closed form" in said.out, closed)
                impacts = json.loads(self.read("r" + position, "summary.json"))["impacts"]
                self.assertEqual("bounce" in impacts, closed)
                self.assertEqual(os.path.exists(self.path("r" + position, "impact.svg")), closed)

    def test_a_force_of_frequency_0_is_told_by_name(self):
        text = BALL + "forces:\n  push: {on: ball, frequency: %s}\n"
        self.assertEqual(self.given(text % "0"), ["zero-force"])
        self.assertRegex(self.sentences[0], r"\Aforces\.push\.frequency: .*table")
        self.assertEqual(self.given(text % "1"), [])
        self.assertEqual(self.given((text % "0").replace("frequency: 0", "table: [[0, 1]]")), [])


class Impacts(WarningsCase):
    def test_a_short_lossy_impact_is_told_and_each_remedy_cures_it(self):
        self.assertEqual(self.given(WALL), ["short-impact"])
        found = re.search(r"last (\S+) steps, and below (\S+) speeds .* scheme: exact .* "
                          r"(solver\.oversample): (\d)", self.sentences[0])
        steps, needed, times = float(found[1]), float(found[2]), int(found[4])
        self.assertLess(steps, needed)
        self.assertGreaterEqual(steps * times, needed)
        self.assertLess(steps * times / 2, needed)
        self.assertEqual(self.given(WALL, f"solver.oversample={times}"), [])
        self.assertEqual(self.given(WALL, "contacts.hit.scheme=exact"), [])
        self.assertEqual(self.given(WALL, "contacts.hit.damping=0"), [])
        self.assertEqual(self.given(WALL, "contacts.hit.stiffness=1e7"), [])

    def test_beyond_the_largest_oversampling_a_rate_is_named(self):
        self.assertEqual(self.given(WALL, "contacts.hit.stiffness=1e12"), ["short-impact"])
        rate = re.search(r"rate: (\S+) with solver.oversample: 8", self.sentences[0])[1]
        self.assertGreater(float(rate), 44100)
        self.assertEqual(self.given(WALL, "contacts.hit.stiffness=1e12", "solver.oversample=8",
                                    f"rate={1.01 * float(rate)}"), [])

    def test_check_tells_how_long_impacts_last_and_how_hard_they_are(self):
        out, _ = self.checked(self.write(WALL))
        self.assertRegex(out, r"impacts in the first 0\.02\d* s:\n  hit +1 impact of \S+ steps")
        out, _ = self.checked(self.write(FRET))
        self.assertRegex(out, r"  buzz +\d+ impacts of \S+ steps, overlap up to \S+ m, A up to \S+ "
                              r"\(bounded at \S+\)")
        out, _ = self.checked(self.write(BALL.replace("0.3", "0.01")))
        self.assertNotIn("impacts in the first", out)

    def test_check_is_the_same_each_time_but_for_the_cost(self):
        scene = self.write(FRET)
        first, second = (re.sub(r"^cost: .*$", "", self.checked(scene)[0], flags=re.MULTILINE)
                         for _ in range(2))
        self.assertEqual(first, second)


class Motion(WarningsCase):
    def test_a_grid_at_half_the_rate_is_told_and_each_remedy_cures_it(self):
        scene = "mass-between-ideal"
        grid = ["bodies.string.model=grid", "bodies.string.points=219", "duration=0.3"]
        self.assertEqual(self.warnings(scene, *grid), ["half-rate"])
        sigma1 = re.search(r"sigma1: (\S+) gives", self.sentences[0])[1]
        self.assertEqual(self.warnings(scene, *grid, f"bodies.string.sigma1={sigma1}"), [])
        self.assertEqual(self.warnings(scene), [])


class Sound(WarningsCase):
    def test_a_gain_that_clips_is_told_and_the_one_that_is_named_fits(self):
        self.assertEqual(self.given(SINE), ["clipping"])
        found = re.search(r"outputs\.sound\.gain: the mix is (\S+) dB .* here (\S+);", self.sentences[0])
        peak = 2 * math.pi * math.sqrt(100 / 1e-3) * 1e-3 / math.sqrt(2)  # a omega, panned
        self.assertAlmostEqual(float(found[1]), 20 * math.log10(peak), delta=0.2)  # the high-pass at 5 Hz
        self.assertEqual(self.given(SINE, f"outputs.sound.gain={0.995 * float(found[2])}"), [])
        self.assertEqual(self.given(SINE, "outputs.sound.gain=auto"), [])

    def test_silence_is_told(self):
        for change, silent in (("outputs.sound.of=string@0.5", True), ("outputs.sound.gain=1e-8", True),
                               ("outputs.sound.gain=0", False), ("outputs.sound.gain=0.1", False)):
            with self.subTest(change):
                self.assertEqual("silent" in self.given(SINE, change), silent)
        still = "outputs.sound.of=string@0.5"
        self.assertEqual(self.given(SINE, still, "outputs.sound.gain=auto"), ["silent"])
        self.assertEqual(self.given(SINE, still, "outputs.sound.audio=false"), [])

    def test_a_contact_that_never_touches_is_silent(self):
        text = FRET.replace("of: string@0.9, quantity: velocity", "of: buzz, quantity: force")
        self.assertEqual(self.given(text), [])
        self.assertEqual(self.given(text, "bodies.fret.position=-0.1"), ["silent"])


class Kinds(WarningsCase):
    def listed(self, scene, changes):
        """The kinds of a run, which may end early."""
        sets = [word for change in changes for word in ("--set", change)]
        result = self.carom("run", scene, "-o", "r", "--quiet", "--wav", *sets)
        self.assertIn(result.code, (GOOD, BROKEN), result)
        kinds = [warning["kind"] for warning in json.loads(self.read("r", "summary.json"))["warnings"]]
        return kinds

    def test_each_kind_has_a_scene_that_brings_a_warning_and_one_close_to_it_that_brings_none(self):
        kinds = [line.split()[0] for line in self.good("help", "warnings").out.splitlines()]
        self.assertEqual(sorted(PAIRS), sorted(kinds))
        for kind, (scene, sure, warned) in PAIRS.items():
            if kind == "rattle-in-sample":  # needs a start within the sample: test_exact_rattle.c
                continue
            scene = self.write(scene) if "\n" in scene else scene
            with self.subTest(kind):
                self.assertEqual(self.listed(scene, sure), [])
                times = 2 if kind == "rattle-in-sample" else 1  # at both walls
                self.assertEqual(self.listed(scene, warned), [kind] * times)

    def test_links_are_those_that_are_there(self):
        self.assertEqual(self.given(TWO, *MODAL, "bodies.upper.pitch=60"), ["links"])
        self.assertIn(f"has 200 intervals along modes, where a grid would have {44100 // 120}", self.sentences[0])
        self.assertEqual(json.loads(self.read("r", "summary.json"))["contacts"]["clash"]["links"], 199)


class Tuning(WarningsCase):
    def test_a_grid_out_of_tune_is_told_by_run_and_check_and_its_remedy_helps(self):
        def cents(*changes):
            kinds = self.warnings(scene, *changes)
            self.assertEqual(kinds, ["out-of-tune"])
            found = re.fullmatch(r"bodies\.bar: its partials are out of tune, the one of (\S+) Hz by (\S+) cents; a "
                                 r"higher rate brings them nearer, and model: modes is in tune at many times the cost",
                                 self.sentences[0])
            self.assertTrue(8000 < float(found[1]) < 10000, self.sentences)
            return float(found[2])

        scene = self.write(TOUCHED)
        self.assertTrue(-400 < cents() < -200)
        self.assertEqual(self.checked(scene)[1], self.sentences)
        self.assertTrue(-200 < cents("rate=88200") < -100)
        self.assertEqual(self.warnings(scene, "bodies.bar.model=modes"), [])

    def test_run_tells_of_a_grid_that_the_scene_asks_for_but_not_of_points(self):
        scene = self.write(TOUCHED)
        self.assertEqual(self.warnings(scene, "bodies.bar.model=grid"), ["out-of-tune"])
        self.assertEqual(self.warnings(scene, "bodies.bar.model=grid", "contacts.rest=null"), ["out-of-tune"])
        self.assertRegex(self.sentences[0], "; model: modes is in tune$")
        self.assertEqual(self.warnings(scene, "bodies.bar.points=15"), [])


class Scenes(WarningsCase):
    def test_no_built_in_scene_brings_a_warning(self):
        for line in self.good("list").out.splitlines():
            name = line.split()[0]
            short = ("--duration", "0.2") if name.startswith("tromba") or SLOW else ()
            if SLOW and name in ("tanpura", "play-sitar", "play-tanpura"):
                continue  # some of their strings are plucked later
            with self.subTest(name):
                # A light bridge rattles on it in less than seven steps.
                said = ["short-strike"] if name == "tromba-brass" else []
                self.assertEqual(self.warnings(name, options=short), said)

    def test_everything_at_once_brings_no_warning(self):
        self.assertEqual(set(self.given(EVERYTHING)), {"out-of-tune"})  # its bar is touched along


class Versions(WarningsCase):
    def test_the_physics_has_a_number(self):
        said = self.good("version").out
        number = int(re.match(r"carom \S+, physics (\d+)\n", said)[1])
        self.assertGreaterEqual(number, 2)
        self.good("run", "mass-barrier", "-o", "r", "--quiet")
        self.assertEqual(json.loads(self.read("r", "summary.json"))["physics"], number)

    def test_help_lists_the_kinds(self):
        kinds = [line.split()[0] for line in self.good("help", "warnings").out.splitlines()]
        for kind in ("overlap", "short-impact", "short-strike", "half-rate", "silent", "clipping",
                     "zero-force"):
            self.assertIn(kind, kinds)


if __name__ == "__main__":
    main()
