// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Contacts of the default scheme on masses, modes and plates are right, by references that are not
// the scheme under test: closed forms, Runge-Kutta, and a plate by its modes. Strings are in
// test_contacts_right.c.

#include "contact_references.h"
#include "one_impact.h"

// --- Masses -------------------------------------------------------------------------------------

static const double exponents[] = {1, 1.5, 2.3};

/// The largest error of the speed at which 10 g leave a lossy wall, over that of their arrival; the
/// contact lasts some samples and begins at any moment of one.
static double worst_bounce(double lasts, double mu_v) {
  double worst = 0;
  for (int a = 0; a < 3; ++a) {
    impact i = {.m = 0.01, .alpha = exponents[a], .mu = mu_v / 2, .v = 2};
    i.K = stiffness_for(i, lasts / RATE);
    for (int phase = 0; phase < 16; ++phase) {
      const int samples = 10 + (int)(2 * lasts);
      double *v = play(1, samples,
                       "carom: 1\n"
                       "bodies:\n"
                       "  ball: {type: mass, mass: 0.01, position: %.17g, velocity: 2}\n"
                       "  wall: {type: barrier}\n"
                       "contacts:\n"
                       "  hit: {type: collision, below: ball, above: wall, stiffness: %.17g,\n"
                       "        exponent: %g, damping: %.17g}\n"
                       "outputs:\n"
                       "  v: {of: ball, quantity: velocity}\n",
                       -(3 + phase / 16.0) / RATE * 2, i.K, i.alpha, i.mu);
      worst = worse(worst, fabs(v[samples - 1] - parting(&i)) / 2);
      free(v);
    }
  }
  return worst;
}

// Hunt-Crossley's loss, by its closed form. It converges with order two; shorter than two samples
// the mean speed of a step stands for all that the contact does.
static void a_lossy_wall_returns_what_the_law_says(void **state) {
  (void)state;
  const double lasts[] = {1, 2, 5, 10, 20};
  const double slight[] = {0.045, 0.025, 0.0065, 0.002, 5e-4}; // mu v = 0.1
  const double strong[] = {0.16, 0.08, 0.021, 0.006, 0.0016};  // mu v = 0.5
  for (int t = slow_build() ? 3 : 0; t < 5; ++t) {
    assert_at_most(worst_bounce(lasts[t], 0), 1e-14);
    assert_at_most(worst_bounce(lasts[t], 0.1), slight[t]);
    assert_at_most(worst_bounce(lasts[t], 0.5), strong[t]);
  }
}

/// Five masses of 10 g, a micrometre above one another, fall on a floor; their own damping brings
/// them to rest. Outputs: five overlaps, five forces.
static carom_scene *make_stack(double K, double alpha) {
  char text[3000];
  char *end = text + sizeof text;
  char *t = text;
  t += snprintf(t, (size_t)(end - t), "carom: 1\ngravity: 9.81\nbodies:\n  m0: {type: barrier}\n");
  for (int i = 1; i <= 5; ++i)
    t += snprintf(t, (size_t)(end - t),
                  "  m%d: {type: mass, mass: 0.01, damping: 0.5, position: %g}\n", i, 1e-6 * i);
  t += snprintf(t, (size_t)(end - t), "contacts:\n");
  for (int i = 1; i <= 5; ++i)
    t += snprintf(t, (size_t)(end - t),
                  "  c%d: {type: collision, below: m%d, above: m%d, stiffness: %g, exponent: %g}\n",
                  i, i - 1, i, K, alpha);
  t += snprintf(t, (size_t)(end - t), "outputs:\n");
  for (int i = 1; i <= 5; ++i)
    t += snprintf(t, (size_t)(end - t), "  x%d: {of: c%d, quantity: overlap}\n", i, i);
  for (int i = 1; i <= 5; ++i)
    t += snprintf(t, (size_t)(end - t), "  f%d: {of: c%d, quantity: force}\n", i, i);
  return scene_of(text);
}

// Each rests where the law carries what is above it.
static void stacks_rest_where_the_law_carries_them(void **state) {
  (void)state;
  const struct {
    double K, alpha;
  } laws[] = {{1e6, 1}, {1e6, 1.5}, {1e10, 1.5}, {1e6, 2.3}, {1e10, 2.3}};
  for (size_t l = 0; l < sizeof laws / sizeof *laws; ++l) {
    rig r = rig_of(make_stack(laws[l].K, laws[l].alpha));
    rig_steps(&r, 44100);
    for (int i = 0; i < 5; ++i) {
      const double rest = pow(0.01 * 9.81 * (5 - i) / laws[l].K, 1 / laws[l].alpha);
      assert_near(carom_output(r.model, r.state, i) / rest, 1, 1e-7);
    }
    rig_free(&r);
  }
}

