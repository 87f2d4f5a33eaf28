// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The plan of a comparison: words, rates and outputs checked, and the curves: every method with
// every scheme. A method that takes none of the schemes, but does without them, is one curve.

#include "io/compare.h"

#include "base/error.h"
#include "base/parse_double.h"
#include "io/scene_text.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_RATES = 64 };

// --- Words --------------------------------------------------------------------------------------

static const carom_key *scheme_key(void) {
  for (int i = 0; i < carom_key_count(); ++i)
    if (strcmp(carom_key_at(i)->section, "contacts") == 0 &&
        strcmp(carom_key_at(i)->name, "scheme") == 0)
      return carom_key_at(i);
  return NULL;
}

// Whether a word of that length is one of a list, separated by spaces.
static bool in_words(const char *words, const char *word, size_t length) {
  for (const char *at = words; *at != '\0';) {
    const size_t n = strcspn(at, " ");
    if (n == length && strncmp(at, word, n) == 0)
      return true;
    at += n + (at[n] != '\0');
  }
  return false;
}

static bool is_scheme(const char *word) {
  const carom_key *key = scheme_key();
  return key != NULL && in_words(key->choices, word, strlen(word));
}

static const carom_method *find_method(const char *word) {
  for (int i = 0; i < carom_method_count(); ++i)
    if (strcmp(carom_method_at(i)->name, word) == 0)
      return carom_method_at(i);
  return NULL;
}

static void list_methods(char *text, size_t size) {
  text[0] = '\0';
  for (int i = 0; i < carom_method_count(); ++i) {
    const size_t n = strlen(text);
    snprintf(text + n, size - n, "%s%s", i > 0 ? " " : "", carom_method_at(i)->name);
  }
}

static carom_status unknown_word(const char *what, int index, const char *word, const char *allowed,
                                 carom_error *error) {
  return error_set(error, CAROM_BAD_VALUE,
                   "options.%ss[%d]: there is no %s '%.60s'; allowed are %s", what, index, what,
                   word, allowed);
}

static bool has_collision(const carom_scene *scene) {
  for (int i = 0; i < carom_scene_count(scene, "contacts"); ++i) {
    char path[160];
    snprintf(path, sizeof path, "contacts.%s.type", carom_scene_name(scene, "contacts", i));
    const char *type = carom_scene_get(scene, path);
    if (type != NULL && strcmp(type, "collision") == 0)
      return true;
  }
  return false;
}

static carom_status check_words(const compare_plan *p, const carom_scene *scene,
                                carom_error *error) {
  const carom_compare_options *o = p->options;
  char methods[400];
  list_methods(methods, sizeof methods);
  if ((o->schemes == NULL && o->scheme_count > 0) || (o->methods == NULL && o->method_count > 0) ||
      (o->rates == NULL && o->rate_count > 0) || (o->outputs == NULL && o->output_count > 0))
    return error_null(error, "options.schemes, methods, rates or outputs");
  for (int i = 0; i < o->scheme_count; ++i)
    if (!is_scheme(o->schemes[i]))
      return unknown_word("scheme", i, o->schemes[i], scheme_key()->choices, error);
  for (int i = 0; i < o->method_count; ++i)
    if (find_method(o->methods[i]) == NULL)
      return unknown_word("method", i, o->methods[i], methods, error);
  if (o->scheme_count > 0 && !has_collision(scene))
    return error_set(error, CAROM_BAD_VALUE,
                     "options.schemes: the scene has no collision; allowed are options.methods and "
                     "options.rates");
  return CAROM_OK;
}

// --- Rates and outputs --------------------------------------------------------------------------

static int by_size(const void *a, const void *b) {
  const double x = *(const double *)a;
  const double y = *(const double *)b;
  return (x > y) - (x < y);
}

static carom_status check_rates(compare_plan *p, carom_error *error) {
  const carom_compare_options *o = p->options;
  const double own = carom_model_describe(p->model).rate;
  const int count = o->rate_count > 0 ? o->rate_count : 4;
  if (count > MAX_RATES)
    return error_set(error, CAROM_BAD_VALUE, "options.rates: %d of them; allowed are 1 to %d",
                     count, MAX_RATES);
  p->rates = calloc((size_t)count, sizeof *p->rates);
  if (p->rates == NULL)
    return error_set(error, CAROM_NO_MEMORY, "out of memory");
  for (int i = 0; i < count; ++i) {
    p->rates[i] = o->rate_count > 0 ? o->rates[i] : ldexp(own, i);
    if (!(p->rates[i] > 0) || !isfinite(p->rates[i]))
      return error_set(error, CAROM_BAD_VALUE,
                       "options.rates[%d]: %g Hz; allowed are numbers above 0", i, p->rates[i]);
  }
  qsort(p->rates, (size_t)count, sizeof *p->rates, by_size);
  for (int i = 0; i < count; ++i)
    if (i == 0 || p->rates[i] > p->rates[p->rate_count - 1])
      p->rates[p->rate_count++] = p->rates[i];
  p->finest = o->rate_count > 0 ? p->rates[p->rate_count - 1] : 16 * own;
  return CAROM_OK;
}

