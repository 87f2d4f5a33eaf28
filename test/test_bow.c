// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The bow and the finger: Helmholtz motion, the bowed scene, harmonics, places. The laws of
// friction are in test_friction.c, energy and an integration of its own in test_bow_energy.c.

#include "bowed_string.h"

#include "contacts/friction.h"

static const double pi = 3.14159265358979323846;

// --- A bowed string -----------------------------------------------------------------------------

enum { RATE = 44100 };

/// The second second of a bowed note.
typedef struct {
  double slips;       // per second
  double fraction;    // of the time
  double slip_speed;  // of the string while it slips, its median, m/s
  double pitch;       // Hz, of the slips
  double periodicity; // correlation with itself a period later
  double error;       // of the ledger
} note;

static int by_value(const void *a, const void *b) {
  const double x = *(const double *)a;
  const double y = *(const double *)b;
  return (x > y) - (x < y);
}

static double correlation(const double *u, int count, int lag) {
  double both = 0;
  double first = 0;
  double second = 0;
  for (int i = 0; i + lag < count; ++i) {
    both += u[i] * u[i + lag];
    first += u[i] * u[i];
    second += u[i + lag] * u[i + lag];
  }
  return both / sqrt(first * second);
}

static note listen(carom_scene *scene, double speed) {
  rig r = rig_of(scene);
  double *slide = calloc(RATE, sizeof *slide);
  double *u = calloc(RATE, sizeof *u);
  double *slipping = calloc(RATE, sizeof *slipping);
  rig_steps(&r, RATE);
  double mean = 0;
  for (int i = 0; i < RATE; ++i) {
    carom_step(r.model, r.state);
    slide[i] = carom_output(r.model, r.state, 0);
    u[i] = carom_output(r.model, r.state, 1);
    mean += u[i] / RATE;
  }
  note n = {.error = rig_error(&r)};
  const double threshold = friction_curve_of(100).slips;
  int count = 0;
  int first = -1;
  int last = -1;
  for (int i = 0; i < RATE; ++i) {
    u[i] -= mean;
    if (fabs(slide[i]) > threshold)
      slipping[count++] = slide[i] + speed;
    if (i > 0 && fabs(slide[i]) > threshold && fabs(slide[i - 1]) <= threshold) {
      first = first < 0 ? i : first;
      last = i;
      n.slips += 1;
    }
  }
  n.fraction = (double)count / RATE;
  qsort(slipping, (size_t)count, sizeof *slipping, by_value);
  n.slip_speed = count > 0 ? slipping[count / 2] : 0;
  n.pitch = last > first ? (n.slips - 1) * RATE / (last - first) : 0;
  for (int lag = 300; lag < 600; ++lag)
    n.periodicity = fmax(n.periodicity, correlation(u, RATE, lag));
  free(slide);
  free(u);
  free(slipping);
  rig_free(&r);
  return n;
}

static void the_string_moves_as_helmholtz_saw_it(void **state) {
  (void)state;
  static const char *const solves[] = {"newton", "linear", "linear2"};
  for (int i = 0; i < 3; ++i) {
    carom_scene *s = scene_of(bowed_string);
    rig_set(s, "contacts.bow.solve", solves[i]);
    const note n = listen(s, 0.1);
    assert_near(n.fraction, 0.21, 0.02);
    assert_near(n.slip_speed, -0.39, 0.02); // ideal: -v_B (1 - beta) / beta = -0.40
    assert_near(n.pitch, 100, 1);           // and so one slip in each period
    assert_at_most(n.error, 1e-13);
  }
}

static void the_plain_linear_form_slips_twice(void **state) {
  (void)state;
  static const struct {
    const char *solve;
    double slips;
  } rows[] = {{"newton", 1}, {"linear", 2}, {"linear2", 1}};
  for (int i = 0; i < 3; ++i) {
    carom_scene *s = scene_of(bowed_string);
    rig_set(s, "contacts.bow.speed", "[[0, 0], [0.02, 0.2]]");
    rig_set(s, "contacts.bow.solve", rows[i].solve);
    assert_near(listen(s, 0.2).slips / 100, rows[i].slips, 0.03);
  }
}

static void too_little_force_slips_more_and_too_much_is_raucous(void **state) {
  (void)state;
  carom_scene *s = scene_of(bowed_string);
  rig_set(s, "contacts.bow.speed", "[[0, 0], [0.02, 0.2]]");
  rig_set(s, "contacts.bow.position", "0.12");
  const note weak = listen(s, 0.2);
  assert_true(weak.slips / 100 > 1.9);
  s = scene_of(bowed_string);
  rig_set(s, "contacts.bow.force", "1.5");
  const note strong = listen(s, 0.1);
  assert_at_most(strong.periodicity, 0.6);
  assert_at_most(strong.error, 1e-13);
  assert_true(listen(scene_of(bowed_string), 0.1).periodicity > 0.99);
}

