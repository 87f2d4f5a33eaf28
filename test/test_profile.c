// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Claims about profiles: obstacles of a shape along a body, anywhere and of varying hardness.

#include "test/support.h"

#include "model/model.h"

static rig along(const char *string, const char *barrier, const char *contact) {
  char text[2048];
  snprintf(text, sizeof text,
           "{carom: 1, rate: 44100, bodies: {s: {type: string, length: 1, linear_density: 0.01, "
           "tension: 100, points: 100, %s}, w: {type: barrier, %s}}, contacts: {c: {type: "
           "collision, below: w, above: s, along: true, %s}}, outputs: {mid: {of: s@0.5}}}",
           string, barrier, contact);
  return rig_of(scene_of(text));
}

// Offsets of the links are the heights, and there are links between from and to alone.
static void parabolas_and_sines_are_placed_anywhere(void **state) {
  (void)state;
  const struct {
    const char *profile;
    double from, to;
    bool sine;
  } cases[] = {
      {"{shape: parabola, height: 2e-3, width: 0.3, at: 0.25}", 0.25, 0.55, false},
      {"{shape: sine, height: 2e-3, width: 0.3, at: 0.25}", 0.25, 0.55, true},
      {"{shape: parabola, height: 2e-3, width: 0.3, at: 0.25, from: 0.3, to: 0.5}", 0.3, 0.5,
       false},
      {"{shape: sine, height: 2e-3, width: 0.3, at: 0.25, to: 0.7}", 0.25, 0.7, true},
  };
  for (int i = 0; i < 4; ++i) {
    char barrier[256];
    snprintf(barrier, sizeof barrier, "position: -1, profile: %s", cases[i].profile);
    rig r = along("sigma0: 0", barrier, "stiffness: 1e6");
    const carom_model *m = r.model;
    assert_int_equal(m->link_count, (int)lround((cases[i].to - cases[i].from) * 100) + 1);
    for (int l = 0; l < m->link_count; ++l) {
      const double x = 0.01 * l + cases[i].from;
      const double z = (x - 0.25) / 0.3;
      const double height = 2e-3 * (cases[i].sine ? sin(2 * M_PI * z) : 4 * z * (1 - z));
      int node = 0;
      while (node_at(&m->body[0], node, 0) != m->term[m->link[l].first_term].node)
        ++node;
      assert_near(node * 0.01, x, 1e-12);
      assert_near(m->link[l].offset, height, 1e-16);
    }
    rig_free(&r);
  }
}

// What is drawn is where the links are.
static int check_drawn(const carom_model *m, int contact) {
  const carom_contact_info c = carom_model_contact(m, contact);
  carom_profile_info p = {.barrier = -1};
  if (!carom_model_profile(m, contact, &p)) {
    assert_true(isnan(carom_model_profile_height(m, contact, 0)));
    return 0;
  }
  const bool under = p.barrier == c.below.body;
  const carom_point other = under ? c.above : c.below;
  const carom_body_info on = carom_model_body(m, other.body);
  assert_int_equal(carom_model_body(m, p.barrier).kind, CAROM_BODY_BARRIER);
  for (int l = 0; l < m->link_count; ++l) {
    const model_link *link = &m->link[l];
    if (link->contact != contact || (link->along && c.places == 0))
      continue;
    const double spacing = c.places > 1 ? (c.last - c.first) / (c.places - 1) : 0;
    const double x = c.places > 0     ? link->place * spacing
                     : isnan(other.x) ? 0
                                      : other.x * on.size_x;
    // the last link may have a part of its cell alone
    const double inside = fmin(fmax(x, p.from), p.to);
    assert_near(inside, x, spacing);
    const double height = carom_model_profile_height(m, contact, inside);
    const double gap = m->contact[contact].start.gap;
    if (inside == x)
      assert_near(link->offset, (under ? 1 : -1) * height - gap, 1e-15);
  }
  assert_true(isnan(carom_model_profile_height(m, contact, p.to + 1e-3)));
  assert_true(isnan(carom_model_profile_height(m, contact, p.from - 1e-3)));
  return 1;
}

