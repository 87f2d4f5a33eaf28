// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Where laws are bounded, what that does at rest, and what a scheme loses by itself.

#include "support.h"

static const double rate = 44100;

// A string over a fret; its grid is the finest stable one.
static const char *const fret_scene =
    "{carom: 1, duration: 1, bodies: {s: {type: string, length: 0.65, linear_density: 4e-3, pitch: "
    "110, sigma0: 0.5, sigma1: 3e-4, start: {shape: pluck, at: 0.2, amplitude: 4e-3}}, f: {type: "
    "barrier, position: -3e-4}}, contacts: {c: {type: collision, below: f, above: s@0.5, "
    "stiffness: "
    "1e10, exponent: 1.5}}, outputs: {v: {of: s@0.9, quantity: velocity}}}";

// What a node of an ideal string answers: R = k^2/m lambda^2, by the numbers of its grid.
static void the_bound_follows_from_the_grid(void **state) {
  (void)state;
  carom_scene *s = scene_of(fret_scene);
  rig_set(s, "bodies.s.points", "200"); // the fret is on a node
  rig_set_number(s, "bodies.s.sigma0", 0);
  rig_set_number(s, "bodies.s.sigma1", 0);
  for (int a = 0; a < 3; ++a) {
    const double alpha = 1.5 + 0.5 * a;
    rig_set_number(s, "contacts.c.exponent", alpha);
    rig r = rig_of(s);
    carom_bound b = {0};
    assert_true(carom_contact_bound(r.model, r.state, 0, &b));
    const double h = 0.65 / 200;
    const double c = 2 * 0.65 * 110;
    const double lambda = c / rate / h;
    const double R = lambda * lambda / (rate * rate * 4e-3 * h);
    const double k0 = 4 * 0.5 / R; // A0 = 1/2 without losses
    assert_near(b.compliance, 1 / k0, 1e-9 / k0);
    assert_near(1e10 * alpha * pow(b.overlap, alpha - 1), k0, 1e-9 * k0);
    assert_near(1e10 * pow(b.overlap, alpha), b.force, 1e-9 * b.force);
    assert_false(carom_contact_bound(r.model, r.state, 1, &b));
    assert_false(carom_contact_bound(r.model, r.state, -1, &b));
    rig_free(&r);
    s = scene_of(fret_scene);
    rig_set(s, "bodies.s.points", "200");
    rig_set_number(s, "bodies.s.sigma0", 0);
    rig_set_number(s, "bodies.s.sigma1", 0);
  }
  carom_scene_free(s);
}

static void masses_exact_contacts_and_contacts_along_are_not_bounded(void **state) {
  (void)state;
  static const char *const changes[][2] = {{"contacts.c.scheme", "exact"},
                                           {"contacts.c.scheme", "clamp"},
                                           {"contacts.c.scheme", "published"}};
  carom_bound b;
  for (int i = 0; i < 3; ++i) {
    carom_scene *s = scene_of(fret_scene);
    rig_set(s, changes[i][0], changes[i][1]);
    rig r = rig_of(s);
    assert_false(carom_contact_bound(r.model, r.state, 0, &b));
    assert_false(carom_model_contact(r.model, 0).numerical);
    rig_free(&r);
  }
  carom_scene *s = scene_of(fret_scene);
  rig_set(s, "contacts.c.above", "s");
  rig_set(s, "contacts.c.along", "true");
  rig r = rig_of(s);
  assert_false(carom_contact_bound(r.model, r.state, 0, &b));
  rig_free(&r);
  r = rig_of(scene_of("mass-barrier"));
  assert_false(carom_contact_bound(r.model, r.state, 0, &b));
  rig_free(&r);
}