static void elasto_plastic_friction_slips_once(void **state) {
  (void)state;
  carom_scene *s = scene_of(bowed_string);
  rig_set(s, "contacts.bow.law", "elasto-plastic");
  rig_set(s, "contacts.bow.force", "2");
  const note n = listen(s, 0.1);
  assert_near(n.slips / 100, 1, 0.03);
  assert_near(n.pitch, 100, 1.5);
  assert_at_most(n.error, 1e-13);
}

// --- The bowed scene ----------------------------------------------------------------------------

enum { FROM = 7 * RATE / 10, HEARD = 8 * RATE / 10 };

/// The open note of the tromba marina, from 0.7 to 1.5 s.
typedef struct {
  double pitch;        // Hz
  double string, body; // levels, dB
  double friction;     // its mean, N
} open_note;

static double mean_of(const double *x, int count) {
  double sum = 0;
  for (int i = 0; i < count; ++i)
    sum += x[i] / count;
  return sum;
}

static double level_of(const double *x, int count) {
  const double mean = mean_of(x, count);
  double sum = 0;
  for (int i = 0; i < count; ++i)
    sum += (x[i] - mean) * (x[i] - mean) / count;
  return 10 * log10(sum);
}

// The lag of the largest correlation between 60 and 90 Hz, with a parabola through its top.
static double pitch_of(const double *x, int count) {
  double c[RATE / 60 + 2];
  int best = RATE / 90;
  for (int lag = RATE / 90 - 1; lag <= RATE / 60 + 1; ++lag) {
    c[lag] = correlation(x, count, lag);
    best = lag > RATE / 90 && lag <= RATE / 60 && c[lag] > c[best] ? lag : best;
  }
  const double bend = c[best - 1] - 2 * c[best] + c[best + 1];
  return RATE / (best + (c[best - 1] - c[best + 1]) / (2 * bend));
}

// The scene with a firm body whose modes lie above the note, bowed without a hand: what is left to
// compare is the method.
static carom_scene *firm_tromba(void) {
  static const char *const keys[][2] = {{"bodies.string.sigma0", "0.4"},
                                        {"bodies.body.size", "[1.35, 0.25]"},
                                        {"bodies.body.points", "[54, 10]"},
                                        {"bodies.body.sigma0", "4"},
                                        {"contacts.rattle.below", "body@0.8:0.45"},
                                        {"contacts.bow.force", "3"},
                                        {"contacts.bow.speed", "0.1"},
                                        {"contacts.bow.noise", "0"}};
  carom_scene *s = scene_of("tromba");
  while (carom_scene_count(s, "score") > 0) {
    char path[80];
    snprintf(path, sizeof path, "score.%s", carom_scene_name(s, "score", 0));
    assert_int_equal(carom_scene_remove(s, path, NULL), CAROM_OK);
  }
  assert_int_equal(carom_scene_remove(s, "contacts.stand", NULL), CAROM_OK);
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; ++i)
    rig_set(s, keys[i][0], keys[i][1]);
  return s;
}

static open_note play_open_note(const char *law, int finer) {
  carom_scene *s = firm_tromba();
  rig_set(s, "contacts.bow.law", law);
  rig_set_number(s, "rate", RATE * finer);
  rig r = rig_of(s);
  double *x[3];
  for (int i = 0; i < 3; ++i)
    x[i] = calloc(HEARD, sizeof *x[i]);
  rig_steps(&r, (long long)FROM * finer);
  for (int n = 0; n < HEARD; ++n) {
    rig_steps(&r, finer);
    x[0][n] = carom_output(r.model, r.state, carom_model_find_output(r.model, "string"));
    x[1][n] = carom_output(r.model, r.state, carom_model_find_output(r.model, "body"));
    x[2][n] = carom_output(r.model, r.state, carom_model_find_output(r.model, "friction"));
  }
  const double mean = mean_of(x[0], HEARD);
  for (int n = 0; n < HEARD; ++n)
    x[0][n] -= mean;
  const open_note heard = {.pitch = pitch_of(x[0], HEARD),
                           .string = level_of(x[0], HEARD),
                           .body = level_of(x[1], HEARD),
                           .friction = mean_of(x[2], HEARD)};
  for (int i = 0; i < 3; ++i)
    free(x[i]);
  rig_free(&r);
  return heard;
}

