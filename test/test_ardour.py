# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""Plugins in Ardour 7, without a screen: a session with a track for each is made by its Lua interpreter,
a script of its own sends notes, and its exporter renders the session.

    python3 test_ardour.py CAROM

Of make soak. Ardour's tools abort or hang now and then while they start or end; each command has four
attempts.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from test_lv2 import sound

KEYS = """
ardour { ["type"] = "dsp", name = "Carom Test Keys", category = "Utility", license = "MIT",
  author = "the Carom authors", description = "note 48 for half of every second" }
function dsp_ioconfig () return { { midi_in = 1, midi_out = 1, audio_in = 0, audio_out = 0 } } end
function dsp_params () return {} end
local rate, at = 48000, 0
function dsp_init (r) rate = r end
function dsp_run (_, _, n)
  local out = 1
  for _, e in ipairs ({ { 0, 0x90, 100 }, { 0.5, 0x80, 64 } }) do
    local due = (math.floor (e[1] * rate) - at) % rate
    if due < n then
      midiout[out] = { time = due + 1, data = { e[2], 48, e[3] } }
      out = out + 1
    end
  end
  at = (at + n) % rate
end
"""

SESSION = """
local s = create_session (arg[1], "t", 48000)
assert (s)
local info = ARDOUR.LuaAPI.new_plugin_info (arg[2], ARDOUR.PluginType.LV2)
assert (not info:isnil (), "no plugin")
local tracks = s:new_midi_track (
  ARDOUR.ChanCount (ARDOUR.DataType ("midi"), 1), ARDOUR.ChanCount (ARDOUR.DataType ("audio"), 2), true,
  info, nil, nil, 1, "T", ARDOUR.PresentationInfo.max_order, ARDOUR.TrackMode.Normal, true)
local keys = ARDOUR.LuaAPI.new_luaproc (s, "Carom Test Keys")
tracks:front ():add_processor_by_index (keys, 0, nil, true)
s:save_state ("t")
close_session ()
"""

# Three seconds, in Ardour's units of 1/282240000 s.
RANGE = ('<Locations><Location id="999990" name="session" start="a0" end="a846720000" '
         'flags="IsSessionRange" locked="0" timestamp="0" cue="0"/></Locations>')


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Ardour(unittest.TestCase):
    def attempt(self, *words, good, leaves=()):
        for _ in range(4):
            for made in leaves:
                shutil.rmtree(made, ignore_errors=True)
            try:
                subprocess.run(words, env=self.env, capture_output=True, text=True, timeout=40, check=False)
            except subprocess.TimeoutExpired:
                continue
            if good():
                return
        self.fail(f"{words[0]} does not do it")

    def test_ardour_renders_notes_to_sound(self):
        for name in ("tromba", "sitar", "tanpura", "hammered-string", "prepared-string"):
            with self.subTest(instrument=name), tempfile.TemporaryDirectory() as folder:
                self.env = dict(os.environ, HOME=folder, LV2_PATH=f"{folder}/lv2:/usr/lib/lv2")
                scripts = f"{folder}/.config/ardour7/scripts"
                os.makedirs(scripts)
                for path, text in ((f"{scripts}/keys.lua", KEYS), (f"{folder}/session.lua", SESSION)):
                    with open(path, "w", encoding="ascii") as file:
                        file.write(text)
                subprocess.run([CAROM, "export", name, "--lv2", f"{folder}/lv2"], check=True,
                               capture_output=True)
                session, out = f"{folder}/s/t.ardour", f"{folder}/out.wav"
                self.attempt("ardour7-lua", f"{folder}/session.lua", f"{folder}/s", f"urn:carom:{name}",
                             leaves=[f"{folder}/s"],
                             good=lambda: os.path.exists(session) and "urn:carom" in read(session))
                text = read(session).replace("<Locations/>", RANGE)
                with open(session, "w", encoding="utf-8") as file:
                    file.write(text)
                self.attempt("ardour7-export", "-b", "float", "-o", out, f"{folder}/s", "t",
                             good=lambda: os.path.exists(out) and len(sound(out)) == 144000)
                heard = sound(out)
                print(f"{name}: loudest {np.abs(heard).max():.3f}")
                self.assertGreater(np.abs(heard).max(), 0.02)
                self.assertLessEqual(np.abs(heard).max(), 1)


if __name__ == "__main__":
    CAROM = sys.argv[1]
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
