// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Output quantities: of bodies a field, a slope, a mode or the energy; of contacts the values of
// these functions. A new quantity is a row here and its word in scene/words.h.

#include "model/method.h"
#include "model/quantity.h"
#include "scene/words.h"

static double force(const carom_model *m, const carom_state *s, int contact) {
  return method_of(m)->force(m, s, contact);
}

static double overlap(const carom_model *m, const carom_state *s, int contact) {
  return method_of(m)->overlap(m, s, contact);
}

static double overlap_rate(const carom_model *m, const carom_state *s, int contact) {
  return method_of(m)->overlap_rate(m, s, contact);
}

static double psi(const carom_model *m, const carom_state *s, int contact) {
  return method_of(m)->psi(m, s, contact);
}

static double contact_length(const carom_model *m, const carom_state *s, int contact) {
  return method_of(m)->contact_length(m, s, contact);
}

static double patches(const carom_model *m, const carom_state *s, int contact) {
  return method_of(m)->patches(m, s, contact);
}

static double friction(const carom_model *m, const carom_state *s, int contact) {
  return method_of(m)->friction(m, s, contact);
}

static double scuff(const carom_model *m, const carom_state *s, int contact) {
  return method_of(m)->scuff(m, s, contact);
}

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
