// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// `scheme: exact` among others: islands of all kinds, gravity, changes while running, mistakes.

#include "one_impact.h"
#include "rounding.h"

// --- Islands ------------------------------------------------------------------------------------

static void check_random_system(const char *scheme, uint64_t seed, int family) {
  rig r = rig_of(random_scene(seed, family, scheme, 0.5));
  const carom_state *s = r.state;
  carom_ledger l = carom_state_ledger(s);
  double before = l.kinetic + l.potential + l.contact;
  double rise = 0; // beyond what rounding explains
  double turnovers = 0;
  for (int n = 0; n < 1500; ++n) {
    rig_steps(&r, 1);
    turnovers += link_turnover(&r);
    for (int link = 0; link < r.model->link_count; ++link)
      if (!r.model->link[link].linear &&
          !(audio_of(s)->step[link].force >= 0 && audio_of(s)->link[link].psi >= 0))
        fail_msg("%s, seed %llu, step %d: a pulling force", scheme, (unsigned long long)seed, n);
    l = carom_state_ledger(s);
    const double now = l.kinetic + l.potential + l.contact;
    rise = worse(rise, now - before - rounding_of(&r, link_turnover(&r)));
    before = now;
  }
  if (!(l.largest_error <= rounding_of(&r, turnovers) && rise <= 0))
    fail_msg("%s, seed %llu: energy error %g, rise %g, turnover %g and %g", scheme,
             (unsigned long long)seed, l.largest_error, rise, l.largest_turnover, turnovers);
  rig_free(&r);
}

static void check_random_systems(const char *scheme, int count, uint64_t first) {
  const int cases = random_cases(count, count / 20);
  for (int i = 0; i < cases; ++i)
    check_random_system(scheme, first + (uint64_t)i, i % FAMILIES);
}

static void exact_islands_never_pull(void **state) {
  (void)state;
  check_random_systems("exact", 450, 500000);
}

static void exact_contacts_agree_with_others(void **state) {
  (void)state;
  check_random_systems("some-exact", 450, 600000);
}

static void exact_contacts_with_modes_never_pull(void **state) {
  (void)state;
  const int cases = random_cases(60, 3);
  for (int i = 0; i < cases; ++i) // strings and masses
    check_random_system("modes", 700000 + (uint64_t)i, 6);
}

// A bow, a rattling mass and a rail on one string, within a few points of each other.
static void a_bow_and_exact_contacts_share_an_island(void **state) {
  (void)state;
  rig r = rig_of(scene_of(
      "carom: 1\n"
      "bodies:\n"
      "  string: {type: string, length: 1, density: 7850, radius: 5e-4, pitch: 100, sigma0: 1,\n"
      "           sigma1: 5e-3}\n"
      "  buzz: {type: mass, mass: 2e-4, position: 3e-4, frequency: 200}\n"
      "  rail: {type: barrier, position: -1e-4}\n"
      "contacts:\n"
      "  bow: {type: bow, on: string@0.2, force: 0.5, speed: 0.1}\n"
      "  rattle: {type: collision, below: string@0.21, above: buzz, stiffness: 1e8, damping: 0.5,\n"
      "           scheme: exact}\n"
      "  hit: {type: collision, below: rail, above: string@0.22, stiffness: 1e9, damping: 0.5,\n"
      "        scheme: exact}\n"
      "  soft: {type: collision, below: rail, above: string@0.19, stiffness: 1e9}\n"));
  for (int n = 0; n < (slow_build() ? 4000 : 44100); ++n) {
    rig_steps(&r, 1);
    for (int i = 0; i < r.model->link_count; ++i)
      assert_true(r.model->link[i].linear || audio_of(r.state)->step[i].force >= 0);
  }
  assert_int_equal(r.model->island_count, 1);
  assert_true(carom_contact_counts(r.model, r.state, 1).impacts > 5);
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
}

// Five balls that touch, each contact two samples long, against a fine RK4 integration.
enum { BALLS = 5 };

