// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom bench impacts: the error of the rebound speed by each method, for contacts from half a
// sample to a hundred samples long. The exact value is the closed form's;
// the worst of several exponents and of 32 places of the onset within a sample counts.

#include "cli/bench.h"

#include <carom/file.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/// A row of the tables.
typedef struct {
  const char *name, *method, *corrections, *scheme; // scheme: "" where there is none
} contact_method;

static const contact_method methods[] = {
    {"am1", "am1", "false", ""},
    {"verlet", "verlet", "false", ""},
    {"heun", "heun", "false", ""},
    {"rk4", "rk4", "false", ""},
    {"rk4, corrections", "rk4", "paper", ""},
    {"audio, positive", "audio", "false", "positive"},
    {"audio, clamp", "audio", "false", "clamp"},
    {"audio, exact", "audio", "false", "exact"},
};

static const double lengths[] = {0.5, 1, 2, 4, 8, 20, 50, 100}; // contact time in samples
static const double levels[] = {0, 0.03, 0.5, 2};               // mu v_in
static const double exponents[] = {1, 1.1, 1.5, 2.3};

enum {
  METHODS = sizeof methods / sizeof methods[0],
  LENGTHS = sizeof lengths / sizeof lengths[0],
  LEVELS = sizeof levels / sizeof levels[0],
  EXPONENTS = sizeof exponents / sizeof exponents[0],
  PHASES = 32
};

static const double rate = 44100;

// 10 g at 1 m/s, with the stiffness that makes the contact last so many samples: the time goes as
// K^(-1 / (alpha + 1)).
static carom_hunt_crossley impact_of(double alpha, double mu, double samples) {
  carom_hunt_crossley p = {
      .mass = 0.01, .stiffness = 1, .exponent = alpha, .damping = mu, .speed_in = 1};
  p.stiffness = pow(carom_hunt_crossley_solve(&p).contact_time * rate / samples, alpha + 1);
  return p;
}

static bool set(carom_scene *scene, const char *path, double value) {
  carom_error error;
  return carom_scene_set_number(scene, path, value, &error) == CAROM_OK;
}

static carom_scene *scene_of(const contact_method *c) {
  char text[480];
  carom_error error;
  snprintf(text, sizeof text,
           "{carom: 1, rate: %g, solver: {method: %s, corrections: %s}, "
           "bodies: {mass: {type: mass, mass: 0.01, velocity: 1}, wall: {type: barrier}}, "
           "contacts: {hit: {type: collision, below: mass, above: wall, stiffness: 1%s%s}}}",
           rate, c->method, c->corrections, c->scheme[0] != '\0' ? ", scheme: " : "", c->scheme);
  carom_scene *scene = carom_scene_new(NULL);
  if (scene != NULL && carom_scene_parse(scene, "bench", text, strlen(text), &error) == CAROM_OK)
    return scene;
  carom_scene_free(scene);
  return NULL;
}

// The rebound speed; NaN where the contact has not ended after a thousand samples and ten contact
// times.
static double rebound(const carom_scene *scene, double samples) {
  carom_error error;
  carom_impact e;
  carom_model *model = NULL;
  if ((model = carom_model_compile(scene, NULL, &error)) == NULL)
    return NAN;
  carom_state *state = carom_state_new(model, NULL);
  double speed = NAN;
  for (int n = 0; state != NULL && n < 10 * samples + 1000; ++n) {
    carom_step(model, state);
    if (carom_state_next_impact(model, state, &e)) {
      speed = e.speed_out;
      break;
    }
  }
  carom_state_free(state);
  carom_model_free(model);
  return speed;
}

// The largest error in percent; infinite if some impact does not end.
static double worst_error(carom_scene *scene, double mu, double samples) {
  double worst = 0;
  for (int a = 0; a < EXPONENTS; ++a) {
    const carom_hunt_crossley p = impact_of(exponents[a], mu, samples);
    const double exact = carom_hunt_crossley_solve(&p).speed_out;
    bool good = set(scene, "contacts.hit.stiffness", p.stiffness) &&
                set(scene, "contacts.hit.exponent", p.exponent) &&
                set(scene, "contacts.hit.damping", p.damping);
    for (int phase = 0; good && phase < PHASES; ++phase) {
      good = set(scene, "bodies.mass.position", -(double)phase / PHASES / rate);
      const double error = 100 * fabs(rebound(scene, samples) / exact - 1);
      worst = isnan(error) ? (double)INFINITY : fmax(worst, error);
    }
    if (!good)
      return NAN;
  }
  return worst;
}

static bool print_row(const contact_method *c, double mu, FILE *json, const char *comma) {
  carom_scene *scene = scene_of(c);
  if (scene == NULL)
    return false;
  printf("%-18s", c->name);
  if (json != NULL)
    fprintf(json, "%s\n    {\"name\": \"%s\", \"mu_v\": %g, \"error_percent\": [", comma, c->name,
            mu);
  for (int i = 0; i < LENGTHS; ++i) {
    const double error = worst_error(scene, mu, lengths[i]);
    if (error <= 1e6)
      printf(" %9.2g", error);
    else
      printf(" %9s", isnan(error) ? "?" : "fails");
    if (json != NULL && isfinite(error))
      fprintf(json, "%s%.4g", i > 0 ? ", " : "", error);
    else if (json != NULL)
      fprintf(json, "%snull", i > 0 ? ", " : "");
  }
  printf("\n");
  fflush(stdout);
  if (json != NULL)
    fputs("]}", json);
  carom_scene_free(scene);
  return true;
}

bool bench_impacts(FILE *json) {
  bool good = true;
  printf("error of the rebound speed, %%: the worst of %d exponents and %d phases, %g Hz\n"
         "columns: contact time in samples\n",
         EXPONENTS, PHASES, rate);
  if (json != NULL) {
    fprintf(json, "{\n  \"carom\": \"%s\",\n  \"samples\": [", CAROM_VERSION);
    for (int i = 0; i < LENGTHS; ++i)
      fprintf(json, "%s%g", i > 0 ? ", " : "", lengths[i]);
    fputs("],\n  \"impacts\": [", json);
  }
  for (int u = 0; u < LEVELS; ++u) {
    char label[24];
    snprintf(label, sizeof label, "mu v_in = %g", levels[u]);
    printf("\n%-18s", label);
    for (int i = 0; i < LENGTHS; ++i)
      printf(" %9g", lengths[i]);
    printf("\n");
    for (int i = 0; good && i < METHODS; ++i)
      good = print_row(&methods[i], levels[u], json, u + i > 0 ? "," : "");
  }
  if (json != NULL)
    fputs("\n  ]\n}\n", json);
  return good;
}
