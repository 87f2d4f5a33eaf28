// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The event method: balls that bounce, several bodies and stops, saving, mistakes. Bars are in
// test_event_bars.c, the beam of the thesis in test_beam.c.

#include "events.h"

// --- Balls --------------------------------------------------------------------------------------

static const char ball_scene[] =
    "carom: 1\n"
    "rate: 1000\n"
    "gravity: 9.81\n"
    "bodies:\n"
    "  ball: {type: mass, mass: 0.2, position: 1}\n"
    "  floor: {type: barrier, position: 0}\n"
    "contacts:\n"
    "  hit: {type: stop, below: floor, above: ball, restitution: 0.8}\n"
    "outputs:\n"
    "  height: {of: ball}\n"
    "  force: {of: hit, quantity: force}\n"
    "solver: {method: event}\n";

// t_1 = sqrt(2 h / g), then geometric; at rest after t_1 (1 + R) / (1 - R), with its weight on the
// floor.
static void ball_comes_to_rest_when_the_series_ends(void **state) {
  (void)state;
  rig r = rig_of(scene_of(ball_scene));
  const double fall = sqrt(2 / 9.81);
  listen(&r, 5);
  double time = fall;
  double R = 1;
  for (int i = 0; i < 20; ++i) {
    assert_near(heard.at[i].begin, time, 1e-13);
    assert_near(heard.at[i].speed_in, R * sqrt(2 * 9.81), 1e-13);
    R *= 0.8;
    time += 2 * R * fall;
  }
  carom_impact open;
  assert_true(carom_state_open_impact(r.model, r.state, 0, &open));
  assert_near(open.begin, fall * 1.8 / 0.2, 1e-13);
  assert_near(carom_output(r.model, r.state, 0), 0, 1e-15);
  assert_near(carom_output(r.model, r.state, 1), 0.2 * 9.81, 1e-14);
  assert_near(carom_state_ledger(r.state).dissipated, 0.2 * 9.81, 1e-13);
  assert_at_most(rig_error(&r), 1e-14);
  rig_free(&r);
}

// An independent integration of the same ball: with t as a function of the position it would be
// singular, so time is the variable, in long double, by the classical method in 40,000 equal steps
// of each contact and one shorter step to land.
typedef struct {
  long double x, v;
} fallen;

static fallen push_on(fallen s, long double h) {
  static const long double share[] = {0, 0.5L, 0.5L, 1};
  static const long double weight[] = {1 / 6.0L, 1 / 3.0L, 1 / 3.0L, 1 / 6.0L};
  fallen slope = {0, 0};
  fallen to = s;
  for (int i = 0; i < 4; ++i) {
    const long double x = s.x + share[i] * h * slope.x;
    const long double v = s.v + share[i] * h * slope.v;
    slope.x = v;
    slope.v = 9.81L - (x > 0 ? 1e9L * powl(x, 1.1L) * (1 + 0.1L * v) : 0);
    to.x += weight[i] * h * slope.x;
    to.v += weight[i] * h * slope.v;
  }
  return to;
}

// Steps grow and shrink as the square near both ends, where x^alpha is not smooth.
static long double contact(long double v, long double *out) {
  fallen s = {0, v};
  const long double about = 1.8e-4L * powl(0.3L / v, 0.0476L);
  const int steps = 40000;
  long double t = 0;
  for (int n = 0; n < 4 * steps; ++n) {
    const long double z = (n + 0.5L) / steps;
    const long double h = about / steps * (z < 1 ? 6 * z * (1 - z) + 1e-3L : 1e-3L);
    const fallen next = push_on(s, h);
    if (next.x <= 0 && n > 10) {
      long double part = h;
      fallen end = next;
      for (int k = 0; k < 60; ++k) {
        end = push_on(s, part);
        part -= end.x / end.v;
      }
      *out = -end.v;
      return t + part;
    }
    s = next;
    t += h;
  }
  return NAN;
}