static void push_balls(const impact *i, const double *x, double *rate) {
  for (int b = 0; b < BALLS; ++b) {
    rate[b] = x[BALLS + b];
    rate[BALLS + b] = 0;
  }
  for (int b = 0; b + 1 < BALLS; ++b) {
    const double xi = x[b] - x[b + 1];
    const double w = x[BALLS + b] - x[BALLS + b + 1];
    const double F = xi > 0 ? i->K * pow(xi, i->alpha) * fmax(0, 1 + i->mu * w) : 0;
    rate[BALLS + b] -= F / i->m;
    rate[BALLS + b + 1] += F / i->m;
  }
}

static void integrate_balls(const impact *i, double time, int steps, double *x) {
  const double dt = time / steps;
  const double part[] = {0, dt / 2, dt / 2, dt};
  for (int n = 0; n < steps; ++n) {
    double rate[4][2 * BALLS];
    for (int stage = 0; stage < 4; ++stage) {
      double y[2 * BALLS];
      for (int j = 0; j < 2 * BALLS; ++j)
        y[j] = x[j] + (stage > 0 ? part[stage] * rate[stage - 1][j] : 0);
      push_balls(i, y, rate[stage]);
    }
    for (int j = 0; j < 2 * BALLS; ++j)
      x[j] += dt / 6 * (rate[0][j] + 2 * rate[1][j] + 2 * rate[2][j] + rate[3][j]);
  }
}

static void a_cradle_swings_as_it_should(void **state) {
  (void)state;
  impact i = {.m = 0.01, .alpha = 1.5, .mu = 0.5, .v = 1};
  i.K = stiffness_for(i, 2.0 / 44100);
  generator g = {.seed = 1, .scheme = "exact", .scene = carom_scene_new(NULL)};
  rig_set(g.scene, "carom", "1");
  double x[2 * BALLS] = {-3.3 / 44100};
  x[BALLS] = i.v;
  for (int b = 0; b < BALLS; ++b) {
    add_mass(&g, i.m, x[b], x[BALLS + b]);
    if (b == 0)
      continue;
    touch(&g, b - 1, b);
    put(&g, "contacts", b - 1, "stiffness=%.17g", i.K);
    put(&g, "contacts", b - 1, "exponent=%.17g", i.alpha);
    put(&g, "contacts", b - 1, "damping=%.17g", i.mu);
  }
  rig r = rig_of(g.scene);
  rig_steps(&r, 60);
  integrate_balls(&i, 60.0 / 44100, 200000, x);
  for (int b = 0; b < BALLS; ++b)
    assert_near(audio_of(r.state)->du.wide[b] * 44100, x[BALLS + b], 5e-4);
  rig_free(&r);
}

// --- Gravity, and what changes ------------------------------------------------------------------

static const char *const ball = "carom: 1\n"
                                "gravity: 9.81\n"
                                "bodies:\n"
                                "  ball: {type: mass, mass: 0.01, velocity: -0.3}\n"
                                "  floor: {type: barrier}\n"
                                "contacts:\n"
                                "  hit: {type: collision, below: floor, above: ball,\n"
                                "        stiffness: 1e7, exponent: 1.1, damping: 0.1,\n"
                                "        scheme: exact}\n";

// The times of a ball's bounces, from an integration of high order with gravity in the contact.
static void a_ball_bounces_in_time(void **state) {
  (void)state;
  const double begins[] = {0,       .060132, .119105, .176965, .233752, .289505,
                           .344261, .398056, .450922, .502892, .553994};
  const double speeds[] = {.294092, .288412, .282946, .277683, .272612, .267723,
                           .263005, .258450, .254050, .249797, .245684};
  rig r = rig_of(scene_of(ball));
  rig_steps(&r, 25000);
  for (int i = 0; i < 11; ++i) {
    carom_impact event;
    assert_true(carom_state_next_impact(r.model, r.state, &event));
    assert_near(event.begin, begins[i], 6e-6);
    assert_near(event.speed_out, speeds[i], 9.81 / 44100 + 2e-5); // read within a sample
  }
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
}

// A ball that is pressed on a floor stays there, however hard both are.
static void a_pressed_ball_rests(void **state) {
  (void)state;
  for (double K = 1e5; K < 2e13; K *= 100) {
    carom_scene *scene = scene_of(ball);
    rig_set(scene, "gravity", "981");
    rig_set_number(scene, "contacts.hit.stiffness", K);
    rig_set_number(scene, "contacts.hit.damping", 2);
    rig r = rig_of(scene);
    rig_steps(&r, 22050);
    const double place = audio_of(r.state)->u.wide[0];
    rig_steps(&r, 22050);
    assert_near(audio_of(r.state)->u.wide[0], place,
                1e-7); // if masses danced on it they would creep by 4e-5
    assert_at_most(rig_error(&r), 1e-12);
    rig_free(&r);
  }
}

