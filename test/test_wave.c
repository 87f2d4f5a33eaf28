// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Claims about the wave method: an ideal string that wraps a parabolic bridge. References are
// closed forms, the rigid method, and quadrature of the fields.

#include "test/support.h"

#include "methods/wave/level_map.h"

// The thesis' dimensionless bridge: y_B = x (b - x) 4 / b^2, b = 0.05.
static const bridge thin = {.alpha = 1600, .b = 0.05, .to = 0.05, .side = 1};

// The bridge of a sitar, in units of the string's 1060 mm and of the bridge's height.
static bridge sitar_bridge(void) {
  const double b = 300.0 / 1060;
  return (bridge){
      .alpha = 4 / (b * b), .b = b, .from = 150.0 / 1060, .to = 173.0 / 1060, .side = 1};
}

static level_map wrapped(const bridge *of, int mode, double beta) {
  level_map m = {.of = *of, .start = bridge_wrapped(of, mode, beta)};
  level_map_prepare(&m);
  return m;
}

static rig string_on(const char *method, int points, const char *start, const char *barrier) {
  char text[1024];
  snprintf(text, sizeof text,
           "{carom: 1, rate: 1000, duration: 20, bodies: {s: {type: string, length: 1, "
           "linear_density: 1, tension: 1, points: %d, start: %s}, w: {type: barrier, %s}}, "
           "contacts: {c: {type: collision, below: w, above: s, along: true}}, outputs: {mid: {of: "
           "s@0.5}, length: {of: c, quantity: contact_length}, patches: {of: c, quantity: "
           "patches}}, solver: {method: %s}}",
           points, start, barrier, method);
  return rig_of(scene_of(text));
}

static const char *const thin_barrier =
    "profile: {shape: parabola, height: 1, width: 0.05, to: 0.05}";

// --- Statics ------------------------------------------------------------------------------------

// 1 - sqrt(1 - b); transitions where beta = alpha b / (pi sqrt2), and with l = 1 - b.
static void rest_and_transitions_are_where_the_tangent_says(void **state) {
  (void)state;
  assert_near(bridge_wrapped(&thin, 1, 0).gamma, 1 - sqrt(0.95), 1e-15);
  const double up = 80 / (M_PI * sqrt(2)); // 18.00633
  const double down = -16.67288;
  assert_true(bridge_wrapped(&thin, 1, up * (1 + 1e-12)).gamma == 0);
  assert_in_range((int)(1e9 * bridge_wrapped(&thin, 1, up * (1 - 1e-6)).gamma), 1, 1000);
  assert_true(bridge_wrapped(&thin, 1, down - 1e-5).gamma == 0.05);
  assert_true(bridge_wrapped(&thin, 1, down + 1e-4).gamma < 0.05);
  const wrapped_shape high = bridge_wrapped(&thin, 1, 18.00633);
  const wrapped_shape low = bridge_wrapped(&thin, 1, -16.67288);
  assert_near(wrapped_displacement(&thin, &high, 0.5), 25.46479, 1e-5);
  assert_near(wrapped_displacement(&thin, &low, 0.5), -24.10892, 2e-5);

  const bridge of = sitar_bridge();
  const wrapped_shape lifted = bridge_wrapped(&of, 1, 0.2085);
  const wrapped_shape pressed = bridge_wrapped(&of, 1, -0.1723);
  assert_near(lifted.gamma, of.from, 1e-4);
  assert_near(pressed.gamma, of.to, 1e-4);
  assert_near(wrapped_displacement(&of, &lifted, 0.5), 0.8901, 1e-4);
  assert_near(wrapped_displacement(&of, &pressed, 0.5), 0.3295, 1e-4);
}

// --- The motion ---------------------------------------------------------------------------------

static void string_is_tangent_and_at_rest_at_its_contact_point(void **state) {
  (void)state;
  const bridge sitar = sitar_bridge();
  const struct {
    const bridge *of;
    int mode;
    double beta, until;
  } cases[] = {{&thin, 1, 9, 20},
               {&thin, 1, 25, 8.2},
               {&thin, 1, -12, 10},
               {&thin, 2, 3, 8},
               {&sitar, 1, 0.25, 10}};
  for (int i = 0; i < 5; ++i) {
    const level_map m = wrapped(cases[i].of, cases[i].mode, cases[i].beta);
    const bridge *of = &m.of;
    assert_true(m.lost > cases[i].until);
    for (double t = 0; t < cases[i].until; t += 0.0137) {
      const contact_point at = level_map_contact(&m, t);
      const string_point on = level_map_string(&m, at, at.gamma, t);
      assert_near(on.y, bridge_height(of, at.gamma), 1e-11 * of->alpha);
      assert_near(on.y_t, 0, 1e-11 * of->alpha);
      if (at.gamma > of->from && at.gamma < of->to)
        assert_near(on.y_x, of->alpha * (of->b - 2 * at.gamma), 1e-11 * of->alpha);
      assert_near(level_map_string(&m, at, 1, t).y, 0, 1e-12 * of->alpha);
      for (double x = at.gamma; x < of->to; x += 1e-3) // nowhere inside the bridge
        assert_true(level_map_string(&m, at, x, t).y > bridge_height(of, x) - 1e-10 * of->alpha);
    }
  }
}

