// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The instruments of the audio method that a hammer plays: hammered-string and prepared-string.

#include "spectrum.h"
#include "support.h"

#include <carom/control.h>

enum { RATE = 44100, WINDOW = 1 << 15 };

static int output_of(const rig *r, const char *name) {
  const int index = carom_model_find_output(r->model, name);
  assert_true(index >= 0);
  return index;
}

static int control_of(const rig *r, const char *name) {
  const int index = carom_model_find_control(r->model, name);
  assert_true(index >= 0);
  return index;
}

/// Without its score, which begins at 0.02 s.
static rig instrument(const char *name) {
  carom_scene *scene = scene_of(name);
  rig_set(scene, "duration", "0.01");
  assert_true(carom_scene_cut_score(scene) > 0);
  return rig_of(scene);
}

static void strike(rig *r, const char *control, double force) {
  carom_stroke stroke = carom_stroke_default();
  stroke.force = force;
  assert_int_equal(carom_state_play(r->model, r->state, control_of(r, control), &stroke, 0),
                   CAROM_OK);
}

static void record(rig *r, int output, double *sound, int count) {
  for (int n = 0; n < count; ++n) {
    carom_step(r->model, r->state);
    sound[n] = carom_output(r->model, r->state, output);
  }
}

static double level(const double *sound, int count) {
  double sum = 0;
  for (int n = 0; n < count; ++n)
    sum += sound[n] * sound[n];
  return sqrt(sum / count);
}

// The part of the power above 2 kHz.
static double brightness(const double *sound) {
  double *power = spectrum_powers(sound, WINDOW, WINDOW);
  const double part = spectrum_band(power, WINDOW, RATE, 2000, RATE / 2.) /
                      spectrum_band(power, WINDOW, RATE, 20, RATE / 2.);
  free(power);
  return part;
}

// The strongest line between two frequencies, by a parabola through the logarithms of three.
static double strongest(const double *sound, double low, double high) {
  enum { ROOM = 4 * WINDOW };
  double *power = spectrum_powers(sound, WINDOW, ROOM);
  int best = (int)(low * ROOM / RATE);
  for (int i = best; i < high * ROOM / RATE; ++i)
    best = power[i] > power[best] ? i : best;
  const double a = log(power[best - 1]);
  const double b = log(power[best]);
  const double c = log(power[best + 1]);
  free(power);
  return (best + (a - c) / (2 * (a - 2 * b + c))) * RATE / ROOM;
}

// --- A hammered string --------------------------------------------------------------------------

// The board's spring moves the string's pitch by a few cents.
static void each_voice_sounds_at_its_pitch(void **state) {
  (void)state;
  static double sound[WINDOW];
  static const double notes[] = {98, 523.25};
  for (int i = 0; i < 2; ++i) {
    rig r = instrument("hammered-string");
    const int pitch = control_of(&r, "pitch");
    assert_int_equal(carom_model_control(r.model, pitch).voices, 4);
    assert_int_equal(carom_state_control(r.model, r.state, pitch, 0, notes[i], 0), CAROM_OK);
    strike(&r, "strike1", 15);
    rig_steps(&r, 2000);
    record(&r, output_of(&r, "string1"), sound, WINDOW);
    assert_near(1200 * log2(strongest(sound, 0.8 * notes[i], 1.2 * notes[i]) / notes[i]), 0, 5);
    assert_at_most(rig_error(&r), 1e-12);
    rig_free(&r);
  }
}

// Felt hardens: the harder the blow, the louder, the shorter and the brighter.
static void harder_blows_are_brighter(void **state) {
  (void)state;
  static double sound[WINDOW];
  double loud[3];
  double bright[3];
  double lasts[3];
  for (int i = 0; i < 3; ++i) {
    rig r = instrument("hammered-string");
    strike(&r, "strike2", (double[]){5, 12, 30}[i]);
    record(&r, output_of(&r, "board"), sound, WINDOW);
    loud[i] = level(sound, WINDOW);
    bright[i] = brightness(sound);
    carom_impact event = {0};
    assert_true(carom_state_next_impact(r.model, r.state, &event));
    lasts[i] = event.end - event.begin;
    rig_free(&r);
  }
  for (int i = 1; i < 3; ++i) {
    assert_true(loud[i] > 1.5 * loud[i - 1]);
    assert_true(bright[i] > 2 * bright[i - 1]);
    assert_true(lasts[i] < lasts[i - 1]);
  }
}

