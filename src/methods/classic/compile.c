// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Whether a scene is one mass and a wall, and which corrections it asks for.

#include "model/compile.h"
#include "methods/classic/classic.h"
#include "scene/keys.h"
#include "scene/words.h"

#include <string.h>

// The wall stands, and nothing about the contact is for the audio method alone.
static bool check_wall(compiler *c, const char *name) {
  for (int i = 0; i < scene_item_count(c->scene); ++i) {
    const item *it = scene_item(c->scene, i);
    if (it->in == SECTION_BODIES && item_choice(it, "type") == BODY_BARRIER &&
        (item_has(it, "position.sine.amplitude") || item_has(it, "position.sine.frequency") ||
         item_is_list(it, "position")))
      return MISTAKE(c, it, "position", CAROM_BAD_VALUE,
                     "solver.method %s takes a barrier that stands; allowed is a number, in m, or "
                     "solver.method audio",
                     name);
    if (it->in == SECTION_CONTACTS && item_has(it, "scheme"))
      return MISTAKE(
          c, it, "scheme", CAROM_BAD_VALUE,
          "solver.method %s has no schemes; allowed is to leave it out, or solver.method audio",
          name);
  }
  return true;
}

bool classic_fits(compiler *c) {
  const carom_method *about = &method_table[c->m.head.method]->about;
  const bool pair_alone = c->m.mass_body_count == 1 && c->m.body_count == 2 &&
                          c->m.contact_count == 1 && c->m.link_count == 1 &&
                          c->m.link[0].barrier >= 0;
  if (!pair_alone ||
      carom_scene_count(c->scene, "forces") + carom_scene_count(c->scene, "score") > 0)
    return MISTAKE(c, scene_item(c->scene, 0), "solver.method", CAROM_BAD_VALUE,
                   "%s takes %s; allowed is that, or audio", about->name, about->limits);
  return check_wall(c, about->name);
}

// One island of one collision; and the corrections.
bool classic_compile(compiler *c) {
  correction_kind given =
      (correction_kind)item_choice(scene_item(c->scene, 0), "solver.corrections");
  given = given == CORRECTIONS_FALSE  ? CORRECTIONS_OFF
          : given == CORRECTIONS_TRUE ? CORRECTIONS_PAPER
                                      : given;
  model_island *island = BUILDER_ADD(&c->m, island, 1);
  unsigned char *own = BUILDER_ADD(&c->m, own, (int)sizeof given);
  if (island == NULL || own == NULL)
    return false;
  island->collisions = c->m.head.island_most = c->m.contact[0].largest_island = 1;
  memcpy(own, &given, sizeof given);
  return true;
}