// Derivatives are those of the displacement, which so solves the wave equation.
static void fields_are_derivatives_of_the_displacement(void **state) {
  (void)state;
  const level_map m = wrapped(&thin, 1, 17);
  const double e = 1e-5;
  for (double t = 0.1; t < 12; t += 0.37)
    for (double x = 0.1; x < 1; x += 0.2) {
      const contact_point at = {0, 0}; // beyond it everywhere here
      const string_point here = level_map_string(&m, at, x, t);
      const double late = level_map_string(&m, at, x, t + e).y;
      const double early = level_map_string(&m, at, x, t - e).y;
      const double right = level_map_string(&m, at, x + e, t).y;
      const double left = level_map_string(&m, at, x - e, t).y;
      assert_near(here.y_t, (late - early) / (2 * e), 1e-3);
      assert_near(here.y_x, (right - left) / (2 * e), 1e-3);
      assert_near(here.y_tt, (late - 2 * here.y + early) / (e * e), 2 + 1e-2 * fabs(here.y_tt));
      assert_near(late + early, right + left, 1e-9); // d'Alembert
    }
}

// By the midpoint rule over the fields, kinks at switches included.
static double energy_of_fields(const level_map *m, double t) {
  enum { PARTS = 20000 };
  const contact_point at = level_map_contact(m, t);
  double sum = 0;
  for (int i = 0; i < PARTS; ++i) {
    const double x = at.gamma + (1 - at.gamma) * (i + 0.5) / PARTS;
    const string_point here = level_map_string(m, at, x, t);
    sum += (here.y_t * here.y_t + here.y_x * here.y_x) / 2 * (1 - at.gamma) / PARTS;
  }
  const double to = m->of.b - 2 * at.gamma; // on the bridge, which begins at 0 here
  return sum + m->of.alpha * m->of.alpha * (pow(m->of.b, 3) - to * to * to) / 12;
}

static void energy_is_constant(void **state) {
  (void)state;
  const double beta[] = {9, 17, 25, -12};
  for (int i = 0; i < 4; ++i) {
    const level_map m = wrapped(&thin, 1, beta[i]);
    const double first = energy_of_fields(&m, 0);
    for (double t = 0.3; t < fmin(m.lost, 8); t += 0.71) {
      double kinetic = 0;
      double potential = 0;
      level_map_energy(&m, level_map_contact(&m, t), t, &kinetic, &potential);
      assert_near(energy_of_fields(&m, t) / first, 1, 1e-8);
      assert_near((kinetic + potential) / first, 1, 1e-8);
    }
  }
}

// Small vibrations about the rest shape have the period 2 sqrt(1 - b) of the free length.
static void small_vibrations_have_the_period_of_the_free_length(void **state) {
  (void)state;
  const level_map m = wrapped(&thin, 1, 1e-6);
  const wrapped_shape rest = bridge_wrapped(&thin, 1, 0);
  const double still = wrapped_displacement(&thin, &rest, 0.5);
  const double T = 2 * sqrt(0.95);
  for (double t = 0; t < 100 * T; t += 10.1 * T) {
    const double swing = level_map_string(&m, level_map_contact(&m, t), 0.5, t).y - still;
    const double mode = sin(M_PI * (0.5 - rest.gamma) / (1 - rest.gamma)) * sqrt(2 / (T / 2));
    assert_near(swing / 1e-6, mode * cos(2 * M_PI * t / T), 1e-4);
  }
}

// --- Where it ends ------------------------------------------------------------------------------

