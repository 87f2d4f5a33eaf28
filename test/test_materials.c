// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Materials: what they give to bodies and strikers, what wins beside them, and that modes decay as
// their loss factor says.

#include "support.h"

static const double pi = 3.14159265358979323846;

enum { MODES = 5 };

static const carom_material *material(const char *name) {
  for (int i = 0; i < carom_material_count(); ++i)
    if (strcmp(carom_material_at(i)->name, name) == 0)
      return carom_material_at(i);
  fail_msg("no material %s", name);
  return NULL;
}

// --- The table ----------------------------------------------------------------------------------

// Waves along a bar are between those of lead and of ceramic, and plates do not grow when drawn.
static void every_material_has_values_that_a_solid_may_have(void **state) {
  (void)state;
  for (int i = 0; i < carom_material_count(); ++i) {
    const carom_material *m = carom_material_at(i);
    for (int k = 0; k < i; ++k)
      assert_string_not_equal(m->name, carom_material_at(k)->name);
    assert_true(strlen(m->source) >= strlen("typical"));
    if (strcmp(m->family, "striker") == 0) {
      assert_true(m->stiffness > 0 && m->exponent >= 1 && m->damping >= 0);
      continue;
    }
    const double speed = sqrt(m->youngs / m->density);
    assert_true(speed > 1000 && speed < 12000);
    assert_true(m->poisson > 0 && m->poisson <= 0.5);
    assert_true(m->loss_factor >= 1e-5 && m->loss_factor < 0.1);
    assert_true(m->stiffness == 0);
  }
  assert_null(carom_material_at(carom_material_count()));
  assert_null(carom_material_at(-1));
}

static void every_material_makes_a_body_or_a_striker(void **state) {
  (void)state;
  for (int i = 0; i < carom_material_count(); ++i) {
    const carom_material *m = carom_material_at(i);
    char text[600];
    if (m->density > 0) {
      snprintf(text, sizeof text,
               "{carom: 1, bodies: {s: {type: string, length: 1, radius: 5e-4, tension: 100, "
               "material: %s}, b: {type: bar, length: 0.3, width: 0.05, thickness: 0.01, material: "
               "%s}, p: {type: plate, size: [0.3, 0.2], thickness: 0.002, material: %s}}}",
               m->name, m->name, m->name);
      rig r = rig_of(scene_of(text));
      assert_near(carom_model_body(r.model, 0).mass, pi * 25e-8 * m->density, 1e-12);
      assert_near(carom_model_body(r.model, 1).mass, 1.5e-4 * m->density, 1e-12);
      assert_near(carom_model_body(r.model, 2).mass, 1.2e-4 * m->density, 1e-12);
      rig_free(&r);
    }
    if (m->stiffness > 0) {
      snprintf(text, sizeof text,
               "{carom: 1, bodies: {m: {type: mass, mass: 0.01}, w: {type: barrier}}, contacts: "
               "{c: {type: collision, below: w, above: m, material: %s}}}",
               m->name);
      rig r = rig_of(scene_of(text));
      const int live = carom_model_find_live(r.model, "contacts.c.stiffness");
      assert_true(carom_state_get(r.model, r.state, live) == m->stiffness);
      rig_free(&r);
    }
  }
}

// --- As written out -----------------------------------------------------------------------------

enum { SAMPLES = 400 };

// The first output of both scenes, the same bytes.
static void assert_alike(const char *one, const char *other) {
  double u[2][SAMPLES];
  const char *const text[] = {one, other};
  for (int i = 0; i < 2; ++i) {
    rig r = rig_of(scene_of(text[i]));
    assert_int_equal(carom_process(r.model, r.state, SAMPLES, u[i]), CAROM_OK);
    rig_free(&r);
  }
  assert_memory_equal(u[0], u[1], sizeof u[0]);
  assert_true(u[0][SAMPLES - 1] != 0);
}

#define STARTS       "start: {shape: hump, at: 0.3}}}, outputs: {u: {of: it@0.4}}}"
#define PLATE_STARTS "start: {shape: hump, at: [0.3, 0.4]}}}, outputs: {u: {of: \"it@0.4:0.6\"}}}"

