// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The variants of a comparison: every curve at every rate, each compiled once before anything is
// computed or written, so that what is refused is known.

#include "io/compare.h"

#include "base/error.h"
#include "base/text.h"
#include "io/print.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *compare_sentence(const char *text) {
  static const char place[] = "scene:";
  const char *at = text;
  if (strncmp(at, place, sizeof place - 1) != 0)
    return text;
  at += sizeof place - 1;
  while (isdigit((unsigned char)*at) || *at == ':')
    ++at;
  return *at == ' ' ? at + 1 : text;
}

// --- The scene of a variant ---------------------------------------------------------------------

static bool set(carom_scene *scene, const char *option, const char *path, const char *value,
                carom_error *error) {
  return carom_scene_source(scene, option) == CAROM_OK &&
         carom_scene_set(scene, path, value, error) == CAROM_OK;
}

// Sets or takes away the scheme of all collisions.
static bool set_schemes(carom_scene *scene, const compare_curve *c, carom_error *error) {
  bool good = true;
  for (int i = 0; good && i < carom_scene_count(scene, "contacts"); ++i) {
    char path[160];
    const char *name = carom_scene_name(scene, "contacts", i);
    snprintf(path, sizeof path, "contacts.%s.type", name);
    const char *type = carom_scene_get(scene, path);
    if (type == NULL || strcmp(type, "collision") != 0)
      continue;
    snprintf(path, sizeof path, "contacts.%s.scheme", name);
    if (c->scheme != NULL)
      good = set(scene, "options.schemes", path, c->scheme, error);
    else if (c->without_schemes)
      carom_scene_remove(scene, path, NULL);
  }
  return good;
}

// Sound is mixed at rates up to 1 MHz only; here nothing is mixed.
static bool take_no_sound(const compare_plan *p, carom_scene *scene, carom_error *error) {
  bool good = true;
  for (int i = 0; good && i < carom_model_describe(p->model).columns; ++i) {
    char path[160];
    const carom_output_info o = carom_model_output(p->model, i);
    snprintf(path, sizeof path, "outputs.%s.audio", o.name);
    good = !o.audio || carom_scene_set(scene, path, "false", error) == CAROM_OK;
  }
  return good;
}

// Takes away keys below solver that the variant's method does not have: those of the others.
static void drop_keys(carom_scene *scene, const char *name) {
  int method = 0;
  while (method < carom_method_count() && strcmp(carom_method_at(method)->name, name) != 0)
    ++method;
  for (int i = 0; i < carom_key_count(); ++i) {
    const carom_key *key = carom_key_at(i);
    if (key->section[0] == '\0' && strncmp(key->name, "solver.", 7) == 0 &&
        !carom_method_takes(method, key->name))
      carom_scene_remove(scene, key->name, NULL);
  }
}

static bool set_method(carom_scene *scene, const char *name, carom_error *error) {
  if (!set(scene, "options.methods", "solver.method", name, error))
    return false;
  drop_keys(scene, name);
  return true;
}

// Whether a key of a body is left to the rate.
static bool is_open(const carom_scene *scene, const char *body, const char *key, char path[160]) {
  snprintf(path, 160, "bodies.%s.%s", body, key);
  const char *value = carom_scene_get(scene, path);
  return value == NULL || strcmp(value, "auto") == 0;
}

// A body that may be taken by a grid or by modes is taken at every rate as at the lowest, by as
// many modes: otherwise differences between rates are those between models.
static bool keep_models(carom_scene *scene, const compare_curve *c, carom_error *error) {
  if (c->lowest == NULL || carom_model_describe(c->lowest).method_kind != CAROM_METHOD_AUDIO)
    return true;
  bool good = true;
  for (int i = 0; good && i < carom_model_describe(c->lowest).bodies; ++i) {
    const carom_body_info b = carom_model_body(c->lowest, i);
    char path[160];
    char count[32];
    snprintf(count, sizeof count, "%d", b.modes);
    if ((b.modes == 0 && b.points_x == 0) || !is_open(scene, b.name, "model", path))
      continue;
    good = set(scene, "options.rates", path, b.modes > 0 ? "modes" : "grid", error) &&
           (b.modes == 0 || !is_open(scene, b.name, "points", path) ||
            set(scene, "options.rates", path, count, error));
  }
  return good;
}

