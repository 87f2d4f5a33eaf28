// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Contacts along bodies: their links are computed several at a time and only where they act, and
// move the bodies as contacts at points do, one by one, to the last bit.

#include "support.h"

#include "laws/gradient.h"
#include "laws/gradient_lanes.h"
#include "methods/audio/audio.h"
#include "methods/audio/links.h"
#include <carom/batch.h>

enum { POINTS = 64, ROWS = 8, ROOM = 1 << 16 };

/// Two bodies that touch along their length or at each node.
typedef struct {
  const char *bodies, *more; // what else is in the scene
  const char *below, *above;
  int columns, rows;       // of nodes inside
  double stiffness, scale; // N/m^alpha per length or area, and that of a node
  double exponent, gap;
} pairing;

static int write_side(char *text, size_t room, const char *name, const pairing *p, int i, int j) {
  const double x = (double)i / (p->columns + 1);
  if (strcmp(name, "wall") == 0)
    return snprintf(text, room, "%s", name);
  if (p->rows == 1)
    return snprintf(text, room, "%s@%.17g", name, x);
  return snprintf(text, room, "\"%s@%.17g:%.17g\"", name, x, (double)j / (p->rows + 1));
}

static rig rig_along(const pairing *p) {
  char text[2000];
  snprintf(text, sizeof text,
           "{carom: 1, bodies: {%s}, contacts: {c: {type: collision, below: %s, above: %s, along: "
           "true, stiffness: %.17g, exponent: %g, gap: %g}%s}}",
           p->bodies, p->below, p->above, p->stiffness, p->exponent, p->gap, p->more);
  return rig_of(scene_of(text));
}

static rig rig_at_points(const pairing *p) {
  static char text[ROOM];
  int at = snprintf(text, ROOM, "{carom: 1, bodies: {%s}, contacts: {", p->bodies);
  for (int j = 1; j <= p->rows; ++j)
    for (int i = 1; i <= p->columns; ++i) {
      char below[80];
      char above[80];
      write_side(below, sizeof below, p->below, p, i, j);
      write_side(above, sizeof above, p->above, p, i, j);
      at += snprintf(text + at, (size_t)(ROOM - at),
                     "%sc%d_%d: {type: collision, below: %s, above: %s, stiffness: %.17g, "
                     "exponent: %g, gap: %g, interpolation: 0}",
                     i + j > 2 ? ", " : "", i, j, below, above, p->stiffness * p->scale,
                     p->exponent, p->gap);
    }
  at += snprintf(text + at, (size_t)(ROOM - at), "%s}}", p->more);
  assert_in_range(at, 0, ROOM - 1);
  return rig_of(scene_of(text));
}

static void assert_same_motion(const rig *a, const rig *b) {
  const int nodes = model_nodes(a->model);
  assert_int_equal(nodes, model_nodes(b->model));
  assert_memory_equal(audio_of(a->state)->u.wide, audio_of(b->state)->u.wide,
                      (size_t)nodes * sizeof(double));
  assert_memory_equal(audio_of(a->state)->du.wide, audio_of(b->state)->du.wide,
                      (size_t)nodes * sizeof(double));
}

/// What a comparison has met.
typedef struct {
  int links, touching, apart; // links, solved over all steps, and steps without any
} met;

static met compare(const pairing *p, int steps, bool ledger) {
  rig along = rig_along(p);
  rig points = rig_at_points(p);
  met r = {.links = plan_sizes(along.model)->members};
  carom_state_keep_ledger(along.model, along.state, ledger);
  carom_state_keep_ledger(points.model, points.state, ledger);
  for (int n = 0; n < steps; ++n) {
    carom_step(along.model, along.state);
    carom_step(points.model, points.state);
    assert_same_motion(&along, &points);
    r.apart += audio_of(along.state)->acting_count == 0;
  }
  r.touching = (int)carom_contact_counts(along.model, along.state, 0).solves;
  if (ledger)
    assert_at_most(rig_error(&along), 1e-12);
  rig_free(&points);
  rig_free(&along);
  return r;
}

#define STRING(name, pitch, amplitude)                                                             \
  name ": {type: string, length: 1, points: 64, linear_density: 6e-3, pitch: " pitch               \
       ", sigma0: 0.5, sigma1: 1e-4, start: {shape: pluck, at: 0.3, amplitude: " amplitude "}}"

static const double exponents[] = {1, 1.3, 1.5, 2, 3};

static const pairing wall = {.bodies = STRING("s", "110", "3e-3") ", wall: {type: barrier}",
                             .more = "",
                             .below = "wall",
                             .above = "s",
                             .columns = POINTS - 1,
                             .rows = 1,
                             .scale = 1.0 / POINTS,
                             .gap = 1e-3};

