// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Keys of the materials that a scene makes.

#include "scene/key_rows.h"

static const key_row rows[] = {
    ROW(TEXT, "materials", "like", "", "", "", "", ANY, false, false,
        "the material it begins as: oak, steel and so on, or another of the scene"),
    ROW(NUMBER, "materials", "density", "", "", "kg/m3", "", POSITIVE, false, false,
        "density, of strings, bars and plates"),
    ROW(NUMBER, "materials", "youngs", "", "", "Pa", "", POSITIVE, false, false,
        "Young's modulus of the same"),
    ROW(NUMBER, "materials", "poisson", "", "", "", "0.3", BETWEEN(-0.99, 0.5), false, false,
        "Poisson's ratio, of plates"),
    ROW(NUMBER, "materials", "loss_factor", "", "", "", "0", BETWEEN(0, 2), false, false,
        "eta of strings, bars and plates: a mode of frequency f falls by exp(pi f eta) a second"),
    ROW(NUMBER, "materials", "stiffness", "", "", "N/m^alpha", "", NOT_BELOW0, false, false,
        "K of collisions and felts"),
    ROW(NUMBER, "materials", "exponent", "", "", "", "1.5", BETWEEN(1, 10), false, false,
        "alpha of the same"),
    ROW(NUMBER, "materials", "damping", "", "", "s/m", "0", NOT_BELOW0, false, false,
        "mu of collisions, d of felts"),
};

const key_section keys_materials = {rows, sizeof rows / sizeof rows[0]};
