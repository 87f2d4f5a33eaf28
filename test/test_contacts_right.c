// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Contacts of the default scheme on strings at 44.1 kHz are right, by references that are not the
// scheme under test: travelling waves, modes in fine steps, a rigid plane. Masses, modes and plates
// are in test_contacts_bodies.c; random scenes in survey.py.

#include "contact_references.h"

// --- The references themselves ------------------------------------------------------------------

// On a long string a rigid hammer slows down as exp(-2Z t/m), Z^2 = 100 N x 6 g/m.
static void waves_know_the_rigid_hammer(void **state) {
  (void)state;
  waves w = waves_new(222 * FINE, 0.5, 0.9, 0.65, 6e-3, 100);
  w.law = (reference_law){1e13, 1.5, 0};
  w.mass = 3e-3;
  w.v = 2;
  while ((double)w.n * w.dt < 4.9e-3) // before anything comes back
    waves_step(&w);
  assert_near(w.v, 2 * exp(-2 * sqrt(100 * 6e-3) * (double)w.n * w.dt / 3e-3), 2e-4);
  free(w.w);
}

// Two ways through the same modes.
static void fine_steps_and_runge_kutta_agree(void **state) {
  (void)state;
  modes m = modes_of_string(30, 0.65, 6e-3, 100, 0, 0.3, 0.8);
  m.law = (reference_law){1e7, 1.5, 0.5};
  m.mass = 3e-3;
  m.hammer = -1.31e-4;
  m.v = 2;
  const double expected = modes_by_rk4(&m, 1 / RATE / 128, 200 * 128);
  ringing_start(&m, 1 / RATE / 64);
  for (int n = 0; n < 200 * 64; ++n)
    modes_step(&m);
  assert_near(m.v, expected, 1e-5);
  modes_free(&m);
}

// --- Hammers on ideal strings -------------------------------------------------------------------

/// Of one hammer: the largest error of its speed over that of its arrival, the rms error of the
/// force over its rms, and how often the force turned.
typedef struct {
  double speed, force;
  int turns;
} hammer_errors;

/// How often a force goes up and down by more than 2 % of its peak from sample to sample.
static int turns_of(const double *force, int stride, int count) {
  double peak = 0;
  for (int n = 0; n < count; ++n)
    peak = fmax(peak, force[n * stride]);
  int found = 0;
  for (int n = 1; n + 1 < count; ++n) {
    const double before = force[n * stride] - force[(n - 1) * stride];
    const double after = force[(n + 1) * stride] - force[n * stride];
    found += before * after < 0 && fmin(fabs(before), fabs(after)) > 0.02 * peak;
  }
  return found;
}

/// Kinds of contact that only push, and the key of their loss.
static const char *const hits[][2] = {
    {"type: collision, below: hammer, above: string@0.5", "damping"},
    {"type: felt, circle: hammer, segment: string@0.5", "d"},
};
enum { HITS = sizeof hits / sizeof *hits };

/// 3 g, 2 m/s, at the middle of a string that waves cross in 222 samples; the scene's outputs are v
/// of the hammer and the force.
static hammer_errors strike(const char *const *hit, reference_law law, int samples) {
  double *found =
      play(2, samples,
           "carom: 1\n"
           "bodies:\n"
           "  hammer: {type: mass, mass: 3e-3, position: -1.31e-4, velocity: 2}\n"
           "  string: {type: string, length: 0.65, linear_density: 6e-3, tension: 100}\n"
           "contacts:\n"
           "  hit: {%s, stiffness: %g, exponent: %g, %s: %g}\n"
           "outputs:\n"
           "  v: {of: hammer, quantity: velocity}\n"
           "  f: {of: hit, quantity: force}\n",
           hit[0], law.K, law.alpha, hit[1], law.mu);
  waves w = waves_new(222 * FINE, 0.5, 0.9, 0.65, 6e-3, 100);
  w.law = law;
  w.mass = 3e-3;
  w.hammer = -1.31e-4;
  w.v = 2;
  hammer_errors e = {.turns = turns_of(found + 1, 2, samples)};
  double miss = 0;
  double size = 0;
  for (int n = 0; n < samples; ++n) {
    while (((double)w.n + 0.5) * w.dt < n / RATE)
      waves_step(&w);
    e.speed = fmax(e.speed, fabs(found[2 * n] - w.v) / 2);
    miss += pow(found[2 * n + 1] - w.force, 2);
    size += pow(w.force, 2);
  }
  e.force = sqrt(miss / size);
  free(w.w);
  free(found);
  return e;
}

