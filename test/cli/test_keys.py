# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""Every key that the program tells of, with its default, with nonsense and with numbers without measure.

    python3 test_keys.py PATH-TO-CAROM [unittest arguments]
"""

import re

from support import EVERYTHING, GOOD, SLOW, WRONG, Case, main, read_csv


class Keys(Case):
    told = None  # by keys(), once for all tests

    def keys(self):
        """(section, name, kind, default or None, types) of every key that the program tells of."""
        Keys.told = Keys.told or self.ask_for_keys()
        return Keys.told

    def ask_for_keys(self):
        listed = self.good("help", "keys").out.partition("\n\nplay.keys\n")[0]  # without the key of that name
        names = sorted(set(re.findall(r"^  (\S+)", listed, re.MULTILINE)))
        found = {}
        for name in names:
            for block in re.findall(r"^(\S+)\n  .*\n  (.*)\n  (.*)\n", self.good("help", name).out, re.M):
                path, kind, rest = block
                section, _, key = path.rpartition(".NAME.")
                standard = re.match(r"default: (.*?)(;|$)", rest)
                standard = standard[1] if standard and standard[1] != "none" else None
                types = re.search(r"; for: ([\w ]+)", rest)
                found[path] = (section, key, kind, standard, types[1].split() if types else [])
        return list(found.values())

    def paths(self, section, key, types):
        """Where EVERYTHING has room for a key."""
        items = {"bodies": {"string": "string", "bar": "bar", "plate": "plate", "mass": "mass",
                            "wall": "barrier"},
                 "contacts": {"hit": "collision", "hold": "spring", "grip": "spring"},
                 "forces": {"push": ""}, "outputs": {"sound": ""}}
        if section == "":
            return [key]
        if key.startswith("position.sine"):
            return [f"bodies.swing.{key}"]
        return [f"{section}.{name}.{key}" for name, kind in items.get(section, {}).items()
                if not types or kind in types]

    def test_all_keys_of_the_table_are_told_about(self):
        keys = self.keys()
        self.assertGreater(len(keys), 60)
        for needed in ("carom", "rate", "tension", "start.shape", "stiffness", "of", "table"):
            self.assertIn(needed, [key for _, key, _, _, _ in keys])

    def test_every_key_may_be_set_to_its_default(self):
        scene = self.write(EVERYTHING)
        count = 0
        for section, key, _, standard, types in self.keys():
            for path in self.paths(section, key, types) if standard is not None else []:
                with self.subTest(path):
                    self.good("check", scene, "--set", f"{path}={standard}")
                    count += 1
        self.assertGreater(count, 50)

    def test_every_key_refuses_nonsense_by_its_path(self):
        scene = self.write(EVERYTHING)
        for section, key, kind, _, types in self.keys():
            for path in self.paths(section, key, types)[:1] if not kind.startswith("text") else []:
                with self.subTest(path):
                    result = self.wrong("check", scene, "--set", f"{path}=?nonsense?")
                    self.assertRegex(result.err, rf"\A--set:1: {re.escape(path)}: ")
                    self.assertRegex(result.err, "allowed|there are")

    def test_no_number_however_large_or_small_breaks_anything(self):
        scene = self.write(EVERYTHING)
        for section, key, kind, _, types in self.keys():
            # a rate of 1e9 asks for grids that take minutes, and rightly
            if not re.match(r"number|auto|list", kind) or key in ("rate", "duration"):
                continue
            for path in self.paths(section, key, types):
                for value in ("1e300", "5e-324") if SLOW else ("1e-300", "1e300", "1.7e308", "5e-324"):
                    value = f"[{value}, {value}]" if kind.startswith("list") else value
                    with self.subTest(path=path, value=value):
                        result = self.carom("check", scene, "--set", f"{path}={value}")
                        self.assertIn(result.code, (GOOD, WRONG), result)
                        self.assertNotRegex(result.out, r"\bnan\b|-nan")

    def test_a_setting_takes_effect_and_the_last_one_wins(self):
        out = self.good("check", "two-masses", "--set", "rate=1000", "--set", "rate=96000").out
        self.assertRegex(out, "1 s at 96000 Hz")

    def test_the_options_for_duration_and_rate_take_effect(self):
        self.good("run", "two-masses", "--duration", "0.01", "--rate", "10000", "-o", "r",
                  "--quiet", "--csv")
        self.assertEqual(len(read_csv(self.read("r", "samples.csv"))[1]), 101)


if __name__ == "__main__":
    main()
