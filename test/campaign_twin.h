// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Rules that take a second run: the same scene saved and restored, in other units, upside down,
// told in another order, and in finer steps.

#ifndef CAROM_TEST_CAMPAIGN_TWIN_H
#define CAROM_TEST_CAMPAIGN_TWIN_H

#include "campaign_judge.h"

/// Where all bodies are at some moments: the first values of their shapes, by names.
enum { MOMENTS = 4, VALUES = 8 };

typedef struct {
  bool whole;
  double value[MOMENTS][MOST_BODIES][VALUES];
} trace;

static const int moments[MOMENTS] = {1, 4, 20, 100};

/// Follows the bodies of `names` through another model of them.
static inline void follow(const trial *t, const carom_model *model, trace *r) {
  carom_state *state = carom_state_new(model, NULL);
  carom_error error;
  int n = 0;
  *r = (trace){.whole = state != NULL && carom_state_equip(model, state, &error) == CAROM_OK};
  const clock_t start = clock();
  for (int moment = 0; moment < MOMENTS && r->whole; ++moment) {
    for (; n < moments[moment] && r->whole; ++n)
      r->whole = carom_process(model, state, 1, NULL) == CAROM_OK && clock() - start < MOST_TIME;
    for (int b = 0; b < carom_scene_count(t->scene, "bodies") && b < MOST_BODIES; ++b) {
      const int body = carom_model_find_body(model, carom_scene_name(t->scene, "bodies", b));
      double shape[64] = {0};
      const int count = carom_body_shape(model, state, body, shape, 64);
      for (int i = 0; i < VALUES; ++i) // spread over the first of them
        r->value[moment][b][i] = shape[count > 8 ? i * (count < 64 ? count : 64) / VALUES : i];
    }
  }
  carom_state_free(state);
}

/// The largest value at a moment.
static inline double scale_of(const trace *a, int moment) {
  double scale = 1e-300;
  for (int i = 0; i < MOST_BODIES * VALUES; ++i)
    scale = fmax(scale, fabs((&a->value[moment][0][0])[i]));
  return scale;
}

/// The largest difference at a moment, m; a twin may be upside down.
static inline double difference(const trace *a, const trace *b, int moment, double sign) {
  double most = 0;
  for (int i = 0; i < MOST_BODIES * VALUES; ++i)
    most = fmax(most, fabs((&a->value[moment][0][0])[i] - sign * (&b->value[moment][0][0])[i]));
  return most;
}

/// The twin's model, or NULL. Takes the scene over.
static inline carom_model *twin_model(carom_scene *scene) {
  if (scene == NULL)
    return NULL;
  carom_model *model = compile_quietly(scene, NULL);
  carom_scene_free(scene);
  return model;
}

/// Holds a twin to the trace of the scene: to the bit, or to rounding as long as that has not
/// grown.
static inline void judge_twin(trial *t, const trace *own, carom_scene *scene, rule r, double sign,
                              const double *allowed) {
  carom_model *model = twin_model(scene);
  if (model == NULL)
    return;
  trace other;
  follow(t, model, &other);
  carom_model_free(model);
  ++t->of->judged[r];
  if (own->whole != other.whole) {
    require_rule(t, r, "the same end", allowed[MOMENTS - 1] > 0); // by rounding, if it is not exact
    return;
  }
  for (int moment = 0; moment < MOMENTS && own->whole; ++moment)
    judge(t, r, moment == 0 ? "difference at once" : "difference",
          difference(own, &other, moment, sign) /
              fmax(scale_of(own, moment), scale_of(&other, moment)),
          0, allowed[moment]);
}

/// In blocks of another length, and restored on the way, the state becomes the same bytes.
static inline void judge_restore(trial *t) {
  const size_t size = carom_state_saved_size(t->model);
  unsigned char *saved = malloc(3 * size);
  carom_error error;
  carom_state *other = carom_state_new(t->model, NULL);
  // An integrator begins anew where a state is restored: the same motion, within its tolerance.
  if (is_word(t->info.method, "adaptive")) {
    carom_state_free(other);
    free(saved);
    return;
  }
  if (size < 1 << 20 && carom_state_equip(t->model, other, &error) == CAROM_OK) {
    memset(saved, 0, 3 * size);
    carom_state_reset(t->model, t->state);
    carom_status a = CAROM_OK;
    for (int i = 0; i < 6 && a == CAROM_OK; ++i)
      a = carom_process(t->model, t->state, 1 + 3 * i, NULL);
    carom_state_save(t->model, t->state, saved);
    a = a == CAROM_OK ? carom_process(t->model, t->state, 17, NULL) : a;
    carom_state_save(t->model, t->state, saved + size);
    carom_status b = carom_process(t->model, other, 5, NULL);
    b = b == CAROM_OK ? carom_process(t->model, other, 51 - 5 + 17, NULL) : b;
    carom_state_save(t->model, other, saved + 2 * size);
    ++t->of->judged[RULE_RESTORE];
    if (a == CAROM_OK && b == CAROM_OK) {
      require_rule(t, RULE_RESTORE, "blocks of any length",
                   memcmp(saved + size, saved + 2 * size, size) == 0);
      require_rule(t, RULE_RESTORE, "a saved state is taken",
                   carom_state_restore(t->model, other, saved) == CAROM_OK);
      carom_process(t->model, other, 17, NULL);
      carom_state_save(t->model, other, saved + 2 * size);
      require_rule(t, RULE_RESTORE, "a restored state goes the same way",
                   memcmp(saved + size, saved + 2 * size, size) == 0);
    }
  }
  carom_state_free(other);
  free(saved);
}

