// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// How far grids are out of tune, and that bodies which would be are taken by their modes:
// frequencies of runs, by their zero crossings, against theory.

#include "bodies/tuning.h"
#include "grid_estimate.h"
#include "support.h"

static const double pi = 3.14159265358979323846;

enum { MODES = 5 };

#define BAR "type: bar, length: 0.4, linear_density: 0.15, bending_stiffness: 8"

static rig rig_of_body(const char *keys, double rate) {
  char text[1000];
  snprintf(text, sizeof text, "{carom: 1, rate: %g, bodies: {it: {%s}}}", rate, keys);
  return rig_of(scene_of(text));
}

// --- Estimates ----------------------------------------------------------------------------------

static void extrapolated_frequencies_of_bars_are_those_of_theory(void **state) {
  (void)state;
  static const char *const ends[] = {"[free, free]", "[clamped, free]", "[clamped, clamped]",
                                     "[clamped, pinned]", "[pinned, free]"};
  const carom_memory heap = carom_memory_heap();
  for (int e = 0; e < 5; ++e) {
    char keys[300];
    snprintf(keys, sizeof keys, BAR ", model: grid, ends: %s", ends[e]);
    rig r = rig_of_body(keys, 44100);
    double estimated[MODES];
    double known[MODES];
    assert_int_equal(grid_estimate(&heap, &r.model->body[0], MODES, estimated), MODES);
    assert_int_equal(tuning_closed_form(&r.model->body[0], MODES, known), MODES);
    for (int i = 0; i < MODES; ++i)
      assert_near(estimated[i], known[i], 1.8e-5 * known[i]); // 0.03 cents, on 21 intervals
    rig_free(&r);
  }
}

// Square plates, omega a^2 / kappa with Poisson's ratio 0.3, to the digits in which published
// series agree; A. W. Leissa (The free vibration of rectangular plates, Journal of Sound and
// Vibration 31, 1973) has bounds that are up to 1 % above them.
static const struct {
  const char *edges;
  int rigid;
  double omega[MODES];
} squares[] = {{"clamped", 0, {35.985, 73.394, 73.394, 108.22, 131.58}},
               {"free", 3, {13.468, 19.596, 24.270, 34.801, 34.801}}};

static void true_frequencies_of_square_plates_are_the_published_ones(void **state) {
  (void)state;
  for (int e = 0; e < 2; ++e) {
    char keys[300];
    snprintf(
        keys, sizeof keys,
        "type: plate, size: [0.5, 0.5], thickness: 2e-3, density: 2700, youngs: 7e10, poisson: "
        "0.3, model: grid, edges: %s",
        squares[e].edges);
    rig r = rig_of_body(keys, 44100);
    carom_mode_info modes[MODES + 3];
    const int count = squares[e].rigid + MODES;
    assert_int_equal(carom_body_modes(r.model, 0, count, modes), count);
    const double unit = sqrt(r.model->body[0].bend) / (0.5 * 0.5 * 2 * pi);
    for (int i = 0; i < count; ++i) {
      assert_true(modes[i].estimated);
      const double omega = i < squares[e].rigid ? 0 : squares[e].omega[i - squares[e].rigid];
      assert_near(modes[i].true_frequency, omega * unit, 3e-4 * omega * unit);
    }
    rig_free(&r);
  }
}

// --- Cents --------------------------------------------------------------------------------------

static void cents_compare_a_grid_with_theory(void **state) {
  (void)state;
  rig r = rig_of_body("type: string, length: 1, linear_density: 0.006, tension: 120, points: 50",
                      44100);
  carom_mode_info modes[MODES];
  assert_int_equal(carom_body_modes(r.model, 0, MODES, modes), MODES);
  const double k = 1 / 44100.0;
  const double c = sqrt(120 / 0.006);
  for (int m = 1; m <= MODES; ++m) {
    const double f = asin(c * k * 50 * sin(m * pi / 100)) / (pi * k);
    assert_false(modes[m - 1].estimated);
    assert_near(modes[m - 1].true_frequency, m * c / 2, 1e-9);
    assert_near(modes[m - 1].frequency, f, 1e-9);
    assert_near(modes[m - 1].cents, 1200 * log2(f / (m * c / 2)), 1e-9);
  }
  rig_free(&r);
}