// A wall that swings and a stiffness that changes do work, and a state goes on where it was saved.
static void changes_are_counted(void **state) {
  (void)state;
  carom_scene *scene = scene_of(ball);
  rig_set_number(scene, "bodies.floor.position.sine.amplitude", 1e-3);
  rig_set_number(scene, "bodies.floor.position.sine.frequency", 40);
  rig_set(scene, "contacts.hit.stiffness", "[[0, 1e5], [0.1, 1e9], [0.2, 0], [0.21, 1e11]]");
  rig_set(scene, "contacts.hit.damping", "[[0, 0], [0.1, 2], [0.3, 0.5]]");
  rig_set_number(scene, "bodies.second.mass", 2e-3);
  rig_set(scene, "bodies.second.type", "mass");
  rig_set_number(scene, "bodies.second.position", 1e-3);
  rig_set(scene, "contacts.more.type", "collision");
  rig_set(scene, "contacts.more.below", "ball");
  rig_set(scene, "contacts.more.above", "second");
  rig_set(scene, "contacts.more.stiffness", "1e8");
  rig_set(scene, "contacts.more.scheme", "exact");
  rig r = rig_of(scene);
  rig_steps(&r, 9000);
  void *saved = malloc(carom_state_saved_size(r.model));
  assert_non_null(saved);
  carom_state_save(r.model, r.state, saved);
  rig_steps(&r, 9000);
  const double place = audio_of(r.state)->u.wide[0];
  assert_at_most(rig_error(&r), 1e-12);
  assert_int_equal(carom_state_restore(r.model, r.state, saved), CAROM_OK);
  rig_steps(&r, 9000);
  assert_true(audio_of(r.state)->u.wide[0] == place);
  free(saved);
  rig_free(&r);
}

// What modes and exact contacts cannot do is said where it was asked for.
static void what_cannot_be_is_refused(void **state) {
  (void)state;
  static const char *const wrong[][3] = {{"bodies.string.sigma1", "1e3", "decays within a step"},
                                         {"bodies.string.points", "20000", "number of modes"},
                                         {"solver.method", "rk4", "solver.method"}};
  for (int i = 0; i < 3; ++i) {
    carom_scene *scene = scene_of("carom: 1\n"
                                  "bodies:\n"
                                  "  string: {type: string, length: 1, linear_density: 0.01,\n"
                                  "           tension: 100, model: modes, points: 20}\n"
                                  "  wall: {type: barrier, position: -1e-3}\n"
                                  "contacts:\n"
                                  "  hit: {type: collision, below: wall, above: string@0.5,\n"
                                  "        stiffness: 1e6, scheme: exact}\n");
    rig_set(scene, wrong[i][0], wrong[i][1]);
    carom_model *model = NULL;
    carom_error error;
    assert_null(model = carom_model_compile(scene, NULL, &error));
    if (strstr(error.text, wrong[i][2]) == NULL)
      fail_msg("%s: %s", wrong[i][0], error.text);
    carom_scene_free(scene);
  }
}

// Impulses that overflow while they are sought are not found: the contacts join the contact rule.
static void overflowing_impulses_are_not_taken(void **state) {
  (void)state;
  rig r = rig_of(scene_of(
      "{carom: 1, rate: 8000, bodies: {"
      " a: {type: string, length: 0.4977771775762666, linear_density: 0.029128234637781726,"
      "     pitch: 275.12501521420893, sigma0: 0.9092607049785666, sigma1: 0.00012072607225685588,"
      "     points: 8, start: {shape: hump, at: 0.4757766477621792, amplitude: "
      "-0.002369990594053531}},"
      " b: {type: string, length: 0.68495282096273, linear_density: 0.016392245824259154,"
      "     pitch: 126.30780462774283, points: 7,"
      "     start: {shape: hump, at: 0.6511150944291832, amplitude: -0.0016414900364299387}}},"
      " contacts: {"
      " steep: {type: collision, below: a@0.493612, above: b@0.124143, stiffness: "
      "5302034.849690251, exponent: 10, scheme: exact},"
      " hard: {type: collision, below: b@0.5, above: a@0.5, stiffness: 1e15, exponent: 1.3,"
      "        scheme: exact},"
      " rod: {type: spring, below: b@0.5, above: a@0.739383, linear: 3863.1428488760075}},"
      " outputs: {v: {of: a@0.5}}}"));
  rig_steps(&r, 20);
  assert_true(isfinite(carom_output(r.model, r.state, 0)));
  assert_at_most(rig_error(&r), 1e-9);
  rig_free(&r);
}

