// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The entries of chapter 4 of the thesis: a string on a bridge.

#include "reproduce/reproduce.h"
#include "reproduce/thesis.h"

static const entry entries[] = {
    {"sitar/figure-4.3", "Where the phases of a string on a bridge begin",
     VYASARAYANI ", figure 4.3 and equation 4.65",
     "The bridge has b = 0.05. The amplitude falls as the contact length grows. Section 4.3.2 says "
     "24 heights of the bridge for phase I; it is 25.5, and 24.1 for phase III.",
     run_sitar_transitions, NULL},
    {"sitar/figure-4.4", "Contact length over time", VYASARAYANI ", figure 4.4",
     "A half sine of amplitude 35.35, one mode; the time of the second maximum. 1.9231 does not "
     "come out, by the switching rules as printed or corrected, nor by other signs and factors in "
     "them; which rules the thesis' program had is missing. The exact string has 1.95.",
     run_sitar_period, NULL},
    {"sitar/figure-4.5", "Phase I of the string", VYASARAYANI ", figure 4.5",
     "The same run: the string at the beginning and at the end of phase I.", run_sitar_shapes, "I"},
    {"sitar/figure-4.11", "Modal coordinate over time", VYASARAYANI ", figure 4.11",
     "Four starts. In phase II the period hardly depends on the amplitude, as the thesis finds. A "
     "string that begins in phase I does not have a higher frequency, though: its period is a "
     "little longer. That it is shorter follows from switches that add energy.",
     run_sitar_modal, NULL},
    {"sitar/figure-4.15", "Sines of a wrapped string's shape", VYASARAYANI ", figure 4.15",
     "beta = 1.8, phase II only: the whole string projected on the modes of a string without "
     "bridge.",
     run_sitar_sines, NULL},
    {"sitar/figure-4.16", "The bridge of a sitar", VYASARAYANI ", figure 4.16",
     "300, 150 and 173 mm of 1060 give the printed transitions; the rounded 0.283, 0.142 and "
     "0.163, which are printed too, do not. A bridge of 30 mm has no phase III.",
     run_sitar_configuration, NULL},
    {"sitar/figure-4.17", "A straight obstacle of springs", VYASARAYANI ", figure 4.17",
     "60 modes, k = 1.23e6, half sine of twice the obstacle's depth. 1.5 is the middle's period, "
     "which is 2 without obstacle, not a ratio of frequencies: that is 4/3.",
     run_penalty_straight, NULL},
    {"sitar/figure-4.19", "A sinusoidal obstacle of springs", VYASARAYANI ", figure 4.19",
     "(a) The string at t = 1 against its closed form, (b) its middle. The height of the start is "
     "not printed; it is 8 times the obstacle's here.",
     run_penalty_wavy, NULL},
    {"sitar/figure-4.20", "A half sine on a bridge of springs", VYASARAYANI ", figure 4.20",
     "Amplitude 35.35, first cycle: one contact at a time above a rigid bridge, as wrapping takes "
     "for granted. On springs, k = 1.23e6, the ripples of 60 modes divide it, and the motion is "
     "the same.",
     run_penalty_sine, NULL},
    {"sitar/figure-4.21", "A plucked string on a bridge of springs", VYASARAYANI ", figure 4.21",
     "Plucked at 0.1 it meets the bridge at several places, as the thesis says. That it is "
     "airborne at 0.8516 belongs to 100 modes: with more it is not, nor above a rigid bridge. "
     "Amplitude, width and stiffness are not printed: 10, 0.05 and 1.23e6 here.",
     run_penalty_pluck, NULL},
    {"sitar/switching", "Switches between phases", VYASARAYANI ", equations 4.83, 4.92, 4.95, 4.99",
     "The velocity of the string must be continuous as far as the modes can tell. Printed without "
     "the term of the moving boundary where phase II ends, and with a wrong sign and factor where "
     "it begins at the far end: energy is lost and gained. One mode; shares of the energy.",
     run_sitar_switches, NULL},
    {"sitar/erratum-4.61", "Sums over modes", VYASARAYANI ", equations 4.60 and 4.61",
     "Printed with beta_k outside the sums over j, so that modes do not exchange energy. Error of "
     "the middle on [0, 2] against the exact wave, beta = 9: as printed it grows with the number "
     "of modes.",
     run_sitar_sums, NULL},
    {"sitar/cost", "One mode or sixty", VYASARAYANI ", section 4.3.1",
     "Evaluations of the right side up to t = 4 at a tolerance of 1e-6. The thesis tells times of "
     "another program, 50 to 1; an evaluation with sixty modes takes longer besides.",
     run_penalty_cost, NULL},
};

const entry_list sitar_entries = {entries, sizeof entries / sizeof entries[0]};