static void masses_barriers_and_what_is_not_there_have_no_modes(void **state) {
  (void)state;
  rig r = rig_of(scene_of("mass-between"));
  carom_mode_info modes[MODES];
  assert_int_equal(carom_body_modes(r.model, 1, MODES, modes), 0);
  assert_int_equal(carom_body_modes(r.model, 2, MODES, modes), 0);
  assert_int_equal(carom_body_modes(r.model, 3, MODES, modes), 0);
  assert_int_equal(carom_body_modes(r.model, -1, MODES, modes), 0);
  assert_int_equal(carom_body_modes(r.model, 0, 0, modes), 0);
  rig_free(&r);
}

// --- Runs ---------------------------------------------------------------------------------------

/// Bodies without losses, their true modes 1 to 5 in units of their first vibrating one's closed
/// form: roots beta L of the frequency equation, and how frequency follows from them.
typedef struct {
  const char *name, *keys;
  int rigid;          // modes before the first that vibrates
  double root[MODES]; // beta L
  double c2, bend;    // m2/s2, m4/s2
  double length;      // m
  const char *at;     // an end or point where none of these modes has a node
} tuned;

#define SINES                                                                                      \
  {                                                                                                \
    1 * 3.14159265358979323846, 2 * 3.14159265358979323846, 3 * 3.14159265358979323846,            \
        4 * 3.14159265358979323846, 5 * 3.14159265358979323846                                     \
  }
#define ALIKE                                                                                      \
  { 4.73004074486270, 7.85320462409584, 10.9956078380017, 14.1371654912575, 17.2787596573995 }
#define CANTILEVER                                                                                 \
  { 1.87510406871196, 4.69409113297418, 7.85475743823761, 10.9955407348755, 14.1371683910465 }
#define MIXED                                                                                      \
  { 3.92660231204792, 7.06858274562873, 10.2101761228130, 13.3517687777541, 16.4933614313464 }

static const tuned bodies[] = {
    {"free bar", BAR ", ends: [free, free]", 2, ALIKE, 0, 8 / 0.15, 0.4, "it@0"},
    {"clamped bar", BAR ", ends: [clamped, clamped]", 0, ALIKE, 0, 8 / 0.15, 0.4, "it@0.37"},
    {"cantilever", BAR ", ends: [clamped, free]", 0, CANTILEVER, 0, 8 / 0.15, 0.4, "it@1"},
    {"pinned bar", BAR, 0, SINES, 0, 8 / 0.15, 0.4, "it@0.37"},
    {"clamped-pinned bar", BAR ", ends: [clamped, pinned]", 0, MIXED, 0, 8 / 0.15, 0.4, "it@0.37"},
    {"pinned-free bar", BAR ", ends: [pinned, free]", 1, MIXED, 0, 8 / 0.15, 0.4, "it@1"},
    {"long bar",
     "type: bar, length: 1.1, linear_density: 0.05, bending_stiffness: 0.3, ends: [free, free]", 2,
     ALIKE, 0, 0.3 / 0.05, 1.1, "it@0"},
    {"ideal string", "type: string, length: 0.65, linear_density: 4e-3, tension: 71", 0, SINES,
     71 / 4e-3, 0, 0.65, "it@0.37"},
    {"ideal clamped string",
     "type: string, length: 0.13, linear_density: 4e-3, tension: 700, ends: [clamped, clamped]", 0,
     SINES, 700 / 4e-3, 0, 0.13, "it@0.37"},
    {"stiff string",
     "type: string, length: 0.65, linear_density: 4e-3, tension: 71, "
     "bending_stiffness: 4e-3",
     0, SINES, 71 / 4e-3, 1, 0.65, "it@0.37"},
    {"stiff short string",
     "type: string, length: 0.09, linear_density: 6e-3, tension: 700, "
     "bending_stiffness: 0.03",
     0, SINES, 700 / 6e-3, 5, 0.09, "it@0.37"},
};

