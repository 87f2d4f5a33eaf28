// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// One scene of a campaign on trial: the rules that every scene is held to, what is counted of each,
// and the scene compiled, with outputs that show every contact.

#ifndef CAROM_TEST_CAMPAIGN_TRIAL_H
#define CAROM_TEST_CAMPAIGN_TRIAL_H

#include "campaign_written.h"
#include <time.h>

/// The rules: word, and what is claimed. CONTRIBUTING.md says why.
#define RULES(X)                                                                                   \
  X(RULE_START, "start", "the energy at t = 0 is what was written")                                \
  X(RULE_SINE, "sine", "a body that begins as a sine has its energy")                              \
  X(RULE_ROW, "row", "what nothing touches begins with the velocity written")                      \
  X(RULE_GROWTH, "growth", "energy that nobody supplies never grows")                              \
  X(RULE_SPEED, "speed", "no mass has more energy than was written")                               \
  X(RULE_CAUSE, "cause", "no impact before it can be reached, or without an approach")             \
  X(RULE_TIMES, "times", "impacts begin at or after 0, end after they begin, one after the other") \
  X(RULE_IMPULSE, "impulse", "the impulses of impacts are the forces of the samples")              \
  X(RULE_MOMENTUM, "momentum", "a mass gains the momentum that its contacts give")                 \
  X(RULE_PULL, "pull", "no collision pulls")                                                       \
  X(RULE_FINITE, "finite", "a good status has finite outputs and a finite ledger")                 \
  X(RULE_BALANCE, "balance", "the ledger balances")                                                \
  X(RULE_RESTORE, "restore", "a saved state goes the same way, in blocks of any length")           \
  X(RULE_UNITS, "units", "in other units of mass it moves the same, bit for bit")                  \
  X(RULE_TIME, "time", "in other units of time it moves the same, bit for bit")                    \
  X(RULE_MIRROR, "mirror", "upside down it moves upside down")                                     \
  X(RULE_ORDER, "order", "told in another order it moves the same")                                \
  X(RULE_FINE, "fine",                                                                             \
    "with 8 times the steps it ends near by, or a warning says that it may not")                   \
  X(RULE_REASON, "reason", "a scene that is refused is told why")
#define RULE_ENUMERATOR(name, word, claim) name,
typedef enum { RULES(RULE_ENUMERATOR) RULE_COUNT } rule;

/// What a campaign counts.
typedef struct {
  long scenes, compiled, finished;
  long judged[RULE_COUNT], faults[RULE_COUNT];
  bool tell;  ///< one case alone: print its scene
  bool quiet; ///< what is broken is counted and not told
} campaign;

enum { MOST_CONTACTS = 24, MOST_BODIES = 24, SAMPLES = 400, MAX_STEPS = 8, MOST_OUTPUTS = 128 };

static const clock_t MOST_TIME = CLOCKS_PER_SEC / 20; ///< of a run: what takes longer is not judged

typedef struct {
  campaign *of;
  long number;
  const char *kind;
  scene_text text;
  carom_scene *scene;
  carom_model *model;
  carom_state *state;
  carom_model_info info;
  bool audio, fixed; ///< the audio method; a method of masses and grids with the energy of (1.13)
  bool alone;        ///< nothing supplies energy
  bool extreme;      ///< a number in it is too large or too small to be held to sums of it
  bool slow;         ///< it did not come to its end in MOST_TIME
  bool masses;       ///< there are masses and barriers and nothing else
  int overlap[MOST_CONTACTS], force[MOST_CONTACTS]; ///< outputs; -1 if there is none
  written_energy written;
  double first_overlap[MOST_CONTACTS], first_force[MOST_CONTACTS], second_force[MOST_CONTACTS];
  double impulse[MOST_CONTACTS]; ///< sum of k F
  double largest[MOST_CONTACTS]; ///< F
  double begin_velocity[MOST_BODIES];
  carom_ledger begin, last;
  carom_status status;
  bool faulty[RULE_COUNT];
} trial;

