// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Bodies are in tune at any rate, over all that is heard of them: clamped stiff strings against
// Hermite's finite elements, clamped and free plates against extrapolated grids, and all bodies
// against themselves at lower rates.

#include "grid_estimate.h"
#include "support.h"

static rig rig_of_body(const char *keys, double rate, int oversample) {
  char text[1000];
  snprintf(text, sizeof text,
           "{carom: 1, rate: %.17g, solver: {oversample: %d}, bodies: {it: {%s}}}", rate,
           oversample, keys);
  return rig_of(scene_of(text));
}

// --- Clamped stiff strings ----------------------------------------------------------------------

/// Finite elements, displacement and slope at each of their ends; the band of K - omega^2 M.
enum { ELEMENTS = 240, UNKNOWNS = 2 * (ELEMENTS + 1), BAND = 4 };

typedef struct {
  double length, density, tension, stiffness;
  bool clamped[2];
} held_string;

// How many natural frequencies lie below omega: the negative pivots of K - omega^2 M (Sylvester).
static int count_below(const held_string *s, double omega) {
  static double a[UNKNOWNS][BAND];
  const double h = s->length / ELEMENTS;
  const double bend[4][4] = {{12, 6, -12, 6}, {6, 4, -6, 2}, {-12, -6, 12, -6}, {6, 2, -6, 4}};
  const double pull[4][4] = {{36, 3, -36, 3}, {3, 4, -3, -1}, {-36, -3, 36, -3}, {3, -1, -3, 4}};
  const double mass[4][4] = {
      {156, 22, 54, -13}, {22, 4, 13, -3}, {54, 13, 156, -22}, {-13, -3, -22, 4}};
  memset(a, 0, sizeof a);
  for (int e = 0; e < ELEMENTS; ++e) // unknowns of slope are h times the slope
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j <= i; ++j)
        a[2 * e + i][i - j] += s->stiffness / (h * h * h) * bend[i][j] +
                               s->tension / (30 * h) * pull[i][j] -
                               omega * omega * s->density * h / 420 * mass[i][j];
  const int held[] = {0, UNKNOWNS - 2, 1, UNKNOWNS - 1};
  for (int i = 0; i < 4; ++i)
    if (i < 2 || s->clamped[i - 2])
      a[held[i]][0] = 1e60;
  int negative = 0;
  for (int i = 0; i < UNKNOWNS; ++i) { // row i, columns i - 3 to i
    for (int j = i < 3 ? 0 : i - 3; j < i; ++j) {
      for (int k = i < 3 ? 0 : i - 3; k < j; ++k)
        if (j - k < BAND)
          a[i][i - j] -= a[i][i - k] * a[j][j - k] * a[k][0];
      a[i][i - j] /= a[j][0];
      a[i][0] -= a[i][i - j] * a[i][i - j] * a[j][0];
    }
    negative += a[i][0] < 0;
  }
  return negative;
}

static void clamped_stiff_strings_have_the_frequencies_of_finite_elements(void **state) {
  (void)state;
  static const struct {
    double length, density, tension, stiffness;
  } strings[] = {{0.34, 6.165e-3, 779, 9.817e-3}, // 1 mm steel at 523 Hz
                 {0.65, 3.946e-3, 80, 4.02e-3},   // 110 Hz
                 {0.09, 6e-3, 700, 0.03},         // as much a bar as a string
                 {0.2, 0.05, 0, 0.4},             // no tension
                 {1.9, 0.2, 1100, 1}};            // a long one
  static const char *const ends[] = {"[clamped, clamped]", "[clamped, pinned]",
                                     "[pinned, clamped]"};
  for (int i = 0; i < 5; ++i)
    for (int e = 0; e < 3; ++e) {
      char keys[300];
      snprintf(keys, sizeof keys,
               "type: string, length: %g, linear_density: %g, tension: %g, bending_stiffness: %g, "
               "ends: %s, model: modes, points: 12",
               strings[i].length, strings[i].density, strings[i].tension, strings[i].stiffness,
               ends[e]);
      rig r = rig_of_body(keys, 44100, 1);
      carom_mode_info modes[12];
      assert_int_equal(carom_body_modes(r.model, 0, 12, modes), 12);
      const held_string s = {strings[i].length,
                             strings[i].density,
                             strings[i].tension,
                             strings[i].stiffness,
                             {e != 2, e != 1}};
      for (int m = 0; m < 12; ++m) { // within 0.01 cents; the elements leave less
        const double omega = 2 * M_PI * modes[m].frequency;
        assert_int_equal(count_below(&s, omega * (1 - 6e-6)), m);
        assert_int_equal(count_below(&s, omega * (1 + 6e-6)), m + 1);
      }
      rig_free(&r);
    }
}