// Reflection n* = alpha l^2 / (A pi^2), rounded up, with A the amplitude over the free length.
static void wrapping_ends_where_the_contact_point_is_as_fast_as_waves(void **state) {
  (void)state;
  const struct {
    double beta, n, lost;
  } cases[] = {{25, 4.59, 8.269}, {17, 6.72, 12.171}, {9, 12.3, NAN}, {1.8, 60.1, NAN}};
  for (int i = 0; i < 4; ++i) {
    const level_map m = wrapped(&thin, 1, cases[i].beta);
    const double l = 1 - m.start.gamma;
    assert_near(1600 * l * l / (m.start.A * M_PI * M_PI) / cases[i].n, 1, 5e-3);
    assert_true(m.lost_reflects == ceil(cases[i].n));
    if (!isnan(cases[i].lost))
      assert_near(m.lost, cases[i].lost, 5e-4);
    const double before = level_map_contact(&m, m.lost - 2e-8).gamma; // speed of the contact point
    const double after = level_map_contact(&m, m.lost - 1e-8).gamma;
    assert_near((after - before) / 1e-8, 1, 0.02);
  }
}

static void a_run_ends_there_and_keeps_what_was_computed(void **state) {
  (void)state;
  rig r = string_on("wave", 100, "{shape: sine, amplitude: 35.35}", thin_barrier);
  carom_warning warning;
  assert_int_equal(carom_warnings(r.model, NULL, NULL, &warning, 1), 1);
  assert_non_null(strstr(warning.text, "ends at 8.269 s"));
  for (int n = 0; n < 8269; ++n)
    assert_int_equal(carom_process(r.model, r.state, 1, NULL), CAROM_OK);
  assert_int_equal(carom_process(r.model, r.state, 1, NULL), CAROM_WAVE_SPEED);
  assert_int_equal(carom_state_steps(r.state), 8269);
  assert_near(carom_state_ledger(r.state).time, 8.269, 1e-9);
  rig_free(&r);
}

// --- Against the rigid method -------------------------------------------------------------------

static void the_rigid_method_converges_to_it(void **state) {
  (void)state;
  const char *const starts[] = {"{shape: sine, amplitude: 35.35}", "{shape: wrapped, amplitude: 9}",
                                "{shape: wrapped, amplitude: -12}"};
  for (int i = 0; i < 3; ++i) {
    rig exact = string_on("wave", 100, starts[i], thin_barrier);
    double error[2] = {0, 0};
    double mid[2001];
    for (int n = 0; n <= 2000; ++n) {
      rig_steps(&exact, 1);
      mid[n] = carom_output(exact.model, exact.state, 0);
    }
    for (int k = 0; k < 2; ++k) {
      rig r = string_on("rigid", k == 0 ? 1000 : 4000, starts[i], thin_barrier);
      for (int n = 0; n <= 2000; ++n) {
        rig_steps(&r, 1);
        error[k] = fmax(error[k], fabs(carom_output(r.model, r.state, 0) - mid[n]));
      }
      rig_free(&r);
    }
    assert_at_most(error[1], 5e-4);
    assert_true(error[0] / error[1] > 2.5); // O(h): 4
    rig_free(&exact);
  }
}

// --- Scenes -------------------------------------------------------------------------------------

// Length, height and time of a real string are units; upside down everything has the other sign.
static void it_scales_to_any_string(void **state) {
  (void)state;
  const level_map m = wrapped(&thin, 1, 17);
  const char *const sides[] = {"below: w, above: s", "below: s, above: w"};
  for (int i = 0; i < 2; ++i) {
    const double side = i == 0 ? 1 : -1;
    char text[1024];
    snprintf(
        text, sizeof text,
        "{carom: 1, rate: 44100, duration: 0.1, bodies: {s: {type: string, length: 0.8, "
        "linear_density: 5e-3, tension: 80, start: {shape: wrapped, amplitude: %g}}, w: {type: "
        "barrier, profile: {shape: parabola, height: %g, width: 0.04, to: 0.04}}}, contacts: "
        "{c: {type: collision, %s, along: true}}, outputs: {y: {of: s@0.3}, v: {of: s@0.3, "
        "quantity: velocity}, a: {of: s@0.3, quantity: acceleration}, slope: {of: s@0.3, "
        "quantity: slope}, e: {of: s, quantity: energy}, length: {of: c, quantity: "
        "contact_length}, force: {of: c, quantity: force}}, solver: {method: wave}}",
        side * 17e-4, side * 1e-4, sides[i]);
    rig r = rig_of(scene_of(text));
    const double unit = 0.8 / sqrt(80 / 5e-3);
    for (int n = 0; n < 3000; ++n) {
      rig_steps(&r, 1);
      const double t = n / 44100.0 / unit;
      const contact_point at = level_map_contact(&m, t);
      const string_point here = level_map_string(&m, at, 0.3, t);
      assert_near(side * carom_output(r.model, r.state, 0), 1e-4 * here.y, 1e-12);
      assert_near(side * carom_output(r.model, r.state, 1), 1e-4 / unit * here.y_t, 1e-8);
      assert_near(side * carom_output(r.model, r.state, 2), 1e-4 / (unit * unit) * here.y_tt, 1e-3);
      assert_near(side * carom_output(r.model, r.state, 3), 1e-4 / 0.8 * here.y_x, 1e-11);
      assert_near(carom_output(r.model, r.state, 5), 0.8 * at.gamma, 1e-12);
      assert_near(carom_output(r.model, r.state, 6), 80 * 1e-4 / 0.8 * 3200 * at.gamma, 1e-8);
    }
    assert_at_most(rig_error(&r), 1e-12);
    rig_free(&r);
  }
}

