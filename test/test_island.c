// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Contacts that act on each other: nothing ever pulls, energy does not stay behind, stacks rest,
// cradles converge.

#include "methods/audio/audio.h"
#include "random_scene.h"
#include "rounding.h"
#include "scene/words.h"

// --- Random systems -----------------------------------------------------------------------------

typedef struct {
  int pulls, negative, longest_hover;
  double error;    // of the balance, relative
  double rounding; // the part of it that rounding explains
} verdict;

static verdict watch_system(rig *r, int steps) {
  verdict v = {0};
  const carom_model *m = r->model;
  const carom_state *s = r->state;
  double turnovers = 0;
  for (int n = 0; n < steps; ++n) {
    rig_steps(r, 1);
    turnovers += link_turnover(r);
    for (int i = 0; i < m->link_count; ++i) {
      if (m->link[i].linear)
        continue;
      v.pulls += audio_of(s)->step[i].force < 0;
      v.negative += audio_of(s)->link[i].psi < 0;
      if (audio_of(s)->link[i].hovering > v.longest_hover)
        v.longest_hover = (int)audio_of(s)->link[i].hovering;
    }
  }
  v.error = rig_error(r);
  v.rounding = rounding_of(r, turnovers) / carom_state_ledger(s).largest_turnover;
  return v;
}

// Stiffness over ten decades, masses over four, couplings of both signs, springs and losses.
static void check_random_systems(const char *scheme, double lossy, int count, uint64_t first) {
  const int cases = random_cases(count, count / 20);
  for (int i = 0; i < cases; ++i) {
    rig r = rig_of(random_scene(first + (uint64_t)i, i % FAMILIES, scheme, lossy));
    const verdict v = watch_system(&r, 1500);
    rig_free(&r);
    if (v.pulls > 0 || v.negative > 0 || v.longest_hover > 4)
      fail_msg("%s, seed %llu: %d pulling forces, %d negative psi, %d steps hovering", scheme,
               (unsigned long long)(first + (uint64_t)i), v.pulls, v.negative, v.longest_hover);
    if (!(v.error <= v.rounding))
      fail_msg("%s, seed %llu: energy error %g", scheme, (unsigned long long)(first + (uint64_t)i),
               v.error);
  }
}

static void positive_never_pulls(void **state) {
  (void)state;
  check_random_systems("positive", 0, 2000, 100000);
}

static void positive_with_loss_never_pulls(void **state) {
  (void)state;
  check_random_systems("positive", 0.7, 2000, 200000);
}

static void clamp_never_pulls(void **state) {
  (void)state;
  check_random_systems("clamp", 0.3, 1500, 300000);
}

// The printed scheme does pull and leaves energy behind: the generator can tell the difference.
static void published_pulls_in_many_systems(void **state) {
  (void)state;
  int pulling = 0;
  for (int i = 0; i < 450; ++i) {
    rig r = rig_of(random_scene(400000 + (uint64_t)i, i % FAMILIES, "published", 0));
    const carom_state *s = r.state;
    bool pulled = false;
    for (int n = 0; n < 1000 && !pulled; ++n) {
      rig_steps(&r, 1);
      for (int l = 0; l < r.model->link_count; ++l)
        pulled = pulled || (r.model->contact[r.model->link[l].contact].type == CONTACT_COLLISION &&
                            audio_of(s)->step[l].force < 0);
    }
    pulling += pulled;
    rig_free(&r);
  }
  assert_true(pulling > 150); // it is half of them
}

// The cases that broke earlier rules: two walls on one side, and a single very stiff contact.
static void known_hard_cases_are_harmless(void **state) {
  (void)state;
  const double cases[][4] = {{6.761e9, 7.041e9, 15.46e-6, 2e-4},
                             {4.919e9, 1.195e10, 18.08e-6, 2e-4},
                             {9.44e12, 1, 1, 1.000958e-4}};
  for (int i = 0; i < 3; ++i) {
    carom_scene *s = scene_of("mass-barrier");
    rig_set_number(s, "bodies.mass.position", -cases[i][3]);
    rig_set_number(s, "contacts.hit.stiffness", cases[i][0]);
    rig_set(s, "bodies.second.type", "barrier");
    rig_set_number(s, "bodies.second.position", cases[i][2]);
    rig_set(s, "contacts.two.type", "collision");
    rig_set(s, "contacts.two.below", "mass");
    rig_set(s, "contacts.two.above", "second");
    rig_set_number(s, "contacts.two.stiffness", cases[i][1]);
    rig r = rig_of(s);
    const verdict v = watch_system(&r, 2000);
    assert_int_equal(v.pulls + v.negative, 0);
    assert_true(v.longest_hover <= 4);
    assert_near(carom_output(r.model, r.state, 1), -1, 1e-12);
    rig_free(&r);
  }
}

