// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The paper's systems in the engine: the built-in scenes with the published choice of g beside the
// default one.

#include "reproduce/reproduce.h"

#include <carom/file.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 10000, NAME = 160, MOST_COLLISIONS = 4 };

enum { RELEASE = 5 }; // steps that a contact may take to open

/// The collisions of a scene over time, and their extremes.
typedef struct {
  double force[STEPS], stored[STEPS]; // of the last collision: N, J
  double step;                        // s
  double balance;                     // largest error of the energy balance
  double least, most;                 // force, N
  double kept, stored_most;           // J: stored without overlap for some steps, and at all
} collision_record;

static bool set(carom_scene *s, const char *section, const char *name, const char *key,
                const char *value) {
  char path[NAME];
  carom_error error;
  const int n = snprintf(path, sizeof path, "%s.%s.%s", section, name, key);
  return n > 0 && n < (int)sizeof path && carom_scene_set(s, path, value, &error) == CAROM_OK;
}

static bool is_collision(const carom_scene *s, const char *contact) {
  char path[NAME];
  snprintf(path, sizeof path, "contacts.%s.type", contact);
  const char *type = carom_scene_get(s, path);
  return type != NULL && strcmp(type, "collision") == 0;
}

// Force, overlap and psi of every collision; they follow the scene's own outputs.
static bool add_outputs(carom_scene *s) {
  static const char *const quantities[] = {"force", "overlap", "psi"};
  for (int c = 0; c < carom_scene_count(s, "contacts"); ++c) {
    const char *contact = carom_scene_name(s, "contacts", c);
    for (int q = 0; is_collision(s, contact) && q < 3; ++q) {
      char name[NAME];
      snprintf(name, sizeof name, "reproduce_%s_%s", contact, quantities[q]);
      if (!set(s, "outputs", name, "of", contact) ||
          !set(s, "outputs", name, "quantity", quantities[q]))
        return false;
    }
  }
  return true;
}

// The scheme as published, with the branch (69) of a two-sided law; adds the options to the
// command.
static bool set_published(carom_scene *s, char *command, size_t room) {
  for (int c = 0; c < carom_scene_count(s, "contacts"); ++c) {
    char name[NAME / 2];
    char path[NAME];
    snprintf(name, sizeof name, "%s", carom_scene_name(s, "contacts", c));
    snprintf(path, sizeof path, "contacts.%s.stiffness", name);
    const bool collision = is_collision(s, name);
    const double stiffness = carom_scene_number(s, path); // NAN if it has none
    if (!collision && !(fabs(stiffness) > 0))
      continue;
    const char *key = collision ? "scheme" : "branch";
    const char *value = collision ? "published" : "printed";
    if (!set(s, "contacts", name, key, value))
      return false;
    const size_t used = strlen(command);
    snprintf(command + used, room - used, " --set contacts.%s.%s=%s", name, key, value);
  }
  return true;
}

// The paper's bodies are all on grids; adds the options to the command.
static bool set_grids(carom_scene *s, char *command, size_t room) {
  for (int b = 0; b < carom_scene_count(s, "bodies"); ++b) {
    char name[NAME / 2];
    char path[NAME];
    snprintf(name, sizeof name, "%s", carom_scene_name(s, "bodies", b));
    snprintf(path, sizeof path, "bodies.%s.type", name);
    const char *type = carom_scene_get(s, path);
    if (strcmp(type, "mass") == 0 || strcmp(type, "barrier") == 0)
      continue;
    snprintf(path, sizeof path, "bodies.%s.model", name);
    const char *model = carom_scene_get(s, path);
    const bool modes = model != NULL && strcmp(model, "modes") == 0;
    if (!set(s, "bodies", name, "model", "grid") ||
        (modes && !set(s, "bodies", name, "points", "auto")))
      return false;
    size_t used = strlen(command);
    snprintf(command + used, room - used, " --set bodies.%s.model=grid", name);
    used = strlen(command);
    if (modes)
      snprintf(command + used, room - used, " --set bodies.%s.points=auto", name);
  }
  return true;
}

/// The state of a collision so far.
typedef struct {
  int apart;     // steps without overlap
  double stored; // J, a step ago
} collision_history;

// One step's force, overlap and psi of a collision.
static void record_step(collision_record *to, int n, double force, double overlap, double psi,
                        collision_history *before) {
  const double stored = psi * psi / 2;
  before->apart = overlap > 0 ? 0 : before->apart + 1;
  if (before->apart > RELEASE + 1) // so that there was no contact in the step before
    to->kept = fmax(to->kept, before->stored);
  before->stored = stored;
  to->force[n] = force;
  to->stored[n] = stored;
  to->least = fmin(to->least, force);
  to->most = fmax(to->most, force);
  to->stored_most = fmax(to->stored_most, stored);
}

