// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The same law is the same motion, whatever kind of contact it is written as.

#include "support.h"

#include "scene/words.h"
#include "state/state.h"

/// Bodies that are struck, and where.
static const char *const struck[][2] = {
    {"{type: barrier}", ""},
    {"{type: mass, mass: 2e-3, frequency: 60}", ""},
    {"{type: string, length: 0.65, linear_density: 4e-3, pitch: 110, model: grid}", "@0.31"},
    {"{type: string, length: 0.65, linear_density: 4e-3, pitch: 110, bending_stiffness: 1e-3, "
     "model: modes, sigma0: 0.5, sigma1: 3e-4}",
     "@0.31"},
    {"{type: bar, length: 0.4, density: 1100, width: 0.03, thickness: 8e-3, youngs: 1.5e10, "
     "sigma0: 1, sigma1: 1e-3, model: grid}",
     "@0.2"},
    {"{type: plate, size: [0.4, 0.3], density: 2700, thickness: 2e-3, youngs: 7e10, sigma0: 1, "
     "model: grid}",
     "@0.31:0.42"},
    {"{type: plate, size: [0.4, 0.3], density: 2700, thickness: 2e-3, youngs: 7e10, sigma0: 1}",
     "@0.31:0.42"},
};
enum { STRUCK = sizeof struck / sizeof *struck };

/// How kinds that only push write the power law of a collision; NULL: they have no such law.
static const char *const written[CONTACT_TYPE_COUNT] = {
    [CONTACT_COLLISION] = "type: collision, below: h, above: o%s, stiffness: %g, exponent: %g, "
                          "damping: %g",
    [CONTACT_FELT] = "type: felt, circle: h, segment: o%s, stiffness: %g, exponent: %g, d: %g",
};

typedef struct {
  double stiffness, exponent, loss, mass, velocity;
} blow;

static carom_scene *scene_of_kind(int kind, int target, const blow *b) {
  char contact[300];
  char text[1200];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  (void)snprintf(contact, sizeof contact, written[kind], struck[target][1], b->stiffness,
                 b->exponent, b->loss);
#pragma GCC diagnostic pop
  (void)snprintf(
      text, sizeof text,
      "{carom: 1, rate: 44100, bodies: {o: %s, h: {type: mass, mass: %g, velocity: %g}}, "
      "contacts: {c: {%s}}, outputs: {f: {of: c, quantity: force}, v: {of: h, quantity: "
      "velocity}, p: {of: c, quantity: psi}}}",
      struck[target][0], b->mass, b->velocity, contact);
  return scene_of(text);
}

// Soft to rigid, with all the powers that have loops of their own.
static void each_kind_with_a_law_moves_as_a_collision_with_that_law(void **state) {
  (void)state;
  static const double exponents[] = {1, 1.5, 2, 3, 2.3};
  enum { SAMPLES = 500, OUTPUTS = 3 };
  uint64_t seed = 29;
  for (int i = 0; i < random_cases(280, 70); ++i) {
    const double exponent = exponents[i % 5];
    const double depth = random_log(&seed, 1e-6, 1e-3); // about how deep it presses
    const blow b = {.mass = random_log(&seed, 1e-3, 1e-1),
                    .velocity = random_log(&seed, 0.1, 5),
                    .exponent = exponent,
                    .loss = i % 2 == 0 ? 0 : random_between(&seed, 0.01, 0.4)};
    blow one = b;
    one.stiffness = b.mass * b.velocity * b.velocity / pow(depth, exponent + 1);
    double first[SAMPLES * OUTPUTS];
    for (int kind = 0; kind < CONTACT_TYPE_COUNT; ++kind) {
      if (written[kind] == NULL)
        continue;
      rig r = rig_of(scene_of_kind(kind, i % STRUCK, &one));
      double samples[SAMPLES * OUTPUTS];
      assert_int_equal(carom_process(r.model, r.state, SAMPLES, samples), CAROM_OK);
      if (kind == CONTACT_COLLISION)
        memcpy(first, samples, sizeof first);
      assert_memory_equal(samples, first, sizeof first);
      assert_at_most(rig_error(&r), 1e-11);
      rig_free(&r);
    }
  }
}

// A kind is not forgotten above: all that have the keys of a law and only push are written.
static void all_kinds_that_push_by_a_power_law_are_compared(void **state) {
  (void)state;
  static const char *const kinds[CONTACT_TYPE_COUNT] = {
      [CONTACT_COLLISION] = "type: collision, below: h, above: o",
      [CONTACT_SPRING] = "type: spring, below: h, above: o",
      [CONTACT_FELT] = "type: felt, circle: h, segment: o",
  };
  for (int kind = 0; kind < CONTACT_TYPE_COUNT; ++kind) {
    if (kinds[kind] == NULL) {
      assert_null(written[kind]);
      continue;
    }
    char text[400];
    (void)snprintf(text, sizeof text,
                   "{carom: 1, bodies: {o: {type: barrier}, h: {type: mass, mass: 1}}, contacts: "
                   "{c: {%s, stiffness: 1e6, exponent: 2}}}",
                   kinds[kind]);
    rig r = rig_of(scene_of(text));
    const model_contact *c = &r.model->contact[0];
    const bool pushes = c->law.form == LAW_POWER && !c->law.two_sided;
    assert_int_equal(pushes, written[kind] != NULL);
    assert_int_equal(c->bounded, pushes);
    rig_free(&r);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_kind_with_a_law_moves_as_a_collision_with_that_law),
      cmocka_unit_test(all_kinds_that_push_by_a_power_law_are_compared),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
