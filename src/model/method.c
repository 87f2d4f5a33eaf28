// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The methods, what each can take, and whether a scene is that.

#include "model/compile.h"

#include <string.h>

#define ONE_MASS                                                                                   \
  "one mass and one barrier that stands, one collision between them, no forces or score"

#define MODAL "strings and bars with model: modes, barriers that stand, forces that are sines"

// In the order of method_kind, which is that of solver.method's words.
static const carom_method methods[] = {
    {"audio", "string bar plate mass barrier", "collision spring bow finger", "",
     "fixed step with an exact energy balance, real time", true},
    {"am1", "mass barrier", "collision", ONE_MASS,
     "one-step Adams-Moulton (trapezoidal rule), implicit, by Newton's iteration", false},
    {"verlet", "mass barrier", "collision", ONE_MASS, "velocity Verlet, explicit", false},
    {"heun", "mass barrier", "collision", ONE_MASS,
     "Heun's predictor and corrector with the corrected position in the force", false},
    {"rk4", "mass barrier", "collision", ONE_MASS, "classical Runge-Kutta of fourth order", false},
    {"event", "string bar mass barrier", "stop collision", MODAL,
     "closed form between impacts, each found at its own time", true},
    {"adaptive", "string bar mass barrier", "stop collision", MODAL,
     "SUNDIALS CVODE: steps of any order and length that keep solver.tolerance, impacts by root "
     "finding",
     false},
};

int carom_method_count(void) {
  return (int)(sizeof methods / sizeof methods[0]);
}

const carom_method *carom_method_at(int index) {
  return &methods[index];
}

// --- Reading ------------------------------------------------------------------------------------

static correction_kind read_corrections(const item *top) {
  if (item_word_is(top, "solver.corrections", "corrected"))
    return CORRECTIONS_CORRECTED;
  return item_flag(top, "solver.corrections") || item_word_is(top, "solver.corrections", "paper")
             ? CORRECTIONS_PAPER
             : CORRECTIONS_OFF;
}

void compile_method(compiler *c, const item *top) {
  c->m.head.method = METHOD_AUDIO;
  for (int i = 0; i < carom_method_count(); ++i)
    if (item_word_is(top, "solver.method", methods[i].name))
      c->m.head.method = (method_kind)i;
  c->m.head.corrections = read_corrections(top);
}

// --- Checking -----------------------------------------------------------------------------------

// Whether a list of words separated by spaces has this one.
static bool has_word(const char *words, const char *word) {
  const size_t length = strlen(word);
  for (const char *at = strstr(words, word); at != NULL; at = strstr(at + 1, word))
    if ((at == words || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
      return true;
  return false;
}

// The methods that take a body or contact of this type, in words.
static const char *takers(const char *type, bool body, char *text, size_t size) {
  sentence s = sentence_in(text, size);
  bool any = false;
  for (int i = 0; i < carom_method_count(); ++i)
    if (has_word(body ? methods[i].bodies : methods[i].contacts, type)) {
      sentence_add(&s, "%s%s", any ? ", " : "", methods[i].name);
      any = true;
    }
  return text;
}

static bool check_types(compiler *c, const carom_method *method) {
  for (int i = 0; i < scene_item_count(c->scene); ++i) {
    const item *it = scene_item(c->scene, i);
    const bool body = it->in == SECTION_BODIES;
    const char *type = body || it->in == SECTION_CONTACTS ? item_text(it, "type") : NULL;
    char others[128];
    if (type != NULL && !has_word(body ? method->bodies : method->contacts, type))
      return MISTAKE(c, it, "type", CAROM_BAD_VALUE,
                     "solver.method %s does not take a %s; allowed are %s, or solver.method %s",
                     method->name, type, body ? method->bodies : method->contacts,
                     takers(type, body, others, sizeof others));
  }
  return true;
}

// The wall stands, and nothing about the contact is for the audio method alone.
static bool check_wall(compiler *c, const carom_method *method) {
  for (int i = 0; i < scene_item_count(c->scene); ++i) {
    const item *it = scene_item(c->scene, i);
    const char *position = it->in == SECTION_BODIES ? item_text(it, "position") : NULL;
    const bool moves = item_entry(it, "position.sine.amplitude") != NULL ||
                       item_entry(it, "position.sine.frequency") != NULL ||
                       (position != NULL && position[0] == '[');
    if (it->in == SECTION_BODIES && item_word_is(it, "type", "barrier") && moves)
      return MISTAKE(c, it, "position", CAROM_BAD_VALUE,
                     "solver.method %s takes a barrier that stands; allowed is a number, in m, or "
                     "solver.method audio",
                     method->name);
    if (it->in == SECTION_CONTACTS && item_entry(it, "scheme") != NULL)
      return MISTAKE(
          c, it, "scheme", CAROM_BAD_VALUE,
          "solver.method %s has no schemes; allowed is to leave it out, or solver.method "
          "audio",
          method->name);
  }
  return true;
}

static bool check_classic(compiler *c, const carom_method *method) {
  const carom_scene *scene = c->scene;
  const bool pair = c->m.mass_body_count == 1 && c->m.body_count == 2 && c->m.contact_count == 1 &&
                    c->m.link_count == 1 && c->m.link[0].barrier >= 0;
  if (!pair || carom_scene_count(scene, "forces") + carom_scene_count(scene, "score") > 0)
    return MISTAKE(c, scene_item(scene, 0), "solver.method", CAROM_BAD_VALUE,
                   "%s takes %s; allowed is that, or audio", method->name, method->limits);
  return check_wall(c, method);
}

bool compile_method_fits(compiler *c) {
  const carom_method *method = &methods[c->m.head.method];
  const item *top = scene_item(c->scene, 0);
  const bool classic = c->m.head.method >= METHOD_AM1 && c->m.head.method <= METHOD_RK4;
  if (!classic && c->m.head.corrections != CORRECTIONS_OFF)
    return MISTAKE(c, top, "solver.corrections", CAROM_BAD_VALUE,
                   "solver.method %s has none; allowed is false, or solver.method am1, verlet, "
                   "heun or rk4",
                   method->name);
  if (c->m.head.method != METHOD_ADAPTIVE &&
      item_number(top, "solver.tolerance", DEFAULT_TOLERANCE) != DEFAULT_TOLERANCE)
    return MISTAKE(
        c, top, "solver.tolerance", CAROM_BAD_VALUE,
        "solver.method %s has none; allowed is to leave it out, or solver.method adaptive",
        method->name);
  return check_types(c, method) && (!classic || check_classic(c, method));
}
