// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Bows and fingers on modal bodies, at rest and on their way: against an integration of the modes,
// and Helmholtz motion against a fine grid.

#include "contacts/friction.h"
#include "support.h"

static const double pi = 3.14159265358979323846;

// --- An integration -----------------------------------------------------------------------------

/// A string of so many modes under a bow and a finger that travel.
enum { PARTIALS = 8, SIZE = 2 * PARTIALS };

static const double length = 0.6, density = 5e-3, pitch = 150, stiffness = 2e-3, loss = 3;
static const double seconds = 0.03;

typedef struct {
  double bow_force, bow_speed, bow_from, bow_to;
  double spring, damper, finger_from, finger_to;
} player;

static double place_at(double from, double to, double t) {
  return from + (to - from) * t / seconds;
}

static double shape(int j, double x) {
  return sqrt(2 / (density * length)) * sin((j + 1) * pi * x);
}

static void slopes(const player *p, double t, const double *y, double *dy) {
  const double bow = place_at(p->bow_from, p->bow_to, t);
  const double finger = place_at(p->finger_from, p->finger_to, t);
  double slide = -p->bow_speed;
  double touched = 0;
  double speed = 0;
  for (int j = 0; j < PARTIALS; ++j) {
    slide += shape(j, bow) * y[2 * j + 1];
    touched += shape(j, finger) * y[2 * j];
    speed += shape(j, finger) * y[2 * j + 1];
  }
  const double a = 100;
  const double friction = p->bow_force * sqrt(2 * a) * slide * exp(0.5 - a * slide * slide);
  const double push = p->spring * touched + p->damper * speed;
  for (int j = 0; j < PARTIALS; ++j) {
    const double beta2 = pow((j + 1) * pi / length, 2);
    const double kappa2 = stiffness / density;
    const double c2 = pow(2 * length * pitch, 2) - kappa2 * pow(pi / length, 2);
    dy[2 * j] = y[2 * j + 1];
    dy[2 * j + 1] = -(c2 * beta2 + kappa2 * beta2 * beta2) * y[2 * j] - 2 * loss * y[2 * j + 1] -
                    shape(j, bow) * friction - shape(j, finger) * push;
  }
}

// From a sine of 1 mm in the first mode, by Runge and Kutta in 100 steps a sample.
static void integrate(const player *p, double *y) {
  const int steps = (int)(seconds * 44100 * 100);
  const double h = seconds / steps;
  const double part[] = {0, h / 2, h / 2, h};
  memset(y, 0, SIZE * sizeof *y);
  y[0] = 1e-3 * sqrt(density * length / 2);
  for (int n = 0; n < steps; ++n) {
    double rate[4][SIZE];
    for (int stage = 0; stage < 4; ++stage) {
      double z[SIZE];
      for (int i = 0; i < SIZE; ++i)
        z[i] = y[i] + (stage > 0 ? part[stage] * rate[stage - 1][i] : 0);
      slopes(p, n * h + part[stage], z, rate[stage]);
    }
    for (int i = 0; i < SIZE; ++i)
      y[i] += h / 6 * (rate[0][i] + 2 * rate[1][i] + 2 * rate[2][i] + rate[3][i]);
  }
}

