// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// AM1, Verlet, Heun and RK4 on one mass and a wall: the numbers of Papetti, Avanzini and Rocchesso
// (DAFx-09), their orders, their corrections, their ledger, and what they refuse.

#include "support.h"

static const char *const methods[] = {"am1", "verlet", "heun", "rk4"};

enum { METHODS = 4 };

// The paper's two hard impacts: figure 5 and Table 1(a), figure 6 and Table 1(b).
static const carom_hunt_crossley cases[] = {{0.01, 1e7, 1.1, 0.1, 0.3}, {0.01, 1e9, 1.5, 0.5, 1}};

static carom_scene *thrown(const carom_hunt_crossley *p, const char *method,
                           const char *corrections) {
  carom_scene *s = scene_of("hunt-crossley");
  rig_set_number(s, "bodies.mass.mass", p->mass);
  rig_set_number(s, "bodies.mass.velocity", p->speed_in);
  rig_set_number(s, "contacts.hit.stiffness", p->stiffness);
  rig_set_number(s, "contacts.hit.exponent", p->exponent);
  rig_set_number(s, "contacts.hit.damping", p->damping);
  rig_set(s, "solver.method", method);
  rig_set(s, "solver.corrections", corrections);
  return s;
}

/// What a run found of an impact that begins at t = 0.
typedef struct {
  double deepest; // m, of all samples
  carom_impact event;
} found;

static found run_impact(carom_scene *s) {
  rig r = rig_of(s);
  found f = {0};
  for (int n = 0; n < 1000000; ++n) {
    rig_steps(&r, 1);
    f.deepest = fmax(f.deepest, carom_output(r.model, r.state, 3));
    if (carom_state_next_impact(r.model, r.state, &f.event))
      break;
  }
  assert_true(f.event.speed_out > 0);
  rig_free(&r);
  return f;
}

// --- Table 1 ------------------------------------------------------------------------------------

// Errors in percent against x_max of (4) and v_out of (7) and (8), as printed; NAN is "n.e.", not
// exceeded. One unit of the last printed digit.
static void table_1_comes_out_to_the_printed_digits(void **state) {
  (void)state;
  const double printed[2][METHODS][3] = {
      {{NAN, 1.293, 2.603}, {1.122, 1.660, 3.348}, {1.254, 1.467, 2.955}, {NAN, -0.125, -0.250}},
      {{NAN, 2.551, 5.166}, {NAN, 0.839, 1.685}, {NAN, -4.692, -9.164}, {NAN, -0.105, -0.211}}};
  for (int c = 0; c < 2; ++c)
    for (int m = 0; m < METHODS; ++m) {
      const carom_rebound exact = carom_hunt_crossley_solve(&cases[c]);
      const found f = run_impact(thrown(&cases[c], methods[m], "false"));
      const double speed = f.event.speed_out / exact.approximate;
      if (isnan(printed[c][m][0]))
        assert_at_most(f.deepest, exact.compression);
      else
        assert_near(100 * (f.deepest / exact.compression - 1), printed[c][m][0], 1e-3);
      assert_near(100 * (speed - 1), printed[c][m][1], 1e-3);
      assert_near(100 * (speed * speed - 1), printed[c][m][2], 1e-3);
      assert_near(f.event.begin, 0, 1e-15);
      assert_near(f.event.speed_in, cases[c].speed_in, 0);
    }
}

// --- Accuracy -----------------------------------------------------------------------------------

// A constant force is no trouble for any of them: a parabola, to rounding.
static void flight_under_gravity_is_exact(void **state) {
  (void)state;
  for (int m = 0; m < METHODS; ++m) {
    carom_scene *s = scene_of("hunt-crossley");
    rig_set(s, "solver.method", methods[m]);
    rig_set(s, "bodies.mass.position", "-1");
    rig_set(s, "bodies.mass.velocity", "2");
    rig_set(s, "gravity", "9.81");
    rig r = rig_of(s);
    rig_steps(&r, 10001);
    const double t = 10000 / 44100.0;
    assert_near(carom_output(r.model, r.state, 0), -1 + 2 * t - 9.81 / 2 * t * t, 1e-12);
    assert_near(carom_output(r.model, r.state, 1), 2 - 9.81 * t, 1e-12);
    assert_at_most(rig_error(&r), 1e-12);
    rig_free(&r);
  }
}

