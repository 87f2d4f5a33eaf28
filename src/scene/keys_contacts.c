// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Keys of contacts. In the order in which a scene would give them.

#include "scene/key_rows.h"

static const key_row rows[] = {
    ROW(WORD, "contacts", "type", "", WORDS(CONTACT_TYPES), "", "", ANY, true, false,
        "collision pushes only; spring pushes and pulls; bow rubs a point, finger damps or presses "
        "one; stop is rigid"),
    ROW(POINT, "contacts", "below", "collision spring stop", "", "", "", ANY, true, false,
        "the lower point: BODY, BODY@x or PLATE@x:y; overlap is below less above"),
    ROW(POINT, "contacts", "above", "collision spring stop", "", "", "", ANY, true, false,
        "the upper point"),
    ROW(POINT, "contacts", "on", "bow finger", "", "", "", ANY, true, false,
        "the point it touches: BODY@x, or BODY with position"),
    LIVE_ROW(
        CHANGING, "contacts", "position", "bow finger", "", "", "", BETWEEN(0, 1), false, 0, 1,
        "where it touches a string or bar, as a fraction of the length; that of on if left out"),
    ROW(NUMBERS, "contacts", "reach", "bow finger", "", "", "", BETWEEN(0, 1), false, false,
        "the least and the largest position it may come to, the whole length if left out; contacts "
        "out of its reach are solved apart, which is faster"),
    LIVE_ROW(CHANGING, "contacts", "force", "bow finger", "", "N", "", NOT_BELOW0, false, 0, 5,
             "how hard it is pressed; a bow 0.5 if left out, and 0 lifts it; a finger downwards, 0 "
             "if left out"),
    LIVE_ROW(CHANGING, "contacts", "speed", "bow", "", "m/s", "0.1", ANY, false, -0.5, 0.5,
             "how fast the bow is drawn, negative the other way"),
    ROW(NUMBER, "contacts", "sharpness", "bow", "", "s2/m2", "100", POSITIVE, false, false,
        "a of the curve sqrt(2a) v exp(1/2 - a v^2)"),
    ROW(WORD, "contacts", "law", "bow", WORDS(FRICTION_LAWS), "", "exponential", ANY, false, false,
        "friction as a curve of the velocity, or by bristles that bend and yield"),
    ROW(WORD, "contacts", "solve", "bow", WORDS(FRICTION_SOLVERS), "", "newton", ANY, false, false,
        "the curve solved exactly, or with its slope at a foretold velocity, once or twice"),
    ROW(NUMBER, "contacts", "static_friction", "bow", "", "", "0.8", POSITIVE, false, false,
        "elasto-plastic: friction over bow force before it slips"),
    ROW(NUMBER, "contacts", "dynamic_friction", "bow", "", "", "0.3", POSITIVE, false, false,
        "elasto-plastic: friction over bow force while it slips fast"),
    ROW(NUMBER, "contacts", "stribeck", "bow", "", "m/s", "0.1", POSITIVE, false, false,
        "elasto-plastic: the velocity that leads from one to the other"),
    ROW(NUMBER, "contacts", "bristle_stiffness", "bow", "", "N/m", "1e4", POSITIVE, false, false,
        "elasto-plastic: force over bend of the bristles"),
    ROW(NUMBER, "contacts", "bristle_damping", "bow", "", "N s/m", "0.1", NOT_BELOW0, false, false,
        "elasto-plastic: force over speed of bending"),
    ROW(NUMBER, "contacts", "viscous", "bow", "", "N s/m", "0.4", NOT_BELOW0, false, false,
        "elasto-plastic: force over velocity"),
    LIVE_ROW(CHANGING, "contacts", "damper", "finger", "", "N s/m", "1", NOT_BELOW0, false, 0, 10,
             "force over velocity of the point; 0 lifts the finger"),
    LIVE_ROW(CHANGING, "contacts", "spring", "finger", "", "N/m", "0", NOT_BELOW0, false, 0, 1e5,
             "force over displacement of the point"),
    ROW(FLAG, "contacts", "along", "collision spring", "", "", "false", ANY, false, false,
        "side by side along the whole length (or area) instead of at one point"),
    LIVE_ROW(CHANGING, "contacts", "stiffness", "collision spring stop", "", "N/m^alpha", "",
             NOT_BELOW0, false, 1e3, 1e10, "K of the power law; per length or area with along"),
    ROW(NUMBER, "contacts", "exponent", "collision spring", "", "", "1.5", BETWEEN(1, 10), false,
        false, "alpha of the power law"),
    LIVE_ROW(CHANGING, "contacts", "damping", "collision", "", "s/m", "0", NOT_BELOW0, false, 0, 5,
             "Hunt-Crossley loss mu: force K eta^alpha (1 + mu d(eta)/dt)"),
    ROW(WORD, "contacts", "scheme", "collision", WORDS(SCHEMES), "", "positive", ANY, false, false,
        "positive: accurate, never pulls; clamp: its cheaper form; published: as printed; exact: "
        "resolved inside the sample, for hard and lossy impacts"),
    ROW(FLAG, "contacts", "numerical_loss", "collision", "", "", "true", ANY, false, false,
        "with scheme positive, hard impacts of strings, bars and plates lose what is "
        "radiated above half the rate; false: the scheme loses nothing, and such contacts are "
        "noisier"),
    ROW(NUMBER, "contacts", "gap", "collision stop", "", "m", "0", ANY, false, false,
        "distance to cover before contact: the overlap is reduced by it"),
    ROW(NUMBER, "contacts", "restitution", "stop", "", "", "1", BETWEEN(0, 1), false, false,
        "R: the relative velocity after an impact over the one before"),
    ROW(WORD, "contacts", "treatment", "stop", WORDS(TREATMENTS), "", "impulse", ANY, false, false,
        "impulse at the point; velocities kept at points; a spring of that stiffness; the modes of "
        "the body held there"),
    ROW(NUMBERS, "contacts", "points", "stop", "", "", "", BETWEEN(0, 1), false, false,
        "collocation: fractions of the length, one less than there are modes"),
    LIVE_ROW(CHANGING, "contacts", "linear", "spring", "", "N/m", "0", NOT_BELOW0, false, 0, 1e6,
             "K1: force K1 eta"),
    LIVE_ROW(CHANGING, "contacts", "cubic", "spring", "", "N/m3", "0", NOT_BELOW0, false, 0, 1e10,
             "K3: force K3 eta^3"),
    LIVE_ROW(CHANGING, "contacts", "sigma_x", "spring", "", "N s/m", "0", NOT_BELOW0, false, 0, 10,
             "loss: force 2 sigma_x d(eta)/dt"),
    ROW(WORD, "contacts", "branch", "spring", WORDS(BRANCHES), "", "signed", ANY, false, false,
        "branch of the power law's square root: signed is smooth through zero"),
    ROW(NUMBER, "contacts", "dead_zone", "spring", "", "m", "0", NOT_BELOW0, false, false,
        "the power law acts beyond this distance only"),
    ROW(WHOLE, "contacts", "interpolation", "", "0 1 3", "", "3", BETWEEN(0, 3), false, false,
        "order of interpolation between grid points: 0, 1 or 3"),
};

const key_section keys_contacts = {rows, sizeof rows / sizeof rows[0]};