static inline const char *rule_word(rule r) {
#define RULE_WORD(name, word, claim) word,
  static const char *const words[] = {RULES(RULE_WORD)};
  return words[r];
}

static inline const char *rule_claim(rule r) {
#define RULE_CLAIM(name, word, claim) claim,
  static const char *const claims[] = {RULES(RULE_CLAIM)};
  return claims[r];
}

/// Judges one value: it may differ from what is expected by so much. A scene breaks a rule once,
/// and what follows from a false start is not told again.
static inline void judge(trial *t, rule r, const char *what, double value, double expected,
                         double allowed) {
  enum { TOLD = 12 };
  const bool any = r == RULE_FINITE || r == RULE_RESTORE || r == RULE_REASON || r == RULE_PULL;
  if ((t->extreme && !any) || t->faulty[r] || t->faulty[RULE_START] ||
      fabs(value - expected) <= allowed)
    return;
  t->faulty[r] = true;
  if ((t->of->faults[r]++ < TOLD || t->of->tell) && !t->of->quiet)
    fprintf(stderr, "%s %ld breaks '%s': %s %.12g, expected %.12g within %.3g\n", t->kind,
            t->number, rule_word(r), what, value, expected, allowed);
}

static inline void require_rule(trial *t, rule r, const char *what, bool good) {
  judge(t, r, what, good ? 1 : 0, 1, 0);
}

// --- What kind of scene it is -------------------------------------------------------------------

static inline bool is_still(void *user, carom_scene *scene, const carom_key *key, const char *item,
                            const char *path, const char *text) {
  (void)user, (void)item, (void)path, (void)scene;
  const bool source =
      strcmp(key->name, "base.amplitude") == 0 ||
      strcmp(key->name, "position.sine.amplitude") == 0 ||
      (strcmp(key->section, "bodies") == 0 && strcmp(key->name, "spring.torque") == 0);
  return !(key->live && text[0] == '[') && !(source && number_of(text) != 0);
}

/// Whether a contact neither stores energy by a law of its own nor rubs: judged are collisions and
/// springs.
static inline bool has_only_laws(const carom_scene *scene) {
  for (int i = 0; i < carom_scene_count(scene, "contacts"); ++i) {
    const char *type = get(scene, "contacts.%s.type", carom_scene_name(scene, "contacts", i));
    if (!is_word(type, "collision") && !is_word(type, "spring"))
      return false;
  }
  return true;
}

static inline bool is_alone(carom_scene *scene) {
  if (carom_scene_count(scene, "forces") > 0 || carom_scene_count(scene, "score") > 0)
    return false;
  for (int i = 0; i < carom_scene_count(scene, "contacts"); ++i) {
    const char *type = get(scene, "contacts.%s.type", carom_scene_name(scene, "contacts", i));
    if (is_word(type, "bow") || is_word(type, "finger"))
      return false;
  }
  return visit_values(scene, is_still, NULL);
}

static inline bool has_only_masses(const carom_scene *scene) {
  for (int i = 0; i < carom_scene_count(scene, "bodies"); ++i) {
    const char *name = carom_scene_name(scene, "bodies", i);
    if (!is_body(scene, name, "mass") && !is_body(scene, name, "barrier"))
      return false;
  }
  return true;
}

/// Whether a contact is solved after others, in parts of a step of its own: one that touches exact
/// ones. Its impacts are told less well.
static inline bool is_sequential(const trial *t, int contact) {
  return carom_model_contact(t->model, contact).island_size > 1 &&
         strstr(t->text.bytes, "\"exact\"") != NULL;
}

// --- Compiled -----------------------------------------------------------------------------------

/// Whether a number of a scene is beyond 1e18 or, but for 0, nearer to it than 1e-18: its squares
/// leave the range of doubles, or what rounds to nothing. Such scenes are held to less.
static inline bool is_extreme(const char *text) {
  for (const char *at = text; (at = strchr(at, 'e')) != NULL; ++at)
    if (at > text && at[-1] >= '0' && at[-1] <= '9' && labs(strtol(at + 1, NULL, 10)) > 18)
      return true;
  return false;
}