// A mass on its spring: the trapezoidal rule keeps its energy; the others are of their order.
static void spring_alone_is_integrated_to_the_order(void **state) {
  (void)state;
  const double orders[METHODS] = {2, 2, 2, 4};
  for (int m = 0; m < METHODS; ++m) {
    double error[2];
    for (int fine = 0; fine < 2; ++fine) {
      carom_scene *s = scene_of("hunt-crossley");
      rig_set(s, "solver.method", methods[m]);
      rig_set(s, "bodies.mass.frequency", "100");
      rig_set(s, "bodies.wall.position", "1");
      rig_set_number(s, "rate", fine ? 20000 : 10000);
      rig r = rig_of(s);
      rig_steps(&r, fine ? 201 : 101);
      const double w = 2 * M_PI * 100;
      error[fine] = fabs(carom_output(r.model, r.state, 0) - sin(w * 0.01) / w) +
                    fabs(carom_output(r.model, r.state, 1) - cos(w * 0.01)) / w;
      if (m == 0)
        assert_at_most(rig_error(&r), 1e-13);
      rig_free(&r);
    }
    assert_near(log2(error[0] / error[1]), orders[m], 0.15);
  }
}

// The worst rebound speed over 16 places of the onset within a sample, against the closed form.
static double worst_rebound(const char *method, double alpha, double rate) {
  const carom_hunt_crossley p = {0.01, 1e9, alpha, 0.5, 1};
  const carom_rebound exact = carom_hunt_crossley_solve(&p);
  double worst = 0;
  for (int phase = 0; phase < 16; ++phase) {
    carom_scene *s = thrown(&p, method, "false");
    rig_set_number(s, "rate", rate / exact.contact_time);
    rig_set_number(s, "bodies.mass.position", -(phase / 16.0) * exact.contact_time / rate);
    const found f = run_impact(s);
    worst = fmax(worst, fabs(f.event.speed_out / exact.speed_out - 1));
  }
  return worst;
}

// RK4 has min(4, alpha + 1): the onset falls between two samples.
static void rebound_speed_converges_at_the_order_of_the_method(void **state) {
  (void)state;
  const struct {
    const char *method;
    double alpha, order;
  } claims[] = {{"am1", 1.5, 2},   {"heun", 1.5, 2},  {"verlet", 1.5, 2.5},
                {"rk4", 1.1, 2.1}, {"rk4", 1.5, 2.5}, {"rk4", 2.3, 3.3}};
  for (int i = 0; i < 6; ++i) {
    const double coarse = worst_rebound(claims[i].method, claims[i].alpha, 100);
    const double fine = worst_rebound(claims[i].method, claims[i].alpha, 400);
    assert_near(log2(coarse / fine) / 2, claims[i].order, 0.25);
  }
}

// --- Corrections --------------------------------------------------------------------------------

static void corrections_set_the_rebound_and_limit_the_compression(void **state) {
  (void)state;
  for (int c = 0; c < 2; ++c)
    for (int m = 0; m < METHODS; ++m) {
      const carom_rebound exact = carom_hunt_crossley_solve(&cases[c]);
      const found paper = run_impact(thrown(&cases[c], methods[m], "true"));
      assert_near(paper.event.speed_out, exact.approximate, 1e-15);
      assert_at_most(paper.deepest, exact.compression * (1 + 1e-15));
      const found same = run_impact(thrown(&cases[c], methods[m], "paper"));
      assert_near(same.event.speed_out, paper.event.speed_out, 0);
      const found corrected = run_impact(thrown(&cases[c], methods[m], "corrected"));
      assert_near(corrected.event.speed_out, exact.speed_out, 1e-15);
      const found off = run_impact(thrown(&cases[c], methods[m], "off"));
      const found none = run_impact(thrown(&cases[c], methods[m], "false"));
      assert_near(off.event.speed_out, none.event.speed_out, 0);
    }
}