static double true_frequency(const tuned *b, int m) {
  const double beta2 = pow(b->root[m] / b->length, 2);
  return sqrt(beta2 * (b->c2 + b->bend * beta2)) / (2 * pi);
}

// Frequency of a sine from its first and last zero crossing; straight lines between samples leave
// less than 1e-3 of a sample at each.
static double frequency_of_run(rig *r, int samples) {
  double before = 0;
  double first = 0;
  double last = 0;
  int crossings = 0;
  for (int n = 0; n < samples; ++n) {
    carom_step(r->model, r->state);
    const double now = carom_output(r->model, r->state, 0);
    if (n > 0 && now * before < 0) {
      last = n - 1 + before / (before - now);
      first = crossings++ == 0 ? last : first;
    }
    before = now;
  }
  return (crossings - 1) / (2 * (last - first)) * carom_model_describe(r->model).rate;
}

static rig rig_in_mode(const tuned *b, int number, double rate) {
  char text[1000];
  snprintf(text, sizeof text,
           "{carom: 1, rate: %g, bodies: {it: {%s, start: {shape: mode, mode: %d, amplitude: "
           "1e-3}}}, outputs: {o: {of: %s}}}",
           rate, b->keys, number, b->at);
  return rig_of(scene_of(text));
}

// At every rate and by the default model: what a run sounds, within a cent of theory.
static void modes_1_to_5_of_strings_and_bars_sound_within_a_cent_of_theory(void **state) {
  (void)state;
  static const double rates[] = {44100, 48000, 88200, 96000, 192000};
  for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; ++i)
    for (int j = 0; j < 5; ++j)
      for (int m = 0; m < MODES; ++m) {
        const double f = true_frequency(&bodies[i], m);
        if (f > 5000)
          continue;
        rig r = rig_in_mode(&bodies[i], bodies[i].rigid + m + 1, rates[j]);
        const double heard = frequency_of_run(&r, (int)(rates[j] * fmax(0.05, 8 / f)));
        const double cents = 1200 * log2(heard / f);
        if (!(fabs(cents) <= 1))
          fail_msg("%s, mode %d at %g Hz: %g Hz, %g cents", bodies[i].name, m + 1, rates[j], heard,
                   cents);
        rig_free(&r);
      }
}

static bool is_modal(const char *scene) {
  rig r = rig_of(scene_of(scene));
  const bool modal = carom_model_body(r.model, 0).modes > 0;
  rig_free(&r);
  return modal;
}

#define OUT_OF_TUNE                                                                                \
  "type: string, length: 0.5, linear_density: 5e-3, tension: 80, bending_stiffness: 6e-3"
#define WITH(more) "{carom: 1, bodies: {it: {" OUT_OF_TUNE more "}}}"
#define AND(more)                                                                                  \
  "{carom: 1, bodies: {it: {" OUT_OF_TUNE "}, m: {type: mass, mass: 1e-3}, "                       \
  "b: {type: barrier, position: -1e-3}}, " more "}"

static void a_body_is_taken_by_modes_where_its_grid_would_be_out_of_tune(void **state) {
  (void)state;
  assert_true(is_modal(WITH("")));
  assert_true(is_modal(WITH(", model: auto")));
  assert_false(is_modal(WITH(", model: grid")));
  assert_false(is_modal(WITH(", points: 20")));
  assert_true(is_modal(WITH(", model: modes, points: 20")));
  assert_true(is_modal("{carom: 1, solver: {oversample: 8}, bodies: {it: {" OUT_OF_TUNE "}}}"));
  assert_true(is_modal(WITH(", ends: [clamped, pinned]")));
  assert_false(is_modal("{carom: 1, rate: 44100, bodies: {it: {type: string, length: 1, "
                        "linear_density: 6e-3, pitch: 110.25}}}")); // 200 intervals to the digit
  assert_true(is_modal("{carom: 1, bodies: {it: {" BAR ", damping_ratio: 0.01}}}"));
  assert_true(
      is_modal("{carom: 1, bodies: {it: {" BAR ", ends: [clamped, free], tip_mass: 0.01}}}"));
  assert_true(is_modal("{carom: 1, solver: {method: event}, bodies: {it: {" BAR ", points: 5}}}"));
}

