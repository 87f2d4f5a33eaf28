# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""Scenes whose keys are right and that cannot be: points outside, grids too fine, parts that do not
fit together.

    python3 test_meaning.py PATH-TO-CAROM [unittest arguments]
"""

import re

from support import ONE_MASS, Case, main, scene_with


class ScenesThatCannotBe(Case):
    def test_a_spring_that_restores_nothing_is_refused(self):
        self.refused_for("linear: 10", "", "contacts.hold",
                         "needs linear, cubic or sigma_x, or stiffness")

    def test_a_point_outside_its_body_is_refused(self):
        line, plate = "BODY@x with x from 0 to 1", "PLATE@x:y with x and y from 0 to 1"
        bare = "allowed is its bare name"
        rows = [(f"§below: \"{point}\"", says) for point, says in [
            ("string@1.2", line), ("string@-0.1", line), ("string@", line), ("string@x", line),
            ("string@nan", line), ("string@inf", line), ("string@0.5x", line), ("string", line),
            ("string@0.5:0.5", line), ("string@0.5@0.5", line), ("plate", plate),
            ("plate@0.5", plate), ("plate@0.5:", plate), ("plate@:0.5", plate),
            ("plate@0.5:1.1", plate), ("plate@0.5:0.5:0.5", plate), ("mass@0.5", bare),
            ("mass@", bare), ("wall@0.5", bare), ("nobody", "there are string, bar, plate, mass"),
            ("nobody@0.5", "there is no body 'nobody'"), ("@0.5", "there is no body ''"),
            ("string@0", "a point that moves")]]
        for new, says in rows:
            with self.subTest(new):
                text, _, _ = scene_with("below: bar@0.3", new)
                self.refused(text, rf"contacts\.grip\.(below|above): .*{says}")

    def test_points_of_forces_and_outputs_are_held_to_the_same_rules(self):
        self.refuses_each([
            ("on: string@0.2", "§on: string@1.2", "forces.pull.on", "from 0 to 1"),
            ("on: string@0.2", "§on: string@0", "forces.pull.on", "a point that moves"),
            ("on: string@0.2", "§on: nobody", "forces.pull.on", "there are string"),
            ("of: string@0.9", "§of: string@1.2", "outputs.sound.of", "from 0 to 1"),
            ("of: string@0.9", "§of: nobody", "outputs.sound.of", "there are string"),
        ])

    def test_a_contact_needs_two_bodies_of_which_one_moves(self):
        self.refuses_each([
            ("below: mass, above: string@0.5", "below: mass, §above: mass", "contacts.hit.above",
             "two different bodies"),
            ("below: mass, above: string@0.5", "below: string@0.2, §above: string@0.5",
             "contacts.hit.above", "two different bodies"),
            ("below: wall, above: bar, along: true", "below: wall, §above: floor",
             "contacts.rail.above", "at most one barrier"),
            ("above: bar, along: true", "above: mass, §along: true", "contacts.rail.along",
             "a string or bar along"),
            ("above: bar, along: true", "§above: bar@0.5, along: true", "contacts.rail.above",
             "bare name"),
            ("below: wall, above: bar, along: true", "below: plate, above: bar, §along: true",
             "contacts.rail.along", "a plate along a plate"),
        ])

    def test_a_bow_must_be_able_to_bow(self):
        self.refuses_each([
            ("on: string@0.35, force", "§on: string@1.2, force", "contacts.bow.on", "from 0 to 1"),
            ("on: string@0.35, force", "§on: string, force", "contacts.bow.on", "BODY@x"),
            ("on: string@0.35, force", "§on: wall, force", "contacts.bow.on", "a body that moves"),
            ("on: string@0.35, force", "§on: flute@0.2, force", "contacts.bow.on", "there are"),
            ("force: 0.3", "§force: -0.3", "contacts.bow.force", "at least 0"),
            ("force: 0.3", "§position: 1.5", "contacts.bow.position", "from 0 to 1"),
            ("force: 0.3", "§law: coulomb", "contacts.bow.law", "elasto-plastic"),
            ("force: 0.3", "law: elasto-plastic, §solve: linear", "contacts.bow.solve", "newton"),
            ("force: 0.3", "§dynamic_friction: 0.9", "contacts.bow.dynamic_friction",
             "at most 0.8"),
            ("force: 0.3", "§stiffness: 3", "contacts.bow.stiffness", "sharpness"),
            ("damper: 0.1", "§damper: -1", "contacts.finger.damper", "at least 0"),
            ("on: bar@0.4", "§on: mass, position: 0.5", "contacts.finger.position", "with on"),
            ("on: bar@0.4", "§on: mass, reach: [0, 1]", "contacts.finger.reach", "with on"),
            ("damper: 0.1", "§reach: [0.2]", "contacts.finger.reach", "two numbers"),
            ("damper: 0.1", "§reach: [0.6, 0.3]", "contacts.finger.reach", "beyond the beginning"),
            ("damper: 0.1", "§reach: [0.6, 1.3]", "contacts.finger.reach", "from 0 to 1"),
            ("on: bar@0.4", "§on: bar@0.4, reach: [0.6, 0.8]", "contacts.finger.on", "from 0.6 to 0.8"),
            ("damper: 0.1", "reach: [0.3, 0.8], §position: [[0, 0.5], [1, 0.2]]",
             "contacts.finger.position", "from 0.3 to 0.8"),
            ("damper: 0.1", "§force: -1", "contacts.finger.force", "at least 0"),
        ])

    def test_a_string_on_a_grid_is_not_for_events(self):
        text = "carom: 1\nsolver: {method: event}\nbodies:\n" \
               "  s: {type: string, length: 1, linear_density: 1, tension: 1}\n"
        self.refused(text)

    def test_a_score_must_be_playable(self):
        self.refuses_each([
            ("gesture: bow", "§gesture: blow", "score.1.gesture", "bow, finger, pluck"),
            ("at: 0, position", "§at: -1, position", "score.1.at", "at least 0"),
            ("at: 0.001", "§at: 100", "score.2.at", "the duration"),
            ("position: 0.3, over", "§force: -2, over", "score.1.force", "at least 0"),
            ("position: 0.3, over", "§pitch: 2, over", "score.1.pitch", "position"),
            ("on: plate@0.3:0.3", "§on: plate@0.3", "score.2.on", "PLATE@x:y"),
            ("gesture: pluck, at: 0.001, on: plate@0.3:0.3", "gesture: finger, at: 0.001, §force: -1",
             "score.2.force", "at least 0"),
        ])

    def test_forces_along_a_contact_need_one_along_a_line(self):
        for of, says in (("hit", "contacts along a string or bar"), ("nobody", "there are string")):
            with self.subTest(of):
                text, _, _ = scene_with("outputs:", f"snapshots: {{film: {{of: {of}}}}}\noutputs:")
                self.refused(text, f"snapshots.film.of: .*{says}")
        self.refused("like: sitar-string\nsnapshots: {film: {of: wrap}}\n",
                     "snapshots.film.of: solver.method wrap does not know .* solver.method audio")

    def test_a_string_must_fit_its_bridge(self):
        on, up = "height: 1, width: 0.05, to: 0.05", "{shape: sine, amplitude: 35}"
        down, too_long = "{shape: sine, amplitude: -35}", "height: 1, width: 1.2, to: 1.2"
        rows = [("wave", too_long, "", up, r"bodies.w.profile.width: .*longer than the string.*rigid"),
                ("wrap", too_long, "", up, r"bodies.w.profile.width: .*longer than the string.*rigid"),
                ("rigid", too_long, "", up, r"bodies.s.start.shape: .*inside the obstacle.*audio"),
                ("wave", "height: -1, width: 0.05, to: 0.05", "", up, r"bodies.w.profile.height: .*concave.*rigid"),
                ("wrap", "height: -1, width: 0.05, to: 0.05", "", up, r"bodies.w.profile.height: .*concave.*rigid"),
                ("wave", on, "", up + ", bending_stiffness: 1e-3",
                 r"bodies.s.bending_stiffness: .*ideal string.*solver.method audio"),
                ("wrap", on, "", up + ", bending_stiffness: 1e-3",
                 r"bodies.s.bending_stiffness: .*without stiffness.*solver.method audio"),
                ("rigid", on, "", up + ", bending_stiffness: 1e-3",
                 r"bodies.s.bending_stiffness: .*ideal string.*solver.method audio"),
                ("wave", on, "position: -0.2, ", up, r"bodies.w.position: .*left end is not on.*rigid"),
                ("wrap", on, "position: -0.2, ", up, r"bodies.w.position: .*left end is not on.*rigid"),
                ("wave", on + ", at: 0.02", "", up, r"bodies.w.profile.at: .*left end is not on.*rigid"),
                ("wrap", on + ", at: 0.02", "", up, r"bodies.w.profile.at: .*left end is not on.*rigid"),
                ("rigid", on, "position: 0.2, ", up, r"bodies.s.start.shape: .*inside.*audio"),
                ("wave", on, "", down, r"bodies.s.start.shape: .*inside.*audio"),
                ("wrap", on, "", down, r"bodies.s.start.shape: .*inside.*audio"),
                ("rigid", on, "", down, r"bodies.s.start.shape: .*inside.*audio"),
                ("audio", "height: 1, width: 0.4, at: 1.2", "", up,
                 r"contacts.c.along: .*from 1.2 m to 1.6 m, where no point of the body, 1 m long")]
        for method, profile, position, start, says in rows:
            with self.subTest((method, profile, position, start)):
                self.refused(
                    "carom: 1\nrate: 1000\nbodies:\n"
                    f"  s: {{type: string, length: 1, linear_density: 1, tension: 1, start: {start}}}\n"
                    f"  w: {{type: barrier, {position}profile: {{shape: parabola, {profile}}}}}\n"
                    "contacts:\n"
                    "  c: {type: collision, below: w, above: s, along: true, stiffness: 1e7}\n"
                    f"outputs: {{mid: {{of: s@0.5}}}}\nsolver: {{method: {method}}}\n", says)

    def test_a_string_starts_wrapped_on_one_bridge_only(self):
        like = "like: sitar-string\nsolver: {modes: null, method: METHOD}\n"
        here = "bodies: {string: {start: {shape: wrapped}}}\n"
        rows = [(here + "contacts: {wrap: null}\noutputs: {contact_length: null, force: null}\n",
                 r"bodies.string.start.shape: wrapped is .*, and 0 contacts lie along it; allowed is one, or another"),
                (here + "contacts: {two: {type: collision, below: bridge, above: string, along: true, stiffness: 1e6}}\n",
                 r"bodies.string.start.shape: wrapped is .*, and 2 contacts lie along it"),
                ("bodies: {bridge: {profile: {height: -1}}}\n",
                 r"bodies.bridge.profile.height: .*concave; .* or another start.shape than wrapped"),
                ("bodies: {bridge: {position: -0.1}}\n",
                 r"bodies.bridge.position: .*left end is not on the bridge; .* or another start.shape"),
                ("bodies: {bridge: {profile: {width: 1.1, to: 1.1}}}\n",
                 r"bodies.bridge.profile.width: .*longer than the string; .* or another start.shape"),
                ("bodies: {bridge: {profile: {shape: sine}}}\n",
                 r"bodies.bridge.profile.shape: .*parabolic bridge.*or another start.shape"),
                ("bodies: {string: {start_velocity: {shape: wrapped}}}\n",
                 r"bodies.string.start_velocity.shape: wrapped is the displacement"),
                ("bodies: {string: {start: {mode: 1.5}}}\n", r"bodies.string.start.mode: .*one whole number")]
        for method in ("audio", "adaptive", "rigid"):
            for text, says in rows:
                if method == "adaptive" and "wrap: null" in text:
                    continue  # it takes grids for missing then
                with self.subTest((method, text)):
                    self.refused(like.replace("METHOD", method) + text, says)
        self.refused("like: sitar-string\nsolver: {modes: null, method: event}\n"
                     "bodies: {string: {points: 8, start: {shape: wrapped}}}\n",
                     r"start.shape: .*or solver.method wrap, wave, rigid, adaptive or audio")

    def test_null_takes_a_key_or_an_item_away_on_the_command_line_too(self):
        audio = ("check", "sitar-string", "--set", "solver.method=audio")
        self.assertRegex(self.wrong(*audio).err, "solver.modes")
        self.assertIn("bodies: 2", self.good(*audio, "--set", "solver.modes=null").out)
        alone = self.good("check", "two-masses", "--set", "contacts.hit=null", "--set", "outputs.force=null")
        self.assertIn("contacts: 0", alone.out)
        for path in ("solver.modes", "contacts.none", "nothing.at.all", "title.x"):
            self.assertRegex(self.wrong("check", "hunt-crossley", "--set", path + "=null").err,
                             r"\A--set:1: .*the scene (does not set this key|has no such item)")

    def test_a_scene_may_begin_as_another(self):
        self.write("like: mass-barrier\nbodies: {mass: {velocity: 3}}\n", "faster.yaml")
        self.write("like: faster.yaml\ntitle: faster still\n", "still.yaml")
        self.good("run", "still.yaml", "-o", "a", "--duration", "0.05", "--quiet")
        self.good("run", "mass-barrier", "-o", "b", "--set", "bodies.mass.velocity=3",
                  "--duration", "0.05", "--quiet")
        self.assertEqual(self.read("a", "samples.csv"), self.read("b", "samples.csv"))
        self.write("like: again.yaml\n", "again.yaml")
        self.refused("like: again.yaml\n", "circle", "again.yaml")
        self.refused("carom: 1\nlike: nothing\n", "allowed is a built-in one, .*; carom list shows")
        self.refused("like: [a, b]\n", "allowed is one scene's")
        self.refused("like: tromba\nscore:\n  - {gesture: bow, at: 1}\n", "moves nothing")
        self.refused("like: .\n", "no scene '.'")

    def test_a_scene_may_lack_what_the_other_one_has(self):
        self.write("like: two-masses\noutputs: {force: null}\nbodies: {lower: {frequency: ~}}\n",
                   "less.yaml")
        self.good("run", "less.yaml", "-o", "a", "--duration", "0.01", "--quiet", "--csv")
        self.assertNotIn(b"force", self.read("a", "samples.csv").split(b"\n")[0])
        self.refused("like: two-masses\noutputs: {nobody: null}\n", "no such item")

    def test_a_barrier_cannot_be_pushed(self):
        self.refused_at("on: mass, frequency: 55", "§on: wall, frequency: 55", "forces.push.on",
                        "a body that moves")

    def test_a_force_is_either_a_sine_or_a_table(self):
        self.refused_for("frequency: 55", "frequency: 55, table: [[0, 1]]", "forces.push",
                         "either frequency .* or table")

    def test_the_same_thing_said_in_two_ways_is_refused(self):
        one = "allowed is one of the two"
        self.refuses_each([
            ("tension: 100", "tension: 100\n    §pitch: 100", "bodies.string.pitch", one),
            ("radius: 5e-4", "radius: 5e-4\n    §linear_density: 1", "bodies.string.linear_density",
             one),
            ("tension: 100", "tension: 100\n    §bending_stiffness: 1",
             "bodies.string.bending_stiffness", one),
        ])

    def test_an_unstable_grid_is_refused_with_the_limit(self):
        self.refuses_each([
            ("tension: 100", "tension: 100\n    §points: 5000", "bodies.string.points",
             r"at least \S+ m, that is at most \d+ intervals"),
            ("youngs: 1e10", "youngs: 1e10\n    §points: [300, 200]", "bodies.plate.points",
             r"at least \S+ m, such as \[\d+, \d+\] cells"),
            ("ends: [pinned, clamped]", "ends: [pinned, clamped]\n    §points: [10, 10]",
             "bodies.string.points", "one whole number"),
        ])

    def test_the_limit_of_a_grid_is_itself_allowed(self):
        text, _, _ = scene_with("tension: 100", "tension: 100\n    points: 5000")
        most = re.search(r"at most (\d+) intervals", self.refused(text).err)[1]
        text, _, _ = scene_with("tension: 100", f"tension: 100\n    points: {most}")
        self.good("check", self.write(text))
        text, _, _ = scene_with("youngs: 1e10", "youngs: 1e10\n    points: [300, 200]")
        most = re.search(r"such as (\[\d+, \d+\]) cells", self.refused(text).err)[1]
        text, _, _ = scene_with("youngs: 1e10", f"youngs: 1e10\n    points: {most}")
        self.good("check", self.write(text))

    def test_a_body_too_stiff_for_its_rate_says_so(self):
        self.refused_for("tension: 100", "tension: 1e9", "bodies.string",
                         r"at least two intervals \(raise the rate")

    def test_a_mass_too_fast_for_the_rate_is_refused_with_the_limit(self):
        self.refuses_each([
            ("velocity: 1}", "velocity: 1, §frequency: 22050}", "bodies.mass.frequency",
             "a number below 22050"),
            ("velocity: 1}", "velocity: 1, §frequency: [[0, 10], [1, 22050]]}",
             "bodies.mass.frequency", "a number below 22050"),
        ])

    def test_a_table_of_the_wrong_length_is_refused_with_the_right_one(self):
        self.refuses_each([
            ("start: {shape: pluck, at: 0.3, amplitude: 1e-3}",
             f"points: 4\n    start: {{shape: table, §values: {values}}}",
             "bodies.string.start.values", "needed with shape: table are 5")
            for values in ("[0, 1, 0]", "[0, 0, 0, 0, 0, 0]")])
        self.refused_for("{shape: pluck, at: 0.3, amplitude: 1e-3}", "{shape: table}",
                         "bodies.string.start.values", "needed with shape: table")

    def test_an_output_of_a_missing_contact_lists_the_contacts(self):
        self.refused_at("of: hit", "§of: hitt", "outputs.force.of",
                        "contacts are: hit, rail, tap, hold, grip")

    def test_an_output_quantity_must_fit_what_it_is_of(self):
        self.refuses_each([
            ("of: string@0.9, quantity: velocity", "of: mass, §quantity: slope",
             "outputs.sound.quantity", "displacement, velocity, acceleration"),
            ("of: string@0.9, quantity: velocity", "of: wall, §quantity: velocity",
             "outputs.sound.quantity", "displacement"),
            ("of: string@0.9, quantity: velocity", "of: hit, §quantity: slope",
             "outputs.sound.quantity", "velocity, force, overlap, psi, energy"),
            ("of: hit, quantity: force", "§of: mass, quantity: force", "outputs.force.of",
             "contacts are: hit"),
            ("of: hit, quantity: force", "§of: string@0.5, quantity: overlap", "outputs.force.of",
             "contacts are: hit"),
        ])

    def test_sizes_beyond_all_measure_are_refused_with_their_path(self):
        plate = "type: plate, thickness: 1e-3, density: 1000, youngs: 1e9, size: "
        for body, path in ((plate + "[1, 1e9]", "bodies.b"), (plate + "[1, 1e300]", "bodies.b"),
                           (plate + "[1e6, 1e6], points: [100000, 100000]", "bodies.b"),
                           (plate + "[1e300, 1]", "bodies.b"),
                           ("type: string, length: 1, density: 1, radius: 1e-200, tension: 1",
                            "bodies.b"),
                           ("type: string, length: 1e300, linear_density: 1, tension: 1",
                            "bodies.b")):
            with self.subTest(body):
                self.refused(f"carom: 1\nbodies:\n  b: {{{body}}}\n", rf": {path}\b")

    def test_more_samples_than_anyone_can_want_are_refused(self):
        self.refused(ONE_MASS + "duration: 1e9\nrate: 1e9\n", "duration: .*allowed are at most")


if __name__ == "__main__":
    main()