// 20 ms, in which the hammer is pushed back by waves from both ends.
static void a_hammer_is_slowed_by_a_string_as_waves_say(void **state) {
  (void)state;
  const reference_law laws[] = {{1e7, 1.5, 0}, {1e8, 1, 0},    {1e10, 1.5, 0.5},
                                {1e9, 2, 0},   {1e12, 2.3, 0}, {1e13, 3, 0}};
  const size_t count = slow_build() ? 2 : sizeof laws / sizeof *laws;
  for (size_t i = 0; i < HITS * count; ++i) {
    const hammer_errors e = strike(hits[i / count], laws[i % count], 880);
    assert_at_most(e.speed, 5e-3);
    assert_at_most(e.force, 0.15); // of hard ones the samples in which the force jumps
    assert_at_most(e.turns, 2);    // one for each wave that comes back
  }
}

// 1.36 ms after the start the string holds the hammer with 1.61 N and has slowed it to 1.031 m/s.
static void a_pressed_hammer_does_not_chatter(void **state) {
  (void)state;
  for (int i = 0; i < HITS; ++i) {
    const hammer_errors e = strike(hits[i], (reference_law){1e7, 1.5, 0}, 200);
    assert_at_most(e.speed, 1e-3);
    assert_at_most(e.force, 0.015);
    assert_int_equal(e.turns, 0);
  }
}

// --- A stiff string -----------------------------------------------------------------------------

static void check_nylon(double at) {
  enum { SAMPLES = 441, STEPS = 64 };
  double *found =
      play(2, SAMPLES,
           "carom: 1\n"
           "bodies:\n"
           "  hammer: {type: mass, mass: 3e-3, position: -1.31e-4, velocity: 2}\n"
           "  string: {type: string, length: 0.65, linear_density: 9e-4, tension: 100,\n"
           "           bending_stiffness: 3e-5, model: grid}\n"
           "contacts:\n"
           "  hit: {type: collision, below: hammer, above: string@%.17g,\n"
           "        stiffness: 1e10, exponent: 2.3}\n"
           "outputs:\n"
           "  v: {of: string@0.8, quantity: velocity}\n"
           "  h: {of: hammer, quantity: velocity}\n",
           at);
  modes m = modes_of_string(600, 0.65, 9e-4, 100, 3e-5, at, 0.8);
  m.law = (reference_law){1e10, 2.3, 0};
  m.mass = 3e-3;
  m.hammer = -1.31e-4;
  m.v = 2;
  ringing_start(&m, 1 / RATE / STEPS);
  double miss = 0;
  double size = 0;
  double speed = 0;
  for (int n = 0; n < SAMPLES; ++n) {
    const double v = modes_velocity(&m);
    miss += pow(found[2 * n] - v, 2);
    size += v * v;
    speed = fmax(speed, fabs(found[2 * n + 1] - m.v) / 2);
    for (int i = 0; i < STEPS; ++i)
      modes_step(&m);
  }
  assert_at_most(sqrt(miss / size), 0.16); // of which the grid's dispersion is most
  assert_at_most(speed, 5e-3);
  modes_free(&m);
  free(found);
}

// At nodes of the grid of 85 intervals, and between them.
static void a_struck_nylon_string_sounds_as_its_modes_do(void **state) {
  (void)state;
  check_nylon(26.0 / 85);
  if (slow_build())
    return;
  check_nylon(10.0 / 85);
  check_nylon(0.3);
}

// --- A rigid plane ------------------------------------------------------------------------------

/// rms error of the displacement over 12 ms, over its rms. Plucked at 0.3, or thrown as a sine.
static double error_on_plane(double K, bool plucked) {
  enum { CELLS = 4000, SAMPLES = 529 };
  rig r =
      rig_of(scene_with("carom: 1\n"
                        "bodies:\n"
                        "  string: {type: string, length: 0.65, linear_density: 6e-3, pitch: 110,\n"
                        "           start: {shape: %s, amplitude: 3e-3}}\n"
                        "  plane: {type: barrier, position: -1e-3}\n"
                        "contacts:\n"
                        "  hit: {type: collision, below: plane, above: string, along: true,\n"
                        "        stiffness: %g}\n",
                        plucked ? "pluck, at: 0.3" : "sine", K));
  rigid_string s = rigid_new(CELLS, -1e-3, 1 / (2 * 110.0));
  for (int i = 0; i <= CELLS; ++i) {
    const double x = (double)i / CELLS;
    s.u[i] = 3e-3 * (!plucked ? sin(PI * x) : x < 0.3 ? x / 0.3 : (1 - x) / 0.7);
  }
  rigid_rest(&s);
  double shape[2048];
  double miss = 0;
  double size = 0;
  for (int n = 0; n < SAMPLES; ++n) {
    while (((double)s.n + 0.5) * s.dt < n / RATE)
      rigid_step(&s);
    const int nodes = carom_body_shape(r.model, r.state, 0, shape, 2048);
    for (int i = 0; i < nodes; ++i) {
      const double there = rigid_at(&s, (double)i / (nodes - 1));
      miss += pow(shape[i] - there, 2);
      size += there * there;
    }
    rig_steps(&r, 1);
  }
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
  rigid_free(&s);
  return sqrt(miss / size);
}

