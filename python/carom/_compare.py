# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT
"""A comparison: one scene by several schemes, methods and rates."""

import ctypes
import os

import numpy as np

from ._error import encode
from ._library import carom_compare_options, carom_compare_report, lib
from ._run import _changed, _folder, _number, _rows
from ._watch import Watch

WORDS = ("variant", "output", "note")  # columns; all others are numbers


def compare(scene, schemes=(), methods=(), rates=(), outputs=(), reference=None, duration=None,
            changes=None, folder=None, workers=None, progress=None):
    """Runs a scene by several schemes, methods and rates and returns what `carom compare` writes to
    compare.csv: a dict of arrays, one for each column.

    variant       "positive@44100": a scheme or method at a rate
    output        its name, or "all outputs"
    error         rms of the difference from the finest over the rms of the finest
    order         fitted to the errors of all rates of that scheme or method; NaN if there is none
    local_order   from the next lower rate to this one
    db_0_1 ...    dB above the finest in the octave bands up to 8 kHz; NaN but for audio outputs
    rate          Hz; NaN where the method has no time step
    note          why a method does not take the scene; "the finest"

    schemes, methods, outputs   lists of words; those of the scene if left out
    rates         Hz; if left out the scene's own times 1, 2, 4 and 8, and 16 for the finest
    reference     the finest, such as "exact@352800" or "adaptive"
    folder        where compare.csv, compare.json and compare.svg are left; a folder that is removed
                  again if left out
    workers       threads; as many as there are cores if left out

    The others as in carom.run().
    """
    scene = _changed(scene, duration, None, changes)
    rates = [float(rate) for rate in rates]
    watch, report = Watch(progress), carom_compare_report()
    with _folder(folder) as where:
        options = carom_compare_options(
            directory=encode(where, "folder"),
            rates=(ctypes.c_double * max(1, len(rates)))(*rates), rate_count=len(rates),
            reference=None if reference is None else encode(reference, "reference"),
            workers=workers or os.cpu_count() or 1, **_words("scheme", schemes),
            **_words("method", methods), **_words("output", outputs), **watch.fields)
        watch.call(scene, lib.carom_compare, options, report)
        columns, rows = _rows(os.path.join(where, "compare.csv"))
    return {name: np.array([row[i] if name in WORDS else _number(row[i]) for row in rows])
            for i, name in enumerate(columns)}


def _words(name, words):
    """A list of words as a field and its count; a single word is a list of one."""
    words = [words] if isinstance(words, str) else list(words)
    texts = (ctypes.c_char_p * max(1, len(words)))(*(encode(word, name) for word in words))
    return {name + "s": texts, name + "_count": len(words)}
