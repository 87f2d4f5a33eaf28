// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Materials: those that a scene makes, and those that its bodies and contacts name.

#include "model/compile.h"
#include "scene/materials.h"

static bool unknown(compiler *c, const item *it, const char *key) {
  char text[1000];
  sentence hint = sentence_in(text, sizeof text);
  material_suggest(c->scene, item_text(it, key), &hint);
  return MISTAKE(c, it, key, CAROM_BAD_REFERENCE, "there is no material '%.60s'; %s",
                 item_text(it, key), text);
}

bool compile_material(compiler *c, const item *it, carom_material *m) {
  *m = (carom_material){.name = "", .family = "", .source = ""};
  return !item_has(it, "material") || material_find(c->scene, item_text(it, "material"), m) ||
         unknown(c, it, "material");
}

// A name of the table stays what it is, so that a scene can be read without its materials.
static bool check_material(compiler *c, const item *it) {
  carom_material m;
  if (material_is_built_in(it->name))
    return MISTAKE(c, it, NULL, CAROM_DUPLICATE,
                   "is a material already; allowed is another name, with like: %s", it->name);
  if (material_find(c->scene, it->name, &m))
    return true;
  if (material_item(c->scene, item_text(it, "like")) == NULL)
    return unknown(c, it, "like");
  return MISTAKE(c, it, "like", CAROM_BAD_REFERENCE,
                 "is like one that leads back to itself, or nowhere; allowed is a material that "
                 "ends in one of the table, such as oak");
}

bool compile_materials(compiler *c) {
  for (int i = 0; i < scene_item_count(c->scene); ++i)
    if (scene_item(c->scene, i)->in == SECTION_MATERIALS &&
        !check_material(c, scene_item(c->scene, i)))
      return false;
  return true;
}