// With the shapes of 523 Hz at other tensions, against the modes that the string has there.
static void a_clamped_string_stays_in_tune_while_it_is_tuned(void **state) {
  (void)state;
  static const struct {
    double pitch, cents;
  } tuned[] = {{554, 0.1}, {494, 0.1}, {784, 3}, {262, 20}};
  static const char keys[] = "type: string, length: 0.34, density: 7850, radius: 5e-4, youngs: "
                             "2e11, ends: [clamped, clamped], model: modes, points: 20, pitch: ";
  char text[300];
  snprintf(text, sizeof text, "%s523", keys);
  rig r = rig_of_body(text, 44100, 1);
  const double bend = r.model->body[0].bend;
  for (int i = 0; i < 4; ++i) {
    snprintf(text, sizeof text, "%s%g", keys, tuned[i].pitch);
    rig other = rig_of_body(text, 44100, 1);
    const double c2 = other.model->body[0].start.c2;
    for (int j = 0; j < 20; ++j) {
      const double cents = 600 * log2(shape_omega2(&r.model->shape[j], c2, bend) /
                                      shape_omega2(&other.model->shape[j], c2, bend));
      if (!(cents >= -1e-9 && cents <= tuned[i].cents))
        fail_msg("mode %d at %g Hz: %g cents", j + 1, tuned[i].pitch, cents);
    }
    rig_free(&other);
  }
  rig_free(&r);
}

// --- Clamped and free plates --------------------------------------------------------------------

enum { PLATE_MODES = 12, RIGID = 3 };

static void clamped_and_free_plates_have_the_frequencies_of_fine_grids(void **state) {
  (void)state;
  static const char *const plates[] = {
      "size: [0.34, 0.578], thickness: 2.2e-3, density: 7800, youngs: 2e11, poisson: 0.29",
      "size: [0.6, 0.2], thickness: 3e-3, density: 2700, youngs: 7e10, poisson: 0.33",
      "size: [0.4, 0.41], thickness: 2e-3, density: 600, youngs: 9e9, poisson: 0"};
  const carom_memory heap = carom_memory_heap();
  for (int i = 0; i < 3; ++i)
    for (int e = 0; e < 2; ++e) {
      char keys[300];
      snprintf(keys, sizeof keys, "type: plate, %s, edges: %s", plates[i],
               e == 0 ? "clamped" : "free");
      rig r = rig_of_body(keys, 44100, 1);
      carom_mode_info modes[PLATE_MODES + RIGID];
      const int rigid = e * RIGID;
      const int count = PLATE_MODES + rigid;
      assert_true(carom_model_body(r.model, 0).modes > 0);
      assert_int_equal(carom_body_modes(r.model, 0, count, modes), count);
      snprintf(keys + strlen(keys), sizeof keys - strlen(keys), ", model: grid");
      rig grid = rig_of_body(keys, 44100, 1);
      double right[PLATE_MODES + RIGID];
      assert_int_equal(grid_estimate(&heap, &grid.model->body[0], count, right), count);
      for (int m = 0; m < count; ++m) {
        if (m < rigid)
          assert_true(modes[m].frequency == 0);
        else // 1 cent; the extrapolation leaves half of that
          assert_near(modes[m].frequency, right[m], 6e-4 * right[m]);
      }
      rig_free(&grid);
      rig_free(&r);
    }
}

// In units of sqrt(D / rho H) / a^2, the best of A. W. Leissa's tables (The free vibration of
// rectangular plates, Journal of Sound and Vibration 31, 1973), which are upper bounds.
static void square_plates_are_below_published_bounds_and_close_to_them(void **state) {
  (void)state;
  static const double bounds[2][5] = {{35.992, 73.413, 73.413, 108.27, 131.64},
                                      {13.489, 19.789, 24.432, 35.024, 35.024}};
  for (int e = 0; e < 2; ++e) {
    char keys[300];
    snprintf(keys, sizeof keys,
             "type: plate, size: [1, 1], thickness: 1e-2, density: 1000, youngs: 1.092e7, poisson: "
             "0.3, model: modes, points: 40, edges: %s",
             e == 0 ? "clamped" : "free");
    rig r = rig_of_body(keys, 44100, 1);
    carom_mode_info modes[8];
    assert_int_equal(carom_body_modes(r.model, 0, 8, modes), 8);
    for (int m = 0; m < 5; ++m) {
      const double omega = 2 * M_PI * modes[m + e * RIGID].frequency;
      const double unit = sqrt(r.model->body[0].bend);
      assert_at_most(omega / unit, bounds[e][m]);
      assert_at_most(bounds[e][m], omega / unit * 1.011);
    }
    rig_free(&r);
  }
}

