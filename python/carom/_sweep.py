# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT
"""A sweep: a scene at every point of a grid of values, measured."""

import ctypes
import os

import numpy as np

from ._error import CaromError, Status, check, encode
from ._library import carom_error, carom_sweep_axis, carom_sweep_options, carom_sweep_report, lib
from ._run import _changed, _folder, _number, _rows
from ._watch import Watch

CARRY = {None: 0, "up": 1, "down": 2, "both": 3}


def _axis(path, values):
    """(from, to, count) or (from, to, count, "log")."""
    values = tuple(values)
    if len(values) not in (3, 4) or (len(values) == 4 and values[3] != "log"):
        raise CaromError("%s: %r; allowed is (from, to, count) or (from, to, count, 'log')" % (
            path, values), Status.BAD_VALUE)
    return carom_sweep_axis(encode(path, "path"), float(values[0]), float(values[1]),
                            int(values[2]), len(values) == 4)


def sweep(scene, vary, measures=(), folder=None, settle=0, strobe=0, carry=None, workers=None,
          duration=None, rate=None, changes=None, progress=None, part=None):
    """Runs a scene at every point of a grid of values and returns what `carom sweep` writes to
    sweep.csv: a dict of arrays, one for each column.

    vary       by path: (from, to, count), or (from, to, count, "log")
    measures   names that `carom help measures` lists; those that need no output if left out
    folder     where the files are left; a folder that is removed again if left out. The same sweep
               into the same folder goes on where it was interrupted
    settle     s at the beginning of each run that do not count
    strobe     Hz of the Poincare section
    carry      "up", "down" or "both": points start where their neighbour has ended
    workers    threads; as many as there are cores if left out
    part       (i, n): computes the i-th of n parts and leaves it in the folder, which is to be
               named, for carom.sweep_merge(); returns None

    The others as in carom.run().
    """
    if part is not None and folder is None:
        raise CaromError("folder: none; allowed is one that keeps the part", Status.BAD_VALUE)
    scene = _changed(scene, duration, rate, changes)
    if carry not in CARRY:
        raise CaromError("carry: %r; allowed are up, down and both" % (carry,), Status.BAD_VALUE)
    axes = (carom_sweep_axis * len(vary))(*(_axis(path, vary[path]) for path in vary))
    names = (ctypes.c_char_p * max(1, len(measures)))(*(encode(m, "measure") for m in measures))
    watch, report = Watch(progress), carom_sweep_report()
    which, parts = (0, 0) if part is None else part
    with _folder(folder) as where:
        options = carom_sweep_options(
            directory=encode(where, "folder"), axes=axes, axis_count=len(axes), measures=names,
            measure_count=len(measures), settle=settle, strobe=strobe, carry=CARRY[carry],
            part=which, parts=parts, workers=workers or os.cpu_count() or 1, **watch.fields)
        watch.call(scene, lib.carom_sweep, options, report)
        return _table(where) if part is None else None


def sweep_merge(folders, folder=None):
    """Writes the tables of a sweep from the parts that are in some folders and returns what
    carom.sweep() returns.

    folders    where the parts are, one or several
    folder     where the files are left; the first of them if left out
    """
    folders = [folders] if isinstance(folders, (str, os.PathLike)) else list(folders)
    names = (ctypes.c_char_p * max(1, len(folders)))(*(encode(os.fspath(f), "folder") for f in folders))
    where = encode(os.fspath(folder), "folder") if folder is not None else None
    report, error = carom_sweep_report(), carom_error()
    check(lib.carom_sweep_merge(names, len(folders), where, report, error), error)
    return _table(os.fsdecode(where or names[0]))


def _table(folder):
    columns, rows = _rows(os.path.join(folder, "sweep.csv"))
    return {name: np.array([_cell(row[i]) for row in rows]) for i, name in enumerate(columns)}


def _cell(text):
    try:
        return _number(text)
    except ValueError:
        return text
