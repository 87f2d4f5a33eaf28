# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""carom play, and a plugin in jalv, on a JACK server without a sound card.

    python3 test_jack.py CAROM

Starts `jackd -d dummy` under a name of its own. Needs jackd2, jalv and numpy.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import midi_song
from test_lv2 import limited, sound

SERVER = f"carom-test-{os.getpid()}"
ENV = dict(os.environ, JACK_DEFAULT_SERVER=SERVER, JACK_NO_AUDIO_RESERVATION="1", JACK_NO_START_SERVER="1")


def tool(*words, **options):
    return subprocess.run(words, env=ENV, capture_output=True, text=True, timeout=60, check=False, **options)


def wait_until(true, seconds=10):
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def port_is_there(name):
    return wait_until(lambda: name in tool("jack_lsp").stdout.split())


class Jack(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.dir = tempfile.mkdtemp()
        ENV["LV2_PATH"] = f"{cls.dir}/lv2:/usr/lib/lv2"
        cls.server = subprocess.Popen(["jackd", "--no-realtime", "-n", SERVER, "-d", "dummy", "-r", "48000",
                                       "-p", "512"], env=ENV, stdout=subprocess.DEVNULL,
                                      stderr=subprocess.DEVNULL)
        assert wait_until(lambda: tool("jack_lsp").returncode == 0), "jackd does not start"

    @classmethod
    def tearDownClass(cls):
        cls.server.terminate()
        cls.server.wait()
        shutil.rmtree(cls.dir)

    def start(self, *words, **options):
        child = subprocess.Popen(words, env=ENV, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                 **options)
        self.addCleanup(lambda: (child.poll() is None and child.kill(), child.communicate()))
        return child

    def keyboard(self):
        """Note 48 for 0.3 s in every second."""
        child = self.start("jack_midiseq", "keys", "48000", "4000", "48", "14400")
        self.assertTrue(port_is_there("keys:out"))
        return child

    def test_a_song_is_played_and_recorded_and_the_score_renders_the_same_mix(self):
        midi_song.write(f"{self.dir}/s.mid", midi_song.song(seconds=0.7))
        done = tool(CAROM, "play", "tromba", "--midi", f"{self.dir}/s.mid", "--record", f"{self.dir}/s.wav",
                    "--record", f"{self.dir}/s.yaml", "--duration", "1.2")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"level +-?[0-9.]+ dB  balance +\d\.\de-1\d  load +[0-9.]+ %  notes \d")
        done = tool(CAROM, "run", f"{self.dir}/s.yaml", "-o", f"{self.dir}/out", "--wav", "--quiet")
        self.assertEqual(done.returncode, 0, done.stderr)
        live, offline = sound(f"{self.dir}/s.wav"), limited(sound(f"{self.dir}/out/audio.wav"))
        count = min(len(live), len(offline))
        self.assertGreater(count, 48000)
        self.assertGreater(np.abs(live).max(), 0.02)
        self.assertLess(np.abs(live[:count] - offline[:count]).max(), 2e-7)

    def test_a_keyboard_plays_and_control_c_ends_cleanly(self):
        self.keyboard()
        player = self.start(CAROM, "play", "sitar", "--record", f"{self.dir}/k.wav")
        self.assertTrue(port_is_there("carom-sitar:midi_in"))
        self.assertEqual(tool("jack_connect", "keys:out", "carom-sitar:midi_in").returncode, 0)
        time.sleep(2)
        player.send_signal(signal.SIGINT)
        text, errors = player.communicate(timeout=20)
        self.assertEqual(player.returncode, 0, errors)
        self.assertIn("level", text)
        heard = sound(f"{self.dir}/k.wav")
        self.assertGreater(np.abs(heard).max(), 0.02)
        self.assertLessEqual(np.abs(heard).max(), 1)

    def loudest(self, client):
        """Of two seconds of a client's outputs."""
        path = f"{self.dir}/{client}.wav"
        tool("jack_rec", "-f", path, "-d", "2", "-b", "32", f"{client}:left", f"{client}:right")
        with open(path, "rb") as file:
            data = file.read()
        at = data.index(b"data") + 8
        return np.abs(np.frombuffer(data[at:at + (len(data) - at) // 4 * 4], "<i4") / 2.0**31).max()

    def test_a_plugin_plays_in_jalv(self):
        done = tool(CAROM, "export", "tromba", "--lv2", f"{self.dir}/lv2")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.keyboard()
        jalv = self.start("jalv", "-n", "host", "urn:carom:tromba", stdin=subprocess.PIPE)
        self.assertTrue(port_is_there("host:events"))
        self.assertEqual(tool("jack_connect", "keys:out", "host:events").returncode, 0)
        self.assertGreater(self.loudest("host"), 0.01)
        self.assertIsNone(jalv.poll())

    def test_jalv_recalls_presets_and_has_a_scene_compiled_while_it_plays(self):
        done = tool(CAROM, "export", "tromba", "--lv2", f"{self.dir}/lv2")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.keyboard()
        jalv = self.start("jalv", "-n", "worker", "urn:carom:tromba", stdin=subprocess.PIPE)
        self.assertTrue(port_is_there("worker:events"))
        self.assertEqual(tool("jack_connect", "keys:out", "worker:events").returncode, 0)
        for line in ("presets", "preset urn:carom:tromba#preset_ponticello", "reload = 1", "c_rattle = 1e6",
                     "preset urn:carom:tromba#preset_default", "reload = 0", "reload = 1", "learn = 1"):
            jalv.stdin.write(f"{line}\n")
            jalv.stdin.flush()
            time.sleep(0.3)
        self.assertGreater(self.loudest("worker"), 0.01)
        # Once more, when the bundle's scene has become silent.
        done = tool(CAROM, "export", "tromba", "--lv2", f"{self.dir}/lv2",
                    *(word for name in ("body", "body-near", "body-mid", "body-far")
                      for word in ("--set", f"outputs.{name}.gain=0")))
        self.assertEqual(done.returncode, 0, done.stderr)
        for line in ("reload = 0", "reload = 1"):
            jalv.stdin.write(f"{line}\n")
            jalv.stdin.flush()
            time.sleep(0.5)
        self.assertTrue(wait_until(lambda: self.loudest("worker") == 0))
        self.assertIsNone(jalv.poll())
        text, errors = jalv.communicate(timeout=20)
        self.assertIn("urn:carom:tromba#preset_ponticello", text)
        self.assertNotIn("carom:", errors.replace("urn:carom:", ""))


class NoServer(unittest.TestCase):
    def test_without_a_server_the_user_is_told(self):
        done = subprocess.run([CAROM, "play", "tromba"], capture_output=True, text=True, check=False,
                              env=dict(ENV, JACK_DEFAULT_SERVER="carom-test-none"))
        self.assertEqual(done.returncode, 2)
        self.assertIn("there is no JACK server to play on", done.stderr)


if __name__ == "__main__":
    CAROM = sys.argv[1]
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
