// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Terms of the ledger that close its balance by construction, against values from elsewhere: the
// loss of exact contacts against the closed law and an integral over time, the jumps of live keys
// against energies written down anew; and the scale of the balance, which takes rounding for
// rounding and nothing else.

#include "one_impact.h"

// --- The loss of exact contacts -----------------------------------------------------------------

/// Overlap, closing speed and energy lost, and their rates.
typedef struct {
  double x, w, lost;
} motion;

static motion rates(const impact *i, motion now) {
  const double spring = now.x > 0 ? i->K * pow(now.x, i->alpha) : 0;
  return (motion){now.w, -spring * (1 + i->mu * now.w) / i->m, i->mu * spring * now.w * now.w};
}

static motion moved(motion from, double h, motion rate) {
  return (motion){from.x + h * rate.x, from.w + h * rate.w, from.lost + h * rate.lost};
}

// The integral of mu K x^alpha w^2 dt over a time from the first touch on, or until the mass parts:
// Runge and Kutta's steps, which know no energy.
static double integrated_loss(const impact *i, double time, int steps) {
  const double h = time / steps;
  motion now = {.w = i->v};
  for (int n = 0; n < steps && now.x >= 0; ++n) {
    const motion a = rates(i, now);
    const motion b = rates(i, moved(now, h / 2, a));
    const motion c = rates(i, moved(now, h / 2, b));
    const motion d = rates(i, moved(now, h, c));
    now = moved(moved(moved(moved(now, h / 6, a), h / 3, b), h / 3, c), h / 6, d);
  }
  return now.lost;
}

static carom_scene *bounce(const impact *i, double gap) {
  char text[600];
  snprintf(text, sizeof text,
           "carom: 1\n"
           "bodies:\n"
           "  ball: {type: mass, mass: %.17g, position: %.17g, velocity: %.17g}\n"
           "  wall: {type: barrier}\n"
           "contacts:\n"
           "  hit: {type: collision, below: ball, above: wall, stiffness: %.17g, exponent: %g,\n"
           "        damping: %.17g, scheme: exact}\n",
           i->m, -gap, i->v, i->K, i->alpha, i->mu);
  return scene_of(text);
}

static const impact bounces[] = {
    {.m = 0.01, .alpha = 1, .mu = 0.3, .v = 0.7},
    {.m = 0.01, .alpha = 1.5, .mu = 0.05, .v = 0.7},
    {.m = 0.01, .alpha = 1.5, .mu = 3, .v = 0.7},
    {.m = 0.002, .alpha = 2.3, .mu = 0.6, .v = 2},
};

static void exact_contacts_lose_what_the_law_says(void **state) {
  (void)state;
  const double samples[] = {0.3, 3, 40};
  for (size_t b = 0; b < sizeof bounces / sizeof *bounces; ++b)
    for (int t = 0; t < 3; ++t) {
      impact i = bounces[b];
      const double time = samples[t] / 44100;
      i.K = stiffness_for(i, time);
      const double out = parting(&i);
      const double closed = i.m * (i.v * i.v - out * out) / 2;
      const double integral = integrated_loss(&i, 1.01 * time, 100000);
      assert_near(integral / closed, 1, 1e-8); // both oracles agree
      rig r = rig_of(bounce(&i, 3.4 / 44100 * i.v));
      rig_steps(&r, 60);
      const double booked = carom_state_ledger(r.state).dissipated;
      assert_near(booked / closed, 1, 1e-12);
      assert_near(booked / integral, 1, 1e-8);
      assert_near(carom_contact_share(r.model, r.state, 0).dissipated, booked, 0);
      rig_free(&r);
    }
}

// On the way through a contact of 40 samples: inner steps are of second order in time.
static void exact_contacts_lose_it_when_the_law_says(void **state) {
  (void)state;
  for (size_t b = 0; b < sizeof bounces / sizeof *bounces; ++b) {
    impact i = bounces[b];
    i.K = stiffness_for(i, 40.0 / 44100);
    const double out = parting(&i);
    const double closed = i.m * (i.v * i.v - out * out) / 2;
    rig r = rig_of(bounce(&i, 3.4 / 44100 * i.v));
    for (int n = 1; n < 44; ++n) {
      rig_steps(&r, 1);
      const carom_ledger l = carom_state_ledger(r.state);
      const double since = l.time - 3.4 / 44100; // half a step before t_n
      const double expected = since > 0 ? integrated_loss(&i, since, 4000) : 0;
      assert_near(l.dissipated / closed, expected / closed, 2e-3);
    }
    rig_free(&r);
  }
}