static void a_bowed_note_is_the_same_at_four_times_the_rate(void **state) {
  (void)state;
  static const char *const laws[] = {"exponential", "elasto-plastic"};
  for (int i = slow_build(); i < 2; ++i) {
    const open_note here = play_open_note(laws[i], 1);
    const open_note there = play_open_note(laws[i], slow_build() ? 2 : 4);
    assert_near(here.pitch, there.pitch, (exp2(2.0 / 1200) - 1) * there.pitch); // 2 cents
    assert_near(here.string, there.string, 0.1);
    assert_near(here.body, there.body, 0.6);
    assert_near(here.friction, there.friction, 0.1 * fabs(there.friction));
  }
}

// --- The finger ---------------------------------------------------------------------------------

// Level of a partial over an interval, by the Fourier sum with a Hann window.
static double level(const double *x, int count, double frequency) {
  double re = 0;
  double im = 0;
  for (int i = 0; i < count; ++i) {
    const double w = 1 - cos(2 * pi * i / count);
    re += w * x[i] * cos(2 * pi * frequency * i / RATE);
    im += w * x[i] * sin(2 * pi * frequency * i / RATE);
  }
  return 20 * log10(2 * hypot(re, im) / count + 1e-300);
}

// The loudest within 4 % of a frequency: bowed notes are not exactly in tune.
static double partial(const double *x, int count, double frequency) {
  double loudest = -INFINITY;
  for (double f = 0.96 * frequency; f < 1.04 * frequency; f += (double)RATE / count / 2)
    loudest = fmax(loudest, level(x, count, f));
  return loudest;
}

static void a_light_finger_brings_out_harmonics(void **state) {
  (void)state;
  double *x = calloc(3 * (size_t)RATE, sizeof *x);
  for (int harmonic = 2; harmonic <= 4; ++harmonic) {
    carom_scene *s = scene_of(bowed_string);
    rig_set(s, "duration", "3");
    rig_set(s, "contacts.bow.position", "0.06");
    rig_set(s, "contacts.bow.speed", "[[0, 0], [0.02, 0.2]]");
    rig_set(s, "contacts.touch.type", "finger");
    rig_set(s, "contacts.touch.on", "s");
    rig_set_number(s, "contacts.touch.position", 1.0 / harmonic);
    rig_set(s, "contacts.touch.damper", "[[0, 0], [1.5, 0], [1.52, 2]]");
    rig_set(s, "outputs.u.of", "s@0.97");
    rig r = rig_of(s);
    for (int i = 0; i < 3 * RATE; ++i) {
      carom_step(r.model, r.state);
      x[i] = carom_output(r.model, r.state, 1);
    }
    const int part = RATE / 2;
    const double before = partial(x + RATE - part, part, 100);
    const double after = partial(x + 3 * RATE - part, part, 100);
    const double sounding = partial(x + 3 * RATE - part, part, 100.0 * harmonic);
    assert_true(before - after > 20);
    assert_true(sounding - after > 20);
    rig_free(&r);
  }
  free(x);
}

// --- Places -------------------------------------------------------------------------------------

// A bow that is moved to a place rubs there as one that was there from the start.
static void a_moved_bow_is_where_it_went(void **state) {
  (void)state;
  carom_scene *here = scene_of(bowed_string);
  rig_set(here, "contacts.bow.position", "0.337");
  carom_scene *moved = scene_of(bowed_string);
  rig a = rig_of(here);
  rig b = rig_of(moved);
  const int place = carom_model_find_live(b.model, "contacts.bow.position");
  assert_near(carom_state_get(b.model, b.state, place), 0.2, 0);
  assert_int_equal(carom_state_set(b.model, b.state, place, 0.337), CAROM_OK);
  assert_int_equal(carom_state_set(b.model, b.state, place, 1.01), CAROM_BAD_VALUE);
  for (int i = 0; i < 2000; ++i) {
    carom_step(a.model, a.state);
    carom_step(b.model, b.state);
    assert_near(carom_output(b.model, b.state, 0), carom_output(a.model, a.state, 0), 0);
  }
  rig_free(&a);
  rig_free(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_string_moves_as_helmholtz_saw_it),
      cmocka_unit_test(the_plain_linear_form_slips_twice),
      cmocka_unit_test(too_little_force_slips_more_and_too_much_is_raucous),
      cmocka_unit_test(elasto_plastic_friction_slips_once),
      cmocka_unit_test(a_bowed_note_is_the_same_at_four_times_the_rate),
      cmocka_unit_test(a_light_finger_brings_out_harmonics),
      cmocka_unit_test(a_moved_bow_is_where_it_went),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
