# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT
"""Long calls of C: told of by a function, ended early by it, by Ctrl-C or by another signal."""

import contextlib
import ctypes
import signal
import threading

from ._error import Status, check
from ._library import carom_error, carom_stop, progress_call


@contextlib.contextmanager
def _stopped_by_signals(stop, raised):
    """Ctrl-C sets `stop`, and so does what the handler of any other signal raises, which goes into
    `raised`: inside a call from C it would be lost. For the same reason the handler of Ctrl-C is
    called afterwards."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    usual = {number: signal.getsignal(number) for number in signal.valid_signals()}
    usual = {number: handler for number, handler in usual.items() if callable(handler)}
    asked = []

    def ask(*arguments):
        stop.requested = 1
        asked.append(arguments)

    def keep(number, frame):
        try:
            usual[number](number, frame)
        except BaseException as problem:
            stop.requested = 1
            raised.append(problem)

    for number in usual:
        signal.signal(number, ask if number == signal.SIGINT else keep)
    try:
        yield
    finally:
        for number, handler in usual.items():
            signal.signal(number, handler)
    if asked:
        usual[signal.SIGINT](*asked[0])


class Watch:
    """What a call of C gets to say how far it is, and to hear that it should stop.

    progress   is called with 0 .. 1, or None. Where it returns False the call ends early, and so
               it does where it or the handler of a signal raises, which is raised again behind the
               call
    """

    def __init__(self, progress):
        self._progress = progress
        self._stop = carom_stop()
        self._raised = []
        self.fields = {"stop": ctypes.pointer(self._stop), "progress": progress_call(self._tell)}

    def _tell(self, _, done):
        try:
            if self._progress is not None and self._progress(done) is False:
                self._stop.requested = 1
        except BaseException as problem:
            self._stop.requested = 1
            self._raised.append(problem)

    def call(self, scene, function, *arguments, passed=(Status.INTERRUPTED,)):
        """Calls a function of C whose last argument is an error; raises what went wrong unless its
        status is one of `passed`."""
        error = carom_error()
        with scene._lock, _stopped_by_signals(self._stop, self._raised):
            status = function(scene._open(), *arguments, error)
        if self._raised:
            raise self._raised[0]
        if status not in passed:
            check(status, error)