// --- Jumps of live keys -------------------------------------------------------------------------

enum { ROOM = 400 };

/// A body at t_n and one step before.
typedef struct {
  int count;
  double now[ROOM], before[ROOM];
} body_past;

static body_past past_of(const rig *r, const char *name) {
  body_past p;
  double velocity[ROOM];
  const int body = carom_model_find_body(r->model, name);
  assert_true(body >= 0);
  p.count = carom_body_shape(r->model, r->state, body, p.now, ROOM);
  assert_in_range(p.count, 1, ROOM);
  carom_body_velocity(r->model, r->state, body, velocity, ROOM);
  for (int i = 0; i < p.count; ++i)
    p.before[i] = p.now[i] - velocity[i] / 44100;
  return p;
}

static const char *const live_scene =
    "{carom: 1, gravity: 9.81,"
    " bodies: {"
    "  s: {type: string, length: 0.8, linear_density: 6e-3, model: grid, tension: 120, "
    "bending_stiffness: 2e-3,"
    "      start: {shape: pluck, at: 0.3, amplitude: 3e-3}},"
    "  f: {type: string, length: 0.8, linear_density: 6e-3, model: grid, pitch: 90,"
    "      start: {shape: pluck, at: 0.2, amplitude: 3e-3}},"
    "  m: {type: mass, mass: 2e-3, frequency: 50, position: 1e-3, velocity: 1},"
    "  n: {type: mass, mass: 5e-3, position: 1e-4, velocity: -0.5}," // lands: x is that of the
                                                                     // bodies
    "  floor: {type: barrier, position: 0}},"
    " contacts: {"
    "  hit: {type: collision, below: floor, above: n, stiffness: 1e6, exponent: 1.5},"
    "  rod: {type: spring, below: m, above: n, linear: 2e3, cubic: 4e9},"
    "  law: {type: spring, below: m, above: floor, stiffness: 1e6, exponent: 2}}}";

static double of_gravity(const rig *r, double from, double to) {
  const body_past m = past_of(r, "m");
  const body_past n = past_of(r, "n");
  return (to - from) * (2e-3 * (m.now[0] + m.before[0]) + 5e-3 * (n.now[0] + n.before[0])) / 2;
}

// The square of the stride of a mass without losses (theory 1.40).
static double stride2_of(double frequency) {
  const double pi = 3.14159265358979323846;
  const double stride = sin(pi * frequency / 44100) / (pi * frequency);
  return stride * stride;
}

static double of_frequency(const rig *r, double from, double to) {
  const body_past m = past_of(r, "m");
  const double pi = 3.14159265358979323846;
  const double moved = m.now[0] - m.before[0];
  return 2e-3 / 2 *
         (4 * pi * pi * (to * to - from * from) * m.now[0] * m.before[0] +
          moved * moved * (1 / stride2_of(to) - 1 / stride2_of(from)));
}

// Of a string with this change of tension: half the product of the slopes at both times, along it.
static double of_slopes(const rig *r, const char *name, double change) {
  const body_past s = past_of(r, name);
  const double h = 0.8 / (s.count - 1);
  double sum = 0;
  for (int i = 1; i < s.count; ++i)
    sum += (s.now[i] - s.now[i - 1]) / h * ((s.before[i] - s.before[i - 1]) / h) * h;
  return change / 2 * sum;
}

static double of_tension(const rig *r, double from, double to) {
  return of_slopes(r, "s", to - from);
}

// A string without stiffness has the tension rho (2 L f)^2.
static double of_pitch(const rig *r, double from, double to) {
  return of_slopes(r, "f", 6e-3 * 4 * 0.8 * 0.8 * (to * to - from * from));
}

static double half_way(const body_past *below, const body_past *above) {
  const double now = (below != NULL ? below->now[0] : 0) - (above != NULL ? above->now[0] : 0);
  const double before =
      (below != NULL ? below->before[0] : 0) - (above != NULL ? above->before[0] : 0);
  return (now + before) / 2;
}

