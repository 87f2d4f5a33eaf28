# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT
"""The state: all that changes while a model runs."""

import ctypes
import operator

import numpy as np

from ._error import CaromError, NotThere, Status, check, find, status_text
from ._handle import Handle, Owner
from ._library import (as_tuple, carom_bound, carom_error, carom_impact, carom_initial_overlap,
                       carom_resolution, carom_stroke, warnings_of, event_call, lib)
from ._model import Model

# Steps after which impacts are taken out of the state's queue, before it can overflow.
BLOCK_STEPS = 64


def _whole(count):
    count = operator.index(count)
    if count < 0:
        raise ValueError("a number of steps or samples is not negative")
    return count


def _int(number, what, least, most):
    """A whole number that C can take; ctypes would cut off what is beyond."""
    try:
        number = operator.index(number)
    except TypeError:
        raise TypeError("%s: %r; allowed is a whole number" % (what, number)) from None
    if not least <= number <= most:
        raise CaromError("%s: %d; allowed is %d to %d" % (what, number, least, most),
                         Status.BAD_VALUE)
    return number


def _offset(samples):
    return _int(samples, "offset", 0, 2**31 - 1)


def _equip(model, handle):
    """What the method needs beyond the core; raises where this build lacks it."""
    error = carom_error()
    check(lib.carom_state_equip(model, handle, error), error)


def _event_row(contacts, event):
    numbers = (getattr(event, name) for name, _ in carom_impact._fields_[2:])
    return (contacts[event.contact], *numbers)


