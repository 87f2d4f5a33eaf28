// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The live keys: which number each changes, how that follows from the key's value, and what the
// method has to update.

#include "base/constants.h"
#include "bodies/pitch.h"
#include "model/live.h"
#include "model/tuned.h"
#include <math.h>

#define MATERIAL(field) offsetof(material, field)
#define VALUE(field)    offsetof(contact_values, field)

static double c2_of_tension(const carom_model *m, int index, double value) {
  return value / string_density(&m->body[index]);
}

static double c2_of_pitch(const carom_model *m, int index, double value) {
  const model_body *b = &m->body[index];
  return fmax(pitch_tension(b, tuned_own(m, b, value)), 0) / string_density(b);
}

static double omega2_of_frequency(const carom_model *m, int index, double value) {
  (void)m;
  (void)index;
  return (two_pi * value) * (two_pi * value);
}

static double sigma0_of_damping(const carom_model *m, int index, double value) {
  return value / (2 * m->body[index].mass);
}

static double half(const carom_model *m, int index, double value) {
  (void)m;
  (void)index;
  return value / 2;
}

const live_row live_table[] = {
    {SECTION_TOP, "gravity", OF_SCENE, 0, NULL, CHANGES_NOTHING, true},
    {SECTION_BODIES, "tension", OF_BODY, MATERIAL(c2), c2_of_tension, CHANGES_BODY, true},
    {SECTION_BODIES, "pitch", OF_BODY, MATERIAL(c2), c2_of_pitch, CHANGES_BODY, true},
    {SECTION_BODIES, "frequency", OF_BODY, MATERIAL(omega2), omega2_of_frequency, CHANGES_MOBILITY,
     true},
    {SECTION_BODIES, "sigma0", OF_BODY, MATERIAL(sigma0), NULL, CHANGES_MOBILITY, true},
    {SECTION_BODIES, "sigma1", OF_BODY, MATERIAL(sigma1), NULL, CHANGES_BODY, true},
    {SECTION_BODIES, "damping", OF_BODY, MATERIAL(sigma0), sigma0_of_damping, CHANGES_MOBILITY,
     true},
    {SECTION_BODIES, "position", OF_BARRIER, 0, NULL, CHANGES_NOTHING, false},
    {SECTION_BODIES, "pin_friction", OF_BODY, MATERIAL(pin_friction), NULL, CHANGES_NOTHING, false},
    {SECTION_CONTACTS, "stiffness", OF_CONTACT, VALUE(stiffness), NULL, CHANGES_STIFFNESS, true},
    {SECTION_CONTACTS, "damping", OF_CONTACT, VALUE(damping), NULL, CHANGES_CONTACT, true},
    {SECTION_CONTACTS, "gap", OF_CONTACT, VALUE(gap), NULL, CHANGES_GAP, true},
    {SECTION_CONTACTS, "linear", OF_CONTACT, VALUE(linear), NULL, CHANGES_LINEAR, true},
    {SECTION_CONTACTS, "cubic", OF_CONTACT, VALUE(cubic), NULL, CHANGES_CONTACT, true},
    {SECTION_CONTACTS, "sigma_x", OF_CONTACT, VALUE(sigma_x), NULL, CHANGES_CONTACT, true},
    {SECTION_CONTACTS, "spring", OF_CONTACT, VALUE(linear), NULL, CHANGES_LINEAR, true},
    {SECTION_CONTACTS, "damper", OF_CONTACT, VALUE(sigma_x), half, CHANGES_CONTACT, true},
    {SECTION_CONTACTS, "force", OF_CONTACT, VALUE(bow_force), NULL, CHANGES_NOTHING, false},
    {SECTION_CONTACTS, "speed", OF_CONTACT, VALUE(bow_speed), NULL, CHANGES_NOTHING, false},
    {SECTION_CONTACTS, "noise", OF_CONTACT, VALUE(noise), NULL, CHANGES_NOTHING, false},
    {SECTION_CONTACTS, "friction", OF_CONTACT, VALUE(friction), NULL, CHANGES_NOTHING, false},
    {SECTION_CONTACTS, "position", OF_CONTACT, NO_NUMBER, NULL, CHANGES_PLACE, true},
    {SECTION_FORCES, "amplitude", OF_FORCE, 0, NULL, CHANGES_NOTHING, false},
};

const int live_table_size = (int)(sizeof live_table / sizeof live_table[0]);

bool live_is_tension(const live_row *row) {
  return row->convert == c2_of_tension || row->convert == c2_of_pitch;
}

double live_tension(const carom_model *m, const live_row *row, const model_body *b, double value) {
  return row->convert == c2_of_pitch ? pitch_tension(b, tuned_own(m, b, value)) : value;
}

double live_value(const carom_model *m, const live_row *row, const model_body *b, double tension) {
  return row->convert == c2_of_pitch ? tuned_sounds(m, b, tension_pitch(b, tension)) : tension;
}