static double of_stiffness(const rig *r, double from, double to) {
  const body_past n = past_of(r, "n");
  return (to - from) / 2.5 * pow(fmax(0, half_way(NULL, &n)), 2.5);
}

// What the average of a spring between these two masses leaves out (theory 2.26).
static double inertia_of(double K) {
  const double give = (1 / 2e-3 + 1 / 5e-3) / (44100.0 * 44100.0);
  const double x = sqrt(K * give) / 2;
  return (1 - pow(x / tan(x), 2)) / give;
}

static double of_linear(const rig *r, double from, double to) {
  const body_past m = past_of(r, "m");
  const body_past n = past_of(r, "n");
  const double x = half_way(&m, &n);
  const double deta = (m.now[0] - n.now[0]) - (m.before[0] - n.before[0]);
  return (to - from) / 2 * x * x - (inertia_of(to) - inertia_of(from)) / 2 * deta * deta;
}

static double of_cubic(const rig *r, double from, double to) {
  const body_past m = past_of(r, "m");
  const body_past n = past_of(r, "n");
  const double product = (m.now[0] - n.now[0]) * (m.before[0] - n.before[0]);
  return (to - from) / 4 * product * product;
}

static double of_law(const rig *r, double from, double to) {
  const body_past m = past_of(r, "m");
  return (to - from) / 3 * pow(fabs(half_way(&m, NULL)), 3);
}

static double supplied_by(const rig *r) {
  return sum_value(r->state->head->supplied);
}

// Each key is changed after every so many steps, by hand, and back.
static void live_keys_supply_the_energy_they_change(void **state) {
  (void)state;
  const struct {
    const char *path;
    double from, to;
    double (*jump)(const rig *r, double from, double to);
    double tolerance; // relative to the largest jump
  } keys[] = {
      {"gravity", 9.81, 3, of_gravity, 1e-12},
      {"bodies.m.frequency", 50, 170, of_frequency, 1e-12},
      {"bodies.s.tension", 120, 100, of_tension, 1e-11},
      {"bodies.f.pitch", 90, 80, of_pitch, 1e-11},
      {"contacts.hit.stiffness", 1e6, 3e6, of_stiffness, 1e-11},
      {"contacts.rod.linear", 2e3, 5e3, of_linear, 1e-11},
      {"contacts.rod.cubic", 4e9, 1e9, of_cubic, 1e-11},
      {"contacts.law.stiffness", 1e6, 4e6, of_law, 1e-5}, // its psi follows psi(x) to second order
  };
  for (size_t k = 0; k < sizeof keys / sizeof *keys; ++k) {
    rig r = rig_of(scene_of(live_scene));
    const int live = carom_model_find_live(r.model, keys[k].path);
    assert_true(live >= 0);
    double worst = 0;
    double largest = 0;
    for (int n = 0; n < 400; ++n) {
      const bool there = n % 2 == 0;
      const double from = there ? keys[k].from : keys[k].to;
      const double to = there ? keys[k].to : keys[k].from;
      rig_steps(&r, 7);
      const double expected = keys[k].jump(&r, from, to);
      const double before = supplied_by(&r);
      assert_int_equal(carom_state_set(r.model, r.state, live, to), CAROM_OK);
      worst = worse(worst, fabs(supplied_by(&r) - before - expected));
      largest = worse(largest, fabs(expected));
    }
    assert_true(largest > 0);
    if (!(worst <= keys[k].tolerance * largest))
      fail_msg("%s: a jump is off by %.2e of the largest", keys[k].path, worst / largest);
    assert_at_most(rig_error(&r), 1e-11);
    rig_free(&r);
  }
}

// --- The scale of the balance -------------------------------------------------------------------

