// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The piano hammer: what C. P. Vyasarayani's thesis (2009), chapter 5, says of it, and a hammer
// that flies straight. Bands are the thesis' own reading of its figures unless another reason is
// given.

#include "support.h"

/// One strike: its force over time and what it left behind.
typedef struct {
  double peak;                // N
  double lasts;               // time above 1 % of that, ms
  double touches;             // time of contact, ms
  double scuff;               // mm
  double slips, sticks_until; // with friction: end of the first slip, begin of the second, ms
  double begins_at;           // x of the nose at first touch, m
  double error;
} strike;

enum { MOST_SAMPLES = 40000 };

static strike strike_of(const char *scene, const char *const (*set)[2], int count) {
  static double force[MOST_SAMPLES];
  strike s = {0};
  carom_scene *from = scene_of(scene);
  double friction = 0;
  for (int i = 0; i < count; ++i) {
    rig_set(from, set[i][0], set[i][1]);
    if (strcmp(set[i][0], "contacts.strike.friction") == 0)
      friction = strtod(set[i][1], NULL);
  }
  rig r = rig_of(from);
  const carom_model_info info = carom_model_describe(r.model);
  const int samples = (int)(info.rate * fmin(info.duration, 0.045));
  const bool links = carom_model_find_output(r.model, "nose") >= 0;
  int first = -1;
  assert_true(samples < MOST_SAMPLES);
  for (int n = 0; n < samples; ++n) {
    rig_steps(&r, 1);
    force[n] = carom_output(r.model, r.state, 0);
    s.peak = fmax(s.peak, force[n]);
    first = first < 0 && force[n] > 0 ? n : first;
    if (!links || first < 0 || !(force[n] > 0))
      continue;
    s.scuff = fmax(s.scuff, carom_output(r.model, r.state, 2) * 1e3);
    s.begins_at = n == first ? carom_output(r.model, r.state, 4) : s.begins_at;
    const double share = fabs(carom_output(r.model, r.state, 1)) / (friction * force[n]);
    const double t = (n - first) / info.rate * 1e3;
    if (friction > 0 && s.slips == 0 && t > 0.1 && share < 0.99)
      s.slips = t;
    if (friction > 0 && s.slips > 0 && s.sticks_until == 0 && t > s.slips + 0.3 && share > 0.99)
      s.sticks_until = t;
  }
  for (int n = 0; n < samples; ++n)
    s.lasts += force[n] > 0.01 * s.peak ? 1e3 / info.rate : 0;
  carom_impact event;
  assert_true(carom_state_next_impact(r.model, r.state, &event));
  s.touches = (event.end - event.begin) * 1e3;
  s.error = rig_error(&r);
  rig_free(&r);
  return s;
}

#define STRIKE(scene, ...)                                                                         \
  strike_of(scene, (const char *const[][2]){__VA_ARGS__},                                          \
            (int)(sizeof((const char *const[][2]){__VA_ARGS__}) / sizeof(const char *const[2])))

#define NOTHING                                                                                    \
  { "title", "a strike" }
#define FRICTION "contacts.strike.friction"
#define BLOW     "forces.blow.table"
#define YOUNGS   "bodies.hammer.shank.youngs"
#define FLEXIBLE                                                                                   \
  { YOUNGS, "2.8e9" }

// --- Force and time -----------------------------------------------------------------------------

// 95 N for 1.2 ms on the stop and 44 N for 2.0 ms on the strings, within 3 %.
static void a_stop_doubles_the_force_and_halves_the_time(void **state) {
  (void)state;
  const strike stop = STRIKE("piano-hammer-stop", NOTHING);
  const strike string = STRIKE("piano-hammer", NOTHING);
  assert_near(stop.peak, 95, 0.03 * 95);
  assert_near(stop.lasts, 1.2, 0.03 * 1.2);
  assert_near(stop.touches, 1.2, 0.03 * 1.2);
  assert_near(string.peak, 44, 0.03 * 44);
  assert_near(string.lasts, 2.0, 0.03 * 2.0);
  assert_near(string.touches, 2.0, 0.03 * 2.0);
  assert_true(stop.scuff < string.scuff);
  assert_at_most(stop.error, 1e-6);
  assert_at_most(string.error, 1e-6);
}