static void links_along_a_barrier_move_like_contacts_at_points(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof exponents / sizeof *exponents; ++i) {
    pairing p = wall;
    p.exponent = exponents[i];
    p.stiffness = 3e3 / pow(1e-3, p.exponent - 1); // below the bound of points
    const met m = compare(&p, 1500, i % 2 == 0);
    assert_int_equal(m.links, POINTS - 1);
    assert_in_range(m.touching, 200, 1500 * (POINTS - 1) / 2); // most links are apart
    assert_true(m.apart > 100);
  }
}

static void strings_along_each_other_move_like_contacts_at_points(void **state) {
  (void)state;
  const pairing p = {.bodies = STRING("s", "110", "3e-3") ", " STRING("t", "98", "-1e-3"),
                     .more = "",
                     .below = "t",
                     .above = "s",
                     .columns = POINTS - 1,
                     .rows = 1,
                     .scale = 1.0 / POINTS,
                     .stiffness = 1e5,
                     .exponent = 1.5};
  const met m = compare(&p, 1500, true);
  assert_int_equal(m.links, POINTS - 1);
  assert_in_range(m.touching, 200, 1500 * (POINTS - 1) / 2);
}

static void a_plate_along_a_barrier_moves_like_contacts_at_points(void **state) {
  (void)state;
  const double h = 0.32 / 16;
  const pairing p = {
      .bodies = "p: {type: plate, size: [0.32, 0.16], points: [16, 8], thickness: 1e-3, density: "
                "7850, youngs: 2e10, sigma0: 1, sigma1: 1e-4, start: {shape: hump, amplitude: "
                "1e-3}}, wall: {type: barrier, position: -2e-4}",
      .more = "",
      .below = "wall",
      .above = "p",
      .columns = 15,
      .rows = ROWS - 1,
      .scale = h * h,
      .stiffness = 1e7,
      .exponent = 1.3};
  const met m = compare(&p, 600, true);
  assert_int_equal(m.links, 15 * (ROWS - 1));
  assert_in_range(m.touching, 200, 600 * 15 * (ROWS - 1) / 2);
}

// The link under the hammer is in its island, and no longer computed with the others.
static void links_beside_a_hammer_move_like_contacts_at_points(void **state) {
  (void)state;
  pairing p = wall;
  p.bodies = STRING("s", "110", "3e-3") ", wall: {type: barrier}, m: {type: mass, mass: 0.01, "
                                        "position: 4e-3, velocity: -2}";
  p.more = ", hit: {type: collision, below: s@0.5, above: m, stiffness: 1e5, exponent: 1.5, "
           "interpolation: 0}";
  p.exponent = 1.5;
  p.stiffness = 1e5;
  const met m = compare(&p, 1500, true);
  assert_int_equal(m.links, POINTS - 2);
  assert_true(m.touching > 200);
}

// Links that overlap where there was no stiffness store energy from then on; the ledger may be
// opened before they have been stepped.
static void a_change_of_stiffness_finds_the_links_that_overlap(void **state) {
  (void)state;
  pairing p = wall;
  p.exponent = 1.5;
  rig r = rig_along(&p);
  const int live = carom_model_find_live(r.model, "contacts.c.stiffness");
  int raised = 0;
  for (int n = 0; n < 20; ++n) {
    carom_state_keep_ledger(r.model, r.state, false);
    carom_state_set(r.model, r.state, live, 0);
    carom_process(r.model, r.state, 37, NULL);
    assert_int_equal(carom_state_set(r.model, r.state, live, 1e5), CAROM_OK);
    carom_state_keep_ledger(r.model, r.state, true);
    const double energy = audio_contact_energy(r.model, r.state, 0);
    assert_near(carom_contact_share(r.model, r.state, 0).potential, energy, 1e-15 * energy);
    raised += energy > 0;
    carom_process(r.model, r.state, 20, NULL);
    assert_at_most(rig_error(&r), 1e-12);
  }
  assert_true(raised > 3);
  rig_free(&r);
}