// The largest deviation of a mode over the largest mode.
static double deviation(const player *p, int times) {
  char text[1600];
  double y[SIZE];
  snprintf(text, sizeof text,
           "carom: 1\n"
           "rate: %d\n"
           "bodies:\n"
           "  string: {type: string, length: %g, linear_density: %g, bending_stiffness: %g,\n"
           "           pitch: %g, sigma0: %g, model: modes, points: %d,\n"
           "           start: {shape: sine, mode: 1, amplitude: 1e-3}}\n"
           "contacts:\n"
           "  bow: {type: bow, on: string, position: [[0, %g], [%g, %g]], force: %g, speed: %g,\n"
           "        sharpness: 100}\n"
           "  finger: {type: finger, on: string, position: [[0, %g], [%g, %g]], spring: %g,\n"
           "           damper: %g}\n",
           44100 * times, length, density, stiffness, pitch, loss, PARTIALS, p->bow_from, seconds,
           p->bow_to, p->bow_force, p->bow_speed, p->finger_from, seconds, p->finger_to, p->spring,
           p->damper);
  carom_scene *scene = scene_of(text);
  for (int j = 0; j < PARTIALS; ++j) {
    char path[40];
    snprintf(path, sizeof path, "outputs.q%d.of", j);
    rig_set(scene, path, "string");
    snprintf(path, sizeof path, "outputs.q%d.quantity", j);
    rig_set(scene, path, "mode");
    snprintf(path, sizeof path, "outputs.q%d.mode", j);
    rig_set_number(scene, path, j + 1);
  }
  rig r = rig_of(scene);
  rig_steps(&r, (long long)(seconds * 44100 * times) + 1);
  integrate(p, y);
  double most = 0;
  double off = 0;
  for (int j = 0; j < PARTIALS; ++j) {
    most = fmax(most, fabs(y[2 * j]));
    off = fmax(off, fabs(carom_output(r.model, r.state, j) - y[2 * j]));
  }
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
  return off / most;
}

// A finger's spring takes the displacement where it comes to, and its damper the speed there.
static void travelling_fingers_agree_with_an_integration(void **state) {
  (void)state;
  const player p = {.bow_from = 0.1,
                    .bow_to = 0.1,
                    .spring = 2000,
                    .damper = 0.3,
                    .finger_from = 0.3,
                    .finger_to = 0.55};
  const double error = deviation(&p, 1);
  assert_at_most(error, 3e-3);
  assert_near(log2(error / deviation(&p, 2)), 2, 0.3);
}

// The bow is weak enough that what it does does not depend on when it lets go.
static void travelling_bows_agree_with_an_integration(void **state) {
  (void)state;
  const player p = {.bow_force = 0.05,
                    .bow_speed = 0.15,
                    .bow_from = 0.1,
                    .bow_to = 0.3,
                    .finger_from = 0.5,
                    .finger_to = 0.5};
  const double error = deviation(&p, 1);
  assert_at_most(error, 2e-5);
  assert_near(log2(error / deviation(&p, 2)), 2, 0.3);
}

// --- Helmholtz motion ---------------------------------------------------------------------------

/// The second half of a second of a bowed note.
typedef struct {
  double slips;      // a second
  double fraction;   // of the time
  double slip_speed; // mean velocity of the string while it slips, m/s
  double pitch;      // Hz, of the slips
  double friction;   // its mean, N
  double level;      // rms of the velocity near the end, m/s
} note;

static note listen(const char *body, int times) {
  char text[800];
  snprintf(text, sizeof text,
           "{carom: 1, rate: %d,"
           " bodies: {s: {type: string, length: 1, density: 7850, radius: 5e-4, pitch: 100,"
           "              youngs: 2e11, sigma0: 1, sigma1: 5e-3, %s}},"
           " contacts: {bow: {type: bow, on: s@0.2, force: 0.5, speed: [[0, 0], [0.02, 0.1]],"
           "                  sharpness: 100}},"
           " outputs: {slide: {of: bow, quantity: velocity}, force: {of: bow, quantity: force},"
           "           v: {of: s@0.9, quantity: velocity}}}",
           44100 * times, body);
  rig r = rig_of(scene_of(text));
  const int half = 22050 * times;
  const double threshold = friction_curve_of(100).slips;
  note n = {0};
  double before = 0;
  int first = -1;
  int last = -1;
  int count = 0;
  rig_steps(&r, half);
  for (int i = 0; i < half; ++i) {
    carom_step(r.model, r.state);
    const double slide = carom_output(r.model, r.state, 0);
    if (fabs(slide) > threshold && fabs(before) <= threshold && i > 0) {
      first = first < 0 ? i : first;
      last = i;
      n.slips += 2;
    }
    if (fabs(slide) > threshold) {
      ++count;
      n.slip_speed += slide + 0.1;
    }
    before = slide;
    n.friction += carom_output(r.model, r.state, 1) / half;
    n.level += pow(carom_output(r.model, r.state, 2), 2) / half;
  }
  n.slip_speed /= count;
  n.fraction = (double)count / half;
  n.pitch = (n.slips / 2 - 1) * 44100 * times / (last - first);
  n.level = sqrt(n.level);
  assert_at_most(rig_error(&r), 1e-13);
  rig_free(&r);
  return n;
}