static void a_body_of_a_material_is_that_of_its_values(void **state) {
  (void)state;
  assert_alike("{carom: 1, bodies: {it: {type: bar, length: 0.4, radius: 0.004, ends: [clamped, "
               "free], material: brass, " STARTS,
               "{carom: 1, bodies: {it: {type: bar, length: 0.4, radius: 0.004, ends: [clamped, "
               "free], density: 8500, youngs: 1e11, damping_ratio: 2.5e-4, " STARTS);
  assert_alike("{carom: 1, bodies: {it: {type: string, length: 0.7, radius: 5e-4, pitch: A3, "
               "model: modes, material: steel, " STARTS,
               "{carom: 1, bodies: {it: {type: string, length: 0.7, radius: 5e-4, pitch: A3, "
               "model: modes, density: 7850, youngs: 2.1e11, damping_ratio: 1.5e-4, " STARTS);
  assert_alike("{carom: 1, bodies: {it: {type: plate, size: [0.4, 0.3], thickness: 2e-3, edges: "
               "free, model: modes, material: glass, " PLATE_STARTS,
               "{carom: 1, bodies: {it: {type: plate, size: [0.4, 0.3], thickness: 2e-3, edges: "
               "free, model: modes, density: 2500, youngs: 7e10, poisson: 0.22, loss_factor: "
               "1e-3, " PLATE_STARTS);
}

#define HIT                                                                                        \
  "{carom: 1, bodies: {m: {type: mass, mass: 0.01, velocity: -1}, w: {type: "                      \
  "barrier}}, contacts: {c: {type: "
#define HEARD "}}, outputs: {u: {of: m}}}"

static void a_striker_is_that_of_its_values(void **state) {
  (void)state;
  assert_alike(
      HIT "collision, below: w, above: m, material: felt" HEARD,
      HIT "collision, below: w, above: m, stiffness: 4.5e9, exponent: 2.5, damping: 0.1" HEARD);
  assert_alike(HIT "collision, below: w, above: m, material: rubber, damping: 0" HEARD,
               HIT "collision, below: w, above: m, stiffness: 1e6" HEARD);
  assert_alike("{carom: 1, bodies: {m: {type: mass, mass: 0.01, velocity: 1}, s: {type: string, "
               "length: 1, linear_density: 0.01, tension: 100}}, contacts: {c: {type: felt, "
               "circle: m, segment: s@0.2, material: felt, exponent: 2.4" HEARD,
               "{carom: 1, bodies: {m: {type: mass, mass: 0.01, velocity: 1}, s: {type: string, "
               "length: 1, linear_density: 0.01, tension: 100}}, contacts: {c: {type: felt, "
               "circle: m, segment: s@0.2, stiffness: 4.5e9, d: 0.1, exponent: 2.4" HEARD);
}

#define MINE                                                                                       \
  "{carom: 1, materials: {mine: {like: oak, density: 700}, yours: {like: mine, "                   \
  "loss_factor: 0.1}, ours: {density: 1000, youngs: 1e9, poisson: 0.1, stiffness: 5e6}}, "

static void a_scene_makes_materials_of_others(void **state) {
  (void)state;
  const double E = material("oak")->youngs;
  char text[400];
  snprintf(text, sizeof text,
           "{carom: 1, bodies: {it: {type: bar, length: 0.4, radius: 0.004, density: 700, youngs: "
           "%.17g, loss_factor: 0.1, " STARTS,
           E);
  assert_alike(MINE "bodies: {it: {type: bar, length: 0.4, radius: 0.004, material: yours, " STARTS,
               text);
  assert_alike(MINE "bodies: {m: {type: mass, mass: 0.01, velocity: -1}, w: {type: barrier}}, "
                    "contacts: {c: {type: collision, below: w, above: m, material: ours" HEARD,
               HIT "collision, below: w, above: m, stiffness: 5e6" HEARD);
}