// Masses at rest on each other and on a floor at height 0, overlaps as the weights want them.
static carom_scene *stack(int masses, double mass, double stiffness, double exponent) {
  char text[4000];
  int at = snprintf(text, sizeof text, "{carom: 1, gravity: 9.81, bodies: {floor: {type: barrier}");
  double height = 0;
  for (int i = 0; i < masses; ++i) {
    height -= pow((masses - i) * mass * 9.81 / stiffness, 1 / exponent);
    at += snprintf(text + at, sizeof text - (size_t)at,
                   ", m%d: {type: mass, mass: %.17g, position: %.17g}", i, mass, height);
  }
  at += snprintf(text + at, sizeof text - (size_t)at, "}, contacts: {");
  for (int i = 0; i < masses; ++i) {
    char below[16] = "floor";
    if (i > 0)
      snprintf(below, sizeof below, "m%d", i - 1);
    at +=
        snprintf(text + at, sizeof text - (size_t)at,
                 "c%d: {type: collision, below: %s, above: m%d, stiffness: %.17g, exponent: %g}, ",
                 i, below, i, stiffness, exponent);
  }
  snprintf(text + at, sizeof text - (size_t)at, "}}");
  return scene_of(text);
}

static void stacks_at_rest_balance(void **state) {
  (void)state;
  const double stiffnesses[] = {1e9, 1e11, 1e13, 1e15};
  const int sizes[] = {1, 2, 3, 5, 10};
  double worst = 0;
  for (int k = 0; k < 4; ++k)
    for (int n = 0; n < 5; ++n)
      for (int a = 0; a < 2; ++a)
        for (int g = 0; g < 2; ++g) {
          rig r = rig_of(stack(sizes[n], g ? 1e-4 : 4e-3, stiffnesses[k], a ? 1.5 : 1));
          rig_steps(&r, slow_build() ? 2000 : 22050);
          const carom_ledger l = carom_state_ledger(r.state);
          worst = worse(worst, l.largest_balance_error);
          assert_at_most(l.kinetic, 1e-9 * l.contact); // at rest indeed
          rig_free(&r);
        }

  assert_at_most(worst, 5e-10);
}

// Books what nobody supplied, and steps on.
static double error_with(rig *r, double wrong) {
  sum_add(&r->state->head->supplied, wrong);
  rig_steps(r, 10);
  return rig_error(r);
}

static const char *const bouncing =
    "{carom: 1, gravity: 9.81, bodies: {floor: {type: barrier}, m: {type: mass, mass: 0.01, "
    "position: 0.01}}, contacts: {hit: {type: collision, below: floor, above: m, stiffness: %g, "
    "exponent: 1.5, damping: 0.02}}}";

// 1.01e-9 of the turnover is found where things move, whether the step resolves the contact or not.
static void an_error_of_a_billionth_of_the_turnover_is_found(void **state) {
  (void)state;
  const double stiffnesses[] = {1e5, 1e8, 1e13};
  for (int k = 0; k < 3; ++k) {
    char text[400];
    snprintf(text, sizeof text, bouncing, stiffnesses[k]);
    rig r = rig_of(scene_of(text));
    rig_steps(&r, 20000);
    assert_at_most(rig_error(&r), 1e-12);
    const double turnover = carom_state_ledger(r.state).largest_turnover;
    assert_true(error_with(&r, 1.01e-9 * turnover) > 1e-9);
    rig_free(&r);
  }
}

// At rest, where the energies are below the rounding of what contacts and bodies hand each other: a
// wrong term of a billionth of that is found within a step, and so is one of a millionth of the
// energies.
static void an_error_is_found_in_a_stack_at_rest(void **state) {
  (void)state;
  rig r = rig_of(stack(5, 4e-3, 1e13, 1));
  rig_steps(&r, 22050);
  const double turnover = carom_state_ledger(r.state).largest_turnover;
  const double weight = 5 * 4e-3 * 9.81;
  const double handed = weight * weight / 4e-3 / 44100 / 44100; // p^2 / m
  assert_true(handed > 1e5 * turnover);
  assert_at_most(rig_error(&r), 5e-10);
  assert_true(error_with(&r, 1e-6 * turnover) > 1e-9);
  rig_free(&r);
  rig again = rig_of(stack(5, 4e-3, 1e13, 1));
  rig_steps(&again, 22050);
  assert_true(error_with(&again, 1e-9 * handed) > 1e-6);
  rig_free(&again);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(exact_contacts_lose_what_the_law_says),
      cmocka_unit_test(exact_contacts_lose_it_when_the_law_says),
      cmocka_unit_test(live_keys_supply_the_energy_they_change),
      cmocka_unit_test(stacks_at_rest_balance),
      cmocka_unit_test(an_error_of_a_billionth_of_the_turnover_is_found),
      cmocka_unit_test(an_error_is_found_in_a_stack_at_rest),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
