# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""What the results of a good run hold: the sound, the ledger, the impacts, the shapes, the pictures.

    python3 test_results.py PATH-TO-CAROM [unittest arguments]
"""

import json
import re

from support import (EVERYTHING, MINUS_3_DB, UNBALANCED, ResultsCase, main, numbers, read_csv,
                     read_npy, read_wav)


class Sound(ResultsCase):
    def loudest(self, folder):
        return max(map(abs, sum(read_wav(self.read(folder, "audio.wav"))[1], ())))

    def test_the_sound_has_all_samples_and_its_loudest_is_at_3_db_below_full_scale(self):
        for name in ("tromba", "two-masses", "string-string"):
            with self.subTest(name):
                self.good("run", name, "-o", name, *self.short, "--set", "sound.fade=0")
                rate, frames = read_wav(self.read(name, "audio.wav"))
                self.assertEqual((rate, len(frames)), (44100, 2206))
                self.assertAlmostEqual(self.loudest(name), MINUS_3_DB, delta=1e-6)

    def test_sounds_however_loud_or_soft_come_out_at_the_same_level(self):
        for speed in ("1e-60", "1e-6", "1e6", "1e60"):
            with self.subTest(speed):
                self.good("run", "mass-spring-barrier", "-o", "r", *self.short, "--set",
                          f"bodies.mass.velocity={speed}", "--set", "contacts.hit.stiffness=0")
                self.assertAlmostEqual(self.loudest("r"), MINUS_3_DB, delta=1e-6)

    def test_the_fade_changes_the_last_frames_of_the_sound_and_no_other_result(self):
        for fade in ("0", "0.01"):
            self.good("run", "mass-spring-barrier", "-o", fade, *self.short, "--set",
                      f"sound.fade={fade}", "--csv", "--wav")
        hard, soft = (read_wav(self.read(fade, "audio.wav"))[1] for fade in ("0", "0.01"))
        self.assertEqual(hard[:2206 - 441], soft[:2206 - 441])
        self.assertEqual(soft[-1], (0, 0))
        self.assertNotEqual(hard[-1], (0, 0))
        for name in ("samples.csv", "energy.csv", "events.csv"):
            self.assertEqual(self.read("0", name), self.read("0.01", name), name)

    def test_a_gain_that_is_given_is_the_gain(self):
        for gain in (1, 2):
            self.good("run", "mass-spring-barrier", "-o", f"r{gain}", *self.short, "--set",
                      f"outputs.velocity.gain={gain}")
        self.assertAlmostEqual(self.loudest("r2") / self.loudest("r1"), 2, delta=1e-6)

    def test_a_pan_to_one_side_leaves_the_other_silent(self):
        for pan, silent in (("-1", 1), ("1", 0)):
            self.good("run", "mass-spring-barrier", "-o", "r", *self.short, "--set",
                      f"outputs.velocity.pan={pan}")
            frames = read_wav(self.read("r", "audio.wav"))[1]
            self.assertLess(max(abs(frame[silent]) for frame in frames), 1e-6)
            self.assertGreater(max(abs(frame[1 - silent]) for frame in frames), 0.5)


RATTLE = """carom: 1
duration: 0.2
bodies:
  string: {type: string, length: 0.65, linear_density: 4e-3, pitch: 110, sigma1: 3e-4,
           start: {shape: pluck, at: 0.2, amplitude: 4e-3}}
  fret: {type: barrier, position: -3e-4}
contacts:
  buzz: {type: collision, below: fret, above: string@0.5, stiffness: 1e10}
  far: {type: collision, below: fret, above: string, along: true, stiffness: 1e6}
outputs:
  v: {of: string@0.9, quantity: velocity}
"""


class Tables(ResultsCase):
    def test_oversampling_keeps_the_number_of_rows_and_frames(self):
        for times in ("2", "8"):
            with self.subTest(times):
                self.good("run", "mass-between", "-o", "r", *self.short, "--set",
                          f"solver.oversample={times}", "--npy", "--wav", "--csv")
                self.check_whole("r")
                self.assertEqual(self.summary("r")["samples"], 2206)
                self.assertEqual(self.summary("r")["steps"], 2206 * int(times))

    def test_the_energy_table_has_at_most_10000_rows(self):
        for duration in ("0.2", "0.226712", "0.2267347", "0.23", "1", "2.3"):
            for times in ("1", "2"):
                with self.subTest(duration=duration, times=times):
                    self.good("run", "two-masses", "--duration", duration, "--csv", "--quiet", "-o",
                              "r", "--set", f"solver.oversample={times}")
                    rows = read_csv(self.read("r", "energy.csv"))[1]
                    self.assertIn(len(rows), range(3000, 10001))

    def test_how_deep_an_impact_within_a_sample_was_is_not_seen_and_not_0(self):
        scene = self.write("""carom: 1