static void what_is_written_beside_a_material_wins(void **state) {
  (void)state;
  // A loss of any other kind takes the place of the material's.
  static const char *const losses[] = {"sigma0: 3", "sigma1: 0.01", "damping_ratio: 0.01",
                                       "loss_factor: 0"};
  for (int i = 0; i < 4; ++i) {
    char one[400];
    char other[400];
    snprintf(one, sizeof one,
             "{carom: 1, bodies: {it: {type: bar, length: 0.4, radius: 0.004, material: lead, "
             "youngs: 1e10, %s, " STARTS,
             losses[i]);
    snprintf(other, sizeof other,
             "{carom: 1, bodies: {it: {type: bar, length: 0.4, radius: 0.004, density: 11340, "
             "youngs: 1e10, %s, " STARTS,
             losses[i]);
    assert_alike(one, other);
  }
  assert_alike("{carom: 1, bodies: {it: {type: string, length: 0.4, linear_density: 0.01, tension: "
               "90, bending_stiffness: 1e-3, sigma0: 1, material: gut, " STARTS,
               "{carom: 1, bodies: {it: {type: string, length: 0.4, linear_density: 0.01, tension: "
               "90, bending_stiffness: 1e-3, sigma0: 1, " STARTS);
  assert_alike("{carom: 1, bodies: {it: {type: plate, size: [0.4, 0.3], thickness: 2e-3, edges: "
               "free, poisson: 0.1, sigma0: 1, material: glass, " PLATE_STARTS,
               "{carom: 1, bodies: {it: {type: plate, size: [0.4, 0.3], thickness: 2e-3, edges: "
               "free, poisson: 0.1, sigma0: 1, density: 2500, youngs: 7e10, " PLATE_STARTS);
}

// --- Decay --------------------------------------------------------------------------------------

// sigma of a mode alone, 1/s, by its energy over 40 of its periods, the first 20 left out; and its
// frequency. Energy falls in steps of half a period, which are 1 % of what is waited for.
static double decay_of_mode(const char *keys, double rate, int mode, double *f) {
  char text[700];
  snprintf(text, sizeof text,
           "{carom: 1, rate: %g, bodies: {it: {%s, start: {shape: mode, mode: %d}}}, outputs: {e: "
           "{of: it, quantity: energy}}}",
           rate, keys, mode + 1);
  rig r = rig_of(scene_of(text));
  carom_mode_info modes[100];
  assert_true(carom_body_modes(r.model, 0, 100, modes) > mode);
  *f = modes[mode].frequency;
  const int period = (int)fmax(round(20 * rate / *f), 1);
  double *e = malloc((size_t)(3 * period + 1) * sizeof *e);
  assert_non_null(e);
  assert_int_equal(carom_process(r.model, r.state, 3 * period + 1, e), CAROM_OK);
  const double sigma = log(e[period] / e[3 * period]) / 2 * rate / (2.0 * period);
  assert_at_most(rig_error(&r), 1e-11); // rounding
  free(e);
  rig_free(&r);
  return sigma;
}

enum { FINE_RATE = 192000 };

// The last mode of a body below a frequency.
static int last_below(const char *keys, double frequency) {
  char text[700];
  snprintf(text, sizeof text, "{carom: 1, rate: %d, bodies: {it: {%s}}}", (int)FINE_RATE, keys);
  rig r = rig_of(scene_of(text));
  carom_mode_info modes[100];
  const int found = carom_body_modes(r.model, 0, 100, modes);
  int last = 0;
  while (last + 1 < found && modes[last + 1].true_frequency < frequency)
    ++last;
  rig_free(&r);
  return last;
}

// Modes decay by their closed form; what is measured is off by how energy swings while it falls.
static void modes_decay_as_their_loss_factor_says(void **state) {
  (void)state;
  static const struct {
    const char *keys, *material;
    int first; // that vibrates
  } rows[] = {
      {"type: bar, length: 0.4, width: 0.04, thickness: 0.01, model: modes", "rosewood", 0},
      {"type: bar, length: 0.4, width: 0.04, thickness: 0.01, ends: [free, free], model: modes",
       "aluminium", 2},
      {"type: bar, length: 0.4, width: 0.04, thickness: 0.01, ends: [clamped, free], model: modes",
       "oak", 0},
      {"type: plate, size: [0.5, 0.4], thickness: 0.004, model: modes", "bell-bronze", 0},
      {"type: plate, size: [0.5, 0.4], thickness: 0.004, edges: free, model: modes", "glass", 3},
      {"type: string, length: 0.7, radius: 4e-4, tension: 90, model: modes", "gut", 0},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i)
    for (int n = 0; n < MODES; ++n) {
      char keys[300];
      double f = 0;
      snprintf(keys, sizeof keys, "%s, material: %s", rows[i].keys, rows[i].material);
      const double sigma = decay_of_mode(keys, 44100, rows[i].first + n, &f);
      const double told = pi * f * material(rows[i].material)->loss_factor;
      assert_near(sigma / told, 1, 0.01);
    }
}

