// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Output quantities: of bodies a field, a slope, a mode or the energy; of contacts the values of
// these functions. A new quantity is a row here and its word in scene/words.h.

#include "model/method.h"
#include "model/quantity.h"
#include "scene/words.h"

#define READING(hook)                                                                              \
  static double hook(const carom_model *m, const carom_state *s, int contact) {                    \
    return contact_read(method_of(m)->hook, m, s, contact);                                        \
  }

READING(force)
READING(overlap)
READING(overlap_rate)
READING(psi)
READING(contact_length)
READING(patches)
READING(friction)
READING(scuff)

static double gap(const carom_model *m, const carom_state *s, int contact) {
  return -overlap(m, s, contact);
}

const quantity quantity_table[QUANTITY_COUNT] = {
    [OUTPUT_DISPLACEMENT] = {READS_DISPLACEMENT, NULL},
    [OUTPUT_VELOCITY] = {READS_VELOCITY, overlap_rate},
    [OUTPUT_ACCELERATION] = {READS_ACCELERATION, NULL},
    [OUTPUT_SLOPE] = {READS_SLOPE, NULL},
    [OUTPUT_FORCE] = {READS_NOTHING, force},
    [OUTPUT_OVERLAP] = {READS_NOTHING, overlap},
    [OUTPUT_PSI] = {READS_NOTHING, psi},
    [OUTPUT_ENERGY] = {READS_ENERGY, NULL},
    [OUTPUT_MODE] = {READS_MODE, NULL},
    [OUTPUT_CONTACT_LENGTH] = {READS_NOTHING, contact_length},
    [OUTPUT_PATCHES] = {READS_NOTHING, patches},
    [OUTPUT_PROJECTION] = {READS_DISPLACEMENT, NULL},
    [OUTPUT_FRICTION] = {READS_NOTHING, friction},
    [OUTPUT_SCUFF] = {READS_NOTHING, scuff},
    [OUTPUT_GAP] = {READS_NOTHING, gap},
    [OUTPUT_ANGLE] = {READS_PLANE, NULL},
    [OUTPUT_X] = {READS_PLANE, NULL},
    [OUTPUT_Y] = {READS_PLANE, NULL},
    [OUTPUT_TRAVEL] = {READS_PLANE, NULL},
};
