// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Keys of the scene itself and of its solver. In the order in which a scene would give them.

#include "scene/key_rows.h"
#include "scene/words.h"

static const key_row rows[] = {
    ROW(WHOLE, "", "carom", "", "", "", "", BETWEEN(1, 1), true, false,
        "version of the scene format"),
    ROW(TEXT, "", "like", "", "", "", "", ANY, false, false,
        "in a file: a built-in scene or another file to begin with; what follows changes it"),
    ROW(TEXT, "", "title", "", "", "", "", ANY, false, false, "a line for people"),
    ROW(NUMBER, "", "rate", "", "", "Hz", "44100", BETWEEN(1e-3, 1e9), false, false,
        "samples per second"),
    ROW(NUMBER, "", "duration", "", "", "s", "1", BETWEEN(0, 1e9), false, false,
        "how long the scene runs"),
    LIVE_ROW(CHANGING, "", "gravity", "", "", "m/s2", "0", ANY, false, 0, 20,
             "pulls masses towards negative displacement"),
    ROW(NUMBER, "", "settle", "", "", "s", "0", NOT_BELOW0, false, false,
        "mechanism: time in which linkages come to rest before t = 0, under the forces of t = 0"),
    ROW(WHOLE, "", "seed", "", "", "", "1", BETWEEN(0, 9007199254740991), false, false,
        "of all that is drawn at random: noise of bows, drift of gestures; the same seed gives the "
        "same bytes"),
    ROW(WORD, "", "solver.method", "", WORDS(METHODS), "", "audio", ANY, false, false,
        "how the scene is advanced: audio is a fixed step with an exact energy balance"),
    ROW(WORD, "", "solver.corrections", "", WORDS(CORRECTIONS), "", "false", ANY, false, false,
        "am1, verlet, heun, rk4: true or paper limits the compression and sets the rebound speed; "
        "corrected keeps the energy of the sample it falls on as well; false or off does neither"),
    ROW(WORD, "", "solver.start", "", WORDS(START_ORDERS), "", "second-order", ANY, false, false,
        "whether the first step includes the starting acceleration"),
    ROW(WHOLE, "", "solver.oversample", "", "1 2 4 8", "", "1", BETWEEN(1, 8), false, false,
        "steps taken inside each sample"),
    ROW(WORD, "", "solver.precision", "", WORDS(PRECISIONS), "", "double", ANY, false, false,
        "audio: of the motion of strings, bars and plates on grids; single takes half the memory "
        "and, "
        "without the ledger, about half the time; the ledger closes within 1e-3 instead of 1e-9"),
    ROW(FLAG, "", "solver.bound", "", "", "", "true", ANY, false, false,
        "audio: where a string, bar or plate cannot answer a contact within a step, its law is "
        "bounded "
        "and may lose numerically; false: every contact of scheme positive has the law that was "
        "written, as one of scheme exact always has; clamp and published have no bound in either "
        "case"),
    ROW(NUMBER, "", "solver.tolerance", "", "", "", "1e-10", POSITIVE, false, false,
        "adaptive, wrap: largest error of one step, relative to the size of the motion"),
    ROW(WHOLE, "", "solver.modes", "", "", "", "1", BETWEEN(1, 16), false, false,
        "wrap: how many modes of the string's free part move; rigid and wave ignore it"),
    ROW(WORD, "", "solver.rules", "", WORDS(WRAP_RULES), "", "consistent", ANY, false, false,
        "wrap: consistent keeps the energy inside a phase and the velocity at a switch; projected "
        "has equation 4.61 of the thesis with its sums put right, thesis its equations as printed"),
    ROW(NUMBER, "", "solver.energy_tolerance", "", "", "", "1e-9", NOT_BELOW0, false, false,
        "largest relative error of the energy balance that counts as good; any does by default "
        "with "
        "methods that do not conserve"),
    ROW(NUMBER, "", "sound.fade", "", "", "s", "0.02", BETWEEN(0, 3600), false, false,
        "how long audio.wav fades out at its end, behind the mix; at most half of it; 0: not at "
        "all"),
    ROW(NUMBER, "", "play.a4", "", "", "Hz", "440", BETWEEN(200, 900), false, false,
        "pitch of note 69, the A above middle C, when the scene is played"),
    ROW(WORD, "", "play.tuning", "", WORDS(TUNINGS), "", "equal", ANY, false, false,
        "equal: 12 equal steps in an octave; just: small whole ratios above the tonic"),
    ROW(NOTE, "", "play.tonic", "", "", "", "60", BETWEEN(0, 127), false, false,
        "just: the note that the ratios begin with; its own pitch is that of the equal tuning"),
    ROW(KEYS, "", "play.keys", "", "", "", "", ANY, false, false,
        "the keys that families, names ending with *, have members for, each named by its number: "
        "two notes, the lowest and the highest, or three and more rising ones, exactly those"),
    ROW(WHOLE, "", "play.voices", "", "", "", "", BETWEEN(1, 128), false, false,
        "or how many members families have, numbered from 1, which notes are given to"),
    ROW(NUMBER, "", "play.bend", "", "", "semitones", "2", BETWEEN(0, 48), false, false,
        "how far the pitch wheel bends notes, up and down"),
};

const key_section keys_top = {rows, sizeof rows / sizeof rows[0]};