/// A scene whose step costs too much for a campaign.
static inline bool is_heavy(const carom_model_info *info) {
  return info->nodes > 4000 || info->links > 500 || info->contacts > MOST_CONTACTS ||
         info->bodies > MOST_BODIES || info->outputs > MOST_OUTPUTS ||
         (double)info->links * info->largest_island * info->largest_island > 2e5;
}

/// Modes that swing hundreds of times in a sample keep methods busy that look for each impact.
static inline bool is_stiff(const carom_model *model, const carom_model_info *info) {
  bool stiff = false;
  for (int i = 0; i < info->bodies; ++i)
    stiff = stiff || carom_model_body(model, i).highest > 100 * info->rate;
  return stiff && !is_word(info->method, "audio");
}

static inline carom_model *compile_quietly(const carom_scene *scene, trial *t) {
  carom_error error = {.status = CAROM_OK};
  carom_model *model = carom_model_compile(scene, NULL, &error);
  if (t != NULL) {
    ++t->of->judged[RULE_REASON];
    require_rule(t, RULE_REASON, "a sentence", model != NULL || error.text[0] != '\0');
    if (model == NULL && t->of->tell)
      fprintf(stderr, "refused: %s\n", error.text);
  }
  return model;
}

/// Shows every contact, so that forces and overlaps can be judged.
static inline void show_contacts(carom_scene *scene) {
  for (int i = 0; i < carom_scene_count(scene, "contacts") && i < MOST_CONTACTS; ++i) {
    const char *name = carom_scene_name(scene, "contacts", i);
    const char *type = get(scene, "contacts.%s.type", name);
    if (!is_word(type, "collision") && !is_word(type, "spring"))
      continue;
    put_text(scene, name, "outputs.zo%d.of", i);
    put_text(scene, "overlap", "outputs.zo%d.quantity", i);
    put_text(scene, name, "outputs.zf%d.of", i);
    put_text(scene, "force", "outputs.zf%d.quantity", i);
  }
}

static inline void find_outputs(trial *t) {
  for (int i = 0; i < MOST_CONTACTS; ++i) {
    char name[16];
    snprintf(name, sizeof name, "zo%d", i);
    t->overlap[i] = carom_model_find_output(t->model, name);
    snprintf(name, sizeof name, "zf%d", i);
    t->force[i] = carom_model_find_output(t->model, name);
  }
}

/// Compiles the scene, with outputs added where the method takes them. Takes the scene over.
static inline bool open_trial(trial *t, carom_scene *scene) {
  t->scene = scene;
  t->model = compile_quietly(scene, t);
  if (t->model == NULL)
    return false;
  t->info = carom_model_describe(t->model);
  if (is_heavy(&t->info) || is_stiff(t->model, &t->info))
    return false;
  t->audio = is_word(t->info.method, "audio");
  t->fixed =
      carom_method_at(0) != NULL && strstr("audio am1 verlet heun rk4", t->info.method) != NULL;
  if (t->audio && text_of(scene, &t->text)) {
    carom_scene *shown = scene_from(t->text.bytes, t->text.length);
    show_contacts(shown);
    carom_model *model = compile_quietly(shown, NULL);
    if (model != NULL && carom_model_describe(model).outputs <= MOST_OUTPUTS) {
      carom_model_free(t->model);
      carom_scene_free(t->scene);
      t->model = model;
      t->scene = shown;
      t->info = carom_model_describe(model);
    } else {
      carom_model_free(model);
      carom_scene_free(shown);
    }
  }
  find_outputs(t);
  t->extreme = is_extreme(t->text.bytes);
  t->alone = is_alone(t->scene);
  t->masses = has_only_masses(t->scene);
  t->state = carom_state_new(t->model, NULL);
  carom_error error;
  return text_of(t->scene, &t->text) && t->state != NULL &&
         carom_state_equip(t->model, t->state, &error) == CAROM_OK;
}

static inline void close_trial(trial *t) {
  carom_state_free(t->state);
  carom_model_free(t->model);
  carom_scene_free(t->scene);
}

#endif
