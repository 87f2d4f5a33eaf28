// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The bow and the finger: roots of the friction law, Helmholtz motion, energy, and agreement with
// an integration that shares nothing with the engine but the equations.

#include "support.h"

#include "contacts/friction.h"

static const double pi = 3.14159265358979323846;

// --- The friction laws --------------------------------------------------------------------------

static void roots_solve_their_equation(void **state) {
  (void)state;
  uint64_t r = 11;
  for (int i = 0; i < 20000; ++i) {
    const double a = pow(10, random_between(&r, 0, 4));
    const double U = pow(10, random_between(&r, -3, 2));
    const double grip = U * exp(1) / (2 * sqrt(2 * a));
    const double q = random_between(&r, -10, 10) / sqrt(a);
    const double before = random_between(&r, -10, 10) / sqrt(a);
    const friction_curve curve = friction_curve_of(a);
    const friction_point at = friction_root(&curve, grip, q, before);
    const double v = at.v;
    assert_near(v + grip * friction_slope(&curve, v) * v, q, 1e-13 * fabs(q));
    assert_near(at.slope, friction_slope(&curve, v), 1e-13 * at.slope);
    assert_true(v * q >= 0 && fabs(v) <= fabs(q)); // friction brakes
  }
}

// Drawn up and down slowly, a strong bow holds the string longer than it takes to catch it again.
static void a_strong_bow_has_hysteresis(void **state) {
  (void)state;
  const double a = 100;
  const double grip = 3 * exp(1) / (2 * sqrt(2 * a)); // U = 3
  const friction_curve curve = friction_curve_of(a);
  const double slips = curve.slips;
  double v = 0;
  double let_go = 0;
  double caught = 0;
  for (int i = 0; i <= 20000; ++i) {
    const double q = 0.5 * i / 20000;
    const double next = friction_root(&curve, grip, q, v).v;
    if (fabs(v) < slips && fabs(next) > slips)
      let_go = q;
    v = next;
  }
  for (int i = 20000; i >= 0; --i) {
    const double q = 0.5 * i / 20000;
    const double next = friction_root(&curve, grip, q, v).v;
    if (fabs(v) > slips && fabs(next) < slips)
      caught = q;
    v = next;
  }
  // The turning points of v + grip Phi(v), found by search.
  double highest = 0;
  double lowest = 1;
  for (int i = 0; i < 200000; ++i) {
    const double x = 0.4 * i / 200000;
    const double G = x + grip * friction_slope(&curve, x) * x;
    if (x < slips)
      highest = fmax(highest, G);
    else
      lowest = fmin(lowest, G);
  }
  assert_near(let_go, highest, 1e-4);
  assert_near(caught, lowest, 1e-4);
  assert_true(let_go > 1.2 * caught);
}

// While bristles only bend they are a spring; pulled on, the force settles at the sliding friction.
static void bristles_bend_then_yield(void **state) {
  (void)state;
  const model_friction f = {.law = FRICTION_ELASTO_PLASTIC,
                            .static_friction = 0.8,
                            .dynamic_friction = 0.3,
                            .stribeck = 0.1,
                            .bristle_stiffness = 1e4,
                            .bristle_damping = 0,
                            .viscous = 0};
  const double k = 1e-5;
  double z = 0;
  for (int i = 0; i < 100; ++i) { // 1e-3 m/s for 1 ms: 1e-6 m, a fiftieth of the breakaway
    const bristle b = friction_bristle(&f, 2, 0, 1e-3, z, k);
    z += k * b.share * b.v;
  }
  assert_near(z, 1e-6, 1e-18);
  for (int i = 0; i < 100000; ++i) {
    const bristle b = friction_bristle(&f, 2, 0, 0.5, z, k);
    z += k * b.share * b.v;
  }
  const double sliding = 2 * (0.3 + 0.5 * exp(-25.0));
  assert_near(z * 1e4, sliding, 1e-9);
}