static void ball_bounces_on_time(void **state) {
  (void)state;
  rig r = rig_of(scene_of("bouncing-ball"));
  listen(&r, 2);
  assert_true(heard.count >= 40);
  long double time = 0;
  long double v = 0.3L;
  double worst = 0;
  for (int i = 0; i < 40; ++i) {
    worst = fmax(worst, fabs(heard.at[i].begin - (double)time));
    long double out = 0;
    const long double lasted = contact(v, &out);
    worst = fmax(worst, fabs(heard.at[i].end - (double)(time + lasted)));
    time += lasted + 2 * out / 9.81L;
    v = out;
  }
  assert_at_most(worst, 1e-9);
  assert_near(heard.at[8].begin, .450922, 5e-7); // as published elsewhere
  assert_near(heard.at[10].speed_out, .245684, 5e-7);
  assert_at_most(rig_error(&r), 1e-11); // losses are summed by the same formula, to its order
  rig_free(&r);
}

// --- Several bodies, several stops --------------------------------------------------------------

// Equal masses in a row: velocity goes through them and comes out at the other end.
static void cradle_hands_velocity_on(void **state) {
  (void)state;
  rig r = rig_of(scene_of("carom: 1\n"
                          "rate: 100\n"
                          "bodies:\n"
                          "  a: {type: mass, mass: 0.1, position: 0, velocity: 1}\n"
                          "  b: {type: mass, mass: 0.1, position: 0.1}\n"
                          "  c: {type: mass, mass: 0.1, position: 0.3}\n"
                          "  d: {type: mass, mass: 0.3, position: 0.7}\n"
                          "contacts:\n"
                          "  ab: {type: stop, below: a, above: b}\n"
                          "  bc: {type: stop, below: b, above: c}\n"
                          "  cd: {type: stop, below: c, above: d, restitution: 0.5}\n"
                          "outputs:\n"
                          "  a: {of: a, quantity: velocity}\n"
                          "  d: {of: d, quantity: velocity}\n"
                          "  c: {of: c, quantity: velocity}\n"
                          "solver: {method: event}\n"));
  listen(&r, 0.75);
  assert_int_equal(heard.count, 3);
  assert_near(heard.at[0].begin, 0.1, 1e-15);
  assert_near(heard.at[1].begin, 0.3, 1e-15);
  assert_near(heard.at[2].begin, 0.7, 1e-15);
  assert_near(carom_output(r.model, r.state, 0), 0, 1e-15);
  // momentum 0.1 = 0.1 c + 0.3 d, restitution 0.5 = d - c
  assert_near(carom_output(r.model, r.state, 1), 0.375, 1e-15);
  assert_near(carom_output(r.model, r.state, 2), -0.125, 1e-15);
  assert_at_most(rig_error(&r), 1e-15);
  rig_free(&r);
}

// Two stops met at once keep what is symmetric symmetric, and lose nothing at R = 1.
static void stops_met_together_keep_symmetry(void **state) {
  (void)state;
  rig r =
      rig_of(scene_of("carom: 1\n"
                      "rate: 500\n"
                      "bodies:\n"
                      "  beam: {type: bar, model: modes, points: 6, length: 1, linear_density: 1,\n"
                      "         bending_stiffness: 1, start: {shape: sine, amplitude: -1}}\n"
                      "  wall: {type: barrier, position: 0.4}\n"
                      "contacts:\n"
                      "  left: {type: stop, below: beam@0.25, above: wall}\n"
                      "  right: {type: stop, below: beam@0.75, above: wall}\n"
                      "outputs:\n"
                      "  second: {of: beam, quantity: mode, mode: 2}\n"
                      "solver: {method: event}\n"));
  listen(&r, 2);
  assert_true(heard.count > 4);
  for (int i = 0; i + 1 < heard.count; i += 2)
    assert_near(heard.at[i].begin, heard.at[i + 1].begin, 1e-9);
  assert_near(carom_output(r.model, r.state, 0), 0, 1e-9);
  assert_at_most(rig_error(&r), 1e-13);
  rig_free(&r);
}