// Momentum: over a cycle that returns, bridge and ends have pushed as much as they pulled.
static void impulses_of_the_bridge_are_logged(void **state) {
  (void)state;
  rig r = string_on("wave", 100, "{shape: sine, amplitude: 30}", thin_barrier);
  rig_steps(&r, 2501);
  carom_impact e;
  assert_true(carom_state_next_impact(r.model, r.state, &e));
  const level_map m = {.of = thin, .start = {.A = 30, .kappa = M_PI}};
  level_map ready = m;
  level_map_prepare(&ready);
  double from = 0;
  while (!(level_map_contact(&ready, from).gamma > 0))
    from += 1e-5;
  assert_near(e.begin, from, 1e-3);
  assert_near(e.begin + e.end, 2, 4e-3); // symmetric about 1
  assert_true(e.impulse > 0 && e.peak_force > 2 * 80 && e.energy_lost == 0);
  rig_free(&r);
}

static void refused(const char *string, const char *barrier, const char *why) {
  char text[1024];
  snprintf(text, sizeof text,
           "{carom: 1, rate: 1000, bodies: {s: {type: string, length: 1, linear_density: 1, "
           "tension: 1, %s}, w: {type: barrier, %s}}, contacts: {c: {type: collision, below: w, "
           "above: s, along: true}}, solver: {method: wave}}",
           string, barrier);
  carom_scene *scene = scene_of(text);
  carom_model *model = NULL;
  carom_error error;
  assert_true((model = carom_model_compile(scene, NULL, &error)) == NULL);
  if (strstr(error.text, why) == NULL || strstr(error.text, "solver.method ") == NULL)
    fail_msg("'%s' lacks '%s'", error.text, why);
  carom_scene_free(scene);
}

static void what_it_does_not_take_is_refused(void **state) {
  (void)state;
  const char *const rest = "start: {shape: wrapped}";
  refused(rest, "profile: {shape: parabola, height: 1, width: 1.2, to: 0.5}", "longer than");
  refused(rest, "profile: {shape: parabola, height: 1, width: 0.5, to: 1.5}", "reaches the end");
  refused(rest, "profile: {shape: parabola, height: -1, width: 0.05, to: 0.05}", "concave");
  refused(rest, "position: -1, profile: {shape: parabola, height: 1, width: 0.05, to: 0.05}",
          "not on the bridge");
  refused(rest, "profile: {shape: parabola, height: 1, width: 0.05, at: 0.1}", "not on the bridge");
  refused(rest, "profile: {shape: sine, height: 1, width: 0.05, to: 0.05}", "parabol");
  refused("points: 50", thin_barrier, "inside the obstacle");
  refused("start: {shape: sine, amplitude: 25}", thin_barrier, "inside the obstacle");
  refused("start: {shape: sine, amplitude: 35, mode: 12}", thin_barrier, "more curved");
  refused("start: {shape: pluck, amplitude: 35}", thin_barrier, "does not wrap");
  refused("start: {shape: wrapped}, sigma0: 1", thin_barrier, "without losses");
  refused("start: {shape: wrapped}, bending_stiffness: 1", thin_barrier, "ideal string");
  refused("start: {shape: wrapped}, start_velocity: {shape: sine}", thin_barrier, "at rest");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rest_and_transitions_are_where_the_tangent_says),
      cmocka_unit_test(string_is_tangent_and_at_rest_at_its_contact_point),
      cmocka_unit_test(fields_are_derivatives_of_the_displacement),
      cmocka_unit_test(energy_is_constant),
      cmocka_unit_test(small_vibrations_have_the_period_of_the_free_length),
      cmocka_unit_test(wrapping_ends_where_the_contact_point_is_as_fast_as_waves),
      cmocka_unit_test(a_run_ends_there_and_keeps_what_was_computed),
      cmocka_unit_test(the_rigid_method_converges_to_it),
      cmocka_unit_test(it_scales_to_any_string),
      cmocka_unit_test(impulses_of_the_bridge_are_logged),
      cmocka_unit_test(what_it_does_not_take_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