// One thread steps two states in turn: what links did in one is nothing to the other.
static void states_of_a_batch_and_restored_ones_move_like_one_alone(void **state) {
  (void)state;
  pairing p = wall;
  p.exponent = 1.5;
  p.stiffness = 1e5;
  rig alone = rig_along(&p);
  rig restored = rig_along(&p);
  carom_error error;
  carom_state *first = carom_state_new(alone.model, NULL);
  const size_t size = carom_state_saved_size(alone.model);
  void *bytes = malloc(size);
  assert_non_null(bytes);
  carom_batch *batch = carom_batch_open(alone.model, 2, NULL, NULL, NULL, &error);
  carom_batch_process(batch, 0, 1, 1, 350, NULL, 0, NULL); // ahead of the other
  for (int n = 0; n < 100; ++n) {
    carom_process(alone.model, alone.state, 16, NULL);
    carom_batch_process(batch, 0, 0, 2, 16, NULL, 0, NULL);
    carom_state_save(alone.model, alone.state, bytes);
    assert_int_equal(carom_batch_get(batch, 0, first), CAROM_OK);
    assert_same_motion(&alone, &(rig){.model = alone.model, .state = first});
    carom_process(restored.model, restored.state, 16, NULL);
    assert_same_motion(&alone, &restored);
    assert_int_equal(carom_state_restore(restored.model, restored.state, bytes), CAROM_OK);
  }
  free(bytes);
  assert_int_equal(carom_batch_close(batch, NULL), CAROM_OK);
  carom_state_free(first);
  rig_free(&restored);
  rig_free(&alone);
}

// --- Several contacts at once -------------------------------------------------------------------

/// The law of several contacts, and its damping.
typedef struct {
  contact_law law;
  double damping, k;
  bool shares;
} shared_law;

static contact_law power_of(double exponent) {
  return (contact_law){.form = LAW_POWER,
                       .power = {.kind = power_kind_of(exponent), .exponent = exponent}};
}

static gradient_step step_of(const shared_law *law, const law_bound *bound,
                             const gradient_lanes *all, int i) {
  return (gradient_step){.law = &law->law,
                         .bound = bound,
                         .stiffness = all->stiffness[i],
                         .loss = law->damping / (2 * law->k),
                         .x = all->x[i],
                         .W = all->W[i]};
}

// What island_collisions.c and island_gradient.c do for a contact alone in its island. False if it
// starts from elsewhere.
static bool solve_one(const shared_law *law, gradient_lanes *all, int i) {
  const law_bound bound = {
      .knee = INFINITY, .steepest = INFINITY, .turning = INFINITY, .share = all->share[i]};
  gradient_step p = step_of(law, &bound, all, i);
  const double psi = all->psi[i];
  const double goal = all->goal[i];
  double factor = 1;
  const double D = gradient_settle(&p, psi, goal, &factor);
  if (p.x != all->x[i])
    return false;
  const gradient_slopes s = gradient_slopes_at(&p, psi, D);
  const double d = s.g * s.g / 4 + s.h;
  all->loss[i] = s.h;
  all->numerical[i] = s.h * (s.h > 0 ? s.numerical / s.h : 0);
  all->D[i] = (goal - p.W * (s.g * psi)) / (1 + d * p.W);
  all->force[i] = s.g * psi + d * all->D[i];
  all->psi[i] = psi + s.g * all->D[i] / 2;
  return true;
}

static double random_size(uint64_t *seed) {
  return random_log(seed, 1e-7, 1e-2);
}

// Overlaps up to a size, approaching, resting and parting, with psi at and beside that of the law.
static gradient_lanes random_contacts(const shared_law *law, double size, uint64_t *seed) {
  gradient_lanes all;
  const law_bound bound = {.knee = INFINITY, .steepest = INFINITY, .turning = INFINITY};
  for (int i = 0; i < BLOCK; ++i) {
    all.W[i] = random_log(seed, 1e-9, 1e-5);
    all.stiffness[i] =
        random_log(seed, 1e-3, 1e3) / all.W[i] / pow(size, law_exponent(&law->law, 1) - 1);
    all.x[i] = size * random_between(seed, -1, 1);
    all.goal[i] = size * random_between(seed, -1, 1) * random_log(seed, 1e-6, 10);
    const gradient_step p = step_of(law, &bound, &all, i);
    const double drift = random_unit(seed) < 0.5 ? 1 : random_between(seed, 0.4, 1.6);
    all.psi[i] = drift * gradient_psi(&p, all.x[i]);
    all.share[i] = law->shares && random_unit(seed) < 0.7 ? random_between(seed, 0, 0.2) : 0;
  }
  return all;
}

