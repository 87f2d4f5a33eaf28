# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT
"""A run: a scene from t = 0 to its end, and its results as arrays."""

import contextlib
import csv
import glob
import json
import os
import tempfile
import warnings

import numpy as np

from ._error import CaromError, CaromWarning, Status, check, encode, status_text
from ._library import as_tuple, carom_bound, carom_error, carom_run_options, carom_run_report, lib, warning as warning_type
from ._model import Model
from ._scene import Scene
from ._watch import Watch


def run(scene, duration=None, rate=None, changes=None, progress=None):
    """Runs a scene and returns its results, the same numbers as `carom run` writes.

    scene      a built-in name, a file, a dict, the text of a scene file, or a Scene
    duration   s, instead of the scene's
    rate       Hz, instead of the scene's
    changes    other values by path: {"bodies.string.tension": 150}
    progress   is called with 0 .. 1 now and then; the run ends early where it returns False

    Raises CaromError where the scene is wrong, or with the results up to there as its `run` where
    the motion leaves the finite numbers.
    """
    scene = _changed(scene, duration, rate, changes)
    model = Model(scene)
    with tempfile.TemporaryDirectory(prefix="carom-") as folder:
        report = _write(scene, model, folder, progress, npy=True)
        result = Run(scene, model, report, folder)
    for warning in result.warnings:
        warnings.warn(warning.text, CaromWarning, stacklevel=2)
    if report.status not in (Status.OK, Status.INTERRUPTED):
        error = CaromError("%s after %d samples" % (status_text(report.status), report.samples),
                           Status(report.status))
        error.run = result
        raise error
    if not result.balanced:
        warnings.warn("the energy balance is off by %.2e; solver.energy_tolerance is %.2e" % (
            result.ledger.largest_balance_error, model.info.energy_tolerance), CaromWarning,
            stacklevel=2)
    return result


def _changed(scene, duration, rate, changes):
    """A scene with what a call changes in it."""
    scene = Scene.open(scene)
    scene.update(changes or {})
    if duration is not None:
        scene["duration"] = duration
        scene.cut_score()
    if rate is not None:
        scene["rate"] = rate
    return scene


def _write(scene, model, folder, progress=None, wav=False, csv=False, npy=False, plot=False):
    """Runs a model into a folder. What `progress` raises ends the run, and so does Ctrl-C."""
    watch, report = Watch(progress), carom_run_report()
    options = carom_run_options(directory=encode(os.fsdecode(folder), "folder"), wav=wav, csv=csv,
                                npy=npy, plot=plot, **watch.fields)
    watch.call(scene, lib.carom_run, model._open(), options, report,
               passed=(Status.INTERRUPTED, Status.NOT_FINITE))
    return report


@contextlib.contextmanager
def _folder(folder):
    """The folder as text, or one that is removed again."""
    with tempfile.TemporaryDirectory(prefix="carom-") as passing:
        yield os.fsdecode(folder) if folder is not None else passing


def _rows(path):
    with open(path, encoding="utf-8", newline="") as file:
        lines = csv.reader(file)
        return next(lines), list(lines)


def _number(cell):
    return float(cell) if cell else np.nan


def _columns(names, array):
    return {name: array[:, i] for i, name in enumerate(names)}


def _pictures(folder):
    return sorted(glob.glob(os.path.join(glob.escape(os.fsdecode(folder)), "*.svg")))


def plot(folder):
    """Draws the pictures (SVG) of a finished run from the files in its folder and returns their
    paths."""
    error = carom_error()
    check(lib.carom_plot(encode(os.fsdecode(folder), "folder"), error), error)
    return _pictures(folder)


class Run:
    """The results of a run.

    t          times of the samples, s
    outputs    by name, an array in the unit of model.outputs[name].unit
    samples    the same as one array of (samples, 1 + outputs), t first, as in samples.npy
    energy     by column, at most 10,000 rows: t (s), kinetic, potential, contact, dissipated,
               supplied, total, balance_error, and kinetic.BODY, contact.CONTACT, ... (J)
    events     one row for each impact: contact, t_begin and t_end (s), peak_force (N), impulse (N s),
               speed_in and speed_out (m/s), energy_lost (J); NaN where it lasts
    ledger     the ledger at the end; largest_balance_error is the number to look at
    balanced   whether the ledger closes within solver.energy_tolerance
    finished   whether the scene ran to its end
    seconds    of computing
    snapshots  by name, the shapes the scene asks for: t (s) and an array of (times, points_x + 1),
               for a plate (times, points_y + 1, points_x + 1), m; of a contact (times, places), N
    warnings     what the program is not sure of: kind and text, a sentence with a remedy; those about
               sound are told where that is written, by save()
    bounded    by name, of contacts whose law was bounded because a body cannot answer it within a
               step: overlap (m) and force (N) from which on it is straight, compliance (m/N) by
               which it may give way more at rest, deepest overlap reached (m); none with
               solver.bound: false
    summary    all of summary.json
    scene, model   what was run
    """

    def __init__(self, scene, model, report, folder):
        self.scene = scene
        self.model = model
        self.ledger = as_tuple(report.ledger)
        self.balanced = report.balanced
        self.finished = report.status == Status.OK
        self.seconds = report.seconds
        self.samples = np.load(os.path.join(folder, "samples.npy"))
        self.t = self.samples[:, 0]
        self.outputs = _columns(model._outputs, self.samples[:, 1:])
        names, rows = _rows(os.path.join(folder, "energy.csv"))
        self.energy = _columns(names, np.array([[_number(c) for c in row] for row in rows],
                                               dtype=float).reshape(-1, len(names)))
        names, rows = _rows(os.path.join(folder, "events.csv"))
        self.events = np.array([(row[0], *map(_number, row[1:])) for row in rows],
                               dtype=model.event_type)
        with open(os.path.join(folder, "summary.json"), encoding="utf-8") as file:
            self.summary = json.load(file)
        self.warnings = [warning_type(**told) for told in self.summary["warnings"]]
        self.bounded = {name: as_tuple(carom_bound(**told["bounded"]))
                        for name, told in self.summary["contacts"].items() if "bounded" in told}
        self.snapshots = {}
        for name, told in zip(model.snapshots, self.summary["snapshots"]):
            rows = np.load(os.path.join(folder, told["file"] + ".npy"))
            points_x, points_y = told["points"]
            shapes = rows[:, 1:]
            if points_y > 0:
                shapes = shapes.reshape(-1, points_y + 1, points_x + 1)
            self.snapshots[name] = (rows[:, 0], shapes)

    def __getstate__(self):
        return {name: value for name, value in vars(self).items() if name != "model"}

    def __setstate__(self, values):
        vars(self).update(values, model=Model(values["scene"]))

    def save(self, folder, wav=True, csv=None, npy=False, plot=False):
        """Writes a results folder as `carom run` does, by running the scene again: samples.csv only
        where no output is audio, unless `csv` says otherwise. Where the run was stopped early, this
        one goes on to the end."""
        if csv is None:
            csv = not any(output.audio for output in self.model.outputs.values())
        _write(self.scene, self.model, folder, None, wav, csv, npy, plot)

    def plot(self, folder):
        """Draws the pictures (SVG) of the whole scene into a folder and returns their paths."""
        self.save(folder, wav=False, csv=False, npy=True, plot=True)
        return _pictures(folder)

    def __repr__(self):
        return "<carom.Run: %d samples of %s, %d impacts, balance error %.1e%s>" % (
            len(self.t), ", ".join(self.outputs) or "no outputs", len(self.events),
            self.ledger.largest_balance_error, "" if self.finished else ", stopped early")