// However hard it is, a stack does not fall through itself: over a while forces are the weights.
static void hard_stacks_hold(void **state) {
  (void)state;
  enum { SAMPLES = 44100, LAST = 22050 };
  for (double K = 1e8; K < 2e12; K *= slow_build() ? 100 : 10) {
    rig r = rig_of(make_stack(K, 1));
    double *found = numbers((size_t)SAMPLES * 10);
    assert_int_equal(carom_process(r.model, r.state, SAMPLES, found), CAROM_OK);
    rig_free(&r);
    for (int i = 0; i < 5; ++i) {
      double deepest = 0;
      double mean = 0;
      for (int n = 0; n < SAMPLES; ++n) {
        deepest = fmax(deepest, found[10 * n + i]);
        mean += n < LAST ? 0 : found[10 * n + 5 + i] / (SAMPLES - LAST);
      }
      assert_at_most(deepest, 3e-6); // a fall of 5 um, and what is not resolved of it
      assert_near(mean / (0.01 * 9.81 * (5 - i)), 1, 0.01);
    }
    free(found);
  }
}

// In any network a contact that overlaps and closes pushes, whatever the others did to it before.
static void closing_contacts_push(void **state) {
  (void)state;
  const int cases = random_cases(250, 12);
  for (int i = 0; i < cases; ++i) {
    rig r = rig_of(random_scene(100000 + (uint64_t)i, i % FAMILIES, "positive", 0));
    const carom_model *m = r.model;
    double *idle = numbers((size_t)m->link_count);
    for (int n = 0; n < 1500; ++n) {
      rig_steps(&r, 1);
      for (int l = 0; l < m->link_count; ++l) {
        const link_memory *link = &audio_of(r.state)->link[l];
        const bool closes = link->deta > 0 && link->eta > link->deta;
        const bool pushes = m->link[l].linear || audio_of(r.state)->step[l].force > 0;
        idle[l] = closes && !pushes ? idle[l] + 1 : 0;
        if (idle[l] > 3)
          fail_msg("seed %d: contact link %d is pressed and does not push", 100000 + i, l);
      }
    }
    free(idle);
    rig_free(&r);
  }
}

// --- Modes --------------------------------------------------------------------------------------

/// The error of the speed of a hammer of 3 g, 2 m/s, over it, 200 samples after it was thrown at
/// the modes of a string.
static double hammer_on_modes(int count, reference_law law) {
  enum { SAMPLES = 200, STEPS = 128 };
  double *v = play(1, SAMPLES + 1,
                   "carom: 1\n"
                   "bodies:\n"
                   "  hammer: {type: mass, mass: 3e-3, position: -1.31e-4, velocity: 2}\n"
                   "  string: {type: string, length: 0.65, linear_density: 6e-3, tension: 100,\n"
                   "           model: modes, points: %d}\n"
                   "contacts:\n"
                   "  hit: {type: collision, below: hammer, above: string@0.3, stiffness: %g,\n"
                   "        exponent: %g, damping: %g}\n"
                   "outputs:\n"
                   "  v: {of: hammer, quantity: velocity}\n",
                   count, law.K, law.alpha, law.mu);
  modes m = modes_of_string(count, 0.65, 6e-3, 100, 0, 0.3, 0.8);
  m.law = law;
  m.mass = 3e-3;
  m.hammer = -1.31e-4;
  m.v = 2;
  const double error = fabs(v[SAMPLES] - modes_by_rk4(&m, 1 / RATE / STEPS, SAMPLES * STEPS)) / 2;
  modes_free(&m);
  free(v);
  return error;
}

// Three modes only swing; all 200 below half the rate make a string.
static void a_hammer_is_slowed_by_modes_as_runge_kutta_says(void **state) {
  (void)state;
  const reference_law laws[] = {
      {1e7, 1.5, 0}, {1e6, 1, 0}, {1e10, 1.5, 0}, {1e10, 2.3, 0}, {1e12, 2.3, 0}};
  const size_t count = slow_build() ? 2 : sizeof laws / sizeof *laws;
  for (size_t i = 0; i < count; ++i) {
    reference_law lossy = laws[i];
    lossy.mu = 0.5;
    assert_at_most(hammer_on_modes(3, laws[i]), 1e-3);
    assert_at_most(hammer_on_modes(30, laws[i]), 0.02);
    assert_at_most(hammer_on_modes(200, laws[i]), 5e-3);
    assert_at_most(hammer_on_modes(200, lossy), 5e-3);
  }
}

