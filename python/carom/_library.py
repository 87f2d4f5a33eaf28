# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT
"""The C library: where it is found, its structures and its calls, as in include/carom/*.h.

python/test/test_layout.py compares all of this with the headers and the C compiler.
"""

import collections
import ctypes
import glob
import os
from ctypes import (CFUNCTYPE, POINTER, c_bool, c_char, c_char_p, c_double, c_int, c_longlong,
                    c_size_t, c_void_p)

FILE_NAME = "libcarom-file.so"  # it brings libcarom.so, which lies beside it

# --- Structures -----------------------------------------------------------------------------------

text_sink = CFUNCTYPE(c_bool, c_void_p, c_void_p, c_size_t)
progress_call = CFUNCTYPE(None, c_void_p, c_double)
event_call = CFUNCTYPE(None, c_void_p, c_void_p)
warning_call = CFUNCTYPE(None, c_void_p, c_void_p)


def _fields(kind, names):
    return [(name, kind) for name in names.split()]


class _Sized(ctypes.Structure):
    """A structure of options, which begins with its size."""

    def __init__(self, **fields):
        super().__init__(size=ctypes.sizeof(self), **fields)


class carom_stop(ctypes.Structure):
    _fields_ = _fields(c_int, "requested")


class carom_error(ctypes.Structure):
    _fields_ = _fields(c_int, "status line column") + [("text", c_char * 2048)]


class carom_key(ctypes.Structure):
    _fields_ = (_fields(c_char_p, "section name types kind choices unit standard")
                + _fields(c_double, "low high") + _fields(c_bool, "low_open required live")
                + _fields(c_double, "slider_low slider_high") + [("help", c_char_p)])


class carom_word(ctypes.Structure):
    _fields_ = _fields(c_char_p, "word unit help")


class carom_model_info(ctypes.Structure):
    _fields_ = (_fields(c_int, "bodies contacts outputs snapshots lives nodes links "
                               "islands largest_island")
                + [("rate", c_double), ("oversample", c_int)]
                + _fields(c_double, "time_step duration energy_tolerance tolerance")
                + [("method", c_char_p), ("method_kind", c_int)]
                + _fields(c_int, "controls block_most") + [("integrates", c_bool)]
                + [("precision", c_char_p)]
                + _fields(c_int, "single_bodies columns"))


class carom_hunt_crossley(ctypes.Structure):
    _fields_ = _fields(c_double, "mass stiffness exponent damping speed_in")


class carom_rebound(ctypes.Structure):
    _fields_ = _fields(c_double, "speed_out approximate compression contact_time peak_force "
                                 "energy_lost")


class carom_point(ctypes.Structure):
    _fields_ = [("body", c_int)] + _fields(c_double, "x y")


class carom_body_info(ctypes.Structure):
    _fields_ = (_fields(c_char_p, "name type") + _fields(c_int, "kind points_x points_y")
                + _fields(c_double, "size_x size_y spacing spacing_least mass")
                + [("modes", c_int)] + _fields(c_double, "lowest highest spacing_y")
                + [("shape", c_int)] + _fields(c_double, "left height"))


class carom_mode_info(ctypes.Structure):
    _fields_ = (_fields(c_double, "frequency true_frequency cents") + [("estimated", c_bool)])


class carom_scene_mode(ctypes.Structure):
    _fields_ = ([("frequency", c_double), ("note", c_int)] + _fields(c_double, "cents decay_time damping")
                + [("body", c_int), ("share", c_double)])


class carom_contact_info(ctypes.Structure):
    _fields_ = (_fields(c_char_p, "name type") + [("kind", c_int)] + _fields(carom_point, "below above")
                + _fields(c_int, "links island_size")
                + [("treatment", c_char_p), ("modes", c_int), ("numerical", c_bool), ("places", c_int)]
                + _fields(c_double, "first last") + [("ignored", c_char_p)])


class carom_output_info(ctypes.Structure):
    _fields_ = (_fields(c_char_p, "name quantity")
                + [("kind", c_int), ("of", carom_point), ("contact", c_int), ("unit", c_char_p)]
                + _fields(c_bool, "audio gain_auto")
                + _fields(c_double, "gain pan") + _fields(c_int, "members side"))


class carom_snapshot_info(ctypes.Structure):
    _fields_ = [("name", c_char_p)] + _fields(c_int, "body contact") + _fields(c_double, "every from to")


class carom_live_info(ctypes.Structure):
    _fields_ = ([("path", c_char_p)] + _fields(c_double, "start low high slider_low slider_high")
                + _fields(c_char_p, "unit help"))


