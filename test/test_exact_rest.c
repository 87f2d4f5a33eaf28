// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// `scheme: exact` at rest and in company: pressed contacts and stacks stay where they are, with the
// overlap of their load; symmetric impacts stay symmetric; contacts of the contact rule beside
// exact ones keep no energy without overlap.

#include "contacts/psi.h"
#include "one_impact.h"
#include "scene/words.h"

static const double g = 9.81;

// --- Rest ---------------------------------------------------------------------------------------

/// Masses above each other on a floor, the lowest first.
typedef struct {
  int count;
  double mass[5];
  double K, alpha, mu;
} stack;

static const stack stacks[] = {{.count = 1, .mass = {0.01}},
                               {.count = 2, .mass = {0.01, 1}},
                               {.count = 2, .mass = {1, 0.01}},
                               {.count = 5, .mass = {0.1, 0.01, 0.3, 0.001, 0.05}}};

// What contact i carries, and the overlap K x^alpha = load it has then.
static double load_on(const stack *s, int i) {
  double sum = 0;
  for (int j = i; j < s->count; ++j)
    sum += s->mass[j] * g;
  return sum;
}

static double overlap_at_rest(const stack *s, int i) {
  return pow(load_on(s, i) / s->K, 1 / s->alpha);
}

// At rest, or each mass `gap` above the one below.
static rig make_stack(const stack *s, double gap) {
  generator a = {.seed = 1, .scheme = "exact", .scene = carom_scene_new(NULL)};
  rig_set(a.scene, "carom", "1");
  rig_set_number(a.scene, "gravity", g);
  int below = add_wall(&a, 0);
  double position = 0;
  for (int i = 0; i < s->count; ++i) {
    position += gap > 0 ? gap : -overlap_at_rest(s, i);
    const int mass = add_mass(&a, s->mass[i], position, 0);
    touch(&a, below, mass);
    put(&a, "contacts", i, "stiffness=%.17g", s->K);
    put(&a, "contacts", i, "exponent=%.17g", s->alpha);
    put(&a, "contacts", i, "damping=%.17g", s->mu);
    below = mass;
  }
  return rig_of(a.scene);
}

static int link_of_contact(const rig *r, int contact) {
  for (int i = 0; i < r->model->link_count; ++i)
    if (r->model->link[i].contact == contact)
      return i;
  fail_msg("contact %d has no link", contact);
  return -1;
}

// Every contact pushes with its load and has its overlap, and no mass moves in `steps`.
static void check_rest(rig *r, const stack *s, int steps, double tolerance) {
  const audio_state *a = audio_of(r->state);
  double start[5];
  memcpy(start, a->u.wide, (size_t)s->count * sizeof *start);
  rig_steps(r, steps);
  for (int i = 0; i < s->count; ++i) {
    const int link = link_of_contact(r, i);
    const double x = overlap_at_rest(s, i);
    assert_near(a->u.wide[i], start[i], 1e-6 * x + 1e-14);
    assert_near(a->step[link].force / load_on(s, i), 1, tolerance);
    assert_near(a->sub_sample[link].xi / x, 1, tolerance);
  }
}

// Put down, from soft to harder than the rate resolves.
static void stacks_rest_with_the_overlap_of_their_load(void **state) {
  (void)state;
  const double alphas[] = {1, 1.5, 2.3};
  for (int i = 0; i < 4; ++i)
    for (int a = 0; a < 3; ++a)
      for (double K = 1e5; K < 2e13; K *= 100) {
        stack s = stacks[i];
        s.K = K;
        s.alpha = alphas[a];
        s.mu = 2;
        rig r = make_stack(&s, 0);
        check_rest(&r, &s, 22050, 1e-9);
        for (int c = 0; c < s.count; ++c) { // and so have the bodies, to rounding of positions
          const double x = overlap_at_rest(&s, c);
          assert_near(audio_of(r.state)->link[link_of_contact(&r, c)].eta, x, 1e-9 * x + 1e-18);
        }
        rig_free(&r);
      }
}

// Dropped onto each other: they bounce, settle and do not creep.
static void dropped_stacks_come_to_rest(void **state) {
  (void)state;
  for (int i = 0; i < 3; ++i)
    for (double K = 1e7; K < 2e13; K *= 1000) {
      stack s = stacks[i];
      s.K = K;
      s.alpha = 1.5;
      s.mu = 30;
      rig r = make_stack(&s, 1e-4);
      rig_steps(&r, 176400);
      check_rest(&r, &s, 22050, 1e-6);
      assert_at_most(rig_error(&r), 1e-12);
      rig_free(&r);
    }
}