static carom_status find_outputs(compare_plan *p, carom_error *error) {
  const carom_compare_options *o = p->options;
  const int all = carom_model_describe(p->model).columns;
  if (all == 0)
    return error_set(error, CAROM_BAD_VALUE,
                     "outputs: the scene has none to compare; allowed is at least one");
  p->outputs = o->output_count > 0 ? o->output_count : all;
  p->output = calloc((size_t)p->outputs, sizeof *p->output);
  if (p->output == NULL)
    return error_set(error, CAROM_NO_MEMORY, "out of memory");
  for (int i = 0; i < p->outputs; ++i) {
    p->output[i] = o->output_count > 0 ? carom_model_find_output(p->model, o->outputs[i]) : i;
    if (p->output[i] >= 0)
      continue;
    char names[800] = "";
    for (int j = 0; j < all; ++j) {
      const size_t n = strlen(names);
      snprintf(names + n, sizeof names - n, "%s%s", j > 0 ? ", " : "",
               carom_model_output(p->model, j).name);
    }
    return error_set(error, CAROM_BAD_VALUE,
                     "options.outputs[%d]: there is no output '%.60s' in this scene; allowed are "
                     "%s",
                     i, o->outputs[i], names);
  }
  return CAROM_OK;
}

// --- Curves -------------------------------------------------------------------------------------

static compare_curve *add_curve(compare_plan *p, const char *method, const char *scheme) {
  compare_curve *c = &p->curve[p->curves++];
  const char *by = method != NULL ? method : carom_model_describe(p->model).method;
  *c = (compare_curve){.method = method, .scheme = scheme};
  c->fixed_step = find_method(by)->fixed_step;
  if (method != NULL && scheme != NULL)
    snprintf(c->name, sizeof c->name, "%s/%s", method, scheme);
  else
    snprintf(c->name, sizeof c->name, "%s", scheme != NULL ? scheme : by);
  return c;
}

// Whether the scene can be taken that way at its own rate.
static bool is_taken(const compare_plan *p, const compare_curve *c) {
  carom_error error;
  carom_model *model = NULL;
  carom_scene *scene = compare_scene(p, c, carom_model_describe(p->model).rate, &error);
  const bool taken = scene != NULL && (model = carom_model_compile(scene, NULL, &error)) != NULL;
  carom_model_free(model);
  carom_scene_free(scene);
  return taken;
}

// The curves of a method: with each scheme; or without, if it has none.
static void add_method(compare_plan *p, const char *method) {
  const carom_compare_options *o = p->options;
  const int first = p->curves;
  bool taken = false;
  for (int i = 0; i < (o->scheme_count > 0 ? o->scheme_count : 1); ++i)
    taken = is_taken(p, add_curve(p, method, o->scheme_count > 0 ? o->schemes[i] : NULL)) || taken;
  if (taken || method == NULL)
    return;
  const int refused = p->curves;
  compare_curve *bare = add_curve(p, method, NULL);
  bare->without_schemes = true;
  if (is_taken(p, bare)) {
    p->curve[first] = *bare;
    p->curves = first + 1;
  } else {
    p->curves = refused;
  }
}

