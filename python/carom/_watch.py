# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT
"""Long calls of C: told of by a function, ended early by it or by Ctrl-C."""

import contextlib
import ctypes
import signal
import threading

from ._error import Status, check
from ._library import carom_error, progress_call


@contextlib.contextmanager
def _stopped_by_ctrl_c(stop):
    """Ctrl-C sets `stop`; its own handler is called afterwards, since what it raises inside a call
    from C would be lost."""
    usual = signal.getsignal(signal.SIGINT)
    asked = []

    def ask(*arguments):
        stop.value = 1
        asked.append(arguments)

    if not callable(usual) or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGINT, ask)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
    if asked:
        usual(*asked[0])


class Watch:
    """What a call of C gets to say how far it is, and to hear that it should stop.

    progress   is called with 0 .. 1, or None. Where it returns False the call ends early, and so
               it does where it raises, which is raised again behind the call
    """

    def __init__(self, progress):
        self._progress = progress
        self._stop = ctypes.c_int(0)
        self._raised = []
        self.fields = {"stop": ctypes.pointer(self._stop), "progress": progress_call(self._tell)}

    def _tell(self, _, done):
        try:
            if self._progress is not None and self._progress(done) is False:
                self._stop.value = 1
        except BaseException as problem:
            self._stop.value = 1
            self._raised.append(problem)

    def call(self, scene, function, *arguments, passed=(Status.INTERRUPTED,)):
        """Calls a function of C whose last argument is an error; raises what went wrong unless its
        status is one of `passed`."""
        error = carom_error()
        with scene._lock, _stopped_by_ctrl_c(self._stop):
            status = function(scene._open(), *arguments, error)
        if self._raised:
            raise self._raised[0]
        if status not in passed:
            check(status, error)