class carom_control_info(ctypes.Structure):
    _fields_ = (_fields(c_char_p, "name path gesture midi")
                + _fields(c_int, "gesture_kind midi_kind controller")
                + [("unit", c_char_p), ("voices", c_int)]
                + _fields(c_double, "from to") + [("logarithmic", c_bool), ("smooth", c_double)]
                + [("keys", c_int)] + _fields(c_double, "initial smooth_back"))


class carom_stroke(_Sized):
    _fields_ = [("size", c_size_t)] + _fields(c_double, "force over lasts speed damper spring position")


class carom_ledger(ctypes.Structure):
    _fields_ = _fields(c_double, "time kinetic potential contact dissipated supplied total "
                                 "balance_error largest_error largest_turnover "
                                 "largest_balance_error")


class carom_share(ctypes.Structure):
    _fields_ = _fields(c_double, "kinetic potential dissipated supplied numerical")


class carom_bound(ctypes.Structure):
    _fields_ = _fields(c_double, "overlap force compliance deepest")


class carom_initial_overlap(ctypes.Structure):
    _fields_ = _fields(c_double, "overlap energy rest held")


class carom_resolution(ctypes.Structure):
    _fields_ = _fields(c_double, "steps share overlap hardness bound")


class carom_warning(ctypes.Structure):
    _fields_ = [("kind", c_char_p), ("text", c_char * 480)]


class carom_impact(ctypes.Structure):
    _fields_ = (_fields(c_int, "contact number")
                + _fields(c_double, "begin end peak_force impulse speed_in speed_out energy_lost"))


class carom_counts(ctypes.Structure):
    _fields_ = _fields(c_longlong, "impacts solves retries fallbacks")


class carom_solver_counts(ctypes.Structure):
    _fields_ = _fields(c_longlong, "steps right_sides iterations root_evaluations error_failures "
                                   "restarts")


class carom_run_options(_Sized):
    _fields_ = ([("size", c_size_t), ("directory", c_char_p)] + _fields(c_bool, "wav csv npy plot")
                + [("stop", POINTER(carom_stop)), ("progress", progress_call), ("warning", warning_call),
                   ("user", c_void_p)])


class carom_run_report(ctypes.Structure):
    _fields_ = [("status", c_int), ("samples", c_longlong), ("ledger", carom_ledger),
                ("balanced", c_bool), ("seconds", c_double)]


class carom_sweep_axis(ctypes.Structure):
    _fields_ = ([("path", c_char_p)] + _fields(c_double, "from to")
                + [("count", c_int), ("logarithmic", c_bool)])


class carom_sweep_options(_Sized):
    _fields_ = [("size", c_size_t), ("directory", c_char_p), ("axes", POINTER(carom_sweep_axis)), ("axis_count", c_int),
                ("measures", POINTER(c_char_p)), ("measure_count", c_int), ("settle", c_double),
                ("strobe", c_double), ("carry", c_int), ("part", c_int), ("parts", c_int),
                ("workers", c_int),
                ("stop", POINTER(carom_stop)), ("progress", progress_call), ("user", c_void_p),
                ("ranks", c_void_p)]


class carom_sweep_report(ctypes.Structure):
    _fields_ = ([("status", c_int)] + _fields(c_longlong, "points done resumed")
                + [("seconds", c_double)])


class carom_compare_options(_Sized):
    _fields_ = [("size", c_size_t), ("directory", c_char_p),
                ("schemes", POINTER(c_char_p)), ("scheme_count", c_int),
                ("methods", POINTER(c_char_p)), ("method_count", c_int),
                ("rates", POINTER(c_double)), ("rate_count", c_int),
                ("outputs", POINTER(c_char_p)), ("output_count", c_int),
                ("reference", c_char_p), ("workers", c_int),
                ("stop", POINTER(carom_stop)), ("progress", progress_call), ("user", c_void_p)]


class carom_compare_report(ctypes.Structure):
    _fields_ = (_fields(c_int, "status variants done resumed refused")
                + [("interpolated", c_bool), ("seconds", c_double)])


STRUCTURES = (carom_stop, carom_error, carom_point, carom_key, carom_word, carom_hunt_crossley, carom_rebound, carom_model_info, carom_body_info, carom_mode_info, carom_scene_mode, carom_contact_info,
              carom_output_info, carom_snapshot_info, carom_live_info, carom_control_info, carom_stroke, carom_ledger, carom_share, carom_bound, carom_initial_overlap, carom_resolution, carom_warning,
              carom_impact, carom_counts, carom_solver_counts, carom_run_options, carom_run_report,
              carom_sweep_axis, carom_sweep_options, carom_sweep_report, carom_compare_options,
              carom_compare_report)