// A ball that bounces on a table for ever does not make it creep. Its own bounces are two
// thousandths of a second apart at least, and the load on average what it weighs.
static void a_table_does_not_creep_under_a_bouncing_ball(void **state) {
  (void)state;
  const double K[] = {1e9, 1e12};
  for (int i = 0; i < 2; ++i) {
    const stack s = {.count = 3, .mass = {0.01, 1, 1e-4}, .K = K[i], .alpha = 1.5, .mu = 2};
    rig r = make_stack(&s, 0);
    carom_scene *scene = r.scene;
    r.scene = NULL;
    carom_state_free(r.state);
    carom_model_free(r.model);
    rig_set_number(scene, "bodies.b3.position", 1e-3);
    rig_set_number(scene, "contacts.c2.damping", 0);
    r = rig_of(scene);
    double place[2] = {0};
    for (int n = 0; n < 44100; ++n) {
      rig_steps(&r, 1);
      place[n / 22050] += audio_of(r.state)->u.wide[1] / 22050;
    }
    assert_true(carom_contact_counts(r.model, r.state, 2).impacts > 20);
    // Where its feet are pressed and the contact beside them has turns, it keeps the first moments
    // (theory 6.16) of that sample: 3e-10 m each, of either sign.
    assert_near(place[1], place[0], 3e-9);
    rig_free(&r);
  }
}

// A weight let down on a bar.
static void check_weight(const char *model, double K) {
  carom_scene *scene = scene_of(
      "carom: 1\n"
      "bodies:\n"
      "  bar: {type: bar, length: 0.3, density: 7800, width: 0.03, thickness: 6e-3,\n"
      "        youngs: 2e11, sigma0: 40, sigma1: 0.01}\n"
      "  weight: {type: mass, mass: 0.01, position: 1e-6}\n"
      "forces:\n"
      "  down: {on: weight, table: [[0, 0], [0.02, -0.0981], [100, -0.0981]]}\n"
      "contacts:\n"
      "  hit: {type: collision, below: bar@0.4, above: weight, damping: 5, scheme: exact}\n");
  rig_set_number(scene, "contacts.hit.stiffness", K);
  rig_set(scene, "bodies.bar.model", model);
  if (strcmp(model, "modes") == 0)
    rig_set(scene, "bodies.bar.points", "12");
  rig r = rig_of(scene);
  const audio_state *a = audio_of(r.state);
  rig_steps(&r, 61740);
  const double eta = a->link[0].eta;
  rig_steps(&r, 4410);
  assert_near(a->link[0].eta, eta, 1e-12);
  assert_near(a->step[0].force, 0.0981, 1e-9);
  assert_near(a->sub_sample[0].xi / pow(0.0981 / K, 1 / 1.5), 1, 1e-8);
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
}

static void a_weight_rests_on_a_bar(void **state) {
  (void)state;
  for (double K = 1e6; K < 2e12; K *= 1000) {
    check_weight("grid", K);
    check_weight("modes", K);
  }
}

// A contact handed from one way of solving it to the other keeps its energy: pressed by a force
// that comes and goes, without loss, everything that was supplied is there.
static void energy_survives_the_hand_over(void **state) {
  (void)state;
  for (double K = 1e5; K < 2e13; K *= 10) {
    carom_scene *scene =
        scene_of("carom: 1\n"
                 "bodies:\n"
                 "  floor: {type: barrier}\n"
                 "  low: {type: mass, mass: 0.02}\n"
                 "  high: {type: mass, mass: 0.01, position: 1e-6}\n"
                 "forces:\n"
                 "  down: {on: high, table: [[0, -1], [0.01, -1], [0.011, -20], [0.02, -1],\n"
                 "         [0.03, -1], [0.0301, 0], [0.031, 0], [0.0311, -3], [1, -3]]}\n"
                 "contacts:\n"
                 "  a: {type: collision, below: floor, above: low, scheme: exact}\n"
                 "  b: {type: collision, below: low, above: high, scheme: exact}\n");
    rig_set_number(scene, "contacts.a.stiffness", K);
    rig_set_number(scene, "contacts.b.stiffness", K);
    rig r = rig_of(scene);
    int changes = 0;
    bool pressed = false;
    for (int n = 0; n < 4410; ++n) {
      rig_steps(&r, 1);
      changes += audio_of(r.state)->inside[0].pressed != pressed;
      pressed = audio_of(r.state)->inside[0].pressed;
      // its overlap is that of its energy, whoever solved it
      const double xi = audio_of(r.state)->sub_sample[0].xi;
      const double psi = sqrt(2 * K / 2.5) * pow(fmax(xi, 0), 1.25);
      assert_near(audio_of(r.state)->link[0].psi, psi, 1e-9 * psi + 1e-20);
    }
    assert_true(changes > 2);
    assert_at_most(rig_error(&r), 1e-12);
    assert_at_most(fabs(carom_state_ledger(r.state).dissipated),
                   1e-12 * carom_state_ledger(r.state).largest_turnover);
    rig_free(&r);
  }
}