// With many modes those above a wave number are single products; the lower ones do not notice.
static void more_modes_leave_the_lower_ones_where_they_are(void **state) {
  (void)state;
  static const char *const edges[] = {"clamped", "free"};
  for (int e = 0; e < 2; ++e) {
    char keys[300];
    snprintf(
        keys, sizeof keys,
        "type: plate, size: [0.5, 0.4], thickness: 1e-3, density: 7800, youngs: 2e11, poisson: "
        "0.3, edges: %s, model: modes",
        edges[e]);
    rig few = rig_of_body(keys, 22050, 1);
    rig many = rig_of_body(keys, 96000, 1);
    carom_mode_info a[60];
    carom_mode_info b[60];
    assert_true(carom_model_body(many.model, 0).modes > 2500);
    assert_int_equal(carom_body_modes(few.model, 0, 60, a), 60);
    assert_int_equal(carom_body_modes(many.model, 0, 60, b), 60);
    for (int m = 0; m < 60; ++m)
      assert_near(a[m].frequency, b[m].frequency, 3e-4 * b[m].frequency);
    rig_free(&few);
    rig_free(&many);
  }
}

// 1/2 rho H int v^2 of a hump by its closed form; modes above 0.45 of the rate have a little of it.
static void a_hump_on_a_plate_has_its_energy_and_a_mode_its_height(void **state) {
  (void)state;
  static const char *const edges[] = {"clamped", "free"};
  for (int e = 0; e < 2; ++e) {
    char text[700];
    snprintf(text, sizeof text,
             "{carom: 1, bodies: {it: {type: plate, size: [0.34, 0.578], thickness: 2.2e-3, "
             "density: 7800, youngs: 2e11, poisson: 0.29, edges: %s, start_velocity: {shape: hump, "
             "at: [0.4, 0.3], width: 0.4, amplitude: 1}}}}",
             edges[e]);
    rig r = rig_of(scene_of(text));
    const double R = 0.2 * 0.34;
    const double energy = 7800 * 2.2e-3 / 2 * M_PI / 2 * R * R * (0.75 - 4 / (M_PI * M_PI));
    assert_near(carom_state_ledger(r.state).total, energy, 1e-3 * energy);
    rig_free(&r);
    snprintf(text, sizeof text,
             "{carom: 1, bodies: {it: {type: plate, size: [0.34, 0.578], thickness: 2.2e-3, "
             "density: 7800, youngs: 2e11, poisson: 0.29, edges: %s, start: {shape: mode, mode: "
             "9, amplitude: 1e-3}}}}",
             edges[e]);
    r = rig_of(scene_of(text));
    static double shape[5000];
    const int count = carom_body_shape(r.model, r.state, 0, shape, 5000);
    double largest = 0;
    for (int i = 0; i < count; ++i)
      largest = fmax(largest, fabs(shape[i]));
    assert_true(largest <= 1e-3 * (1 + 1e-4) && largest > 0.97e-3);
    rig_free(&r);
  }
}

// --- At any rate --------------------------------------------------------------------------------

// Cents that the worst partial up to 10 kHz is off.
static double worst_of(const char *keys, double rate, int oversample) {
  rig r = rig_of_body(keys, rate, oversample);
  carom_mode_info modes[100];
  const int found = carom_body_modes(r.model, 0, 100, modes);
  double worst = 0;
  for (int i = 0; i < found; ++i)
    if (modes[i].true_frequency <= 10000)
      worst = fmax(worst, fabs(modes[i].cents));
  rig_free(&r);
  return worst;
}

static void a_steel_string_is_in_tune_up_to_10_khz_at_any_rate(void **state) {
  (void)state;
  static const char keys[] = "type: string, length: 0.65, density: 7850, radius: 4e-4, pitch: 110, "
                             "youngs: 2e11, sigma0: 0.5";
  static const double rates[] = {44100, 48000, 88200, 96000, 192000};
  for (int i = 0; i < 5; ++i)
    for (int times = 1; times <= 4; times *= 2)
      assert_at_most(worst_of(keys, rates[i], times), 1);
}