duration: 0.05
bodies:
  a: {type: mass, mass: 0.01, velocity: 12}
  w: {type: barrier, position: 1e-4}
  v: {type: barrier, position: -1e-4}
contacts:
  c: {type: collision, below: a, above: w, stiffness: 1e14, exponent: 1.5, scheme: exact}
  d: {type: collision, below: v, above: a, stiffness: 1e14, exponent: 1.5, scheme: exact}
outputs: {o: {of: a}}
""")
        for changes, seen in (((), False), (("--set", "contacts.c.stiffness=1e8"), True)):
            out = self.good("run", scene, "-o", "r", *changes).out
            found = self.summary("r")["impacts"]["c"]["found"]
            self.assertEqual(found["compression"] is not None, seen)
            self.assertAlmostEqual(found["speed_out"], 12, delta=1e-6)
            row = next(line for line in out.splitlines() if "largest compression" in line)
            self.assertRegex(row, r" %$" if seen else r" not seen$")
            self.assertNotIn("-100 %", out)

    def test_the_energy_table_balances_as_it_says(self):
        for name in ("tromba", "mass-spring-barrier", self.write(EVERYTHING)):
            with self.subTest(name):
                self.good("run", name, "-o", "r", *self.short)
                self.check_ledger("r")

    def turnover(self, entry):
        potential = sum(abs(v) for n, v in entry.items() if n.startswith("potential."))
        return (entry["kinetic"] + potential + entry["contact"] + entry["dissipated"] +
                abs(entry["supplied"]))

    def test_numerical_loss_has_a_column_of_its_own_and_can_be_switched_off(self):
        scene = self.write(RATTLE)
        self.good("run", scene, "--quiet", "-o", "r")
        header, rows = read_csv(self.read("r", "energy.csv"))
        self.assertEqual([n for n in header if n.startswith("numerical.")], ["numerical.buzz"])
        self.assertEqual(header[-1], "numerical.buzz")
        last = dict(zip(header, map(float, rows[-1])))
        self.assertGreater(last["numerical.buzz"], 1e-3 * last["total"])
        self.assertAlmostEqual(last["numerical.buzz"], last["dissipated.buzz"], delta=1e-12)
        self.good("run", scene, "--quiet", "-o", "s", "--set", "contacts.buzz.numerical_loss=false")
        self.assertFalse([n for n in read_csv(self.read("s", "energy.csv"))[0] if "numerical" in n])

    def test_check_tells_where_a_law_is_bounded(self):
        told = self.good("check", self.write(RATTLE)).out
        self.assertEqual(told.count("as hard as the body can answer"), 1)
        overlap, force, more = map(float, re.search(
            r"from an overlap of (\S+) m \((\S+) N\) on: at rest it gives way by up to (\S+) m/N",
            told).groups())
        self.assertAlmostEqual(1e10 * overlap ** 1.5 / force, 1, delta=0.02)
        self.assertAlmostEqual(1.5 * force / overlap * more, 1, delta=0.02)
        self.assertNotIn("as hard as", self.good("check", "mass-barrier").out)

    def test_the_summary_tells_which_laws_were_bounded_and_how_far(self):
        scene = self.write(RATTLE)
        self.good("run", scene, "--quiet", "-o", "r")
        told = self.summary("r")["contacts"]["buzz"]
        bound = told["bounded"]
        self.assertAlmostEqual(1e10 * bound["overlap"] ** 1.5 / bound["force"], 1, delta=1e-9)
        self.assertGreater(bound["deepest"], bound["overlap"])
        header, rows = read_csv(self.read("r", "energy.csv"))
        lost = dict(zip(header, map(float, rows[-1])))["numerical.buzz"]
        self.assertAlmostEqual(told["numerical_loss"] / lost, 1, delta=0.05)  # in a step less
        # Out of reach nothing is bounded
        self.good("run", scene, "--quiet", "-o", "r", "--set", "contacts.buzz.gap=1")
        self.assertNotIn("bounded", self.summary("r")["contacts"]["buzz"])
        result = self.good("run", scene, "--quiet", "-o", "s", "--set", "solver.bound=false")
        self.assertRegex(result.err, r"(?m)^warning: contacts.buzz: at an overlap of \S+ m its law is \d+ times as hard")
        self.assertFalse({"bounded", "numerical_loss"} & set(self.summary("s")["contacts"]["buzz"]))
        self.assertFalse([n for n in read_csv(self.read("s", "energy.csv"))[0] if "numerical" in n])
        self.assertIs(self.summary("s")["energy"]["balanced"], True)
        self.assertNotIn("as hard as the body", self.good("check", scene, "--set", "solver.bound=false").out)

    def check_ledger(self, folder):
        header, rows = read_csv(self.read(folder, "energy.csv"))
        self.assertEqual(header[:8], ["t", "kinetic", "potential", "contact", "dissipated",
                                      "supplied",
                                      "total", "balance_error"])
        rows = numbers(rows)
        largest = max(map(self.turnover, [dict(zip(header, row)) for row in rows]))
        for row in rows:
            entry = dict(zip(header, row))
            self.assertEqual(entry["total"] - rows[0][6], entry["balance_error"])
            total = sum(row[1:5]) - entry["supplied"]
            self.assertAlmostEqual(total, entry["total"], delta=1e-12 * largest)
            for column in ("kinetic", "potential", "contact", "dissipated"):
                parts = sum(v for n, v in entry.items() if n.startswith(column + "."))
                self.assertAlmostEqual(parts, entry[column], delta=1e-12 * largest)
        error = max(abs(row[7]) for row in rows) / largest
        told = self.summary(folder)["energy"]["max_balance_error"]
        # what is told is over the turnover and a millionth of what links and bodies exchange
        self.assertLessEqual(error, told * (1 + 1e-4))

    def test_a_balance_worse_than_the_tolerance_is_exit_code_3_and_keeps_the_files(self):
        result = self.carom("run", "tromba", "-o", "r", *self.short, "--set",
                            "solver.energy_tolerance=0")
        self.assertEqual(result.code, UNBALANCED, result)
        self.assertIn("solver.energy_tolerance", result.err)
        self.assertEqual(set(self.check_whole("r")), {"energy.csv", "events.csv", "summary.json",
                                                      "audio.wav", "snapshots.csv",
                                                      "snapshots.npy"})
        summary = self.summary("r")
        self.assertIs(summary["complete"], True)
        self.assertIs(summary["energy"]["balanced"], False)

    def test_a_mass_leaves_a_wall_as_fast_as_it_came(self):
        self.good("run", "mass-barrier", "-o", "r", "--quiet")
        header, rows = read_csv(self.read("r", "events.csv"))
        self.assertEqual(header, ["contact", "t_begin", "t_end", "peak_force", "impulse",
                                 "speed_in",
                                  "speed_out", "energy_lost"])
        self.assertEqual(len(rows), 1)
        event = dict(zip(header, rows[0]))
        self.assertEqual(event["contact"], "hit")
        self.assertAlmostEqual(float(event["speed_in"]), 1, delta=1e-12)
        self.assertAlmostEqual(float(event["speed_out"]), float(event["speed_in"]), delta=1e-12)
        self.assertAlmostEqual(float(event["t_begin"]), 5e-3, delta=1e-9)
        self.assertAlmostEqual(float(event["impulse"]), 2 * 0.01 * 1, delta=1e-12)
        hit = self.summary("r")["contacts"]["hit"]
        self.assertEqual(hit["impacts"], 1)
        self.assertEqual(hit["first"], {name: float(event[name]) for name in
                                        ("t_begin", "t_end", "speed_in", "peak_force")})
        self.good("run", "mass-barrier", "-o", "r", "--quiet", "--duration", "5.1e-3")
        self.assertIsNone(self.summary("r")["contacts"]["hit"]["first"]["t_end"])  # it lasts
        self.good("run", "mass-barrier", "-o", "r", "--quiet", "--duration", "4e-3")
        self.assertNotIn("first", self.summary("r")["contacts"]["hit"])

    def test_snapshots_are_shapes_at_their_times(self):
        scene = self.write(json.dumps({
            "carom": 1, "rate": 10000, "duration": 0.02,
            "bodies": {"s": {"type": "string", "length": 1, "linear_density": 0.01, "tension": 100,
                             "points": 50, "start": {"shape": "sine", "amplitude": 1e-3}}},
            "snapshots": {"s": {"of": "s", "every": 0.005, "from": 0.005, "to": 0.015}},
            "outputs": {"middle": {"of": "s@0.5"}}}))
        self.good("run", scene, "-o", "r", "--quiet")
        rows = read_npy(self.read("r", "snapshots.npy"))
        self.assertEqual([row[0] for row in rows], [0.005, 0.01, 0.015])
        self.assertEqual(numbers(read_csv(self.read("r", "snapshots.csv"))[1]), rows)
        samples = self.samples("r")[1]
        for row in rows:
            self.assertEqual(len(row), 52)
            self.assertEqual(row[1 + 25], samples[round(row[0] * 10000)][1])

    def test_snapshots_of_a_contact_are_its_forces_along_the_body(self):
        scene = self.write(json.dumps({
            "carom": 1, "rate": 10000, "duration": 0.02,
            "bodies": {"s": {"type": "string", "length": 1, "linear_density": 0.01, "tension": 100,
                             "points": 50, "start": {"shape": "sine", "amplitude": 1e-3}},
                       "w": {"type": "barrier", "position": -1e-4,
                             "profile": {"shape": "flat", "from": 0.2, "to": 0.41}}},
            "contacts": {"c": {"type": "collision", "below": "w", "above": "s", "along": True,
                               "stiffness": 1e7}},
            "snapshots": {"c": {"of": "c", "every": 1e-4}},
            "outputs": {"force": {"of": "c", "quantity": "force"}}}))
        self.good("run", scene, "-o", "r", "--quiet", "--plot")
        rows = read_npy(self.read("r", "snapshots.npy"))
        self.assertEqual(numbers(read_csv(self.read("r", "snapshots.csv"))[1]), rows)
        told = self.summary("r")["snapshots"]  # the last point has a part of the last interval
        self.assertEqual(told, [{"file": "snapshots", "contact": "c", "points": [11, 0],
                                 "range": [0.2, 0.42]}])
        forces = [row[1] for row in self.samples("r")[1]]
        self.assertGreater(max(forces), 1)
        for row, force in zip(rows[1:], forces): # of the step before
            self.assertEqual(len(row), 1 + 12)
            self.assertAlmostEqual(sum(row[1:]), force, delta=1e-12 * max(forces))
        self.assertIn("c: where it pushes", self.read("r", "shapes.svg").decode())


class Pictures(ResultsCase):
    def test_pictures_are_written_when_asked_for(self):
        self.good("run", "mass-string", "-o", "r", "--plot", *self.short)
        names = self.check_whole("r")
        self.assertLessEqual({"waveform.svg", "energy.svg", "spectrogram.svg", "phase.svg",
                              "contacts.svg", "shapes.svg"}, set(names))

    def test_pictures_can_be_drawn_later(self):
        self.good("run", "tromba", "-o", "now", "--plot", *self.short)
        self.good("run", "tromba", "-o", "later", "--npy", *self.short,
                  "--set", "snapshots.string.of=string", "--set", "snapshots.body.of=body")
        self.good("plot", "later")
        for name in ("waveform.svg", "energy.svg", "spectrogram.svg", "phase.svg", "contacts.svg"):
            self.assertEqual(self.read("now", name), self.read("later", name), name)
        self.assertIn("shapes.svg", self.check_whole("later"))

    def test_pictures_are_of_the_last_run(self):
        self.good("run", "mass-string", "-o", "r", "--npy", *self.short)
        for folder in ("r", "fresh"):
            self.good("run", "mass-string", "-o", folder, "--csv", "--plot", *self.short,
                      "--set", "contacts.strike.stiffness=3e8")
        self.assertEqual(self.read("r", "waveform.svg"), self.read("fresh", "waveform.svg"))

    def test_pictures_of_no_run_are_refused(self):
        for folder in ("nowhere", "."):
            self.assertRegex(self.wrong("plot", folder).err, "folder of a finished run")


if __name__ == "__main__":
    main()