// Largest difference of the force with 35 modes and with 40, N: 0.05.
static void forty_modes_of_the_string_are_enough(void **state) {
  (void)state;
  rig r[2];
  double largest = 0;
  for (int i = 0; i < 2; ++i) {
    carom_scene *scene = scene_of("piano-hammer");
    rig_set(scene, "bodies.string.points", i == 0 ? "35" : "40");
    r[i] = rig_of(scene);
  }
  for (int n = 0; n < 8000; ++n) {
    rig_steps(&r[0], 1);
    rig_steps(&r[1], 1);
    largest = fmax(largest, fabs(carom_output(r[0].model, r[0].state, 0) -
                                 carom_output(r[1].model, r[1].state, 0)));
  }
  assert_near(largest, 0.05, 0.01);
  rig_free(&r[0]);
  rig_free(&r[1]);
}

// --- The shank ----------------------------------------------------------------------------------

// The bend of the head in free flight, after a push, has its largest spectral line at 281 Hz.
static void the_head_rocks_at_281_hertz(void **state) {
  (void)state;
  enum { SAMPLES = 9600 };
  static double bend[SAMPLES];
  carom_scene *scene = scene_of("piano-hammer-stop");
  rig_set(scene, "rate", "48000");
  rig_set(scene, "bodies.hammer.shank.damping_ratio", "0");
  rig_set(scene, BLOW, "[[0, 0], [0.0005, 0.05], [0.001, 0]]");
  rig_set(scene, "outputs.head.of", "hammer@nose");
  rig_set(scene, "outputs.head.quantity", "angle");
  rig_set(scene, "contacts.strike.from", "[0.1, 1]");
  rig_set(scene, "contacts.strike.to", "[0.16, 1]");
  rig r = rig_of(scene);
  const int head = carom_model_find_output(r.model, "head");
  const int base = carom_model_find_output(r.model, "angle");
  rig_steps(&r, 100);
  for (int n = 0; n < SAMPLES; ++n) {
    rig_steps(&r, 1);
    bend[n] = carom_output(r.model, r.state, head) - carom_output(r.model, r.state, base);
  }
  double best = 0;
  double at = 0;
  for (double f = 200; f < 400; f += 0.25) {
    double c = 0;
    double s = 0;
    for (int n = 0; n < SAMPLES; ++n) {
      const double window = 1 - cos(6.283185307179586 * n / SAMPLES);
      c += window * bend[n] * cos(6.283185307179586 * f * n / 48000);
      s += window * bend[n] * sin(6.283185307179586 * f * n / 48000);
    }
    if (c * c + s * s > best) {
      best = c * c + s * s;
      at = f;
    }
  }
  assert_near(at, 281, 0.02 * 281);
  rig_free(&r);
}

// A shank of 2.8 GPa strikes nearer the bridge, and the hammer stays longer on the strings.
static void a_flexible_shank_strikes_nearer_the_bridge_and_stays(void **state) {
  (void)state;
  const strike normal = STRIKE("piano-hammer", {FRICTION, "0.6"});
  const strike flexible = STRIKE("piano-hammer", {FRICTION, "0.6"}, FLEXIBLE);
  const strike rigid = STRIKE("piano-hammer", {FRICTION, "0.6"}, {YOUNGS, "1e15"});
  // The thesis: 0.1 mm from rigid to normal, and 0.2 mm more.
  assert_near(normal.begins_at - rigid.begins_at, 0.1e-3, 0.03e-3);
  assert_near(flexible.begins_at - normal.begins_at, 0.2e-3, 0.1e-3);
  assert_true(flexible.touches > normal.touches + 0.1);
}

/// Partials 1, 5 and 7 of the strings in free vibration.
enum { PARTIALS = 3 };
static const int partials[PARTIALS] = {1, 5, 7};

// Their levels in 0.1 s from 0.04 s on, dB.
static void partial_levels(const char *youngs, double *level) {
  enum { RATE = 96000, SAMPLES = 9600 };
  const double turn = 6.283185307179586;
  double sum[PARTIALS][2] = {{0}};
  carom_scene *scene = scene_of("piano-hammer");
  rig_set(scene, "rate", "96000");
  rig_set(scene, FRICTION, "0.6");
  rig_set(scene, YOUNGS, youngs);
  rig r = rig_of(scene);
  const int output = carom_model_find_output(r.model, "string");
  rig_steps(&r, 3840);
  for (int n = 0; n < SAMPLES; ++n) {
    rig_steps(&r, 1);
    const double x = carom_output(r.model, r.state, output) * (1 - cos(turn * n / SAMPLES));
    for (int i = 0; i < PARTIALS; ++i) {
      const double beta = partials[i] * turn / (2 * 0.341);
      const double omega = beta * sqrt((703 + 8.688e-3 * beta * beta) / 5.8e-3);
      sum[i][0] += x * cos(omega * n / RATE);
      sum[i][1] += x * sin(omega * n / RATE);
    }
  }
  for (int i = 0; i < PARTIALS; ++i)
    level[i] = 10 * log10(sum[i][0] * sum[i][0] + sum[i][1] * sum[i][1]);
  rig_free(&r);
}

