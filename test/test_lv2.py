# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""Bundles of scenes in LV2 hosts: their descriptions, their sound, their state.

    python3 test_lv2.py CAROM HOST

HOST is test/lv2_host.c. Needs numpy, and lv2_validate and lv2bench of lv2-dev and lilv-utils.
"""

import ctypes
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import midi_song

INSTRUMENTS = {"tromba": 45, "sitar": 49, "tanpura": 40, "hammered-string": 48, "prepared-string": 48}


def carom(*arguments, **options):
    return subprocess.run([CAROM, *arguments], capture_output=True, text=True, check=False, **options)


def there():
    """The instruments that this version has."""
    names = carom("list").stdout
    return [name for name in INSTRUMENTS if re.search(rf"^{name}\b", names, re.M)]


def sound(path):
    """Of a WAV file of float stereo."""
    with open(path, "rb") as file:
        data = file.read()
    at = data.index(b"data")
    size, = struct.unpack("<I", data[at + 4:at + 8])
    return np.frombuffer(data[at + 8:at + 8 + size], "<f4").reshape(-1, 2).astype(float)


def limited(x, threshold=0.75):
    """The limiter of the mix, as mix.h has it."""
    u = (np.abs(x) - threshold) / (1 - threshold)
    bent = threshold + (1 - threshold) * u / np.sqrt(1 + u * u)
    return np.where(np.abs(x) > threshold, np.sign(x) * bent, x)


class Bundles(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.dir = tempfile.mkdtemp()
        cls.names = there()
        cls.env = dict(os.environ, LV2_PATH=f"{cls.dir}/lv2:/usr/lib/lv2")
        for name in cls.names:
            done = carom("export", name, "--lv2", f"{cls.dir}/lv2")
            assert done.returncode == 0, done.stderr
            midi_song.write(f"{cls.dir}/{name}.mid", midi_song.song(INSTRUMENTS[name]))

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.dir)

    def host(self, name, block, *options, rate=44100, uri=None, code=0):
        out = os.path.join(self.dir, "host.wav")
        done = subprocess.run([HOST, uri or f"urn:carom:{name}", f"{self.dir}/{name}.mid", out, str(rate),
                               str(block), *options], capture_output=True, text=True, env=self.env, check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return (sound(out) if code == 0 else None), done.stdout + done.stderr

    def offline(self, name, rate=44100):
        """What carom run makes of a recording of the same song."""
        score, out = f"{self.dir}/{name}.yaml", f"{self.dir}/out-{name}"
        done = carom("play", name, "--offline", "--midi", f"{self.dir}/{name}.mid", "--record", score,
                     "--rate", str(rate))
        self.assertEqual(done.returncode, 0, done.stderr)
        done = carom("run", score, "-o", out, "--wav", "--quiet")
        self.assertEqual(done.returncode, 0, done.stderr)
        return sound(f"{out}/audio.wav")

    def test_the_validator_has_nothing_to_say(self):
        files = [os.path.join(folder, name) for folder, _, names in os.walk(f"{self.dir}/lv2")
                 for name in names if name.endswith(".ttl")]
        self.assertEqual(len(files), 3 * len(self.names))
        done = subprocess.run(["lv2_validate", *files], capture_output=True, text=True, check=False)
        text = done.stdout + done.stderr
        self.assertNotRegex(text, r"(?i)^(error|warning)")
        self.assertIn("Found 0 errors", text)

    def test_numbers_are_decimals_that_hosts_read_as_floats(self):
        numbers = []
        for folder, _, names in os.walk(f"{self.dir}/lv2"):
            for name in names:
                if name.endswith(".ttl"):
                    with open(os.path.join(folder, name), encoding="utf-8") as file:
                        numbers += re.findall(r"(?:pset:value|lv2:(?:minimum|maximum|default)|rdf:value) (\S+)",
                                              file.read())
        self.assertGreater(len(numbers), 100)
        self.assertTrue(any(float(number) >= 1e9 for number in numbers) or "prepared-string" not in self.names)
        for number in numbers:
            self.assertRegex(number, r"^-?\d+(\.\d+)?$")

    def test_the_plugin_gives_the_offline_mix_at_any_block_size(self):
        for name in self.names:
            with self.subTest(instrument=name):
                first, text = self.host(name, 64)
                late = int(re.search(r"latency (\d+)", text).group(1))
                self.assertIn("allocations 0\n", text)
                self.assertIn("restarts 0\n", text)
                self.assertGreater(np.abs(first).max(), 0.02)
                self.assertLessEqual(np.abs(first).max(), 1)
                offline = limited(self.offline(name))
                count = min(len(first) - late, len(offline))
                error = np.abs(first[late:late + count] - offline[:count]).max()
                print(f"{name}: loudest {np.abs(first).max():.3f}, plugin less offline mix {error:.1e}")
                self.assertLess(error, 2e-7)  # rounding of floats, and of the limiter in doubles
                for block in (0, 1024) if name == "tromba" else (0,):
                    again, text = self.host(name, block)
                    self.assertTrue(np.array_equal(first, again), f"blocks of {block}")
                    self.assertIn("allocations 0\n", text)

    def test_other_rates_sound(self):
        for rate in (22050, 48000, 96000):
            heard, text = self.host("tromba", 256, rate=rate)
            self.assertIn("restarts 0\n", text)
            self.assertGreater(np.abs(heard).max(), 0.02)
            self.assertLess(np.abs(heard[-100:]).max(), np.abs(heard).max())

    def test_ports_move_controls_and_what_is_no_number_does_not(self):
        plain, _ = self.host("tromba", 64)
        moved, _ = self.host("tromba", 64, "c_bow_speed@0.4=0.2")
        self.assertGreater(np.abs(plain - moved).max(), 0.01)
        self.assertTrue(np.array_equal(plain[:17000], moved[:17000]))
        odd, text = self.host("tromba", 64, "c_bow_speed@0.4=nan", "c_rattle@0.5=inf", "a4@0.2=nan")
        self.assertTrue(np.array_equal(plain, odd))
        wild, text = self.host("tromba", 64, "c_bow_speed@0.4=1e30", "c_bow_position@0.5=-7")
        self.assertIn("restarts 0\n", text)
        self.assertTrue(np.isfinite(wild).all() and np.abs(wild).max() <= 1)
        lower, _ = self.host("tromba", 64, "a4=415")
        self.assertGreater(np.abs(plain - lower).max(), 0.01)

    def test_hosts_find_presets_and_recall_them(self):
        plain, text = self.host("tromba", 64)
        for name in self.names:
            if name != "tromba":
                _, text = self.host(name, 64)
            found = re.findall(rf"^preset urn:carom:{name}#preset_(\S+) (.+)$", text, re.M)
            self.assertGreaterEqual(len(found), 4)
            self.assertIn(("default", "Default"), found)
            if name == "tromba":
                self.assertIn(("loose-bridge", "Loose bridge"), found)
        state = f"{self.dir}/preset"
        heard, _ = self.host("tromba", 64, "preset=urn:carom:tromba#preset_muffled", f"save={state}")
        self.assertLess(np.abs(heard).max(), np.abs(plain).max())
        with open(state, encoding="ascii") as file:
            self.assertIn(f"\nmuffle {struct.pack('>d', 1).hex()}\n", file.read())
        default, _ = self.host("tromba", 64, "preset=urn:carom:tromba#preset_default")
        self.assertTrue(np.array_equal(default, plain))

    def test_state_is_saved_and_restored_by_version(self):
        state = f"{self.dir}/state"
        _, text = self.host("tromba", 64, "c_bow_speed=0.2", "c_rattle=1e7", f"save={state}")
        self.assertIn("saved 0", text)
        with open(state, encoding="ascii") as file:
            lines = file.read()
        self.assertRegex(lines, r"^carom 1 scene [0-9a-f]{16}\n")
        self.assertIn(f"\nrattle {struct.pack('>d', 1e7).hex()}\n", lines)
        moved, text = self.host("tromba", 64, f"restore={state}")
        self.assertIn("restored 0", text)
        self.assertNotRegex(text, r"(?m)^carom:")
        # In the order of most hosts: restore, then activate; and what it saves then is the same.
        first, text = self.host("tromba", 64, f"restore-first={state}", f"save={state}2")
        self.assertIn("restored 0", text)
        self.assertTrue(np.array_equal(first, moved))
        with open(f"{state}2", encoding="ascii") as file:
            self.assertEqual(file.read(), lines)
        # Another version of the scene: what has its name is taken, and the user is told.
        with open(state, "w", encoding="ascii") as file:
            file.write(re.sub("scene .{16}", "scene 0123456789abcdef", lines).replace("rattle", "rattler"))
        other, text = self.host("tromba", 64, f"restore={state}")
        self.assertIn("another version of the scene; 1 of its controls", text)
        self.assertIn("restored 0", text)
        self.assertGreater(np.abs(other).max(), 0.02)
        with open(state, "w", encoding="ascii") as file:
            file.write("carom 2 scene 0\n\0")
        plain, text = self.host("tromba", 64, f"restore={state}")
        self.assertIn("another version of Carom", text)
        self.assertTrue(np.array_equal(plain, self.host("tromba", 64)[0]))
        self.assertFalse(np.array_equal(plain, moved))

    def test_a_bundle_without_its_scene_is_told_and_not_made(self):
        shutil.copytree(f"{self.dir}/lv2/tromba.lv2", f"{self.dir}/lv2/broken.lv2")
        for name in ("manifest.ttl", "tromba.ttl", "presets.ttl"):
            path = f"{self.dir}/lv2/broken.lv2/{name}"
            with open(path, encoding="ascii") as file:
                text = file.read()
            with open(path, "w", encoding="ascii") as file:
                file.write(text.replace("urn:carom:tromba", "urn:carom:broken"))
        os.remove(f"{self.dir}/lv2/broken.lv2/scene.json")
        _, text = self.host("tromba", 64, uri="urn:carom:broken", code=1)
        self.assertIn("carom: scene.json: cannot be read", text)
        with open(f"{self.dir}/lv2/broken.lv2/scene.json", "w", encoding="ascii") as file:
            file.write('{"carom": 1, "bodies": {"b": {"type": "blob"}}}')
        _, text = self.host("tromba", 64, uri="urn:carom:broken", code=1)
        self.assertIn("scene.json:1:", text)
        shutil.rmtree(f"{self.dir}/lv2/broken.lv2")

    def test_a_scene_of_ones_own_becomes_a_plugin(self):
        scene = f"{self.dir}/my harp.yaml"
        with open(scene, "w", encoding="ascii") as file:
            file.write("""{carom: 1, title: 'A "harp"', duration: 1, bodies: {string: {type: string, length: 0.7,
  linear_density: 6e-3, pitch: 110, sigma0: 1, sigma1: 2e-3}}, controls: {
  pitch: {key: bodies.string.pitch, midi: note}, loss: {key: bodies.string.sigma0, from: 0, to: 9, midi: cc1},
  pluck: {gesture: pluck, on: string@0.13, midi: note-on, force: [0.2, 3]}},
  outputs: {o: {of: string@0.9, quantity: velocity, audio: true}}}""")
        done = carom("export", scene, "--lv2", f"{self.dir}/lv2", "--uri", "http://example.org/harp")
        self.assertEqual(done.returncode, 0, done.stderr)
        folder = f"{self.dir}/lv2/my-harp.lv2"
        self.assertEqual(sorted(os.listdir(folder)),
                         ["carom.so", "manifest.ttl", "my-harp.ttl", "presets.ttl", "scene.json"])
        heard, _ = self.host("tromba", 64, uri="http://example.org/harp")
        self.assertGreater(np.abs(heard).max(), 0.1)
        # A port strikes, too.
        struck, _ = self.host("tromba", 64, "c_pluck@1.6=1", uri="http://example.org/harp")
        self.assertGreater(np.abs(struck[72000:]).max(), 2 * np.abs(heard[72000:]).max())
        shutil.rmtree(folder)

    def test_bundles_side_by_side_have_one_binary_and_each_is_whole(self):
        def files(folder):
            return [os.stat(f"{folder}/{name}.lv2/carom.so") for name in self.names]

        self.assertEqual(len({what.st_ino for what in files(f"{self.dir}/lv2")}), 1)
        self.assertEqual(carom("export", self.names[0], "--lv2", f"{self.dir}/lv2").returncode, 0)  # and again
        self.assertEqual({what.st_nlink for what in files(f"{self.dir}/lv2")}, {len(self.names)})
        for folder in os.listdir(f"{self.dir}/lv2"):
            self.assertFalse([name for name in os.listdir(f"{self.dir}/lv2/{folder}") if name.endswith(".part")])
        # All of them in one process, as hosts have them.
        libraries = []
        for name in self.names:
            library = ctypes.CDLL(f"{self.dir}/lv2/{name}.lv2/carom.so")
            library.lv2_lib_descriptor.restype = ctypes.c_void_p
            library.lv2_lib_descriptor.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
            libraries.append(library.lv2_lib_descriptor(f"{self.dir}/lv2/{name}.lv2/".encode(), None))
        self.assertEqual(len(set(libraries) - {None}), len(self.names))
        done = subprocess.run(["lv2bench", "-b", "64", "-n", "512"], cwd=self.dir, capture_output=True, text=True,
                              env=dict(os.environ, LV2_PATH=f"{self.dir}/lv2"), check=False)
        for name in self.names:
            self.assertIn(f"urn:carom:{name}", done.stdout)
        # Copied alone, or with the others: with their link if that is asked for.
        shutil.copytree(f"{self.dir}/lv2/{self.names[0]}.lv2", f"{self.dir}/alone/{self.names[0]}.lv2")
        done = subprocess.run([HOST, f"urn:carom:{self.names[0]}", f"{self.dir}/{self.names[0]}.mid",
                               f"{self.dir}/alone.wav", "44100", "64"], capture_output=True, text=True, check=False,
                              env=dict(os.environ, LV2_PATH=f"{self.dir}/alone:/usr/lib/lv2"))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        os.mkdir(f"{self.dir}/copied")
        subprocess.run(["cp", "-r", "--preserve=links", *(f"{self.dir}/lv2/{name}.lv2" for name in self.names),
                        f"{self.dir}/copied"], check=True)
        self.assertEqual(len({what.st_ino for what in files(f"{self.dir}/copied")}), 1)

    def test_a_binary_that_is_another_or_that_others_may_change_is_not_shared(self):
        folder = f"{self.dir}/strange"
        for change in ("another", "writable", "link"):
            self.assertEqual(carom("export", "tromba", "--lv2", folder).returncode, 0)
            path = f"{folder}/tromba.lv2/carom.so"
            if change == "another":
                with open(path, "ab") as file:
                    file.write(b"more")
            elif change == "writable":
                os.chmod(path, 0o666)
            else:
                os.rename(path, f"{folder}/moved.so")
                os.symlink("../moved.so", path)
            self.assertEqual(carom("export", "sitar", "--lv2", folder).returncode, 0)
            own = os.lstat(f"{folder}/sitar.lv2/carom.so")
            self.assertEqual((own.st_nlink, own.st_mode & 0o170002), (1, 0o100000), change)
            shutil.rmtree(folder)

    def test_mistakes_are_told(self):
        for arguments, text in (
                (["tromba"], "needs a scene and --lv2 DIR"),
                (["mass-barrier", "--lv2", self.dir], "controls: missing"),
                (["tromba", "--lv2", self.dir, "--uri", "a b"], "is no address"),
                (["tromba", "--lv2", "/dev/null/x"], "cannot be written: it is no folder"),
                (["tromba", "--lv2", self.dir, "--set", "controls.bow_speed.key=contacts.bow.speed"],
                 "its port would have the symbol of controls.bow"),
                (["tromba", "--lv2", self.dir, "--set", "controls.rattle.key=bodies.none.pitch"],
                 "there is no live key 'bodies.none.pitch'")):
            done = carom("export", *arguments)
            self.assertEqual(done.returncode, 1, arguments)
            self.assertIn(text, done.stderr)

    def test_addresses_are_those_that_hosts_take(self):
        longest = "urn:carom:" + "x" * 501
        for uri in ("https://example.org/a?b=c%20d", "tag:example.org,2026:harp", longest):
            done = carom("export", "tromba", "--lv2", f"{self.dir}/addressed", "--uri", uri)
            self.assertEqual(done.returncode, 0, done.stderr)
        library = ctypes.CDLL(f"{self.dir}/addressed/tromba.lv2/carom.so")
        library.lv2_lib_descriptor.restype = ctypes.c_void_p
        library.lv2_lib_descriptor.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
        self.assertTrue(library.lv2_lib_descriptor(f"{self.dir}/addressed/tromba.lv2/".encode(), None))
        for uri, text in ((longest + "x", "512 characters; allowed are at most 511"),
                          ("javascript:alert(1)", "http://, https://, urn: or tag:"),
                          ("file:///etc/passwd", "is no address"), ("urn:", "is no address"),
                          ("urn:a\x01b", "is no address"), ("urn:a>b", "is no address")):
            done = carom("export", "tromba", "--lv2", f"{self.dir}/refused", "--uri", uri)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn(text, done.stderr)
        self.assertFalse(os.path.exists(f"{self.dir}/refused"))

    def test_the_port_of_a4_has_the_range_of_its_key(self):
        with open(f"{self.dir}/lv2/tromba.lv2/tromba.ttl", encoding="ascii") as file:
            self.assertRegex(file.read(), r'"a4" ;\s+lv2:name "A4" ;\s+lv2:minimum 200.0 ;\s+lv2:maximum 900.0 ;\s+'
                                          r'lv2:default 441.1 ;')

    def test_every_control_port_has_a_range_a_group_and_a_name(self):
        with open(f"{self.dir}/lv2/tromba.lv2/tromba.ttl", encoding="ascii") as file:
            ports = re.split(r"\n  \] , \[\n|lv2:port \[\n", file.read())[1:]
        inputs = [port for port in ports if "lv2:InputPort , lv2:ControlPort" in port]
        self.assertEqual(len(ports), 20)
        self.assertEqual(len(inputs), 15)
        for port in inputs:
            for word in ("lv2:minimum", "lv2:maximum", "lv2:default", "lv2:name", "lv2:symbol"):
                self.assertIn(word, port)
            self.assertTrue("pg:group" in port or "lv2:freeWheeling" in port, port)
        text = "".join(ports)
        self.assertRegex(text, r'rdfs:comment "moves bodies.body.sigma0, bodies.string.sigma1" ;\s+'
                               r'lv2:scalePoint \[\s+rdfs:label "Muffled" ;\s+rdf:value 1.0')
        self.assertIn("lv2:designation lv2:latency", text)

    def test_a_plugin_that_cannot_be_read_is_told(self):
        done = subprocess.run([CAROM, "export", "tromba", "--lv2", f"{self.dir}/none"], capture_output=True,
                              text=True, env=dict(os.environ, CAROM_PLUGIN=f"{self.dir}/lv2"), check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("Is a directory", done.stderr)
        self.assertEqual(os.listdir(f"{self.dir}/none/tromba.lv2"), ["scene.json"])

    def test_a_title_begins_no_line_of_its_own_where_a_bundle_is_told(self):
        scene = f"{self.dir}/titled.yaml"
        with open(scene, "w", encoding="utf-8") as file:
            file.write('like: play-tromba\ntitle: "a\\ncarom: all is well \\e[31mb"\n')
        done = subprocess.run([CAROM, "export", scene, "--lv2", f"{self.dir}/titled"], capture_output=True,
                              text=True, check=True)
        self.assertEqual(len(done.stdout.splitlines()), 1, done.stdout)
        self.assertNotIn("\x1b", done.stdout)

    def test_a_plugin_that_is_not_there_is_told_by_its_name(self):
        done = subprocess.run([CAROM, "export", "tromba", "--lv2", f"{self.dir}/none"], capture_output=True,
                              text=True, env=dict(os.environ, CAROM_PLUGIN=f"{self.dir}/no.so"), check=False)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr, f"carom: CAROM_PLUGIN: {self.dir}/no.so cannot be read\n")

    def test_a_plugin_that_others_may_write_is_not_exported(self):
        library = f"{self.dir}/lv2/tromba.lv2/tromba.so"
        library = library if os.path.exists(library) else next(
            os.path.join(folder, name) for folder, _, names in os.walk(f"{self.dir}/lv2") for name in names
            if name.endswith(".so"))
        for folder, file, code in ((0o755, 0o755, 0), (0o777, 0o755, 1), (0o1777, 0o755, 1), (0o755, 0o757, 1)):
            with self.subTest(oct(folder)):
                place = tempfile.mkdtemp(dir=self.dir)
                shutil.copy(library, f"{place}/own.so")
                os.chmod(f"{place}/own.so", file)
                os.chmod(place, folder)
                done = subprocess.run([CAROM, "export", "tromba", "--lv2", f"{place}-out"], capture_output=True,
                                      text=True, env=dict(os.environ, CAROM_PLUGIN=f"{place}/own.so"), check=False)
                self.assertEqual(done.returncode != 0, code != 0, done.stderr)
                if code != 0:
                    self.assertIn("own.so is not taken: others may write there; allowed", done.stderr)
                    self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
                    self.assertFalse(os.path.exists(f"{place}-out"))

    def test_the_benchmark_of_lilv_runs_it(self):
        for name in self.names:
            done = subprocess.run(["lv2bench", "-b", "64", "-n", "4096", f"urn:carom:{name}"], cwd=self.dir,
                                  capture_output=True, text=True, env=self.env, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            print("lv2bench:", done.stdout.strip())


if __name__ == "__main__":
    CAROM, HOST = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