// Systems in which a contact would keep energy for 6 to 9 steps while it hovers without overlap.
static void hovering_contacts_are_emptied(void **state) {
  (void)state;
  const struct {
    uint64_t seed;
    int family;
    double lossy;
  } cases[] = {{901745, 8, 0.7}, {901988, 8, 0}, {902839, 4, 0.7}, {902906, 8, 0}};
  int longest = 0;
  for (int i = 0; i < 4; ++i) {
    rig r = rig_of(random_scene(cases[i].seed, cases[i].family, "positive", cases[i].lossy));
    const verdict v = watch_system(&r, 1500);
    assert_int_equal(v.pulls + v.negative, 0);
    assert_true(v.longest_hover <= 4);
    longest = v.longest_hover > longest ? v.longest_hover : longest;
    rig_free(&r);
  }
  assert_true(longest >= 3); // they do hover
}

// --- Rest ---------------------------------------------------------------------------------------

static const double stack[] = {0.1, 0.01, 0.3, 0.001, 0.05};

/// A stack on a floor at a height, each contact compressed by what lies on it.
static carom_scene *make_stack(int count, double K, double alpha, double height) {
  generator g = {.seed = 1, .scheme = "positive", .scene = carom_scene_new(NULL)};
  rig_set(g.scene, "carom", "1");
  rig_set(g.scene, "gravity", "9.81");
  int last = add_wall(&g, height);
  double place = height;
  for (int i = 0; i < count; ++i) {
    double load = 0;
    for (int j = i; j < count; ++j)
      load += stack[j] * 9.81;
    place -= pow(load / K, 1 / alpha);
    const int next = add_mass(&g, stack[i], place, 0);
    touch(&g, last, next);
    put(&g, "contacts", g.contacts - 1, "stiffness=%.17g", K);
    put(&g, "contacts", g.contacts - 1, "exponent=%.17g", alpha);
    last = next;
  }
  return g.scene;
}

/// The largest acceleration of any mass over some steps, in units of g.
static double unrest(rig *r, int steps) {
  double most = 0;
  for (int n = 0; n < steps; ++n) {
    rig_steps(r, 1);
    for (int i = 0; i < model_nodes(r->model); ++i) {
      const double a = (audio_of(r->state)->du.wide[i] - audio_of(r->state)->next.wide[i]) /
                       (r->model->k * r->model->k);
      most = fmax(most, fabs(a) / 9.81);
    }
  }
  return most;
}

static void a_mass_at_rest_stays_quiet(void **state) {
  (void)state;
  const double alphas[] = {1, 1.3, 1.5, 2, 3};
  for (double K = 1e5; K < 2e13; K *= 100)
    for (int a = 0; a < 5; ++a) {
      rig r = rig_of(make_stack(1, K, alphas[a], 0));
      assert_at_most(unrest(&r, 44100), 1e-5);
      rig_free(&r);
    }
}

// The largest g^2 W / 4 in a stack: how stiff its contacts are for the time step.
static double stiffest(const rig *r, double K, double alpha) {
  double most = 0;
  for (int i = 0; i < r->model->link_count; ++i) {
    const model_row *row = &r->model->row[i];
    const double own = audio_of(r->state)->weight[row->start + i - row->first];
    most =
        fmax(most, (alpha + 1) / 2 * K * pow(audio_of(r->state)->link[i].eta, alpha - 1) * own / 4);
  }
  return most;
}

