// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Every key of the scene format, once.

#include "scene/keys_table.h"
#include <math.h>

#define ANY        -INFINITY, INFINITY, false
#define POSITIVE   0, INFINITY, true
#define NOT_BELOW0 0, INFINITY, false

// Each kind of value in words.
#define WORDS_NUMBER      "number"
#define WORDS_WHOLE       "whole number"
#define WORDS_FLAG        "true or false"
#define WORDS_WORD        "word"
#define WORDS_TEXT        "text"
#define WORDS_POINT       "point"
#define WORDS_NUMBERS     "list of numbers"
#define WORDS_ENDS        "two words"
#define WORDS_CHANGING    "number or breakpoints"
#define WORDS_BREAKPOINTS "breakpoints"
#define WORDS_ONE_OR_TWO  "number or two numbers"
#define WORDS_COUNTS      "auto, whole number or two whole numbers"
#define WORDS_AUTO_NUMBER "auto or number"

#define ROW(kind, section, name, types, choices, unit, standard, range, required, live, help)      \
  {                                                                                                \
    {section, name, types, WORDS_##kind, choices, unit, standard, range, required, live, help},    \
        KEY_##kind                                                                                 \
  }
#define BETWEEN(a, b) a, b, false

// The rows of one section in the order in which a scene would tell them.
const key_row key_table[] = {
    // The scene itself
    ROW(WHOLE, "", "carom", "", "", "", "", BETWEEN(1, 1), true, false,
        "version of the scene format"),
    ROW(TEXT, "", "like", "", "", "", "", ANY, false, false,
        "in a file: a built-in scene or another file to begin with; what follows changes it"),
    ROW(TEXT, "", "title", "", "", "", "", ANY, false, false, "a line for people"),
    ROW(NUMBER, "", "rate", "", "", "Hz", "44100", BETWEEN(1e-3, 1e9), false, false,
        "samples per second"),
    ROW(NUMBER, "", "duration", "", "", "s", "1", BETWEEN(0, 1e9), false, false,
        "how long the scene runs"),
    ROW(CHANGING, "", "gravity", "", "", "m/s2", "0", ANY, false, true,
        "pulls masses towards negative displacement"),
    ROW(WORD, "", "solver.method", "", "audio am1 verlet heun rk4 event adaptive", "", "audio", ANY,
        false, false,
        "how the scene is advanced: audio is a fixed step with an exact energy balance; see 'carom "
        "help methods'"),
    ROW(WORD, "", "solver.corrections", "", "false true off paper corrected", "", "false", ANY,
        false, false,
        "am1, verlet, heun, rk4: true or paper limits the compression and sets the rebound speed; "
        "corrected keeps the energy of the sample it falls on as well; false or off does neither"),
    ROW(WORD, "", "solver.start", "", "second-order first-order", "", "second-order", ANY, false,
        false, "whether the first step includes the starting acceleration"),
    ROW(WHOLE, "", "solver.oversample", "", "1 2 4 8", "", "1", BETWEEN(1, 8), false, false,
        "steps taken inside each sample"),
    ROW(NUMBER, "", "solver.tolerance", "", "", "", "1e-10", POSITIVE, false, false,
        "adaptive: largest error of one step, relative to the size of the motion"),
    ROW(NUMBER, "", "solver.energy_tolerance", "", "", "", "1e-9", NOT_BELOW0, false, false,
        "largest relative error of the energy balance that counts as good; any does by default "
        "with "
        "methods that do not conserve"),

    // Bodies
    ROW(WORD, "bodies", "type", "", "string bar plate mass barrier", "", "", ANY, true, false,
        "what kind of body it is"),
    ROW(NUMBER, "bodies", "length", "string bar", "", "m", "", POSITIVE, true, false,
        "length between the ends"),
    ROW(NUMBERS, "bodies", "size", "plate", "", "m", "", POSITIVE, true, false,
        "[lx, ly], the two sides"),
    ROW(NUMBER, "bodies", "density", "string bar plate", "", "kg/m3", "", POSITIVE, false, false,
        "density of the material"),
    ROW(NUMBER, "bodies", "radius", "string bar", "", "m", "", POSITIVE, false, false,
        "radius of a round cross-section"),
    ROW(NUMBER, "bodies", "width", "bar", "", "m", "", POSITIVE, false, false,
        "width of a rectangular cross-section"),
    ROW(NUMBER, "bodies", "thickness", "bar plate", "", "m", "", POSITIVE, false, false,
        "thickness, in the direction of motion"),
    ROW(NUMBER, "bodies", "linear_density", "string bar", "", "kg/m", "", POSITIVE, false, false,
        "mass per length, instead of density and cross-section"),
    ROW(CHANGING, "bodies", "tension", "string", "", "N", "", NOT_BELOW0, false, true,
        "what stretches it"),
    ROW(CHANGING, "bodies", "pitch", "string", "", "Hz", "", POSITIVE, false, true,
        "fundamental of the pinned string, instead of the tension"),
    ROW(NUMBER, "bodies", "youngs", "string bar plate", "", "Pa", "", NOT_BELOW0, false, false,
        "Young's modulus"),
    ROW(NUMBER, "bodies", "bending_stiffness", "string bar", "", "N m2", "", NOT_BELOW0, false,
        false, "EI, instead of Young's modulus and cross-section; 0 is an ideal string"),
    ROW(NUMBER, "bodies", "poisson", "plate", "", "", "0.3", BETWEEN(-0.99, 0.5), false, false,
        "Poisson's ratio"),
    ROW(CHANGING, "bodies", "sigma0", "string bar plate", "", "1/s", "0", NOT_BELOW0, false, true,
        "loss at all frequencies: amplitudes fall as exp(-sigma0 t)"),
    ROW(CHANGING, "bodies", "sigma1", "string bar plate", "", "m2/s", "0", NOT_BELOW0, false, true,
        "loss that grows with frequency: sigma1 beta^2 is added to sigma0 at wavenumber beta"),
    ROW(ENDS, "bodies", "ends", "string bar", "pinned clamped free", "", "[pinned, pinned]", ANY,
        false, false, "left and right end; free for bars only"),
    ROW(WORD, "bodies", "edges", "plate", "pinned clamped", "", "pinned", ANY, false, false,
        "how all four edges are held"),
    ROW(WORD, "bodies", "model", "string bar plate", "grid modes", "", "grid", ANY, false, false,
        "how the body is computed: grid is finite differences; modes, for strings and bars, a sum "
        "of mode shapes"),
    ROW(COUNTS, "bodies", "points", "string bar plate", "", "", "auto", BETWEEN(1, 100000), false,
        false,
        "grid intervals, [Nx, Ny] for a plate; auto is the finest stable grid; or the number of "
        "modes"),
    ROW(NUMBER, "bodies", "damping_ratio", "string bar", "", "", "0", NOT_BELOW0, false, false,
        "modes: loss of every mode over what would just keep it from swinging"),
    ROW(NUMBER, "bodies", "tip_mass", "bar", "", "kg", "0", NOT_BELOW0, false, false,
        "modes: mass at the free end of a bar clamped at the other"),
    ROW(NUMBER, "bodies", "tip_inertia", "bar", "", "kg m2", "0", NOT_BELOW0, false, false,
        "modes: rotary inertia of that mass"),
    ROW(NUMBER, "bodies", "base.amplitude", "bar", "", "m", "0", ANY, false, false,
        "modes: the clamped end moves as amplitude sin(2 pi frequency t); the bar and its barriers "
        "are told in its frame"),
    ROW(NUMBER, "bodies", "base.frequency", "bar", "", "Hz", "0", NOT_BELOW0, false, false,
        "modes: frequency of that motion"),
    ROW(NUMBER, "bodies", "mass", "mass", "", "kg", "", POSITIVE, true, false, "how heavy it is"),
    ROW(CHANGING, "bodies", "frequency", "mass", "", "Hz", "0", NOT_BELOW0, false, true,
        "frequency of the mass on its own spring; 0 is a free mass"),
    ROW(CHANGING, "bodies", "damping", "mass", "", "N s/m", "0", NOT_BELOW0, false, true,
        "force per velocity that brakes the mass"),
    ROW(CHANGING, "bodies", "position", "mass barrier", "", "m", "0", ANY, false, true,
        "a mass: where it starts; a barrier: where it stands or moves"),
    ROW(NUMBER, "bodies", "position.sine.offset", "barrier", "", "m", "0", ANY, false, false,
        "a swinging barrier: offset + amplitude sin(2 pi frequency t)"),
    ROW(NUMBER, "bodies", "position.sine.amplitude", "barrier", "", "m", "", ANY, false, false,
        "a swinging barrier's amplitude"),
    ROW(NUMBER, "bodies", "position.sine.frequency", "barrier", "", "Hz", "", NOT_BELOW0, false,
        false, "a swinging barrier's frequency"),
    ROW(NUMBER, "bodies", "velocity", "mass", "", "m/s", "0", ANY, false, false,
        "starting velocity"),
    ROW(WORD, "bodies", "profile.shape", "barrier", "flat sine parabola table", "", "flat", ANY,
        false, false, "shape of the barrier along a body, added to its position"),
    ROW(NUMBER, "bodies", "profile.height", "barrier", "", "m", "0", ANY, false, false,
        "h: parabola 4 h x (B - x) / B^2, sine h sin(2 pi x / B)"),
    ROW(NUMBER, "bodies", "profile.width", "barrier", "", "m", "", POSITIVE, false, false,
        "B of the parabola or sine"),
    ROW(NUMBER, "bodies", "profile.from", "barrier", "", "m", "0", NOT_BELOW0, false, false,
        "where the obstacle begins, from the body's left end"),
    ROW(NUMBER, "bodies", "profile.to", "barrier", "", "m", "", POSITIVE, false, false,
        "where the obstacle ends; the whole body if left out"),
    ROW(NUMBERS, "bodies", "profile.values", "barrier", "", "m", "", ANY, false, false,
        "table: heights evenly spaced between from and to"),
    ROW(WORD, "bodies", "start.shape", "string bar plate", "pluck hump sine table", "", "", ANY,
        false, false, "starting displacement: a triangle, a raised cosine, a mode, or values"),
    ROW(ONE_OR_TWO, "bodies", "start.at", "string bar plate", "", "", "0.5", BETWEEN(0, 1), false,
        false, "its centre as a fraction of the length; [x, y] for a plate"),
    ROW(NUMBER, "bodies", "start.width", "string bar plate", "", "", "0.2", POSITIVE, false, false,
        "width of the hump as a fraction of the length (of lx for a plate)"),
    ROW(NUMBER, "bodies", "start.amplitude", "string bar plate", "", "m", "1e-3", ANY, false, false,
        "its largest displacement"),
    ROW(ONE_OR_TWO, "bodies", "start.mode", "string bar plate", "", "", "1", BETWEEN(1, 1e6), false,
        false, "sine: the mode's number; [m, n] for a plate"),
    ROW(NUMBERS, "bodies", "start.values", "string bar plate", "", "m", "", ANY, false, false,
        "table: displacements at the grid points, ends included (a plate row by row)"),
    ROW(WORD, "bodies", "start_velocity.shape", "string bar plate", "pluck hump sine table", "", "",
        ANY, false, false, "starting velocity, described like the starting displacement"),
    ROW(ONE_OR_TWO, "bodies", "start_velocity.at", "string bar plate", "", "", "0.5", BETWEEN(0, 1),
        false, false, "its centre as a fraction of the length; [x, y] for a plate"),
    ROW(NUMBER, "bodies", "start_velocity.width", "string bar plate", "", "", "0.2", POSITIVE,
        false, false, "width of the hump as a fraction of the length (of lx for a plate)"),
    ROW(NUMBER, "bodies", "start_velocity.amplitude", "string bar plate", "", "m/s", "1", ANY,
        false, false, "its largest velocity"),
    ROW(ONE_OR_TWO, "bodies", "start_velocity.mode", "string bar plate", "", "", "1",
        BETWEEN(1, 1e6), false, false, "sine: the mode's number; [m, n] for a plate"),
    ROW(NUMBERS, "bodies", "start_velocity.values", "string bar plate", "", "m/s", "", ANY, false,
        false, "table: velocities at the grid points, ends included (a plate row by row)"),

    // Contacts
    ROW(WORD, "contacts", "type", "", "collision spring bow finger stop", "", "", ANY, true, false,
        "collision pushes only; spring pushes and pulls; bow rubs a point, finger damps one; stop "
        "is "
        "rigid"),
    ROW(POINT, "contacts", "below", "collision spring stop", "", "", "", ANY, true, false,
        "the lower point: BODY, BODY@x or PLATE@x:y; overlap is below less above"),
    ROW(POINT, "contacts", "above", "collision spring stop", "", "", "", ANY, true, false,
        "the upper point"),
    ROW(POINT, "contacts", "on", "bow finger", "", "", "", ANY, true, false,
        "the point it touches: BODY@x, or BODY with position"),
    ROW(CHANGING, "contacts", "position", "bow finger", "", "", "", BETWEEN(0, 1), false, true,
        "where it touches a string or bar, as a fraction of the length; that of on if left out"),
    ROW(CHANGING, "contacts", "force", "bow", "", "N", "0.5", NOT_BELOW0, false, true,
        "how hard the bow is pressed; 0 lifts it"),
    ROW(CHANGING, "contacts", "speed", "bow", "", "m/s", "0.1", ANY, false, true,
        "how fast the bow is drawn, negative the other way"),
    ROW(NUMBER, "contacts", "sharpness", "bow", "", "s2/m2", "100", POSITIVE, false, false,
        "a of the curve sqrt(2a) v exp(1/2 - a v^2)"),
    ROW(WORD, "contacts", "law", "bow", "exponential elasto-plastic", "", "exponential", ANY, false,
        false, "friction as a curve of the velocity, or by bristles that bend and yield"),
    ROW(WORD, "contacts", "solve", "bow", "newton linear linear2", "", "newton", ANY, false, false,
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
    ROW(CHANGING, "contacts", "damper", "finger", "", "N s/m", "1", NOT_BELOW0, false, true,
        "force over velocity of the point; 0 lifts the finger"),
    ROW(CHANGING, "contacts", "spring", "finger", "", "N/m", "0", NOT_BELOW0, false, true,
        "force over displacement of the point"),
    ROW(FLAG, "contacts", "along", "collision spring", "", "", "false", ANY, false, false,
        "side by side along the whole length (or area) instead of at one point"),
    ROW(CHANGING, "contacts", "stiffness", "collision spring stop", "", "N/m^alpha", "", NOT_BELOW0,
        false, true, "K of the power law; per length or area with along"),
    ROW(NUMBER, "contacts", "exponent", "collision spring", "", "", "1.5", BETWEEN(1, 10), false,
        false, "alpha of the power law"),
    ROW(CHANGING, "contacts", "damping", "collision", "", "s/m", "0", NOT_BELOW0, false, true,
        "Hunt-Crossley loss mu: force K eta^alpha (1 + mu d(eta)/dt)"),
    ROW(WORD, "contacts", "scheme", "collision", "positive clamp published exact", "", "positive",
        ANY, false, false,
        "positive: accurate, never pulls; clamp: its cheaper form; published: as printed; exact: "
        "resolved inside the sample, for hard and lossy impacts"),
    ROW(NUMBER, "contacts", "gap", "collision stop", "", "m", "0", ANY, false, false,
        "distance to cover before contact: the overlap is reduced by it"),
    ROW(NUMBER, "contacts", "restitution", "stop", "", "", "1", BETWEEN(0, 1), false, false,
        "R: the relative velocity after an impact over the one before"),
    ROW(WORD, "contacts", "treatment", "stop", "impulse collocation penalty switching", "",
        "impulse", ANY, false, false,
        "impulse at the point; velocities kept at points; a spring of that stiffness; the modes of "
        "the body held there"),
    ROW(NUMBERS, "contacts", "points", "stop", "", "", "", BETWEEN(0, 1), false, false,
        "collocation: fractions of the length, one less than there are modes"),
    ROW(CHANGING, "contacts", "linear", "spring", "", "N/m", "0", NOT_BELOW0, false, true,
        "K1: force K1 eta"),
    ROW(CHANGING, "contacts", "cubic", "spring", "", "N/m3", "0", NOT_BELOW0, false, true,
        "K3: force K3 eta^3"),
    ROW(CHANGING, "contacts", "sigma_x", "spring", "", "N s/m", "0", NOT_BELOW0, false, true,
        "loss: force 2 sigma_x d(eta)/dt"),
    ROW(WORD, "contacts", "branch", "spring", "signed printed", "", "signed", ANY, false, false,
        "branch of the power law's square root: signed is smooth through zero"),
    ROW(NUMBER, "contacts", "dead_zone", "spring", "", "m", "0", NOT_BELOW0, false, false,
        "the power law acts beyond this distance only"),
    ROW(WHOLE, "contacts", "interpolation", "", "0 1 3", "", "3", BETWEEN(0, 3), false, false,
        "order of interpolation between grid points: 0, 1 or 3"),

    // Forces
    ROW(POINT, "forces", "on", "", "", "", "", ANY, true, false, "the point it acts on"),
    ROW(CHANGING, "forces", "amplitude", "", "", "N", "1", ANY, false, true,
        "amplitude of the sine, or factor of the table"),
    ROW(NUMBER, "forces", "frequency", "", "", "Hz", "", NOT_BELOW0, false, false,
        "a sine from t = 0"),
    ROW(BREAKPOINTS, "forces", "table", "", "", "N", "", ANY, false, false,
        "[[t, force], ...], linear between, held outside"),
    ROW(WHOLE, "forces", "interpolation", "", "0 1 3", "", "3", BETWEEN(0, 3), false, false,
        "order of interpolation between grid points: 0, 1 or 3"),

    // Score
    ROW(WORD, "score", "gesture", "", "bow finger pluck strike tune set", "", "", ANY, true, false,
        "what is done: bow and finger move those contacts, pluck and strike push a point, tune "
        "turns a "
        "string's peg, set moves any live key"),
    ROW(NUMBER, "score", "at", "", "", "s", "", NOT_BELOW0, true, false, "when it begins"),
    ROW(POINT, "score", "on", "bow finger pluck strike tune", "", "", "", ANY, false, false,
        "the bow, the finger or the string, if there are several; pluck and strike: the point"),
    ROW(NUMBER, "score", "over", "", "", "s", "", NOT_BELOW0, false, false,
        "how long it takes: 0.02 for bow and finger, 0.01 for pluck, 0.002 for strike, else 0"),
    ROW(NUMBER, "score", "for", "bow finger", "", "s", "", POSITIVE, false, false,
        "after that long it is lifted again"),
    ROW(NUMBER, "score", "force", "bow pluck strike", "", "N", "", ANY, false, false,
        "a bow's force, or the largest of a pluck or strike (1 if left out)"),
    ROW(NUMBER, "score", "speed", "bow", "", "m/s", "", ANY, false, false, "the bow's speed"),
    ROW(NUMBER, "score", "position", "bow finger", "", "", "", BETWEEN(0, 1), false, false,
        "where it goes, as a fraction of the length"),
    ROW(NUMBER, "score", "damper", "finger", "", "N s/m", "", NOT_BELOW0, false, false,
        "the finger's damper"),
    ROW(NUMBER, "score", "spring", "finger", "", "N/m", "", NOT_BELOW0, false, false,
        "the finger's spring"),
    ROW(NUMBER, "score", "pitch", "tune", "", "Hz", "", POSITIVE, false, false,
        "the string's new pitch"),
    ROW(NUMBER, "score", "tension", "tune", "", "N", "", NOT_BELOW0, false, false,
        "or its new tension"),
    ROW(TEXT, "score", "key", "set", "", "", "", ANY, true, false,
        "path of a live key: contacts.rattle.stiffness"),
    ROW(NUMBER, "score", "to", "set", "", "", "", ANY, true, false, "its new value"),

    // Outputs
    ROW(POINT, "outputs", "of", "", "", "", "", ANY, true, false,
        "a point of a body, or a contact"),
    ROW(WORD, "outputs", "quantity", "",
        "displacement velocity acceleration slope force overlap psi energy mode", "",
        "displacement", ANY, false, false, "what to listen to"),
    ROW(WHOLE, "outputs", "mode", "", "", "", "", BETWEEN(1, 100000), false, false,
        "quantity mode: which one, from 1"),
    ROW(FLAG, "outputs", "audio", "", "", "", "false", ANY, false, false,
        "whether it goes into the sound"),
    ROW(AUTO_NUMBER, "outputs", "gain", "", "", "", "auto", ANY, false, false,
        "factor in the sound; auto brings the loudest sample to -3 dB"),
    ROW(NUMBER, "outputs", "pan", "", "", "", "0", BETWEEN(-1, 1), false, false,
        "-1 left, 0 centre, 1 right"),
    ROW(WHOLE, "outputs", "interpolation", "", "0 1 3", "", "3", BETWEEN(0, 3), false, false,
        "order of interpolation between grid points: 0, 1 or 3"),

    // Snapshots
    ROW(POINT, "snapshots", "of", "", "", "", "", ANY, true, false,
        "the body whose whole shape is kept"),
    ROW(NUMBER, "snapshots", "every", "", "", "s", "1e-3", POSITIVE, false, false,
        "time between two shapes"),
    ROW(NUMBER, "snapshots", "from", "", "", "s", "0", NOT_BELOW0, false, false,
        "time of the first shape"),
    ROW(NUMBER, "snapshots", "to", "", "", "s", "", NOT_BELOW0, false, false,
        "no shapes after this time; the whole run if left out"),
};

const int key_table_size = (int)(sizeof key_table / sizeof key_table[0]);