// Lengths, pitches and stiffness of what is played, with any ends.
static void random_body(uint64_t *seed, char *keys, size_t size, double *tolerance) {
  static const char *const held[] = {"pinned", "clamped"};
  static const char *const any[] = {"pinned", "clamped", "free"};
  const double kind = random_unit(seed);
  const int a = (int)(3 * random_unit(seed));
  const int b = (int)(3 * random_unit(seed));
  *tolerance = kind > 0.75 ? 3 : 1;
  if (kind < 0.5)
    snprintf(keys, size,
             "type: string, length: %g, density: 7850, radius: %g, pitch: %g, youngs: %g, ends: "
             "[%s, %s]",
             random_between(seed, 0.3, 1), random_log(seed, 1e-4, 5e-4), random_log(seed, 100, 600),
             random_unit(seed) < 0.2 ? 0 : 2e11, held[a % 2], held[b % 2]);
  else if (kind <= 0.75)
    snprintf(keys, size,
             "type: bar, length: %g, density: 7850, width: 0.02, thickness: %g, youngs: 2e11, "
             "ends: [%s, %s]",
             random_log(seed, 0.05, 0.6), random_log(seed, 1e-3, 1e-2), any[a], any[b]);
  else
    snprintf(keys, size,
             "type: plate, size: [%g, %g], density: 2700, thickness: %g, youngs: 7e10, poisson: "
             "0.33, edges: %s",
             random_log(seed, 0.1, 0.4), random_log(seed, 0.1, 0.4), random_log(seed, 2e-3, 2e-2),
             any[a]);
}

// Their ends put all partials off by nearly a cent, and the highest by half a cent more.
static void thin_clamped_strings_are_in_tune_up_to_10_khz_at_high_rates(void **state) {
  (void)state;
  static const struct {
    const char *keys;
    double rate;
    int oversample;
  } on[] = {
      {"length: 0.737905, radius: 0.000148786, pitch: 487.319, ends: [pinned, clamped]", 53773, 4},
      {"length: 0.668892, radius: 0.000149401, pitch: 439.744, ends: [clamped, pinned]", 88257.8,
       4},
      {"length: 0.889221, radius: 0.000158639, pitch: 456.746, ends: [pinned, clamped]", 160920,
       1}};
  for (int i = 0; i < 3; ++i) {
    char keys[200];
    snprintf(keys, sizeof keys, "type: string, density: 7850, youngs: 2e11, %s", on[i].keys);
    assert_at_most(worst_of(keys, on[i].rate, on[i].oversample), 1);
  }
}

static void a_higher_rate_or_oversampling_never_makes_a_body_worse(void **state) {
  (void)state;
  uint64_t seed = 20261;
  for (int i = 0; i < random_cases(60, 10); ++i) {
    char keys[400];
    double tolerance = 0;
    random_body(&seed, keys, sizeof keys, &tolerance);
    const double rate = random_unit(&seed) < 0.5 ? 44100 : random_between(&seed, 32000, 96000);
    const double before = worst_of(keys, rate, 1);
    const double higher = rate * random_between(&seed, 1, 4);
    const double after[] = {worst_of(keys, higher, 1), worst_of(keys, rate, 2),
                            worst_of(keys, rate, 4)};
    for (int j = 0; j < 3; ++j)
      if (!(after[j] <= fmax(before, tolerance)))
        fail_msg("%s: %g cents at %g Hz, then %g (%d, %g Hz)", keys, before, rate, after[j], j,
                 higher);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(clamped_stiff_strings_have_the_frequencies_of_finite_elements),
      cmocka_unit_test(a_clamped_string_stays_in_tune_while_it_is_tuned),
      cmocka_unit_test(clamped_and_free_plates_have_the_frequencies_of_fine_grids),
      cmocka_unit_test(square_plates_are_below_published_bounds_and_close_to_them),
      cmocka_unit_test(more_modes_leave_the_lower_ones_where_they_are),
      cmocka_unit_test(a_hump_on_a_plate_has_its_energy_and_a_mode_its_height),
      cmocka_unit_test(a_steel_string_is_in_tune_up_to_10_khz_at_any_rate),
      cmocka_unit_test(thin_clamped_strings_are_in_tune_up_to_10_khz_at_high_rates),
      cmocka_unit_test(a_higher_rate_or_oversampling_never_makes_a_body_worse),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