# What the module hands out: the same fields, as named tuples.
def _tuple_of(kind):
    # "from" is a word of Python's own.
    names = [{"from": "start", "to": "end"}.get(name, name) for name, _ in kind._fields_]
    return collections.namedtuple(kind.__name__.replace("carom_", ""), names)


_tuples = {kind: _tuple_of(kind) for kind in STRUCTURES}
globals().update({kind.__name__: kind for kind in _tuples.values()})  # so that they can be pickled


def as_tuple(structure):
    """A copy of a structure as a named tuple, its words as str."""
    def plain(value):
        if isinstance(value, ctypes.Structure):
            return as_tuple(value)
        return value.decode() if isinstance(value, bytes) else value

    return _tuples[type(structure)](*(plain(getattr(structure, name)) for name, _ in structure._fields_))


# --- Calls ----------------------------------------------------------------------------------------

_error = POINTER(carom_error)
_object = c_void_p  # a scene, model or state, an allocator (always NULL), or numbers and bytes

# Each call with what it returns and takes.
CALLS = {
    "carom_version": (c_char_p, []),
    "carom_commit": (c_char_p, []),
    "carom_compiler": (c_char_p, []),
    "carom_physics": (c_int, []),
    "carom_warnings": (c_int, [_object, _object, _object, POINTER(carom_warning), c_int]),
    "carom_status_text": (c_char_p, [c_int]),
    "carom_key_count": (c_int, []),
    "carom_key_at": (POINTER(carom_key), [c_int]),
    "carom_key_word": (POINTER(carom_word), [POINTER(carom_key), c_int]),
    "carom_hunt_crossley_solve": (carom_rebound, [POINTER(carom_hunt_crossley)]),
    "carom_hunt_crossley_restitution": (c_double, [c_double]),
    "carom_hunt_crossley_restitution_approximate": (c_double, [c_double]),
    "carom_hunt_crossley_compression": (c_double, [POINTER(carom_hunt_crossley), c_double]),
    "carom_hunt_crossley_force": (c_double, [POINTER(carom_hunt_crossley), c_double]),
    "carom_hunt_crossley_time": (c_double, [POINTER(carom_hunt_crossley), c_double]),
    "carom_scene_new": (_object, [_object]),
    "carom_scene_free": (None, [_object]),
    "carom_scene_expand": (_object, [_object, _object, _error]),
    "carom_scene_cut_score": (c_int, [_object]),
    "carom_scene_set": (c_int, [_object, c_char_p, c_char_p, _error]),
    "carom_scene_remove": (c_int, [_object, c_char_p, _error]),
    "carom_scene_get": (c_char_p, [_object, c_char_p]),
    "carom_scene_count": (c_int, [_object, c_char_p]),
    "carom_scene_name": (c_char_p, [_object, c_char_p, c_int]),
    "carom_scene_write": (c_bool, [_object, text_sink, _object]),
    "carom_scene_load": (c_int, [_object, c_char_p, _error]),
    "carom_scene_parse": (c_int, [_object, c_char_p, c_char_p, c_size_t, _error]),
    "carom_builtin_count": (c_int, []),
    "carom_builtin_name": (c_char_p, [c_int]),
    "carom_builtin_text": (c_char_p, [c_int]),
    "carom_builtin_find": (c_int, [c_char_p]),
    "carom_model_compile": (_object, [_object, _object, _error]),
    "carom_model_free": (None, [_object]),
    "carom_model_describe": (carom_model_info, [_object]),
    "carom_model_body": (carom_body_info, [_object, c_int]),
    "carom_body_modes": (c_int, [_object, c_int, c_int, POINTER(carom_mode_info)]),
    "carom_model_modes": (c_int, [_object, c_int, POINTER(carom_scene_mode), POINTER(c_double),
                                  POINTER(c_int)]),
    "carom_motion_count": (c_int, [_object]),
    "carom_motion_shape": (c_int, [_object, POINTER(c_double), c_int, POINTER(c_double), c_int]),
    "carom_body_sounding": (c_bool, [_object, c_int, POINTER(c_double)]),
    "carom_model_contact": (carom_contact_info, [_object, c_int]),
    "carom_model_output": (carom_output_info, [_object, c_int]),
    "carom_model_snapshot": (carom_snapshot_info, [_object, c_int]),
    "carom_model_live": (carom_live_info, [_object, c_int]),
    "carom_model_control": (carom_control_info, [_object, c_int]),
    "carom_model_control_key": (c_char_p, [_object, c_int, c_int]),
    "carom_model_presets": (c_int, [_object]),
    "carom_model_preset_name": (c_char_p, [_object, c_int]),
    "carom_model_find_preset": (c_int, [_object, c_char_p]),
    "carom_model_preset_value": (c_double, [_object, c_int, c_int]),
    "carom_state_saved_size": (c_size_t, [_object]),
    "carom_state_new": (_object, [_object, _object]),
    "carom_state_free": (None, [_object]),
    "carom_state_equip": (c_int, [_object, _object, _error]),
    "carom_has_integrator": (c_bool, []),
    "carom_state_solver": (carom_solver_counts, [_object]),
    "carom_state_reset": (None, [_object, _object]),
    "carom_step": (None, [_object, _object]),
    "carom_process": (c_int, [_object, _object, c_int, _object]),
    "carom_state_steps": (c_longlong, [_object]),
    "carom_output": (c_double, [_object, _object, c_int]),
    "carom_body_shape": (c_int, [_object, _object, c_int, _object, c_int]),
    "carom_contact_force": (c_double, [_object, _object, c_int]),
    "carom_contact_forces": (c_int, [_object, _object, c_int, _object, c_int]),
    "carom_state_ledger": (carom_ledger, [_object]),
    "carom_body_share": (carom_share, [_object, _object, c_int]),
    "carom_contact_share": (carom_share, [_object, _object, c_int]),
    "carom_contact_bound": (c_bool, [_object, _object, c_int, POINTER(carom_bound)]),
    "carom_contact_initial_overlap": (c_bool, [_object, _object, c_int, POINTER(carom_initial_overlap)]),
    "carom_contact_resolution": (c_bool, [_object, _object, c_int, POINTER(carom_resolution)]),
    "carom_state_keep_ledger": (None, [_object, _object, c_bool]),
    "carom_state_next_impact": (c_bool, [_object, _object, POINTER(carom_impact)]),
    "carom_state_overflow": (None, [_object, event_call, c_void_p]),
    "carom_stop_request": (None, [POINTER(carom_stop)]),
    "carom_stop_reset": (None, [POINTER(carom_stop)]),
    "carom_stop_requested": (c_bool, [POINTER(carom_stop)]),
    "carom_state_stop": (None, [_object, POINTER(carom_stop)]),
    "carom_state_open_impact": (c_bool, [_object, _object, c_int, POINTER(carom_impact)]),
    "carom_contact_counts": (carom_counts, [_object, _object, c_int]),
    "carom_state_set": (c_int, [_object, _object, c_int, c_double]),
    "carom_state_get": (c_double, [_object, _object, c_int]),
    "carom_state_control": (c_int, [_object, _object, c_int, c_int, c_double, c_int]),
    "carom_state_play": (c_int, [_object, _object, c_int, POINTER(carom_stroke), c_int]),
    "carom_state_place": (c_int, [_object, _object, c_int, c_double, c_double, c_int]),
    "carom_state_save": (None, [_object, _object, _object]),
    "carom_state_restore": (c_int, [_object, _object, _object]),
    "carom_run": (c_int, [_object, _object, POINTER(carom_run_options),
                          POINTER(carom_run_report), _error]),
    "carom_plot": (c_int, [c_char_p, _error]),
    "carom_sweep": (c_int, [_object, POINTER(carom_sweep_options), POINTER(carom_sweep_report),
                            _error]),
    "carom_sweep_merge": (c_int, [POINTER(c_char_p), c_int, c_char_p, POINTER(carom_sweep_report),
                                  _error]),
    "carom_compare": (c_int, [_object, POINTER(carom_compare_options),
                              POINTER(carom_compare_report), _error]),
}


