// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The eleven systems of S. Willemsen, Collisions: non-linearities without the use of iterative
// solvers (2019), each stepped by its own equations (reproduce) beside the library.

#include "support.h"

#include "reproduce/as_printed.h"

// --- Random systems -----------------------------------------------------------------------------

// Any displacement and velocity where the body is not held.
static body make_body(const as_printed_system *of, char type, uint64_t *seed) {
  body a = as_printed_body(of, type);
  const int x = a.nx > 0;
  const int y = a.ny > 0;
  a.rho *= random_between(seed, 0.8, 2);
  for (int j = y; j <= a.ny - y; ++j)
    for (int i = x; i <= a.nx - x; ++i) {
      double *now = &a.x[NOW][j * (a.nx + 1) + i];
      *now = size * random_between(seed, -1, 1);
      a.x[BEFORE][j * (a.nx + 1) + i] = *now + size / 20 * random_between(seed, -1, 1);
    }
  return a;
}

// All exponents the library treats apart; at most `hardest` newtons at an overlap of `size`.
static contact make_contact(const as_printed_system *of, const char *what, double hardest,
                            uint64_t *seed) {
  static const double exponents[] = {1, 1.3, 1.5, 2, 2.3, 3};
  contact c = as_printed_contact(what);
  c.alpha = exponents[(int)(6 * random_unit(seed))];
  if (c.law == 's') {
    c.K1 = random_log(seed, 1e4, 1e6);
    c.K3 = random_log(seed, 1e9, 1e11);
    c.sigma_x = of->level == LOSSY ? random_log(seed, 0.01, 1) : 0;
  } else {
    c.K = random_log(seed, 10, hardest) / pow(size, c.alpha) / as_printed_extent(&c);
  }
  return c;
}

// A first-order start: u^{-1} = u^0 - k v, psi^{-1/2} = psi(mu_t- eta^0).
static as_printed_state make(const as_printed_system *of, double hardest, uint64_t *seed) {
  as_printed_state o = {.b = size * random_between(seed, -1, 1)};
  for (; of->bodies[o.bodies] != '\0'; ++o.bodies)
    o.body[o.bodies] = make_body(of, of->bodies[o.bodies], seed);
  for (const char *what = of->contacts; *what != '\0'; what += 3)
    o.contact[o.contacts++] = make_contact(of, what, hardest, seed);
  as_printed_start(&o);
  return o;
}

static rig rig_from(const as_printed_state *o) {
  static char text[1 << 15];
  assert_true(as_printed_scene(o, text, sizeof text));
  return rig_of(scene_of(text));
}

// --- Comparisons --------------------------------------------------------------------------------

// Displacements may differ by `tolerance` of the largest so far, force and psi by as much of what
// an overlap of that size would bring.
static void assert_same(const rig *r, const as_printed_state *o, double most, double tolerance) {
  for (int i = 0; i < o->contacts; ++i) {
    const contact *c = &o->contact[i];
    const double force = as_printed_extent(c) * c->K * pow(most, c->alpha) + c->K1 * most +
                         c->K3 * pow(most, 3) + 2 * c->sigma_x * most / k;
    const double psi = sqrt(as_printed_extent(c)) * as_printed_psi(c, most);
    assert_near(carom_output(r->model, r->state, 2 * i), c->force, tolerance * force);
    assert_near(carom_output(r->model, r->state, 2 * i + 1), c->mean_psi, tolerance * psi);
  }
  for (int i = 0; i < o->bodies; ++i) {
    double shape[ROOM];
    const int count = carom_body_shape(r->model, r->state, i, shape, ROOM);
    assert_int_equal(count, (o->body[i].nx + 1) * (o->body[i].ny + 1));
    for (int l = 0; l < count; ++l)
      assert_near(shape[l], o->body[i].x[NOW][l], tolerance * most);
  }
}

// Steps random systems both ways and compares at every step. For the first only rounding sets them
// apart: some 10 eps of the largest term, more where an overlap is a small difference and g steep.
// Then it grows from impact to impact, as between two runs an eps apart: to 1e-11 in 400 steps, and
// to anything in thousands, or where contacts are harder; so every eighth is soft and goes on.
static void random_systems_move_alike(void **state) {
  const as_printed_system *of = *state;
  uint64_t seed = 1;
  int touching[2][2] = {{0}}; // by contact; in single steps and later
  int apart[2][2] = {{0}};
  for (int i = 0; i < 48; ++i) {
    const bool goes_on = i % 8 == 0;
    as_printed_state o = make(of, goes_on ? 100 : 1e4, &seed);
    rig r = rig_from(&o);
    double most = size;
    for (int n = 0; n < (goes_on ? 400 : 1); ++n) {
      most = fmax(most, as_printed_step(of, &o));
      carom_step(r.model, r.state);
      assert_same(&r, &o, most, n == 0 ? 1e-13 : 1e-9);
    }
    for (int c = 0; c < o.contacts; ++c) {
      touching[c][goes_on] += o.contact[c].touching;
      apart[c][goes_on] += o.contact[c].apart;
    }
    rig_free(&r);
  }
  for (int c = 0; of->contacts[3 * c] != '\0'; ++c) {
    assert_true(touching[c][0] >= 10 && apart[c][0] >= 10);
    assert_true(touching[c][1] >= 100 && apart[c][1] >= 100);
  }
}

int main(void) {
  static as_printed_system systems[AS_PRINTED_SYSTEMS];
  struct CMUnitTest tests[AS_PRINTED_SYSTEMS];
  for (int i = 0; i < AS_PRINTED_SYSTEMS; ++i) {
    systems[i] = as_printed_systems[i];
    tests[i] = (struct CMUnitTest){.name = systems[i].claim,
                                   .test_func = random_systems_move_alike,
                                   .initial_state = &systems[i]};
  }
  return cmocka_run_group_tests(tests, NULL, NULL);
}
