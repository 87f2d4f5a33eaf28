# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT
"""The model: a scene compiled, constant, shared by any number of states."""

import ctypes

import numpy as np

from ._error import check, find
from ._handle import Handle, Owner
from ._library import as_tuple, carom_error, carom_impact, carom_mode_info, carom_scene_mode, warnings_of, lib
from ._scene import Scene


class Model(Owner):
    """A scene compiled; later changes of the scene do not touch it.

    info        counts, rate (Hz), oversample, time_step (s), duration (s), energy_tolerance,
                method, precision, single_bodies
    bodies      by name: type, points_x, points_y, size_x, size_y (m), spacing (m), mass (kg), modes,
                lowest, highest (Hz), spacing_y (m)
    contacts    by name: type, links, island_size, treatment, modes, places, first, last (m)
    outputs     by name: quantity, unit, audio, gain, pan
    snapshots   by name: body or contact (index, the other -1), every, start, end (s)
    live        by path, the keys that may change in a state: start, low, high, slider_low,
                slider_high, unit, help
    controls    by name: path or gesture, midi, unit, voices, start, end, logarithmic, smooth (s),
                keys, initial
    presets     by name: the values of controls, by their names
    warnings      what the compiler is not sure of: kind and text, a sentence with a remedy
    """

    def __init__(self, scene):
        scene = scene if isinstance(scene, Scene) else Scene.open(scene)
        error = carom_error()
        with scene._lock:
            pointer = lib.carom_model_compile(scene._open(), None, error)
        check(error.status, error)
        super().__init__(Handle(pointer, lib.carom_model_free))
        handle = self._handle
        self.info = as_tuple(lib.carom_model_describe(handle))

        def table(call, count):
            return {row[0]: row for row in (as_tuple(call(handle, i)) for i in range(count))}

        self.bodies = table(lib.carom_model_body, self.info.bodies)
        self.contacts = table(lib.carom_model_contact, self.info.contacts)
        self.outputs = table(lib.carom_model_output, self.info.columns)
        self.snapshots = table(lib.carom_model_snapshot, self.info.snapshots)
        self.live = table(lib.carom_model_live, self.info.lives)
        self.controls = table(lib.carom_model_control, self.info.controls)
        self.presets = {lib.carom_model_preset_name(handle, i).decode(): {
            name: lib.carom_model_preset_value(handle, i, c) for c, name in enumerate(self.controls)
            if self.controls[name].gesture == ""} for i in range(lib.carom_model_presets(handle))}
        self.warnings = warnings_of(handle)
        self._bodies = tuple(self.bodies)
        self._contacts = tuple(self.contacts)
        self._outputs = tuple(self.outputs)
        self._live = tuple(self.live)
        self._controls = tuple(self.controls)

    def modes(self, body=None, count=5):
        """The lowest modes of the whole scene about its rest, as a run rings with them: each with its
        frequency (Hz), the nearest note (60 is C4) and the cents above it, the decay_time of 60 dB (s),
        its damping ratio, the body that has most of the kinetic energy, and the share it has. Collisions
        and felts that overlap as the scene starts are there as soft as at that overlap; others are open.
        Method audio.

        With a body its own first modes, of a string, bar or plate, rigid ones first, each with its
        frequency in a run (Hz), its true_frequency (Hz), the cents between them, and whether the true
        one is estimated from finer grids. A mass or barrier has none."""
        if body is None:
            return self._scene_modes(count)
        index = find(self._bodies, body, "body")
        found = (carom_mode_info * max(count, 0))()
        return [as_tuple(mode)
                for mode in found[:lib.carom_body_modes(self._open(), index, count, found)]]

    def _scene_modes(self, count):
        if count < 1:
            return []
        modes = (carom_scene_mode * count)()
        found = ctypes.c_int()
        check(lib.carom_model_modes(self._open(), count, modes, None, ctypes.byref(found)))
        return [as_tuple(mode)._replace(body=self._bodies[mode.body]) for mode in modes[:found.value]]

    def sounding(self, body):
        """What a body sounds as its first mode in the scene, Hz; None where no mode is the body's."""
        frequency = ctypes.c_double()
        index = find(self._bodies, body, "body")
        sounds = lib.carom_body_sounding(self._open(), index, ctypes.byref(frequency))
        return frequency.value if sounds else None

    @property
    def event_type(self):
        """The columns of an array of impacts, those of events.csv: the contact's name, t_begin and
        t_end (s), peak_force (N), impulse (N s), speed_in and speed_out (m/s, relative),
        energy_lost (J)."""
        longest = max((len(name) for name in self._contacts), default=1)
        return np.dtype([("contact", "U%d" % longest)]
                        + [({"begin": "t_begin", "end": "t_end"}.get(name, name), "f8")
                           for name, _ in carom_impact._fields_[2:]])

    def copy(self):
        """The model itself: it is constant."""
        return self

    def __repr__(self):
        return "<carom.Model: %d bodies, %d contacts, %d outputs, %g s at %g Hz%s>" % (
            self.info.bodies, self.info.contacts, self.info.columns, self.info.duration,
            self.info.rate, ", closed" if self.closed else "")