static void what_modes_cannot_do_stays_on_the_grid(void **state) {
  (void)state;
  assert_false(is_modal(AND("contacts: {c: {type: spring, below: m, above: it@0.2, stiffness: 1e6, "
                            "cubic: 1e9}}")));
  assert_false(is_modal(AND("contacts: {c: {type: collision, below: b, above: it, along: true, "
                            "stiffness: 1e9}}")));
}

static void modes_are_taken_whatever_acts_at_points_or_changes(void **state) {
  (void)state;
  static const char *const scenes[] = {
      AND("contacts: {c: {type: collision, below: m, above: it@0.2, stiffness: 1e7}}"),
      AND("contacts: {c: {type: spring, below: m, above: it@0.2, linear: 1e4, cubic: 1e9}}"),
      AND("contacts: {c: {type: bow, on: it@0.2, position: [[0, 0.2], [1, 0.3]], force: 1, speed: "
          "0.1}}"),
      AND("contacts: {c: {type: finger, on: it@0.2}}, score: [{gesture: finger, at: 0, position: "
          "0.3}]"),
      WITH(", sigma0: [[0, 1], [1, 2]]"),
      AND("score: [{gesture: tune, at: 0, tension: 90}]"),
      AND("score: [{gesture: set, at: 0, key: bodies.it.sigma1, to: 1e-3}]"),
      AND("controls: {c: {key: bodies.*.pitch, from: 80, to: 140}}")};
  for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; ++i) {
    rig r = rig_of(scene_of(scenes[i]));
    assert_true(carom_model_body(r.model, 0).modes > 0);
    rig_steps(&r, 2000);
    assert_at_most(rig_error(&r), 1e-11);
    rig_free(&r);
  }
}

static void automatic_modes_are_all_below_0_45_of_the_rate_of_steps(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; ++i)
    for (int oversample = 1; oversample <= 2; ++oversample) {
      char text[1000];
      snprintf(text, sizeof text,
               "{carom: 1, solver: {oversample: %d}, bodies: {it: {%s, model: modes}}}", oversample,
               bodies[i].keys);
      rig r = rig_of(scene_of(text));
      const carom_body_info b = carom_model_body(r.model, 0);
      const double most = 0.45 * 44100 * oversample;
      assert_true(b.highest < most);
      rig_set_number(r.scene, "bodies.it.points", b.modes + 1); // one more is not
      rig more = rig_of(r.scene);
      assert_true(carom_model_body(more.model, 0).highest >= most);
      carom_state_free(more.state);
      carom_model_free(more.model);
      rig_free(&r);
    }
}

// --- Starting in a mode -------------------------------------------------------------------------

static double largest_of(const double *x, int count) {
  double largest = 0;
  for (int i = 0; i < count; ++i)
    largest = fmax(largest, fabs(x[i]));
  return largest;
}

