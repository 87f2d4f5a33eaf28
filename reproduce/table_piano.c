// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The entries of chapter 5 of the thesis: a piano hammer and its action.

#include "reproduce/reproduce.h"
#include "reproduce/thesis.h"

static const entry entries[] = {
    {"piano/force", "A piano hammer on its strings and on a stop", VYASARAYANI ", chapter 5",
     "The felt's constants and the force on the hammer are not told: they are fitted to these four "
     "numbers, so that the agreement shows that the model can, not that it does.",
     run_piano_force, NULL},
    {"piano/modes", "Modes of the string under a hammer", VYASARAYANI ", chapter 5",
     "35 modes instead of 40.", run_piano_modes, NULL},
    {"piano/friction", "A hammer that slips, sticks and slips", VYASARAYANI ", section 5.2.3",
     "How far the felt's centre moves along the strings, and with friction 0.6 when it slips. The "
     "order of slip and stick comes out; with friction 0.2 the felt moves 17 % too far, the first "
     "slip lasts 27 % too long and sticking ends 13 % too late.",
     run_piano_friction, NULL},
    {"piano/shank", "Hammers on three shanks", VYASARAYANI ", chapter 5",
     "Friction 0.6. A shank of 2.8 GPa strikes nearer the bridge and stays longer. It neither "
     "scuffs more nor comes late: the action and the force on the key, which are missing here, "
     "decide that (piano/figure-5.8).",
     run_piano_shank, NULL},
    {"piano/erratum-5.14", "Frequencies of the string", VYASARAYANI ", equation 5.14",
     "Printed without the factor j, and with 1 + eps pi^2 j^2 for its root.", run_piano_frequencies,
     NULL},
    {"piano/slope", "The force along a sloping string", VYASARAYANI ", chapter 5",
     "The contact moves along a string that slopes, and the force on the hammer is vertical: "
     "energy is not conserved, however short the step. The normal force has a part along x.",
     run_piano_slope, NULL},
    {"piano/table-5.1", "The strings of C5", VYASARAYANI ", Table 5.1",
     "Length, tension and linear density; they are those of the scenes. Missing are the radius and "
     "Young's modulus of the inharmonicity eps, chosen here for steel of that density, and losses. "
     "The three printed values give a note flat by nearly half a semitone.",
     run_piano_table, NULL},
    {"piano/figure-5.3", "A forte blow on the key", VYASARAYANI ", Figure 5.3",
     "The force was measured and is printed as a curve without numbers. The force here is fitted "
     "to "
     "the time of the strike, with sizes of the action that are chosen: masses, inertias, pins, "
     "the "
     "13 felts and the friction of the action are not in the thesis.",
     run_piano_profile, NULL},
    {"piano/figure-5.4", "A hammer that moves straight", VYASARAYANI ", Figure 5.4",
     "The check of the modal string against finite differences. The caption is that of Figure 5.3; "
     "the speed of the hammer is not told, it is 2.5 m/s here, and the losses of the finite "
     "differences are those of piano-note. Largest force and time of contact agree within 2 %, "
     "single "
     "instants within 7 % of the largest force; the thesis gives no number, and the limits used "
     "here "
     "were set after these were seen.",
     run_piano_string, NULL},
    {"piano/action", "The whole action on its strings and on a stop", VYASARAYANI ", chapter 5",
     "As piano/force, but by the force on the key, through five bodies and their felts. The force "
     "on the key is fitted to the speed of the hammer, the felt to these four numbers.",
     run_piano_action, NULL},
    {"piano/figure-5.8", "Two shanks in the whole action", VYASARAYANI ", Figures 5.8 and 5.9",
     "Friction 0.6. As piano/shank, but by the force on the key: now the flexible shank scuffs "
     "more and comes late, too. No size is fitted to these numbers: scuff and time of contact "
     "agree within 8 %, delay and place are a third too small. The distance between the places of "
     "a rigid and the normal shank is another work's. What counts as agreement was set after they "
     "were seen.",
     run_piano_shanks, NULL},
    {"piano/figure-5.11", "The fifth partial of two shanks", VYASARAYANI ", Figure 5.11",
     "Of the modes right after the strike, over the first. It falls with the flexible shank, by "
     "less "
     "than printed; it depends on the instant at which the contact ends.",
     run_piano_partials, NULL},
};

const entry_list piano_entries = {entries, sizeof entries / sizeof entries[0]};
