// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The table of entries, and what is common to them.

#include "reproduce/reproduce.h"

#include "reproduce/as_printed.h"
#include <string.h>

#define WILLEMSEN                                                                                  \
  "S. Willemsen, Collisions: non-linearities without the use of iterative solvers (2019)"

#define APPLICATION                                                                                \
  "S. Willemsen, S. Serafin, S. Bilbao and M. Ducceschi, the tromba marina application (SMC 2020)"

// A built-in scene as published beside the default scheme.
#define SCENE(name, title, equations)                                                              \
  {                                                                                                \
    "collisions/" name, title, WILLEMSEN ", " equations,                                           \
        "10,000 steps of the built-in scene with the published choice of g and with the default "  \
        "one: "                                                                                    \
        "both keep their energy, but only the latter never pulls and leaves nothing in psi.",      \
        run_published, name                                                                        \
  }

// A printed formula.
#define ERRATUM(number, title, equations, text, ...)                                               \
  {                                                                                                \
    "collisions/erratum-" number, title, WILLEMSEN ", " equations, text, run_erratum,              \
        &(const erratum_case) {                                                                    \
      __VA_ARGS__                                                                                  \
    }                                                                                              \
  }

#define PAPETTI                                                                                    \
  "S. Papetti, F. Avanzini, D. Rocchesso, Energy and accuracy issues in numerical simulations of " \
  "a non-linear impact model (DAFx-09)"

#define VYASARAYANI                                                                                \
  "C. P. Vyasarayani, Transient dynamics of continuous systems with impact and friction (2009)"