static void a_string_on_a_hard_plane_moves_as_on_a_rigid_one(void **state) {
  (void)state;
  for (double K = 1e11; K < (slow_build() ? 2e11 : 2e13); K *= 10) {
    assert_at_most(error_on_plane(K, true), 0.05);
    assert_at_most(error_on_plane(K, false), 0.03);
  }
}

// --- A fret -------------------------------------------------------------------------------------

enum { BANDS = 6 };
static const double edges[BANDS + 1] = {0, 1000, 2000, 4000, 8000, 10000, 22050};

/// What several starts of a string over a fret add up to.
typedef struct {
  double found[BANDS], expected[BANDS]; // powers
  double least;                         // potential energy over the total
  int impacts, empty;                   // all, and those without force
} rattle;

static void play_fret(rattle *all, double K, double pitch, double at, double start) {
  enum { SAMPLES = 11025, SIZE = 2048 };
  rig r = rig_of(
      scene_with("carom: 1\n"
                 "bodies:\n"
                 "  string: {type: string, length: 0.65, linear_density: 3.946e-3, pitch: %.17g,\n"
                 "           start: {shape: pluck, at: 0.2, amplitude: %.17g}}\n"
                 "  fret: {type: barrier, position: -5e-4}\n"
                 "contacts:\n"
                 "  hit: {type: collision, below: fret, above: string@%.17g, stiffness: %g}\n"
                 "outputs:\n"
                 "  v: {of: string@0.875, quantity: velocity}\n",
                 pitch, start, at, K));
  double *v = numbers((size_t)SAMPLES * FINE);
  for (int n = 0; n < SAMPLES; ++n) {
    rig_steps(&r, 1);
    v[n] = carom_output(r.model, r.state, 0);
    const carom_ledger l = carom_state_ledger(r.state);
    all->least = fmin(all->least, l.potential / l.total);
    for (carom_impact e; carom_state_next_impact(r.model, r.state, &e); ++all->impacts)
      all->empty += e.peak_force <= 0;
  }
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
  add_powers(v, SAMPLES, RATE, SIZE, BANDS, edges, all->found);

  waves w = waves_new((int)lround(RATE / 2 / pitch * FINE), at, 0.875, 0.65, 3.946e-3,
                      pow(2 * 0.65 * pitch, 2) * 3.946e-3);
  w.law = (reference_law){K, 1.5, 0};
  w.barrier = -5e-4;
  waves_pluck(&w, 0.2, start);
  for (int n = 0; n < SAMPLES * FINE; ++n) {
    waves_step(&w);
    v[n] = w.heard_velocity;
  }
  add_powers(v, SAMPLES * FINE, RATE * FINE, SIZE * FINE, BANDS, edges, all->expected);
  free(w.w);
  free(v);
}

// A rattle is chaotic: powers of three starts that differ by 0.25 %.
static void check_fret(double K, double samples) {
  const int cells = (int)lround(samples * FINE);
  rattle all = {.least = 1};
  for (int i = 0; i < 3; ++i)
    play_fret(&all, K, RATE / 2 * FINE / cells, round(0.28 * cells) / cells, 4e-3 + 1e-5 * i);
  double sums[2] = {0};
  for (int b = 0; b < BANDS; ++b) {
    sums[0] += all.found[b];
    sums[1] += all.expected[b];
    if (edges[b] < 8000)
      assert_near(10 * log10(all.found[b] / all.expected[b]), 0, 3);
  }
  // At 44.1 kHz the highest octave cannot be right; but it must not be a noise.
  assert_at_most(all.found[BANDS - 1] / sums[0], 0.04);
  assert_at_most(all.expected[BANDS - 1] / sums[1], 0.02);
  // On a grid at its limit the fastest shape costs no energy, so potential energy may be below 0;
  // it must not grow.
  assert_at_most(-all.least, 0.5);
  assert_int_equal(all.empty, 0);
  assert_true(all.impacts > 100);
}

// Without losses of the string; waves take 200.5 or 178.75 samples from end to end.
static void a_lossless_string_rattles_on_a_fret_as_waves_say(void **state) {
  (void)state;
  check_fret(1e8, 200.5);
  if (!slow_build())
    check_fret(1e11, 178.75);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(waves_know_the_rigid_hammer),
      cmocka_unit_test(fine_steps_and_runge_kutta_agree),
      cmocka_unit_test(a_hammer_is_slowed_by_a_string_as_waves_say),
      cmocka_unit_test(a_pressed_hammer_does_not_chatter),
      cmocka_unit_test(a_struck_nylon_string_sounds_as_its_modes_do),
      cmocka_unit_test(a_string_on_a_hard_plane_moves_as_on_a_rigid_one),
      cmocka_unit_test(a_lossless_string_rattles_on_a_fret_as_waves_say),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