// 1.2 cents, and 4 % of the mean friction, lie between them.
static void modes_are_bowed_as_a_fine_grid_is(void **state) {
  (void)state;
  const note modes = listen("model: modes", 1);
  const note grid = listen("model: grid", 8);
  assert_near(modes.slips, 100, 2);
  assert_near(grid.slips, 100, 2);
  assert_near(modes.fraction, grid.fraction, 0.005);
  assert_near(modes.slip_speed, grid.slip_speed, 0.01);
  assert_near(modes.pitch, grid.pitch, (exp2(2.0 / 1200) - 1) * grid.pitch);
  assert_near(modes.friction, grid.friction, 0.06 * fabs(grid.friction));
  assert_near(modes.level, grid.level, 0.01 * grid.level);
}

// A bow that is moved to a place rubs there as one that was there from the start, on a string and
// on a bar, whose shapes are no sines.
static void a_moved_bow_is_where_it_went(void **state) {
  (void)state;
  static const char *const bodies[] = {
      "type: string, length: 1, linear_density: 6e-3, pitch: 100",
      "type: bar, length: 0.4, linear_density: 0.1, bending_stiffness: 2, ends: [clamped, free]"};
  for (int i = 0; i < 2; ++i) {
    rig r[2];
    for (int n = 0; n < 2; ++n) {
      char text[500];
      snprintf(text, sizeof text,
               "{carom: 1, bodies: {s: {%s, sigma0: 1, model: modes, points: 30}},"
               " contacts: {bow: {type: bow, on: s@%s, force: 0.5, speed: [[0, 0], [0.02, 0.1]]}},"
               " outputs: {v: {of: s@0.63, quantity: velocity}}}",
               bodies[i], n == 0 ? "0.337" : "0.8");
      r[n] = rig_of(scene_of(text));
    }
    const int place = carom_model_find_live(r[1].model, "contacts.bow.position");
    assert_int_equal(carom_state_set(r[1].model, r[1].state, place, 0.337), CAROM_OK);
    assert_int_equal(carom_state_set(r[1].model, r[1].state, place, 1.01), CAROM_BAD_VALUE);
    for (int n = 0; n < 2000; ++n) {
      rig_steps(&r[0], 1);
      rig_steps(&r[1], 1);
      assert_near(carom_output(r[1].model, r[1].state, 0), carom_output(r[0].model, r[0].state, 0),
                  0);
    }
    rig_free(&r[0]);
    rig_free(&r[1]);
  }
}

// A finger far stiffer than the step resolves may still be moved.
static void a_stiff_finger_glides_without_making_energy(void **state) {
  (void)state;
  rig r = rig_of(
      scene_of("{carom: 1, bodies: {s: {type: string, length: 1, linear_density: 6e-3, pitch: 100,"
               "                        sigma0: 1, sigma1: 5e-3, model: modes}},"
               " contacts: {bow: {type: bow, on: s@0.2, force: 0.5, speed: 0.1, sharpness: 100},"
               "            finger: {type: finger, on: s, spring: 1e9,"
               "                     position: [[0, 0.3], [0.1, 0.3], [0.12, 0.5]]}}}"));
  rig_steps(&r, 11025);
  const carom_ledger l = carom_state_ledger(r.state);
  assert_at_most(l.kinetic + l.potential, 1);
  assert_at_most(rig_error(&r), 1e-9);
  rig_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(travelling_fingers_agree_with_an_integration),
      cmocka_unit_test(travelling_bows_agree_with_an_integration),
      cmocka_unit_test(modes_are_bowed_as_a_fine_grid_is),
      cmocka_unit_test(a_moved_bow_is_where_it_went),
      cmocka_unit_test(a_stiff_finger_glides_without_making_energy),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