// Bouncing, case 1 under gravity: the eighth impact comes at 0.450922 s (an integration with
// rtol 3e-14). The paper's correction gains at each bounce and is 0.84 ms late there; corrected,
// what remains is that the closed form knows no gravity inside the contact: 0.16 ms.
static void corrected_bounces_keep_their_times(void **state) {
  (void)state;
  const double late[2] = {0.84e-3, 0.16e-3};
  const char *const kinds[2] = {"paper", "corrected"};
  for (int kind = 0; kind < 2; ++kind)
    for (int m = 0; m < METHODS; ++m) {
      carom_scene *s = thrown(&cases[0], methods[m], kinds[kind]);
      rig_set(s, "gravity", "9.81");
      rig_set(s, "bodies.mass.velocity", "-0.3");
      rig_set(s, "contacts.hit.below", "wall");
      rig_set(s, "contacts.hit.above", "mass");
      rig r = rig_of(s);
      carom_impact e = {0};
      for (int impacts = 0; impacts < 9;) {
        rig_steps(&r, 1);
        impacts += carom_state_next_impact(r.model, r.state, &e);
      }
      assert_near(e.begin - 0.450922, late[kind], 0.03e-3);
      rig_free(&r);
    }
}

// --- The ledger ---------------------------------------------------------------------------------

// Losses are counted by the trapezoidal rule, so the balance closes with the step, in second order;
// with Verlet in first, whose force never sees the velocity it ends with.
static void ledger_closes_with_the_step(void **state) {
  (void)state;
  const double orders[METHODS] = {2, 1, 2, 2};
  for (int m = 0; m < METHODS; ++m) {
    double error[2];
    for (int fine = 0; fine < 2; ++fine) {
      carom_scene *s = thrown(&cases[1], methods[m], "false");
      rig_set_number(s, "rate", fine ? 441000 * 16 : 441000);
      rig_set(s, "bodies.mass.frequency", "50");
      rig_set(s, "bodies.mass.damping", "0.3");
      rig r = rig_of(s);
      rig_steps(&r, fine ? 4000 * 16 : 4000);
      error[fine] = rig_error(&r);
      const carom_ledger l = carom_state_ledger(r.state);
      assert_true(l.dissipated > 0.1 * (l.total - l.balance_error));
      assert_near(l.time, 4000 / 441000.0, 1e-12);
      rig_free(&r);
    }
    assert_at_most(error[0], 1e-2);
    assert_near(log2(error[0] / error[1]) / 4, orders[m], 0.1);
  }
}

// They conserve nothing, so nothing is asked of them, unless the scene asks.
static void tolerance_has_no_default_here(void **state) {
  (void)state;
  carom_scene *s = thrown(&cases[1], "heun", "false");
  rig r = rig_of(s);
  assert_true(isinf(carom_model_describe(r.model).energy_tolerance));
  assert_string_equal(carom_model_describe(r.model).method, "heun");
  rig_free(&r);
  s = thrown(&cases[1], "heun", "false");
  rig_set(s, "solver.energy_tolerance", "1e-9");
  r = rig_of(s);
  assert_near(carom_model_describe(r.model).energy_tolerance, 1e-9, 0);
  rig_free(&r);
}

// A wall moved by hand does work, and the ledger counts it.
static void moving_the_wall_by_hand_is_supplied(void **state) {
  (void)state;
  carom_scene *s = scene_of("hunt-crossley");
  rig_set(s, "solver.method", "am1");
  rig_set(s, "rate", "44100000"); // so that the method's own error is small
  rig r = rig_of(s);
  rig_steps(&r, 3000);
  const double before = carom_state_ledger(r.state).balance_error;
  const int live = carom_model_find_live(r.model, "bodies.wall.position");
  assert_int_equal(carom_state_set(r.model, r.state, live, -1e-5), CAROM_OK);
  rig_steps(&r, 1);
  const carom_ledger l = carom_state_ledger(r.state);
  assert_true(l.supplied > 1e-4);
  assert_near(l.balance_error, before, 1e-3 * l.supplied);
  rig_free(&r);
}