// A shank of 2.8 GPa weakens the fifth and the seventh and leaves the first as it is. (The thesis
// has the fifth fall by 20 dB, which does not come out.)
static void a_flexible_shank_changes_the_strings_spectrum(void **state) {
  (void)state;
  double normal[PARTIALS];
  double flexible[PARTIALS];
  partial_levels("11e9", normal);
  partial_levels("2.8e9", flexible);
  assert_near(flexible[0], normal[0], 1);
  assert_true(flexible[1] < normal[1] - 2);
  assert_true(flexible[2] < normal[2] - 4);
}

// --- Friction -----------------------------------------------------------------------------------

// Slip, stick from 0.46 ms on, and slip from 1.69 ms on: the times of an independent integration
// of the same equations (theory 16, Numbers), of which the thesis reads 0.4 and 1.55.
static void friction_makes_the_hammer_slip_stick_and_slip(void **state) {
  (void)state;
  const strike s = STRIKE("piano-hammer", {FRICTION, "0.6"});
  assert_near(s.slips, 0.46, 0.1 * 0.46);
  assert_near(s.sticks_until, 1.69, 0.05 * 1.69);
  assert_true(s.touches > s.sticks_until + 0.1);
  assert_at_most(s.error, 1e-6);
}

static void friction_shortens_the_scuff(void **state) {
  (void)state;
  const strike none = STRIKE("piano-hammer", {FRICTION, "0"});
  const strike some = STRIKE("piano-hammer", {FRICTION, "0.2"});
  const strike much = STRIKE("piano-hammer", {FRICTION, "0.6"});
  const strike more = STRIKE("piano-hammer", {FRICTION, "0.8"});
  assert_near(none.scuff, 0.85, 0.1 * 0.85);
  assert_near(some.scuff, 0.45, 0.1 * 0.45);
  assert_near(much.scuff, 0.26, 0.1 * 0.26);
  // "Slightly reduced" force, and little difference beyond 0.6.
  assert_true(much.peak < none.peak && much.peak > 0.93 * none.peak);
  assert_at_most(fabs(more.peak - much.peak), 0.01 * much.peak);
  assert_at_most(fabs(more.scuff - much.scuff), 0.2 * much.scuff);
}

// --- Energy -------------------------------------------------------------------------------------

#define LOSSLESS                                                                                   \
  {"contacts.strike.d", "0"}, {                                                                    \
    "bodies.hammer.shank.damping_ratio", "0"                                                       \
  }

static void without_losses_no_energy_is_lost(void **state) {
  (void)state;
  static const char *const scenes[] = {"piano-hammer", "piano-hammer-stop"};
  for (int i = 0; i < 2; ++i) {
    carom_scene *scene = scene_of(scenes[i]);
    static const char *const set[][2] = {LOSSLESS};
    for (int k = 0; k < 2; ++k)
      rig_set(scene, set[k][0], set[k][1]);
    rig r = rig_of(scene);
    rig_steps(&r, 8600);
    const carom_ledger ledger = carom_state_ledger(r.state);
    const double now = ledger.kinetic + ledger.potential + ledger.contact;
    assert_true(now > 0.03);
    assert_near(now, ledger.supplied, 1e-10 * now);
    assert_at_most(fabs(ledger.dissipated), 1e-10 * now);
    rig_free(&r);
  }
}

// The force along a sloping string: left out, as in the thesis, the energy changes by some 0.3 %
// however short the step, and the ledger has it as supplied. With the adaptive method it is the
// same.
static void without_the_force_along_the_slope_energy_changes(void **state) {
  (void)state;
  static const char *const set[][2] = {LOSSLESS,
                                       {"contacts.strike.slope_force", "false"},
                                       {"bodies.hammer.angle", "-0.05"},
                                       {"bodies.hammer.angular_velocity", "21.7"},
                                       {BLOW, "[[0, 0]]"}};
  double changed[3];
  const int ways = carom_has_integrator() ? 3 : 2;
  for (int i = 0; i < ways; ++i) {
    carom_scene *scene = scene_of("piano-hammer");
    for (int k = 0; k < 6; ++k)
      rig_set(scene, set[k][0], set[k][1]);
    rig_set(scene, "rate", i == 1 ? "192000" : "96000");
    rig_set(scene, "solver.method", i == 2 ? "adaptive" : "mechanism");
    rig r = rig_of(scene);
    assert_int_equal(carom_state_equip(r.model, r.state, NULL), CAROM_OK);
    const double whole = carom_state_ledger(r.state).kinetic;
    rig_steps(&r, i == 1 ? 1400 : 700);
    changed[i] = carom_state_ledger(r.state).supplied / whole;
    assert_at_most(rig_error(&r), i == 2 ? 1e-7 : 1e-10);
    rig_free(&r);
  }
  assert_true(fabs(changed[1]) > 2e-3);
  assert_near(changed[0] / changed[1], 1, 0.01);
  if (ways == 3)
    assert_near(changed[1] / changed[2], 1, 0.001);
}