static const entry entries[] = {
    SCENE("mass-barrier", "A mass and a wall", "system 1, (10) to (18)"),
    SCENE("mass-spring-barrier", "A mass on a spring and a wall", "system 2, (19) to (21)"),
    SCENE("two-masses", "Two masses on springs", "system 3, (22) to (24)"),
    SCENE("string-string", "Two strings along each other", "system 4, (25) to (27)"),
    SCENE("mass-string", "A mass strikes a string", "system 5, (28) to (31)"),
    SCENE("tromba-spring", "Tromba marina with a spring", "system 6, (32) to (42)"),
    SCENE("tromba-damped", "Tromba marina with losses", "system 7, (43) to (59)"),
    {"collisions/tromba-factored", "Tromba marina, factored", WILLEMSEN ", system 8, (60) to (65)",
     "The form with the fewest operations, corrected, beside that of system 7 from the same start: "
     "it is the same trajectory.",
     run_factored, NULL},
    SCENE("tromba-collision", "Tromba marina with a two-sided law", "system 9, (66) to (74)"),
    SCENE("mass-between", "A mass between string and wall", "system 10, (80)"),
    SCENE("mass-between-ideal", "A mass between ideal string and wall", "system 11, (82) to (90)"),
    ERRATUM("12", "0 to the power of 0", "(12) in system 2",
            "At alpha = 1 the power of the overlap in g must be a step. Computed as 0^0 = 1 it "
            "glues the mass to the wall, and the energy does not show it.",
            PRINTED_12, 2, 1, 0, BY_ENGINE),
    ERRATUM("18", "psi without g", "(18) in system 2",
            "Printed: psi+ = psi + D/2. From (10b): psi+ = psi + g D/2.", PRINTED_18, 2, 1.5, 0,
            BY_ENERGY),
    ERRATUM("24", "omega for its square", "(23), (24), (78) and (79) in system 3",
            "Printed: M omega u. From (22): M omega^2 u.", PRINTED_24, 3, 1.5, 0, BY_ENERGY),
    ERRATUM("27", "g^2/k^2 for g^2/4", "(27) in system 4, and (30)",
            "Printed in A_22: g^2/k^2. From (26): g^2/4.", PRINTED_27, 4, 1.5, 0, BY_ENGINE),
    ERRATUM("40", "The other overlap", "(40) in system 6",
            "Printed in the second line: eta_c^{n-1}. From (34) and (39): eta_s^{n-1}.", PRINTED_40,
            6, 1.5, 0, BY_ENERGY),
    ERRATUM("46c", "A plate that loses along x only", "(46c) in system 7",
            "Printed: delta_xx in the term of sigma_1. From (43): the Laplacian of the plate.",
            PRINTED_46C, 7, 1.5, 0, BY_ENERGY),
    ERRATUM("48", "An unknown dropped", "(48) in system 7",
            "Printed without g^2/4 v^{n+1} in the numerator, which (38) and (64) have.", PRINTED_48,
            7, 1.5, 0, BY_ENERGY),
    ERRATUM(
        "53", "Two units under one symbol", "(53) in system 8",
        "Printed: theta_s = h (rho A + sigma_0 k), with sigma_0 in kg/(m s). In (60) to (65) it is "
        "in 1/s: h rho A (1 + sigma_0 k).",
        PRINTED_53, 8, 1.5, 0, BY_ENERGY),
    ERRATUM("56", "A bracket closed too early", "(56) of two revisions, in system 8",
            "Printed with the square bracket closed after the first line; it encloses both.",
            PRINTED_56, 8, 1.5, 0, BY_ENERGY),
    ERRATUM(
        "60", "The string's density in the plate", "(60) in system 8",
        "Printed: mu_p^2 = D k^2 / (rho_s H h^4). From (43): rho_p. The string is of steel, the "
        "plate of wood.",
        PRINTED_60, 8, 1.5, 0, BY_ENERGY),
    ERRATUM("62a", "The string's centre coefficient", "(62a) in system 8",
            "Printed: -mu_s^2 in the coefficient of u_l. From (46): -6 mu_s^2.", PRINTED_62A, 8,
            1.5, 0, BY_ENERGY),
    ERRATUM(
        "62c", "The plate's loss at n - 1", "(62c) in system 8",
        "Printed: -1 + 8 sigma_1 k/h^2 before v^{n-1}. From (46): sigma_0 k is missing; without "
        "it the loss is a spurious stiffness. The plate has sigma_0 = 50 /s here.",
        PRINTED_62C, 8, 1.5, 50, BY_ENERGY),
    ERRATUM("65", "A_13 and A_23 without k^2", "(65) in system 8",
            "Printed: A_13 = -Theta/(rho A h), A_23 = Theta - g^2 k^2/4. From (63) and (64): k^2 "
            "Theta in both.",
            PRINTED_65, 8, 1.5, 0, BY_ENERGY),
    ERRATUM(
        "69", "The branch of the square root", "(69) for a mass on a two-sided law",
        "psi = +sqrt(2 phi) on both sides has a kink that g jumps across; with the sign of the "
        "overlap it is smooth. At alpha = 1 the scheme then is M delta_tt u = -K mu_tt u, whose "
        "solution is known: 250 Hz for k to 0.",
        PRINTED_69, 0, 1, 0, BY_FORMULA),
    ERRATUM("74", "Losses without mass", "(74) in system 9",
            "Printed in v: sigma_0/k and 2 sigma_1. From (71) and (73): rho A and rho H in front.",
            PRINTED_74, 9, 1.5, 0, BY_ENERGY),
    ERRATUM("90", "A sum for a difference", "(90) in system 11",
            "Printed: u^n + u^{n-1}. From (82): u^n - u^{n-1}.", PRINTED_90, 11, 1.5, 0, BY_ENERGY),
    {"tromba/contact-fraction", "How often the bridge touches", APPLICATION,
     "Bowed with the values that its plugin starts with, 0.05 N, 0.1 m/s, a quarter of the way to "
     "the bridge, and the finger lifted. The application gives an open contact g = -2 psi/D, D "
     "being "
     "the change of overlap if nothing acted. As something acts, psi is not emptied: the bridge is "
     "pushed where it does not touch, pulled at times, and hardly overlaps. The engine lets go "
     "within a step or a few.",
     run_contact_fraction, NULL},
    {"tromba/level", "How loud it is", APPLICATION,
     "The same gesture; the application's own mix of string and plate, and what each of its "
     "departures from its equations does to it. With all of them put right it is as loud as the "
     "engine.",
     run_level, NULL},
    {"tromba/string-spacing", "A contact with another string", APPLICATION,
     "The foot acts on cells of 1/226 m, as if the string were 1 m long; they are of 1.9/226 m. "
     "The "
     "string is pushed 1.9 times as hard as the bridge, and energy is made or lost on the way.",
     run_string_spacing, NULL},
    {"tromba/bow-solve", "A bow that meets no mass", APPLICATION,
     "Friction enters the bow's Newton steps without being divided by the mass of a cell, 5e-5 kg, "
     "and losses multiplied by that of a metre: what is solved for is the velocity without a bow. "
     "From about 0.2 N on friction overshoots and drives the string. That bow and contacts are "
     "solved "
     "one after the other does no harm while they share no grid point.",
     run_bow_solve, NULL},
    {"tromba/foot-branch", "A foot on one side", APPLICATION,
     "The foot's psi is meant to be positive on both sides, (69) of the paper of 2019, so that g "
     "jumps through zero. psi then leaves its law: it changes its sign and the overlap does not, "
     "so "
     "that the bridge rests beside the string.",
     run_foot_branch, NULL},
    {"tromba/sizes", "A grid smaller than the instrument", APPLICATION,
     "226 points include both ends, and 134 by 17 two lines of zeros at each edge: the string is a "
     "cell short and the plate 4 cm in each direction. By the engine on that grid, and at the "
     "sizes that the application states.",
     run_sizes, NULL},
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
    {"beam/figure-3.7", "A beam and a stop by collocation", VYASARAYANI ", figures 3.4 to 3.8",
     "Restitution 1, so that nothing should be lost or gained; three sets of points. Collocation "
     "adds energy as the thesis says, but not at each impact: CP3 falls to 0.994 of the first "
     "energy meanwhile. The impulse rule keeps it.",
     run_beam_collocation, NULL},
    {"beam/figure-3.9a", "A beam and a stop, free", VYASARAYANI ", figures 3.9(a) to 3.11(a), 3.12",
     "The thesis finds that impulse and penalty agree exactly. Their times differ by what contact "
     "lasts, pi / sqrt(K sum W^2) = 1.6e-6 at each impact.",
     run_beam_free, NULL},
    {"beam/figure-3.9b", "A beam and a stop, forced", VYASARAYANI ", figures 3.9(b) to 3.11(b)",
     "Pushed at its first resonance. The motion is chaotic: small differences grow as exp(1.7 t), "
     "so that impulse and penalty can be compared up to about 5.",
     run_beam_forced, NULL},
    {"beam/figure-3.12", "Less restitution, more energy kept", VYASARAYANI ", figure 3.12",
     "With R = 0.5 more energy stays than with 0.8, as the thesis says; but not because more "
     "impacts occur with 0.8. There are as many: free flight repeats itself every 2 / pi, and with "
     "0.8 the speed of impacts falls more slowly.",
     run_beam_restitution, NULL},
    {"beam/figure-3.15", "A shaken cantilever", VYASARAYANI ", figures 3.14 to 3.17",
     "The mass at the tip and its inertia are fitted to the three measured frequencies; a plain "
     "cantilever misses them by up to 15 %. With two modes and the stop at the tip, gap 0, the "
     "motion has the measured periods. Gap, place of the stop and number of modes are not "
     "determined by what is printed.",
     run_beam_cantilever, NULL},
    {"sitar/figure-4.3", "Where the phases of a string on a bridge begin",
     VYASARAYANI ", figure 4.3 and equation 4.113",
     "The bridge has b = 0.05. The inequalities are right with sqrt2 pi and 4 / (sqrt2 pi b); "
     "printed "
     "are sqrt(2 pi) and 1 / (sqrt(2 pi) b).",
     run_sitar_transitions, NULL},
    {"sitar/figure-4.4", "Contact length over time", VYASARAYANI ", figure 4.4",
     "A half sine of amplitude 35.35, one mode; the time of the second maximum. 1.9231 does not "
     "come "
     "out, by the switching rules as printed or put right, nor by other signs and factors in them; "
     "which rules the thesis' program had is missing. The exact string has 1.95.",
     run_sitar_period, NULL},
    {"sitar/figure-4.5", "Shapes of a string on a bridge",
     VYASARAYANI ", figures 4.5 to 4.10, 4.14",
     "The same run: the string at the beginning, in the middle and at the end of its phases, and "
     "its "
     "slope. It leaves the bridge as a tangent in phase II and with a corner in phase III.",
     run_sitar_shapes, NULL},
    {"sitar/figure-4.11", "Modal coordinate and frequency", VYASARAYANI ", figures 4.11 to 4.13",
     "Four starts. In phase II the period hardly depends on the amplitude, as the thesis finds. A "
     "string that begins in phase I does not have a higher frequency, though: its period is a "
     "little "
     "longer. That it is shorter follows from switches that add energy.",
     run_sitar_modal, NULL},
    {"sitar/figure-4.15", "Sines of a wrapped string's shape", VYASARAYANI ", figure 4.15",
     "beta = 1.8, phase II only: the whole string projected on the modes of a string without "
     "bridge.",
     run_sitar_sines, NULL},
    {"sitar/figure-4.16", "The bridge of a sitar", VYASARAYANI ", figure 4.16",
     "300, 150 and 173 mm of 1060 give the printed transitions; the rounded 0.283, 0.142 and "
     "0.163, "
     "which are printed too, do not. A bridge of 30 mm has no phase III.",
     run_sitar_configuration, NULL},
    {"sitar/switching", "Switches between phases", VYASARAYANI ", equations 4.83, 4.92, 4.95, 4.99",
     "The velocity of the string must be continuous as far as the modes can tell. Printed without "
     "the "
     "term of the moving boundary where phase II ends, and with a wrong sign and factor where it "
     "begins at the far end: energy is lost and gained.",
     run_sitar_switches, NULL},
    {"sitar/erratum-4.61", "Sums over modes", VYASARAYANI ", equations 4.60 and 4.61",
     "Printed with beta_k outside the sums over j, so that modes do not exchange energy. Error of "
     "the "
     "middle on [0, 2] against the exact wave, beta = 9: as printed it grows with the number of "
     "modes.",
     run_sitar_sums, NULL},
    {"sitar/figure-4.17", "A straight obstacle of springs", VYASARAYANI ", figures 4.17 and 4.18",
     "60 modes, k = 1.23e6, half sine of twice the obstacle's depth. 1.5 is the middle's period, "
     "not a "
     "ratio of frequencies, which is 4/3. The obstacle's energy is k g^2 / 2; equation 4.118 has "
     "half "
     "of it.",
     run_penalty_straight, NULL},
    {"sitar/figure-4.19", "A sinusoidal obstacle of springs", VYASARAYANI ", figure 4.19",
     "The string at t = 1 against its closed form. The height of the start is not told; it is 8 "
     "times "
     "the obstacle's here.",
     run_penalty_wavy, NULL},
    {"sitar/figure-4.20", "A half sine on a bridge of springs", VYASARAYANI ", figure 4.20",
     "Amplitude 35.35, first cycle: one contact at a time above a rigid bridge, as wrapping takes "
     "for "
     "granted. On springs, k = 1.23e6, the ripples of 60 modes divide it, and the motion is the "
     "same.",
     run_penalty_sine, NULL},
    {"sitar/figure-4.21", "A plucked string on a bridge of springs", VYASARAYANI ", figure 4.21",
     "Plucked at 0.1 it meets the bridge at several places, as the thesis says. That it is "
     "airborne at "
     "0.8516 belongs to 100 modes: with more it is not, nor above a rigid bridge. Amplitude, width "
     "and stiffness are not told: 10, 0.05 and 1.23e6 here.",
     run_penalty_pluck, NULL},
    {"sitar/cost", "One mode or sixty", VYASARAYANI ", section 4.3.1",
     "Evaluations of the right side up to t = 4 at a tolerance of 1e-6. The thesis tells times of "
     "another program, 50 to 1; an evaluation with sixty modes takes longer besides.",
     run_penalty_cost, NULL},
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
    {"piano/figure-5.3", "A forte blow on the key", VYASARAYANI ", figure 5.3",
     "The recorded force and the sizes of the action are not told: sizes are chosen here, and the "
     "force is fitted to the time of the strike.",
     run_piano_blow, NULL},
    {"piano/figure-5.4", "A hammer on modes and on a grid", VYASARAYANI ", figure 5.4",
     "The figure has the caption of figure 5.3. What it shows by the text, 30 modes beside finite "
     "differences, with the sizes of A. Chaigne and A. Askenfelt's C4; without the thesis' modal "
     "damping of 0.04.",
     run_piano_check, NULL},
    {"piano/table-5.1", "Sizes of the strings", VYASARAYANI ", table 5.1",
     "The scenes take them as printed; the modulus is not told, that of steel is taken.",
     run_piano_table, NULL},
};

int reproduce_count(void) {
  return (int)(sizeof entries / sizeof entries[0]);
}

const entry *reproduce_at(int index) {
  return &entries[index];
}

bool reproduce_matches(const entry *e, const char *id) {
  const size_t n = strlen(id);
  if (strcmp(id, "all") == 0 || strcmp(id, e->id) == 0)
    return true;
  return n > 0 && strncmp(e->id, id, n) == 0 && (id[n - 1] == '/' || e->id[n] == '/');
}

report reproduce_run(const entry *e) {
  report r = {.verdict = VERDICT_OPEN, .theirs = "theirs", .ours = "ours"};
  e->run(e, &r);
  return r;
}

void report_print(const entry *e, const report *r, FILE *file) {
  fprintf(file, "%-32s %-10s %s; ", e->id, verdict_name(r->verdict),
          r->holds ? "holds" : "does not hold");
  for (int i = 0; i < r->findings; ++i)
    fprintf(file, "%s%s %s | %s", i > 0 ? "; " : "", r->finding[i].name, r->finding[i].theirs,
            r->finding[i].ours);
  fputs("\n", file);
}