static void saved_states_go_on_bit_for_bit(void **state) {
  (void)state;
  for (int m = 0; m < METHODS; ++m) {
    rig a = rig_of(thrown(&cases[0], methods[m], "corrected"));
    rig b = rig_of(thrown(&cases[0], methods[m], "corrected"));
    const size_t size = carom_state_saved_size(a.model);
    void *bytes = malloc(size);
    assert_non_null(bytes);
    rig_steps(&a, 4); // in the midst of the impact
    carom_state_save(a.model, a.state, bytes);
    assert_int_equal(carom_state_restore(b.model, b.state, bytes), CAROM_OK);
    for (int n = 0; n < 20; ++n) {
      rig_steps(&a, 1);
      rig_steps(&b, 1);
      for (int o = 0; o < 4; ++o)
        assert_true(carom_output(a.model, a.state, o) == carom_output(b.model, b.state, o));
    }
    free(bytes);
    rig_free(&a);
    rig_free(&b);
  }
}

// --- The table of methods, and what does not fit ------------------------------------------------

static void words_of_the_key_are_the_table_of_methods(void **state) {
  (void)state;
  char words[256] = "";
  for (int i = 0; i < carom_method_count(); ++i)
    snprintf(words + strlen(words), sizeof words - strlen(words), "%s%s", i > 0 ? " " : "",
             carom_method_at(i)->name);
  for (int i = 0; i < carom_key_count(); ++i)
    if (strcmp(carom_key_at(i)->name, "solver.method") == 0)
      assert_string_equal(carom_key_at(i)->choices, words);
}

static void refuse(carom_scene *s, const char *path, const char *sentence) {
  carom_error error;
  carom_model *model = NULL;
  assert_null(model = carom_model_compile(s, NULL, &error));
  assert_int_equal(error.status, CAROM_BAD_VALUE);
  if (strstr(error.text, path) == NULL || strstr(error.text, sentence) == NULL)
    fail_msg("%s", error.text);
  carom_scene_free(s);
}

static void scenes_that_do_not_fit_are_refused_in_words(void **state) {
  (void)state;
  carom_scene *s = scene_of("mass-string");
  rig_set(s, "solver.method", "rk4");
  refuse(s, "bodies.string.type",
         "rk4 does not take a string; allowed are mass barrier, or solver.method audio");
  s = scene_of("two-masses");
  rig_set(s, "solver.method", "verlet");
  refuse(s, "solver.method", "verlet takes one mass and one barrier");
  s = scene_of("hunt-crossley");
  rig_set(s, "solver.method", "heun");
  rig_set(s, "forces.push.on", "mass");
  rig_set(s, "forces.push.frequency", "5");
  refuse(s, "solver.method", "no forces");
  s = scene_of("hunt-crossley");
  rig_set(s, "solver.method", "am1");
  rig_set(s, "contacts.hit.scheme", "clamp");
  refuse(s, "contacts.hit.scheme", "am1 has no schemes");
  s = scene_of("hunt-crossley");
  rig_set(s, "solver.method", "am1");
  rig_set(s, "bodies.wall.position", "[[0, 0], [1, 1e-3]]");
  refuse(s, "bodies.wall.position", "a barrier that stands");
  s = scene_of("hunt-crossley");
  rig_set(s, "solver.corrections", "true");
  refuse(s, "solver.corrections", "solver.method audio has none");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(table_1_comes_out_to_the_printed_digits),
      cmocka_unit_test(flight_under_gravity_is_exact),
      cmocka_unit_test(spring_alone_is_integrated_to_the_order),
      cmocka_unit_test(rebound_speed_converges_at_the_order_of_the_method),
      cmocka_unit_test(corrections_set_the_rebound_and_limit_the_compression),
      cmocka_unit_test(corrected_bounces_keep_their_times),
      cmocka_unit_test(ledger_closes_with_the_step),
      cmocka_unit_test(tolerance_has_no_default_here),
      cmocka_unit_test(moving_the_wall_by_hand_is_supplied),
      cmocka_unit_test(saved_states_go_on_bit_for_bit),
      cmocka_unit_test(words_of_the_key_are_the_table_of_methods),
      cmocka_unit_test(scenes_that_do_not_fit_are_refused_in_words),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
