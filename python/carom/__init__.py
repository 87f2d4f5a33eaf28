# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT
"""Carom: vibrating things that hit, rattle, buzz, wrap and rub.

    import carom
    run = carom.run("tromba", duration=1)   # a built-in name, a file, a dict, text or a Scene
    run.plot("out/tromba")                  # pictures, as SVG files

    run.t, run.outputs["bridge"]            # s, and numpy arrays in the unit of each output
    run.energy["kinetic"], run.events       # J; one row for each impact

    carom.sweep("mass-barrier", {"bodies.mass.velocity": (0.5, 5, 10)})["impacts"]
    carom.compare("mass-barrier", schemes=["positive", "exact"])["order"]

Step by step, as in C:

    scene = carom.Scene.open("tromba")      # what you wrote
    scene["bodies.string.tension"] = 150
    model = carom.Model(scene)              # compiled, constant
    state = carom.State(model)              # what moves
    values = state.process(44100)           # (samples, outputs)

One impact in closed form:

    hit = carom.Rebound(mass=0.01, stiffness=1e9, exponent=1.5, damping=0.5, speed_in=1)
    hit.speed_out, hit.contact_time         # m/s, s

Numbers are SI throughout. Whatever the library refuses is raised as CaromError with its sentence.
"""

from ._compare import compare
from ._error import CaromError, CaromWarning, NotThere, Status
from ._rebound import Rebound
from ._key import keys
from ._library import lib as _lib
from ._model import Model
from ._run import Run, plot, run
from ._scene import Scene, builtin_scenes, builtin_text
from ._state import State
from ._sweep import sweep, sweep_merge

__version__ = _lib.carom_version().decode()
commit = _lib.carom_commit().decode()  # that the library was built from, or "unknown"
compiler = _lib.carom_compiler().decode()
physics = _lib.carom_physics()  # results may change when this does
__all__ = [
    "CaromError", "CaromWarning", "Rebound", "Model", "NotThere", "Run", "Scene", "State", "Status",
    "builtin_scenes", "builtin_text", "commit", "compare", "compiler", "keys", "physics", "plot", "run", "sweep",
    "sweep_merge",
]