// How often a contact has struck since the last call, and its last blow.
static int strikes_of(rig *r, const char *contact, carom_impact *last) {
  int count = 0;
  carom_impact e;
  while (carom_state_next_impact(r->model, r->state, &e))
    if (strcmp(carom_model_contact(r->model, e.contact).name, contact) == 0) {
      *last = e;
      ++count;
    }
  return count;
}

// Two strikes a fifth of a second apart; the string still swings at the second one.
static void a_hammer_returns_and_strikes_again(void **state) {
  (void)state;
  rig r = instrument("hammered-string");
  carom_impact event[2];
  for (int i = 0; i < 2; ++i) {
    strike(&r, "strike1", 15);
    rig_steps(&r, RATE / 5);
    assert_int_equal(strikes_of(&r, "felt1", &event[i]), 1);
  }
  assert_near(event[1].peak_force, event[0].peak_force, 0.2 * event[0].peak_force);
  // Between blows it rests where it was thrown from.
  rig_steps(&r, RATE / 5);
  assert_near(carom_output(r.model, r.state, output_of(&r, "hammer1")), -8e-3, 0.5e-3);
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
}

static void a_damper_ends_the_note(void **state) {
  (void)state;
  static double sound[WINDOW];
  rig r = instrument("hammered-string");
  strike(&r, "strike3", 15);
  record(&r, output_of(&r, "board"), sound, RATE / 4);
  const double before = level(sound, RATE / 4);
  const int damper = control_of(&r, "damper");
  assert_int_equal(carom_state_control(r.model, r.state, damper, 2, 4, 0), CAROM_OK);
  rig_steps(&r, RATE / 4);
  record(&r, output_of(&r, "board"), sound, RATE / 4);
  assert_true(level(sound, RATE / 4) < 0.01 * before);
  rig_free(&r);
}

// --- A prepared string --------------------------------------------------------------------------

// Impacts of the bolt on the upper side of its slot in half a second.
static int rattles(double force) {
  rig r = instrument("prepared-string");
  strike(&r, "strike", force);
  int count = 0;
  const double lasts = 0.5;
  for (int n = 0; n < lasts * RATE; ++n) {
    carom_step(r.model, r.state);
    carom_impact event;
    while (carom_state_next_impact(r.model, r.state, &event))
      count += strcmp(carom_model_contact(r.model, event.contact).name, "upper") == 0;
  }
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
  return count;
}

static void a_loose_bolt_rattles_on_hard_blows(void **state) {
  (void)state;
  assert_int_equal(rattles(0), 0);
  assert_true(rattles(30) > 30);
}

// Against the same string without play, where the bolt is one more mass.
static void the_rattle_is_heard(void **state) {
  (void)state;
  static double sound[WINDOW];
  double bright[2];
  for (int i = 0; i < 2; ++i) {
    carom_scene *scene = scene_of("prepared-string");
    if (i == 0)
      rig_set(scene, "contacts.upper.gap", "0");
    rig r = rig_of(scene);
    rig_steps(&r, 2 * RATE);
    record(&r, output_of(&r, "board"), sound, WINDOW);
    bright[i] = brightness(sound);
    rig_free(&r);
  }
  assert_true(bright[1] > 2 * bright[0]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_voice_sounds_at_its_pitch),
      cmocka_unit_test(harder_blows_are_brighter),
      cmocka_unit_test(a_hammer_returns_and_strikes_again),
      cmocka_unit_test(a_damper_ends_the_note),
      cmocka_unit_test(a_loose_bolt_rattles_on_hard_blows),
      cmocka_unit_test(the_rattle_is_heard),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
