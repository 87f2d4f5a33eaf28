// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The entries of the paper on impacts, figure by figure.

#include "reproduce/reproduce.h"

#define PAPETTI                                                                                    \
  "S. Papetti, F. Avanzini, D. Rocchesso, Energy and accuracy issues in numerical simulations of " \
  "a non-linear impact model (DAFx-09)"

static const entry entries[] = {
    {"impact/figure-1", "Phase portrait of an impact", PAPETTI ", figure 1, (3) and (6)",
     "The closed form at 1, 2, 3 and 4 m/s beside the equation of motion integrated with steps a "
     "thousand times finer. The rebound never exceeds 1/mu = 2 m/s.",
     run_impact_portrait, NULL},
    {"impact/figure-2", "Force over compression", PAPETTI ", figure 2 and (17)",
     "The hysteresis loops of the same impacts, and the curve without loss. Each encloses the "
     "energy that its impact loses.",
     run_impact_hysteresis, NULL},
    {"impact/figure-3", "Error of the approximate rebound speed", PAPETTI ", figure 3, (7) and (8)",
     "The formula in elementary functions against the root of (6). More terms in (8) make it "
     "worse: the truth falls as (1 + u) e^(-1-u), the formula as e^(-2u).",
     run_impact_approximation, NULL},
    {"impact/figure-4", "Four methods on a soft impact", PAPETTI ", figure 4",
     "Where the contact lasts hundreds of samples all methods agree with the closed form. Which "
     "power of ten the stiffness has cannot be read in the copy at hand; 1e5 and 1e6 N/m^1.6 both "
     "fit the text.",
     run_impact_soft, NULL},
    {"impact/figure-5", "Four methods on a hard impact, case 1", PAPETTI ", figure 5 and (24)",
     "Small mu v: the energy of Verlet's and Heun's methods oscillates where it should fall.",
     run_impact_hard, "5"},
    {"impact/figure-6", "Four methods on a hard impact, case 2", PAPETTI ", figure 6 and (24)",
     "Large mu v: (24) holds but for Verlet's method. The text says that both explicit methods of "
     "second order gain energy; by Table 1(b) Heun's loses.",
     run_impact_hard, "6"},
    {"impact/figure-7", "The worst runs, corrected", PAPETTI ", figure 7, (25) and (26)",
     "The compression cut at x_max, the rebound speed set to (7). Which runs are the worst is not "
     "told; by Table 1 Verlet's in case 1 and Heun's in case 2. The jump itself raises the energy "
     "where the method had lost too much.",
     run_impact_corrections, NULL},
    {"impact/figure-8", "Bouncing on a floor", PAPETTI ", figure 8",
     "Case 1 under gravity, 9.81 m/s2. The paper's correction sets the speed of the contact's end "
     "at a sample that lies behind it and so gains at each bounce; less what gravity does on the "
     "way (solver.corrections: corrected) what remains is that (6) knows no gravity.",
     run_impact_bounces, NULL},
    {"impact/table-1a", "Errors of four methods, case 1", PAPETTI ", Table 1(a)",
     "Percent against x_max of (4) and against v_out and H of the approximation (7); n.e.: not "
     "exceeded. Each entry agrees within one unit of its last digit.",
     run_impact_table, "a"},
    {"impact/table-1b", "Errors of four methods, case 2", PAPETTI ", Table 1(b)",
     "The same for case 2. Against the exact rebound speed all entries of v_out would be higher by "
     "0.0125, the error of (7) there.",
     run_impact_table, "b"},
    {"impact/table-1-num-res", "The column num. res.", PAPETTI ", Table 1, last column",
     "The error of (7) against a root of (6). It does not come out: in case 1 the two agree to "
     "3e-9, and in case 2 the printed number is what they differ by as a fraction, not in percent.",
     run_impact_num_res, NULL},
};

const entry_list impact_entries = {entries, sizeof entries / sizeof entries[0]};
