# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT
"""What the library refuses, as exceptions."""

import enum

from ._library import carom_error, lib


class Status(enum.IntEnum):
    """Why something was refused: carom_status without its prefix."""

    OK = 0
    NO_MEMORY = 1
    UNKNOWN_KEY = 2
    BAD_VALUE = 3
    MISSING = 4
    BAD_REFERENCE = 5
    DUPLICATE = 6
    UNSTABLE = 7
    NOT_LIVE = 8
    BAD_FILE = 9
    CANNOT_WRITE = 10
    INTERRUPTED = 11
    NOT_FINITE = 12
    WRONG_MODEL = 13
    NO_PART = 14
    TOLERANCE = 15
    DAMAGED = 16
    FULL = 17
    WAVE_SPEED = 18
    NOT_WRAPPED = 19
    TOO_MANY_IMPACTS = 20
    NOT_SOLVED = 21


class CaromError(Exception):
    """A mistake in one sentence: where it is, what is wrong and what is allowed.

    status   a Status, or None where Python itself found the mistake
    line     in the scene file, from 1; 0 if the value did not come from a file
    column   from 1, or 0
    run      the results up to there where a run broke off, otherwise None
    """

    def __init__(self, text, status=None, line=0, column=0):
        super().__init__(text)
        self.status = status
        self.line = line
        self.column = column
        self.run = None


class NotThere(CaromError, LookupError):
    """A key, body, contact, output or scene that does not exist."""


class CaromWarning(UserWarning):
    """What the compiler had to adjust, or an energy balance worse than its tolerance."""


def status_text(status):
    return lib.carom_status_text(status).decode()


def check(status, error=None):
    """Raises what a call answered, unless it is success. Fields of options are arguments here."""
    if status == Status.OK:
        return
    error = error or carom_error()
    text = error.text.decode("utf-8", "replace") or status_text(status)
    text = text.replace("options.axes", "vary").replace("options.directory", "folder").replace("options.", "")
    raise CaromError(text, Status(status), error.line, error.column)


def encode(text, what):
    """Text as the bytes the library takes."""
    if not isinstance(text, str):
        raise TypeError("%s: %r; allowed is text" % (what, text))
    try:
        data = text.encode()
    except UnicodeEncodeError:
        raise CaromError("%s: not text; allowed is what UTF-8 can spell" % what,
                         Status.BAD_VALUE) from None
    if b"\0" in data:
        raise CaromError("%s: contains a zero byte" % what, Status.BAD_VALUE)
    return data


def find(names, wanted, what):
    """The index of a name, or an index itself, checked."""
    if isinstance(wanted, str):
        if wanted in names:
            return names.index(wanted)
    elif hasattr(wanted, "__index__"):
        if 0 <= wanted.__index__() < len(names):
            return wanted.__index__()
    raise NotThere("there is no %s %r; there %s %s" % (
        what, wanted, "is" if len(names) == 1 else "are", ", ".join(names) or "none"),
        Status.BAD_REFERENCE)
