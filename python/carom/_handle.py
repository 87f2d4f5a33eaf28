# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT
"""Objects of the library and who frees them."""

import ctypes
import threading

from ._error import CaromError, Status


class Handle:
    """A scene, model or state in C. It is freed when nobody refers to it any more, not even a call
    under way in another thread, and keeps alive what it needs."""

    def __init__(self, pointer, free, *needs):
        self._as_parameter_ = ctypes.c_void_p(pointer)
        self._free = free
        self._needs = needs
        if not pointer:
            raise CaromError("out of memory", Status.NO_MEMORY)

    def __del__(self):
        if self._as_parameter_:
            self._free(self._as_parameter_)
        self._needs = None


class Owner:
    """What Scene, Model and State share: closing, and refusing to work afterwards. Calls from
    several threads take turns."""

    def __init__(self, handle):
        self._handle = handle
        self._lock = threading.RLock()

    def _open(self):
        handle = self._handle
        if handle is None:
            raise CaromError("this %s is closed" % type(self).__name__)
        return handle

    @property
    def closed(self):
        return self._handle is None

    def close(self):
        """Frees the memory now rather than later; the object cannot be used afterwards."""
        with self._lock:
            self._handle = None

    def __enter__(self):
        self._open()
        return self

    def __exit__(self, *_):
        self.close()

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, _):
        return self.copy()

    def __reduce__(self):
        raise TypeError("a %s cannot be pickled" % type(self).__name__)