// A heap of everything: masses on a beam between stops, with loss, gravity and a force; energy is
// accounted for, and nothing goes through anything.
static void bodies_in_a_crowd_keep_apart(void **state) {
  (void)state;
  rig r = rig_of(scene_of(
      "carom: 1\n"
      "rate: 2000\n"
      "gravity: 9.81\n"
      "bodies:\n"
      "  beam: {type: bar, model: modes, points: 5, length: 0.5, width: 0.02, thickness: 0.002,\n"
      "         density: 7800, youngs: 2e11, damping_ratio: 0.01, ends: [clamped, clamped]}\n"
      "  string: {type: string, model: modes, points: 8, length: 0.6, linear_density: 0.005,\n"
      "           tension: 80, sigma0: 1, start: {shape: pluck, at: 0.3, amplitude: 0.004}}\n"
      "  ball: {type: mass, mass: 0.02, position: 0.01}\n"
      "  more: {type: mass, mass: 0.01, position: 0.02}\n"
      "  roof: {type: barrier, position: 0.03}\n"
      "  floor: {type: barrier, position: -0.0005}\n"
      "contacts:\n"
      "  lies: {type: stop, below: beam@0.5, above: ball, restitution: 0.6}\n"
      "  stack: {type: stop, below: ball, above: more, restitution: 0.7}\n"
      "  top: {type: stop, below: more, above: roof, restitution: 0.9}\n"
      "  under: {type: stop, below: floor, above: beam@0.5, restitution: 0.5}\n"
      "  side: {type: stop, below: floor, above: beam@0.25, restitution: 0.5}\n"
      "  buzz: {type: stop, below: floor, above: string@0.7, restitution: 0.3}\n"
      "forces:\n"
      "  shake: {on: beam@0.4, amplitude: 3, frequency: 40}\n"
      "outputs:\n"
      "  lies: {of: lies, quantity: overlap}\n"
      "  stack: {of: stack, quantity: overlap}\n"
      "  top: {of: top, quantity: overlap}\n"
      "  under: {of: under, quantity: overlap}\n"
      "  side: {of: side, quantity: overlap}\n"
      "  buzz: {of: buzz, quantity: overlap}\n"
      "solver: {method: event}\n"));
  for (int n = 0; n < 4000; ++n) {
    carom_step(r.model, r.state);
    for (int i = 0; i < 6; ++i)
      assert_at_most(carom_output(r.model, r.state, i), 1e-12);
  }
  long long impacts = 0;
  for (int i = 0; i < 6; ++i)
    impacts += carom_contact_counts(r.model, r.state, i).impacts;
  assert_true(impacts > 200);
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
}

// Random crowds: a bar and a mass between barriers, any restitution and treatment, losses, gravity,
// forces. Nothing goes through anything and energy is accounted for. A few grind to a halt, where
// three bodies meet without end in finite time; those say so and stop there.
static void add_text(char *text, size_t room, const char *format, ...) {
  va_list args;
  va_start(args, format);
  const size_t used = strlen(text);
  vsnprintf(text + used, room - used, format, args);
  va_end(args);
}

