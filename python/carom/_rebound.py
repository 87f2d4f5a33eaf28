# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT
"""One impact in closed form."""

import numpy as np

from ._library import as_tuple, carom_hunt_crossley, lib


class Rebound:
    """A free mass against a wall that pushes back with K x^alpha (1 + mu v), in closed form.

        hit = carom.Rebound(mass=0.01, stiffness=1e9, exponent=1.5, damping=0.5, speed_in=1)
        hit.speed_out, hit.compression, hit.contact_time, hit.peak_force, hit.energy_lost

    SI units; NaN where the values make no impact. `approximate` is the rebound speed by a formula
    in elementary functions, up to 2 % off. Along the way, x, force and t answer an array of
    compression velocities, which fall from speed_in to -speed_out: x over v is the phase portrait,
    force over x the hysteresis loop.
    """

    def __init__(self, mass, stiffness, exponent=1.5, damping=0, speed_in=1):
        self._values = carom_hunt_crossley(mass, stiffness, exponent, damping, speed_in)
        for name, value in {**as_tuple(self._values)._asdict(),
                            **as_tuple(lib.carom_hunt_crossley_solve(self._values))._asdict()}.items():
            setattr(self, name, value)

    def _along(self, call, velocity):
        velocity = np.asarray(velocity, dtype=float)
        values = [call(self._values, v) for v in velocity.ravel()]
        return np.array(values).reshape(velocity.shape)

    def x(self, velocity):
        """The compression at these velocities, m."""
        return self._along(lib.carom_hunt_crossley_compression, velocity)

    def force(self, velocity):
        """The force at these velocities, N."""
        return self._along(lib.carom_hunt_crossley_force, velocity)

    def t(self, velocity):
        """The time since the impact began at which it has these velocities, s."""
        return self._along(lib.carom_hunt_crossley_time, velocity)

    def __repr__(self):
        return "Rebound(%s)" % ", ".join(
            "%s=%r" % pair for pair in as_tuple(self._values)._asdict().items())