static void bristle_steps_solve_their_equations(void **state) {
  (void)state;
  uint64_t r = 5;
  const double k = 1 / 44100.0;
  for (int i = 0; i < 20000; ++i) {
    const model_friction f = {.static_friction = random_between(&r, 0.5, 1),
                              .dynamic_friction = random_between(&r, 0.1, 0.5),
                              .stribeck = random_between(&r, 0.02, 0.2),
                              .bristle_stiffness = pow(10, random_between(&r, 3, 5)),
                              .bristle_damping = pow(10, random_between(&r, -3, 2)),
                              .viscous = random_between(&r, 0, 1)};
    const double press = random_between(&r, 0.1, 5);
    const double S = pow(10, random_between(&r, -3, 0.5));
    const double q = random_between(&r, -1, 1);
    const double far = i % 4 == 0 ? 10 : 1; // pressed less than before, bristles are bent too far
    const double z =
        far * random_between(&r, -1, 1) * press * f.static_friction / f.bristle_stiffness;
    const bristle b = friction_bristle(&f, press, S, q, z, k);
    const double rate = b.share * b.v;
    const double F = f.bristle_stiffness * (z + k / 2 * rate) +
                     f.bristle_damping * fmax(b.share, 0) * b.v + f.viscous * b.v;
    assert_near(b.v + S * F, q, 1e-9 * (fabs(q) + S * fabs(F)));
    const double stored = f.bristle_stiffness * (z + k / 2 * rate) * rate;
    assert_true(F * b.v - stored >= -1e-9 * fabs(F * b.v)); // the rest is heat
  }
}

// --- A bowed string -----------------------------------------------------------------------------

static const char *const bowed_string =
    "{carom: 1, rate: 44100, duration: 2,"
    " bodies: {s: {type: string, length: 1, density: 7850, radius: 5e-4, pitch: 100, youngs: 2e11,"
    "              sigma0: 1, sigma1: 5e-3}},"
    " contacts: {bow: {type: bow, on: s@0.2, force: 0.5, speed: [[0, 0], [0.02, 0.1]],"
    "                  sharpness: 100}},"
    " outputs: {slide: {of: bow, quantity: velocity}, u: {of: s@0.2}}}";

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
    slide[i] = carom_output(r.state, 0);
    u[i] = carom_output(r.state, 1);
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

/// The open note of the built-in scene, from 0.7 to 1.5 s.
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