static int random_crowd(uint64_t *seed, char *text, size_t room) {
  static const char *const ends[] = {"[pinned, pinned]", "[clamped, free]", "[clamped, clamped]",
                                     "[free, clamped]"};
  const int masses = (int)random_between(seed, 0, 1.99);
  const bool lossy = random_unit(seed) < 0.5;
  text[0] = '\0';
  add_text(text, room, "carom: 1\nrate: %g\ngravity: %g\nbodies:\n", random_log(seed, 300, 30000),
           random_unit(seed) < 0.6 ? 9.81 : 0);
  add_text(
      text, room,
      "  bar: {type: bar, model: modes, points: %d, length: 0.4, width: 0.02, thickness: 0.002, "
      "density: 7800, youngs: 2e11, ends: %s, damping_ratio: %g, start_velocity: {shape: hump, "
      "at: 0.6, width: 0.5, amplitude: %g}}\n",
      (int)random_between(seed, 1, 8), ends[(int)random_between(seed, 0, 3.99)],
      lossy ? random_log(seed, 1e-3, 0.3) : 0, random_between(seed, -1, 1));
  add_text(text, room, "  low: {type: barrier, position: %g}\n", -random_log(seed, 1e-6, 1e-2));
  add_text(text, room, "  high: {type: barrier, position: 0.05}\n");
  for (int i = 0; i < masses; ++i)
    add_text(text, room,
             "  m%d: {type: mass, mass: %g, position: %g, velocity: %g, damping: %g, frequency: "
             "%g}\n",
             i, random_log(seed, 1e-3, 1), 0.01 * (i + 1), random_between(seed, -1, 1),
             lossy ? random_log(seed, 1e-4, 10) : 0,
             random_unit(seed) < 0.3 ? random_log(seed, 1, 100) : 0);
  add_text(text, room, "contacts:\n");
  const char *below = "low";
  char above[20] = "bar@0.5";
  for (int i = 0; i <= masses + 1; ++i) {
    const double R = random_unit(seed) < 0.2 ? 0 : random_unit(seed) < 0.2 ? 1 : random_unit(seed);
    const double kind = random_unit(seed);
    add_text(text, room, "  c%d: {type: stop, below: %s, above: %s, ", i, below, above);
    if (kind < 0.8)
      add_text(text, room, "restitution: %g}\n", R);
    else if (kind < 0.9)
      add_text(text, room, "treatment: switching}\n");
    else
      add_text(text, room, "treatment: penalty, stiffness: %g}\n", random_log(seed, 1e4, 1e8));
    static char kept[20];
    snprintf(kept, sizeof kept, "%s", above);
    below = kept;
    if (i < masses)
      snprintf(above, sizeof above, "m%d", i);
    else
      snprintf(above, sizeof above, "high");
  }
  if (random_unit(seed) < 0.5)
    add_text(text, room, "forces:\n  push: {on: bar@0.5, amplitude: %g, frequency: %g}\n",
             random_log(seed, 0.1, 100), random_log(seed, 1, 1000));
  add_text(text, room, "outputs:\n");
  for (int i = 0; i <= masses + 1; ++i)
    add_text(text, room, "  o%d: {of: c%d, quantity: overlap}\n  f%d: {of: c%d, quantity: force}\n",
             i, i, i, i);
  add_text(text, room, "solver: {method: event}\n");
  return masses + 2;
}

static void random_crowds_keep_apart(void **state) {
  (void)state;
  const int systems = random_cases(200, 30);
  uint64_t seed = 20261;
  int halted = 0;
  for (int n = 0; n < systems; ++n) {
    static char text[6000];
    const int contacts = random_crowd(&seed, text, sizeof text);
    rig r = rig_of(scene_of(text));
    carom_status status = CAROM_OK;
    for (int step = 0; step < 400 && status == CAROM_OK; ++step) {
      status = carom_process(r.model, r.state, 1, NULL);
      for (int i = 0; i < contacts; ++i) {
        const double overlap = carom_output(r.model, r.state, 2 * i);
        const double force = carom_output(r.model, r.state, 2 * i + 1);
        const bool soft = strcmp(carom_model_contact(r.model, i).treatment, "penalty") == 0;
        if (!(force >= 0) || (!soft && overlap > 1e-12))
          fail_msg("system %d, step %d: overlap %g, force %g in\n%s", n, step, overlap, force,
                   text);
      }
    }
    halted += status != CAROM_OK;
    // what a run is judged by; there are thousands of impacts in a moment
    if (status == CAROM_OK && !(rig_error(&r) <= 1e-9))
      fail_msg("system %d: balance %g of\n%s", n, rig_error(&r), text);
    rig_free(&r);
  }
  assert_at_most(halted, systems / 50.0);
}

// --- Saving, and mistakes -----------------------------------------------------------------------