static void contacts_are_solved_together_as_one_by_one(void **state) {
  (void)state;
  uint64_t seed = 7;
  int solved = 0;
  int left = 0;
  int lossy = 0;
  for (int n = 0; n < random_cases(20000, 2000); ++n) {
    const double damping = n % 3 == 0 ? 0 : random_log(&seed, 1e-3, 1e2);
    const shared_law law = {.law = power_of(exponents[n % 5]),
                            .damping = damping,
                            .k = 1.0 / 44100,
                            .shares = n / 15 % 2 == 1};
    gradient_lanes together = random_contacts(&law, random_size(&seed), &seed);
    gradient_lanes one = together;
    const int count = 1 + n % BLOCK;
    const unsigned unsolved = gradient_solve_lanes(
        &(gradient_law){&law.law.power, law.damping, law.k, law.shares}, count, &together);
    for (int i = 0; i < count; ++i) {
      const bool here = solve_one(&law, &one, i);
      assert_int_equal(here, (unsolved >> i & 1) == 0);
      left += !here;
      if (!here)
        continue;
      ++solved;
      assert_memory_equal(&one.D[i], &together.D[i], sizeof(double));
      assert_memory_equal(&one.force[i], &together.force[i], sizeof(double));
      assert_memory_equal(&one.psi[i], &together.psi[i], sizeof(double));
      assert_memory_equal(&one.loss[i], &together.loss[i], sizeof(double));
      assert_memory_equal(&one.numerical[i], &together.numerical[i], sizeof(double));
      lossy += one.numerical[i] > 0;
    }
  }
  assert_true(solved > 5000 && left > 50 && lossy > 500);
}

// However it is found, D solves D + W F(D) = D^I with the theta and the loss that go with it,
// unless the contact cannot follow. Returns how many contacts hardly move.
static int check_equations(const shared_law *law, double size, uint64_t *seed) {
  int still = 0;
  const gradient_lanes all = random_contacts(law, size, seed);
  for (int i = 0; i < BLOCK; ++i) {
    const law_bound bound = {
        .knee = INFINITY, .steepest = INFINITY, .turning = INFINITY, .share = all.share[i]};
    gradient_step p = step_of(law, &bound, &all, i);
    double factor = 1;
    const double D = gradient_settle(&p, all.psi[i], all.goal[i], &factor);
    if (!(1 + p.loss * all.goal[i] > 0))
      continue;
    const gradient_push at = gradient_push_at(&p, D);
    const double residual = (D + p.W * at.F - all.goal[i]) / (1 + p.W * at.slope);
    assert_true(fabs(residual) <= 1e-9 * (fabs(p.x) + fabs(D)));
    still += p.x > 0 && fabs(D) <= GRADIENT_NEAR * p.x;
  }
  return still;
}

static void each_contact_solves_its_equation(void **state) {
  (void)state;
  uint64_t seed = 11;
  int still = 0;
  const int cases = random_cases(20000, 2000);
  for (int n = 0; n < cases; ++n) {
    const double damping = n % 3 == 0 ? 0 : random_log(&seed, 1e-3, 1e2);
    const shared_law law = {.law = power_of(exponents[n % 5]),
                            .damping = damping,
                            .k = 1.0 / 44100,
                            .shares = n / 15 % 2 == 1};
    still += check_equations(&law, random_size(&seed), &seed);
  }
  assert_true(still > cases / 40);
}

// Each term of the cubic is the largest in a third of the cases, from equal to a million times the
// others: with c alone the force is straight, with a alone it bends most.
static void each_contact_of_cubic_felt_solves_its_equation(void **state) {
  (void)state;
  uint64_t seed = 13;
  int still = 0;
  const int cases = random_cases(20000, 2000);
  for (int n = 0; n < cases; ++n) {
    const double size = random_size(&seed); // at which the terms are as below
    contact_law of = {.form = LAW_CUBIC};
    of.cubic.a = n % 3 == 0 ? 1 : random_log(&seed, 1e-6, 1);
    of.cubic.b = size * (n % 3 == 1 ? 1 : random_log(&seed, 1e-6, 1));
    of.cubic.c = size * size * (n % 3 == 2 ? 1 : random_log(&seed, 1e-6, 1));
    const double damping = n % 2 == 0 ? 0 : random_log(&seed, 1e-3, 1e2);
    const shared_law law = {
        .law = of, .damping = damping, .k = 1.0 / 44100, .shares = n / 6 % 2 == 1};
    still += check_equations(&law, size, &seed);
  }
  assert_true(still > cases / 40);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(links_along_a_barrier_move_like_contacts_at_points),
      cmocka_unit_test(strings_along_each_other_move_like_contacts_at_points),
      cmocka_unit_test(a_plate_along_a_barrier_moves_like_contacts_at_points),
      cmocka_unit_test(links_beside_a_hammer_move_like_contacts_at_points),
      cmocka_unit_test(a_change_of_stiffness_finds_the_links_that_overlap),
      cmocka_unit_test(states_of_a_batch_and_restored_ones_move_like_one_alone),
      cmocka_unit_test(contacts_are_solved_together_as_one_by_one),
      cmocka_unit_test(each_contact_solves_its_equation),
      cmocka_unit_test(each_contact_of_cubic_felt_solves_its_equation),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
