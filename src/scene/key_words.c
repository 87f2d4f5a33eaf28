// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What the words mean that a key allows, from the rows of scene/words.h. A key whose words are not
// here has none that need saying: the numbers 0, 1 and 3 of interpolation, the methods, which
// carom_method_at() describes.

#include "scene/words.h"

#include <carom/scene.h>
#include <string.h>

#define HELP_2(word, help, ...)    help
#define HELP_3(word, x, help, ...) help

// A word with its help; one with a function besides; one with its unit.
#define PLAIN(name, ...) {WORD_OF(__VA_ARGS__, 0), "", HELP_2(__VA_ARGS__, "", 0)},
#define KIND(name, ...)  {WORD_OF(__VA_ARGS__, 0), "", HELP_3(__VA_ARGS__, "", "", 0)},
#define SIGNAL(name, ...)                                                                          \
  {WORD_OF(__VA_ARGS__, 0), WORD_SECOND(__VA_ARGS__, ""), HELP_3(__VA_ARGS__, "", "", 0)},

#define SET(section, key, row, list)                                                               \
  {                                                                                                \
    section, key, (const carom_word[]) {                                                           \
      list(row) {                                                                                  \
        NULL, NULL, NULL                                                                           \
      }                                                                                            \
    }                                                                                              \
  }

static const struct {
  const char *section, *key;
  const carom_word *words; // NULL ends them
} sets[] = {
    SET("", "solver.corrections", PLAIN, CORRECTIONS),
    SET("", "solver.start", PLAIN, START_ORDERS),
    SET("", "solver.rules", PLAIN, WRAP_RULES),
    SET("", "solver.precision", PLAIN, PRECISIONS),
    SET("", "play.tuning", PLAIN, TUNINGS),
    SET("bodies", "type", KIND, BODY_TYPES),
    SET("bodies", "ends", PLAIN, END_KINDS),
    SET("bodies", "edges", PLAIN, END_KINDS),
    SET("bodies", "model", PLAIN, BODY_MODELS),
    SET("bodies", "profile.shape", PLAIN, PROFILES),
    SET("bodies", "start.shape", PLAIN, START_SHAPES),
    SET("bodies", "start_velocity.shape", PLAIN, START_SHAPES),
    SET("contacts", "type", KIND, CONTACT_TYPES),
    SET("contacts", "law", PLAIN, FRICTION_LAWS),
    SET("contacts", "solve", PLAIN, FRICTION_SOLVERS),
    SET("contacts", "scheme", PLAIN, SCHEMES),
    SET("contacts", "treatment", PLAIN, TREATMENTS),
    SET("contacts", "branch", PLAIN, BRANCHES),
    SET("contacts", "side", PLAIN, SIDES),
    SET("forces", "axis", PLAIN, AXES),
    SET("score", "gesture", PLAIN, GESTURES),
    SET("outputs", "quantity", SIGNAL, QUANTITIES),
    SET("outputs", "axis", PLAIN, AXES),
    SET("controls", "gesture", PLAIN, PLAYED_GESTURES),
    SET("controls", "curve", PLAIN, CURVES),
};

const carom_word *carom_key_word(const carom_key *key, int index) {
  for (size_t i = 0; key != NULL && i < sizeof sets / sizeof sets[0]; ++i) {
    if (strcmp(sets[i].section, key->section) != 0 || strcmp(sets[i].key, key->name) != 0)
      continue;
    const carom_word *word = sets[i].words;
    for (int n = 0; n < index && word->word != NULL; ++n)
      ++word;
    return index >= 0 && word->word != NULL ? word : NULL;
  }
  return NULL;
}