// Pressed on its fret by a steady force the string rests where the bounded law carries it: what
// carom_contact_bound() says, and nothing else.
static void a_pressed_string_rests_on_the_bounded_law(void **state) {
  (void)state;
  carom_scene *s = scene_of(
      "{carom: 1, duration: 1, bodies: {s: {type: string, length: 0.65, linear_density: 4e-3, "
      "pitch: "
      "110, sigma0: 40, sigma1: 1e-3}, f: {type: barrier, position: 0}}, contacts: {c: {type: "
      "collision, below: f, above: s@0.5, stiffness: 1e10, exponent: 1.5}}, forces: {p: {on: "
      "s@0.5, "
      "amplitude: -1, table: [[0, 0], [0.05, 5]]}}, outputs: {F: {of: c, quantity: force}, x: {of: "
      "c, "
      "quantity: overlap}}}");
  rig r = rig_of(s);
  rig_steps(&r, 44100);
  const double F = carom_output(r.model, r.state, 0);
  const double x = carom_output(r.model, r.state, 1);
  carom_bound b;
  assert_true(carom_contact_bound(r.model, r.state, 0, &b));
  assert_true(F > 10 * b.force); // well beyond the knee
  assert_near(x, b.overlap + (F - b.force) * b.compliance, 1e-6 * x);
  rig_free(&r);
}

static carom_share rattle(const char *loss, double sigma1, double *balance, double *initial) {
  carom_scene *s = scene_of(fret_scene);
  rig_set(s, "contacts.c.numerical_loss", loss);
  rig_set_number(s, "bodies.s.sigma0", sigma1 > 0 ? 0.5 : 0);
  rig_set_number(s, "bodies.s.sigma1", sigma1);
  rig r = rig_of(s);
  const carom_ledger first = carom_state_ledger(r.state);
  *initial = first.kinetic + first.potential + first.contact;
  rig_steps(&r, slow_build() ? 4410 : 44100);
  *balance = carom_state_ledger(r.state).largest_balance_error;
  const carom_share share = carom_contact_share(r.model, r.state, 0);
  rig_free(&r);
  return share;
}

static void the_scheme_loses_on_lossy_strings_only_and_only_if_allowed(void **state) {
  (void)state;
  double balance = 0;
  double initial = 0;
  const carom_share lossy = rattle("true", 3e-4, &balance, &initial);
  assert_true(lossy.numerical > 1e-3 * initial && lossy.numerical < 0.5 * initial);
  assert_near(lossy.dissipated, lossy.numerical, 1e-12 * initial); // there is no damping
  assert_true(balance < 1e-12);
  const carom_share forbidden = rattle("false", 3e-4, &balance, &initial);
  assert_true(fabs(forbidden.numerical) <= 1e-12 * initial && balance < 1e-12);
  const carom_share lossless = rattle("true", 0, &balance, &initial);
  assert_true(fabs(lossless.numerical) <= 1e-12 * initial && balance < 1e-12);
}

// A string along a plane, for 0.2 s: what the contact lost, and the largest error of the balance.
static carom_share rattle_along(const char *bending, const char *loss, double *balance) {
  carom_scene *s =
      scene_of("{carom: 1, bodies: {s: {type: string, length: 1, linear_density: 6.6e-3, "
               "tension: 1000, bending_stiffness: 0, sigma0: 1, start: {shape: pluck, at: 0.4, "
               "amplitude: 1e-3}}, w: {type: barrier, position: -3e-4}}, contacts: {c: {type: "
               "collision, below: w, above: s, along: true, stiffness: 1e11, exponent: 1.3}}}");
  rig_set(s, "bodies.s.bending_stiffness", bending);
  rig_set(s, "contacts.c.numerical_loss", loss);
  rig r = rig_of(s);
  rig_steps(&r, 8820);
  *balance = carom_state_ledger(r.state).largest_balance_error;
  const carom_share share = carom_contact_share(r.model, r.state, 0);
  rig_free(&r);
  return share;
}

static void contacts_along_stiff_strings_lose_what_is_radiated(void **state) {
  (void)state;
  double balance = 0;
  const double some = 1e-6; // J, of 3 mJ
  assert_true(rattle_along("0.01", "true", &balance).numerical > some && balance < 1e-12);
  assert_true(rattle_along("0.01", "false", &balance).numerical < 1e-15 && balance < 1e-12);
  assert_true(rattle_along("0", "true", &balance).numerical < 1e-15 && balance < 1e-12);
}