class State(Owner):
    """A model in motion, at t = 0 to begin with.

        state["bodies.string.tension"] = 140     # a live key, from the next step on
        values = state.process(1000)             # (samples, outputs)
    """

    def __init__(self, model):
        model = model if isinstance(model, Model) else Model(model)
        needs = model._open()
        super().__init__(Handle(lib.carom_state_new(needs, None), lib.carom_state_free, needs))
        _equip(needs, self._open())
        self.model = model
        self._model = needs  # stays open although the Model may be closed
        self._events = []
        self._catch_overflow()

    def _catch_overflow(self):
        """Impacts of one block that the state's queue has no room for are kept as well."""
        events, contacts = self._events, self.model._contacts

        def take(_, event):
            events.append(_event_row(contacts, carom_impact.from_address(event)))

        self._overflow = event_call(take)  # lives as long as the state
        lib.carom_state_overflow(self._open(), self._overflow, None)

    # --- Time

    @property
    def steps(self):
        """Steps taken so far."""
        with self._lock:
            return lib.carom_state_steps(self._open())

    @property
    def t(self):
        """The time reached, s."""
        return self.steps * self.model.info.time_step

    def _take_events(self, handle):
        event = carom_impact()
        while lib.carom_state_next_impact(self._model, handle, event):
            self._events.append(_event_row(self.model._contacts, event))

    def step(self, count=1):
        """Takes steps of model.info.time_step seconds."""
        with self._lock:
            handle = self._open()
            for done in range(1, _whole(count) + 1):
                lib.carom_step(self._model, handle)
                if done % BLOCK_STEPS == 0 or done == count:
                    self._take_events(handle)

    def process(self, count, every_step=False):
        """Takes `count` samples of 1 / model.info.rate seconds and returns the outputs in an array
        of (count, outputs), in the units of model.outputs; with `every_step`, of
        (count * oversample, outputs). Raises CaromError where the motion leaves the finite
        numbers."""
        count, over = _whole(count), self.model.info.oversample
        columns = self.model.info.outputs  # with sides of families, which are last
        values = np.zeros((count * over, columns))
        block = max(1, BLOCK_STEPS // over)
        with self._lock:
            handle = self._open()
            for first in range(0, count, block):
                more = min(block, count - first)
                place = values.ctypes.data + first * over * columns * values.itemsize
                status = lib.carom_process(self._model, handle, more, place)
                self._take_events(handle)
                if status != Status.OK:
                    raise CaromError("%s after %d steps" % (
                        status_text(status), lib.carom_state_steps(handle)), Status(status))
        values = values[:, :len(self.model._outputs)] if columns > len(self.model._outputs) else values
        return values if every_step or over == 1 else values[::over].copy()

    def reset(self):
        """Back to t = 0."""
        with self._lock:
            lib.carom_state_reset(self._model, self._open())
            self._events.clear()

    # --- What is heard and seen

    @property
    def outputs(self):
        """The outputs at the time of the last step, by name."""
        with self._lock:
            handle = self._open()
            return {name: lib.carom_output(self._model, handle, i)
                    for i, name in enumerate(self.model._outputs)}

    def shape(self, body):
        """The displacement of a body at all its grid points, m: (points_x + 1,) of a string or
        bar, (points_y + 1, points_x + 1) of a plate, (1,) of a mass or barrier."""
        index = find(self.model._bodies, body, "body")
        info = self.model.bodies[self.model._bodies[index]]
        with self._lock:
            handle = self._open()
            room = lib.carom_body_shape(self._model, handle, index, None, 0)
            shape = np.zeros(room)
            lib.carom_body_shape(self._model, handle, index, shape.ctypes.data, room)
        return shape.reshape(-1, info.points_x + 1) if info.points_y > 0 else shape

    def forces(self, contact):
        """The forces of a contact along a string or bar in the last step, N, one for each of its
        `places`, evenly spaced from `first` to `last` (m) of model.contacts[contact]."""
        index = find(self.model._contacts, contact, "contact")
        with self._lock:
            handle = self._open()
            room = lib.carom_contact_forces(self._model, handle, index, None, 0)
            forces = np.zeros(room)
            lib.carom_contact_forces(self._model, handle, index, forces.ctypes.data, room)
        return forces

    def events(self):
        """The impacts finished since the last call, oldest first: an array of model.event_type."""
        with self._lock:
            self._take_events(self._open())
            taken = list(self._events)
            self._events.clear()
        return np.array(taken, dtype=self.model.event_type)

    def open_events(self):
        """The impacts under way, end and speed_out NaN, in an array of model.event_type."""
        rows, event = [], carom_impact()
        with self._lock:
            handle = self._open()
            for i in range(len(self.model._contacts)):
                if lib.carom_state_open_impact(self._model, handle, i, event):
                    rows.append(_event_row(self.model._contacts, event))
        return np.array(rows, dtype=self.model.event_type)

    # --- Energy

    @property
    def ledger(self):
        """The energy ledger at the half step behind t: time (s), kinetic, potential, contact,
        dissipated, supplied, total, balance_error (J), largest_balance_error (relative)."""
        with self._lock:
            return as_tuple(lib.carom_state_ledger(self._open()))

    def body_share(self, body):
        """A body's share of the ledger: kinetic, potential, dissipated (J)."""
        index = find(self.model._bodies, body, "body")
        with self._lock:
            return as_tuple(lib.carom_body_share(self._model, self._open(), index))

    def contact_share(self, contact):
        """A contact's share of the ledger: potential is what it stores, numerical the part of
        dissipated that is the scheme's own (J)."""
        index = find(self.model._contacts, contact, "contact")
        with self._lock:
            return as_tuple(lib.carom_contact_share(self._model, self._open(), index))

    def bound(self, contact):
        """Where a collision's law is bounded: overlap (m) and force (N) from which on it is
        straight, compliance (m/N) by which it may give way more at rest, and the deepest overlap
        so far (m). None if it is not."""
        index = find(self.model._contacts, contact, "contact")
        bound = carom_bound()
        with self._lock:
            found = lib.carom_contact_bound(self._model, self._open(), index, bound)
        return as_tuple(bound) if found else None

    def warnings(self):
        """What the program is not sure of, in the model, its start and its motion so far: kind and
        text, a sentence with a remedy."""
        with self._lock:
            return warnings_of(self._model, self._open())

    def initial_overlap(self, contact):
        """Where the bodies of a contact overlap at t = 0: overlap (m), energy that it stores and
        rest of the energy (J), held: the part of its force that other forces hold. Else None."""
        index = find(self.model._contacts, contact, "contact")
        overlap = carom_initial_overlap()
        with self._lock:
            found = lib.carom_contact_initial_overlap(self._model, self._open(), index, overlap)
        return as_tuple(overlap) if found else None

    def resolution(self, contact):
        """How finely steps resolve a contact: steps that an impact lasts, share of the energy that
        went through, largest overlap (m), hardness A there and its bound. None without impacts."""
        index = find(self.model._contacts, contact, "contact")
        resolution = carom_resolution()
        with self._lock:
            found = lib.carom_contact_resolution(self._model, self._open(), index, resolution)
        return as_tuple(resolution) if found else None

    def counts(self, contact):
        """How a contact has fared: impacts, solves, retries, fallbacks."""
        index = find(self.model._contacts, contact, "contact")
        with self._lock:
            return as_tuple(lib.carom_contact_counts(self._model, self._open(), index))

    def solver_counts(self):
        """What the adaptive method's integrator has done: steps, right_sides, iterations,
        root_evaluations, error_failures, restarts. All 0 with other methods."""
        with self._lock:
            return as_tuple(lib.carom_state_solver(self._open()))

    def keep_ledger(self, keep):
        """Turns the ledger off, or on again; it is on at first."""
        with self._lock:
            lib.carom_state_keep_ledger(self._model, self._open(), bool(keep))

    # --- Live keys

    def _find_live(self, path):
        if path not in self.model.live:
            raise NotThere("%s: %s; live keys are %s" % (
                path, status_text(Status.NOT_LIVE), ", ".join(self.model._live) or "none"),
                Status.NOT_LIVE)
        return self.model._live.index(path)

    def __getitem__(self, path):
        index = self._find_live(path)
        with self._lock:
            return lib.carom_state_get(self._model, self._open(), index)

    def __setitem__(self, path, value):
        index = self._find_live(path)
        value = float(value)
        with self._lock:
            status = lib.carom_state_set(self._model, self._open(), index, value)
        if status != Status.OK:
            info = self.model.live[path]
            raise CaromError("%s: %g: %s; allowed is %g to %g, as far as the grid stays stable" % (
                path, value, status_text(status), info.low, info.high), Status(status))

    def __contains__(self, path):
        return path in self.model.live

    __iter__ = None

    # --- Controls and gestures

    def control(self, name, value, voice=None, offset=0):
        """Moves a control's live key to a value in its unit, `offset` samples from now, over its
        `smooth` seconds; `voice` is one of several keys, from 0, or None for all."""
        index = find(self.model._controls, name, "control")
        info = self.model.controls[self.model._controls[index]]
        voice = -1 if voice is None else _int(voice, "voice", 0, info.voices - 1)
        offset = _offset(offset)
        with self._lock:
            status = lib.carom_state_control(self._model, self._open(), index, voice, float(value),
                                             offset)
        if status != Status.OK:
            raise CaromError("%s: %g: %s; allowed is %g to %g, as far as the grid stays stable" % (
                name, value, status_text(status), info.start, info.end), Status(status))

    def play(self, name, offset=0, **stroke):
        """Starts a control's gesture, `offset` samples from now. Of a pluck or strike: force (N),
        over (s). Of a bow: force, speed (m/s), position, over, lasts (s). Of a finger: damper
        (N s/m), spring (N/m), force, position, over, lasts."""
        index = find(self.model._controls, name, "control")
        allowed = [field for field, _ in carom_stroke._fields_ if field != "size"]
        unknown = sorted(set(stroke) - set(allowed))
        if unknown:
            raise TypeError("%s: unknown; allowed are %s" % (unknown[0], ", ".join(allowed)))
        offset = _offset(offset)
        how = carom_stroke(**{field: float(stroke.get(field, np.nan)) for field in allowed})
        with self._lock:
            status = lib.carom_state_play(self._model, self._open(), index, how, offset)
        if status != Status.OK:
            raise CaromError("%s: %s" % (name, status_text(status)), Status(status))

    def place(self, body, position, velocity=0, offset=0):
        """Puts a mass somewhere (m) with a velocity (m/s), `offset` samples from now; what that takes
        is supplied."""
        index = find(self.model._bodies, body, "body")
        offset = _offset(offset)
        with self._lock:
            status = lib.carom_state_place(self._model, self._open(), index, float(position),
                                           float(velocity), offset)
        if status != Status.OK:
            raise CaromError("%s: %s" % (body, status_text(status)), Status(status))

    # --- Saving

    def save(self):
        """The state as bytes, to be restored bit for bit in a state of the same model. Impacts not
        taken by events() are left out."""
        with self._lock:
            handle = self._open()
            data = ctypes.create_string_buffer(lib.carom_state_saved_size(self._model))
            lib.carom_state_save(self._model, handle, data)
        return data.raw

    def restore(self, saved):
        """Goes back to a saved state; events not taken yet are forgotten."""
        data = bytes(saved)
        with self._lock:
            handle = self._open()
            whole = len(data) == lib.carom_state_saved_size(self._model)
            check(lib.carom_state_restore(self._model, handle, data) if whole
                  else Status.WRONG_MODEL)
            self._events.clear()

    def copy(self):
        """Another state of the same model, at the same point."""
        with self._lock:
            saved, events = self.save(), list(self._events)
        twin = State.__new__(State)
        Owner.__init__(twin, Handle(lib.carom_state_new(self._model, None), lib.carom_state_free,
                                    self._model))
        twin.model, twin._model, twin._events = self.model, self._model, []
        _equip(twin._model, twin._open())
        twin._catch_overflow()
        twin.restore(saved)
        twin._events += events
        return twin

    def __repr__(self):
        return "<carom.State %s>" % ("closed" if self.closed else "at %g s" % self.t)
