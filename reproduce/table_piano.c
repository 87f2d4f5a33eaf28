// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The entries of chapter 5 of the thesis: a piano hammer.

#include "reproduce/reproduce.h"
#include "reproduce/thesis.h"

static const entry entries[] = {
    {"piano/force", "A piano hammer on its strings and on a stop", VYASARAYANI ", chapter 5",
     "The felt's constants and the force on the hammer are not told: they are fitted to these four "
     "numbers.",
     run_piano_force, NULL},
    {"piano/modes", "Modes of the string under a hammer", VYASARAYANI ", chapter 5",
     "35 modes instead of 40.", run_piano_modes, NULL},
    {"piano/friction", "A hammer that slips, sticks and slips", VYASARAYANI ", chapter 5",
     "How far the felt's centre moves along the strings, and with friction 0.6 when it slips. The "
     "thesis' numbers are read from its figures.",
     run_piano_friction, NULL},
    {"piano/shank", "Hammers on three shanks", VYASARAYANI ", chapter 5",
     "Friction 0.6. A shank of 2.8 GPa strikes nearer the bridge and stays longer. It neither "
     "scuffs more nor comes late: the action and the force on the key, which are missing here, "
     "decide that.",
     run_piano_shank, NULL},
    {"piano/erratum-5.14", "Frequencies of the string", VYASARAYANI ", equation 5.14",
     "Printed without the factor j, and with 1 + eps pi^2 j^2 for its root.", run_piano_frequencies,
     NULL},
    {"piano/slope", "The force along a sloping string", VYASARAYANI ", chapter 5",
     "The contact moves along a string that slopes, and the force on the hammer is vertical: "
     "energy is not conserved, however short the step. The normal force has a part along x.",
     run_piano_slope, NULL},
};

const entry_list piano_entries = {entries, sizeof entries / sizeof entries[0]};