// Grid or modes, the shape has its largest value and is the one of theory.
static void a_mode_starts_with_its_largest_value(void **state) {
  (void)state;
  static double shape[2][5000];
  double last[2];
  for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; ++i)
    for (int m = 0; m < bodies[i].rigid + MODES; ++m) {
      for (int grid = 0; grid < 2; ++grid) {
        rig r = rig_in_mode(&bodies[i], m + 1, 192000);
        rig_set(r.scene, "bodies.it.model", grid ? "grid" : "modes");
        rig again = rig_of(r.scene);
        const int count = carom_body_shape(again.model, again.state, 0, shape[grid], 5000);
        assert_true(count <= 5000);
        const double peak = largest_of(shape[grid], count);
        assert_true(peak <= 1e-3 * (1 + 1e-9));
        // Between two points it may be missed by as much as a sine is.
        assert_true(peak > 1e-3 * (1 - pow(17.3 / (2 * (count - 1)), 2) / 2 - 1e-9));
        last[grid] = shape[grid][count - 1];
        carom_state_free(again.state);
        carom_model_free(again.model);
        rig_free(&r);
      }
      assert_near(shape[0][0], shape[1][0], 1e-12);
      assert_near(last[0], last[1], 1e-12);
    }
}

// Oblong cells, clamped and free edges: no closed form, so it is the mode of the grid.
static void a_plate_that_starts_in_a_mode_stays_in_it(void **state) {
  (void)state;
  for (int e = 0; e < 2; ++e)
    for (int m = 1; m <= MODES; ++m) {
      const int number = squares[e].rigid + m;
      char text[1000];
      snprintf(text, sizeof text,
               "{carom: 1, bodies: {it: {type: plate, size: [0.5, 0.35], points: [20, 11], "
               "thickness: 2e-3, density: 2700, youngs: 7e10, edges: %s, start_velocity: {shape: "
               "mode, mode: %d, amplitude: 0.5}}}, outputs: {o: {of: 'it@0.3:0.4'}}}",
               squares[e].edges, number);
      rig r = rig_of(scene_of(text));
      carom_mode_info modes[MODES + 3];
      assert_int_equal(carom_body_modes(r.model, 0, number, modes), number);
      assert_near(frequency_of_run(&r, 4410) / modes[number - 1].frequency, 1, 1e-6);
      rig_free(&r);
    }
}

static void the_number_of_a_mode_is_checked(void **state) {
  (void)state;
  static const struct {
    const char *model, *mode, *text;
  } cases[] = {{"modes", "6", "from 1 to 5"},
               {"modes", "1.5", "whole number"},
               {"grid", "[1, 2]", "whole number"},
               {"grid", "5", "from 1 to 4"}};
  for (int i = 0; i < 4; ++i) {
    carom_scene *scene =
        scene_of("{carom: 1, bodies: {it: {" BAR ", points: 5, start: {shape: mode}}}}");
    rig_set(scene, "bodies.it.model", cases[i].model);
    rig_set(scene, "bodies.it.start.mode", cases[i].mode);
    carom_model *model = NULL;
    carom_error error;
    assert_null(model = carom_model_compile(scene, NULL, &error));
    assert_int_equal(error.status, CAROM_BAD_VALUE);
    if (strstr(error.text, cases[i].text) == NULL)
      fail_msg("%s", error.text);
    carom_scene_free(scene);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(extrapolated_frequencies_of_bars_are_those_of_theory),
      cmocka_unit_test(true_frequencies_of_square_plates_are_the_published_ones),
      cmocka_unit_test(cents_compare_a_grid_with_theory),
      cmocka_unit_test(masses_barriers_and_what_is_not_there_have_no_modes),
      cmocka_unit_test(modes_1_to_5_of_strings_and_bars_sound_within_a_cent_of_theory),
      cmocka_unit_test(a_body_is_taken_by_modes_where_its_grid_would_be_out_of_tune),
      cmocka_unit_test(what_modes_cannot_do_stays_on_the_grid),
      cmocka_unit_test(modes_are_taken_whatever_acts_at_points_or_changes),
      cmocka_unit_test(automatic_modes_are_all_below_0_45_of_the_rate_of_steps),
      cmocka_unit_test(a_mode_starts_with_its_largest_value),
      cmocka_unit_test(a_plate_that_starts_in_a_mode_stays_in_it),
      cmocka_unit_test(the_number_of_a_mode_is_checked),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