// Up to g^2 W / 4 of some tens for every alpha, and at any stiffness for alpha = 1.
static void a_stack_of_five_at_rest_stays_quiet(void **state) {
  (void)state;
  for (double K = 1e5; K < 2e13; K *= 10) {
    rig r = rig_of(make_stack(5, K, 1, 0));
    assert_at_most(unrest(&r, 44100), 1e-5);
    rig_free(&r);
  }
  const double alphas[] = {1.1, 1.3, 1.5, 2, 3};
  bool resolved = false;
  bool stiff = false;
  for (double K = 1e7; K < 2e13; K *= 10)
    for (int a = 0; a < 5; ++a) {
      rig r = rig_of(make_stack(5, K, alphas[a], 0));
      const double A = stiffest(&r, K, alphas[a]);
      resolved = resolved || A < 1;
      stiff = stiff || (A > 10 && A < 100);
      if (A < 100)
        assert_at_most(unrest(&r, 44100), 1e-5);
      rig_free(&r);
    }
  assert_true(resolved && stiff);
}

static void a_damped_stack_comes_to_rest(void **state) {
  (void)state;
  const double stiffness[] = {1e5, 1e9};
  for (int i = 0; i < 2; ++i) {
    carom_scene *s = make_stack(3, stiffness[i], i == 0 ? 1.5 : 1, 0);
    char path[64];
    for (int j = 0; j < 3; ++j) {
      snprintf(path, sizeof path, "contacts.c%d.damping", j);
      rig_set(s, path, "5");
      snprintf(path, sizeof path, "bodies.b%d.position", j + 1);
      rig_set_number(s, path, 1e-3 * (j + 1));
    }
    rig r = rig_of(s);
    rig_steps(&r, 4 * 44100);
    assert_at_most(unrest(&r, 4410), 1e-5);
    assert_at_most(rig_error(&r), 1e-12);
    rig_free(&r);
  }
}

// --- Accuracy -----------------------------------------------------------------------------------

enum { MOST_BALLS = 5 };

static void cradle_accelerations(int count, double K, double alpha, double M, const double *u,
                                 double *a) {
  for (int i = 0; i < count; ++i)
    a[i] = 0;
  for (int i = 0; i + 1 < count; ++i) {
    const double overlap = u[i] - u[i + 1];
    const double F = overlap > 0 ? K * pow(overlap, alpha) : 0;
    a[i] -= F / M;
    a[i + 1] += F / M;
  }
}

// An independent integration with tiny steps: velocity Verlet, whose error at 2e-8 s is far below
// those measured here.
static void cradle_reference(int count, double K, double alpha, const double *start, double time,
                             double *velocity) {
  const double M = 0.01;
  const double dt = 2e-8;
  double u[MOST_BALLS];
  double a[MOST_BALLS];
  for (int i = 0; i < count; ++i) {
    u[i] = start[i];
    velocity[i] = i == 0 ? 1 : 0;
  }
  cradle_accelerations(count, K, alpha, M, u, a);
  for (long long n = 0; n < llround(time / dt); ++n) {
    for (int i = 0; i < count; ++i) {
      velocity[i] += dt / 2 * a[i];
      u[i] += dt * velocity[i];
    }
    cradle_accelerations(count, K, alpha, M, u, a);
    for (int i = 0; i < count; ++i)
      velocity[i] += dt / 2 * a[i];
  }
}

static double cradle_error(int count, double K, double alpha, const double *start, double rate,
                           double time, const double *expected) {
  generator g = {.seed = 1, .scheme = "positive", .scene = carom_scene_new(NULL)};
  rig_set(g.scene, "carom", "1");
  rig_set_number(g.scene, "rate", rate);
  for (int i = 0; i < count; ++i) {
    add_mass(&g, 0.01, start[i], i == 0 ? 1 : 0);
    if (i == 0)
      continue;
    touch(&g, i - 1, i);
    put(&g, "contacts", i - 1, "stiffness=%.17g", K);
    put(&g, "contacts", i - 1, "exponent=%.17g", alpha);
  }
  rig r = rig_of(g.scene);
  rig_steps(&r, llround(time * rate));
  double sum = 0;
  for (int i = 0; i < count; ++i) {
    const double v = audio_of(r.state)->du.wide[i] * rate;
    sum += (v - expected[i]) * (v - expected[i]);
  }
  rig_free(&r);
  return sum;
}