// --- Plates -------------------------------------------------------------------------------------

/// A pinned steel plate of 1 mm, 25 x 21 cells at 44.1 kHz, a node of it 1.1 g; a ball at 1 m/s.
typedef struct {
  double lx, ly, kappa;
} steel_plate;

static steel_plate make_plate(void) {
  const double kappa = sqrt(2e11 * 1e-9 / (12 * (1 - 0.3 * 0.3)) / 7.85);
  const double h = sqrt(4 * kappa / RATE) * (1 + 1e-6); // theory 1.23
  return (steel_plate){25 * h, 21 * h, kappa};
}

/// The speed of the ball 60 samples later, by modes up to 1.3 MHz.
static double ball_by_modes(const steel_plate *p, double mass, double x, double y) {
  enum { NX = 150, NY = 126, STEPS = 100 };
  modes m = modes_new(NX * NY);
  for (int i = 0; i < NX; ++i)
    for (int j = 0; j < NY; ++j) {
      const double bx = (i + 1) * PI / p->lx;
      const double by = (j + 1) * PI / p->ly;
      m.omega[i * NY + j] = p->kappa * (bx * bx + by * by);
      m.shape[i * NY + j] =
          2 * sin(bx * p->lx * x) * sin(by * p->ly * y) / sqrt(7.85 * p->lx * p->ly);
    }
  m.law = (reference_law){1e10, 1.5, 0};
  m.mass = mass;
  m.v = 1;
  ringing_start(&m, 1 / RATE / STEPS);
  int since = 0; // steps without a force: it has left for good
  for (int n = 0; n < 60 * STEPS && since < 12 * STEPS; ++n) {
    modes_step(&m);
    since = m.force > 0 ? 0 : since + 1;
  }
  const double v = m.v;
  modes_free(&m);
  return v;
}

static double ball_error(double mass, double x, double y) {
  enum { SAMPLES = 70 };
  const steel_plate p = make_plate();
  double *v = play(1, SAMPLES,
                   "carom: 1\n"
                   "bodies:\n"
                   "  ball: {type: mass, mass: %g, position: -7e-5, velocity: 1}\n"
                   "  plate: {type: plate, size: [%.17g, %.17g], density: 7850, thickness: 1e-3,\n"
                   "          youngs: 2e11, model: grid}\n"
                   "contacts:\n"
                   "  hit: {type: collision, below: ball, above: plate@%.17g:%.17g,\n"
                   "        stiffness: 1e10}\n"
                   "outputs:\n"
                   "  v: {of: ball, quantity: velocity}\n",
                   mass, p.lx, p.ly, x, y);
  const double error = v[SAMPLES - 1] - ball_by_modes(&p, mass, x, y);
  free(v);
  return fabs(error);
}

// -0.046 m/s after 1.8 samples of contact, and -0.02 after 24 samples with a ball of 10 g.
static void a_ball_leaves_a_plate_as_its_modes_say(void **state) {
  (void)state;
  assert_at_most(ball_error(1e-3, 10.0 / 25, 8.0 / 21), 0.05);
  if (slow_build())
    return;
  assert_at_most(ball_error(1e-2, 10.0 / 25, 8.0 / 21), 0.015);
  assert_at_most(ball_error(1e-2, 10.5 / 25, 8.5 / 21), 0.02);
}

// Between nodes it meets about the same plate (with the weights of a cubic -0.48 m/s).
static void a_light_ball_meets_the_same_plate_between_nodes(void **state) {
  (void)state;
  assert_at_most(ball_error(1e-3, 10.5 / 25, 8.5 / 21), 0.02);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_lossy_wall_returns_what_the_law_says),
      cmocka_unit_test(stacks_rest_where_the_law_carries_them),
      cmocka_unit_test(hard_stacks_hold),
      cmocka_unit_test(closing_contacts_push),
      cmocka_unit_test(a_hammer_is_slowed_by_modes_as_runge_kutta_says),
      cmocka_unit_test(a_ball_leaves_a_plate_as_its_modes_say),
      cmocka_unit_test(a_light_ball_meets_the_same_plate_between_nodes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