static void profiles_are_told_to_be_drawn(void **state) {
  (void)state;
  int drawn = 0;
  for (int i = 0; i < carom_builtin_count(); ++i) {
    rig r = rig_of(scene_of(carom_builtin_name(i)));
    for (int j = 0; j < r.model->contact_count; ++j)
      drawn += check_drawn(r.model, j);
    rig_free(&r);
  }
  assert_true(drawn > 20);
  // The bridge of the sitar falls by 0.26 mm over 4 cm, from its top at the string's end.
  rig r = rig_of(scene_of("sitar"));
  const int jawari = carom_model_find_contact(r.model, "jawari");
  carom_profile_info p;
  assert_true(carom_model_profile(r.model, jawari, &p));
  assert_int_equal(p.barrier, carom_model_find_body(r.model, "bridge"));
  assert_true(p.from == 0 && p.to == 0.04);
  assert_near(carom_model_profile_height(r.model, jawari, 0), 2.6e-4, 1e-18);
  assert_near(carom_model_profile_height(r.model, jawari, 0.02), 2.6e-4 * 0.75, 1e-18);
  assert_near(carom_model_profile_height(r.model, jawari, 0.04), 0, 1e-18);
  assert_false(carom_model_profile(r.model, carom_model_find_contact(r.model, "foot"), &p));
  rig_free(&r);
  // A table without ends lies under the whole string.
  r = along("sigma0: 0", "position: -1, profile: {shape: table, values: [0, 1e-3, 4e-3]}",
            "stiffness: 1e6");
  assert_int_equal(check_drawn(r.model, 0), 1);
  assert_true(carom_model_profile(r.model, 0, &p) && p.from == 0 && p.to == 1);
  assert_near(carom_model_profile_height(r.model, 0, 0.25), 0.5e-3, 1e-18);
  assert_near(carom_model_profile_height(r.model, 0, 0.75), 2.5e-3, 1e-18);
  assert_near(carom_model_profile_height(r.model, 0, 1), 4e-3, 1e-18);
  rig_free(&r);
}

// A taut string that hangs over narrow obstacles is their convex hull, less the penalty's overlap
// F / (K h), 1.1e-6 m at the most.
static void a_string_rests_on_several_obstacles(void **state) {
  (void)state;
  rig r = rig_of(scene_of(
      "{carom: 1, bodies: {s: {type: string, length: 1, linear_density: 0.01, tension: 100, "
      "points: 200, sigma0: 150}, a: {type: barrier, profile: {shape: parabola, height: 1e-3, "
      "width: 0.02, at: 0.19}}, b: {type: barrier, profile: {shape: parabola, height: 5e-4, width: "
      "0.02, at: 0.49}}, c: {type: barrier, profile: {shape: sine, height: 6e-4, width: 0.04, at: "
      "0.79, to: 0.81}}}, contacts: {on_a: {type: collision, below: a, above: s, along: true, "
      "stiffness: 1e8, exponent: 1}, on_b: {type: collision, below: b, above: s, along: true, "
      "stiffness: 1e8, exponent: 1}, on_c: {type: collision, below: c, above: s, along: true, "
      "stiffness: 1e8, exponent: 1}}, outputs: {a: {of: s@0.2}, b: {of: s@0.5}, c: {of: s@0.8}, "
      "lift: {of: on_a, quantity: force}, idle: {of: on_b, quantity: force}, right: {of: on_c, "
      "quantity: force}}}"));
  rig_steps(&r, 44100);
  assert_near(carom_output(r.model, r.state, 0), 1e-3, 2e-6);
  assert_near(carom_output(r.model, r.state, 1), 0.8e-3, 2e-6); // between the two tops, above b
  assert_near(carom_output(r.model, r.state, 2), 6e-4, 2e-6);
  // Forces are T times the changes of slope: 0.005 to -0.4e-3 / 0.6, and from there to -0.003.
  assert_near(carom_output(r.model, r.state, 3), 100 * (5e-3 + 0.4e-3 / 0.6), 1e-3);
  assert_true(carom_output(r.model, r.state, 4) == 0);
  assert_near(carom_output(r.model, r.state, 5), 100 * (3e-3 - 0.4e-3 / 0.6), 1e-3);
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
}