// Final velocities of a cradle, root mean square over four places of the onset within a sample.
static void cradles_converge_with_order_two(void **state) {
  (void)state;
  const double alphas[] = {1, 1.3, 1.5, 2, 3};
  const double stiffness[] = {1e5, 1e6, 4e6, 1e8, 1e12};
  for (int count = 3; count <= 5; count += 2)
    for (int a = 0; a < 5; ++a) {
      const double time = 6e-3;
      double sums[2] = {0, 0};
      for (int phase = 0; phase < 4; ++phase) {
        double start[MOST_BALLS] = {-1e-4 * (1 + phase * 0.057), 0, 1e-5, 2e-5, 3e-5};
        double expected[MOST_BALLS];
        cradle_reference(count, stiffness[a], alphas[a], start, time, expected);
        sums[0] += cradle_error(count, stiffness[a], alphas[a], start, 176400, time, expected);
        sums[1] += cradle_error(count, stiffness[a], alphas[a], start, 705600, time, expected);
      }
      assert_near(log2(sums[0] / sums[1]) / 4, 2, 0.1);
    }
}

// --- Size ---------------------------------------------------------------------------------------

// A chain of a thousand balls is one island of a thousand contacts.
static void a_thousand_contacts_are_solved_together(void **state) {
  (void)state;
  const int count = 1000;
  generator g = {.seed = 1, .scheme = "positive", .scene = carom_scene_new(NULL)};
  rig_set(g.scene, "carom", "1");
  for (int i = 0; i <= count; ++i) {
    add_mass(&g, 0.01, 0, i == 0 ? 1 : 0);
    if (i > 0) {
      touch(&g, i - 1, i);
      put(&g, "contacts", i - 1, "stiffness=1e7");
      put(&g, "contacts", i - 1, "exponent=1.5");
    }
  }
  rig r = rig_of(g.scene);
  assert_int_equal(carom_model_describe(r.model).largest_island, count);
  rig_steps(&r, 2000);
  assert_at_most(rig_error(&r), 1e-12);
  double momentum = 0;
  for (int i = 0; i <= count; ++i)
    momentum += audio_of(r.state)->du.wide[i] / r.model->k;
  assert_near(momentum, 1, 1e-11);
  rig_free(&r);
}

// Beside contacts so hard that their matrix cannot be factored in floating point, a released one
// keeps what it saw; all of them fall back to a sequential solve and stay finite.
static void released_contacts_keep_what_they_saw(void **state) {
  (void)state;
  rig r = rig_of(scene_of(
      "{carom: 1, rate: 8000, bodies: {"
      " a: {type: mass, mass: 0.0004774290410193505, position: -0.0006209945529852339,"
      "     velocity: 1.2403925380886243},"
      " b: {type: mass, mass: 1e-9, position: 0.0003308867639237147, velocity: "
      "-0.5368034678126592}},"
      " contacts: {"
      " c0: {type: collision, below: b, above: a, stiffness: 1e15, exponent: 1.3},"
      " c1: {type: collision, below: a, above: b, stiffness: 1e15, exponent: 1.3, damping: 1000},"
      " c2: {type: collision, below: a, above: b, stiffness: 1805850.9340963028, exponent: 2.3,"
      "      damping: 1000},"
      " c3: {type: collision, below: b, above: a, stiffness: 665544.6674740695, exponent: 2.3,"
      "      damping: 6.396113686797177}},"
      " outputs: {v: {of: a, quantity: velocity}}}"));
  rig_steps(&r, 1000);
  assert_true(isfinite(carom_output(r.model, r.state, 0)));
  assert_true(isfinite(rig_error(&r))); // no bound on it: the matrix has a condition of 1e20
  rig_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(positive_never_pulls),
      cmocka_unit_test(positive_with_loss_never_pulls),
      cmocka_unit_test(clamp_never_pulls),
      cmocka_unit_test(published_pulls_in_many_systems),
      cmocka_unit_test(known_hard_cases_are_harmless),
      cmocka_unit_test(hovering_contacts_are_emptied),
      cmocka_unit_test(a_mass_at_rest_stays_quiet),
      cmocka_unit_test(a_stack_of_five_at_rest_stays_quiet),
      cmocka_unit_test(a_damped_stack_comes_to_rest),
      cmocka_unit_test(cradles_converge_with_order_two),
      cmocka_unit_test(a_thousand_contacts_are_solved_together),
      cmocka_unit_test(released_contacts_keep_what_they_saw),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