carom_scene *compare_scene(const compare_plan *p, const compare_curve *c, double rate,
                           carom_error *error) {
  char text[40];
  carom_scene *scene = carom_scene_new(NULL);
  error_set(error, CAROM_NO_MEMORY, "out of memory");
  print_in(text, sizeof text, "%.17g", rate);
  if (scene != NULL && carom_scene_parse(scene, "scene", p->text, p->length, error) == CAROM_OK &&
      (c->method == NULL || set_method(scene, c->method, error)) &&
      take_no_sound(p, scene, error) && set_schemes(scene, c, error) &&
      set(scene, "options.rates", "rate", text, error) && keep_models(scene, c, error))
    return scene;
  carom_scene_free(scene);
  return NULL;
}

// --- The list -----------------------------------------------------------------------------------

static int add_variant(compare_plan *p, int curve, double rate) {
  compare_variant *v = &p->variant[p->variants];
  *v = (compare_variant){.curve = curve, .rate = rate, .status = CAROM_INTERRUPTED};
  if (p->curve[curve].fixed_step)
    print_in(v->name, sizeof v->name, "%s@%.10g", p->curve[curve].name, rate);
  else
    snprintf(v->name, sizeof v->name, "%s", p->curve[curve].name);
  return p->variants++;
}

// A reference of a curve of its own has one variant; any other curve has them all.
static void add_curve_variants(compare_plan *p, int curve) {
  const bool is_reference = curve == p->reference_curve;
  const bool apart = p->options->reference != NULL && curve == p->own_curves;
  p->reference = is_reference ? -1 : p->reference;
  if (!p->curve[curve].fixed_step) {
    const int added = add_variant(p, curve, p->rates[0]);
    p->reference = is_reference ? added : p->reference;
    return;
  }
  for (int i = 0; i < p->rate_count; ++i) {
    if (is_reference && p->reference < 0 && p->finest < p->rates[i])
      p->reference = add_variant(p, curve, p->finest);
    if (is_reference && p->finest == p->rates[i])
      p->reference = add_variant(p, curve, p->finest);
    else if (!apart)
      add_variant(p, curve, p->rates[i]);
  }
  if (is_reference && p->reference < 0)
    p->reference = add_variant(p, curve, p->finest);
}

// --- What is refused ----------------------------------------------------------------------------

// Whether this build has what the method needs.
static bool can_be_equipped(const carom_model *model, carom_error *error) {
  if (!carom_model_describe(model).integrates)
    return true;
  carom_state *state = carom_state_new(model, NULL);
  error_set(error, CAROM_NO_MEMORY, "out of memory");
  const bool can = state != NULL && carom_state_equip(model, state, error) == CAROM_OK;
  carom_state_free(state);
  return can;
}

static void check_variant(const compare_plan *p, compare_variant *v, carom_error *error) {
  carom_model *model = NULL;
  carom_scene *scene = compare_scene(p, &p->curve[v->curve], v->rate, error);
  if (scene == NULL || (model = carom_model_compile(scene, NULL, error)) == NULL ||
      !can_be_equipped(model, error)) {
    v->status = error->status;
    snprintf(v->note, sizeof v->note, "%.599s", compare_sentence(error->text));
  } else if (v->rate == p->rates[0]) {
    snprintf(v->note, sizeof v->note, "%s", p->curve[v->curve].kept);
  }
  carom_model_free(model);
  carom_scene_free(scene);
}

// "string by 65 modes, body by 312", of those that the rate would choose.
static void write_kept(const carom_scene *scene, compare_curve *c) {
  sentence to = sentence_in(c->kept, sizeof c->kept);
  for (int i = 0; i < carom_model_describe(c->lowest).bodies; ++i) {
    const carom_body_info b = carom_model_body(c->lowest, i);
    char path[160];
    if (b.modes > 0 && is_open(scene, b.name, "model", path))
      sentence_add(&to, "%s%s by %d modes", c->kept[0] != '\0' ? ", " : "", b.name, b.modes);
  }
  if (c->kept[0] != '\0')
    sentence_add(&to, " at every rate");
}

