// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The entries of chapter 3 of the thesis: a beam and a stop, a shaken cantilever.

#include "reproduce/reproduce.h"
#include "reproduce/thesis.h"

static const entry entries[] = {
    {"beam/table-3.1", "Parameters of the free vibration", VYASARAYANI ", table 3.1",
     "What is printed beside what the scene beam-stop and these entries have.", run_beam_table,
     "1"},
    {"beam/table-3.2", "Collocation points", VYASARAYANI ", table 3.2",
     "The thesis asks that none be a node of a mode. That they differ is enough: the determinant "
     "of "
     "sin(j pi x_i) is a product of sin(pi x_i) and of differences of cos(pi x_i); the place of "
     "the stop, 0.5, is itself a node of modes 2 and 4.",
     run_beam_table, "2"},
    {"beam/table-3.3", "Parameters of the force", VYASARAYANI ", table 3.3",
     "At the first natural frequency. Equation 3.3 scales a force by L^4 / (EI D); it is L^3.",
     run_beam_table, "3"},
    {"beam/figure-3.4", "Collocation: displacement at the stop", VYASARAYANI ", figure 3.4",
     "Restitution 1, three sets of points, and the impulse rule beside them; the whole and around "
     "the first impact. Until then the motion is known in closed form.",
     run_beam_collocation, "4"},
    {"beam/figure-3.5", "Collocation: velocity at the stop", VYASARAYANI ", figure 3.5",
     "The first impact turns the velocity by any set of points; what follows depends on them.",
     run_beam_collocation, "5"},
    {"beam/figure-3.6", "Collocation: phase plot at the stop", VYASARAYANI ", figure 3.6",
     "Up to t = 2. How far higher modes are excited depends on the points.", run_beam_collocation,
     "6"},
    {"beam/figure-3.7", "Collocation: energy", VYASARAYANI ", figure 3.7",
     "Nothing should be lost or gained. Collocation adds energy, as the thesis says, but not at "
     "each impact: it is not increasing throughout, and with CP3 falls below the first value. The "
     "impulse rule keeps it.",
     run_beam_collocation, "7"},
    {"beam/figure-3.8", "Collocation: velocities along the beam", VYASARAYANI ", figure 3.8",
     "Before and after the first impact. The collocation equations, solved here, and the engine "
     "give the same gain of energy for each set of points.",
     run_beam_distribution, NULL},
    {"beam/figure-3.9a", "A beam and a stop, free", VYASARAYANI ", figure 3.9(a)",
     "The thesis finds that impulse and penalty agree exactly. Their times differ by what contact "
     "lasts, pi / sqrt(K sum W^2) = 1.6e-6 at each impact.",
     run_beam_free, NULL},
    {"beam/figure-3.9b", "A beam and a stop, forced", VYASARAYANI ", figure 3.9(b)",
     "Pushed at its first resonance. The motion is chaotic: small differences grow as exp(1.7 t), "
     "so that impulse and penalty can be compared up to about 5.",
     run_beam_forced, NULL},
    {"beam/figure-3.10", "Velocity at the stop", VYASARAYANI ", figure 3.10",
     "Impulse and penalty, free and forced. Differences are those of samples at least 0.002 away "
     "from an impact, over the largest value.",
     run_beam_velocity, "10"},
    {"beam/figure-3.11", "Phase plot at the stop", VYASARAYANI ", figure 3.11",
     "The same runs up to t = 2.5.", run_beam_velocity, "11"},
    {"beam/figure-3.12", "Less restitution, more energy kept", VYASARAYANI ", figure 3.12",
     "With R = 0.5 more energy stays than with 0.8, as the thesis says; but not because more "
     "impacts occur with 0.8. There are as many: free flight repeats itself every 2 / pi, and with "
     "0.8 the speed of impacts falls more slowly.",
     run_beam_restitution, NULL},
    {"beam/figure-3.13", "Cost of impulse and penalty", VYASARAYANI ", figure 3.13",
     "Forced, up to t = 1, by the integrator of the thesis, whose tolerances are 1e-9 (it is of "
     "order 5, not 4). With few modes the impulse rule saves most evaluations; with nine, both "
     "spend them on the free flight. What else the times of the thesis contain is missing.",
     run_beam_cost, NULL},
    {"beam/figure-3.14", "Frequencies of a cantilever", VYASARAYANI ", figure 3.14",
     "Steel, 29.8 mm by 2 mm. Its length and what its tip carries are not printed. A plain "
     "cantilever misses the measured frequencies at any length; with a mass at the tip they come "
     "out, but three parameters are then fitted to three numbers. Missing are the sizes of the "
     "rig.",
     run_cantilever_frequencies, NULL},
    {"beam/figure-3.15", "A cantilever shaken at 37.64 Hz", VYASARAYANI ", figure 3.15(d)",
     "Length, mass at the tip and its inertia are fitted to the three frequencies. With two modes, "
     "the stop at the tip and gap 0 the motion has the printed period; gap, place of the stop and "
     "number of modes are not printed and not determined by it. Curves (a) to (c) are by others "
     "and come without numbers.",
     run_cantilever_motion, "37.64"},
    {"beam/figure-3.16", "A cantilever shaken at 67.8 Hz", VYASARAYANI ", figure 3.16(d)",
     "The same fitted cantilever: one impact in two cycles of the base.", run_cantilever_motion,
     "67.8"},
    {"beam/figure-3.17", "A cantilever shaken at 71.5 Hz", VYASARAYANI ", figure 3.17(d)",
     "The same fitted cantilever: one impact in two cycles of the base.", run_cantilever_motion,
     "71.5"},
};

const entry_list beam_entries = {entries, sizeof entries / sizeof entries[0]};