static void saved_in_contact_it_goes_on_bit_for_bit(void **state) {
  (void)state;
  rig r = beam((const char *const[][2]){{"forces.push.amplitude", "72"},
                                        {"contacts.stop.restitution", "0.2"},
                                        {"rate", "10000"}},
               3);
  unsigned char *bytes = malloc(carom_state_saved_size(r.model));
  rig_steps(&r, 2000); // held there
  carom_impact open;
  assert_true(carom_state_open_impact(r.model, r.state, 0, &open));
  carom_state_save(r.model, r.state, bytes);
  rig_steps(&r, 5000);
  const double once = carom_output(r.model, r.state, 0);
  assert_int_equal(carom_state_restore(r.model, r.state, bytes), CAROM_OK);
  rig_steps(&r, 5000);
  assert_true(carom_output(r.model, r.state, 0) == once);
  free(bytes);
  rig_free(&r);
}

static void mistakes_are_told(void **state) {
  (void)state;
  static const char *const wrong[][3] = {
      {"contacts.stop.restitution", "1.5", "contacts.stop.restitution"},
      {"contacts.stop.restitution", "-0.1", "contacts.stop.restitution"},
      {"contacts.stop.below", "beam@1.2", "not a point of this body"},
      {"contacts.stop.treatment", "collocation", "needed with treatment: collocation are 3"},
      {"contacts.stop.treatment", "penalty", "contacts.stop.stiffness"},
      {"contacts.stop.stiffness", "1e5", "a rigid stop has none"},
      {"bodies.beam.start.amplitude", "1.01", "beyond each other"},
      {"bodies.beam.points", "auto", "the number of modes"},
      {"bodies.beam.model", "grid", "by their modes"},
      {"bodies.beam.tip_mass", "1", "[clamped, free]"},
      {"bodies.beam.base.amplitude", "1", "clamped"},
      {"bodies.wall.position", "[[0, 1], [1, 2]]", "one number"},
      {"solver.method", "audio", "solver.method"},
      {"solver.oversample", "2", "allowed is 1"},
      {"outputs.first.mode", "5", "from 1 to 4"},
      {"contacts.stop.below", "beam@0", "nothing can move there"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
    carom_scene *scene = scene_of("beam-stop");
    carom_error error = {.status = CAROM_OK};
    carom_model *model = NULL;
    if (strstr(wrong[i][0], "outputs") == NULL) { // a grid has no modes to listen to
      carom_scene_remove(scene, "outputs.first", NULL);
      carom_scene_remove(scene, "outputs.third", NULL);
    }
    if (carom_scene_set(scene, wrong[i][0], wrong[i][1], &error) == CAROM_OK)
      model = carom_model_compile(scene, NULL, &error);
    if (error.status == CAROM_OK || strstr(error.text, wrong[i][2]) == NULL)
      fail_msg("%s: %s gives '%s'", wrong[i][0], wrong[i][1], error.text);
    assert_null(model);
    carom_scene_free(scene);
  }
}

static void collocation_points_must_differ(void **state) {
  (void)state;
  static const char *const wrong[] = {"[0.2, 0.2, 0.7]", "[0.5, 0.3, 0.7]", "[0, 0.3, 0.7]"};
  for (int i = 0; i < 3; ++i) {
    carom_scene *scene = scene_of("beam-stop");
    carom_error error;
    carom_model *model = NULL;
    rig_set(scene, "contacts.stop.treatment", "collocation");
    rig_set(scene, "contacts.stop.points", wrong[i]);
    assert_null(model = carom_model_compile(scene, NULL, &error));
    assert_int_equal(error.status, CAROM_BAD_VALUE);
    assert_non_null(strstr(error.text, "tell the modes apart"));
    carom_scene_free(scene);
  }
}

// By each method that takes them.
int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ball_comes_to_rest_when_the_series_ends),
      cmocka_unit_test(ball_bounces_on_time),
      cmocka_unit_test(cradle_hands_velocity_on),
      cmocka_unit_test(stops_met_together_keep_symmetry),
      cmocka_unit_test(bodies_in_a_crowd_keep_apart),
      cmocka_unit_test(random_crowds_keep_apart),
      cmocka_unit_test(saved_in_contact_it_goes_on_bit_for_bit),
      cmocka_unit_test(mistakes_are_told),
      cmocka_unit_test(collocation_points_must_differ),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