static bool same_word(const char *a, const char *b) {
  return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static void add_curves(compare_plan *p) {
  const carom_compare_options *o = p->options;
  for (int i = 0; i < (o->method_count > 0 ? o->method_count : 1); ++i)
    add_method(p, o->method_count > 0 ? o->methods[i] : NULL);
  int kept = 0; // words given twice are one
  for (int i = 0; i < p->curves; ++i) {
    bool there = false;
    for (int k = 0; k < kept; ++k)
      there = there || strcmp(p->curve[k].name, p->curve[i].name) == 0;
    if (!there)
      p->curve[kept++] = p->curve[i];
  }
  p->curves = kept;
}

// --- All of it ----------------------------------------------------------------------------------

static bool write_scene(compare_plan *p, const carom_scene *scene) {
  FILE *file = open_memstream(&p->text, &p->length);
  if (file == NULL)
    return false;
  const bool good = scene_text_write(scene, file);
  return fclose(file) == 0 && good;
}

// METHOD, SCHEME or METHOD/SCHEME, and @RATE, in words of the tables; false if it is none.
static bool split_reference(char *text, const char **method, const char **scheme, double *rate) {
  char *at = strchr(text, '@');
  if (at != NULL) {
    *at = '\0';
    if (!parse_double(at + 1, strlen(at + 1), rate) || !(*rate > 0) || !isfinite(*rate))
      return false;
  }
  char *slash = strchr(text, '/');
  if (slash != NULL)
    *slash = '\0';
  const carom_method *m = find_method(text);
  const char *word = slash != NULL ? slash + 1 : text;
  *method = m != NULL ? m->name : NULL;
  *scheme = m == NULL || slash != NULL ? word : NULL;
  return (slash == NULL || m != NULL) && (*scheme == NULL || is_scheme(word));
}

// The curve of the reference, which may be one of those that are there, and its rate. The text
// stays in use.
static carom_status find_reference(compare_plan *p, carom_error *error) {
  const char *asked = p->options->reference;
  const char *method = NULL;
  const char *scheme = NULL;
  double rate = 0;
  if (asked == NULL)
    return CAROM_OK;
  char methods[400];
  list_methods(methods, sizeof methods);
  p->reference_text = strdup(asked);
  if (p->reference_text == NULL)
    return error_set(error, CAROM_NO_MEMORY, "out of memory");
  if (!split_reference(p->reference_text, &method, &scheme, &rate))
    return error_set(error, CAROM_BAD_VALUE,
                     "options.reference: '%.60s'; allowed is a scheme (%s), a method (%s) or "
                     "METHOD/SCHEME, and @RATE in Hz",
                     asked, scheme_key()->choices, methods);
  int found = 0;
  while (found < p->curves &&
         !(same_word(p->curve[found].method, method) && same_word(p->curve[found].scheme, scheme)))
    ++found;
  const char *own = carom_model_describe(p->model).method;
  if (found == p->curves && scheme == NULL && p->options->method_count == 0 &&
      p->options->scheme_count == 0 && same_word(method, own))
    found = 0; // the scene's own method by its name
  p->reference_curve = found;
  if (found == p->curves)
    add_curve(p, method, scheme);
  if (rate > 0 && !p->curve[found].fixed_step)
    return error_set(error, CAROM_BAD_VALUE,
                     "options.reference: %.60s: %s has no time step, so that no rate makes it "
                     "finer; allowed is '%s'",
                     asked, p->curve[found].name, p->curve[found].name);
  p->finest = rate > 0 ? rate : p->finest;
  return CAROM_OK;
}

carom_status compare_make_plan(compare_plan *p, const carom_scene *scene, carom_error *error) {
  const carom_compare_options *o = p->options;
  if (o->directory == NULL)
    return error_set(error, CAROM_BAD_VALUE, "options.directory: none; allowed is a folder");
  carom_status status = check_words(p, scene, error);
  if (status == CAROM_OK)
    status =
        (p->model = carom_model_compile(scene, NULL, error)) != NULL ? CAROM_OK : error->status;
  if (status == CAROM_OK)
    status = check_rates(p, error);
  if (status == CAROM_OK)
    status = find_outputs(p, error);
  if (status != CAROM_OK)
    return status;
  const size_t capacity = ((size_t)o->method_count + 1) * ((size_t)o->scheme_count + 2) + 1;
  p->curve = calloc(capacity, sizeof *p->curve);
  if (p->curve == NULL || !write_scene(p, scene))
    return error_set(error, CAROM_NO_MEMORY, "out of memory");
  const char *title = carom_scene_get(scene, "title");
  snprintf(p->title, sizeof p->title, "%.159s", title != NULL ? title : "");
  add_curves(p);
  p->own_curves = p->curves;
  status = find_reference(p, error);
  return status == CAROM_OK ? compare_list_variants(p, error) : status;
}

void compare_free_plan(compare_plan *p) {
  for (int i = 0; i < p->variants; ++i)
    free(p->variant[i].power);
  for (int i = 0; i < p->curves; ++i)
    carom_model_free(p->curve[i].lowest);
  free(p->variant);
  free(p->curve);
  free(p->output);
  free(p->rates);
  free(p->reference_text);
  free(p->text);
  carom_model_free(p->model);
}