// A bar clamped at the top of a cylinder of radius 1 m is bent round it by P = 250 N at its tip as
// far as the moment exceeds EI / R: x = L - EI / (R P). Its tip is then at
// -(x^2 / 2R + x (L - x) / R + P (L - x)^3 / 3 EI). Penalty and grid leave 2e-4 of it.
static void a_bar_is_bent_round_a_cylinder(void **state) {
  (void)state;
  const double x = 1 - 100.0 / 250;
  const double tip = -(x * x / 2 + x * (1 - x) + 250 * pow(1 - x, 3) / 300);
  const char *const profiles[] = {
      "position: -0.5, profile: {shape: parabola, height: 0.5, width: 2, at: -1, from: 0}",
      "profile: {shape: table, values: [0, -0.005, -0.02, -0.045, -0.08, -0.125, -0.18, -0.245, "
      "-0.32, -0.405, -0.5]}"};
  for (int i = 0; i < 2; ++i) {
    char text[1024];
    snprintf(text, sizeof text,
             "{carom: 1, rate: 80000, bodies: {bar: {type: bar, length: 1, linear_density: 1, "
             "bending_stiffness: 100, ends: [clamped, free], sigma0: 35, points: 60}, cylinder: "
             "{type: barrier, %s}}, contacts: {wrap: {type: collision, below: cylinder, above: "
             "bar, along: true, stiffness: 1e8, exponent: 1}}, forces: {load: {on: bar@1, table: "
             "[[0, -250], [1, -250]]}}, outputs: {tip: {of: bar@1}}}",
             profiles[i]);
    rig r = rig_of(scene_of(text));
    rig_steps(&r, 48000);
    assert_near(carom_output(r.model, r.state, 0), tip,
                i == 0 ? 2e-4 : 2e-3); // the table has corners
    rig_free(&r);
  }
}

// The energy of a string pressed into a flat obstacle, over that of the integral of its density.
static double pressed(const char *method, double from, double to) {
  char text[1024];
  snprintf(text, sizeof text,
           "{carom: 1, rate: 1e5, bodies: {s: {type: string, length: 1, linear_density: 0.01, "
           "tension: 1, points: 50, start: {shape: sine, amplitude: -1e-3}}, w: {type: barrier, "
           "profile: {shape: flat, from: %.17g, to: %.17g}}}, contacts: {c: {type: collision, "
           "below: w, above: s, along: true, stiffness: 1, exponent: 1.5}}, outputs: {length: {of: "
           "c, quantity: contact_length}}, solver: {method: %s}}",
           from, to, method);
  rig r = rig_of(scene_of(text));
  carom_error error;
  assert_int_equal(carom_state_equip(r.model, r.state, &error), CAROM_OK);
  const double found = carom_contact_share(r.model, r.state, 0).potential;
  double sum = 0;
  for (int i = 0; i < 10000; ++i)
    sum += pow(1e-3 * sin(M_PI * (from + (to - from) * (i + 0.5) / 10000)), 2.5);
  rig_steps(&r, 1);
  assert_near(carom_output(r.model, r.state, 0), to - from, 1e-12);
  rig_free(&r);
  return found / (sum * (to - from) / 10000 / 2.5);
}

// Ends of an obstacle anywhere between nodes, 0.02 apart (by modes 0.002), also both in one cell:
// the trapezoidal rule has (h pi)^2 / 12 of the energy as its error, some times that at the ends.
// Cells that count as a whole or not at all would be off by 5 %.
static void an_obstacle_acts_as_far_as_it_reaches(void **state) {
  (void)state;
  const double ends[][2] = {{0.3, 0.5},   {0.3, 0.505}, {0.3, 0.51},    {0.3, 0.519},
                            {0.295, 0.5}, {0.281, 0.5}, {0.401, 0.419}, {0.405, 0.425},
                            {0.02, 0.63}, {0.37, 0.98}};
  for (int i = 0; i < 10; ++i) {
    assert_near(pressed("audio", ends[i][0], ends[i][1]), 1, 2e-3);
    if (carom_has_integrator())
      assert_near(pressed("adaptive", ends[i][0], ends[i][1]), 1, 2e-5);
  }
}

// phi = f K eta^(alpha + 1) / (alpha + 1) at each node, with f and alpha straight from one end of
// the obstacle to the other. At 1 MHz the half step before t = 0 changes it by less than 1e-5.
static void stiffness_and_exponent_vary_along_a_body(void **state) {
  (void)state;
  rig r =
      rig_of(scene_of("{carom: 1, rate: 1e6, bodies: {s: {type: string, length: 1, linear_density: "
                      "0.01, tension: 100, points: 100, start: {shape: sine, amplitude: -1e-3}}, "
                      "w: {type: barrier, profile: {shape: flat, from: 0.2, to: 0.6, stiffness: "
                      "[1, 3], exponent: [1, 2, 1.5]}}}, contacts: {c: {type: collision, below: w, "
                      "above: s, along: true, stiffness: 1e4, exponent: 2.5}}}"));
  double energy = 0;
  for (int i = 20; i <= 60; ++i) {
    const double z = (i - 20) / 40.0;
    const double alpha = z < 0.5 ? 1 + 2 * z : 2 - (z - 0.5);
    const double cell = i == 20 || i == 60 ? 0.005 : 0.01;
    energy += cell * (1 + 2 * z) * 1e4 * pow(1e-3 * sin(M_PI * i / 100), alpha + 1) / (alpha + 1);
  }
  assert_near(carom_contact_share(r.model, r.state, 0).potential / energy, 1, 1e-5);
  rig_free(&r);
}

