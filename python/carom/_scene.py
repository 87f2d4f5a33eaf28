# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT
"""The scene: what the user wrote, each value addressed by a path."""

import ctypes
import difflib
import json
import os

from ._error import CaromError, NotThere, Status, check, encode
from ._handle import Handle, Owner
from ._key import DEEPEST, sections, spell, understand
from ._library import carom_error, lib, text_sink


def builtin_scenes():
    """The names of the built-in scenes."""
    return [lib.carom_builtin_name(i).decode() for i in range(lib.carom_builtin_count())]


def _nearest(name):
    near = difflib.get_close_matches(name, builtin_scenes(), 1, 0.75)
    return "did you mean '%s'? " % near[0] if near else ""


def builtin_text(name):
    """The text of a built-in scene, to copy and edit."""
    index = lib.carom_builtin_find(encode(name, "name"))
    if index < 0:
        raise NotThere("there is no built-in scene '%s'; %sthere are %s"
                       % (name, _nearest(name), ", ".join(builtin_scenes())), Status.BAD_REFERENCE)
    return lib.carom_builtin_text(index).decode()


class Scene(Owner):
    """Bodies, contacts, forces, outputs and a solver. SI units throughout.

        scene = carom.Scene({"carom": 1, "bodies": {"ball": {"type": "mass", "mass": 0.01}}})
        scene["bodies.ball.position"] = 0.05               # m
        scene["outputs.height"] = {"of": "ball"}
        scene["bodies.ball.mass"], scene.names("bodies")   # 0.01, ["ball"]

    Values are numbers, words, True, False and lists of them; a value that changes while the scene
    runs is a list of times (s) and values: [[0, 120], [0.5, 150]]. Below keys of families a dict of
    notes is a curve: {"C3": 0.38, 84: 0.17}. None takes an item away, or leaves a member out.
    """

    def __init__(self, values=None):
        super().__init__(Handle(lib.carom_scene_new(None), lib.carom_scene_free))
        if values is not None:
            self.update(values)

    @classmethod
    def from_file(cls, path):
        """Reads a scene file (YAML or JSON)."""
        scene, error = cls(), carom_error()
        path = encode(os.fsdecode(path), "path")
        check(lib.carom_scene_load(scene._open(), path, error), error)
        return scene

    @classmethod
    def from_text(cls, text, name="text"):
        """Reads the text of a scene file; `name` stands for the file in messages."""
        scene, error = cls(), carom_error()
        data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
        check(lib.carom_scene_parse(scene._open(), encode(name, "name"), data, len(data), error),
              error)
        return scene

    @classmethod
    def from_dict(cls, values):
        """Builds a scene from nested dicts, laid out as a scene file is."""
        return cls(values)

    @classmethod
    def from_builtin(cls, name):
        """Reads a built-in scene."""
        return cls.from_text(builtin_text(name), name)

    @classmethod
    def open(cls, what):
        """A scene from whatever names one: a Scene (a copy of it), a dict, a file, the name of a
        built-in scene, or the text of a scene file (more than one line, or JSON)."""
        if isinstance(what, Scene):
            return what.copy()
        if hasattr(what, "keys"):
            return cls.from_dict(what)
        if not isinstance(what, (str, os.PathLike)):
            raise TypeError("a scene is a name, a file, a dict, text or a Scene, not %r" % (what,))
        if isinstance(what, str):
            if "\n" in what or what.lstrip().startswith("{"):
                return cls.from_text(what)
            if what in builtin_scenes() and not os.path.isfile(what):
                return cls.from_builtin(what)
            if not os.path.exists(what) and not set("/.") & set(what) and what != "-":
                raise NotThere("there is no file and no built-in scene '%s'; %sbuilt in are %s"
                               % (what, _nearest(what), ", ".join(builtin_scenes())), Status.BAD_FILE)
        return cls.from_file(what)

    def copy(self):
        """Another scene with the same values."""
        return type(self)(self._spelt())

    def _spelt(self):
        # Numbers stay as they are spelt.
        return json.loads(self.json(), parse_float=str, parse_int=str)

    def __reduce__(self):
        return type(self), (self._spelt(),)

    def json(self):
        """The scene as JSON, which is also a scene file."""
        pieces = []

        def take(_, text, length):
            pieces.append(ctypes.string_at(text, length))
            return True

        with self._lock:
            lib.carom_scene_write(self._open(), text_sink(take), None)
        return b"".join(pieces).decode()

    def to_dict(self):
        """The scene as nested dicts."""
        return json.loads(self.json())

    def expanded(self):
        """A scene of plain items: each family, a name that ends with *, has become its members."""
        error = carom_error()
        with self._lock:
            handle = lib.carom_scene_expand(self._open(), None, error)
        if not handle:
            check(error.status, error)
        scene = type(self)()
        scene._handle = Handle(handle, lib.carom_scene_free)
        return scene

    def save(self, path):
        """Writes the scene as a file that can be read again."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.json() + "\n")

    def update(self, values, path=""):
        """Sets all values of nested dicts."""
        if path.count(".") > DEEPEST:
            raise CaromError("%s: dicts within dicts, more than %d deep" % (
                ".".join(path.split(".")[:3]), DEEPEST), Status.BAD_VALUE)
        for key in values:
            is_note = isinstance(key, int) and not isinstance(key, bool) and path.count(".") >= 2
            if not isinstance(key, str) and not is_note:
                raise CaromError("%s: %r; a key is a word" % (path or "scene", key),
                                 Status.UNKNOWN_KEY)
            self["%s.%s" % (path, key) if path else key] = values[key]

    def __setitem__(self, path, value):
        if path == "score" and isinstance(value, (list, tuple)):  # gestures are numbered from 1
            value = {str(i + 1): gesture for i, gesture in enumerate(value)}
        if hasattr(value, "keys") and (len(value) > 0 or path in sections()):
            if (self.text(path) or "").startswith("{"):  # values by note, all of them
                self.remove(path)
            self.update(value, path)
            return
        if value is None and path.count(".") == 1:  # an item, as null in a file that is like another
            self.remove(path)
            return
        text = "" if hasattr(value, "keys") else spell(path, value)
        error = carom_error()
        with self._lock:
            check(lib.carom_scene_set(self._open(), encode(path, "path"), encode(text, path),
                                      error), error)

    def text(self, path):
        """A value as it was written, or its default; None if there is neither."""
        with self._lock:
            found = lib.carom_scene_get(self._open(), encode(path, "path"))
        return found.decode() if found is not None else None

    def get(self, path, default=None):
        """A value or the default of its key; `default` if there is neither."""
        text = self.text(path)
        return understand(path, text) if text is not None else default

    def __getitem__(self, path):
        text = self.text(path)
        if text is None:
            raise NotThere("%s: no such key, or it has no value" % path, Status.UNKNOWN_KEY)
        return understand(path, text)

    def __contains__(self, path):
        return self.text(path) is not None

    def remove(self, path):
        """Takes one key, or a whole body, contact, force, output or snapshot, out of the scene."""
        error = carom_error()
        with self._lock:
            check(lib.carom_scene_remove(self._open(), encode(path, "path"), error), error)

    def cut_score(self):
        """Drops the gestures that begin after the scene's duration; returns how many."""
        with self._lock:
            return lib.carom_scene_cut_score(self._open())

    __delitem__ = remove
    __iter__ = None

    def names(self, section):
        """The names in "bodies", "contacts", "forces", "score", "outputs" or "snapshots", in their order."""
        if section not in sections():
            raise NotThere("there is no section %r; there are %s" % (section,
                           ", ".join(sections())), Status.UNKNOWN_KEY)
        word = section.encode()
        with self._lock:
            handle = self._open()
            return [lib.carom_scene_name(handle, word, i).decode()
                    for i in range(lib.carom_scene_count(handle, word))]

    def __repr__(self):
        if self.closed:
            return "<carom.Scene, closed>"
        return "<carom.Scene %s: %s>" % (self.text("title") or "", ", ".join(
            "%d %s" % (len(self.names(s)), s) for s in sections() if self.names(s)))