static void find_lowest(const compare_plan *p, compare_curve *c) {
  for (int i = 0; c->fixed_step && c->lowest == NULL && i < p->rate_count; ++i) {
    carom_error error;
    carom_scene *scene = compare_scene(p, c, p->rates[i], &error);
    if (scene != NULL && (c->lowest = carom_model_compile(scene, NULL, &error)) != NULL &&
        carom_model_describe(c->lowest).method_kind == CAROM_METHOD_AUDIO)
      write_kept(scene, c);
    carom_scene_free(scene);
  }
}

// The instants are the samples of the lowest rate. A variant without a step of its own has outputs
// at the highest rate, or above, so that its spectrum is not folded into the bands; with others of
// its kind alone, at the lowest.
static void choose_rates(compare_plan *p) {
  double fastest = 0;
  p->coarsest = INFINITY;
  for (int i = 0; i < p->variants; ++i) {
    const compare_variant *v = &p->variant[i];
    if (v->status != CAROM_INTERRUPTED || !p->curve[v->curve].fixed_step)
      continue;
    p->coarsest = fmin(p->coarsest, v->rate);
    fastest = fmax(fastest, v->rate);
  }
  p->coarsest = fastest > 0 ? p->coarsest : p->rates[0];
  for (int i = 0; i < p->variants; ++i)
    if (!p->curve[p->variant[i].curve].fixed_step)
      p->variant[i].rate = p->coarsest * fmax(ceil(fastest / p->coarsest), 1);
}

// Rates are computed as far as the last instant, and two samples further for interpolation.
static void choose_instants(compare_plan *p) {
  const double duration = carom_model_describe(p->model).duration;
  choose_rates(p);
  p->instants = llround(duration * p->coarsest) + 1;
  for (int i = 0; i < p->variants; ++i) {
    compare_variant *v = &p->variant[i];
    const double ratio = v->rate / p->coarsest;
    const double last = (double)(p->instants - 1) * ratio;
    const bool whole = ratio == round(ratio);
    p->interpolated = p->interpolated || (!whole && v->status == CAROM_INTERRUPTED);
    v->samples = whole ? llround(last) + 1 : (long long)fmax(floor(last) + 3, 4);
  }
}

// Something must be left beside the finest.
static carom_status check_left(const compare_plan *p, carom_error *error) {
  const compare_variant *finest = &p->variant[p->reference];
  const compare_variant *refused = NULL;
  if (finest->status != CAROM_INTERRUPTED)
    return error_set(error, finest->status, "%s", finest->note);
  for (int i = 0; i < p->variants; ++i)
    if (i != p->reference && p->variant[i].status == CAROM_INTERRUPTED)
      return CAROM_OK;
  for (int i = 0; refused == NULL && i < p->variants; ++i)
    refused = p->variant[i].status != CAROM_INTERRUPTED ? &p->variant[i] : NULL;
  if (refused != NULL)
    return error_set(error, refused->status, "%s", refused->note);
  if (!p->curve[finest->curve].fixed_step)
    return error_set(error, CAROM_BAD_VALUE,
                     "solver.method: %s has no time step, so that there is nothing to compare it "
                     "with; allowed is another one beside it in options.methods",
                     finest->name);
  return error_set(error, CAROM_BAD_VALUE,
                   "options.rates: %g Hz alone; allowed are two rates or more, or "
                   "options.reference",
                   finest->rate);
}

carom_status compare_list_variants(compare_plan *p, carom_error *error) {
  p->variant = calloc((size_t)p->curves * ((size_t)p->rate_count + 1), sizeof *p->variant);
  if (p->variant == NULL)
    return error_set(error, CAROM_NO_MEMORY, "out of memory");
  for (int c = 0; c < p->curves; ++c) {
    find_lowest(p, &p->curve[c]);
    add_curve_variants(p, c);
  }
  for (int i = 0; i < p->variants; ++i)
    check_variant(p, &p->variant[i], error);
  const carom_status status = check_left(p, error);
  if (status == CAROM_OK)
    choose_instants(p);
  return status;
}