// --- A hammer that flies straight ---------------------------------------------------------------

// Force and time above 1 % of it, converged in the modes, of an independent computation.
static void a_translating_hammer_strikes_as_computed_elsewhere(void **state) {
  (void)state;
  static const char *const speeds[] = {"1", "2.5", "5"};
  static const double expected[][2] = {{4.25, 2.13}, {11.97, 1.92}, {25.8, 1.81}};
  for (int i = 0; i < 3; ++i) {
    const strike s = STRIKE("piano-note", {"bodies.hammer.velocity", speeds[i]});
    assert_near(s.peak, expected[i][0], 0.02 * expected[i][0]);
    assert_near(s.lasts, expected[i][1], 0.02 * expected[i][1]);
    assert_at_most(s.error, 1e-9);
  }
}

// The audio method has another scheme, and on a grid other waves: 1 % in the force.
static void the_audio_method_strikes_the_same_note(void **state) {
  (void)state;
  const strike s = STRIKE("piano-note", NOTHING);
  const strike modes = STRIKE("piano-note", {"solver.method", "audio"});
  const strike grid = STRIKE("piano-note", {"solver.method", "audio"},
                             {"bodies.string.model", "grid"}, {"bodies.string.points", "auto"});
  assert_near(modes.peak, s.peak, 0.002 * s.peak);
  assert_near(modes.lasts, s.lasts, 0.01 * s.lasts);
  assert_near(grid.peak, s.peak, 0.01 * s.peak);
  assert_near(grid.lasts, s.lasts, 0.01 * s.lasts);
  assert_at_most(modes.error, 1e-12);
  assert_at_most(grid.error, 1e-12);
}

// By modes and by a grid, at 44.1 and at 96 kHz, within 2 % of the same computation.
static void the_audio_method_strikes_as_computed_elsewhere(void **state) {
  (void)state;
  static const char *const speeds[] = {"1", "2.5", "5"};
  static const char *const rates[] = {"44100", "96000"};
  static const char *const models[][2] = {{"modes", "120"}, {"grid", "auto"}};
  static const double expected[][2] = {{4.25, 2.13}, {11.97, 1.92}, {25.8, 1.81}};
  for (int i = 0; i < (slow_build() ? 6 : 12); ++i) {
    const int speed = i % 3;
    const char *const *model = models[i / 3 % 2];
    const strike s = STRIKE("piano-note", {"solver.method", "audio"}, {"rate", rates[i / 6]},
                            {"bodies.hammer.velocity", speeds[speed]},
                            {"bodies.string.model", model[0]}, {"bodies.string.points", model[1]});
    assert_near(s.peak, expected[speed][0], 0.02 * expected[speed][0]);
    assert_near(s.lasts, expected[speed][1], 0.02 * expected[speed][1]);
    assert_at_most(s.error, 1e-12);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_stop_doubles_the_force_and_halves_the_time),
      cmocka_unit_test(forty_modes_of_the_string_are_enough),
      cmocka_unit_test(the_head_rocks_at_281_hertz),
      cmocka_unit_test(a_flexible_shank_strikes_nearer_the_bridge_and_stays),
      cmocka_unit_test(a_flexible_shank_changes_the_strings_spectrum),
      cmocka_unit_test(friction_makes_the_hammer_slip_stick_and_slip),
      cmocka_unit_test(friction_shortens_the_scuff),
      cmocka_unit_test(without_losses_no_energy_is_lost),
      cmocka_unit_test(without_the_force_along_the_slope_energy_changes),
      cmocka_unit_test(a_translating_hammer_strikes_as_computed_elsewhere),
      cmocka_unit_test(the_audio_method_strikes_the_same_note),
      cmocka_unit_test(the_audio_method_strikes_as_computed_elsewhere),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
