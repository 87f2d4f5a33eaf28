# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT
"""The keys of the scene format, and values of Python as the text of a scene and back."""

import functools
import numbers
import re

import numpy as np

from ._error import CaromError, Status
from ._library import as_tuple, lib


@functools.lru_cache(maxsize=None)
def keys():
    """Every key of the scene format: section, name, unit, default, range and a line of help."""
    return tuple(as_tuple(lib.carom_key_at(i).contents) for i in range(lib.carom_key_count()))


@functools.lru_cache(maxsize=None)
def sections():
    """("bodies", "contacts", ...)"""
    return tuple(dict.fromkeys(key.section for key in keys() if key.section))


@functools.lru_cache(maxsize=None)
def _kinds():
    return {(key.section, key.name): key.kind for key in keys()}


def kind_of(path):
    """The kind of value a path holds, in words: "number", "text", ..."""
    parts = path.split(".", 2)
    if parts[0] not in sections():
        return _kinds().get(("", path))
    return _kinds().get((parts[0], parts[2])) if len(parts) == 3 else None


DEEPEST = 32  # dicts or lists within one another; what holds itself is deeper than any number


def spell(path, value, depth=0):
    """A value as a scene file would spell it; `depth` lists hold it."""
    in_list = depth > 0
    if depth > DEEPEST:
        raise CaromError("%s: lists within lists, more than %d deep" % (path, DEEPEST),
                         Status.BAD_VALUE)
    if isinstance(value, (np.ndarray, np.generic)):
        value = value.tolist()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        if in_list and (not value or re.search(r"[\[\],\s]", value)):
            raise CaromError("%s: %r in a list; allowed are numbers, words and lists"
                             % (path, value), Status.BAD_VALUE)
        return value
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, numbers.Real):
        return repr(float(value))
    if isinstance(value, (list, tuple)):
        return "[%s]" % ", ".join(spell(path, v, depth + 1) for v in value)
    raise CaromError("%s: %r; allowed are numbers, words, true, false and lists of them"
                     % (path, value), Status.BAD_VALUE)


def _scalar(word):
    if word in ("true", "false"):
        return word == "true"
    for kind in (int, float):
        try:
            return kind(word)
        except ValueError:
            pass
    return word


def understand(path, text):
    """The text of a value as Python has it: a number, bool, str, or list."""
    if kind_of(path) != "text" and text.startswith("{"):  # values by note
        pieces = re.findall(r"([^{},:\s]+):\s*((?:\[[^\]]*\]|[^,{}\[\]])+)", text)
        return {name: understand(path, value.strip()) for name, value in pieces}
    if kind_of(path) in ("text", "point", "word"):
        return text
    if not text.startswith("["):
        return _scalar(text)
    nest = [[]]
    for word in re.findall(r"[\[\]]|[^\[\],\s]+", text):
        if word == "[":
            nest.append([])
        elif word == "]":
            inner = nest.pop()
            nest[-1].append(inner)
        else:
            nest[-1].append(_scalar(word))
    return nest[0][0]