// Energy is lost by sigma_0 and sigma_1, which are fitted to the first mode and the last below 4
// kHz; the grids are fine enough for their partials to be in tune within some cents there.
static void grids_decay_as_their_loss_factor_says_at_two_frequencies(void **state) {
  (void)state;
  static const char *const bodies[] = {
      "type: bar, length: 0.4, width: 0.04, thickness: 0.01",
      "type: bar, length: 0.4, width: 0.04, thickness: 0.01, ends: [clamped, pinned]",
      "type: plate, size: [0.4, 0.3], thickness: 0.01",
      "type: plate, size: [0.4, 0.3], thickness: 0.01, edges: clamped",
      "type: string, length: 0.7, radius: 4e-4, tension: 90"};
  for (int i = 0; i < 5; ++i) {
    char keys[300];
    snprintf(keys, sizeof keys, "%s, model: grid, loss_factor: 0.01, material: steel", bodies[i]);
    double f[2] = {0, 4000};
    const int last = last_below(keys, f[1]);
    assert_in_range(last, 1, 99);
    for (int n = 0; n < 2; ++n) {
      const double sigma = decay_of_mode(keys, FINE_RATE, n == 0 ? 0 : last, &f[n]);
      assert_near(sigma / (pi * f[n] * 0.01), 1, 0.01);
    }
  }
}

// A free end would need a sigma0 below 0.
static void a_grid_with_free_ends_has_the_decay_of_its_first_mode(void **state) {
  (void)state;
  double f = 0;
  const double sigma =
      decay_of_mode("type: bar, length: 0.4, width: 0.04, thickness: 0.01, ends: [clamped, free], "
                    "model: grid, material: gut",
                    FINE_RATE, 0, &f);
  assert_near(sigma / (pi * f * material("gut")->loss_factor), 1, 0.01);
}

// --- Live ---------------------------------------------------------------------------------------

// The same motion as with sigma0 and sigma1 as they are told.
static void live_losses_begin_with_those_of_the_material(void **state) {
  (void)state;
  static const char body[] = "type: string, length: 0.4, radius: 0.001, tension: 200, model: grid";
  char text[600];
  snprintf(text, sizeof text, "{carom: 1, bodies: {it: {%s, material: gut, %s", body, STARTS);
  rig r = rig_of(scene_of(text));
  double loss[2];
  static const char *const paths[] = {"bodies.it.sigma0", "bodies.it.sigma1"};
  for (int i = 0; i < 2; ++i) {
    const int live = carom_model_find_live(r.model, paths[i]);
    loss[i] = carom_state_get(r.model, r.state, live);
    assert_true(loss[i] > 0 && loss[i] == carom_model_live(r.model, live).start);
  }
  const carom_body_info of = carom_model_body(r.model, 0);
  char other[600];
  snprintf(other, sizeof other,
           "{carom: 1, bodies: {it: {%s, points: %d, material: gut, sigma0: %.17g, sigma1: %.17g, "
           "%s",
           body, of.points_x, loss[0], loss[1], STARTS);
  rig_free(&r);
  snprintf(text, sizeof text, "{carom: 1, bodies: {it: {%s, points: %d, material: gut, %s", body,
           of.points_x, STARTS);
  assert_alike(text, other);
}

// --- Refusals -----------------------------------------------------------------------------------