// Lists of one value are a contact with these numbers.
static void even_lists_are_the_contacts_own_numbers(void **state) {
  (void)state;
  const char *const schemes[] = {"positive", "clamp", "published", "exact"};
  for (int i = 0; i < 4; ++i) {
    char listed[256];
    char plain[256];
    snprintf(listed, sizeof listed, "stiffness: 1e8, exponent: 1.3, damping: 0.1, scheme: %s",
             schemes[i]);
    snprintf(plain, sizeof plain, "stiffness: 4e8, exponent: 2, damping: 0.1, scheme: %s",
             schemes[i]);
    const char *start = "start: {shape: pluck, at: 0.3, amplitude: -2e-3}";
    rig a =
        along(start, "position: -1e-3, profile: {stiffness: [4, 4], exponent: [2, 2, 2]}", listed);
    rig b = along(start, "position: -1e-3", plain);
    for (int n = 0; n < 100; ++n) {
      rig_steps(&a, 1);
      rig_steps(&b, 1);
      assert_near(carom_output(a.model, a.state, 0), carom_output(b.model, b.state, 0), 1e-12);
    }
    rig_free(&a);
    rig_free(&b);
  }
}

// A spring pulls as well, and not within its dead zone, whatever exponents the profile gives it.
static void springs_with_exponents_of_a_profile_pull_as_before(void **state) {
  (void)state;
  for (int i = 0; i < 4; ++i) {
    char scene[600];
    double end[2];
    for (int listed = 0; listed < 2; ++listed) {
      snprintf(scene, sizeof scene,
               "{carom: 1, bodies: {s: {type: string, length: 1, linear_density: 0.01, tension: "
               "100, points: 50, start: {shape: sine, amplitude: %g}}, w: {type: barrier%s}}, "
               "contacts: {c: {type: spring, below: w, above: s, along: true, stiffness: 1e6, "
               "exponent: %s, dead_zone: %g}}, outputs: {u: {of: s@0.5}, f: {of: c, quantity: "
               "force}}}",
               i % 2 == 0 ? 2e-3 : -2e-3, listed == 1 ? ", profile: {exponent: [2, 2]}" : "",
               listed == 1 ? "1.4" : "2", i / 2 == 0 ? 0 : 5e-4);
      rig r = rig_of(scene_of(scene));
      rig_steps(&r, 1);
      const double force = carom_output(r.model, r.state, 1);
      assert_true(i % 2 == 0 ? force < -0.1 : force > 0.1);
      rig_steps(&r, 400);
      end[listed] = carom_output(r.model, r.state, 0);
      assert_at_most(rig_error(&r), 1e-12);
      rig_free(&r);
    }
    assert_near(end[1], end[0], 1e-12);
  }
}

static void varying_laws_keep_the_ledger_closed(void **state) {
  (void)state;
  const char *const schemes[] = {"positive", "clamp", "published", "exact"};
  for (int i = 0; i < 4; ++i) {
    char contact[256];
    snprintf(contact, sizeof contact, "stiffness: 1e9, exponent: 1.3, damping: %g, scheme: %s",
             i % 2 == 0 ? 0.0 : 0.5, schemes[i]);
    rig r = along("start: {shape: pluck, at: 0.3, amplitude: 3e-3}",
                  "position: -1e-3, profile: {shape: parabola, height: 1e-3, width: 0.4, at: 0.1, "
                  "stiffness: [0, 1, 10], exponent: [1, 3, 1.5, 2]}",
                  contact);
    rig_steps(&r, 5000);
    assert_true(carom_contact_counts(r.model, r.state, 0).impacts > 0);
    assert_at_most(rig_error(&r), 1e-12);
    rig_free(&r);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(parabolas_and_sines_are_placed_anywhere),
      cmocka_unit_test(profiles_are_told_to_be_drawn),
      cmocka_unit_test(a_string_rests_on_several_obstacles),
      cmocka_unit_test(a_bar_is_bent_round_a_cylinder),
      cmocka_unit_test(an_obstacle_acts_as_far_as_it_reaches),
      cmocka_unit_test(stiffness_and_exponent_vary_along_a_body),
      cmocka_unit_test(even_lists_are_the_contacts_own_numbers),
      cmocka_unit_test(springs_with_exponents_of_a_profile_pull_as_before),
      cmocka_unit_test(varying_laws_keep_the_ledger_closed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