static open_note play_open_note(const char *law, int finer) {
  carom_scene *s = scene_of("tromba");
  rig_set(s, "contacts.bow.law", law);
  rig_set_number(s, "rate", RATE * finer);
  rig r = rig_of(s);
  double *x[3];
  for (int i = 0; i < 3; ++i)
    x[i] = calloc(HEARD, sizeof *x[i]);
  rig_steps(&r, (long long)FROM * finer);
  for (int n = 0; n < HEARD; ++n) {
    rig_steps(&r, finer);
    x[0][n] = carom_output(r.state, carom_model_find_output(r.model, "string"));
    x[1][n] = carom_output(r.state, carom_model_find_output(r.model, "body"));
    x[2][n] = carom_output(r.state, carom_model_find_output(r.model, "friction"));
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

// --- Energy -------------------------------------------------------------------------------------

// However strongly bristles are damped, and when the bow is being lifted and they are bent too far.
static void bristles_only_take_energy(void **state) {
  (void)state;
  static const char *const dampings[] = {"0.1", "3", "10", "100"};
  for (int i = 0; i < 4; ++i) {
    carom_scene *s = scene_of(bowed_string);
    rig_set(s, "contacts.bow.law", "elasto-plastic");
    rig_set(s, "contacts.bow.bristle_damping", dampings[i]);
    rig_set(s, "contacts.bow.force", "[[0, 2], [0.2, 2], [0.3, 0.01], [0.4, 2], [0.5, 0]]");
    rig r = rig_of(s);
    double heat = 0;
    for (int n = 0; n < 26460; ++n) {
      carom_step(r.model, r.state);
      const double now = carom_contact_share(r.state, 0).dissipated;
      assert_true(now >= heat - 1e-15 * fabs(heat));
      heat = now;
    }
    assert_true(heat > 0);
    assert_at_most(rig_error(&r), 1e-12);
    rig_free(&r);
  }
}

static const char *const busy_bow =
    "{carom: 1, rate: 44100, duration: 10,"
    " bodies: {s: {type: string, length: 1, density: 7850, radius: 5e-4, pitch: 100, youngs: 2e11,"
    "              sigma0: 1, sigma1: 5e-3},"
    "          m: {type: mass, mass: 1e-3, frequency: 300, damping: 0.01},"
    "          floor: {type: barrier, position: -2e-6}},"
    " contacts: {bow: {type: bow, on: s@0.13, force: 0.6, speed: 0.15},"
    "            finger: {type: finger, on: s@0.5, damper: 0.3, spring: 200,"
    "                     position: [[0, 0.5], [3, 0.3], [5, 0.7], [8, 0.14]]},"
    "            joint: {type: spring, below: s@0.85, above: m, linear: 3e4, cubic: 1e9},"
    "            rattle: {type: collision, below: floor, above: m, stiffness: 1e7, exponent: 1.3,"
    "                     damping: 0.5}},"
    " outputs: {rattle: {of: rattle, quantity: force}}}";

static void work_heat_and_gain_balance(void **state) {
  (void)state;
  static const char *const laws[] = {"exponential", "elasto-plastic"};
  for (int i = 0; i < 2; ++i) {
    carom_scene *s = scene_of(busy_bow);
    rig_set(s, "contacts.bow.law", laws[i]);
    rig_set(s, "contacts.bow.force", i == 0 ? "0.6" : "2");
    rig r = rig_of(s);
    const double first = carom_state_ledger(r.state).total; // half a step before t = 0
    double pull = 0;
    for (int n = 0; n < 441000; ++n) {
      carom_step(r.model, r.state);
      pull = fmin(pull, carom_output(r.state, 0));
    }
    assert_near(pull, 0, 0);
    assert_at_most(rig_error(&r), 1e-10);
    assert_true(carom_contact_counts(r.state, 3).impacts > 100);
    // The bow's work less its heat is what all others gained and lost.
    const carom_ledger l = carom_state_ledger(r.state);
    const carom_share bow = carom_contact_share(r.state, 0);
    const carom_share finger = carom_contact_share(r.state, 1);
    assert_true(bow.supplied > 0 && bow.dissipated > 0);
    const double gained = l.kinetic + l.potential + l.contact - bow.potential - first;
    const double lost = l.dissipated - bow.dissipated;
    assert_near(bow.supplied - bow.dissipated - bow.potential + finger.supplied, gained + lost,
                1e-10 * bow.supplied);
    rig_free(&r);
  }
}

// Whatever its slope, friction takes energy: with the bow at rest a moving string only loses.
static void a_resting_bow_only_brakes(void **state) {
  (void)state;
  static const char *const solves[] = {"newton", "linear", "linear2"};
  for (int i = 0; i < 3; ++i)
    for (double force = 0.1; force < 1000; force *= 10) {
      carom_scene *s = scene_of(bowed_string);
      rig_set(s, "contacts.bow.solve", solves[i]);
      rig_set(s, "contacts.bow.speed", "0");
      rig_set_number(s, "contacts.bow.force", force);
      rig_set(s, "bodies.s.start.shape", "pluck");
      rig_set(s, "bodies.s.start.at", "0.3");
      rig_set(s, "bodies.s.start.amplitude", "5e-3");
      rig r = rig_of(s);
      double before = 0;
      for (int n = 0; n < 4000; ++n) {
        carom_step(r.model, r.state);
        const double heat = carom_contact_share(r.state, 0).dissipated;
        assert_true(heat >= before);
        before = heat;
      }
      assert_true(before > 0);
      assert_at_most(rig_error(&r), 1e-12);
      rig_free(&r);
    }
}

// A strong bow takes a resting mass along: half of its work stays, half is heat.
static void a_strong_bow_takes_a_mass_along(void **state) {
  (void)state;
  rig r = rig_of(scene_of("{carom: 1, bodies: {m: {type: mass, mass: 1e-3}},"
                          " contacts: {bow: {type: bow, on: m, force: 100, speed: 0.1}},"
                          " outputs: {v: {of: m, quantity: velocity}}}"));
  assert_near(carom_state_ledger(r.state).total, 0, 0);
  rig_steps(&r, 1000);
  assert_near(carom_output(r.state, 0), 0.1, 1e-12);
  assert_near(carom_contact_share(r.state, 0).supplied, 1e-3 * 0.01, 1e-12);
  assert_near(carom_contact_share(r.state, 0).dissipated, 1e-3 * 0.01 / 2, 1e-12);
  rig_free(&r);
}

// A finger far stiffer than the step resolves may still be moved.
static void a_stiff_finger_glides_without_making_energy(void **state) {
  (void)state;
  carom_scene *s = scene_of(bowed_string);
  rig_set(s, "contacts.finger.type", "finger");
  rig_set(s, "contacts.finger.on", "s");
  rig_set(s, "contacts.finger.spring", "1e9");
  rig_set(s, "contacts.finger.position", "[[0, 0.3], [0.1, 0.3], [0.12, 0.5]]");
  rig r = rig_of(s);
  rig_steps(&r, 11025);
  const carom_ledger l = carom_state_ledger(r.state);
  assert_at_most(l.kinetic + l.potential, 1);
  assert_at_most(rig_error(&r), 1e-9);
  rig_free(&r);
}

// --- An integration of its own ------------------------------------------------------------------

// String, bow, finger and rattle on the same few nodes, as ordinary differential equations:
// y = (u, u'), integrated by the implicit midpoint rule.
enum { N = 20 };

static const double length = 0.6, density = 5e-3, tension = 60, stiffness = 2e-3, loss = 2;
static const double bow_at = 0.30, bow_force = 0.4, bow_speed = 0.12, sharpness = 100;
static const double finger_at = 0.37, finger_damper = 0.2, finger_spring = 300;
static const double wall_at = 0.45, wall_gap = 2e-5, wall_K = 3e7, wall_alpha = 1.5;

static void cubic_weights(double x, double *w) {
  const int l = (int)floor(x * N);
  const double a = x * N - l;
  memset(w, 0, (N + 1) * sizeof *w);
  w[l - 1] = -a * (a - 1) * (a - 2) / 6;
  w[l] = (a - 1) * (a + 1) * (a - 2) / 2;
  w[l + 1] = -a * (a + 1) * (a - 2) / 2;
  w[l + 2] = a * (a + 1) * (a - 1) / 6;
}

static double dot(const double *w, const double *u) {
  double sum = 0;
  for (int i = 0; i <= N; ++i)
    sum += w[i] * u[i];
  return sum;
}

static void slopes(const double *y, double *dy) {
  const double h = length / N;
  const double *u = y;
  const double *v = y + N + 1;
  double bow[N + 1];
  double finger[N + 1];
  double wall[N + 1];
  cubic_weights(bow_at, bow);
  cubic_weights(finger_at, finger);
  cubic_weights(wall_at, wall);
  const double slide = dot(bow, v) - bow_speed;
  const double F_bow =
      bow_force * sqrt(2 * sharpness) * slide * exp(0.5 - sharpness * slide * slide);
  const double F_finger = finger_spring * dot(finger, u) + finger_damper * dot(finger, v);
  const double depth = fmax(0, dot(wall, u) - wall_gap); // the wall lies above the string
  const double F_wall = wall_K * pow(depth, wall_alpha);
  double bend[N + 1] = {0};
  for (int i = 1; i < N; ++i)
    bend[i] = (u[i - 1] - 2 * u[i] + u[i + 1]) / (h * h);
  for (int i = 0; i <= N; ++i) {
    dy[i] = v[i];
    dy[N + 1 + i] = 0;
    if (i == 0 || i == N)
      continue;
    const double inner =
        tension * bend[i] - stiffness * (bend[i - 1] - 2 * bend[i] + bend[i + 1]) / (h * h);
    const double push = bow[i] * F_bow + finger[i] * F_finger + wall[i] * F_wall;
    dy[N + 1 + i] = inner / density - 2 * loss * v[i] - push / (density * h);
  }
}

enum { SIZE = 2 * (N + 1) };

static void midpoint(double *y, double step) {
  double next[SIZE];
  double middle[SIZE];
  double dy[SIZE];
  slopes(y, dy);
  for (int i = 0; i < SIZE; ++i)
    next[i] = y[i] + step * dy[i];
  for (int round = 0; round < 60; ++round) {
    for (int i = 0; i < SIZE; ++i)
      middle[i] = (y[i] + next[i]) / 2;
    slopes(middle, dy);
    double change = 0;
    for (int i = 0; i < SIZE; ++i) {
      const double x = y[i] + step * dy[i];
      change = fmax(change, fabs(x - next[i]) / (i <= N ? 1e-4 : 1));
      next[i] = x;
    }
    if (change < 1e-15)
      break;
  }
  memcpy(y, next, sizeof next);
}

static void integrate(double time, int steps, double *y) {
  memset(y, 0, SIZE * sizeof *y);
  for (int i = 0; i <= N; ++i)
    y[i] = 1e-4 * sin(pi * i / N);
  for (int i = 0; i < steps; ++i)
    midpoint(y, time / steps);
}

// The engine's shape after that many samples at a multiple of 44,100 Hz.
static void run_engine(int finer, int samples, double *shape) {
  char text[900];
  snprintf(text, sizeof text,
           "{carom: 1, rate: %d, duration: 1,"
           " bodies: {s: {type: string, length: %g, linear_density: %g, tension: %g,"
           "              bending_stiffness: %g, sigma0: %g, points: %d,"
           "              start: {shape: sine, mode: 1, amplitude: 1e-4}},"
           "          wall: {type: barrier, position: %g}},"
           " contacts: {bow: {type: bow, on: s@%g, force: %g, speed: %g, sharpness: %g},"
           "            finger: {type: finger, on: s@%g, damper: %g, spring: %g},"
           "            rattle: {type: collision, below: s@%g, above: wall, stiffness: %g,"
           "                     exponent: %g}}}",
           44100 * finer, length, density, tension, stiffness, loss, N, wall_gap, bow_at, bow_force,
           bow_speed, sharpness, finger_at, finger_damper, finger_spring, wall_at, wall_K,
           wall_alpha);
  rig r = rig_of(scene_of(text));
  rig_steps(&r, (long long)samples * finer);
  assert_int_equal(carom_body_shape(r.model, r.state, 0, shape, N + 1), N + 1);
  assert_true(carom_contact_counts(r.state, 2).impacts > 0);
  assert_int_equal(carom_contact_counts(r.state, 0).fallbacks, 0); // every bow force was found
  rig_free(&r);
}

static double largest_difference(const double *a, const double *b) {
  double largest = 0;
  double difference = 0;
  for (int i = 0; i <= N; ++i) {
    largest = fmax(largest, fabs(b[i]));
    difference = fmax(difference, fabs(a[i] - b[i]));
  }
  return difference / largest;
}

// Both methods are of second order: their errors fall to a quarter with half the step, and without
// those errors they give the same motion.
static void one_island_agrees_with_an_implicit_integration(void **state) {
  (void)state;
  enum { SAMPLES = 400 };
  double coarse[SIZE];
  double y[SIZE];
  integrate(SAMPLES / 44100.0, SAMPLES * 64, coarse);
  integrate(SAMPLES / 44100.0, SAMPLES * 128, y);
  assert_at_most(largest_difference(coarse, y), 1e-4);
  for (int i = 0; i <= N; ++i)
    y[i] += (y[i] - coarse[i]) / 3;
  double shape[3][N + 1];
  double error[3];
  for (int i = 0; i < 3; ++i) {
    run_engine(8 << i, SAMPLES, shape[i]);
    error[i] = largest_difference(shape[i], y);
  }
  assert_at_most(error[0], 5e-3);
  assert_near(error[0] / error[1], 4, 0.2);
  assert_near(error[1] / error[2], 4, 0.2);
  double limit[N + 1];
  for (int i = 0; i <= N; ++i)
    limit[i] = shape[2][i] + (shape[2][i] - shape[1][i]) / 3;
  assert_at_most(largest_difference(limit, y), 1e-5);
}

// --- Random islands -----------------------------------------------------------------------------

static void nothing_pulls_beside_a_bow(void **state) {
  (void)state;
  uint64_t r = 77;
  const int systems = random_cases(200, 20);
  for (int i = 0; i < systems; ++i) {
    const double at = random_between(&r, 0.2, 0.8);
    char text[1400];
    snprintf(text, sizeof text,
             "{carom: 1, bodies: {s: {type: string, length: 1, linear_density: 6e-3, tension: %g,"
             "  sigma0: 1, sigma1: 1e-3, points: 30, start: {shape: pluck, at: 0.3, amplitude: "
             "%g}},"
             " a: {type: mass, mass: %g, frequency: %g}, b: {type: mass, mass: %g, frequency: 90}},"
             " contacts: {bow: {type: bow, on: s@%g, force: %g, speed: %g, law: %s},"
             "  finger: {type: finger, on: s@%g, damper: %g, spring: %g},"
             "  one: {type: collision, below: a, above: s@%g, stiffness: %g, exponent: %g,"
             "        damping: %g},"
             "  two: {type: collision, below: s@%g, above: b, stiffness: %g, exponent: %g}},"
             " outputs: {one: {of: one, quantity: force}, two: {of: two, quantity: force}}}",
             random_between(&r, 20, 150), random_between(&r, 0, 3e-3),
             pow(10, random_between(&r, -4, -1)), random_between(&r, 0, 500),
             pow(10, random_between(&r, -4, -1)), at, pow(10, random_between(&r, -2, 1.5)),
             random_between(&r, -1, 1), i % 3 == 0 ? "elasto-plastic" : "exponential",
             at + random_between(&r, -0.1, 0.1), random_between(&r, 0, 3),
             random_between(&r, 0, 3e3), at + random_between(&r, -0.1, 0.1),
             pow(10, random_between(&r, 3, 12)), random_between(&r, 1, 3), random_between(&r, 0, 2),
             at + random_between(&r, -0.1, 0.1), pow(10, random_between(&r, 3, 12)),
             random_between(&r, 1, 3));
    rig g = rig_of(scene_of(text));
    for (int n = 0; n < 3000; ++n) {
      carom_step(g.model, g.state);
      assert_true(carom_output(g.state, 0) >= 0 && carom_output(g.state, 1) >= 0);
    }
    assert_at_most(rig_error(&g), 1e-10);
    rig_free(&g);
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
      x[i] = carom_output(r.state, 1);
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
  assert_near(carom_state_get(b.state, place), 0.2, 0);
  assert_int_equal(carom_state_set(b.model, b.state, place, 0.337), CAROM_OK);
  assert_int_equal(carom_state_set(b.model, b.state, place, 1.01), CAROM_BAD_VALUE);
  for (int i = 0; i < 2000; ++i) {
    carom_step(a.model, a.state);
    carom_step(b.model, b.state);
    assert_near(carom_output(b.state, 0), carom_output(a.state, 0), 0);
  }
  rig_free(&a);
  rig_free(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(roots_solve_their_equation),
      cmocka_unit_test(a_strong_bow_has_hysteresis),
      cmocka_unit_test(bristles_bend_then_yield),
      cmocka_unit_test(bristle_steps_solve_their_equations),
      cmocka_unit_test(the_string_moves_as_helmholtz_saw_it),
      cmocka_unit_test(the_plain_linear_form_slips_twice),
      cmocka_unit_test(too_little_force_slips_more_and_too_much_is_raucous),
      cmocka_unit_test(elasto_plastic_friction_slips_once),
      cmocka_unit_test(a_bowed_note_is_the_same_at_four_times_the_rate),
      cmocka_unit_test(bristles_only_take_energy),
      cmocka_unit_test(work_heat_and_gain_balance),
      cmocka_unit_test(a_resting_bow_only_brakes),
      cmocka_unit_test(a_strong_bow_takes_a_mass_along),
      cmocka_unit_test(a_stiff_finger_glides_without_making_energy),
      cmocka_unit_test(one_island_agrees_with_an_implicit_integration),
      cmocka_unit_test(nothing_pulls_beside_a_bow),
      cmocka_unit_test(a_light_finger_brings_out_harmonics),
      cmocka_unit_test(a_moved_bow_is_where_it_went),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