// A contact that is lifted to stiffness 0 and back, and a string that is retuned, while it rattles:
// the bound follows, and the ledger closes.
static void bounds_follow_live_changes(void **state) {
  (void)state;
  carom_scene *s = scene_of(fret_scene);
  rig r = rig_of(s);
  const int stiffness = carom_model_find_live(r.model, "contacts.c.stiffness");
  carom_bound hard;
  carom_bound soft;
  assert_true(carom_contact_bound(r.model, r.state, 0, &hard));
  rig_steps(&r, 3000);
  assert_int_equal(carom_state_set(r.model, r.state, stiffness, 1e8), CAROM_OK);
  assert_true(carom_contact_bound(r.model, r.state, 0, &soft));
  assert_near(soft.overlap / hard.overlap, 1e4, 1e-9 * 1e4); // K^-2 for alpha = 1.5
  rig_steps(&r, 3000);
  assert_int_equal(carom_state_set(r.model, r.state, stiffness, 0), CAROM_OK);
  assert_false(carom_contact_bound(r.model, r.state, 0, &soft));
  rig_steps(&r, 3000);
  assert_int_equal(carom_state_set(r.model, r.state, stiffness, 1e10), CAROM_OK);
  rig_steps(&r, 3000);
  assert_true(carom_state_ledger(r.state).largest_balance_error < 1e-12);
  rig_free(&r);
}

// A hammer and a fret on a string, both harder than it answers: overlaps, forces, roots of stored
// energy.
static const char *const given_scene =
    "{carom: 1, duration: 1, solver: {bound: false}, bodies: {s: {type: string, length: 0.65, "
    "linear_density: 4e-3, pitch: 110, sigma0: 0.5, sigma1: 3e-4, model: grid, points: 100, start: "
    "{shape: pluck, at: 0.2, amplitude: 2e-3}}, h: {type: mass, mass: 4e-3, position: -3e-3, "
    "velocity: 2}, f: {type: barrier, position: -1e-4}}, contacts: {hit: {type: collision, below: "
    "h, above: s@0.25, stiffness: 1e9, exponent: 1.5}, fret: {type: collision, below: f, above: "
    "s@0.5, stiffness: 1e9, exponent: 1.5}}, outputs: {x0: {of: hit, quantity: overlap}, p0: {of: "
    "hit, quantity: psi}, x1: {of: fret, quantity: overlap}, p1: {of: fret, quantity: psi}, u: "
    "{of: s@0.25}}}";

static double written_psi(double half) {
  return half > 0 ? sqrt(2 * 1e9 / 2.5 * pow(half, 2.5)) : 0;
}

// What a contact stores in every step against the energy of its law, relative to the most it
// stores; psi is that of half-way overlaps, before and after a sample.
static double deviation(const char *bound, int steps, bool *bounded) {
  carom_scene *s = scene_of(given_scene);
  rig_set(s, "solver.bound", bound);
  rig r = rig_of(s);
  double x[2][3] = {{0}};
  double psi[2] = {0};
  double most = 0;
  double worst = 0;
  for (int n = 0; n < steps; ++n) {
    rig_steps(&r, 1);
    for (int c = 0; c < 2; ++c) {
      x[c][0] = x[c][1];
      x[c][1] = x[c][2];
      x[c][2] = carom_output(r.model, r.state, 2 * c);
      const double before = written_psi((x[c][0] + x[c][1]) / 2);
      const double after = written_psi((x[c][1] + x[c][2]) / 2);
      if (n > 3)
        worst = fmax(worst, fabs(psi[c] - (before + after) / 2));
      psi[c] = carom_output(r.model, r.state, 2 * c + 1);
      most = fmax(most, psi[c]);
    }
  }
  carom_bound b[2];
  *bounded = carom_contact_bound(r.model, r.state, 0, &b[0]);
  assert_int_equal(carom_contact_bound(r.model, r.state, 1, &b[1]), *bounded);
  for (int c = 0; *bounded && c < 2; ++c) // both have been beyond their knees
    assert_true(b[c].deepest > b[c].overlap);
  for (int c = 0; c < 2; ++c)
    assert_true(*bounded || carom_contact_share(r.model, r.state, c).numerical == 0);
  assert_true(carom_state_ledger(r.state).largest_balance_error < 1e-12);
  rig_free(&r);
  return worst / most;
}

static void with_bound_false_contacts_store_what_their_law_says(void **state) {
  (void)state;
  bool bounded = false;
  assert_true(deviation("false", 4410, &bounded) < 1e-9);
  assert_false(bounded);
  assert_true(deviation("true", 4410, &bounded) > 0.2);
  assert_true(bounded);
}