// Where four contacts share a mass of a microgram, the energy of one is below zero by
// rounding.
static void energy_below_zero_by_rounding_is_none(void **state) {
  (void)state;
  rig r = rig_of(scene_of(
      "{carom: 1, gravity: 100, bodies: {"
      " a: {type: mass, mass: 0.0019097741441188403, position: -0.000905937536196741,"
      "     velocity: -1.9012544812832133},"
      " b: {type: mass, mass: 1e-9, position: -0.0009113705810638795, frequency: "
      "208.17550982651142}},"
      " contacts: {"
      " c0: {type: collision, below: b, above: a, stiffness: 7839310.453957788, exponent: 2.3,"
      "      numerical_loss: false},"
      " c1: {type: collision, below: b, above: a, stiffness: 1e-3, exponent: 1, scheme: exact},"
      " c2: {type: collision, below: b, above: a, stiffness: 1e15, exponent: 10, scheme: exact},"
      " c3: {type: collision, below: b, above: a, stiffness: 109789.65597206427, exponent: 1.5,"
      "      scheme: clamp},"
      " sp: {type: spring, below: b, above: a, linear: 91225.30518872215}},"
      " outputs: {v: {of: a, quantity: velocity}}}"));
  rig_steps(&r, 600);
  assert_int_equal(
      carom_state_place(r.model, r.state, 1, -5.4982177117397e-05, -1.6489158435860758, 0),
      CAROM_OK);
  rig_steps(&r, 300);
  assert_true(isfinite(carom_output(r.model, r.state, 0)));
  assert_at_most(rig_error(&r), 1e-9);
  rig_free(&r);
}

// At the end of a string a bow moves nothing; beside it, next to nothing.
static void a_bow_at_an_end_changes_nothing(void **state) {
  (void)state;
  double place[2][500];
  for (int i = 0; i < 2; ++i) {
    char text[600];
    snprintf(text, sizeof text,
             "{carom: 1, bodies: {s: {type: string, length: 1, linear_density: 6e-3, tension: 60, "
             "sigma0: 1, sigma1: 1e-3, model: modes}, m: {type: mass, mass: 2e-3, frequency: 90, "
             "position: 1e-3, velocity: -1}}, contacts: {bow: {type: bow, on: s, position: %s, "
             "force: 1, speed: 0.2}, c: {type: collision, below: s@0.6, above: m, stiffness: 1e9, "
             "scheme: exact}}, outputs: {x: {of: s@0.42}}}",
             i == 0 ? "0" : "1e-9");
    rig r = rig_of(scene_of(text));
    for (int n = 0; n < 500; ++n) {
      rig_steps(&r, 1);
      place[i][n] = carom_output(r.model, r.state, 0);
    }
    assert_true(carom_contact_counts(r.model, r.state, 1).impacts > 0);
    rig_free(&r);
  }
  for (int n = 0; n < 500; ++n)
    assert_near(place[0][n], place[1][n], 1e-9);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(exact_islands_never_pull),
      cmocka_unit_test(exact_contacts_agree_with_others),
      cmocka_unit_test(exact_contacts_with_modes_never_pull),
      cmocka_unit_test(a_bow_and_exact_contacts_share_an_island),
      cmocka_unit_test(a_cradle_swings_as_it_should),
      cmocka_unit_test(a_ball_bounces_in_time),
      cmocka_unit_test(a_pressed_ball_rests),
      cmocka_unit_test(changes_are_counted),
      cmocka_unit_test(what_cannot_be_is_refused),
      cmocka_unit_test(overflowing_impulses_are_not_taken),
      cmocka_unit_test(energy_below_zero_by_rounding_is_none),
      cmocka_unit_test(a_bow_at_an_end_changes_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
