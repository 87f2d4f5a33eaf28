// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The entries of the paper on collisions, system by system and misprint by misprint, and of the
// tromba marina application.

#include "reproduce/as_printed.h"
#include "reproduce/reproduce.h"

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
        "69", "The branch of the square root",
        "(69) of revisions 2 and 3, for a mass on a two-sided law",
        "psi = +sqrt(2 phi) on both sides has a kink that g jumps across; with the sign of the "
        "overlap it is smooth. At alpha = 1 the scheme then is M delta_tt u = -K mu_tt u, whose "
        "solution is known: 250 Hz for k to 0.",
        PRINTED_69, 0, 1, 0, BY_FORMULA),
    ERRATUM("74", "Losses without mass", "(74) of revisions 2 and 3, in system 9",
            "Printed in v: sigma_0/k and 2 sigma_1. From (71) and (73): rho A and rho H in front.",
            PRINTED_74, 9, 1.5, 0, BY_ENERGY),
    ERRATUM("90", "A sum for a difference", "(90) of revisions 2 and 3, in system 11",
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
};

const entry_list collision_entries = {entries, sizeof entries / sizeof entries[0]};