static bool run_model(const carom_model *model, int own, collision_record *to) {
  carom_state *state = carom_state_new(model, NULL);
  const int outputs = carom_model_describe(model).outputs;
  collision_history before[MOST_COLLISIONS] = {{0, 0}};
  if (state == NULL || outputs - own > 3 * MOST_COLLISIONS) {
    carom_state_free(state);
    return false;
  }
  for (int n = 0; n < STEPS; ++n) {
    carom_step(model, state);
    for (int i = own; i + 2 < outputs; i += 3)
      record_step(to, n, carom_output(model, state, i), carom_output(model, state, i + 1),
                  carom_output(model, state, i + 2), &before[(i - own) / 3]);
  }
  to->step = carom_model_describe(model).time_step;
  to->balance = carom_state_ledger(state).largest_balance_error;
  carom_state_free(state);
  return true;
}

static bool run_scene(const char *name, bool published, collision_record *to, report *r) {
  carom_error error;
  carom_model *model = NULL;
  carom_scene *s = carom_scene_new(NULL);
  const int builtin = carom_builtin_find(name);
  if (s == NULL || builtin < 0) {
    carom_scene_free(s);
    return false;
  }
  const char *text = carom_builtin_text(builtin);
  bool good = carom_scene_parse(s, name, text, strlen(text), &error) == CAROM_OK;
  const int own = good ? carom_scene_count(s, "outputs") : 0;
  char unused[sizeof r->command] = "";
  char *command = published ? r->command : unused;
  good = good && set_grids(s, command, sizeof r->command) &&
         (!published || set_published(s, command, sizeof r->command)) && add_outputs(s) &&
         (model = carom_model_compile(s, NULL, &error)) != NULL && run_model(model, own, to);
  carom_model_free(model);
  carom_scene_free(s);
  return good;
}

// The force where the published scheme pulls most, or at the first contact; and what psi holds.
static void draw_record(const entry *e, report *r, const collision_record *theirs,
                        const collision_record *ours) {
  enum { WINDOW = 1000 };
  int worst = 0;
  while (worst + 1 < STEPS && theirs->force[worst] == 0)
    ++worst;
  for (int n = 0; n < STEPS; ++n)
    if (theirs->force[n] < fmin(theirs->force[worst], 0))
      worst = n;
  int first = worst > WINDOW / 2 ? worst - WINDOW / 2 : 0;
  first = first + WINDOW > STEPS ? STEPS - WINDOW : first;
  int last = 0; // sample that something is stored in
  for (int n = 0; n < STEPS; ++n)
    last = fmax(theirs->stored[n], ours->stored[n]) > 1e-3 * theirs->stored_most ? n : last;
  const int shown = last < STEPS / 4 ? 4 * (last > 10 ? last : 10) : STEPS;
  const graph graphs[] = {
      {"contact force, N", theirs->force, ours->force, first, WINDOW, ours->step, 0, 0, NULL,
       theirs->force[worst] < 0 ? "1000 samples around the strongest pull of the published scheme"
                                : "1000 samples around the first contact"},
      {"energy stored in the contact, J", theirs->stored, ours->stored, 0, shown, ours->step, 0, 0,
       NULL, shown < STEPS ? "Until four times the last contact" : "The whole run"}};
  report_draw_graphs(r, e->title, graphs, 2);
}

void run_published(const entry *e, report *r) {
  const char *name = e->about;
  collision_record *both = calloc(2, sizeof *both);
  if (both == NULL)
    return;
  snprintf(r->command, sizeof r->command, "carom run %s", name);
  const collision_record *theirs = &both[0];
  const collision_record *ours = &both[1];
  r->theirs = "published";
  r->ours = "positive";
  if (run_scene(name, true, &both[0], r) && run_scene(name, false, &both[1], r)) {
    report_add(r, "energy balance error", theirs->balance, ours->balance);
    report_theirs(r, 0, 1e-12);
    report_ours(r, 0, 1e-12);
    report_add(r, "smallest force over largest", theirs->least / theirs->most,
               ours->least / ours->most);
    report_ours(r, 0, 1);
    report_add(r, "energy kept while apart over largest", theirs->kept / theirs->stored_most,
               ours->kept / ours->stored_most);
    report_ours(r, 0, 0);
    report_judge(r, theirs->most > 0 && theirs->kept > 0 && ours->most > 0, VERDICT_REPRODUCED);
    draw_record(e, r, theirs, ours);
  }
  free(both);
}