// --- Symmetry -----------------------------------------------------------------------------------

// A mass between two that hit it from both sides at once: it stays, and they leave as from a wall.
static void check_middle(double middle, double K, double alpha, double mu, double phase) {
  generator a = {.seed = 1, .scheme = "exact", .scene = carom_scene_new(NULL)};
  rig_set(a.scene, "carom", "1");
  const double gap = (3 + phase) / 44100;
  const impact i = {.m = 0.01, .K = K, .alpha = alpha, .mu = mu, .v = 1};
  add_mass(&a, i.m, -gap, i.v);
  add_mass(&a, middle, 0, 0);
  add_mass(&a, i.m, gap, -i.v);
  for (int c = 0; c < 2; ++c) {
    touch(&a, c, c + 1);
    put(&a, "contacts", c, "stiffness=%.17g", K);
    put(&a, "contacts", c, "exponent=%.17g", alpha);
    put(&a, "contacts", c, "damping=%.17g", mu);
  }
  rig r = rig_of(a.scene);
  rig_steps(&r, 400);
  const double *du = audio_of(r.state)->du.wide;
  assert_near(du[1] * 44100, 0, middle < 1e-3 ? 1e-5 : 1e-10);
  assert_near(du[0] * 44100, parting(&i), 3e-3);
  assert_near(du[2] * 44100, -parting(&i), 3e-3);
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
}

static void a_mass_hit_from_both_sides_stays(void **state) {
  (void)state;
  const double middles[] = {1e-4, 1e-3, 0.01, 0.1};
  const double alphas[] = {1, 1.5, 2.3};
  for (int m = 0; m < 4; ++m)
    for (int a = 0; a < 3; ++a)
      for (double K = 1e7; K < 2e13; K *= 100)
        for (int p = 0; p < (slow_build() ? 1 : 4); ++p) {
          check_middle(middles[m], K, alphas[a], 0, p / 4.0);
          check_middle(middles[m], K, alphas[a], 0.5, p / 4.0);
        }
}

// --- Beside the contact rule --------------------------------------------------------------------

/// For how long a contact of the contact rule stores energy without overlap, and nine times what
/// its overlaps would, in samples.
typedef struct {
  int hovering, surplus;
} longest;

static longest watch_positive(rig *r, int steps) {
  const carom_model *m = r->model;
  const audio_state *a = audio_of(r->state);
  int hovering[64] = {0};
  int surplus[64] = {0};
  longest l = {0, 0};
  for (int n = 0; n < steps; ++n) {
    rig_steps(r, 1);
    for (int i = 0; i < m->link_count && i < 64; ++i) {
      const model_link *link = &m->link[i];
      const model_contact *c = &m->contact[link->contact];
      const link_memory *p = &a->link[i];
      if (link->linear || c->scheme != SCHEME_POSITIVE)
        continue;
      const double half = p->eta - p->deta / 2;
      const double psi =
          law_psi(&c->law, &r->state->values[link->contact], link->scale, fmax(p->eta, half));
      hovering[i] = p->psi > 0 && half <= 0 ? hovering[i] + 1 : 0;
      surplus[i] = p->psi > 1e-3 * p->psi_max && p->psi > 3 * psi ? surplus[i] + 1 : 0;
      l.hovering = hovering[i] > l.hovering ? hovering[i] : l.hovering;
      l.surplus = surplus[i] > l.surplus ? surplus[i] : l.surplus;
    }
  }
  return l;
}

// Of 4500 such systems ten have a surplus for more than five samples, the longest for 24.
static void no_energy_hovers_beside_exact_contacts(void **state) {
  (void)state;
  const int cases = random_cases(450, 20);
  for (int i = 0; i < cases; ++i) {
    rig r = rig_of(random_scene(600000 + (uint64_t)i, i % FAMILIES, "some-exact", 0.5));
    const longest l = watch_positive(&r, 1500);
    if (l.hovering > 4 || l.surplus > 32)
      fail_msg("seed %d: no overlap for %d samples, too little for %d", 600000 + i, l.hovering,
               l.surplus);
    rig_free(&r);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(stacks_rest_with_the_overlap_of_their_load),
      cmocka_unit_test(dropped_stacks_come_to_rest),
      cmocka_unit_test(a_table_does_not_creep_under_a_bouncing_ball),
      cmocka_unit_test(a_weight_rests_on_a_bar),
      cmocka_unit_test(energy_survives_the_hand_over),
      cmocka_unit_test(a_mass_hit_from_both_sides_stays),
      cmocka_unit_test(no_energy_hovers_beside_exact_contacts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