def _candidates():
    named = os.environ.get("CAROM_LIBRARY")
    if named:
        return [named]
    here = os.path.dirname(os.path.abspath(__file__))
    places = [here]  # as pip installs it
    try:
        from ._installed import PLACE  # as make install does
        places.append(os.path.join(here, PLACE))
    except ImportError:
        places.append(os.path.join(here, "..", "..", "build"))  # as it lies in the source
    found = [sorted(glob.glob(os.path.join(place, FILE_NAME + "*"))) for place in places]
    return [names[0] for names in found if names] + [FILE_NAME]


def _load():
    reasons = []
    for place in _candidates():
        try:
            library = ctypes.CDLL(place)
            for name, (returns, takes) in CALLS.items():
                call = getattr(library, name)
                call.restype = returns
                call.argtypes = takes
            return library
        except (OSError, AttributeError) as reason:
            reasons.append(str(reason))
    raise ImportError("the Carom library cannot be loaded: %s; build it (make), or name it in the "
                      "environment variable CAROM_LIBRARY" % "; ".join(reasons))


lib = _load()


def warnings_of(model, state=None):
    """The warnings about a model, and about a state of it: kind and text."""
    count = lib.carom_warnings(model, state, None, None, 0)
    room = (carom_warning * count)()
    lib.carom_warnings(model, state, None, room, count)
    return [as_tuple(warning) for warning in room]