/// Whether a mass on a spring of its own swings by more than 5 % of its amplitude in half a step,
/// to which the time of an impact is known.
static inline bool swings_fast(const trial *t) {
  bool any = false;
  for (int i = 0; i < carom_scene_count(t->scene, "bodies"); ++i) {
    const char *name = carom_scene_name(t->scene, "bodies", i);
    any = any || number_at(t->scene, "bodies.%s.frequency", name) > t->info.rate / 64;
  }
  return any;
}

/// Whether a loss is taken to first order only, as by clamp and published.
static inline bool loses_roughly(const trial *t, const char *contact) {
  return !(number_at(t->scene, "contacts.%s.damping", contact) == 0) &&
         !is_word(get(t->scene, "contacts.%s.scheme", contact), "positive") &&
         !is_word(get(t->scene, "contacts.%s.scheme", contact), "exact");
}

/// One mass and one collision: where it is after 100 samples, with one step in a sample and with 8.
/// More bodies and contacts are chaotic; nobody can say where they should be.
static inline void judge_fine(trial *t, const trace *own) {
  if (!t->masses || !t->alone || t->info.contacts != 1 || t->force[0] < 0 ||
      !is_pushing(t, carom_scene_name(t->scene, "contacts", 0)) || t->info.oversample != 1 ||
      !own->whole || swings_fast(t) || loses_roughly(t, carom_scene_name(t->scene, "contacts", 0)))
    return;
  carom_scene *scene = scene_from(t->text.bytes, t->text.length);
  put_text(scene, "8", "solver.oversample");
  carom_model *model = twin_model(scene);
  if (model == NULL)
    return;
  trace other;
  follow(t, model, &other);
  carom_model_free(model);
  carom_warning warning[1];
  double most = 1e-300;
  for (int i = 0; i < MOMENTS; ++i) // where it is at last may be next to 0
    most = fmax(most, fmax(scale_of(own, i), scale_of(&other, i)));
  ++t->of->judged[RULE_FINE];
  if (other.whole && carom_warnings(t->model, t->state, NULL, warning, 1) == 0)
    judge(t, RULE_FINE, "difference", difference(own, &other, MOMENTS - 1, 1) / most, 0, 0.05);
}

/// Whether contacts were solved one after the other, in the order of the scene (theory 4.3); exact
/// ones that touch others always are.
static inline bool fell_back(const trial *t) {
  bool any = t->info.largest_island > 1 && strstr(t->text.bytes, "\"exact\"") != NULL;
  for (int i = 0; i < t->info.contacts; ++i)
    any = any || carom_contact_counts(t->model, t->state, i).fallbacks > 0;
  return any;
}

/// Whether something is drawn at random, each contact and gesture its own.
static inline bool has_chance(const trial *t) {
  return strstr(t->text.bytes, "\"noise\"") != NULL || strstr(t->text.bytes, "\"drift\"") != NULL;
}

/// Whether a warning says that the start or the impacts are not resolved: rounding may decide there
/// whether a contact pushes once more, and how hard.
static inline bool is_doubtful(const trial *t) {
  carom_warning warning[8];
  const int count = carom_warnings(t->model, t->state, NULL, warning, 8);
  bool any = count > 8;
  for (int i = 0; i < count && i < 8; ++i)
    any = any || strstr("overlap short-impact short-strike", warning[i].kind) != NULL;
  return any;
}

/// An integrator holds the energies of linkages to a tolerance in J, so that its steps follow
/// units.
static inline bool has_tolerance_in_joules(const trial *t) {
  bool linkage = false;
  for (int i = 0; i < carom_scene_count(t->scene, "bodies"); ++i)
    linkage = linkage || is_body(t->scene, carom_scene_name(t->scene, "bodies", i), "linkage");
  return linkage && is_word(t->info.method, "adaptive");
}

/// One of the second runs, by the number of the scene. Iterations end within 1e-10 of an overlap,
/// and what rounding leaves grows where hard bodies collide; what has the wrong sign or reads the
/// wrong body differs by all there is.
static inline void judge_twins(trial *t) {
  static const double exact[MOMENTS] = {0, 0, 0, 0};
  static const double rounded[MOMENTS] = {1e-6, 1e-3, 1e-2, 1};
  static const double rounded_single[MOMENTS] = {1e-4, 1e-3, 1, 1};
  const double *near = t->info.single_bodies > 0 ? rounded_single : rounded;
  trace own;
  follow(t, t->model, &own);
  const long which = t->number % 6; // number 0: all of them
  if ((t->number == 0 || which == 1) && !has_tolerance_in_joules(t))
    judge_twin(t, &own, similar_scene(&t->text, 4, 1), RULE_UNITS, 1, exact);
  if ((t->number == 0 || which == 2) && t->audio && !is_doubtful(t))
    judge_twin(t, &own, mirrored_scene(&t->text), RULE_MIRROR, -1, near);
  if ((t->number == 0 || which == 3) && t->masses && !is_word(t->info.method, "adaptive"))
    judge_twin(t, &own, similar_scene(&t->text, 1, 0.5), RULE_TIME, 1, exact);
  if ((t->number == 0 || which == 4) && !has_chance(t) && !fell_back(t))
    judge_twin(t, &own, reordered_scene(&t->text), RULE_ORDER, 1, near);
  if (t->number == 0 || which == 5)
    judge_fine(t, &own);
  if (t->number == 0 || which == 0)
    judge_restore(t);
}

#endif