static void what_is_no_material_is_refused(void **state) {
  (void)state;
  static const struct {
    const char *scene, *says;
  } rows[] = {
      {"bodies: {b: {type: bar, length: 1, radius: 0.01, material: oka}}",
       "bodies.b.material: there is no material 'oka'; did you mean 'oak'? allowed are spruce"},
      {"materials: {mine: {like: oak}}, bodies: {b: {type: bar, length: 1, radius: 0.01, material: "
       "mien}}",
       "did you mean 'mine'?"},
      {"bodies: {b: {type: bar, length: 1, radius: 0.01, material: felt}}",
       "felt has no density or Young's modulus: it is for contacts"},
      {"bodies: {m: {type: mass, mass: 1}, w: {type: barrier}}, contacts: {c: {type: collision, "
       "below: w, above: m, material: oak}}",
       "contacts.c.material: oak has no stiffness of a striker"},
      {"bodies: {m: {type: mass, mass: 1, material: oak}}", "not a key of a mass"},
      {"materials: {oak: {density: 700}}, bodies: {m: {type: mass, mass: 1}}",
       "materials.oak: is a material already; allowed is another name, with like: oak"},
      {"materials: {mine: {like: okk}}, bodies: {m: {type: mass, mass: 1}}",
       "materials.mine.like: there is no material 'okk'; did you mean 'oak'?"},
      {"materials: {a: {like: b}, b: {like: a}}, bodies: {m: {type: mass, mass: 1}}",
       "materials.a.like: is like one that leads back to itself"},
      {"materials: {a: {densty: 5}}, bodies: {m: {type: mass, mass: 1}}",
       "did you mean 'density'?"},
      {"bodies: {b: {type: bar, length: 1, radius: 0.01, material: oak, loss_factor: 0.1, "
       "damping_ratio: 0.1}}",
       "loss_factor is given as well"},
      {"bodies: {b: {type: string, length: 1, tension: 5, material: oak}}",
       "bodies.b.radius: missing"},
      {"bodies: {b: {type: bar, length: 1, radius: 0.01, material: oak, model: grid, loss_factor: "
       "0.01, sigma0: [[0, 1], [1, 2]]}}",
       "does not change beside loss_factor"},
      {"bodies: {b: {type: bar, length: 1, width: 0.1, thickness: 0.01, pitch: A4, material: oak}}",
       "length, thickness and material give it already"},
      {"solver: {method: rigid}, bodies: {s: {type: string, length: 1, linear_density: 1, tension: "
       "1, bending_stiffness: 0, material: gut}, w: {type: barrier}}, contacts: {c: {type: "
       "collision, below: w, above: s, along: true}}",
       "bodies.s.material: solver.method rigid takes an ideal string without losses"},
      {"solver: {method: rigid}, bodies: {s: {type: string, length: 1, linear_density: 1, tension: "
       "1}, w: {type: barrier}}, contacts: {c: {type: collision, below: w, above: s, along: true, "
       "material: felt}}",
       "obstacles of solver.method rigid are rigid"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    char text[600];
    snprintf(text, sizeof text, "{carom: 1, %s}", rows[i].scene);
    carom_error error = {.status = CAROM_OK};
    carom_scene *scene = carom_scene_new(NULL);
    if (carom_scene_parse(scene, "scene", text, strlen(text), &error) == CAROM_OK)
      assert_null(carom_model_compile(scene, NULL, &error));
    if (strstr(error.text, rows[i].says) == NULL)
      fail_msg("%s: %s", rows[i].scene, error.text);
    carom_scene_free(scene);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_material_has_values_that_a_solid_may_have),
      cmocka_unit_test(every_material_makes_a_body_or_a_striker),
      cmocka_unit_test(a_body_of_a_material_is_that_of_its_values),
      cmocka_unit_test(a_striker_is_that_of_its_values),
      cmocka_unit_test(a_scene_makes_materials_of_others),
      cmocka_unit_test(what_is_written_beside_a_material_wins),
      cmocka_unit_test(modes_decay_as_their_loss_factor_says),
      cmocka_unit_test(grids_decay_as_their_loss_factor_says_at_two_frequencies),
      cmocka_unit_test(a_grid_with_free_ends_has_the_decay_of_its_first_mode),
      cmocka_unit_test(live_losses_begin_with_those_of_the_material),
      cmocka_unit_test(what_is_no_material_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