static void a_pressed_string_then_rests_on_the_law_itself(void **state) {
  (void)state;
  rig r = rig_of(scene_of(
      "{carom: 1, duration: 1, solver: {bound: false}, bodies: {s: {type: string, length: 0.65, "
      "linear_density: 4e-3, pitch: 110, sigma0: 40, sigma1: 1e-3}, f: {type: barrier, position: "
      "0}}, contacts: {c: {type: collision, below: f, above: s@0.5, stiffness: 1e10, exponent: "
      "1.5}}, forces: {p: {on: s@0.5, amplitude: -1, table: [[0, 0], [0.05, 5]]}}, outputs: {F: "
      "{of: c, quantity: force}, x: {of: c, quantity: overlap}}}"));
  rig_steps(&r, 44100);
  const double x = pow(carom_output(r.model, r.state, 0) / 1e10, 1 / 1.5);
  assert_near(carom_output(r.model, r.state, 1), x, 1e-6 * x);
  rig_free(&r);
}

// The motion of the point that is struck for 1.3 ms, with so many steps in a sample.
enum { MOMENTS = 58 };

static void struck(const char *bound, int times, double *u) {
  carom_scene *s = scene_of(given_scene);
  rig_set(s, "solver.bound", bound);
  rig_set_number(s, "rate", times * rate);
  rig_set_number(s, "contacts.hit.stiffness", 1e8);
  rig_set_number(s, "bodies.f.position", -1);
  rig_set_number(s, "bodies.h.position", -1e-4);
  rig_set_number(s, "bodies.s.start.amplitude", 0);
  rig r = rig_of(s);
  rig_steps(&r, 1); // t = 0
  for (int i = 0; i < MOMENTS; ++i) {
    rig_steps(&r, times);
    u[i] = carom_output(r.model, r.state, 4);
  }
  rig_free(&r);
}

// Where the rate resolves the contact there is no difference, and that is where the given law goes
// to, in second order.
static void the_law_as_given_is_that_of_high_rates(void **state) {
  (void)state;
  double right[MOMENTS];
  double found[MOMENTS];
  struck("true", 64, right);
  struck("false", 64, found);
  for (int i = 0; i < MOMENTS; ++i)
    assert_true(found[i] == right[i]);
  double error[3] = {0};
  for (int k = 0; k < 3; ++k) {
    struck("false", 4 << k, found);
    for (int i = 0; i < MOMENTS; ++i)
      error[k] = fmax(error[k], fabs(found[i] - right[i]) / right[MOMENTS - 1]);
  }
  assert_true(error[0] < 1e-2 && error[0] > 3 * error[1] && error[1] > 3 * error[2]);
}

static void laws_that_cannot_be_given_are_refused(void **state) {
  (void)state;
  assert_refused("{carom: 1, solver: {bound: false}, bodies: {m: {type: mass, mass: 1}, w: {type: "
                 "barrier}}, contacts: {c: {type: collision, below: w, above: m, stiffness: 1, "
                 "numerical_loss: true}}}",
                 "numerical_loss: with solver.bound false no contact has a loss of its scheme");
  assert_refused(
      "{carom: 1, rate: 1000, solver: {method: rigid, bound: false}, bodies: {s: {type: "
      "string, length: 1, linear_density: 1e-3, tension: 100, bending_stiffness: 0, "
      "model: grid, points: 20}, w: {type: barrier, position: -0.01}}, contacts: {c: {type: "
      "collision, below: w, above: s, along: true, stiffness: 1e7}}}",
      "of which solver.method rigid ignores stiffness; allowed is solver.method audio");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_bound_follows_from_the_grid),
      cmocka_unit_test(masses_exact_contacts_and_contacts_along_are_not_bounded),
      cmocka_unit_test(a_pressed_string_rests_on_the_bounded_law),
      cmocka_unit_test(the_scheme_loses_on_lossy_strings_only_and_only_if_allowed),
      cmocka_unit_test(contacts_along_stiff_strings_lose_what_is_radiated),
      cmocka_unit_test(bounds_follow_live_changes),
      cmocka_unit_test(with_bound_false_contacts_store_what_their_law_says),
      cmocka_unit_test(a_pressed_string_then_rests_on_the_law_itself),
      cmocka_unit_test(the_law_as_given_is_that_of_high_rates),
      cmocka_unit_test(laws_that_cannot_be_given_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
